import { words } from '#contract/platform/words.ts';
import { deleteAccountRow } from '../../access/accounts/accounts.sql.ts';
import { deleteOptionsOfAccount } from '../../access/signIn/options.sql.ts';
import { deferReferences } from '../../masterData/account.sql.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import { conflict } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccountAndLogins, requireAccount } from '../../platform/tenant/account.ts';
import { removeFilesOfDeleted } from '../backups/accountFolders.ts';
import { closeAccount, deleteRows, TABLES } from './deletion.sql.ts';

/**
 * Deletes an account with everything in it, including its files; its audit trail stays. The account is closed first, so that its devices are refused
 * instead of waiting for the deletion. If the server stops in between, the account still exists, inactive, and can be deleted again.
 */
export async function deleteAccount(services: Services, accountId: string, call: UserCall) {
  const { db } = services;
  const account = await requireAccount(db, accountId);
  if (account.isSystem) throw conflict(words('The system account cannot be deleted.'));
  await db.tx(async (tx) => {
    await call.hold(tx);
    // A log-in that has already started either ends first or finds the account closed (access/session/logins.sql.ts).
    await lockAccountAndLogins(tx, accountId);
    await closeAccount(tx, accountId);
  });
  await db.tx(
    async (tx) => {
      await lockAccountAndLogins(tx, accountId);
      // What refers to employees or groups, such as rates, goes with the account after them.
      await deferReferences(tx);
      for (const table of TABLES) await deleteRows(tx, table, accountId);
      await deleteOptionsOfAccount(tx, accountId);
      await deleteAccountRow(tx, accountId);
      const entry = { ...by(call), action: 'account.delete', target: account.code } as const;
      await audit(tx, { ...entry, accountId });
      // In the trail of the caller's account, because that of the deleted one can no longer be opened.
      await audit(tx, { ...entry, accountId: call.caller.accountId, detail: account.name });
    },
    { deadlineMs: 30 * 60_000 },
  );
  // After the commit: a file without its row only takes space, a row without its file would be wrong.
  await removeFilesOfDeleted(services, accountId);
}
