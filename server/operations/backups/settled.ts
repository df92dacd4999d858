import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { lockAccount } from '../../platform/tenant/account.ts';

/**
 * Waits for the transactions that are writing to an account, and returns an instant by which everything that was received is in store: records
 * get their time of receipt while the account is locked, so none of before can appear later. The lock is held until the caller's transaction ends.
 * Throws NOT_FOUND.
 */
export async function settledInstant(tx: Db, accountId: string, clock: Clock): Promise<Date> {
  await lockAccount(tx, accountId);
  return clock.now();
}
