import { v7 as uuidv7 } from 'uuid';
import type { User, UserInput, UserSignIn, UserUpdate } from '#contract/access/users.ts';
import { joined, msg, words } from '#contract/platform/words.ts';
import { audit, by, changedFields, type UserCall } from '../../platform/audit/audit.ts';
import { scopeInWords } from '../../platform/audit/scopeNames.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, notFound, Refusal } from '../../platform/http/errors.ts';
import { enqueueMail, wakeMail } from '../../platform/mail/mail.ts';
import { emailChangedMail } from '../../platform/mail/templates.ts';
import { searchTextOf } from '../../platform/searchText.ts';
import type { Services } from '../../platform/services.ts';
import { selectAccount } from '../../platform/tenant/account.sql.ts';
import { requireAccount } from '../../platform/tenant/account.ts';
import { wordsOfUser } from '../../platform/words/recipients.sql.ts';
import { deleteDevicesOf } from '../push/subscriptions.sql.ts';
import { deleteLinksOf } from '../session/links.sql.ts';
import type { PasswordHasher } from '../session/passwordHash.ts';
import {
  invitationLink,
  invite,
  refuseWeak,
  requireVerified,
  setPassword,
  verifyOwnPassword,
} from '../session/passwords.ts';
import { nameKey } from '../session/rules.ts';
import { deleteSessionsOf } from '../session/sessions.sql.ts';
import { refuseForWayBack } from '../session/wayBack.ts';
import { loadStanding } from '../signIn/options.sql.ts';
import { resetOptions } from '../signIn/reset.ts';
import {
  checkGrants,
  checkMayTouch,
  checkSelfChange,
  checkStillManaged,
  defaultRights,
  roleForAccount,
} from './rules.ts';
import { checkScope, givenScope, isNarrower, scopeChange } from './scopes.ts';
import {
  claimNames,
  deleteUserRow,
  findUser,
  insertUser,
  isEmployeeOf,
  lockOtherAdministrators,
  lockUser,
  updateUserRow,
} from './users.sql.ts';

const searchText = (user: { username: string; email: string; firstName: string; lastName: string }) =>
  searchTextOf(user.username, user.email, `${user.firstName} ${user.lastName}`);

/** Creates a user; without a password an invitation is mailed. 404 for an unknown account, 409 for a taken username or email address. */
export async function createUser(
  services: Services,
  passwords: PasswordHasher,
  input: UserInput,
  call: UserCall,
): Promise<User> {
  const { db, jobs } = services;
  const { caller, now } = call;
  const account = await requireAccount(db, input.accountId);
  const role = roleForAccount(account, input.role);
  const { password, accountId, username, email, firstName, lastName, isActive = true } = input;
  if (password)
    refuseWeak(password, { username, email, accountName: account.name, accountCode: account.code }, 'password');
  const passwordHash = password ? await passwords.hash(password) : null;
  const userId = uuidv7({ msecs: now.getTime() });
  const created = await db.tx(async (tx) => {
    const actor = await actorOf(tx, call);
    const defaults = defaultRights(actor, role);
    const rights = {
      modules: input.modules ?? defaults.modules,
      permissions: input.permissions?.api ?? defaults.permissions,
    };
    checkGrants(actor, role, rights);
    await checkEmployee(tx, accountId, input.employeeId);
    const scope = givenScope(input.scope);
    await checkScope(tx, accountId, role, scope);
    const user = await insertUser(tx, {
      employeeId: input.employeeId,
      scope,
      accountId,
      userId,
      username,
      email,
      firstName,
      lastName,
      isActive,
      role,
      passwordHash,
      now,
      modules: unique(rights.modules),
      permissions: unique(rights.permissions),
      mustChange: passwordHash !== null,
      searchText: searchText(input),
      by: caller.fullName,
    });
    await claimOrRefuse(tx, user);
    if (!passwordHash && isActive && input.invite !== false)
      await invite(tx, services, { ...input, userId, accountName: account.name }, now);
    const detail = scope ? msg('scope: {people}', { people: await scopeInWords(tx, accountId, scope) }) : undefined;
    await audit(tx, { ...by(call), accountId, action: 'user.create', target: username, targetId: userId, detail });
    return call.answered(tx, user);
  });
  await wakeMail(jobs);
  return created;
}

