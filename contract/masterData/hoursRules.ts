import { z } from 'zod';
import { hourLimitFields, minutesUpTo, NO_LIMITS } from '../figures/hourLimits.ts';
import { daysBetween, documentId, localDate, wallTime } from '../platform/common.ts';
import { recordEndpoints } from '../platform/endpoint.ts';
import { MAX_PAY_PERIOD_DAYS } from '../platform/limits.ts';
import { asText, msg, words } from '../platform/words.ts';
import {
  access,
  basis,
  ownOrNamedAccount,
  previewQuery,
  rejudged,
  setupRecord,
  withBasis,
  writes,
} from './setupRecords.ts';

/** The rules by which hours are paid (docs/reference/paid-hours.md), with the limits of hours (docs/reference/records.md#limits-of-hours), each for everybody or for a time group, from a date on. */

/** Rounding, only to the nearest minutes, which neither gives nor takes. */
export const ROUNDINGS = ['none', 'nearest 5', 'nearest 6', 'nearest 10', 'nearest 15'] as const;
const rounding = z
  .string()
  .max(40)
  .refine((text) => !/\bin up\b|\bout down\b/i.test(text), { error: words('This would cut pay.'), abort: true })
  .refine((text) => ROUNDINGS.some((one) => one === text), {
    error: asText(msg('Use one of: {names}', { names: ROUNDINGS.join(', ') })),
  });
export const payFactor = z
  .number(words('A factor, such as 1.5'))
  .min(1, words('A factor below 1 would cut pay.'))
  .max(10, words('At most 10'));
export const PAY_PERIODS = ['weekly', 'fortnightly', 'monthly', 'list'] as const;
/** The most dates of a list of pay periods: three years of months. */
const MAX_PERIOD_DATES = 40;
const MAX_BREAK_ROWS = 5;
const MAX_LIMIT_WEEKS = 8;

const valueFields = z.strictObject({
  /** Time before the shift's start is paid. */
  earlyCounts: z.boolean(),
  /** An unpaid break that was not clocked is taken off only of more work than this without a gap that could be it, and leaves as much. */
  breakAfterMinutes: z.int().min(0).max(1_440, words('At most 24 hours')),
  rounding,
  /** Each interval is rounded at both ends; otherwise only the first IN and the last OUT of a work day. A rule of before there was a choice has none. */
  roundsIntervals: z.boolean().default(true),
  /** Instead of the unpaid breaks of shifts: so much break of more than so much work; what clocked gaps lack of it is taken off. Empty: none. */
  breakTable: z
    .array(z.strictObject({ afterMinutes: z.int().min(0).max(1_440), breakMinutes: z.int().min(1).max(240) }))
    .max(MAX_BREAK_ROWS)
    .default([]),
  /** Without punches, the working time of the Recorder is paid. */
  paysWorkingTime: z.boolean(),
  /** A shift that touches a holiday or a Sunday belongs whole to the day with the greater part of its paid time; otherwise it is cut at midnight. */
  isWhole: z.boolean(),
  /** Ordinary time of a day and a week; what is longer is overtime 1. Null: no limit. */
  dayLimitMinutes: minutesUpTo(24),
  weekLimitMinutes: minutesUpTo(168),
  /** From here on it is overtime 2. */
  dayLimit2Minutes: minutesUpTo(24),
  weekLimit2Minutes: minutesUpTo(168),
  /** Ordinary time of so many weeks, the first of which begins on a date; what is longer is overtime 1. Null: no limit. */
  weeksLimitMinutes: minutesUpTo(999).default(null),
  limitWeeks: z.int().min(2, words('At least 2 weeks')).max(MAX_LIMIT_WEEKS, words('At most 8 weeks')).default(4),
  limitWeeksFrom: localDate.default('2026-01-05'),
  /** Paid time of Sundays and holidays fills the limits of a week and of weeks too, from the next day on. */
  sundaysFillWeek: z.boolean().default(false),
  /** The first day of the week for its limit, 1 for Monday to 7 for Sunday. */
  weekStart: z.int().min(1).max(7),
  /** The window of the clock that is marked as night. */
  nightStart: wallTime.nullable(),
  nightEnd: wallTime.nullable(),
  overtime1Factor: payFactor,
  overtime2Factor: payFactor,
  sundayFactor: payFactor,
  holidayFactor: payFactor,
  payPeriod: z.enum(PAY_PERIODS),
  /** The first day of a period: every period starts as many weeks from it, or on the same day of a month. */
  periodStart: localDate,
  /** Of a list: the first days of its periods, and last the day after them. Outside of it a period is a calendar month. */
  periodDates: z.array(localDate).max(MAX_PERIOD_DATES).default([]),
  ...hourLimitFields,
});
export type HoursRuleValue = z.infer<typeof valueFields>;
export const hoursRuleFields = valueFields.shape;

