import './dates.css';
import { t } from '@lingui/core/macro';
import type { DayOfWeek } from '@mantine/dates';
import { inLanguage, shownLanguage } from '../lib/language.ts';
import { dayLabel, longDay } from '../lib/zoned.ts';

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

/** Returns how a field shows the date that was picked. */
export const dateInField = () =>
  shownLanguage() === 'en'
    ? { valueFormat: 'D MMM YYYY' }
    : { valueFormatter: ({ date }: { date: unknown }) => (typeof date === 'string' ? dayLabel(date) : '') };
