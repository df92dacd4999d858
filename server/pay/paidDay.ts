import { type Calendar, lengthOf, overlap, type Shift, type Span, union } from '../attendance/calendar.ts';
import type { HoursRule } from '../attendance/hoursRules.ts';
import type { Interval } from '../attendance/judge.ts';
import {
  cutToMinute,
  DAY,
  dayBounds,
  type LocalDate,
  localDateOf,
  MINUTE,
  minutesOf,
  wallSpans,
  weekdayOf,
  type Zone,
} from '../attendance/zone.ts';

/** The paid hours of one employee's day (spec/pay.md P1 to P4). Durations in ms, all of whole minutes. */
export type PaidDay = {
  hoursRuleId: string;
  /** The sum of the three classes. */
  paidMs: number;
  holidayMs: number;
  sundayMs: number;
  /** Time of days that are neither; the limits of a day and a week divide it (P5). */
  ordinaryMs: number;
  /** The part of the paid time within the night's window. */
  nightMs: number;
  /** Unpaid breaks that were taken off, without those that were clocked. */
  takenOffMs: number;
  /** Time before the shift that is not counted. */
  earlyMs: number;
  /** Estimated time, which is not paid until the missing OUT is decided. */
  unsettledMs: number;
  /** False while a punch is missing or an interval is open. */
  isSettled: boolean;
  /** The paid time of the clock, in order; plain durations have no place in it. */
  spans: readonly Span[];
};

export type PaidInput = {
  calendar: Calendar;
  timeGroupId: string | null;
  date: LocalDate;
  rule: HoursRule;
  shift: Shift | null;
  intervals: readonly Interval[];
  /** The approvals of the day: 'worked-through' takes nothing off for breaks, 'early' counts the time before the shift. */
  approved: ReadonlySet<string>;
  /** An OUT without an IN: its time is unknown. */
  lacksIn: boolean;
  /** The time of piecework entries: spans of the clock, and plain durations. */
  working: { spans: readonly Span[]; plainMs: number };
};

/** Returns the paid hours of a day. Seconds are cut at both ends of an interval, so that each paid minute is whole. */
export function paidDayOf(input: PaidInput): PaidDay {
  const { rule, shift, intervals, working, approved } = input;
  const rounded = roundingOf(input);
  const usesWorking = intervals.length === 0 && !input.lacksIn && rule.paysWorkingTime;
  const clocked = usesWorking
    ? working.spans
    : intervals.flatMap(({ in: start, out: end }) => (end === null ? [] : { start, end }));
  const plainMs = usesWorking ? cutToMinute(working.plainMs) : 0;
  const breaks = shift?.payBreaks ?? [];
  const paidBreaks = breaks.filter(({ isPaid }) => isPaid);
  const gaps = gapsOf(intervals).map((gap): Gap => {
    const own = rounded(gap);
    return { ...own, clocked: atMinutes(gap), unpaidMs: lengthOf(paidBreaks.reduce(without, [own])) };
  });
  const paidGaps = paidBreaks.flatMap((pause) => gaps.map((gap) => common(gap, pause)));
  const atWork = union([...clocked.map(rounded), ...paidGaps]);
  let paid = atWork;

  const early: Span = { start: Number.NEGATIVE_INFINITY, end: shift?.start ?? Number.NEGATIVE_INFINITY };
  const earlyCounts = rule.earlyCounts || approved.has('early');
  const earlyMs = earlyCounts ? 0 : coveredBy(paid, early);
  if (earlyMs > 0) paid = without(paid, early);

  const workedMs = lengthOf(paid) + plainMs;
  let takenOffMs = 0;
  for (const pause of breaks) {
    if (pause.isPaid || approved.has('worked-through')) continue;
    const off = spansOff(paid, pause, gaps, workedMs > rule.breakAfterMinutes * MINUTE);
    takenOffMs += lengthOf(off);
    for (const span of off) paid = without(paid, span);
  }

  const unsettled = intervals.filter(({ out }) => out === null).map(({ in: start, end }) => rounded({ start, end }));
  const counted = earlyCounts ? union(unsettled) : without(union(unsettled), early);
  return {
    hoursRuleId: rule.hoursRuleId,
    ...classesOf(input, paid, atWork, plainMs),
    nightMs: lengthOf(nightSpans(input, paid)),
    takenOffMs,
    earlyMs,
    unsettledMs: lengthOf(counted),
    isSettled: unsettled.length === 0 && !input.lacksIn,
    spans: paid,
  };
}

/** Rounds both ends of a span to the nearest minutes of the local clock (P3): half of them round up. */
function roundingOf({ rule, calendar: { zone } }: PaidInput) {
  const step = rule.roundMinutes * MINUTE;
  const nearest = (at: number) => {
    const minute = cutToMinute(at);
    if (step === 0) return minute;
    const { start } = dayBounds(zone, localDateOf(zone, minute));
    return start + Math.round((minute - start) / step) * step;
  };
  return ({ start, end }: Span): Span => ({ start: nearest(start), end: nearest(end) });
}

/**
 * A gap rounded, and as it was clocked: rounding may leave nothing of it. `unpaidMs`: its time outside paid breaks that has not filled a break yet, since
 * a gap over two breaks fills each with time of its own.
 */
type Gap = Span & { clocked: Span; unpaidMs: number };
const atMinutes = ({ start, end }: Span): Span => ({ start: cutToMinute(start), end: cutToMinute(end) });

