import { idsOf } from './batchIds.ts';
import { placeOf } from './standing.ts';
import { ID_USED, type Outcome } from './store.ts';

type Captured = { at: string; deviceId: string; source: string };
type WithId<R> = R & { id: string };
type Statements<R> = {
  /** Inserts rows; returns the ids of those that are new. */
  insert: (rows: readonly WithId<R>[]) => Promise<readonly { id: string }[]>;
  /** Returns the ids of those rows under whose device and record id another one is stored. */
  selectUsed: (rows: readonly WithId<R>[]) => Promise<readonly { id: string }[]>;
};

/**
 * Stores records of devices that are no punches or entries, each once: one that is out of time gets a source of its own (standing.ts). Returns those that are
 * new, and the outcomes in input order.
 */
export async function insertOnce<R extends Captured>(
  records: readonly R[],
  receivedAt: Date,
  { insert, selectUsed }: Statements<R>,
): Promise<{ stored: WithId<R>[]; outcomes: Outcome[] }> {
  const nextId = idsOf(receivedAt, records.length);
  const rows = records.map(
    (record): WithId<R> => ({
      ...record,
      source: placeOf(record, new Date(record.at), receivedAt).source,
      id: nextId(),
    }),
  );
  const isNew = new Set((await insert(rows)).map(({ id }) => id));
  const repeated = rows.filter(({ id }) => !isNew.has(id));
  const used = new Set(repeated.length > 0 ? (await selectUsed(repeated)).map(({ id }) => id) : []);
  return {
    stored: rows.filter(({ id }) => isNew.has(id)),
    outcomes: rows.map(({ id }) => {
      if (used.has(id)) return { rejected: ID_USED };
      return isNew.has(id) ? 'accepted' : 'duplicate';
    }),
  };
}