/**
 * Creates an invitation link to hand over where mail does not reach. Anyone who has it can set the password, so the same rule applies as for changing
 * the user.
 */
export async function makeInvitationLink(services: Services, userId: string, toSetUp: boolean, call: UserCall) {
  const { now } = call;
  return services.db.tx(async (tx) => {
    const user = await lockInvited(tx, userId, call);
    if (toSetUp && !(user.role === 'employer' && user.permissions.api.includes('Setup.MANAGE')))
      throw conflict(words('A set-up link is for a user of the account who may set it up.'));
    const link = await invitationLink(tx, services, { accountId: user.accountId, userId }, toSetUp, now);
    if (!link)
      throw conflict(words('This user is not active, or has set a password already: an invitation is for a new user.'));
    const { accountId, username: target } = user;
    const detail = toSetUp ? msg('set-up') : undefined;
    await audit(tx, { ...by(call), accountId, action: 'user.invitation-link', target, targetId: userId, detail });
    return { url: link.url, expiresAt: link.expiresAt.toISOString() };
  });
}

/** Ends the links of a user's invitation. */
export async function withdrawInvitationLink({ db }: Services, userId: string, call: UserCall) {
  await db.tx(async (tx) => {
    const { accountId, username: target } = await lockInvited(tx, userId, call);
    if ((await deleteLinksOf(tx, { accountId, userId }, 'invitation')) > 0)
      await audit(tx, { ...by(call), accountId, action: 'user.invitation-withdrawn', target, targetId: userId });
  });
}

/** Returns and locks a user whom the caller may invite. */
async function lockInvited(tx: Db, userId: string, call: UserCall): Promise<User> {
  const actor = await actorOf(tx, call);
  const user = await lockUser(tx, userId);
  if (!user) throw notFound(words('User not found'));
  checkMayTouch(actor, { userId, role: user.role, modules: user.modules, permissions: user.permissions.api });
  return user;
}

/**
 * Changes the fields that are sent. PERMISSION_DENIED and 409 as in docs/security.md#rights; a new password ends the user's sessions.
 * Users need their present password to change their own password or email address, so that a borrowed session cannot.
 */
