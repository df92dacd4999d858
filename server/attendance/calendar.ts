import { type Message, msg, words } from '#contract/platform/words.ts';
import {
  addDays,
  DAY,
  dayBounds,
  HOUR,
  instantOn,
  type LocalDate,
  localDateOf,
  MINUTE,
  minutesOf,
  weekdayOf,
  type Zone,
  zoneOf,
} from '../platform/zone.ts';
import { type HoursRule, hoursRulesOf } from './hoursRules.ts';

/** The hours of one weekday of a time group, as synced; `effectiveFrom` null: from the beginning. */
export type StandardTime = {
  timeGroupId: string;
  weekday: number;
  startTime: string;
  endTime: string;
  /** `paid` is false for an unpaid break; `atLeast`: a clocked one takes off its length at least (docs/reference/paid-hours.md#breaks). */
  breaks: readonly { startTime: string; endTime: string; paid?: boolean | undefined; atLeast?: boolean | undefined }[];
  graceMinutes: number;
  breakGraceMinutes: number;
  preMinutes: number;
  postMinutes: number;
  effectiveFrom: LocalDate | null;
  /** The weekday has no shift from `effectiveFrom` on; its times are ignored. */
  isRest?: boolean;
};
/** `timeGroupId` null: a holiday of the whole account. */
export type Holiday = { date: LocalDate; name: string; timeGroupId: string | null };

export type Span = { start: number; end: number };
/** One shift as instants; it belongs to the date on which it starts (docs/reference/attendance.md#shift). */
export type Shift = {
  date: LocalDate;
  start: number;
  end: number;
  midpoint: number;
  /** [S - pre, E + post], both inclusive. */
  windowStart: number;
  windowEnd: number;
  graceMs: number;
  breakGraceMs: number;
  /** In time order, overlaps merged. */
  breaks: readonly Span[];
  /** The same one by one, for pay. `clockMs` is their length by the wall's clock, also where that leaves an hour out. */
  payBreaks: readonly (Span & { clockMs: number; isPaid: boolean; isAtLeast: boolean })[];
};

export type Calendar = {
  zone: Zone;
  /**
   * Null, or the day after the last that was locked by earlier rules: work days before it keep those rules (4, 5, 8 and 15 until 28 November 2026), by which
   * payroll has taken them.
   */
  rulesFrom: LocalDate | null;
  /** The same of the rules of paid hours (P1, P2 and P4 of docs/reference/pay.md), which changed once more that day. */
  paidRulesFrom: LocalDate | null;
  /** The same of the rules of earnings, which changed on 29 November 2026. */
  earningRulesFrom: LocalDate | null;
  /** The same of breaks in parts and of what fills second limits, which changed after it. */
  presentRulesFrom: LocalDate | null;
  /** False: nobody is late, and everybody is expected every day (docs/reference/attendance.md#shift). */
  hasStandardTimes: boolean;
  /** The longest a shift's window can be. */
  reachMs: number;
  shiftOn(timeGroupId: string | null, date: LocalDate): Shift | null;
  /** The same of a date as if it were no holiday. */
  usualShiftOn(timeGroupId: string | null, date: LocalDate): Shift | null;
  /** Tells whether a time group has a standard time, a rest day included: its hours were set up. */
  hasHours(timeGroupId: string): boolean;
  /** Returns the shifts whose window may contain an instant, by date. */
  shiftsNear(timeGroupId: string | null, at: number): readonly Shift[];
  /** Returns the name of the holiday of a time group's date; null if it is none. */
  holidayOn(timeGroupId: string | null, date: LocalDate): string | null;
  /** Tells whether a date is a holiday of everybody or of any time group. */
  isHolidayOfAny(date: LocalDate): boolean;
  /** All rules by which hours are paid. */
  hoursRules: readonly HoursRule[];
  /** Returns the rule by which the hours of a date are paid; null while none was set up. */
  hoursRuleOn(timeGroupId: string | null, date: LocalDate): HoursRule | null;
  /** Returns the reason why there is no shift, in words; null where there is one. */
  noShiftReason(timeGroupId: string | null, date: LocalDate): string | Message | null;
};

