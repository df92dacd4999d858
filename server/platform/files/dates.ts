import type { DateOrder } from '#contract/platform/dateOrder.ts';
import { readDate } from './cells.ts';

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
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // 'juin' and 'juillet' begin like one another.
  if (plain.startsWith('juil')) return '07';
  const at = MONTHS.findIndex((starts) => starts.some((start) => plain.startsWith(start)));
  return at < 0 ? undefined : String(at + 1).padStart(2, '0');
}

/** Years of two digits are of this century until 2049. */
const yearOf = (digits: string) => (digits.length === 4 ? digits : `${Number(digits) < 50 ? '20' : '19'}${digits}`);

/** Reads a date whose parts have an order; a month in letters has its place anyway. A time of day behind it is left out. Returns YYYY-MM-DD, or undefined. */
export function dateIn(cell: string, order: DateOrder): string | undefined {
  const text = cell.trim().replace(/[ T]\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?$/i, '');
  const iso = readDate(text);
  if (iso) return iso;
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact) return readDate(compact.slice(1).join('-'));
  const named =
    /^(\d{1,2})(?:st|nd|rd|th|er|º)?[\s\-/.]*(?:de\s+)?(\p{L}{3,12})\.?[\s\-/.,]*(?:de\s+)?(\d{4}|\d{2})$/u.exec(text);
  if (named) return readDate(`${yearOf(named[3] ?? '')}-${monthNamed(named[2] ?? '') ?? '00'}-${named[1]}`);
  const american = /^(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u.exec(text);
  if (american) return readDate(`${american[3]}-${monthNamed(american[1] ?? '') ?? '00'}-${american[2]}`);
  const parts = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text);
  if (!parts || order === 'ymd') return undefined;
  const [, one = '', two = '', year = ''] = parts;
  const [day, month] = order === 'dmy' ? [one, two] : [two, one];
  return readDate(`${yearOf(year)}-${month}-${day}`);
}

/** Returns the one order in which all dates of a column can be read: the first where all are the same anyway; null where two give different dates; undefined: it has no dates. */
export function orderOf(cells: readonly string[]): DateOrder | null | undefined {
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.length === 0) return undefined;
  const readBy = (order: DateOrder) => filled.map((cell) => dateIn(cell, order));
  const share = (read: readonly (string | undefined)[]) => read.filter((one) => one !== undefined).length / read.length;
  const [ymd, dmy, mdy] = [readBy('ymd'), readBy('dmy'), readBy('mdy')];
  if (share(ymd) === 1) return 'ymd';
  const [ofDmy, ofMdy] = [share(dmy), share(mdy)];
  if (Math.max(ofDmy, ofMdy) < LEAST_SHARE) return undefined;
  if (ofDmy !== ofMdy) return ofDmy > ofMdy ? 'dmy' : 'mdy';
  return dmy.every((date, at) => date === mdy[at]) ? 'dmy' : null;
}
/** A column is of dates where most of its cells are. */
const LEAST_SHARE = 0.6;