/** The values of a rule that says nothing else. */
export const HOURS_RULE_DEFAULTS: HoursRuleValue = {
  earlyCounts: false,
  breakAfterMinutes: 300,
  rounding: 'none',
  roundsIntervals: false,
  breakTable: [],
  paysWorkingTime: false,
  isWhole: true,
  dayLimitMinutes: null,
  weekLimitMinutes: null,
  dayLimit2Minutes: null,
  weekLimit2Minutes: null,
  weeksLimitMinutes: null,
  limitWeeks: 4,
  limitWeeksFrom: '2026-01-05',
  sundaysFillWeek: false,
  weekStart: 1,
  nightStart: null,
  nightEnd: null,
  overtime1Factor: 1.5,
  overtime2Factor: 2,
  sundayFactor: 2,
  holidayFactor: 2,
  payPeriod: 'monthly',
  periodStart: '2026-01-01',
  periodDates: [],
  ...NO_LIMITS,
};

/** Returns minutes as hours: 540 is '9', 450 is '7:30'. */
export function hoursOf(minutes: number): string {
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

type BreakTable = HoursRuleValue['breakTable'];
/** Returns a table of breaks as it is typed: '6=30, 9=45' is 30 minutes of more than 6 hours, 45 of more than 9. */
export const breakTableText = (table: Readonly<BreakTable>) =>
  table.map(({ afterMinutes, breakMinutes }) => `${hoursOf(afterMinutes)}=${breakMinutes}`).join(', ');
/** Returns the table of a text, or undefined where it is none. */
export function breakTableIn(text: string): BreakTable | undefined {
  const rows = text.split(/[,;]/).filter((row) => row.trim() !== '');
  const found = rows.flatMap((row) => {
    const [, hours, minutes = '0', breakMinutes] = /^\s*(\d{1,2})(?::([0-5]\d))?\s*=\s*(\d{1,3})\s*$/.exec(row) ?? [];
    return hours && breakMinutes
      ? { afterMinutes: Number(hours) * 60 + Number(minutes), breakMinutes: Number(breakMinutes) }
      : [];
  });
  return found.length === rows.length ? found : undefined;
}
/** Tells whether each row of a table has more break than the one before it, of more work, and never more break than work. */
const isBreakTable = (table: BreakTable) =>
  table.every(({ afterMinutes, breakMinutes }, nth) => {
    const before = table[nth - 1];
    return (
      breakMinutes <= afterMinutes &&
      (!before || (afterMinutes > before.afterMinutes && breakMinutes > before.breakMinutes))
    );
  });

// 5 January 2026 is a Monday.
const startsWeek = ({ limitWeeksFrom, weekStart }: Pick<HoursRuleValue, 'limitWeeksFrom' | 'weekStart'>) =>
  (daysBetween('2026-01-05', limitWeeksFrom) - weekStart + 1) % 7 === 0;

/** Returns what is wrong with the fields of a rule together, by field. */
export function wrongTogether(
  rule: Omit<HoursRuleValue, 'roundsIntervals'>,
): { field: keyof HoursRuleValue; message: string }[] {
  const wrong: { field: keyof HoursRuleValue; message: string }[] = [];
  const isBelow = (second: number | null, first: number | null) =>
    second !== null && (first === null || second < first);
  if (isBelow(rule.dayLimit2Minutes, rule.dayLimitMinutes))
    wrong.push({ field: 'dayLimit2Minutes', message: words('Not below the limit for overtime 1') });
  if (isBelow(rule.weekLimit2Minutes, rule.weekLimitMinutes))
    wrong.push({ field: 'weekLimit2Minutes', message: words('Not below the limit for overtime 1') });
  if (rule.weeksLimitMinutes !== null) {
    const hours = rule.limitWeeks * 168;
    if (rule.weeksLimitMinutes > hours * 60)
      wrong.push({ field: 'weeksLimitMinutes', message: asText(msg('At most {hours} hours', { hours })) });
    if (!startsWeek(rule))
      wrong.push({ field: 'limitWeeksFrom', message: words('A day on which the week of this rule starts') });
  }
  if (rule.overtime2Factor < rule.overtime1Factor)
    wrong.push({ field: 'overtime2Factor', message: words('Not below the factor of overtime 1') });
  if (!isBreakTable(rule.breakTable))
    wrong.push({
      field: 'breakTable',
      message: words('Each row with more work and more break than the one before it'),
    });
  if ((rule.nightStart === null) !== (rule.nightEnd === null))
    wrong.push({ field: rule.nightStart === null ? 'nightStart' : 'nightEnd', message: words('Both, or neither') });
  if (rule.nightStart !== null && rule.nightStart === rule.nightEnd)
    wrong.push({ field: 'nightEnd', message: words('Not the time at which it starts') });
  if (rule.maxNightMinutes !== null && rule.nightStart === null)
    wrong.push({ field: 'maxNightMinutes', message: words('Only with a window of the night') });
  if (rule.payPeriod === 'list') {
    const gaps = rule.periodDates.slice(1).map((date, nth) => daysBetween(rule.periodDates[nth] ?? date, date));
    if (gaps.length === 0) wrong.push({ field: 'periodDates', message: words('At least two dates') });
    else if (gaps.some((days) => days < 1 || days > MAX_PAY_PERIOD_DAYS))
      wrong.push({
        field: 'periodDates',
        message: asText(msg('Each date after the one before it, at most {most} days', { most: MAX_PAY_PERIOD_DAYS })),
      });
  }
  if (rule.payPeriod === 'monthly' && Number(rule.periodStart.slice(8)) > 28)
    wrong.push({ field: 'periodStart', message: words('A day of the month from 1 to 28') });
  return wrong;
}

const keyFields = {
  /** Null: everybody whose time group has no rule of its own. */
  timeGroupId: documentId.nullable(),
  /** The first day on which it is in force; null: always. */
  from: localDate.nullable(),
};
export const setupHoursRule = z.object({ ...setupRecord.shape, ...keyFields, ...hoursRuleFields });
export type SetupHoursRule = z.infer<typeof setupHoursRule>;
/** A new rule that does not say what it rounds rounds the first IN and the last OUT; a change that does not say it keeps what is there. */
const body = z.strictObject({ ...keyFields, ...hoursRuleFields, roundsIntervals: z.boolean().default(false) });
const change = body.extend({ basis, roundsIntervals: z.boolean().optional() });
const checked = <S extends z.ZodType<Omit<HoursRuleValue, 'roundsIntervals'>>>(schema: S) =>
  schema.superRefine((rule, context) => {
    for (const { field, message } of wrongTogether(rule)) context.addIssue({ code: 'custom', path: [field], message });
  });
const answer = z.object({ hoursRule: setupHoursRule, rejudged });
export const {
  list: listHoursRules,
  create: createHoursRule,
  update: updateHoursRule,
  remove: deleteHoursRule,
} = recordEndpoints(
  { path: '/setup/hours-rules', access, params: z.object({ hoursRuleId: documentId }), refusals: writes },
  {
    list: {
      summary: 'The rules by which hours are paid, by time group and date.',
      query: ownOrNamedAccount,
      response: z.object({ hoursRules: z.array(setupHoursRule) }),
    },
    create: {
      summary: 'Adds a rule; `?preview=1` only says whom that judges anew.',
      query: previewQuery,
      body: checked(body),
      response: answer,
    },
    update: {
      summary: 'Changes a rule. A change that past days should not have is a new rule from its date on.',
      query: previewQuery,
      body: checked(change),
      response: answer,
    },
    remove: {
      summary: 'Deletes a rule: the one before it, or that for everybody, is in force again.',
      query: withBasis.extend(previewQuery.shape),
      response: z.object({ rejudged }),
    },
  },
);
