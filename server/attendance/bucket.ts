import type { Bucket } from '#contract/stats.ts';
import type { Moment } from './judge.ts';
import { cutToMinute, DAY, HOUR, type LocalDate } from './zone.ts';

/** The span S..E of a shift, or the local day in an account without standard times, as `expectation` of calendar.ts returns it. */
export type Expectation = { start: number; end: number; windowEnd: number; graceMs: number };
export type Device = { deviceId: string; name: string; lastContact: number | null };

/** Returns the instant as of which an employee's day is judged, cut to the minute (rules.md, Readings, asOf). */
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

/** Returns true for a device that had contact in the 7 days before S, but not since (rule 8). A device without any contact is not silent. */
export const isSilent = ({ lastContact }: Pick<Device, 'lastContact'>, start: number) =>
  lastContact !== null && lastContact < start && lastContact >= start - 7 * DAY;

/** Tells whether the time has passed after which an employee who is not there counts as absent. */
export const isDue = (expected: Expectation, asOf: number) => asOf > expected.start + expected.graceMs;

/** The first reason that applies why somebody is unverified and not absent, as 'Why?' states it. */
type Doubt = 'quarantined' | 'nothing yet' | 'piecework' | 'silence';
/** `doubt` is set only for somebody unverified. */
export type Judgement = { status: Bucket; provisional: boolean; doubt?: Doubt };
export type Situation = {
  /** At least one punch on the work day (rule 6). */
  punched: boolean;
  /** They have piecework on this work day. */
  worked: boolean;
  expected: Expectation | null;
  /** The account has no standard times: people are pending until the local day is over. */
  untimed: boolean;
  /** One of the devices they clock on has been silent since S. */
  silent: boolean;
  /** One of their punches in the shift's window is quarantined and waits for a decision. */
  quarantined: boolean;
  /** The account has no record at all of this date or an earlier one. */
  beforeEvidence: boolean;
  /** Their absence is excused (spec/corrections.md C3). */
  excused?: boolean;
};

/** Returns the one bucket of an employee (rule 8). */
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
