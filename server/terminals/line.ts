import type { TerminalTime } from './time.ts';

/** The outcome of a terminal's line or event, in every dialect. */

/** One punch as a terminal tells it. `status` is its state key; it and `verify` are null where the device sent nothing usable. */
export type TerminalPunch = {
  pin: string;
  time: TerminalTime;
  status: number | null;
  verify: number | null;
  workCode: string | null;
  raw: string;
  /** The terminal's own number of the event, where it has one. */
  recordId?: string | undefined;
};
type RejectReason =
  | 'bad-time'
  | 'bad-pin'
  | 'before-2000'
  | 'id-verification'
  | 'unknown-layout'
  | 'line-too-long'
  | 'not-a-pass';
export type Reject = { reason: RejectReason; raw: string };
export type LineResult = { punch: TerminalPunch } | { reject: Reject };

/** The state keys of both directions. */
export const KEY = { in: 0, out: 1 } as const;

/** The state keys other than 0, which terminals without keys always send: a terminal that keeps sending these distinguishes IN from OUT. */
export const TELLING_KEYS: ReadonlySet<number | null> = new Set([1, 2, 3, 4, 5, 8, 9]);
export const tellsDirection = (status: number | null): boolean => TELLING_KEYS.has(status);

/**
 * Returns the direction of a state key (0 in, 1 out, 2/3 break, 4/5 overtime, 8/9 meal); `auto` for 255, for none, and for a device whose keys are
 * not trusted.
 */
export function directionOf(status: number | null, trustState: boolean): 'in' | 'out' | 'auto' {
  if (!trustState || status === null) return 'auto';
  if (status === 0 || status === 3 || status === 4 || status === 9) return 'in';
  if (status === 1 || status === 2 || status === 5 || status === 8) return 'out';
  return 'auto';
}
