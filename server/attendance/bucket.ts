import type { Bucket } from '#contract/stats.ts';
import type { Moment } from './judge.ts';
import { cutToMinute, DAY, HOUR, type LocalDate } from './zone.ts';

/** S..E (or the local day, where no standard times exist at all), as calendar.ts `expectation` answers it. */
export type Expectation = { start: number; end: number; windowEnd: number; graceMs: number };
export type Device = { deviceId: string; name: string; lastContact: number | null };

/** As of when an employee's day is judged (rules.md, Readings, asOf). All cut to the minute. */
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

/** Rule 8: in contact in the 7 days before S, but not since. Never in contact is not silent. */
export const isSilent = ({ lastContact }: Pick<Device, 'lastContact'>, start: number) =>
  lastContact !== null && lastContact < start && lastContact >= start - 7 * DAY;

/** Tells whether an employee is past the moment at which not being there means something. */
export const isDue = (expected: Expectation, asOf: number) => asOf > expected.start + expected.graceMs;

/** Why somebody who would be absent is not called so: the first that holds, as 'Why?' says it. */
type Doubt = 'quarantined' | 'nothing yet' | 'piecework' | 'silence';
/** `doubt`: of somebody unverified only. */
export type Judgement = { status: Bucket; provisional: boolean; doubt?: Doubt };
export type Situation = {
  /** At least one punch on the work day (rule 6). */
  punched: boolean;
  /** Piecework was recorded for them on it. */
  worked: boolean;
  expected: Expectation | null;
  /** The account has no standard times: pending until the local day is over. */
  untimed: boolean;
  /** A device they clock on is silent since S. */
  silent: boolean;
  /** A punch of theirs in the shift's window is quarantined: nobody has decided yet. */
  quarantined: boolean;
  /** Nothing was ever recorded in the account on the date or before. */
  beforeEvidence: boolean;
  /** Their absence is excused (spec/corrections.md C3). */
  excused?: boolean;
};

/** Rule 8: exactly one bucket. */
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
