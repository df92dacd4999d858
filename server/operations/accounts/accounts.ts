import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import {
  type Account,
  type AccountInput,
  type accountUpdate,
  DEFAULT_LICENSE,
  type NewAccount,
} from '#contract/access/accounts.ts';
import { words } from '#contract/platform/words.ts';
import { chooseTimeZone, findAccount, insertAccount, updateAccountRow } from '../../access/accounts/accounts.sql.ts';
import { deleteDevicesOfAccount } from '../../access/push/subscriptions.sql.ts';
import { deleteSessionsOfAccount } from '../../access/session/sessions.sql.ts';
import { audit, by, changedFields, type UserCall } from '../../platform/audit/audit.ts';
import { alreadyExists, conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { searchTextOf } from '../../platform/searchText.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccountAndLogins } from '../../platform/tenant/account.ts';
import { scheduleNewAccount } from '../backups/newAccount.ts';

/** Codes that differ only in case count as the same. */
const codeKey = (code: string) => code.normalize('NFKC').toLowerCase();

export const accountSearchText = ({ code, name, holder }: Pick<AccountInput, 'code' | 'name' | 'holder'>) =>
  searchTextOf(code, name, `${holder.firstName} ${holder.lastName}`, holder.emailAddr);

/** 409 ALREADY_EXISTS when the code is taken. */
export async function createAccount({ db, config }: Services, input: NewAccount, call: UserCall): Promise<Account> {
  const { caller, now } = call;
  const accountId = uuidv7({ msecs: now.getTime() });
  return db.tx(async (tx) => {
    const created = await insertAccount(tx, {
      ...input,
      isActive: input.isActive ?? true,
      accountId,
      codeKey: codeKey(input.code),
      isSystem: false,
      license: input.license ?? DEFAULT_LICENSE,
      timeZone: input.timeZone ?? config.timeZone,
      searchText: accountSearchText(input),
      now,
      by: caller.fullName,
    });
    if (!created) throw alreadyExists('code', words('This code is taken'));
    if (input.timeZone !== undefined) await chooseTimeZone(tx, accountId);
    await scheduleNewAccount(tx, { accountId, timeZone: input.timeZone ?? config.timeZone, now }, config);
    await audit(tx, { ...by(call), accountId, action: 'account.create', target: input.code });
    return call.answered(tx, created);
  });
}

/** Changes an account; its code stays. Deactivating ends the sessions of its users. */
export async function updateAccount(
  { db }: Services,
  accountId: string,
  change: z.output<typeof accountUpdate>,
  call: UserCall,
): Promise<Account> {
  const { caller, now } = call;
  return db.tx(async (tx) => {
    const locked = await lockAccountAndLogins(tx, accountId);
    const before = await findAccount(tx, accountId);
    if (!before) throw notFound(words('Account not found'));
    if (change.code !== undefined && change.code !== before.code)
      throw invalid('code', words('The code cannot be changed'));
    const isActive = change.isActive ?? before.isActive;
    if (locked.isSystem && !isActive) throw conflict(words('The system account stays active.'));
    const { name, holder } = change;
    const license = change.license ?? before.license;
    const searchText = accountSearchText({ code: before.code, name, holder });
    const saved = await updateAccountRow(tx, accountId, {
      name,
      holder,
      license,
      isActive,
      searchText,
      now,
      by: caller.fullName,
    });
    if (!isActive) {
      await deleteSessionsOfAccount(tx, accountId);
      await deleteDevicesOfAccount(tx, accountId);
    }
    const detail = changedFields(before, { name, holder, license, isActive });
    await audit(tx, { ...by(call), accountId, action: 'account.update', target: before.code, detail });
    return saved;
  });
}
