import { z } from 'zod/mini';
import type { Draft, Moment } from '../core/record.ts';
import { moment, recordedPerson } from '../core/record.ts';
import { cutParts, PART_MS } from '../core/workingTime.ts';
import { resultOf, type Stores } from './database.ts';

/** Jobs that are counted, teams that share, and people whose working time runs: the rows of the store `jobs`. */
export const job = z.object({
  id: z.string(),
  kind: z.literal('job'),
  lookup1: z.nullable(z.string()),
  lookup2: z.nullable(z.string()),
  /** Thousandths per scan, and the usual number. */
  perScan: z.int(),
  usual: z.nullable(z.int()),
  /** Wall clock (ms). */
  usedAt: z.number(),
  /** When it was chosen (server's time, ms), and the plan of the office that was due then (core/workPlans.ts). */
  chosen: z.optional(z.object({ at: z.number(), over: z.nullable(z.string()) })),
  /** While working time is measured: since when. */
  timedSince: z.nullable(z.object({ from: moment, wall: z.number() })),
});
export type Job = z.infer<typeof job>;
export const team = z.object({
  id: z.string(),
  kind: z.literal('team'),
  members: z.array(recordedPerson).check(z.maxLength(100)),
});
export type Team = z.infer<typeof team>;
export const running = z.object({
  id: z.string(),
  kind: z.literal('running'),
  person: recordedPerson,
  lookup1: z.nullable(z.string()),
  lookup2: z.nullable(z.string()),
  /** The start of the part that is not stored yet. */
  from: moment,
  wall: z.number(),
  /** The act that started it, until that can no longer be undone (device's clock, ms). */
  begunBy: z.optional(z.object({ group: z.string(), until: z.number() })),
});
export type Running = z.infer<typeof running>;
const row = z.discriminatedUnion('kind', [job, team, running]);
export type JobRow = z.infer<typeof row>;

export const jobRows = async ({ jobs }: Stores): Promise<JobRow[]> => z.array(row).parse(await resultOf(jobs.getAll()));
export const putJob = async ({ jobs }: Stores, one: JobRow): Promise<void> => {
  await resultOf(jobs.put(one));
};
export const deleteJob = async ({ jobs }: Stores, id: string): Promise<void> => {
  await resultOf(jobs.delete(id));
};
export const allRunning = async (stores: Stores): Promise<Running[]> =>
  (await jobRows(stores)).filter((one) => one.kind === 'running');
/** Returns the readings that working time still needs: those at which people's and jobs' time started. */
export const runningReadings = async (stores: Stores): Promise<number[]> =>
  (await jobRows(stores)).flatMap((row) => {
    if (row.kind === 'running') return row.from.settled === undefined ? row.from.reading : [];
    return row.kind === 'job' && row.timedSince ? row.timedSince.from.reading : [];
  });
/** Returns the key of an employee's running time: the id of a known person, else their badge. */
export const runningId = ({ _id, badge }: { _id: string | null; badge: string }) => `running ${_id ?? badge}`;

/**
 * Returns the drafts for an employee's working time from where it was last stored to `wall`. A stretch while the Recorder was off is cut into parts of
 * half an hour, counted from its first reading; the last part ends with the moment `end`; null: with the reading that stores it.
 */
export function timeDrafts(
  { person, lookup1, lookup2, from, wall: began }: Running,
  wall: number,
  end: Moment | null = null,
): Draft[] {
  const isShort = wall - began < 1.5 * PART_MS;
  const parts = isShort ? [{ from: began, to: wall }] : cutParts(began, wall);
  const after = (ms: number): Moment => ({ ...from, plus: from.plus + (ms - began) });
  return parts.map((part, i): Draft => {
    const to = i === parts.length - 1 ? end : after(part.to);
    return { kind: 'time', person, means: 'list', lookup1, lookup2, from: after(part.from), to };
  });
}
