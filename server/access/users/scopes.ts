import type { ScopedUser } from '#contract/access/userScopes.ts';
import type { User } from '#contract/access/users.ts';
import type { Role } from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { msg, words } from '#contract/platform/words.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import { scopeInWords, selectScopeNames } from '../../platform/audit/scopeNames.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { refuseForWayBack } from '../session/wayBack.ts';
import { lockUser, updateScope } from './users.sql.ts';

/** The people to whom users are limited (docs/reference/scope.md#what-a-scope-is). */

/** Limits another user of the caller's account to some people; resolves to null for a user whom the account does not have. */
export async function setScope(
  db: Db,
  userId: string,
  given: UserScope | null,
  call: UserCall,
): Promise<ScopedUser | null> {
  const { accountId, username, userId: ownId } = call.caller;
  return db.tx(async (tx) => {
    await call.hold(tx);
    const user = await lockUser(tx, userId);
    if (user?.accountId !== accountId) return null;
    if (userId === ownId) throw conflict(words('You cannot limit yourself.'));
    const scope = givenScope(given);
    await checkScope(tx, accountId, user.role, scope);
    if (isNarrower(user, scope)) await refuseForWayBack(tx, { ...user, userId });
    await updateScope(tx, { accountId, userId, scope, now: call.now, by: username });
    const detail = await scopeChange(tx, user, scope);
    await audit(tx, {
      ...by(call),
      ...{ accountId, action: 'user.update', target: user.username, targetId: userId, detail },
    });
    const { _id, firstName, lastName, isActive } = user;
    return call.answered(tx, { _id, username: user.username, firstName, lastName, isActive, scope });
  });
}

/** Returns a scope in the form to be stored: without lists it is none. */
export const givenScope = (scope: UserScope | null | undefined): UserScope | null =>
  scope && Object.values(scope).some((ids) => ids !== undefined) ? scope : null;

/** Tells whether a user is limited to some people who was not, or to others. */
export const isNarrower = ({ scope: before = null }: User, after: UserScope | null) =>
  after !== null && JSON.stringify(before) !== JSON.stringify(after);

/** Refuses a scope of an administrator, and groups, devices or entries that the account never had. */
export async function checkScope(tx: Db, accountId: string, role: Role, scope: UserScope | null) {
  if (!scope) return;
  if (role !== 'employer')
    throw invalid('scope', words('Only users of an account can be limited to some of its people'));
  const known = new Set((await selectScopeNames(tx, accountId, scope)).map(({ id }) => id));
  if (Object.values(scope).some((ids) => ids?.some((id) => !known.has(id)))) throw notFound(words('Group not found'));
}

/** Returns 'scope: everybody → Night' for a scope that changed, else undefined. */
export async function scopeChange(tx: Db, { accountId, scope: before = null }: User, after: UserScope | null) {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  const [was, is] = [await scopeInWords(tx, accountId, before), await scopeInWords(tx, accountId, after)];
  return msg('scope: {was} → {is}', { was, is });
}
