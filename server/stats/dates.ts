import { type LocalDate, midnightUtc } from '../attendance/zone.ts';

const part = (date: LocalDate, options: Intl.DateTimeFormatOptions) =>
  new Date(midnightUtc(date)).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' });

/** '16 Nov': a day within a year. */
export const dayInYear = (date: LocalDate) => part(date, { day: 'numeric', month: 'short' });
/** 'Mon 16 Nov'. */
export const dayInWords = (date: LocalDate) => `${part(date, { weekday: 'short' })} ${dayInYear(date)}`;
