import type { LookedAt } from '#contract/figures/quality.ts';
import type { Sees } from '../../attendance/listed.ts';
import { type FoundSample, selectAllDefects, selectSamples } from '../../attendance/samples.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { dayBounds, type LocalDate, localDateOf, type Zone } from '../../platform/zone.ts';

/** A sample of a container that was counted, on its own day. */
export type PersonsSample = Pick<FoundSample, 'pieces' | 'found'> & { employeeId: string; day: LocalDate };
export type Samples = {
  /** Those that are not deleted, and those that were found; by name. */
  defects: readonly { id: string; name: string }[];
  seen: readonly PersonsSample[];
  uncounted: number;
};

/** Reads the samples of some days whose people and work a user sees. */
export async function readSamples(
  tx: Db,
  accountId: string,
  zone: Zone,
  { from, to, isMember, isOfWork }: { from: LocalDate; to: LocalDate } & Pick<Sees, 'isMember' | 'isOfWork'>,
): Promise<Samples> {
  const [start, end] = [new Date(dayBounds(zone, from).start), new Date(dayBounds(zone, to).end)];
  const samples = await selectSamples(tx, accountId, { start, end });
  const seen = samples.flatMap((sample): PersonsSample[] => {
    const { employeeId, countedAt, lookup1, at, pieces, found } = sample;
    if (employeeId === null || countedAt === null || !isOfWork(lookup1)) return [];
    if (!(isMember?.(employeeId, localDateOf(zone, Date.parse(countedAt))) ?? true)) return [];
    return [{ employeeId, day: localDateOf(zone, Date.parse(at)), pieces, found }];
  });
  const found = new Set(seen.flatMap((sample) => Object.keys(sample.found)));
  const defects = (await selectAllDefects(tx, accountId)).filter(({ id, isDeleted }) => !isDeleted || found.has(id));
  return { defects, seen, uncounted: samples.filter(({ employeeId }) => employeeId === null).length };
}

/** Adds samples up: how many pieces were looked at, and of how many each defect was found. */
export const lookedAtOf = (
  samples: readonly Pick<FoundSample, 'pieces' | 'found'>[],
  defects: Samples['defects'],
): LookedAt => ({
  samples: samples.length,
  pieces: samples.reduce((sum, { pieces }) => sum + pieces, 0),
  found: defects.map(({ id }) => samples.reduce((sum, { found }) => sum + (found[id] ?? 0), 0)),
});
