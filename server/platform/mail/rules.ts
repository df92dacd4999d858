/** The mails of one account in 24 hours, except those about passwords. */
export const MAX_MAILS_PER_DAY = 500;
export const MAIL_GIVE_UP_MS = 24 * 3_600_000;
/** Longer than a transport may take. */
export const MAIL_LEASE_MS = 120_000;
const RETRY_MINUTES = [1, 5, 15, 60];

/** One address and nothing else: it contains nothing that could end a header line or start another. */
const ADDRESS = /^[^\s<>,;:"()[\]\\@\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;
export const isMailAddress = (text: string) => text.length <= 254 && ADDRESS.test(text);

/** Returns a subject or name as one line of bounded length without control characters. */
export const headerText = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);

/**
 * Returns when to try again after a failed attempt (after 1, 5, 15, then every 60 minutes), or null to give up: after 24 hours, or when the receiving
 * server answered with a permanent error (5xx).
 */
export function nextAttempt(
  mail: { attempts: number; createdAt: Date },
  failure: { isPermanent: boolean },
  now: Date,
): Date | null {
  if (failure.isPermanent) return null;
  const minutes = RETRY_MINUTES[Math.min(mail.attempts, RETRY_MINUTES.length) - 1] ?? 1;
  const next = new Date(now.getTime() + minutes * 60_000);
  return next.getTime() - mail.createdAt.getTime() > MAIL_GIVE_UP_MS ? null : next;
}
