import { Temporal } from 'temporal-polyfill';
import type { PaidCase } from './payOracle.ts';

/** The paid hours of a day minute by minute by the rules until 28 November 2026, which days keep that were locked by them. */

const MIN = 60_000;
export function oracleEarlierPaid({ zone, holidays, rule, shift, intervals, approved }: PaidCase) {
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
