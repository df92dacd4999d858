import { z } from 'zod/mini';
import type { Draft, Moment } from '../core/record.ts';
import { moment, recordedPerson } from '../core/record.ts';
import { cutParts, PART_MS } from '../core/workingTime.ts';
import { asked, type Stores } from './database.ts';

/** Running counts, teams that share, and people whose working time runs; rows of the store `jobs`. */
export const job = z.object({
  id: z.string(),
  kind: z.literal('job'),
  lookup1: z.nullable(z.string()),
  lookup2: z.nullable(z.string()),
  /** Thousandths a scan, and what is usual. */
  perScan: z.int(),
  usual: z.nullable(z.int()),
  /** Wall clock (ms). */
  usedAt: z.number(),
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
  /** The part that is not stored yet began then. */
  from: moment,
  wall: z.number(),
  /** The act that it began with, until it cannot be undone any more (device's clock, ms). */
  begunBy: z.optional(z.object({ group: z.string(), until: z.number() })),
});
export type Running = z.infer<typeof running>;
const row = z.discriminatedUnion('kind', [job, team, running]);
export type JobRow = z.infer<typeof row>;

export const jobRows = async ({ jobs }: Stores): Promise<JobRow[]> => z.array(row).parse(await asked(jobs.getAll()));
export const putJob = async ({ jobs }: Stores, one: JobRow): Promise<void> => {
  await asked(jobs.put(one));
};
export const deleteJob = async ({ jobs }: Stores, id: string): Promise<void> => {
  await asked(jobs.delete(id));
};
export const allRunning = async (stores: Stores): Promise<Running[]> =>
  (await jobRows(stores)).filter((one) => one.kind === 'running');
/** The readings that working time still needs: where people's and jobs' time began. */
export const runningReadings = async (stores: Stores): Promise<number[]> =>
  (await jobRows(stores)).flatMap((row) => {
    if (row.kind === 'running') return row.from.settled === undefined ? row.from.reading : [];
    return row.kind === 'job' && row.timedSince ? row.timedSince.from.reading : [];
  });
/** Somebody's running time goes by their badge: known people by id. */
export const runningId = ({ _id, badge }: { _id: string | null; badge: string }) => `running ${_id ?? badge}`;

/**
 * The drafts for somebody's working time from where it was stored last to `wall`. A stretch while the Recorder was off is cut into
 * parts of half an hour, counted from its first reading; the last part ends with the moment `end`, null: the reading that stores it.
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
