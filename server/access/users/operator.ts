import type { User } from '#contract/access/users.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { searchTextOf } from '../../platform/searchText.ts';
import { findLogin } from '../session/logins.sql.ts';
import type { PasswordHasher } from '../session/passwordHash.ts';
import { setPassword } from '../session/passwords.ts';
import { readablePassword } from '../session/readablePassword.ts';
import { nameKey } from '../session/rules.ts';
import { saveRequirement } from '../signIn/options.sql.ts';
import { resetOptions } from '../signIn/reset.ts';
import { lockUser, updateUserRow } from './users.sql.ts';

/** The name in the trail of an operator at the machine itself, who needs no user (`npm run user`). */
export const OPERATOR = 'operator';
type Operating = { config: Config; passwords: PasswordHasher; now: Date };

/**
 * Sets a random password that must be changed at the next log-in, for users whom mail does not reach; ends their sessions and links. Returns the
 * password, which is stored nowhere. Throws one line for an unknown user.
 */
export async function resetByOperator(db: Db, name: string, { config, passwords, now }: Operating): Promise<string> {
  const login = await requireLogin(db, name, now);
  const password = readablePassword();
  const passwordHash = await passwords.hash(password);
  await db.tx(async (tx) => {
    await setPassword(tx, { config }, login, { passwordHash, byWhom: 'an administrator', now });
    const { accountId, username: target } = login;
    await audit(tx, { accountId, actor: OPERATOR, action: 'password.reset', target, at: now });
  });
  return password;
}

/** Removes the log-in options of a user who lost them all; ends the user's sessions. Throws one line for an unknown user. */
export async function resetOptionsByOperator(
  db: Db,
  name: string,
  { config, now }: Omit<Operating, 'passwords'>,
): Promise<string> {
  const login = await requireLogin(db, name, now);
  await db.tx((tx) => resetOptions(tx, { config }, login, { actor: OPERATOR, now }));
  return login.username;
}

/** Makes an account no longer require a second factor. Throws one line for an unknown account. */
export async function requireNoFactorByOperator(db: Db, code: string, now: Date): Promise<string> {
  const account = await db.tx(async (tx) => {
    const found = await saveRequirement(tx, code.toLowerCase(), false);
    const detail = 'requireSecondFactor';
    if (found)
      await audit(tx, { ...found, actor: OPERATOR, action: 'account.settings', target: found.code, detail, at: now });
    return found;
  });
  if (!account) throw new Error(`there is no account ${code}.`);
  return account.code;
}

/** Lets an administrator log in again. Throws one line for anybody else. */
export async function activateByOperator(db: Db, name: string, now: Date): Promise<User> {
  const login = await requireLogin(db, name, now);
  return db.tx(async (tx) => {
    const user = await lockUser(tx, login.userId);
    if (user?.role !== 'admin')
      throw new Error(`${login.username} is no administrator: an administrator activates it.`);
    const { _id: userId, permissions, ...rest } = user;
    const searchText = searchTextOf(user.username, user.email, `${user.firstName} ${user.lastName}`);
    await audit(tx, {
      accountId: user.accountId,
      actor: OPERATOR,
      action: 'user.update',
      target: user.username,
      at: now,
      detail: 'isActive',
    });
    return updateUserRow(tx, {
      ...rest,
      // An administrator has none.
      scope: null,
      userId,
      permissions: permissions.api,
      isActive: true,
      searchText,
      now,
      by: OPERATOR,
    });
  });
}

async function requireLogin(db: Db, name: string, now: Date) {
  const login = await findLogin(db, nameKey(name), '', now);
  if (!login) throw new Error(`there is no user ${name}.`);
  return login;
}
