import { inLanguage } from './language.ts';

const decimalSign = inLanguage((language) => (new Intl.NumberFormat(language).format(1.5).includes(',') ? ',' : '.'));
/** Numbers whose thousands may be parted by the sign that is not the language's decimal sign. */
const thousands = inLanguage(() =>
  decimalSign() === ',' ? /^-?[1-9]\d{0,2}(\.\d{3})+(?!\d)/ : /^-?[1-9]\d{0,2}(,\d{3})+(?!\d)/,
);

/**
 * Returns a typed decimal as it is sent: '1 234,56' and '1234.56' are both '1234.56'. Where thousands may be parted, as in an English '1,250', it has
 * commas: that, and what is no decimal, is left to the contract's schema, which refuses it.
 */
export function decimalIn(text: string): string {
  const typed = text.trim().replace(/^-?\d{1,3}(\s\d{3})+(?!\d)/, (whole) => whole.replace(/\s/g, ''));
  return thousands().test(typed) ? typed.replaceAll('.', ',') : typed.replace(',', '.');
}

/** Returns a decimal of an answer as the language that is shown types it: '3.125' is '3,125' in Spanish. */
export const typedAs = (decimal: string) => decimal.replace('.', decimalSign());

const UNITS = /^\d{1,9}(\.\d{1,3})?$/;
/** Returns typed units as they are sent, of at most 3 decimals; undefined for what is no such number. */
export function unitsIn(text: string): string | undefined {
  const typed = decimalIn(text);
  return UNITS.test(typed) ? typed : undefined;
}

/** Returns typed units that are more than 0; undefined for others. */
export function positiveUnitsIn(text: string): string | undefined {
  const units = unitsIn(text);
  return Number(units) > 0 ? units : undefined;
}

/** Returns hours as minutes, as they are typed: '9', '7:30', '7.5' and '7,5'; null for nothing, undefined for what is no length of time. */
export function minutesIn(text: string): number | null | undefined {
  const typed = decimalIn(text);
  if (typed === '') return null;
  const [, whole, minutes] = /^(\d{1,3}):([0-5]\d)$/.exec(typed) ?? [];
  if (whole !== undefined) return Number(whole) * 60 + Number(minutes);
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 60) : undefined;
}

/** Returns the wall time HH:MM for what a person types ('7', '730', '7.30', '07:30'), with `seconds` also HH:MM:SS; null for anything else. */
export function wallTimeIn(text: string, seconds = false): string | null {
  const [, hours = '', minutes = '00', second] =
    /^\s*(\d{1,2})(?:\s*[:.h]?\s*(\d{2})(?:[:.]?(\d{2}))?)?\s*$/.exec(text) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return null;
  if (second !== undefined && (!seconds || Number(second) > 59)) return null;
  return [hours.padStart(2, '0'), minutes, ...(second === undefined ? [] : [second])].join(':');
}
