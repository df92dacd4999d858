import { type Calendar, lengthOf, type Shift, type Span, union } from '../../attendance/calendar.ts';
import type { HoursRule } from '../../attendance/hoursRules.ts';
import type { Interval } from '../../attendance/judge.ts';
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
} from '../../platform/zone.ts';
import { gapsOfBreaks, paidGapsOf, withoutBreaks } from './breaks.ts';
import { earlierBreaks, earlierPaidGaps } from './earlierBreaks.ts';
import { common, firstOf, without } from './spans.ts';

/** The paid hours of one employee's day (docs/reference/paid-hours.md). Durations in ms, all of whole minutes. */
export type PaidDay = {
  hoursRuleId: string;
  /** The sum of the three classes. */
  paidMs: number;
  holidayMs: number;
  sundayMs: number;
  /** Time of days that are neither; the limits of a day and a week divide it. */
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
  /** Computed when it is needed: figures of attendance do not read it. */
  pieceTime: () => PieceTime;
};
/** The part of the paid time that lies within the entries of piecework. */
export type PieceTime = {
  /**
   * Of ordinary time, which the limits of a day and a week divide in its order: the minutes of it that are within entries, as 'from, to, from, to'. What is
   * estimated comes after all ordinary time.
   */
  ordinaryMinutes: readonly number[];
  sundayMs: number;
  holidayMs: number;
};
/** Paid hours as they are stored: by class, without their spans. */
export type StoredHours = Omit<PaidDay, 'spans' | 'pieceTime'> & {
  pieceMinutes: readonly number[];
  pieceSundayMs: number;
  pieceHolidayMs: number;
};
export function storedHours({ spans: _, pieceTime, ...hours }: PaidDay): StoredHours {
  const { ordinaryMinutes, sundayMs, holidayMs } = pieceTime();
  return { ...hours, pieceMinutes: ordinaryMinutes, pieceSundayMs: sundayMs, pieceHolidayMs: holidayMs };
}

export type PaidInput = {
  calendar: Calendar;
  timeGroupId: string | null;
  date: LocalDate;
  rule: HoursRule;
  shift: Shift | null;
  intervals: readonly Interval[];
  /** The approvals of the day: 'worked-through' takes nothing off for breaks, 'early' counts the time before the shift. */
  approved: ReadonlySet<string>;
  /** The instants of punches that say 'break'. */
  breakKeys: ReadonlySet<number>;
  /** An OUT without an IN: its time is unknown. */
  lacksIn: boolean;
  /** The time of piecework entries: spans of the clock, and plain durations. */
  working: () => { spans: readonly Span[]; plainMs: number };
  /** The time of entries of earlier days that go on in this one. */
  goingOn: () => readonly Span[];
};

/** Returns the paid hours of a day. Seconds are cut at both ends of an interval, so that each paid minute is whole. */
export function paidDayOf(input: PaidInput): PaidDay {
  const { rule, shift, intervals, approved } = input;
  const isEarlier = hasEarlierRules(input);
  const usesWorking = intervals.length === 0 && !input.lacksIn && rule.paysWorkingTime;
  const working = usesWorking ? input.working() : NO_WORK;
  const clocked = usesWorking
    ? working.spans
    : intervals.flatMap(({ in: start, out: end }) => (end === null ? [] : { start, end }));
  const rounded = roundingOf(input, usesWorking ? clocked : intervals.map(({ in: start, end }) => ({ start, end })));
  const plainMs = usesWorking ? cutToMinute(working.plainMs) : 0;
  const breaks = shift?.payBreaks ?? [];
  const gaps = gapsOf(intervals).map((gap) => ({
    span: rounded(gap),
    clocked: atMinutes(gap),
    isBreak: input.breakKeys.has(gap.start) || input.breakKeys.has(gap.end),
  }));
  const ofBreaks = gapsOfBreaks(breaks, gaps, hasFormerRules(input));
  const paidGaps = isEarlier ? earlierPaidGaps(breaks, gaps) : paidGapsOf(breaks, gaps, ofBreaks);
  const atWork = union([...clocked.map(rounded), ...paidGaps]);

  const early = earlyOf(input);
  const counted = early ? without(atWork, early) : atWork;
  let paid: readonly Span[] = counted;
  if (!approved.has('worked-through'))
    paid = isEarlier
      ? earlierBreaks(counted, breaks, gaps, lengthOf(counted) + plainMs > rule.breakAfterMinutes * MINUTE)
      : withoutBreaks(counted, { rule, breaks, gaps, ofBreaks, paidGaps, plainMs, isFormer: hasFormerRules(input) });

  const unsettled = intervals.filter(({ out }) => out === null).map(({ in: start, end }) => rounded({ start, end }));
  const estimated = early ? without(union(unsettled), early) : union(unsettled);
  const parts = classesOf(input, paid, isEarlier ? atWork : paid, plainMs);
  const work = () => (usesWorking ? { spans: paid, plainMs } : entriesOf(input));
  return {
    hoursRuleId: rule.hoursRuleId,
    ...sumOfParts(parts),
    nightMs: lengthOf(nightSpans(input, paid)),
    takenOffMs: lengthOf(counted) - lengthOf(paid),
    earlyMs: lengthOf(atWork) - lengthOf(counted),
    unsettledMs: lengthOf(estimated),
    isSettled: unsettled.length === 0 && !input.lacksIn,
    spans: paid,
    pieceTime: () =>
      pieceTimeOf([...parts, ...estimated.map((span) => ({ ...span, paidClass: 'ordinaryMs' as const }))], work()),
  };
}
const NO_WORK = { spans: [], plainMs: 0 };

