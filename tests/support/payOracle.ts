import { Temporal } from 'temporal-polyfill';
import { NO_LIMITS } from '#contract/hourLimits.ts';
import type { HoursRule } from '#server/attendance/hoursRules.ts';
import type { Interval } from '#server/attendance/judge.ts';

/** The paid hours of a day minute by minute (spec/pay.md P1 to P4): slow, obvious, and without any code of the server. */

export const HOURS_RULE: HoursRule = {
  hoursRuleId: 'rule',
  timeGroupId: null,
  effectiveFrom: null,
  earlyCounts: false,
  breakAfterMinutes: 300,
  roundMinutes: 0,
  isWhole: true,
  nightStart: null,
  nightEnd: null,
  paysWorkingTime: false,
  dayLimitMinutes: null,
  weekLimitMinutes: null,
  dayLimit2Minutes: null,
  weekLimit2Minutes: null,
  weekStart: 1,
  payPeriod: 'monthly',
  periodStart: '2026-01-01',
  periodDates: [],
  splitsPeriod: false,
  ...NO_LIMITS,
};

const MIN = 60_000;
type Day = {
  zone: string;
  holidays: readonly string[];
  rule: HoursRule;
  shift: {
    start: number;
    breaks: readonly { start: number; end: number; isPaid: boolean; isAtLeast: boolean }[];
  } | null;
  intervals: readonly Interval[];
  approved: readonly string[];
};

export function oraclePaid({ zone, holidays, rule, shift, intervals, approved }: Day) {
  const clock = (minute: number) => Temporal.Instant.fromEpochMilliseconds(minute * MIN).toZonedDateTimeISO(zone);
  const rounded = (at: number): number => {
    const minute = Math.floor(at / MIN);
    if (rule.roundMinutes === 0) return minute;
    const midnight = clock(minute).startOfDay().epochMilliseconds / MIN;
    // Step by step to the nearest: of two equally near the later.
    let best = midnight;
    for (let candidate = midnight; candidate <= minute + rule.roundMinutes; candidate += rule.roundMinutes)
      if (Math.abs(candidate - minute) <= Math.abs(best - minute)) best = candidate;
    return best;
  };
  const minutes = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, nth) => from + nth);
  const inside = (minute: number, span: { start: number; end: number }) =>
    minute * MIN >= span.start && minute * MIN < span.end;

  const paid = new Set<number>();
  // As they are paid, and as they were clocked.
  const gaps: { rounded: number[]; clocked: number[] }[] = [];
  intervals.forEach(({ in: start, out }, nth) => {
    if (out === null) return;
    for (const minute of minutes(rounded(start), rounded(out))) paid.add(minute);
    const next = intervals[nth + 1];
    if (next)
      gaps.push({
        rounded: minutes(rounded(out), rounded(next.in)),
        clocked: minutes(Math.floor(out / MIN), Math.floor(next.in / MIN)),
      });
  });
  const paidInBreak = new Set<number>();
  for (const pause of shift?.breaks ?? [])
    if (pause.isPaid)
      for (const minute of gaps.flatMap((gap) => gap.rounded)) if (inside(minute, pause)) paidInBreak.add(minute);
  for (const minute of paidInBreak) paid.add(minute);

  const atWork = [...paid];
  const isEarly = (minute: number) =>
    shift !== null && !rule.earlyCounts && !approved.includes('early') && minute * MIN < shift.start;
  let early = 0;
  for (const minute of [...paid]) if (isEarly(minute)) early += paid.delete(minute) ? 1 : 0;

  const worked = paid.size;
  const filling = new Set<number>();
  let takenOff = 0;
  for (const pause of shift?.breaks ?? []) {
    if (pause.isPaid || approved.includes('worked-through')) continue;
    const own = gaps.filter(({ clocked }) => clocked.some((minute) => inside(minute, pause)));
    let left = (pause.end - pause.start) / MIN;
    if (own.length === 0 ? worked <= rule.breakAfterMinutes : !pause.isAtLeast) left = 0;
    // Each unpaid minute of a gap fills one break.
    for (const gap of own)
      for (const minute of gap.rounded)
        if (left > 0 && !paidInBreak.has(minute) && !filling.has(minute)) {
          filling.add(minute);
          left--;
        }
    for (const minute of [...paid].sort((a, b) => a - b)) {
      if (left <= 0 || !inside(minute, pause)) continue;
      paid.delete(minute);
      takenOff++;
      left--;
    }
  }

  const dateOf = (minute: number) => clock(minute).toPlainDate().toString();
  const perDate = new Map<string, number>();
  for (const minute of atWork) perDate.set(dateOf(minute), (perDate.get(dateOf(minute)) ?? 0) + 1);
  const greatest = [...perDate].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0];
  const counts = { holidayMs: 0, sundayMs: 0, ordinaryMs: 0, nightMs: 0 };
  for (const minute of paid) {
    const date = rule.isWhole && greatest ? greatest : dateOf(minute);
    if (holidays.includes(date)) counts.holidayMs += MIN;
    else if (Temporal.PlainDate.from(date).dayOfWeek === 7) counts.sundayMs += MIN;
    else counts.ordinaryMs += MIN;
    const time = clock(minute).toPlainTime().toString().slice(0, 5);
    const { nightStart, nightEnd } = rule;
    if (nightStart === null || nightEnd === null) continue;
    const isNight =
      nightStart < nightEnd ? time >= nightStart && time < nightEnd : time >= nightStart || time < nightEnd;
    if (isNight) counts.nightMs += MIN;
  }
  const unsettled = new Set(
    intervals.flatMap(({ in: start, out, end }) =>
      out === null ? minutes(rounded(start), rounded(end)).filter((minute) => !isEarly(minute)) : [],
    ),
  );
  return {
    hoursRuleId: rule.hoursRuleId,
    paidMs: paid.size * MIN,
    ...counts,
    takenOffMs: takenOff * MIN,
    earlyMs: early * MIN,
    unsettledMs: unsettled.size * MIN,
  };
}