/** Returns the gaps between an OUT and the next IN. */
const gapsOf = (intervals: readonly Interval[]): Span[] =>
  intervals.flatMap(({ out }, nth) => {
    const next = intervals[nth + 1];
    return out === null || !next ? [] : [{ start: out, end: next.in }];
  });

/**
 * Returns what an unpaid break takes off (P2): of one that was clocked only what it lacks of its length, where `isAtLeast`; of one that was not, all of
 * its time at work, but only on a day that is long enough.
 */
function spansOff(
  paid: readonly Span[],
  pause: Shift['payBreaks'][number],
  gaps: readonly Gap[],
  isLongDay: boolean,
): Span[] {
  const own = gaps.filter(({ clocked }) => overlap(clocked, pause) > 0);
  const length = pause.end - pause.start;
  let left = own.length > 0 ? (pause.isAtLeast ? length : 0) : isLongDay ? length : 0;
  for (const gap of own) {
    const ms = Math.min(left, gap.unpaidMs);
    gap.unpaidMs -= ms;
    left -= ms;
  }
  const off: Span[] = [];
  for (const span of paid) {
    const { start, end } = common(span, pause);
    const ms = Math.min(left, end - start);
    if (ms <= 0) continue;
    off.push({ start, end: start + ms });
    left -= ms;
  }
  return off;
}

function cutAtMidnight(zone: Zone, { start, end }: Span): (Span & { day: LocalDate })[] {
  const parts: (Span & { day: LocalDate })[] = [];
  for (let at = start; at < end; ) {
    const day = localDateOf(zone, at);
    const until = Math.min(end, dayBounds(zone, day).end);
    parts.push({ day, start: at, end: until });
    at = until;
  }
  return parts;
}

/** Returns time by its date, in order; plain time is of the work day. */
function byDate({ calendar: { zone }, date }: PaidInput, spans: readonly Span[], plainMs: number) {
  const dates = new Map<LocalDate, number>(plainMs > 0 ? [[date, plainMs]] : []);
  for (const { day, start, end } of spans.flatMap((span) => cutAtMidnight(zone, span)))
    dates.set(day, (dates.get(day) ?? 0) + end - start);
  return [...dates].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the paid time by the class of its date (P4); the greater part of a shift is that of the time at work, whatever of it is paid. */
function classesOf(input: PaidInput, paid: readonly Span[], atWork: readonly Span[], plainMs: number) {
  const { calendar, timeGroupId, rule } = input;
  const dates = byDate(input, paid, plainMs);
  const paidMs = dates.reduce((sum, [, ms]) => sum + ms, 0);
  const [greatest] = byDate(input, atWork, plainMs).toSorted(([, a], [, b]) => b - a);
  const parts: [LocalDate, number][] = rule.isWhole && greatest ? [[greatest[0], paidMs]] : dates;
  const classes = { paidMs, holidayMs: 0, sundayMs: 0, ordinaryMs: 0 };
  for (const [day, ms] of parts) {
    if (calendar.holidayOn(timeGroupId, day) !== null) classes.holidayMs += ms;
    else if (weekdayOf(day) === 7) classes.sundayMs += ms;
    else classes.ordinaryMs += ms;
  }
  return classes;
}

/** Returns the parts of a shift's spans that can be overtime: where it is cut at midnight, those of neither a holiday nor a Sunday (P4). */
export function ordinarySpans(
  { calendar, timeGroupId, rule }: Pick<PaidInput, 'calendar' | 'timeGroupId' | 'rule'>,
  spans: readonly Span[],
): readonly Span[] {
  if (rule.isWhole) return spans;
  return spans
    .flatMap((span) => cutAtMidnight(calendar.zone, span))
    .filter(({ day }) => calendar.holidayOn(timeGroupId, day) === null && weekdayOf(day) !== 7);
}

/** Returns the parts of spans within the night by the wall clock, in order: an hour that is repeated is as often night as the clock shows it. */
export function nightSpans(
  { calendar: { zone }, rule: { nightStart, nightEnd } }: Pick<PaidInput, 'calendar' | 'rule'>,
  spans: readonly Span[],
): Span[] {
  if (nightStart === null || nightEnd === null) return [];
  const [from, to] = [minutesOf(nightStart) * MINUTE, minutesOf(nightEnd) * MINUTE];
  const length = to > from ? to - from : to - from + DAY;
  return spans.flatMap((span) => {
    let at = span.start;
    return wallSpans(zone, span).flatMap((wall) => {
      const offset = wall.start - at;
      at += wall.end - wall.start;
      const nights: Span[] = [];
      for (let start = Math.floor(wall.start / DAY) * DAY - DAY + from; start < wall.end; start += DAY) {
        const night = common(wall, { start, end: start + length });
        if (night.end > night.start) nights.push({ start: night.start - offset, end: night.end - offset });
      }
      return nights;
    });
  });
}

const common = (a: Span, b: Span): Span => ({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) });
const coveredBy = (spans: readonly Span[], window: Span) => spans.reduce((sum, span) => sum + overlap(span, window), 0);
/** Returns spans without the part inside another one. */
const without = (spans: readonly Span[], off: Span): Span[] =>
  spans
    .flatMap(({ start, end }) => [
      { start, end: Math.min(end, off.start) },
      { start: Math.max(start, off.end), end },
    ])
    .filter(({ start, end }) => end > start);
