/** Kinds of cells whose text is not what was typed: `long` is a time that is shown without its whole days. */
export type CellKind = 'date' | 'time' | 'boolean' | 'long';
/** The text of a cell as a spreadsheet shows it, in our own form; without a kind it is text or a number. */
export type ReadCell = { text: string; kind?: CellKind };

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** Returns the first part of a format without its literal text, which may have letters of dates. */
const codesOf = (format: string) => format.split(';', 1)[0]?.replace(/"[^"]*"|\\.|[*_]./g, '') ?? '';
const isDuration = (format: string) => /\[(h+|m+|s+)\]/i.test(codesOf(format));
const hasNoDate = (format: string) => !/[yd]/i.test(codesOf(format).replace(/\[[^\]]{0,99}\]/g, ''));

/** Returns a number as its format shows it, where that is another text: a percentage, or zeros in front. */
export function numberText(value: number, format: string): string {
  const codes = codesOf(format).replace(/\[[^\]]{0,99}\]/g, '');
  if (codes.includes('%')) return percentText(value);
  const isPadded = /^0{2,}$/.test(codes) && Number.isInteger(value) && value >= 0;
  return isPadded ? String(value).padStart(codes.length, '0') : String(value);
}
export const percentText = (value: number) => `${Number((value * 100).toPrecision(12))}%`;

const twoDigits = (number: number) => String(number).padStart(2, '0');
/** Returns a time without its seconds, which no format that is read shows; a fraction of a day is slightly off its second. */
const wholeMinutes = (ms: number) => Math.floor(Math.round(ms / 1_000) / 60) * MINUTE_MS;
/** Returns a length of time as hours and minutes, of any number of hours. */
export function durationText(ms: number): string {
  const minutes = wholeMinutes(Math.abs(ms)) / MINUTE_MS;
  return `${ms < 0 ? '-' : ''}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** The first days of the two date systems; 1900 has a 29 February, which was none. */
const FIRST_DAYS = { '1900': Date.UTC(1899, 11, 31), '1904': Date.UTC(1904, 0, 1) };
const AFTER_FALSE_DAY = Date.UTC(1900, 2, 1);
/** An earlier date without a format is a time of day. */
const FIRST_DATE = Date.UTC(1904, 0, 2);

/** Returns a date, a time of day or a length of time as its format shows it; the system says from when the days of its file are counted. */
export function dateCellOf(date: Date, format: string | undefined, system: '1900' | '1904'): ReadCell {
  const at = date.getTime();
  if (Number.isNaN(at)) return { text: '#VALUE!' };
  const since = at - FIRST_DAYS[system] + (system === '1900' && at >= AFTER_FALSE_DAY ? DAY_MS : 0);
  if (format !== undefined && isDuration(format)) return { text: durationText(since), kind: 'time' };
  const iso = new Date(wholeMinutes(at)).toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 16)];
  const isTime = format === undefined ? at < FIRST_DATE : hasNoDate(format);
  // A date of the first days is a number that was formatted as one.
  if (!isTime && at < FIRST_DATE) return { text: '#VALUE!' };
  // Rounded up to the next day, it is midnight.
  if (isTime) return { text: time, kind: since < DAY_MS ? 'time' : 'long' };
  return { text: time === '00:00' ? day : `${day} ${time}`, kind: 'date' };
}
