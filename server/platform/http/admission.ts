import type { FastifyRequest } from 'fastify';
import { isForReading } from '#contract/access/readingKeys.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { words } from '#contract/platform/words.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { type Authenticate, bearerToken, type Caller, type UserCaller, type UserRights } from './callers.ts';
import { permissionDenied, Refusal, refusalOf } from './errors.ts';
import { networkOf } from './network.ts';
import type { RateLimiter } from './rateLimit.ts';
import type { UnknownCallers } from './unknownCallers.ts';

export type Admission = { authenticate: Authenticate; clock: Clock; rateLimiter: RateLimiter; unknown: UnknownCallers };

type Called = Pick<Endpoint, 'method' | 'access' | 'response' | 'scope'>;
/** How keys that read figures begin. */
const READING_KEY = 'tb_read_';
const BEYOND = words('Your user is limited to some people, and this concerns others too.');

/**
 * Finds the caller, checks what they may do, and stamps the time. A missing permission is a 401, as the product asks.
 * Runs first when the headers have arrived, so that no body of an unknown caller is read. A request with a body is admitted a second time (`again`)
 * when the body has arrived, which can take long: a session, right or key that has ended meanwhile no longer counts, and the time is that of the
 * second check.
 */
export async function admit(
  { authenticate, clock, rateLimiter, unknown }: Admission,
  request: FastifyRequest,
  endpoint: Called,
  again = false,
): Promise<Caller | null> {
  const { access, scope } = endpoint;
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
  if (!token) throw new Refusal('SESSION_EXPIRED', words('You are not logged in with an active session.'));
  const { host } = networkOf(request.ip);
  if (!again) unknown.check(host, token, now);
  const caller = await authenticated(authenticate, endpoint, token, request.ip, now).catch((error) => {
    if (refusalOf(error)?.errorCode === 'SESSION_EXPIRED') unknown.wasUnknown(host, now);
    throw error;
  });
  unknown.wasKnown(host, token);
  if (caller.kind === 'ticket') count('session', caller.ticketHash.toString('hex'));
  else if (caller.kind === 'device') count('device', caller.deviceId);
  else if (caller.kind === 'payroll') count('payroll', caller.syncKeyId);
  else {
    count(caller.isKey ? 'reader' : 'session', caller.sessionId);
    allow(caller, access);
    if (caller.scope && typeof access === 'object' && !scope) throw new Refusal('OUT_OF_SCOPE', BEYOND);
  }
  return caller;
}

function authenticated(authenticate: Authenticate, endpoint: Called, token: string, address: string, now: Date) {
  const { access } = endpoint;
  if (token.startsWith(READING_KEY) && isForReading(endpoint)) return authenticate.reader(token, now, address);
  if (access === 'device' || access === 'ticket' || access === 'enrolling') return authenticate[access](token, now);
  return access === 'payroll' ? authenticate.payroll(token, now, address) : authenticate.user(token, now);
}

/** A proof of identity is valid for this long. */
const PROOF_MS = 10 * 60_000;

/** Throws STEP_UP_REQUIRED for a user whose call needs a proof of identity that is missing or too old. */
export function requireProof({ stepUp }: Pick<Endpoint, 'stepUp'>, caller: Caller | null, body: unknown, now: Date) {
  if (!stepUp || caller?.kind !== 'user') return;
  const isGiven = typeof stepUp !== 'object' || hasValue(body, stepUp);
  const isProved = caller.provedAt !== null && now.getTime() - caller.provedAt.getTime() < PROOF_MS;
  if (isGiven && !isProved && (caller.hasFactor || stepUp === 'everybody'))
    throw new Refusal('STEP_UP_REQUIRED', words('Confirm that it is you.'));
}

const hasValue = (body: unknown, asked: Exclude<Endpoint['stepUp'], string | undefined>) =>
  typeof body === 'object' &&
  body !== null &&
  Object.entries(body).some(([name, value]) =>
    asked.some(({ ifGiven, among }) => name === ifGiven && (!among || among.some((each) => each === value))),
  );

/**
 * Returns a user's rights as of the transaction that writes, and keeps them unchanged until it ends, because waiting for a hash or a lock takes time
 * as well. Throws like `admit` when the session has ended or the permission was withdrawn.
 */
export async function holdCaller(
  { authenticate, clock }: Admission,
  tx: Db,
  { sessionId }: UserCaller,
  access: Called['access'],
): Promise<UserRights> {
  const rights = await authenticate.holdUser(tx, sessionId, clock.now());
  allow(rights, access);
  return rights;
}

function allow(user: UserRights, access: Called['access']) {
  if (typeof access === 'string') return;
  const { role, anyOf } = access;
  const needsRole = role === 'any' ? user.role !== 'device' : user.role === role;
  const needsModule = user.role !== 'employer' || user.modules.includes('Dashboard');
  if (!needsRole || !needsModule || !anyOf.some((name) => user.permissions.includes(name))) throw permissionDenied();
}
