import { localeOf } from '#contract/platform/languages.ts';
import type { Words } from './words.ts';

/** Numbers and dates in the language of the recipient. English ones are as they were before there were others. */
type Spoken = Pick<Words, 'language'>;

/** Returns a number with so many decimals; one that is too exact for a number comes as text. */
export const figure = ({ language }: Spoken, value: number | string, decimals = 0): string =>
  language === 'en'
    ? typeof value === 'string'
      ? value
      : value.toFixed(decimals)
    : new Intl.NumberFormat(localeOf(language), {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }).format(value as number | Intl.StringNumericLiteral);

/** Returns a decimal in text with the decimals that it has. */
export const decimal = (spoken: Spoken, text: string): string => figure(spoken, text, text.split('.')[1]?.length ?? 0);

const day = ({ language }: Spoken, date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : localeOf(language), { ...options, timeZone: 'UTC' }).format(
    Date.parse(date),
  );

/** 'Friday 20 November 2026', 'sexta-feira, 20 de novembro de 2026'. */
export const dayInWords = (spoken: Spoken, date: string): string => {
  const words = day(spoken, date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  return spoken.language === 'en' ? words.replace(',', '') : words;
};

/** '20 Nov', '20/11': a day within a year. */
export const dayOfYear = (spoken: Spoken, date: string): string =>
  day(spoken, date, { day: 'numeric', month: 'short' });

/** 'Fri 20 Nov', 'sexta, 20/11': a day within a year, with its weekday. */
export const weekdayOfYear = (spoken: Spoken, date: string): string => {
  const words = day(spoken, date, { weekday: 'short', day: 'numeric', month: 'short' });
  return spoken.language === 'en' ? words.replace(',', '') : words;
};

/** '2026-11-20', '20/11/2026': a date in a line. */
export const dayInFigures = (spoken: Spoken, date: string): string =>
  spoken.language === 'en' ? date : day(spoken, date, { day: '2-digit', month: '2-digit', year: 'numeric' });

/** '2026-11-20 07:00:00', '20/11/2026 07:00:00': a local date or moment in a cell. */
export const momentInFigures = (spoken: Spoken, local: string): string =>
  `${dayInFigures(spoken, local.slice(0, 10))}${local.slice(10)}`;