/** Returns the account's shifts from its standard times and holidays (docs/reference/attendance.md#shift); each shift is computed once. */
export function calendarOf(
  timeZone: string,
  standardTimes: readonly StandardTime[],
  holidays: readonly Holiday[] = [],
  hoursRules: readonly HoursRule[] = [],
  {
    rulesFrom = null,
    paidRulesFrom = null,
    earningRulesFrom = null,
    presentRulesFrom = null,
  }: Partial<Pick<Calendar, 'rulesFrom' | 'paidRulesFrom' | 'earningRulesFrom' | 'presentRulesFrom'>> = {},
): Calendar {
  const zone = zoneOf(timeZone);
  const withHours = new Set(standardTimes.map(({ timeGroupId }) => timeGroupId));
  const byWeekday = new Map<string, StandardTime[]>();
  for (const time of standardTimes) {
    const key = `${time.timeGroupId} ${time.weekday}`;
    byWeekday.set(key, [...(byWeekday.get(key) ?? []), time]);
  }
  for (const versions of byWeekday.values())
    versions.sort((a, b) => ((a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? 1 : -1));
  const holidayDates = new Set(holidays.map(({ date }) => date));
  const holidayNames = new Map(holidays.map((day) => [`${day.timeGroupId ?? ''} ${day.date}`, day.name]));

  const holidayOn = (groupId: string | null, date: LocalDate) =>
    holidayNames.get(` ${date}`) ?? holidayNames.get(`${groupId ?? ''} ${date}`) ?? null;
  const versionOn = (groupId: string, date: LocalDate) =>
    byWeekday
      .get(`${groupId} ${weekdayOf(date)}`)
      ?.find(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom <= date);

  const usualShiftOn = (groupId: string | null, date: LocalDate) => {
    const time = groupId === null ? undefined : versionOn(groupId, date);
    return time && !time.isRest ? resolveShift(zone, date, time) : null;
  };
  const shiftsOf = byGroup<Shift | null>();
  const shiftOn = (groupId: string | null, date: LocalDate) => {
    if (groupId === null) return null;
    const shifts = shiftsOf(groupId);
    const known = shifts.get(date);
    if (known !== undefined) return known;
    const shift = holidayOn(groupId, date) === null ? usualShiftOn(groupId, date) : null;
    shifts.set(date, shift);
    return shift;
  };

  const most = (minutes: (time: StandardTime) => number) =>
    standardTimes.reduce((longest, time) => Math.max(longest, minutes(time)), 0) * MINUTE;
  const pre = most((time) => time.preMinutes);
  const post = most((time) => time.postMinutes);
  // A shift lasts a day at most, and an hour more in the night in which clocks go back.
  const daysBack = Math.ceil((post + 26 * HOUR) / DAY);
  const daysAhead = Math.ceil((pre + 2 * HOUR) / DAY);

  const nearOf = byGroup<readonly Shift[]>();
  const shiftsNear = (groupId: string | null, at: number) => {
    if (groupId === null || standardTimes.length === 0) return [];
    const today = localDateOf(zone, at);
    const near = nearOf(groupId);
    let found = near.get(today);
    if (!found) {
      const list: Shift[] = [];
      for (let days = -daysBack; days <= daysAhead; days++) {
        const shift = shiftOn(groupId, addDays(today, days));
        if (shift) list.push(shift);
      }
      found = list;
      near.set(today, found);
    }
    return found;
  };

  return {
    zone,
    rulesFrom,
    paidRulesFrom,
    earningRulesFrom,
    presentRulesFrom,
    hasStandardTimes: standardTimes.length > 0,
    hasHours: (timeGroupId) => withHours.has(timeGroupId),
    reachMs: pre + 26 * HOUR + post,
    shiftOn,
    usualShiftOn,
    shiftsNear,
    holidayOn,
    isHolidayOfAny: (date) => holidayDates.has(date),
    hoursRules,
    hoursRuleOn: hoursRulesOf(hoursRules),
    noShiftReason(groupId, date) {
      if (standardTimes.length === 0) return words('No standard times: everybody is expected every day');
      if (groupId === null) return words('None assigned');
      if (shiftOn(groupId, date)) return null;
      const holiday = holidayOn(groupId, date);
      return holiday === null ? words('Rest day') : msg('Holiday: {holiday}', { holiday });
    },
  };
}

/** Returns a cache by time group and date: two lookups, without building a key from both. */
function byGroup<T>(): (groupId: string) => Map<LocalDate, T> {
  const groups = new Map<string, Map<LocalDate, T>>();
  return (groupId) => {
    const known = groups.get(groupId);
    if (known) return known;
    const dates = new Map<LocalDate, T>();
    groups.set(groupId, dates);
    return dates;
  };
}

function resolveShift(zone: Zone, date: LocalDate, time: StandardTime): Shift {
  const startMinutes = minutesOf(time.startTime);
  const endDate = minutesOf(time.endTime) <= startMinutes ? addDays(date, 1) : date;
  const start = instantOn(zone, date, time.startTime);
  // A shift within the gap of a clock change could end before it starts: it has no length then.
  const end = Math.max(start, instantOn(zone, endDate, time.endTime));
  const breaks = time.breaks.map((pause) => {
    const from = minutesOf(pause.startTime);
    const breakDate = from < startMinutes ? addDays(date, 1) : date;
    const breakEnd = minutesOf(pause.endTime) <= from ? addDays(breakDate, 1) : breakDate;
    const span = { start: instantOn(zone, breakDate, pause.startTime), end: instantOn(zone, breakEnd, pause.endTime) };
    const clockMs = (minutesOf(pause.endTime) - from) * MINUTE + (breakEnd === breakDate ? 0 : DAY);
    // In the hour that a change of the clock repeats, a break is paid as no longer than by the clock.
    const paidSpan = { start: span.start, end: Math.min(span.end, span.start + clockMs) };
    return { span, paid: { ...paidSpan, clockMs, isPaid: pause.paid !== false, isAtLeast: pause.atLeast === true } };
  });
  return {
    date,
    start,
    end,
    midpoint: start + (end - start) / 2,
    windowStart: start - time.preMinutes * MINUTE,
    windowEnd: end + time.postMinutes * MINUTE,
    graceMs: time.graceMinutes * MINUTE,
    breakGraceMs: time.breakGraceMinutes * MINUTE,
    breaks: union(breaks.map(({ span }) => span)),
    payBreaks: breaks.map(({ paid }) => paid),
  };
}

/** Returns spans merged where they overlap or touch, in time order; empty and backward ones are left out. */
export function union(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of spans.filter((span) => span.end > span.start).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

export const lengthOf = (spans: readonly Span[]) => spans.reduce((sum, { start, end }) => sum + end - start, 0);
export const overlap = (a: Span, b: Span) => Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));

/** Returns the span that evidence is judged against: the shift, or the local day in an account without standard times. */
export function expectation(calendar: Calendar, timeGroupId: string | null, date: LocalDate) {
  const shift = calendar.shiftOn(timeGroupId, date);
  if (shift) {
    const { start, end, windowStart, windowEnd, graceMs } = shift;
    return { start, end, windowStart, windowEnd, graceMs };
  }
  if (calendar.hasStandardTimes) return null;
  const day = dayBounds(calendar.zone, date);
  return { start: day.start, end: day.end, windowStart: day.start, windowEnd: day.end, graceMs: 0 };
}
