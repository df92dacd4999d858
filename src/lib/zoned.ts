import { localeOf } from '#contract/platform/languages.ts';
import { shownLanguage } from './language.ts';

const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Returns a format, made once. Of English, whose parts are the same everywhere; a label is of the language that is shown. */
export function zonedFormat(timeZone: string, options: Intl.DateTimeFormatOptions, language = 'en-GB') {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(language, { timeZone, ...options });
    formats.set(key, made);
  }
  return made;
}

type Instant = string | number;
const ms = (instant: Instant) => (typeof instant === 'number' ? instant : Date.parse(instant));

/** HH:MM of an instant on the account's wall clock. */
export const timeOf = (instant: Instant, timeZone: string) =>
  zonedFormat(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms(instant));

/** HH:MM:SS, for records whose second matters. */
export const secondOf = (instant: Instant, timeZone: string) =>
  zonedFormat(timeZone, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(
    ms(instant),
  );

/** The local date YYYY-MM-DD of an instant. */
export function dateOf(instant: Instant, timeZone: string): string {
  const parts = zonedFormat(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(ms(instant));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** A local date `days` later (or earlier, negative). */
export const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns true if a text is a local date YYYY-MM-DD of the calendar. */
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;

/** Returns when a local date ends, epoch ms. */
export function endOfDay(date: string, timeZone: string): number {
  // Its last millisecond, bit by bit: no zone is 18 hours (2 ** 26 ms) from UTC.
  let last = Date.parse(date) - 2 ** 26;
  for (let step = 2 ** 27; step >= 1; step /= 2) if (dateOf(last + step, timeZone) <= date) last += step;
  return last + 1;
}

/** Formats a local date in the language that is shown. */
function label(date: string, options: Intl.DateTimeFormatOptions) {
  const language = shownLanguage();
  // A weekday without a day heads a narrow column: 'seg.', where Portugal's own is the whole word.
  const locale = options.day ? localeOf(language) : language;
  return zonedFormat('UTC', options, language === 'en' ? undefined : locale).format(Date.parse(date));
}

/** '3 Nov 2026' of a local date. */
export const dayLabel = (date: string) => label(date, { day: 'numeric', month: 'short', year: 'numeric' });

type Length = NonNullable<Intl.DateTimeFormatOptions['weekday']>;
/** 'Tue', 'Tuesday' or 'T' of a local date. */
export const weekdayOf = (date: string, length: Length = 'short') => label(date, { weekday: length });
/** The name of a weekday, 1 being Monday. */
export const weekdayName = (weekday: number, length: Length = 'long') => weekdayOf(`2024-01-0${weekday}`, length);

/** '3 Nov' of a local date. */
export const shortDay = (date: string) => label(date, { day: 'numeric', month: 'short' });

/** 'Tuesday, 3 November 2026' of a local date. */
export const longDay = (date: string) =>
  label(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** The time alone on the day `today`, with its date on another: '06:10' or '3 Nov, 06:10'. */
export function momentOf(instant: Instant, timeZone: string, today: string): string {
  const date = dateOf(instant, timeZone);
  if (date === today) return timeOf(instant, timeZone);
  return `${shortDay(date)}, ${timeOf(instant, timeZone)}`;
}
