import type { Day } from '#src/api/day.ts';
import { TODAY } from './dashboardSamples.ts';
import { ACCOUNT_ID } from './ui.tsx';

/** Today on the dashboard, for tests of one card or dialog. */
export const theDay = (changes: Partial<Day> = {}): Day => ({
  accountId: ACCOUNT_ID,
  referenceDate: TODAY,
  timeZone: 'Africa/Johannesburg',
  live: true,
  ...changes,
});
