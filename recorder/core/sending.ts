/** The rules of sending: what an answer means, how long to wait, how much to send. All times are ms. */

export const BATCH = 500;
export const ANSWER_MS = 60_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** With a refused token the Recorder asks again at this interval, because the account may be activated again. */
export const REFUSED_WAIT_MS = 15 * 60_000;
const LONGEST_REQUESTED_MS = 60 * 60_000;

/** Returns a wait that doubles from 5 s to 5 min, with a jitter of a quarter so that devices do not all return at once. `random` is from 0 to 1. */
export const backOff = (failures: number, random: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(10, Math.max(0, failures - 1))) * (0.75 + random / 2);
/** Returns the wait that the server requested: never shorter, up to a quarter longer. */
export const requestedWait = (ms: number, random: number): number =>
  Math.min(LONGEST_REQUESTED_MS, ms) * (1 + random / 4);

export type Reply = { status: number; type: string; retryAfter: string | null; text: string };
export type Verdict =
  | { kind: 'answer'; value: unknown }
  | { kind: 'refused' }
  | { kind: 'too-much'; reason: string }
  | { kind: 'wait'; ms: number }
  | { kind: 'sign-in' }
  | { kind: 'failure' };

/** Interprets a reply; null means that none came. */
export function verdictOf(reply: Reply | null): Verdict {
  if (!reply) return { kind: 'failure' };
  const { status, type, text } = reply;
  const value = /\bjson\b/.test(type) ? parsed(text) : undefined;
  if (status === 200 && value !== undefined) return { kind: 'answer', value };
  // A page instead of an answer: a portal that asks for a log-in, or a proxy's error page.
  if (/text\/html/.test(type) && status < 400) return { kind: 'sign-in' };
  if (value === undefined && status !== 413 && status !== 429 && status !== 503) return { kind: 'failure' };
  if (status === 401) return { kind: 'refused' };
  if (status === 413 || status === 400) return { kind: 'too-much', reason: messageOf(value) ?? `Refused (${status})` };
  if (status === 429 || status === 503) return { kind: 'wait', ms: waitOf(reply.retryAfter) };
  return { kind: 'failure' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
const messageOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
    ? value.message.slice(0, 200)
    : undefined;
const waitOf = (retryAfter: string | null): number =>
  retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : FIRST_WAIT_MS;

/** Returns half the batch after one that was too large, down to one record; it grows again with each accepted one. */
export const halved = (size: number): number => Math.max(1, Math.floor(size / 2));
export const grown = (size: number): number => Math.min(BATCH, size * 2);

type Answer = { accepted: number; duplicates: number; rejected: readonly { recordId: string; reason: string }[] };
/**
 * Returns for each sent record why it was refused, or null if accepted; null altogether if the answer does not name all of them: then nothing is
 * known, and the same bytes are sent again.
 */
export function fatesOf(sent: readonly string[], answer: Answer): Map<string, string | null> | null {
  const { accepted, duplicates, rejected } = answer;
  if (accepted + duplicates + rejected.length !== sent.length) return null;
  const fates = new Map<string, string | null>(sent.map((id) => [id, null]));
  for (const { recordId, reason } of rejected) {
    if (fates.get(recordId) !== null) return null;
    fates.set(recordId, reason);
  }
  return fates;
}
