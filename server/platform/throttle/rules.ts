/** A limit on tries. After `limit` tries within `windowMs` the next is refused for `blockMs`, then for twice as long. */
export type ThrottleRule = { limit: number; windowMs: number; blockMs: number; maxBlockMs: number };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const doubling = { blockMs: 30_000, maxBlockMs: 15 * MINUTE };
/** Refused until the hour is over. */
const perHour = (limit: number): ThrottleRule => ({ limit, windowMs: HOUR, blockMs: HOUR, maxBlockMs: HOUR });

/** The limits on tries (docs/security.md#passwords). */
export const THROTTLES = {
  /** Failed log-ins of one identity from one network, of one identity, from one address. */
  logInPair: { limit: 5, windowMs: 5 * MINUTE, ...doubling },
  logInIdentity: { limit: 20, windowMs: 15 * MINUTE, ...doubling },
  logInAddress: { limit: 50, windowMs: 5 * MINUTE, ...doubling },
  /** The separate budget of a user on a network from which they logged in during the last 30 days. */
  logInKnown: { limit: 5, windowMs: 5 * MINUTE, ...doubling },
  /** Reset mails. */
  resetIdentity: perHour(3),
  resetAddress: perHour(10),
  /** Wrong reset links and transfer tokens. */
  finalizeAddress: perHour(10),
  transferAddress: perHour(30),
  /** Links that show days without a log-in and do not exist (docs/reference/records.md#an-auditors-sample, docs/reference/privacy.md#their-own-day). */
  linkAddress: perHour(30),
  /** Codes of an authenticator app, recovery codes; passkeys of a known user, and at the public log-in by address. */
  appCode: { limit: 5, windowMs: 5 * MINUTE, ...doubling },
  recoveryCode: { limit: 5, windowMs: 5 * MINUTE, ...doubling },
  passkeyUser: { limit: 20, windowMs: 5 * MINUTE, ...doubling },
  passkeyAddress: { limit: 50, windowMs: 5 * MINUTE, ...doubling },
  /** Answers of providers of single sign-on that were no log-in, by address: each makes the server call the provider. */
  signOnAddress: { limit: 50, windowMs: 5 * MINUTE, ...doubling },
  /** Wrong activation codes by address, and by their beginning for as long as a code is valid; activation mails of one device. */
  activationAddress: perHour(5),
  activationBeginning: { limit: 20, windowMs: 24 * HOUR, blockMs: 24 * HOUR, maxBlockMs: 24 * HOUR },
  activationMail: perHour(3),
  /** 'Send a test to me', of one user. */
  testAlertUser: perHour(20),
} as const satisfies Record<string, ThrottleRule>;
export type ThrottleName = keyof typeof THROTTLES;

/** The state of a key. Times in epoch milliseconds. */
export type ThrottleState = { windowStart: number; hits: number; blockedUntil: number | null; strikes: number };

/** A try, with the stored form of its counter's key, that was right at the time `at` (epoch milliseconds) and still counts. */
export type OwedTry = { key: string; at: number };

/**
 * Counts a try before its outcome is known, so that a hundred simultaneous ones cannot all pass; success takes it back. Tries are counted in their
 * order of arrival here: a time before the window's start (processes whose clocks differ) counts as its start, and only a clock that was ahead by
 * more than a window starts a new one.
 */
export function tryOnce(
  state: ThrottleState | null,
  rule: ThrottleRule,
  at: number,
): { next: ThrottleState; waitMs: number } {
  const wasAhead = state !== null && at < state.windowStart - rule.windowMs;
  const known = wasAhead ? null : state;
  const now = Math.max(at, known?.windowStart ?? at);
  const blocked = known?.blockedUntil ?? 0;
  if (known && blocked > now) return { next: known, waitMs: blocked - now };
  if (!known || now - known.windowStart >= rule.windowMs) {
    const strikes = known && now - Math.max(blocked, known.windowStart) < rule.windowMs ? known.strikes : 0;
    return { next: { windowStart: now, hits: 1, blockedUntil: null, strikes }, waitMs: 0 };
  }
  if (known.hits < rule.limit) return { next: { ...known, hits: known.hits + 1, blockedUntil: null }, waitMs: 0 };
  const waitMs = Math.min(rule.blockMs * 2 ** known.strikes, rule.maxBlockMs);
  // One try is left after the block; if it fails, the next block is twice as long.
  const next = { ...known, hits: rule.limit - 1, blockedUntil: now + waitMs, strikes: Math.min(known.strikes + 1, 20) };
  return { next, waitMs };
}

/** Takes back a try that turned out right. */
export const takeBack = (state: ThrottleState): ThrottleState => ({ ...state, hits: Math.max(0, state.hits - 1) });
