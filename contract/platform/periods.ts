import { z } from 'zod';
import { localDate } from './common.ts';
import { words } from './words.ts';

/** The periods that a user can define: weeks or fortnights from a date, months from a day of the month. */
export const USER_PERIODS = ['weekly', 'fortnightly', 'monthly'] as const;
/**
 * The periods of a user: each starts a whole number of weeks or fortnights from `periodStart`, or on its day of the month, 1 to 28:
 * '26th to 25th', 'fortnight from a date', 'week from Thursday'.
 */
export const periodRule = z
  .strictObject({ payPeriod: z.enum(USER_PERIODS), periodStart: localDate })
  .refine(({ payPeriod, periodStart }) => payPeriod !== 'monthly' || Number(periodStart.slice(8)) <= 28, {
    path: ['periodStart'],
    error: words('A day of the month from 1 to 28'),
  });
export type PeriodRule = z.infer<typeof periodRule>;