/** Tells whether a day keeps the rules until 28 November 2026, by which it was locked (decision 032). */
const hasEarlierRules = ({ calendar: { paidRulesFrom }, date }: PaidInput) =>
  paidRulesFrom !== null && date < paidRulesFrom;

/** The same until 29 November 2026: only one gap was each break, one that lacked of its length took time before it, the seconds of each entry were cut, and those of earlier days left out. */
const hasFormerRules = ({ calendar: { presentRulesFrom }, date }: PaidInput) =>
  presentRulesFrom !== null && date < presentRulesFrom;

/** Returns the time of all entries that may lie within the day. */
function entriesOf(input: PaidInput) {
  const { spans, plainMs } = input.working();
  const all = hasFormerRules(input) ? spans.map(atMinutes) : [...spans, ...input.goingOn()];
  return { spans: union(all), plainMs: cutToMinute(plainMs) };
}

/** Returns the time before the shift that does not count: that within its margin; what is earlier was work before the shift. Null: all time counts. */
function earlyOf(input: PaidInput): Span | null {
  const { rule, shift, approved } = input;
  if (!shift || rule.earlyCounts || approved.has('early')) return null;
  return { start: hasEarlierRules(input) ? Number.NEGATIVE_INFINITY : shift.windowStart, end: shift.start };
}

/**
 * Returns a function that rounds the ends of a span to the nearest minutes of the local clock, half of them up: the first IN and the last OUT of the
 * work, or both ends of whatever span. All other seconds are cut.
 */
function roundingOf({ rule, calendar: { zone } }: PaidInput, work: readonly Span[]) {
  const step = rule.roundMinutes * MINUTE;
  if (step === 0) return atMinutes;
  const ends = [Math.min(...work.map(({ start }) => start)), Math.max(...work.map(({ end }) => end))];
  const rounded = (at: number) => {
    const minute = cutToMinute(at);
    if (!rule.roundsIntervals && !ends.includes(at)) return minute;
    const { start } = dayBounds(zone, localDateOf(zone, minute));
    return start + Math.round((minute - start) / step) * step;
  };
  return ({ start, end }: Span): Span => ({ start: rounded(start), end: rounded(end) });
}

/** Cuts the seconds of a span. */
const atMinutes = ({ start, end }: Span): Span => ({ start: cutToMinute(start), end: cutToMinute(end) });

/** Returns the gaps between an OUT and the next IN. */
const gapsOf = (intervals: readonly Interval[]): Span[] =>
  intervals.flatMap(({ out }, nth) => {
    const next = intervals[nth + 1];
    return out === null || !next ? [] : [{ start: out, end: next.in }];
  });

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

/**
 * Returns the paid time by the class of its date. A whole shift has that of the greater part of `parted`, on equal parts of a holiday or else a Sunday;
 * by the earlier rules of the earlier date.
 */
