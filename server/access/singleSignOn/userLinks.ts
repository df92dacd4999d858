import type { UserLinks } from '#contract/access/singleSignOn.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, notFound, Refusal } from '../../platform/http/errors.ts';
import { wakeMail } from '../../platform/mail/mail.ts';
import { nameOfIssuer } from '../../platform/providers.ts';
import { tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { lockActiveUser } from '../session/logins.sql.ts';
import type { UserKey } from '../session/sessions.sql.ts';
import { findRequiredIssuer } from '../session/signOn.sql.ts';
import { type Acting, change } from '../signIn/change.ts';
import { tell } from '../signIn/notices.ts';
import { checkMayTouch } from '../users/rules.ts';
import { findUser, lockUser } from '../users/users.sql.ts';
import { takeArrival } from './arrivals.sql.ts';
import type { Clients } from './clients.ts';
import { deleteLink, hasLinkAt, insertLink, linksOf } from './links.sql.ts';
import { endAccess } from './mapping.ts';
import { failureIn } from './state.ts';

/** The log-ins at providers that are a user's: their own, and those that administrators give. */

const taken = () => new Refusal('ALREADY_EXISTS', words('This log-in is linked to another user already.'));

/** Returns a user's links, and the providers that there are. */
export async function listLinks(db: Db, { config: { providers } }: Services, user: UserKey): Promise<UserLinks> {
  const links = await linksOf(db, user);
  return {
    links: links.map(({ linkedAt, lastUsedAt, ...one }) => ({
      ...one,
      provider: nameOfIssuer(providers, one.issuer),
      linkedAt: linkedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    providers: providers.map(({ id, name, issuer }) => ({ id, name, issuer })),
  };
}

/**
 * Links the log-in with which a user came back from a provider, in the session and browser that began it. INVALID_TOKEN, ALREADY_EXISTS, CONFLICT where
 * the user has another one there.
 */
export async function finishOwnLink(services: Services, acting: Acting, token: string, browserId: string) {
  const { user, sessionId, now } = acting;
  const failure = failureIn(services.secrets, token, now);
  if (failure !== undefined) throw new Refusal('INVALID_TOKEN', failure);
  const found = await services.db.tx((tx) =>
    takeArrival(tx, { tokenHash: tokenHash(token), purpose: 'link', browserId, now }),
  );
  if (!found || found.userId !== user.userId || found.sessionId !== sessionId)
    throw new Refusal('INVALID_TOKEN', words('This log-in took too long. Try again.'));
  const { issuer, subject, label } = found;
  const name = nameOfIssuer(services.config.providers, issuer);
  const notice = {
    sentence: msg('Your log-in at {provider} was linked.', { provider: name }),
    detail: msg('single sign-on linked: {name}', { name }),
  };
  await change(services, acting, notice, async (tx) => {
    // Else a user whom a mapping created could go on with a log-in that it does not follow.
    const hasAnother = (await linksOf(tx, user)).some((one) => one.issuer === issuer && one.subject !== subject);
    if (hasAnother) throw conflict(msg('You have a log-in at {name}. Remove it first.', { name }));
    const link = { issuer, subject, label, linkedAt: now, linkedBy: user.username, isMapped: false };
    if (!(await insertLink(tx, user, link))) throw taken();
  });
  await wakeMail(services.jobs);
}

/** Removes a user's own log-in at a provider. NOT_FOUND; CONFLICT where nothing else would let the user in. */
export async function removeOwnLink(services: Services, acting: Acting, issuer: string) {
  const { user } = acting;
  const name = nameOfIssuer(services.config.providers, issuer);
  const notice = {
    sentence: msg('Your log-in at {provider} lets you in no more.', { provider: name }),
    detail: msg('single sign-on removed: {name}', { name }),
  };
  await change(services, acting, notice, async (tx, { usablePasskeys }) => {
    if ((await linksOf(tx, user)).some((one) => one.issuer === issuer && one.isMapped))
      throw conflict(
        msg('Your permissions follow your log-in at {name}. Ask an administrator to remove it.', { name }),
      );
    if ((await findRequiredIssuer(tx, user)) === issuer) throw conflict(msg('Your account requires {name}.', { name }));
    if (!(await deleteLink(tx, user, issuer))) throw notFound(words('Log-in not found'));
    const locked = await lockActiveUser(tx, user);
    const isLast = !locked?.passwordHash && usablePasskeys === 0 && (await linksOf(tx, user)).length === 0;
    if (isLast) throw conflict(words('This is your only way in. Set a password first.'));
  });
  await wakeMail(services.jobs);
}

/** Carries out an administrator's change of another user's links, and tells the user. */
async function changeLinks(
  services: Services,
  userId: string,
  call: UserCall,
  notice: { sentence: Message; detail: Message },
  apply: (tx: Db, user: UserKey) => Promise<void>,
): Promise<UserLinks> {
  const answer = await services.db.tx(async (tx) => {
    const { permissions } = await call.hold(tx);
    const user = await lockUser(tx, userId);
    if (!user) throw notFound(words('User not found'));
    if (userId === call.caller.userId) throw conflict(words('Your own log-ins are in your user menu: Log-in options.'));
    const { accountId, role, modules } = user;
    const actor = { userId: call.caller.userId, permissions };
    checkMayTouch(actor, { userId, role, modules, permissions: user.permissions.api });
    await apply(tx, { accountId, userId });
    await tell(
      tx,
      services,
      { ...user, userId },
      { action: 'sign-in.change', ...notice },
      { ...by(call), now: call.now },
    );
    return call.answered(tx, await listLinks(tx, services, { accountId, userId }));
  });
  await wakeMail(services.jobs);
  return answer;
}

type Given = { provider: string; subject: string };
/** Links a log-in, by its identifier at the provider, to a user who has none there. ALREADY_EXISTS, CONFLICT, NOT_FOUND, PERMISSION_DENIED. */
export async function addUserLink(
  services: Services,
  clients: Clients,
  userId: string,
  { provider: id, subject }: Given,
  call: UserCall,
) {
  const { issuer, name } = clients.require(id).provider;
  const notice = {
    sentence: msg('An administrator linked a log-in at {provider} to your user.', { provider: name }),
    detail: msg('single sign-on linked: {name}', { name }),
  };
  return changeLinks(services, userId, call, notice, async (tx, user) => {
    if (await hasLinkAt(tx, user, issuer))
      throw conflict(msg('This user has a log-in at {name}. Remove it first.', { name }));
    const by = call.caller.username;
    const link = { issuer, subject, label: subject.slice(0, 200), linkedAt: call.now, linkedBy: by, isMapped: false };
    if (!(await insertLink(tx, user, link))) throw taken();
  });
}

/** Removes a user's log-in at a provider, and ends the user's sessions, waiting log-ins and alerts. NOT_FOUND, PERMISSION_DENIED. */
export async function removeUserLink(services: Services, userId: string, issuer: string, call: UserCall) {
  const name = nameOfIssuer(services.config.providers, issuer);
  const notice = {
    sentence: msg('An administrator removed your log-in at {provider}.', { provider: name }),
    detail: msg('single sign-on removed: {name}', { name }),
  };
  return changeLinks(services, userId, call, notice, async (tx, user) => {
    if (!(await deleteLink(tx, user, issuer))) throw notFound(words('Log-in not found'));
    await endAccess(tx, user);
  });
}

/** Returns a user's links as administrators see them. NOT_FOUND. */
export async function listUserLinks(services: Services, userId: string) {
  const user = await findUser(services.db, userId);
  if (!user) throw notFound(words('User not found'));
  return listLinks(services.db, services, { accountId: user.accountId, userId });
}
