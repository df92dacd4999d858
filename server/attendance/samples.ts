import type { Db } from '../platform/db/db.ts';
import { insertOnce } from './insertOnce.ts';
import { raiseDataVersion } from './records.sql.ts';
import { insertSamples, type SampleRow, selectKnownDefects, selectUsedBySamples } from './samples.sql.ts';
import type { Outcome } from './store.ts';

export type IncomingSample = Omit<SampleRow, 'id'>;

/** Stores samples of containers. They change no other figure. The caller holds the account's lock. Outcomes are in input order. */
export async function storeSamples(
  tx: Db,
  accountId: string,
  samples: readonly IncomingSample[],
  receivedAt: Date,
): Promise<Outcome[]> {
  if (samples.length === 0) return [];
  const named = [...new Set(samples.flatMap(({ found }) => Object.keys(found)))];
  const known = new Set((await selectKnownDefects(tx, accountId, named)).map(({ id }) => id));
  const isKnown = ({ found }: IncomingSample) => Object.keys(found).every((id) => known.has(id));
  const good = samples.filter(isKnown);
  const { stored, outcomes } = await insertOnce(good, receivedAt, {
    insert: (rows) => insertSamples(tx, accountId, receivedAt, rows),
    selectUsed: (rows) => selectUsedBySamples(tx, accountId, rows),
  });
  if (stored.length > 0) await raiseDataVersion(tx, accountId, receivedAt);
  const ofGood = new Map(good.map((sample, nth) => [sample, outcomes[nth]]));
  return samples.map((sample) => ofGood.get(sample) ?? { rejected: 'unknown-defect' });
}
