import { t } from '@lingui/core/macro';
import type { SetupShifts, ShiftDay } from '#contract/office/setupLists.ts';

/** The week of a time group for drawing and for warnings, Monday being 1. Minutes count from the midnight at which the weekday starts. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const DAY = 24 * 60;
const LONG_SHIFT = 16 * 60;

export const minutesOf = (wallTime: string) => Number(wallTime.slice(0, 2)) * 60 + Number(wallTime.slice(3));
const wallTimeAt = (minutes: number) => {
  const inDay = ((minutes % DAY) + DAY) % DAY;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
};

export type Span = { start: number; end: number };
type Hours = Pick<ShiftDay, 'startTime' | 'endTime' | 'breaks'>;
/** Returns when a shift starts and ends; one that ends on the next day ends after 1,440. */
export function spanOf({ startTime, endTime }: Pick<ShiftDay, 'startTime' | 'endTime'>, earliest = 0): Span {
  const start = minutesOf(startTime) + (minutesOf(startTime) < earliest ? DAY : 0);
  const end = minutesOf(endTime) + (start >= DAY ? DAY : 0);
  return { start, end: end <= start ? end + DAY : end };
}
export const breakSpans = (hours: Hours) => hours.breaks.map((each) => spanOf(each, spanOf(hours).start));

/** A part of a bar within one weekday. `isContinued`: it started on the day before. */
export type Bar = Span & { weekday: number; isBreak: boolean; isContinued: boolean };

/** Returns the bars of a week, shifts before breaks: a shift that passes midnight continues on the next weekday, Sunday's on Monday. */
export function barsOf(days: readonly ShiftDay[]): Bar[] {
  const cut = (weekday: number, { start, end }: Span, isBreak: boolean): Bar[] =>
    [
      { weekday, start, end: Math.min(end, DAY), isBreak, isContinued: false },
      { weekday: (weekday % 7) + 1, start: Math.max(start - DAY, 0), end: end - DAY, isBreak, isContinued: true },
    ].filter((bar) => bar.start < bar.end);
  const works = days.filter(({ isRest }) => !isRest);
  return [
    ...works.flatMap((day) => cut(day.weekday, spanOf(day), false)),
    ...works.flatMap((day) => breakSpans(day).flatMap((span) => cut(day.weekday, span, true))),
  ];
}

/** Returns warnings about unusual hours of a day within its week, in words. */
export function warningsOf(day: ShiftDay, week: readonly ShiftDay[]): string[] {
  if (day.isRest) return [];
  const shift = spanOf(day);
  const outside = day.breaks.filter((_, index) => {
    const span = breakSpans(day)[index];
    return span !== undefined && (span.start < shift.start || span.end > shift.end);
  });
  const on = (weekday: number) =>
    week.find((one) => one.weekday === ((weekday + 6) % 7) + 1 && !one.isRest && one.weekday !== day.weekday);
  return [
    ...outside.map(({ startTime, endTime }) => t`The break from ${startTime} to ${endTime} is outside the shift.`),
    ...(shift.end - shift.start > LONG_SHIFT ? [t`The shift is longer than 16 hours.`] : []),
    ...[meeting(on(day.weekday - 1), day), meeting(day, on(day.weekday + 1))]
      .filter((at) => at !== undefined)
      .map((at) => t`A punch at ${at} could belong to either shift.`),
  ];
}

/** Returns the wall time from which a punch could belong to this shift or to the next day's; undefined if there is none. */
function meeting(day: ShiftDay | undefined, next: ShiftDay | undefined): string | undefined {
  if (!day || !next) return undefined;
  const from = spanOf(next).start + DAY - next.preMinutes;
  return from < spanOf(day).end + day.postMinutes ? wallTimeAt(from) : undefined;
}

/** Returns the week in force on a local date; the first week if none is in force yet. */
export const weekOn = ({ weeks }: Pick<SetupShifts, 'weeks'>, date: string) =>
  weeks.findLast(({ from }) => from === null || from <= date) ?? weeks[0];

/** 'Rest', '07:00 to 16:00', '22:00 to 06:00, next day'. */
export function hoursInWords(day: ShiftDay | undefined): string {
  if (!day) return t`No shift`;
  if (day.isRest) return t`Rest`;
  const { startTime, endTime } = day;
  return endTime <= startTime ? t`${startTime} to ${endTime}, next day` : t`${startTime} to ${endTime}`;
}

/** A day shift with a break at noon, the default of syncs as well. */
export const newDay = (weekday: number): ShiftDay => ({
  weekday,
  isRest: false,
  startTime: '07:00',
  endTime: '16:00',
  breaks: [{ startTime: '12:00', endTime: '13:00' }],
  graceMinutes: 5,
  breakGraceMinutes: 5,
  preMinutes: 120,
  postMinutes: 240,
});
