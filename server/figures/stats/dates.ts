import { type LocalDate, midnightUtc } from '../../platform/zone.ts';

/** Returns '16 Nov': a day within a year. */
export const dayInYear = (date: LocalDate) =>
  new Date(midnightUtc(date)).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
