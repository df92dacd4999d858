import './dates.css';
import { t } from '@lingui/core/macro';
import type { DayOfWeek } from '@mantine/dates';
import { inLanguage, shownLanguage } from '../lib/language.ts';
import { isDay, longDay } from '../lib/zoned.ts';

const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const format = inLanguage((language) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }));
  return (date: string) => format().format(Date.parse(date));
};
const monthAndYear = formatOf({ month: 'long', year: 'numeric' });
const month = formatOf({ month: 'short' });
const weekday = formatOf({ weekday: 'short' });

/** TypeScript does not know the week of a locale yet; older browsers have it as a property. */
type WithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };
/** Returns the day with which a week begins, 0 being Sunday; Monday in a browser that does not know. */
function firstDayOf(language: string): DayOfWeek {
  const locale: WithWeek = new Intl.Locale(language);
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 };
  return (firstDay % 7) as DayOfWeek; // a remainder of 7
}

/** Returns the words of a calendar: labels of its buttons, which show only arrows, its days and months, and how a week begins. */
export function calendarWords() {
  const language = shownLanguage();
  return {
    ariaLabels: {
      previousMonth: t`Previous month`,
      nextMonth: t`Next month`,
      previousYear: t`Previous year`,
      nextYear: t`Next year`,
    },
    getDayAriaLabel: longDay,
    // Mantine's own are English, of the library dayjs, which other languages would add to.
    ...(language !== 'en' && {
      firstDayOfWeek: firstDayOf(language),
      monthLabelFormat: monthAndYear,
      monthsListFormat: month,
      weekdayFormat: (date: string) => weekday(date).slice(0, 2),
    }),
  };
}

const unaccented = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** The names of the months, long and short, January first. */
const monthNames = inLanguage((language) => {
  const formats = (['long', 'short'] as const).map(
    (length) => new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' }),
  );
  return Array.from({ length: 12 }, (_, nth) => formats.map((each) => unaccented(each.format(Date.UTC(2024, nth)))));
});

/**
 * Returns the local date that a person types: '3/11/2026', '3.11.26', '3 nov 2026', '2026-11-03'; null for anything else. The day comes before the month in
 * every language that we speak, whatever the browser's is. 19 and 20 are years that are not finished.
 */
export function typedDate(text: string): string | null {
  const numbers = text.match(/\d+/g) ?? [];
  const name = unaccented(text.match(/\p{L}{3,}/u)?.[0] ?? '');
  const month = name && String(monthNames().findIndex((names) => names.some((each) => each.startsWith(name))) + 1);
  const parts = month ? [numbers[0], month, ...numbers.slice(1)] : numbers;
  if (parts.length !== 3) return null;
  const [day = '', of = '', year = ''] = parts[0]?.length === 4 ? parts.toReversed() : parts;
  if (!/^\d{4}$|^(?!19|20)\d{2}$/.test(year)) return null;
  const date = `${year.padStart(4, '20')}-${of.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(date) ? date : null;
}
