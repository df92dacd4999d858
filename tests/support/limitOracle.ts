import type { HourLimits, LimitState } from '#contract/figures/hourLimits.ts';

/** Limits of hours minute by minute (docs/decisions/027): slow, obvious, and without any code of the server. */

export type OracleDay = {
  state: 'worked' | 'unverified' | 'off';
  isSettled: boolean;
  /** The paid minutes, those of the night, and those of overtime, each by its number since the epoch. */
  paid: readonly number[];
  night: readonly number[];
  overtime: readonly number[];
  /** The number of its workweek. */
  week: number;
  first: number | null;
  last: number | null;
};
type Verdict = { limit: string; state: LimitState; at: number | null };

const WINDOWS = { none: [0, 0], '1 in 7': [7, 1], '2 in 14': [14, 2] } as const;

/** Returns how the day at an index keeps each limit, with the minute at which it was broken. */
export function oracleLimits(days: readonly OracleDay[], nth: number, limits: HourLimits): Verdict[] {
  const day = days[nth];
  if (!day || day.state === 'off') return [];
  const isUnknown = (one: OracleDay) => one.state === 'unverified' || !one.isSettled;
  const verdicts: Verdict[] = [];
  const count = (
    limit: string,
    most: number | null,
    window: readonly number[],
    of: (one: OracleDay) => readonly number[],
  ) => {
    if (most === null) return;
    let counted = 0;
    let at: number | null = null;
    for (const index of window)
      for (const minute of of(days[index] as OracleDay)) {
        counted++;
        if (index === nth && counted > most) at ??= minute;
      }
    if (at !== null) verdicts.push({ limit, state: 'broken', at });
    else if (window.some((index) => isUnknown(days[index] as OracleDay)))
      verdicts.push({ limit, state: 'unknown', at });
    else verdicts.push({ limit, state: counted > 0 && most - counted <= limits.nearMinutes ? 'near' : 'kept', at });
  };
  const upTo = (size: number) => days.map((_, index) => index).filter((index) => index <= nth && index > nth - size);
  count('day', limits.maxDayMinutes, [nth], ({ paid }) => paid);
  count('sevenDays', limits.maxSevenDaysMinutes, upTo(7), ({ paid }) => paid);
  const week = upTo(14).filter((index) => days[index]?.week === day.week);
  count('overtime', limits.maxOvertimeMinutes, week, ({ overtime }) => overtime);
  count('night', limits.maxNightMinutes, [nth], ({ night }) => night);

  const least = limits.minRestMinutes;
  if (least !== null) {
    let isSure = day.first !== null;
    let rest = Number.POSITIVE_INFINITY;
    for (let index = nth - 1; index >= Math.max(0, nth - 2); index--) {
      const one = days[index] as OracleDay;
      if (one.state === 'unverified') isSure = false;
      if (one.state !== 'worked') continue;
      if (one.last === null || !one.isSettled) isSure = false;
      if (one.last !== null && day.first !== null) rest = Math.max(0, day.first - one.last);
      break;
    }
    if (rest < least) verdicts.push({ limit: 'rest', state: 'broken', at: day.first });
    else if (!isSure) verdicts.push({ limit: 'rest', state: 'unknown', at: null });
    else verdicts.push({ limit: 'rest', state: rest < least + limits.nearMinutes ? 'near' : 'kept', at: null });
  }

  const [size, free] = WINDOWS[limits.restDays];
  if (size > 0) {
    // Every day of the window that is not worked is free; days before the first one are.
    const freeDays = (window: number, ...worked: string[]) =>
      window - upTo(window).filter((index) => worked.includes(days[index]?.state ?? '')).length;
    if (day.state === 'worked' && freeDays(size, 'worked') < free)
      verdicts.push({ limit: 'restDays', state: 'broken', at: day.first });
    else if (freeDays(size, 'worked', 'unverified') < free)
      verdicts.push({ limit: 'restDays', state: 'unknown', at: null });
    // One more day of work: the window moves on by one.
    else
      verdicts.push({ limit: 'restDays', state: freeDays(size - 1, 'worked') + 0 < free ? 'near' : 'kept', at: null });
  }
  return verdicts;
}
