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
  /** The name of the person, as the terminal has it. */
  name?: string | undefined;
  /** The terminal's own number of the event, where it has one. */
  recordId?: string | undefined;
};
type RejectReason =
  | 'unknown-event'
  | 'bad-time'
  | 'bad-pin'
  | 'before-2000'
  | 'id-verification'
  | 'unknown-layout'
  | 'unknown-table'
  | 'line-too-long'
  | 'not-a-pass';
/**
 * A person of an event that may be a punch: it is set aside for a decision, and nobody calls that person absent meanwhile. `origin`:
 * why it is set aside, see contract/attendance/quarantine.ts. Without a time that can be read it counts at its receipt.
 */
export type Doubt = Pick<TerminalPunch, 'pin' | 'status' | 'recordId'> & { time: TerminalTime | null; origin: string };
/** The most people whom an event that cannot be read may name, and whom all of a body may beyond one each: more are refused, so that none of them is called absent. */
export const MOST_PEOPLE = 1_000;
export type Reject = { reason: RejectReason; raw: string; doubts?: readonly Doubt[] };
export type LineResult = { punch: TerminalPunch } | { reject: Reject };

/** The state keys of both directions. */
export const KEY = { in: 0, out: 1, breakOut: 2, breakIn: 3 } as const;
/** The side of the door at which a reader is: no key that a person pressed, so that it is trusted only once it is found to agree with the days. */
export const DOOR_KEY = { in: 20, out: 21 } as const;

/** The state keys other than 0, which terminals without keys always send: a terminal that keeps sending these distinguishes IN from OUT. */
export const TELLING_KEYS: ReadonlySet<number | null> = new Set([1, 2, 3, 4, 5, 8, 9, DOOR_KEY.out]);
export const tellsDirection = (status: number | null): boolean => TELLING_KEYS.has(status);

/** The keys of a terminal that are trusted: all, those alone that a person chose (not the side of a door), or none. */
export type KeyTrust = 'all' | 'chosen' | 'none';

/**
 * Returns the direction of a state key (0 in, 1 out, 2/3 break, 4/5 overtime, 8/9 meal, 20/21 side of a door); `auto` for 255, for none, and for a key that
 * is not trusted.
 */
export function directionOf(status: number | null, trust: KeyTrust): 'in' | 'out' | 'auto' {
  if (trust === 'none' || status === null) return 'auto';
  if (trust === 'chosen' && (status === DOOR_KEY.in || status === DOOR_KEY.out)) return 'auto';
  if (status === 0 || status === 3 || status === 4 || status === 9 || status === DOOR_KEY.in) return 'in';
  if (status === 1 || status === 2 || status === 5 || status === 8 || status === DOOR_KEY.out) return 'out';
  return 'auto';
}