export async function updateUser(
  services: Services,
  passwords: PasswordHasher,
  userId: string,
  { currentPassword, ...change }: UserUpdate,
  call: UserCall,
): Promise<User> {
  const { db, jobs } = services;
  const { caller, now } = call;
  const isOwn = userId === caller.userId;
  const isSensitive =
    change.newPassword !== undefined || (change.email !== undefined && nameKey(change.email) !== nameKey(caller.email));
  const verified =
    isOwn && isSensitive ? await verifyOwnPassword(services, passwords, caller, currentPassword ?? '') : null;
  const passwordHash = change.newPassword
    ? await hashNew(services, passwords, userId, change, change.newPassword)
    : null;
  const saved = await db.tx(async (tx) => {
    const others = await lockOtherAdministrators(tx, userId);
    const actor = await actorOf(tx, call);
    if (verified) await requireVerified(tx, verified);
    const before = await lockUser(tx, userId);
    if (!before) throw notFound(words('User not found'));
    if (change.role !== undefined && change.role !== before.role)
      throw invalid('role', words('The role of a user cannot be changed'));
    const after = merged(before, change);
    const target = { userId, role: before.role, modules: before.modules, permissions: before.permissions.api };
    checkMayTouch(actor, target);
    checkGrants(actor, before.role, after, target);
    checkSelfChange(actor, target, after);
    if (before.role === 'admin')
      checkStillManaged(others, { isActive: before.isActive, permissions: target.permissions }, after);
    if (isLess(before, after)) await refuseForWayBack(tx, { ...before, userId });
    if (after.employeeId !== before.employeeId) await checkEmployee(tx, before.accountId, after.employeeId);
    if (change.scope) await checkScope(tx, before.accountId, before.role, after.scope);
    const user = await updateUserRow(tx, { ...after, now, by: caller.fullName, searchText: searchText(after) });
    await claimOrRefuse(tx, user);
    const key = { accountId: before.accountId, userId };
    if (!after.isActive) {
      await deleteSessionsOf(tx, key);
      await deleteDevicesOf(tx, key);
    }
    if (nameKey(before.email) !== nameKey(after.email)) await noticeNewAddress(tx, services, before, now);
    if (passwordHash) {
      const byWhom = isOwn ? 'you' : 'an administrator';
      const exceptSessionId = isOwn ? caller.sessionId : undefined;
      await setPassword(tx, services, { ...key, ...after }, { passwordHash, byWhom, exceptSessionId, now });
    }
    const entry = { accountId: before.accountId, action: 'user.update', target: user.username } as const;
    const fields = detailOf(before, after, passwordHash !== null);
    const limited = await scopeChange(tx, before, after.scope);
    const detail = limited && fields ? msg('{fields}, {limited}', { fields, limited }) : (limited ?? fields);
    await audit(tx, { ...by(call), ...entry, targetId: userId, detail });
    return call.answered(tx, user);
  });
  await wakeMail(jobs);
  return saved;
}

/** Deletes a user with their sessions and links; not the caller, and not the last administrator who can manage users. */
export async function deleteUser({ db }: Services, userId: string, call: UserCall): Promise<void> {
  await db.tx(async (tx) => {
    const others = await lockOtherAdministrators(tx, userId);
    const actor = await actorOf(tx, call);
    const user = await lockUser(tx, userId);
    if (!user) throw notFound(words('User not found'));
    if (userId === actor.userId) throw conflict(words('You cannot delete yourself.'));
    const { accountId, role, isActive, username: target } = user;
    const permissions = user.permissions.api;
    checkMayTouch(actor, { userId, role, modules: user.modules, permissions });
    if (role === 'admin') checkStillManaged(others, { isActive, permissions }, { isActive: false, permissions: [] });
    await refuseForWayBack(tx, { accountId, userId, username: target });
    await deleteUserRow(tx, { accountId, userId });
    await audit(tx, { ...by(call), accountId, action: 'user.delete', target, targetId: userId });
  });
}

/** Returns which log-in options a user has set up. */
export async function signInOf({ db, config }: Services, userId: string): Promise<UserSignIn> {
  const user = await findUser(db, userId);
  if (!user) throw notFound(words('User not found'));
  const { passkeys, sealedSeed, recoveryCodes } = await loadStanding(
    db,
    { accountId: user.accountId, userId },
    config.passkeys.rpId,
  );
  return { passkeys, hasApp: sealedSeed !== null, recoveryCodes };
}

/** Removes the log-in options of a user whom the caller may change; users change their own in the user menu. */
export async function resetSignIn(services: Services, userId: string, call: UserCall): Promise<void> {
  await services.db.tx(async (tx) => {
    const actor = await actorOf(tx, call);
    const user = await lockUser(tx, userId);
    if (!user) throw notFound(words('User not found'));
    if (userId === actor.userId) throw conflict(words('Your own log-in options are in your user menu.'));
    checkMayTouch(actor, { userId, role: user.role, modules: user.modules, permissions: user.permissions.api });
    await resetOptions(tx, services, { ...user, userId }, { ...by(call), now: call.now });
  });
  await wakeMail(services.jobs);
}

/** Returns the acting user with their present rights, because those of the request may have been withdrawn while it waited. */
const actorOf = async (tx: Db, { hold, caller: { userId } }: UserCall) => ({
  userId,
  permissions: (await hold(tx)).permissions,
});

