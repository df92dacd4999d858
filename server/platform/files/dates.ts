import type { DateOrder } from '#contract/platform/dateOrder.ts';
import { LANGUAGES } from '#contract/platform/languages.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import { weekdayOf } from '../zone.ts';
import { isNothing, readDate } from './cells.ts';

/** The first letters of the months in the languages of the application, without accents. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene'],
  ['feb', 'fev'],
  ['mar', 'mrt', 'maa'],
  ['apr', 'abr', 'avr'],
  ['may', 'mai', 'mei'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'ago', 'aou'],
  ['sep', 'set'],
  ['oct', 'okt', 'out'],
  ['nov'],
  ['dec', 'dic', 'des', 'dez'],
];
function monthNamed(word: string): string | undefined {
  const plain = plainWord(word);
  // 'juin' and 'juillet' begin like one another.
  if (plain.startsWith('juil')) return '07';
  const at = MONTHS.findIndex((starts) => starts.some((start) => plain.startsWith(start)));
  return at < 0 ? undefined : String(at + 1).padStart(2, '0');
}

/** Years of two digits are of this century until 2049. */
const yearOf = (digits: string) => (digits.length === 4 ? digits : `${Number(digits) < 50 ? '20' : '19'}${digits}`);

const plainWord = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
/** The names of the days in the languages of the application, a list of Monday to Sunday for each. */
const WEEKDAYS = Object.keys(LANGUAGES).map((language) =>
  Array.from({ length: 7 }, (_, day) =>
    plainWord(
      new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 10, 16 + day)),
    ),
  ),
);
/** Returns the days of the week that a word may name, cut or whole, 0 for Monday: 'do' is Thursday in one language and Sunday in two. */
const weekdaysNamed = (word: string): ReadonlySet<number> =>
  new Set(
    /^\p{L}{2,13}(?:-feira)?\.?$/u.test(word)
      ? WEEKDAYS.flatMap((days) =>
          days.flatMap((day, at) => (day.startsWith(plainWord(word.replace('.', ''))) ? at : [])),
        )
      : [],
  );
/** Returns true for the name of a day of the week, cut or whole. */
export const isWeekday = (text: string) => weekdaysNamed(text).size > 0;
/** Cuts the day of the week off the date behind it: 'Mon 16 Nov 2026', 'lun. 16/11/2026'. */
export function splitWeekday(text: string): { weekday: string; date: string } {
  const [all = '', word = ''] = /^(\p{L}{2,13}(?:-feira)?)[.,]?\s+(?=\d)/u.exec(text) ?? [];
  return isWeekday(word) ? { weekday: word, date: text.slice(all.length) } : { weekday: '', date: text };
}

const TIME = /[ T]\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?$/i;
/** The start of a day with its zone; another time with a zone may be of the day before. */
const MIDNIGHT = /T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const DAY_MS = 24 * 3_600_000;
/** Returns the day that a spreadsheet counts from 1900, of the years in which people work. */
function dayCounted(cell: string): string | undefined {
  const days = /^\d{5}$/.test(cell.trim()) ? Number(cell) : 0;
  return days >= 18_264 && days < 60_000
    ? new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10)
    : undefined;
}

/**
 * Reads a date whose parts have an order; a month in letters has its place anyway. A time of day behind it is left out. Returns YYYY-MM-DD, or undefined. In a
 * column of dates a number is a day as spreadsheets count them.
 */
