import { words } from '#contract/platform/words.ts';
import type { Db } from '../db/db.ts';
import { conflict, notFound } from '../http/errors.ts';
import { selectAccount, selectAccountForUpdate, selectAccountLocked, type TenantAccount } from './account.sql.ts';

const found = (account: TenantAccount | undefined): TenantAccount => {
  if (!account) throw notFound(words('Account not found'));
  return account;
};

/** Returns the account that a path or a body names; throws NOT_FOUND. */
export const requireAccount = async (db: Db, accountId: string) => found(await selectAccount(db, accountId));

/** Returns an employer's account; throws NOT_FOUND, or CONFLICT for that of the administrators. */
export async function requireEmployerAccount(db: Db, accountId: string): Promise<TenantAccount> {
  const account = await requireAccount(db, accountId);
  if (account.isSystem)
    throw conflict(words('The system account is for administrators: it has no employees and no devices.'));
  return account;
}

/**
 * Serialises everything that changes or derives from an account's data: taken first in every such transaction and held until it ends.
 * Returns the account; throws NOT_FOUND when it was deleted meanwhile.
 */
export const lockAccount = async (tx: Db, accountId: string) => found(await selectAccountLocked(tx, accountId));

/** Does the same, and keeps log-ins from starting or ending meanwhile: for changes that close an account. */
export const lockAccountAndLogins = async (tx: Db, accountId: string) =>
  found(await selectAccountForUpdate(tx, accountId));
