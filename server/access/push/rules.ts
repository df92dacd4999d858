const MINUTE = 60_000;

/** Long enough for one answer or none; when a process dies meanwhile, another one takes the message after the lease. */
export const LEASE_MS = MINUTE;
/** How long push services keep a message for a device that is switched off. */
export const TTL_SECONDS = 4 * 3_600;
const AGAIN_AFTER_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE] as const;
const LATEST_MS = 60 * MINUTE;

export const isTooLate = (dueAt: Date, now: Date) => now.getTime() - dueAt.getTime() > LATEST_MS;

/**
 * Returns when a message is tried again after `attempts` failures: after 1, 5, then every 15 minutes, but not before the service allows it
 * (`retryAfter`: its header); undefined when that would be more than an hour after the slot.
 */
export function nextAttempt(
  { dueAt, attempts }: { dueAt: Date; attempts: number },
  retryAfter: string | undefined,
  now: Date,
): Date | undefined {
  const pause = AGAIN_AFTER_MS[Math.min(attempts, AGAIN_AFTER_MS.length) - 1] ?? MINUTE;
  const next = new Date(Math.max(now.getTime() + pause, earliest(retryAfter ?? '', now)));
  return isTooLate(dueAt, next) ? undefined : next;
}

/** Returns the instant (epoch ms) until which 'Retry-After' asks to wait: seconds or a date (RFC 9110, 10.2.3); 0 for anything else. */
function earliest(retryAfter: string, now: Date): number {
  if (/^\d{1,6}$/.test(retryAfter)) return now.getTime() + Number(retryAfter) * 1_000;
  return /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(retryAfter) ? Date.parse(retryAfter) || 0 : 0;
}

/** Returns what happens to a message, by the status of the answer. */
export function outcomeOf(status: number): 'sent' | 'gone' | 'again' | 'refused' {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'again' : 'refused';
}
