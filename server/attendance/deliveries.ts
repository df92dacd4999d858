import type { Db } from '../platform/db/db.ts';
import { idsOf } from './batchIds.ts';
import { settleContainers } from './containers.ts';
import { type DeliveryRow, insertDeliveries, selectUsedByDeliveries } from './deliveries.sql.ts';
import { raiseDataVersion } from './records.sql.ts';
import { deriveAgain } from './refresh.ts';
import { placeOf } from './standing.ts';
import { ID_USED, type Outcome } from './store.ts';

export type IncomingDelivery = Omit<DeliveryRow, 'id'>;

/**
 * Stores containers that were scanned at delivery, after the entries of the same batch, and decides anew which later entries of them count. The caller holds
 * the account's lock. Outcomes are in input order.
 */
export async function storeDeliveries(
  tx: Db,
  accountId: string,
  deliveries: readonly IncomingDelivery[],
  receivedAt: Date,
): Promise<Outcome[]> {
  if (deliveries.length === 0) return [];
  const nextId = idsOf(receivedAt, deliveries.length);
  const rows = deliveries.map(
    (delivery): DeliveryRow => ({
      ...delivery,
      source: placeOf(delivery, new Date(delivery.at), receivedAt).source,
      id: nextId(),
    }),
  );
  const stored = new Set((await insertDeliveries(tx, accountId, receivedAt, rows)).map(({ id }) => id));
  const repeated = rows.filter(({ id }) => !stored.has(id));
  const used = new Set(
    repeated.length > 0 ? (await selectUsedByDeliveries(tx, accountId, repeated)).map(({ id }) => id) : [],
  );
  if (stored.size > 0) {
    const settled = await settleContainers(
      tx,
      accountId,
      rows.flatMap(({ id, container, at }) => (stored.has(id) ? { container, at } : [])),
    );
    await deriveAgain(tx, accountId, settled, receivedAt);
    await raiseDataVersion(tx, accountId, receivedAt);
  }
  return rows.map(({ id }) => {
    if (used.has(id)) return { rejected: ID_USED };
    return stored.has(id) ? 'accepted' : 'duplicate';
  });
}
