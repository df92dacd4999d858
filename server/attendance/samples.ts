import type { Db } from '../platform/db/db.ts';
import { idsOf } from './batchIds.ts';
import { raiseDataVersion } from './records.sql.ts';
import { insertSamples, type SampleRow, selectKnownDefects, selectUsedBySamples } from './samples.sql.ts';
import { placeOf } from './standing.ts';
import { ID_USED, type Outcome } from './store.ts';

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
  const nextId = idsOf(receivedAt, samples.length);
  const rows = samples.map(
    (sample): SampleRow => ({
      ...sample,
      source: placeOf(sample, new Date(sample.at), receivedAt).source,
      id: nextId(),
    }),
  );
  const isKnown = ({ found }: SampleRow) => Object.keys(found).every((id) => known.has(id));
  const good = rows.filter(isKnown);
  const stored = new Set((await insertSamples(tx, accountId, receivedAt, good)).map(({ id }) => id));
  const repeated = good.filter(({ id }) => !stored.has(id));
  const used = new Set(
    repeated.length > 0 ? (await selectUsedBySamples(tx, accountId, repeated)).map(({ id }) => id) : [],
  );
  if (stored.size > 0) await raiseDataVersion(tx, accountId, receivedAt);
  return rows.map((row) => {
    if (!isKnown(row)) return { rejected: 'unknown-defect' };
    if (used.has(row.id)) return { rejected: ID_USED };
    return stored.has(row.id) ? 'accepted' : 'duplicate';
  });
}