function classesOf(input: PaidInput, paid: readonly Span[], parted: readonly Span[], plainMs: number): Part[] {
  const { calendar, timeGroupId, rule } = input;
  const classOn = (day: LocalDate): DayClass => {
    if (calendar.holidayOn(timeGroupId, day) !== null) return 'holidayMs';
    return weekdayOf(day) === 7 ? 'sundayMs' : 'ordinaryMs';
  };
  const rank = (day: LocalDate) => (hasEarlierRules(input) ? 0 : CLASSES.indexOf(classOn(day)));
  const [greatest] = byDate(input, parted, plainMs).toSorted(([x, a], [y, b]) => b - a || rank(x) - rank(y));
  const whole = rule.isWhole && greatest ? classOn(greatest[0]) : null;
  const clocked = whole
    ? paid.map((span) => ({ ...span, paidClass: whole }))
    : paid
        .flatMap((span) => cutAtMidnight(calendar.zone, span))
        .map((part) => ({ ...part, paidClass: classOn(part.day) }));
  // Plain time has no place on the clock: its part begins nowhere.
  const plain = { start: Number.NEGATIVE_INFINITY, plainMs, end: Number.NEGATIVE_INFINITY };
  return plainMs > 0 ? [...clocked, { ...plain, paidClass: whole ?? classOn(input.date) }] : clocked;
}
const CLASSES = ['holidayMs', 'sundayMs', 'ordinaryMs'] as const;
type DayClass = (typeof CLASSES)[number];
/** Paid time of one class, in order; `plainMs`: it is that of plain durations, which have no place on the clock. */
type Part = Span & { paidClass: DayClass; plainMs?: number };
const lengthOfPart = ({ start, end, plainMs }: Part) => plainMs ?? end - start;

function sumOfParts(parts: readonly Part[]) {
  const classes = { paidMs: 0, holidayMs: 0, sundayMs: 0, ordinaryMs: 0 };
  for (const part of parts) {
    classes[part.paidClass] += lengthOfPart(part);
    classes.paidMs += lengthOfPart(part);
  }
  return classes;
}

/**
 * Returns the paid time that entries take, of each class as many whole minutes as they last together in it. A plain duration takes the first paid time
 * outside all entries with a place on the clock.
 */
function pieceTimeOf(
  parts: readonly Part[],
  { spans, plainMs }: { spans: readonly Span[]; plainMs: number },
): PieceTime {
  const time = { sundayMs: 0, holidayMs: 0 };
  const ordinary: Span[] = [];
  let [left, before] = [plainMs, 0];
  for (const part of parts) {
    // Plain paid time is that of the entries themselves.
    const place = part.plainMs === undefined ? part : { start: 0, end: part.plainMs };
    const own =
      part.plainMs === undefined ? spans.map((span) => common(span, part)).filter(({ start, end }) => end > start) : [];
    const plain = firstOf(own.reduce(without, [place]), left);
    left -= lengthOf(plain);
    const within = union([...own, ...plain]);
    if (part.paidClass === 'ordinaryMs') {
      ordinary.push(
        ...within.map(({ start, end }) => ({ start: before + start - place.start, end: before + end - place.start })),
      );
      before += lengthOfPart(part);
    } else time[part.paidClass] += lengthOf(within);
  }
  return {
    sundayMs: cutToMinute(time.sundayMs),
    holidayMs: cutToMinute(time.holidayMs),
    ordinaryMinutes: wholeMinutes(union(ordinary)).flatMap(({ start, end }) => [start / MINUTE, end / MINUTE]),
  };
}

/** Returns the minutes of some time in order: parts of minutes add up, and take the one in which they make a whole. */
function wholeMinutes(spans: readonly Span[]): Span[] {
  const minutes: Span[] = [];
  let parts = 0;
  const add = (start: number, ms: number) => {
    parts += ms;
    if (parts < MINUTE) return;
    parts -= MINUTE;
    minutes.push({ start, end: start + MINUTE });
  };
  for (const { start, end } of spans) {
    const [first, last] = [cutToMinute(start), cutToMinute(end)];
    if (first === last) add(first, end - start);
    else {
      const whole = first === start ? first : first + MINUTE;
      add(first, whole - start);
      if (last > whole) minutes.push({ start: whole, end: last });
      add(last, end - last);
    }
  }
  return union(minutes);
}

/** Returns the parts of a shift's spans that can be overtime: where it is cut at midnight, those of neither a holiday nor a Sunday. */
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
