import type { FastifyRequest } from 'fastify';
import type { Access } from '#contract/endpoint.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { type Authenticate, bearerToken, type Caller, type UserCaller, type UserRights } from './callers.ts';
import { permissionDenied, Refusal } from './errors.ts';
import { networkOf } from './network.ts';
import type { RateLimiter } from './rateLimit.ts';

export type Admission = { authenticate: Authenticate; clock: Clock; rateLimiter: RateLimiter };

/**
 * Finds who calls and whether they may (spec/security.md 2.2 and 2.3), and stamps the time. A missing permission is a 401, as the
 * product asks. First when the headers are there, so that nobody else's body is read; a request that may have a body is admitted
 * `again` when that has arrived, which can take long: a session, right or key that has ended meanwhile does not act, and the time is
 * that of the act.
 */
export async function admit(
  { authenticate, clock, rateLimiter }: Admission,
  request: FastifyRequest,
  access: Access,
  again = false,
): Promise<Caller | null> {
  const now = clock.now();
  request.receivedAt = now;
  const count = (...[kind, key]: [Parameters<RateLimiter['take']>[0], string]) => {
    if (!again) rateLimiter.take(kind, key, now);
  };
  if (access === 'public') {
    count('public', networkOf(request.ip).host);
    return null;
  }
  const token = bearerToken(request.headers.authorization);
  if (!token) throw new Refusal('SESSION_EXPIRED', 'You are not logged in with an active session.');
  if (access === 'device') {
    const device = await authenticate.device(token, now);
    count('device', device.deviceId);
    return device;
  }
  if (access === 'payroll') {
    const system = await authenticate.payroll(token, now, request.ip);
    count('payroll', system.syncKeyId);
    return system;
  }
  const user = await authenticate.user(token, now);
  count('session', user.sessionId);
  allow(user, access);
  return user;
}

/**
 * Returns a user's rights as of the transaction that writes, which stay so until it ends: waiting for a hash or a lock takes time too.
 * Throws as `admit` when the session has ended or the permission is gone.
 */
export async function holdCaller(
  { authenticate, clock }: Admission,
  tx: Db,
  { sessionId }: UserCaller,
  access: Access,
): Promise<UserRights> {
  const rights = await authenticate.holdUser(tx, sessionId, clock.now());
  allow(rights, access);
  return rights;
}

function allow(user: UserRights, access: Access) {
  if (typeof access === 'string') return;
  const { role, anyOf } = access;
  const needsRole = role === 'any' ? user.role !== 'device' : user.role === role;
  const needsModule = user.role !== 'employer' || user.modules.includes('Dashboard');
  if (!needsRole || !needsModule || !anyOf.some((name) => user.permissions.includes(name))) throw permissionDenied();
}
