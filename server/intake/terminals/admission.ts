import type { Db } from '../../platform/db/db.ts';
import { refusalOf } from '../../platform/http/errors.ts';
import { createRateLimiter, type RateLimiter } from '../../platform/http/rateLimit.ts';
import { createUnknownCallers, type UnknownCallers } from '../../platform/http/unknownCallers.ts';
import type { Services } from '../../platform/services.ts';
import { auditNetwork, networkTrust, noteBelievedContact } from './networks.ts';
import type { Terminal } from './terminals.sql.ts';

const CONTACT_EVERY_MS = 20_000;
/** 20 requests a second, 200 at once: enough to send a history again. */
const RATE = {
  terminal: { perMinute: 1_200, burst: 200 },
  /** The same fact about a terminal is written to the trail, the alarms or the log once an hour. */
  line: { perMinute: 1 / 60, burst: 1 },
};
/** Unknown serial numbers and secrets of one address, counted before the database is asked. */
const UNKNOWN_SERIALS = { perMinute: 600, burst: 300 };
export type Limits = { limiter: RateLimiter<keyof typeof RATE>; unknown: UnknownCallers };

export const createLimits = (): Limits => ({
  limiter: createRateLimiter(RATE),
  unknown: createUnknownCallers(UNKNOWN_SERIALS),
});

type Place = {
  network: string;
  address: string;
  isProved: boolean;
  now: Date;
  mayLog: (what: string) => boolean;
};
/** Returns how far a terminal's call is trusted by its network; notes the contact where it is, and another network in the trail. */
export async function believe(terminal: Terminal, { network, address, isProved, now, mayLog }: Place, db: Db) {
  const place = networkTrust(terminal, network, now);
  // A token goes over the line in clear text, so it does not overrule a user who rejected the network.
  const trust = isProved && place !== 'rejected' ? 'accepted' : place;
  const isNewNetwork = terminal.network !== null && terminal.network !== network;
  if (isNewNetwork && trust !== 'accepted' && mayLog(network))
    await db.tenant(terminal.accountId, (tx) => auditNetwork(tx, terminal, { network, address }, now, trust));
  // One that is later than now was noted while this server's clock was ahead.
  const isRecent =
    terminal.network === network && Math.abs(now.getTime() - (terminal.lastContact?.getTime() ?? 0)) < CONTACT_EVERY_MS;
  if ((trust === 'accepted' || trust === 'moved') && !isRecent)
    await db.tenant(terminal.accountId, (tx) => noteBelievedContact(tx, terminal, { network, address }, now));
  return trust;
}

/** Returns true where the same fact about a terminal has not been written for an hour. */
export function takes(limiter: Limits['limiter'], key: string, now: Date): boolean {
  try {
    limiter.take('line', key, now);
    return true;
  } catch {
    return false;
  }
}

const MAX_WAIT_MS = 2_000;
/** A terminal that is too fast waits a little (a history is sent again at 20 a second); a flood is refused. */
export async function takeTurn(limiter: Limits['limiter'], who: string, { clock }: Services) {
  for (let waited = 0; ; ) {
    try {
      return limiter.take('terminal', who, clock.now());
    } catch (error) {
      const pause = Math.max(20, (refusalOf(error)?.retryAfter ?? 1) * 1_000);
      waited += pause;
      if (waited > MAX_WAIT_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