/** Returns the names of the fields that changed; those that identify a person with their former values. */
function detailOf(before: User, after: ReturnType<typeof merged>, isNewPassword: boolean): string {
  const known = ['username', 'email', 'scope'] as const;
  const renamed = (['username', 'email'] as const).filter((field) => before[field] !== after[field]);
  const fields = changedFields(
    { ...before, userId: before._id, permissions: before.permissions.api },
    Object.fromEntries(Object.entries(after).filter(([field]) => !known.some((name) => name === field))),
  );
  return [
    ...renamed.map((field) => `${field}: ${before[field]} → ${after[field]}`),
    ...(fields ? [fields] : []),
    ...(isNewPassword ? ['password'] : []),
  ].join(', ');
}

/** Tells whether a user may do or see less than before. */
const isLess = (before: User, after: ReturnType<typeof merged>) =>
  (before.isActive && !after.isActive) ||
  before.permissions.api.some((name) => !after.permissions.includes(name)) ||
  isNarrower(before, after.scope);

const unique = <T>(names: readonly T[]): T[] => [...new Set(names)];

const merged = (before: User, change: UserUpdate) => ({
  accountId: before.accountId,
  userId: before._id,
  username: change.username ?? before.username,
  email: change.email ?? before.email,
  firstName: change.firstName ?? before.firstName,
  lastName: change.lastName ?? before.lastName,
  isActive: change.isActive ?? before.isActive,
  modules: unique(change.modules ?? before.modules),
  permissions: unique(change.permissions?.api ?? before.permissions.api),
  employeeId: change.employeeId === undefined ? before.employeeId : change.employeeId,
  scope: givenScope(change.scope === undefined ? before.scope : change.scope),
});

/** Refuses an employee of another account (docs/reference/corrections.md#who-may-do-what). */
async function checkEmployee(tx: Db, accountId: string, employeeId: string | null | undefined) {
  if (employeeId && !(await isEmployeeOf(tx, accountId, employeeId))) throw notFound(words('Employee not found'));
}

async function claimOrRefuse(tx: Db, user: User) {
  const names = { username: nameKey(user.username), email: nameKey(user.email) };
  const taken = await claimNames(tx, { accountId: user.accountId, userId: user._id }, Object.values(names));
  if (taken.length === 0) return;
  const issues = [
    ...(taken.includes(names.username)
      ? [{ path: 'username', message: words('This username is taken'), said: words('This username is taken.') }]
      : []),
    ...(taken.includes(names.email)
      ? [{ path: 'email', message: words('This email address is taken'), said: words('This email address is taken.') }]
      : []),
  ];
  throw new Refusal('ALREADY_EXISTS', joined(issues.map(({ said }) => said)), {
    issues: issues.map(({ path, message }) => ({ path, message })),
  });
}

/** Hashes a password before the transaction, which must not wait for it. */
async function hashNew(
  { db }: Services,
  passwords: PasswordHasher,
  userId: string,
  change: UserUpdate,
  password: string,
) {
  const user = await findUser(db, userId);
  const account = user && (await selectAccount(db, user.accountId));
  if (!user || !account) throw notFound(words('User not found'));
  refuseWeak(password, { ...merged(user, change), accountName: account.name, accountCode: account.code });
  return passwords.hash(password);
}

/** Tells the former address of the change; a reset link that was mailed there becomes invalid. */
async function noticeNewAddress(tx: Db, { config }: Services, before: User, now: Date) {
  const { accountId, _id: userId, firstName, email: recipient } = before;
  await deleteLinksOf(tx, { accountId, userId }, 'reset', 'invitation');
  const { supportContact } = config;
  const text = emailChangedMail({ firstName, supportContact }, await wordsOfUser(tx, { accountId, userId }));
  await enqueueMail(tx, { ...text, purpose: 'notice', accountId, recipient, now });
}