export type RuledDay = {
  day: string;
  rule: HoursRule & { overtime1Factor: number; overtime2Factor: number };
  ordinaryMinutes: number;
};
/**
 * Returns the minutes of each class over days in order, each minute classed by itself (P5): by day or by week, whichever comes first. A week that has begun
 * goes on to its end, whatever rule comes. Minutes under a rule of other factors fill the week's first limit whole; of the others only ordinary ones do.
 */
export function oracleClasses(days: readonly RuledDay[]) {
  const classes = { ordinary: 0, overtime1: 0, overtime2: 0, weighted: 0 };
  let week: { end: string; worked: { factors: string; isOrdinary: boolean }[] } = { end: '', worked: [] };
  for (const { day, rule, ordinaryMinutes } of days) {
    if (day > week.end) {
      let end = Temporal.PlainDate.from(day);
      while (end.add({ days: 1 }).dayOfWeek !== rule.weekStart) end = end.add({ days: 1 });
      week = { end: end.toString(), worked: [] };
    }
    const factors = `${rule.overtime1Factor} ${rule.overtime2Factor}`;
    const before = [...week.worked];
    let filled = before.filter((minute) => minute.isOrdinary || minute.factors !== factors).length;
    for (let nth = 0; nth < ordinaryMinutes; nth++) {
      const isOver = (ofDay: number | null, ofWeek: number | null, inWeek: number) =>
        (ofDay !== null && nth >= ofDay) || (ofWeek !== null && inWeek >= ofWeek);
      const isSecond = isOver(rule.dayLimit2Minutes, rule.weekLimit2Minutes, before.length + nth);
      const isFirst = isOver(rule.dayLimitMinutes, rule.weekLimitMinutes, filled);
      const isOrdinary = !isSecond && !isFirst;
      week.worked.push({ factors, isOrdinary });
      if (isOrdinary) filled++;
      classes[isSecond ? 'overtime2' : isFirst ? 'overtime1' : 'ordinary']++;
      classes.weighted += isSecond ? rule.overtime2Factor : isFirst ? rule.overtime1Factor : 1;
    }
  }
  return classes;
}
