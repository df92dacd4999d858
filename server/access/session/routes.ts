import type { FastifyInstance } from 'fastify';
import { checkLastFigures } from '#contract/access/lastFigures.ts';
import {
  changePassword,
  createWebAuthToken,
  endSessions,
  exchangeWebAuthToken,
  extendSession,
  finalizePasswordReset,
  getSession,
  logIn,
  logOut,
  requestPasswordReset,
  type SessionInfo,
} from '#contract/access/session.ts';
import { BEYOND_SCOPE } from '#contract/platform/scope.ts';
import { msg, words } from '#contract/platform/words.ts';
import { audit, by } from '../../platform/audit/audit.ts';
import type { Scope, UserCaller } from '../../platform/http/callers.ts';
import { conflict, Refusal } from '../../platform/http/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import { route } from '../../platform/http/route.ts';
import { mailedAnswer } from '../../platform/mail/mail.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { deleteDevice } from '../push/subscriptions.sql.ts';
import { browserOf } from './browser.ts';
import { figuresProof, isFiguresProof } from './lastFigures.ts';
import { later, logIn as logInUser, secondsUntil } from './login.ts';
import type { PasswordHasher } from './passwordHash.ts';
import { changeOwnPassword, finalizeReset, requestReset } from './passwords.ts';
import { SESSION_MAX_HOURS, SESSION_WARNING_SECONDS } from './rules.ts';
import { selectScopeNames } from './scope.sql.ts';
import type { SecondStep } from './secondStep.ts';
import { deleteSession, deleteSessionsByHash, extendSessionRow } from './sessions.sql.ts';
import type { SignOn } from './signOn.ts';
import { exchangeTransfer, makeTransfer } from './transfer.ts';

const ok = { ok: true } as const;

export function sessionRoutes(
  app: FastifyInstance,
  services: Services,
  passwords: PasswordHasher,
  secondStep: SecondStep,
  signOn: SignOn,
) {
  const { db, config, secrets } = services;

  route(app, logIn, async ({ body, request, address, now }) => {
    const login = await logInUser(services, passwords, secondStep, {
      ...body,
      browserId: browserOf(request),
      address,
      now,
    });
    // Recognised from now on, whatever others at the address do with unknown tokens.
    app.gate.unknown.wasKnown(networkOf(address).host, login.token);
    return login;
  });

  const scopeNamesOf = ({ accountId }: UserCaller, scope: Scope) =>
    db.tenant(accountId, (tx) => selectScopeNames(tx, accountId, scope));
  route(app, getSession, async ({ caller, now }) => ({
    ...sessionInfoOf(caller, secrets, now),
    ...(caller.scope && { scopeNames: await scopeNamesOf(caller, caller.scope) }),
    ...(config.webPush && mayHaveAlerts(caller) && { deviceAlerts: true }),
    passkeys: caller.hasFactor && (await secondStep.hasPasskeys(caller)),
  }));

  route(app, logOut, async (call) => {
    const { sessionId, accountId } = call.caller;
    const next = call.query.reason === undefined ? await signOn.logOutUrl(sessionId) : undefined;
    await db.tx(
      async (tx) => {
        // Nothing to record if the session had already ended.
        if ((await deleteSession(tx, sessionId)) > 0)
          await audit(tx, { ...by(call), hold: undefined, accountId, action: 'session.logout' });
        // After deleting the session, which waited for its other work to end.
        if (call.query.reason !== 'timeout') await deleteDevice(tx, call.caller);
      },
      { essential: true },
    );
    return { ...ok, ...(next !== undefined && { next }) };
  });

  route(app, endSessions, async ({ body, address, now }) => {
    const hashes = body.sessions.map((hex) => Buffer.from(hex, 'hex'));
    await db.tx(
      async (tx) => {
        for (const ended of await deleteSessionsByHash(tx, hashes)) {
          const { accountId, userId: actorId, username: actor } = ended;
          // A session that had run out was not logged out; its browser removes the device itself.
          if (ended.expiresAt > now) await deleteDevice(tx, ended);
          await audit(tx, {
            accountId,
            actor,
            actorId,
            at: now,
            address,
            action: 'session.logout',
            detail: msg('Told later'),
          });
        }
      },
      { essential: true },
    );
    return ok;
  });

  route(app, checkLastFigures, async ({ body }) => ({ isAllowed: await isFiguresProof(services, body) }));

  route(app, extendSession, async (call) => {
    const { sessionId, accountId } = call.caller;
    const wanted = later(call.now, config.sessionTtl);
    const extended = await db.tx(
      async (tx) => {
        const extended = await extendSessionRow(tx, sessionId, wanted, { hours: SESSION_MAX_HOURS });
        const isAtItsLongest = extended && extended.expiresAt < wanted;
        if (isAtItsLongest && secondsUntil(extended.expiresAt, call.now) <= SESSION_WARNING_SECONDS)
          throw conflict(
            msg('A session lasts {sessionMaxHours} hours at most. Log in again.', {
              sessionMaxHours: SESSION_MAX_HOURS,
            }),
          );
        await audit(tx, { ...by(call), accountId, action: 'session.extend' });
        return extended;
      },
      { essential: true },
    );
    // A log-in elsewhere ended it meanwhile.
    if (!extended) throw new Refusal('SESSION_EXPIRED', words('You are not logged in with an active session.'));
    return { ttl: secondsUntil(extended.expiresAt, call.now) };
  });

  route(app, requestPasswordReset, async ({ body, address }) => {
    await requestReset(services, body.identity, address);
    return mailedAnswer(config);
  });

  route(app, finalizePasswordReset, async ({ body, address, now }) => {
    await finalizeReset(services, passwords, { ...body, address, now });
    return ok;
  });

  route(app, changePassword, async ({ body, caller, address, now }) => {
    await changeOwnPassword(services, passwords, caller, { ...body, address, now });
    return ok;
  });

  route(app, createWebAuthToken, (call) => makeTransfer(services, call));

  route(app, exchangeWebAuthToken, ({ body, request, address, now }) =>
    exchangeTransfer(services, signOn, { ...body, browserId: browserOf(request), address, now }),
  );
}

/** Returns the permissions that a user can use: with a scope, not those whose calls are refused. */
const usablePermissions = ({ permissions, scope }: UserCaller) =>
  permissions.filter((name) => !scope || !BEYOND_SCOPE.includes(name));

const mayHaveAlerts = ({ role, permissions }: UserCaller) =>
  role === 'employer' && permissions.includes('GET_ALL_ALERTS');

function sessionInfoOf(caller: UserCaller, secrets: Secrets, now: Date): SessionInfo {
  const { accountId, accountName, accountCode, timeZone, license, username, userId, firstName, lastName, role } =
    caller;
  // A new secret after each change of the password or of the scope: what was kept offline before can no longer be read.
  const cacheSecret = secrets.derive(
    'cache',
    `${userId} ${caller.passwordChangedAt?.getTime() ?? 0}${caller.scope?.key ?? ''}`,
  );
  return {
    accountId,
    accountName,
    accountCode,
    timeZone,
    license,
    username,
    userId,
    firstName,
    lastName,
    role,
    modules: [...caller.modules],
    permissions: { application: [], api: usablePermissions(caller) },
    ...(caller.scope && { scope: caller.scope.key }),
    rights: caller.rights,
    lastFigures: figuresProof(secrets, caller),
    cacheSecret: cacheSecret.toString('base64url'),
    mustChangePassword: caller.mustChangePassword,
    language: caller.language,
    ownLanguage: caller.ownLanguage,
    ttl: secondsUntil(caller.expiresAt, now),
  };
}
