import type { HourLimit, HourLimits, LimitState } from '#contract/figures/hourLimits.ts';
import type { Span } from '../../attendance/calendar.ts';
import { type LocalDate, MINUTE } from '../../platform/zone.ts';

/** Limits of hours (docs/reference/records.md#limits-of-hours), as pure rules over the judged days of one employee. Instants and durations in ms. */

export type WorkedDay = {
  date: LocalDate;
  /** The limits in force; null: none. */
  limits: HourLimits | null;
  /** `unverified`: they may have worked, and it is not known. A day without evidence of work, or before they count, is `off`. */
  state: 'worked' | 'unverified' | 'off';
  /** False: a punch is missing, or work goes on, so that the day may have more hours than these. */
  isSettled: boolean;
  /** Settled time: no estimate is in it, so none breaks a limit. */
  paidMs: number;
  overtimeMs: number;
  nightMs: number;
  /** The last day of its workweek, by which overtime is counted. */
  weekEnd: LocalDate;
  /** The first and the last known instant of work; `first` null: the IN is missing. */
  first: number | null;
  last: number | null;
};

export type Finding = {
  limit: HourLimit;
  state: LimitState;
  /** The time that was reached in ms, of rest days the days of work; null: it is not known. `most` is the limit in the same unit, of rest the least. */
  value: number | null;
  most: number;
  /** The time of this day that is over the limit; 0 within the limit, and of rest and rest days. */
  overMs: number;
};

const REST_WINDOWS = { none: null, '1 in 7': { size: 7, most: 6 }, '2 in 14': { size: 14, most: 12 } } as const;

/**
 * Returns how the last of some days keeps each limit in force on it. The days are those of one employee, each date once and none left out,
 * with the DAYS_OF_LIMITS_BEFORE before it. A day without work keeps all of them and has no findings.
 */
export function findingsOf(days: readonly WorkedDay[]): Finding[] {
  const day = days.at(-1);
  if (!day?.limits || day.state === 'off') return [];
  const { limits } = day;
  const week = days.filter(({ weekEnd }) => weekEnd === day.weekEnd);
  const findings: Finding[] = [];
  const most = (limit: HourLimit, minutes: number | null, window: readonly WorkedDay[], own: keyof Measures) => {
    if (minutes !== null) findings.push(mostOf(limit, minutes * MINUTE, limits.nearMinutes * MINUTE, window, own));
  };
  most('day', limits.maxDayMinutes, [day], 'paidMs');
  most('sevenDays', limits.maxSevenDaysMinutes, days.slice(-7), 'paidMs');
  most('overtime', limits.maxOvertimeMinutes, week, 'overtimeMs');
  most('night', limits.maxNightMinutes, [day], 'nightMs');
  if (limits.minRestMinutes !== null)
    findings.push(restOf(limits.minRestMinutes * MINUTE, limits.nearMinutes * MINUTE, days));
  const window = REST_WINDOWS[limits.restDays];
  if (window) findings.push(restDaysOf(window, days));
  return findings;
}

type Measures = Pick<WorkedDay, 'paidMs' | 'overtimeMs' | 'nightMs'>;
const isOpen = ({ state, isSettled }: WorkedDay) => state === 'unverified' || !isSettled;

function mostOf(limit: HourLimit, most: number, near: number, window: readonly WorkedDay[], own: keyof Measures) {
  const value = window.reduce((sum, one) => sum + one[own], 0);
  const overMs = Math.max(0, Math.min(window.at(-1)?.[own] ?? 0, value - most));
  let state: LimitState = 'kept';
  if (overMs > 0) state = 'broken';
  else if (window.some(isOpen)) state = 'unknown';
  else if (value > 0 && value >= most - near) state = 'near';
  return { limit, state, value, most, overMs };
}

/** A shift that ended before the date two days ago left at least a day of rest. */
const DAYS_OF_REST_BEFORE = 2;
/** Rest from the last known instant of earlier work: where its OUT is missing the rest was shorter, so that a break is certain, but no keeping. */
function restOf(most: number, near: number, days: readonly WorkedDay[]): Finding {
  const day = days.at(-1);
  const before = days.slice(-1 - DAYS_OF_REST_BEFORE, -1);
  const earlier = before.findLast(({ state }) => state === 'worked');
  const first = day?.first ?? null;
  const value = first === null || earlier?.last == null ? null : Math.max(0, first - earlier.last);
  const finding = { limit: 'rest' as const, value, most, overMs: 0 };
  if (value !== null && value < most) return { ...finding, state: 'broken' };
  const isUnknown =
    first === null ||
    before.some(({ state, date }) => state === 'unverified' && date > (earlier?.date ?? '')) ||
    (earlier !== undefined && (earlier.last === null || !earlier.isSettled));
  if (isUnknown) return { ...finding, state: 'unknown' };
  return { ...finding, state: value !== null && value < most + near ? 'near' : 'kept' };
}

/** Broken once too few days of the window are left free; near where work on the next day would break it. */
function restDaysOf({ size, most }: { size: number; most: number }, days: readonly WorkedDay[]): Finding {
  const count = (window: readonly WorkedDay[], ...states: WorkedDay['state'][]) =>
    window.filter(({ state }) => states.includes(state)).length;
  const window = days.slice(-size);
  const value = count(window, 'worked');
  const finding = { limit: 'restDays' as const, value, most, overMs: 0 };
  if (value > most && days.at(-1)?.state === 'worked') return { ...finding, state: 'broken' };
  if (count(window, 'worked', 'unverified') > most) return { ...finding, state: 'unknown' };
  return { ...finding, state: count(days.slice(1 - size), 'worked') >= most ? 'near' : 'kept' };
}

/**
 * Returns the minute at which a day broke a limit; null where it did not, or where only a length of time is known. `spans` are those of the day's paid time
 * that the limit counts, all of it, of the night, or what can be overtime: what is over the limit are the last minutes of them.
 */
export function brokenAt(
  { limit, state, overMs }: Finding,
  first: number | null,
  spans: readonly Span[],
): number | null {
  if (state !== 'broken') return null;
  if (limit === 'rest' || limit === 'restDays') return first;
  let left = overMs;
  for (const { start, end } of spans.toReversed()) {
    if (end - start >= left) return end - left;
    left -= end - start;
  }
  return null;
}

/**
 * Returns the instant at which an employee at work will have `most` of paid time if they go on; null within a day from `from` if they do not. `paidUntil` is
 * their paid time if they left at an instant: it never grows faster than the clock, so a step of what is missing does not pass the instant.
 */
export function passesAt(most: number, from: number, paidUntil: (at: number) => number): number | null {
  for (let at = from; at <= from + 1_440 * MINUTE; ) {
    const missing = most - paidUntil(at);
    if (missing <= 0) return at;
    at += missing;
  }
  return null;
}
