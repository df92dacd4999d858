import type { Db } from '../platform/db/db.ts';
import { settleContainers } from './containers.ts';
import { type DeliveryRow, insertDeliveries, selectUsedByDeliveries } from './deliveries.sql.ts';
import { insertOnce } from './insertOnce.ts';
import { raiseDataVersion } from './records.sql.ts';
import { deriveAgain } from './refresh.ts';
import type { Outcome } from './store.ts';

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
  const { stored, outcomes } = await insertOnce(deliveries, receivedAt, {
    insert: (rows) => insertDeliveries(tx, accountId, receivedAt, rows),
    selectUsed: (rows) => selectUsedByDeliveries(tx, accountId, rows),
  });
  if (stored.length > 0) {
    await deriveAgain(tx, accountId, await settleContainers(tx, accountId, stored), receivedAt);
    await raiseDataVersion(tx, accountId, receivedAt);
  }
  return outcomes;
}
