import type { Bucket } from '#contract/figures/stats.ts';
import { cutToMinute, DAY, HOUR, type LocalDate, localDateOf, MINUTE } from '../platform/zone.ts';
import type { Calendar } from './calendar.ts';
import type { Moment } from './judge.ts';

/** The span S..E of a shift with its window, or the local day in an account without standard times, as `expectation` of calendar.ts returns it. */
export type Expectation = { start: number; end: number; windowStart: number; windowEnd: number; graceMs: number };

/** Returns the instant as of which an employee's day is judged, cut to the minute (docs/reference/attendance.md#status). */
export function asOfFor(
  date: LocalDate,
  today: LocalDate,
  now: number,
  expected: Expectation | null,
  dayEnd: number,
): number {
  const minute = cutToMinute(now);
  return date >= today ? minute : Math.min(minute, expected?.windowEnd ?? dayEnd);
}

/** A device that was not in contact for this long may hold records (docs/reference/attendance.md#status). */
export const CONTACT_MS = 15 * MINUTE;

/** Events of a device that never arrived, by its own consecutive numbers: between the times of the events around them. */
export type Gap = { events: number; from: number; to: number };
/** `dayEnded`: its last contact said that the day was ended and nothing is pending. `gaps`: none of a device that numbers nothing. */
export type Contacted = { lastContact: number | null; dayEnded: boolean; gaps?: readonly Gap[] | undefined };
/**
 * The times that contacts with devices are compared with: S, the limit from which on a contact completes the evidence, and the start of the local day;
 * and the shift's window, in which a lost event may be a punch of this day.
 */
export type EvidenceSpan = { start: number; limit: number; dayStart: number; windowStart: number; windowEnd: number };

/**
 * Returns the span by which the silence of devices is judged for an employee expected on a date (docs/reference/attendance.md#silent-devices): a contact at
 * now - 15 min or later completes the evidence, never before S. One at E + post does as well: a later punch would not be of this shift. This is by
 * the clock and not by the date, because the window of last night's shift may still be open today.
 */
export const evidenceSpan = (
  { start, windowStart, windowEnd }: Expectation,
  { now, dayStart }: { now: number; dayStart: number },
): EvidenceSpan => ({
  start,
  windowStart,
  windowEnd,
  limit: Math.max(start, Math.min(cutToMinute(now) - CONTACT_MS, windowEnd)),
  dayStart,
});

/** Returns true for a device whose next contact may change what is said of a day: it was not in contact at the limit or later. */
export const isBehind = ({ lastContact, dayEnded }: Contacted, { limit, dayStart }: EvidenceSpan) =>
  lastContact !== null && lastContact < limit && !(dayEnded && lastContact >= dayStart);
/** Returns true for a device that may hold records of a day: it is behind, and was in contact since 7 days before S (docs/reference/attendance.md#status). */
export const isOut = (device: Contacted, span: EvidenceSpan) =>
  isBehind(device, span) && device.lastContact !== null && device.lastContact >= span.start - 7 * DAY;
/** Returns the gaps of a device in which a punch of a day may have been lost. */
export const gapsIn = ({ gaps = NONE }: Contacted, { windowStart, windowEnd }: EvidenceSpan): readonly Gap[] =>
  gaps.length === 0 ? gaps : gaps.filter(({ from, to }) => from <= windowEnd && to >= windowStart);
const NONE: readonly Gap[] = [];
/** Returns true for a device that cannot be asked about a day: it is out of contact, or events of it never arrived. */
export const isSilent = (device: Contacted, span: EvidenceSpan) =>
  isOut(device, span) || gapsIn(device, span).length > 0;

/**
 * Tells whether a shift is not judged because nothing could be known when it began (docs/reference/attendance.md#status): it is of a date before that of the account's first evidence,
 * or of that date and began before it.
 */
export function isBeforeEvidence(
  { zone, rulesFrom }: Pick<Calendar, 'zone' | 'rulesFrom'>,
  date: LocalDate,
  { start }: Pick<Expectation, 'start'>,
  firstEvidence: number | null,
): boolean {
  if (firstEvidence === null) return true;
  const firstDate = localDateOf(zone, firstEvidence);
  if (date !== firstDate) return date < firstDate;
  return start < firstEvidence && (rulesFrom === null || date >= rulesFrom);
}

/** Tells whether the time has passed after which an employee who is not there counts as absent. */
export const isDue = (expected: Expectation, asOf: number) => asOf > expected.start + expected.graceMs;

/** The first reason that applies why an employee is unverified and not absent, as 'Why?' states it. */
type Doubt = 'quarantined' | 'nothing yet' | 'piecework' | 'silence';
/** `doubt` is set only for an unverified employee. */
export type Judgement = { status: Bucket; provisional: boolean; doubt?: Doubt };
export type Situation = {
  /** At least one punch on the work day (docs/reference/attendance.md#time-in-and-present). */
  punched: boolean;
  /** They have piecework on this work day. */
  worked: boolean;
  expected: Expectation | null;
  /** The account has no standard times: people are pending until the local day is over. */
  untimed: boolean;
  /** One of the devices they clock on is silent, or has lost events. */
  silent: boolean;
  /** One of their punches in the shift's window is quarantined and waits for a decision. */
  quarantined: boolean;
  /** The shift is not judged: it began before the account's first evidence. */
  beforeEvidence: boolean;
  /** Their absence is excused (docs/reference/corrections.md#excuses). */
  excused?: boolean;
};

/** Returns the one bucket of an employee (docs/reference/attendance.md#status). */
export function judgeBucket(
  { punched, worked, expected, untimed, silent, quarantined, beforeEvidence, excused = false }: Situation,
  { asOf, now }: Moment,
): Judgement {
  if (punched) return { status: 'present', provisional: false };
  if (!expected || excused) return { status: 'off', provisional: false };
  const pending = untimed ? asOf < expected.end : !isDue(expected, asOf);
  if (pending) return { status: 'pending', provisional: false };
  const settled = now >= expected.windowEnd + 24 * HOUR;
  const doubt = doubtOf({ quarantined, beforeEvidence, worked: worked && !settled, silent: silent && !settled });
  if (doubt) return { status: 'unverified', provisional: false, doubt };
  return { status: 'absent', provisional: asOf < expected.end };
}

function doubtOf({
  quarantined,
  beforeEvidence,
  worked,
  silent,
}: Pick<Situation, 'quarantined' | 'beforeEvidence' | 'worked' | 'silent'>): Doubt | undefined {
  if (quarantined) return 'quarantined';
  if (beforeEvidence) return 'nothing yet';
  if (worked) return 'piecework';
  return silent ? 'silence' : undefined;
}
