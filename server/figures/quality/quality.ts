import type { LookedAt } from '#contract/figures/quality.ts';
import type { Sees } from '../../attendance/listed.ts';
import {
  type SamplesOfDay,
  type SamplesTogether,
  selectAllDefects,
  selectLastSamples,
  selectSampleDays,
} from '../../attendance/samples.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { dayBounds, type LocalDate, type Zone } from '../../platform/zone.ts';

type Days = { from: LocalDate; to: LocalDate };
type Seeing = Pick<Sees, 'isMember' | 'isOfWork'>;
/** Samples of containers that an employee filled, on the day on which they were taken. */
export type PersonsSamples = SamplesTogether & { employeeId: string; day: LocalDate };
export type Samples = {
  /** Those that are not deleted, and those that were found; by name. */
  defects: readonly { id: string; name: string }[];
  seen: readonly PersonsSamples[];
  uncounted: number;
};

/** Reads the samples of some days whose people and work a user sees; `employeeIds`: of these alone. */
export async function readSamples(
  tx: Db,
  accountId: string,
  zone: Zone,
  { from, to, employeeIds, ...sees }: Days & Seeing & { employeeIds?: readonly string[] | undefined },
): Promise<Samples> {
  const days = await selectSampleDays(tx, accountId, zone, { ...spanOf(zone, { from, to }), employeeIds });
  const uncounted = days.reduce((sum, { employeeId, samples }) => sum + (employeeId === null ? samples : 0), 0);
  return { ...(await seenOf(tx, accountId, days, sees)), uncounted };
}
/** Reads, in order, the last samples of the employees whom a user sees and who have one on the last day. */
export async function readLastSamples(
  tx: Db,
  accountId: string,
  zone: Zone,
  { from, to, last, ...sees }: Days & Seeing & { last: number },
): Promise<Omit<Samples, 'uncounted'>> {
  const rows = await selectLastSamples(tx, accountId, zone, { ...spanOf(zone, { from, to }), lastDay: to, last });
  return seenOf(tx, accountId, rows, sees);
}
const spanOf = (zone: Zone, { from, to }: Days) => ({
  start: new Date(dayBounds(zone, from).start),
  end: new Date(dayBounds(zone, to).end),
});
async function seenOf(tx: Db, accountId: string, rows: readonly SamplesOfDay[], { isMember, isOfWork }: Seeing) {
  const seen = rows.flatMap(({ employeeId, countedOn, lookup1, ...sample }): PersonsSamples[] => {
    if (employeeId === null || countedOn === null || !isOfWork(lookup1)) return [];
    return isMember && !isMember(employeeId, countedOn) ? [] : [{ ...sample, employeeId }];
  });
  const found = new Set(seen.flatMap((sample) => Object.keys(sample.found)));
  const defects = (await selectAllDefects(tx, accountId)).filter(({ id, isDeleted }) => !isDeleted || found.has(id));
  return { defects, seen };
}

/** Adds samples up: how many pieces were looked at, and of how many each defect was found. */
export const lookedAtOf = (samples: readonly SamplesTogether[], defects: Samples['defects']): LookedAt => ({
  samples: samples.reduce((sum, { samples }) => sum + samples, 0),
  pieces: samples.reduce((sum, { pieces }) => sum + pieces, 0),
  found: defects.map(({ id }) => samples.reduce((sum, { found }) => sum + (found[id] ?? 0), 0)),
});