export const dateIn = (cell: string, order: DateOrder) => writtenDateIn(cell, order) ?? dayCounted(cell);
/** A date of another day of the week than the one before it is none: its order is another, or it is a slip of the pen. */
function writtenDateIn(cell: string, order: DateOrder): string | undefined {
  const read = readWritten(cell, order);
  return read?.isOfAnother ? undefined : read?.date;
}
function readWritten(cell: string, order: DateOrder) {
  const text = cell.trim().replace(MIDNIGHT, '').replace(TIME, '');
  const whole = dateOf(text, order);
  if (whole) return { date: whole, isOfAnother: false };
  const { weekday, date: bare } = splitWeekday(text);
  const date = weekday && dateOf(bare, order);
  return date ? { date, isOfAnother: !weekdaysNamed(weekday).has(weekdayOf(date) - 1) } : undefined;
}
/** Returns what is wrong with a date that is of another day of the week than the one before it; null: nothing is. */
export function otherWeekday(cell: string, order: DateOrder): Message | null {
  const read = readWritten(cell, order);
  return read?.isOfAnother
    ? msg('"{cell}" is {date, date, long}: correct the date or its day of the week', { cell, date: read.date })
    : null;
}
function dateOf(text: string, order: DateOrder): string | undefined {
  const iso = readDate(text);
  if (iso) return iso;
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact) return readDate(compact.slice(1).join('-'));
  const named =
    /^(\d{1,2})(?:st|nd|rd|th|er|º)?[\s\-/.]*(?:de\s+)?(\p{L}{3,12})\.?[\s\-/.,]*(?:de\s+)?(\d{4}|\d{2})$/u.exec(text);
  if (named) return readDate(`${yearOf(named[3] ?? '')}-${monthNamed(named[2] ?? '') ?? '00'}-${named[1]}`);
  const american = /^(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u.exec(text);
  if (american) return readDate(`${american[3]}-${monthNamed(american[1] ?? '') ?? '00'}-${american[2]}`);
  if (order === 'ymd') {
    const parts = /^(\d{2})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text);
    return parts ? readDate(`${yearOf(parts[1] ?? '')}-${parts[2]}-${parts[3]}`) : undefined;
  }
  const parts = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text);
  if (!parts) return undefined;
  const [, one = '', two = '', year = ''] = parts;
  const [day, month] = order === 'dmy' ? [one, two] : [two, one];
  return readDate(`${yearOf(year)}-${month}-${day}`);
}

/** Dates that programs write where there is none: zero, the first day that they know, the end of time. */
const NO_DATES: ReadonlySet<string> = new Set([
  '0-0-0',
  '1900-1-0',
  '1900-1-1',
  '1899-12-30',
  '1899-12-31',
  '2099-12-31',
  '2999-12-31',
  '9999-12-31',
]);
/** Returns true for what programs and people write where there is no date. */
export function isNoDate(cell: string): boolean {
  const text = cell.trim().replace(/[ T]0{1,2}:00(?::00)?$/, '');
  const parts = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})$/.exec(text)?.slice(1).map(Number);
  if (!parts) return isNothing(text);
  const [one, two, three] = parts;
  return [
    [one, two, three],
    [three, two, one],
    [three, one, two],
  ].some((date) => NO_DATES.has(date.join('-')));
}

export const ORDERS: readonly DateOrder[] = ['ymd', 'dmy', 'mdy'];
/** Returns true for a text that is a date in some order. */
export const isDate = (cell: string) => ORDERS.some((order) => readWritten(cell, order) !== undefined);
/** Returns the order of a column that is known to have dates, which may be days as spreadsheets count them; as `orderOf` where one is a date. */
export function orderOfDates(cells: readonly string[]): DateOrder | null | undefined {
  const written = cells.filter((cell) => dayCounted(cell) === undefined);
  return written.length < cells.length && written.every(isNoDate) ? 'ymd' : orderOf(written, 0);
}
/**
 * Returns the one order in which all dates of a column can be read; null where several give different dates, or none reads all; undefined: less than
 * `leastShare` of its cells are dates.
 */
export function orderOf(cells: readonly string[], leastShare = 0.6): DateOrder | null | undefined {
  const filled = cells.filter((cell) => !isNoDate(cell));
  const dates = filled.filter(isDate);
  if (dates.length === 0 || dates.length < filled.length * leastShare) return undefined;
  // A date that no order puts on its day of the week tells nothing of the others.
  const readings = dates.map((cell) => ORDERS.map((order) => writtenDateIn(cell, order)));
  const told = readings.filter((read) => read.some((date) => date !== undefined));
  if (told.length === 0) return orderOf(dates.map((cell) => splitWeekday(cell.trim()).date));
  const [first, ...others] = ORDERS.flatMap((order, at) => {
    const read = told.map((one) => one[at]);
    return read.includes(undefined) ? [] : [{ order, read }];
  });
  if (!first) return null;
  return others.every(({ read }) => read.every((date, at) => date === first.read[at])) ? first.order : null;
}
