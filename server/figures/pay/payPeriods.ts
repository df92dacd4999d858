import { daysBetween } from '#contract/platform/common.ts';
import type { PeriodRule } from '#contract/platform/periods.ts';
import type { HoursRule } from '../../attendance/hoursRules.ts';
import { addDays, type LocalDate } from '../../platform/zone.ts';

export type PayPeriod = { from: LocalDate; to: LocalDate };

/** Returns the part of a period that is within some dates. */
export const withinDates = ({ from, to }: PayPeriod, dates: PayPeriod): PayPeriod => ({
  from: from < dates.from ? dates.from : from,
  to: to > dates.to ? dates.to : to,
});

/**
 * Returns the pay period of a date by the rules for everybody (docs/reference/pay.md); a calendar month without one. A rule that comes into force within a
 * period ends it and starts its own, but only where its periods are others.
 */
export function payPeriodOn(rules: readonly HoursRule[], date: LocalDate): PayPeriod {
  const own = rules
    .filter(({ timeGroupId }) => timeGroupId === null)
    .sort((a, b) => ((a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? -1 : 1))
    .filter((rule, nth, all) => rule.effectiveFrom === null || startsPeriods(rule, all[nth - 1]));
  const rule = own.findLast(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom <= date);
  const next = own.find(({ effectiveFrom }) => effectiveFrom !== null && effectiveFrom > date)?.effectiveFrom;
  const whole = rule ? wholePeriod(rule, date) : monthFrom(1, date);
  const from = rule?.effectiveFrom && rule.effectiveFrom > whole.from ? rule.effectiveFrom : whole.from;
  const to = next && next <= whole.to ? addDays(next, -1) : whole.to;
  return { from, to };
}

const CALENDAR_MONTHS: Periods = { payPeriod: 'monthly', periodStart: '2026-01-01', periodDates: [] };
/** Tells whether a rule starts periods of its own: its periods differ from those before it, or days of it were locked while each rule did. */
const startsPeriods = (rule: HoursRule, before: Periods = CALENDAR_MONTHS) =>
  rule.splitsPeriod || periodKey(rule) !== periodKey(before);
/** Returns a text that is the same for rules whose periods are the same. */
function periodKey({ payPeriod, periodStart, periodDates }: Periods): string {
  if (payPeriod === 'list') return `list ${periodDates.join(' ')}`;
  if (payPeriod === 'monthly') return `monthly ${periodStart.slice(8)}`;
  const days = daysOf(payPeriod);
  return `${days} ${remainder(daysBetween('2026-01-01', periodStart), days)}`;
}
const daysOf = (payPeriod: 'weekly' | 'fortnightly') => (payPeriod === 'weekly' ? 7 : 14);
const remainder = (value: number, of: number) => ((value % of) + of) % of;

/** Returns the periods that meet a range of dates, newest first. */
export const payPeriodsIn = (rules: readonly HoursRule[], first: LocalDate, last: LocalDate): PayPeriod[] =>
  periodsIn((date) => payPeriodOn(rules, date), first, last);

/** Does the same for periods of any kind, each of which begins on the day after the one before it. */
export function periodsIn(periodOf: (date: LocalDate) => PayPeriod, first: LocalDate, last: LocalDate): PayPeriod[] {
  const periods: PayPeriod[] = [];
  for (let date = last; date >= first; ) {
    const period = periodOf(date);
    periods.push(period);
    date = addDays(period.from, -1);
  }
  return periods;
}

/** Returns the period of a date by the periods of a user, which are the same on all dates. */
export const userPeriodOn = (rule: PeriodRule, date: LocalDate) => wholePeriod({ ...rule, periodDates: [] }, date);

type Periods = Pick<HoursRule, 'payPeriod' | 'periodStart' | 'periodDates'>;
function wholePeriod({ payPeriod, periodStart, periodDates }: Periods, date: LocalDate): PayPeriod {
  if (payPeriod === 'list') return listedPeriod(periodDates, date);
  if (payPeriod === 'monthly') return monthFrom(Number(periodStart.slice(8)), date);
  const days = daysOf(payPeriod);
  const from = addDays(date, -remainder(daysBetween(periodStart, date), days));
  return { from, to: addDays(from, days - 1) };
}

/** Returns the period of a list; outside of it the calendar month, as far as no listed period has days of it. */
function listedPeriod(dates: readonly LocalDate[], date: LocalDate): PayPeriod {
  const month = monthFrom(1, date);
  const from = dates.findLast((start) => start <= date);
  const next = dates.find((start) => start > date);
  if (from !== undefined && next !== undefined) return { from, to: addDays(next, -1) };
  return {
    from: from !== undefined && from > month.from ? from : month.from,
    to: next !== undefined && next <= month.to ? addDays(next, -1) : month.to,
  };
}

/** Returns the month from a day (1 to 28) that contains a date. */
function monthFrom(day: number, date: LocalDate): PayPeriod {
  const starts = (months: number) => {
    const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
    const two = (value: number) => String(value).padStart(2, '0');
    return `${String(Math.floor(month / 12)).padStart(4, '0')}-${two((month % 12) + 1)}-${two(day)}`;
  };
  const before = date < starts(0) ? -1 : 0;
  return { from: starts(before), to: addDays(starts(before + 1), -1) };
}
