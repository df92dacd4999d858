import { createHash } from 'node:crypto';
import { createRateLimiter, type Limit } from './rateLimit.ts';

/**
 * A limit, per address, on callers with unknown credentials (serial numbers, tokens), checked before the database is asked. A caller that was
 * recognised from that address a moment ago passes, whatever others at the address do.
 */
export type UnknownCallers = {
  /** Throws TOO_MANY_REQUESTS when the address has used too many unknown credentials, unless this one is known. */
  check(host: string, credential: string, now: Date): void;
  wasKnown(host: string, credential: string): void;
  wasUnknown(host: string, now: Date): void;
};

const MAX_KNOWN = 20_000;

export function createUnknownCallers(limit: Limit): UnknownCallers {
  const limiter = createRateLimiter({ unknown: limit });
  const known = new Set<string>();
  // Credentials themselves are not kept in memory.
  const nameOf = (host: string, credential: string) =>
    `${host} ${createHash('sha256').update(credential).digest('base64url')}`;
  return {
    check(host, credential, now) {
      if (!known.has(nameOf(host, credential))) limiter.refuseIfSpent('unknown', host, now);
    },
    wasKnown(host, credential) {
      const name = nameOf(host, credential);
      known.delete(name);
      known.add(name);
      if (known.size > MAX_KNOWN)
        for (const oldest of known) {
          known.delete(oldest);
          break;
        }
    },
    wasUnknown(host, now) {
      try {
        limiter.take('unknown', host, now);
      } catch {
        // Several were let in at once; the bucket is empty for the next one.
      }
    },
  };
}
