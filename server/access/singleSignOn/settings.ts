import { PRESETS } from '#contract/access/presets.ts';
import type { AccountSignOn, SignOnSettings } from '#contract/access/singleSignOn.ts';
import { ROLE_DEFAULTS } from '#contract/platform/permissions.ts';
import { msg, words } from '#contract/platform/words.ts';
import { audit, by, changedFields, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccountAndLogins, requireAccount } from '../../platform/tenant/account.ts';
import { loadLogin } from '../session/logins.sql.ts';
import { checkGrants } from '../users/rules.ts';
import { checkScope } from '../users/scopes.ts';
import { findUser, lockUser } from '../users/users.sql.ts';
import { endOtherSessions } from './arrivals.sql.ts';
import { findSettings, linksOf, mappedUsers, saveSettings } from './links.sql.ts';
import { endAccess } from './mapping.ts';

const UNUSED = { issuer: '', linkByEmail: false, isRequired: false, passwordUserId: null, createUsers: null };

/** Returns how an account uses single sign-on, and the providers of the installation. */
export async function accountSignOn({ db, config }: Services, accountId: string): Promise<AccountSignOn> {
  await requireAccount(db, accountId);
  return {
    settings: await findSettings(db, accountId),
    providers: config.providers.map(({ issuer, name }) => ({ issuer, name })),
  };
}

/**
 * Changes how an account uses single sign-on. A new requirement ends the sessions that began with a password, except the caller's and those of the user
 * who keeps one; the end of a mapping, also by another provider, those of the users whose rights follow it. Throws CONFLICT, NOT_FOUND, VALIDATION_FAILED, and PERMISSION_DENIED for rights that the caller may not give.
 */
export async function saveAccountSignOn(
  services: Services,
  accountId: string,
  given: SignOnSettings | null,
  call: UserCall,
): Promise<AccountSignOn> {
  return services.db.tx(async (tx) => {
    // First, in the order of log-ins: who is to keep a password is not changed or deleted meanwhile.
    if (given?.passwordUserId) await lockUser(tx, given.passwordUserId);
    const { isSystem, code } = await lockAccountAndLogins(tx, accountId);
    const { permissions } = await call.hold(tx);
    const before = await findSettings(tx, accountId);
    const settings = given && { ...given, passwordUserId: await passwordUserIdOf(tx, accountId, given, before) };
    if (settings) {
      const isKnown = services.config.providers.some(({ issuer }) => issuer === settings.issuer);
      if (!isKnown && before?.issuer !== settings.issuer) throw notFound(words('Provider not found'));
      await checkWayBack(tx, accountId, settings, isSystem);
      if (settings.createUsers && isSystem) throw conflict(words('Administrators are never created by a log-in.'));
      for (const { preset, scope } of settings.createUsers?.rules ?? []) {
        const rights = { modules: ROLE_DEFAULTS.employer.modules, permissions: PRESETS[preset].api };
        checkGrants({ userId: call.caller.userId, permissions }, 'employer', rights);
        await checkScope(tx, accountId, 'employer', scope);
      }
    }
    await saveSettings(tx, accountId, settings);
    if (settings?.isRequired) {
      const { issuer, passwordUserId } = settings;
      await endOtherSessions(tx, { accountId, issuer, passwordUserId, sessionId: call.caller.sessionId });
    }
    if (before?.createUsers && !(settings?.createUsers && settings.issuer === before.issuer))
      for (const user of await mappedUsers(tx, accountId)) await endAccess(tx, user);
    const fields = changedFields(before ?? UNUSED, settings ?? UNUSED);
    const detail = fields ? msg('single sign-on: {fields}', { fields }) : msg('single sign-on: unchanged');
    await audit(tx, { ...by(call), accountId, action: 'account.settings', target: code, detail });
    return call.answered(tx, await accountSignOn({ ...services, db: tx }, accountId));
  });
}

/**
 * Returns the id of who is to keep a password, as it is stored: log-ins compare it as text. Null for one who was deleted while nothing was required,
 * whom the settings still name. NOT_FOUND.
 */
async function passwordUserIdOf(
  tx: Db,
  accountId: string,
  { passwordUserId: userId }: SignOnSettings,
  before: SignOnSettings | null,
): Promise<string | null> {
  if (userId === null) return null;
  const user = await loadLogin(tx, { accountId, userId });
  if (!user && before?.passwordUserId !== userId) throw notFound(words('User not found'));
  return user?.userId ?? null;
}

/**
 * Refuses a requirement that could lock everybody out: an active user of the account must keep a password, whose rights are not a mapping's to take,
 * and who can lift the requirement where no other account's administrators could.
 */
async function checkWayBack(
  tx: Db,
  accountId: string,
  { isRequired, passwordUserId }: SignOnSettings,
  isSystem: boolean,
) {
  if (!isRequired) return;
  const user = passwordUserId === null ? undefined : await loadLogin(tx, { accountId, userId: passwordUserId });
  if (!user) throw invalid('settings.passwordUserId', words('Choose a user who keeps a password as the way back'));
  if (!user.isActive || user.passwordHash === null || user.role === 'device')
    throw conflict(msg('{username} must be active and have a password, as the way back.', { username: user.username }));
  if ((await linksOf(tx, user)).some(({ isMapped }) => isMapped))
    throw conflict(
      msg('The rights of {username} follow a claim. Choose another user as the way back.', { username: user.username }),
    );
  if (isSystem && !(await findUser(tx, user.userId))?.permissions.api.includes('Account.UPDATE_SETTINGS'))
    throw conflict(
      msg('{username} must be able to change account settings, as the way back.', { username: user.username }),
    );
}
