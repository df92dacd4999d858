import { z } from 'zod';
import { words } from '../platform/words.ts';

/** The days of a report that is made again and again, in the order in which they are offered. Weeks start on Monday. */
export const PERIOD_LABELS = {
  today: words('The day itself'),
  yesterday: words('The day before'),
  'this-week': words('This week'),
  'last-week': words('Last week'),
  'this-month': words('This month'),
  'last-month': words('Last month'),
  'this-pay-period': words('This pay period'),
  'last-pay-period': words('Last pay period'),
};
export type ReportPeriod = keyof typeof PERIOD_LABELS;
export const reportPeriod = z.enum(Object.keys(PERIOD_LABELS) as ReportPeriod[]); // the keys of a constant

export type PayPeriodName = 'this-pay-period' | 'last-pay-period';
export type CalendarPeriod = Exclude<ReportPeriod, PayPeriodName>;
/** Returns true for a period that goes by the account's hours rules and not by the calendar. */
export const isPayPeriod = (period: ReportPeriod): period is PayPeriodName => period.endsWith('-pay-period');

const DAY_MS = 86_400_000;
const plus = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
const monday = (date: string) => plus(date, -((new Date(date).getUTCDay() + 6) % 7));
const firstOfMonth = (date: string) => `${date.slice(0, 7)}-01`;

/** Returns the dates of a period, both included, as seen on a day; those that have not ended go up to that day. */
export function calendarDates(period: CalendarPeriod, today: string): { from: string; to: string } {
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: plus(today, -1), to: plus(today, -1) };
    case 'this-week':
      return { from: monday(today), to: today };
    case 'last-week':
      return { from: plus(monday(today), -7), to: plus(monday(today), -1) };
    case 'this-month':
      return { from: firstOfMonth(today), to: today };
    case 'last-month': {
      const to = plus(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
  }
}
