import { createHash } from 'node:crypto';

/** A session ends this long after its log-in, however often it is extended. */
export const SESSION_MAX_HOURS = 24;
/** Browsers warn this long before the end: at the 24 hours, an extension that ends within it is none. */
export const SESSION_WARNING_SECONDS = 120;
/** The most tabs of one device that are logged in at once; the oldest is ended. */
export const SESSIONS_PER_DEVICE = 5;
export const RESET_TTL_MS = 3_600_000;
export const INVITATION_TTL_MS = 72 * 3_600_000;
/** A customer sets the account up when there is time for it. */
export const SET_UP_TTL_MS = 30 * 24 * 3_600_000;
export const TRANSFER_TTL_SECONDS = 60;
/** The time that a log-in waits for its second factor, the wrong codes that it accepts, and the log-ins of a user that may wait at once. */
export const TICKET_TTL_SECONDS = 600;
export const TICKET_TRIES = 5;
export const TICKETS_PER_USER = 5;

/** Returns the key by which a user name or email address is found: without case, Unicode variants and characters that names cannot contain. */
export const nameKey = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()
    .normalize('NFKC')
    .toLowerCase();

/**
 * Returns the id of a log-in's device: its x-device-id header, which the browser keeps. A program without one is identified by its user agent, so
 * that its calls share one device. Hashed, so that any text is accepted.
 */
export function browserIdOf(deviceHeader: string | undefined, userAgent: string | undefined): string {
  const text = deviceHeader?.trim() ? `id:${deviceHeader.trim()}` : `agent:${userAgent ?? ''}`;
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/**
 * Returns the sessions of a user (newest first) that a new one on `browserId` ends: those on devices beyond `devicesPerUser`, counted from the one
 * used last, and the oldest tabs of this device.
 */
export function sessionsGivingWay(
  live: readonly { sessionId: string; browserId: string }[],
  browserId: string,
  devicesPerUser: number,
): string[] {
  const devices = [...new Set([browserId, ...live.map((session) => session.browserId)])];
  const kept = new Set(devices.slice(0, devicesPerUser));
  const tabs = live.filter((session) => session.browserId === browserId);
  const oldTabs = new Set(tabs.slice(SESSIONS_PER_DEVICE - 1).map((session) => session.sessionId));
  return live
    .filter((session) => !kept.has(session.browserId) || oldTabs.has(session.sessionId))
    .map((session) => session.sessionId);
}

/** Returns the words that a user's password must not consist of. */
export const personalWords = (user: { username: string; email: string; accountName: string; accountCode: string }) => [
  user.username,
  user.email.split('@')[0] ?? '',
  user.accountName,
  user.accountCode,
];
