import { localeOf } from '#contract/platform/languages.ts';
import { inLanguage, shownLanguage } from './language.ts';

// A script without units carries no format of them.
/* @__NO_SIDE_EFFECTS__ */
const numbers = (options: Intl.NumberFormatOptions) =>
  inLanguage((language) => new Intl.NumberFormat(language, options));
const unitsFormat = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const countFormat = numbers({ maximumFractionDigits: 0 });

/** Units as the server sends them: text where a number would be another decimal. */
export type Units = number | string;
/** Units with 2 decimals: 1,234.50. Text is formatted with all its digits. */
export const units = (value: Units) => unitsFormat().format(value as number | Intl.StringNumericLiteral);
const partFormat = numbers({ maximumFractionDigits: 3 });
/** Units of which every thousandth counts, as the parts of a sum: 0.334. */
export const exactUnits = (value: string) => partFormat().format(value as Intl.StringNumericLiteral);
/** Whole numbers with thousands: 5,000. */
export const count = (value: number) => countFormat().format(value);

const shortFormat = numbers({ notation: 'compact', maximumFractionDigits: 1 });
/** Formats a number for a small space, such as an axis: 5,000 but 120K and 12M. */
export const shortCount = (value: number) => (Math.abs(value) < 100_000 ? count(value) : shortFormat().format(value));

/** Milliseconds as h:mm, whole minutes, never rounded up: 1:05. Negative time keeps its sign. */
export function hours(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000);
  const text = `${count(Math.floor(minutes / 60))}:${String(minutes % 60).padStart(2, '0')}`;
  return ms < 0 && minutes > 0 ? `-${text}` : text;
}

const percentFormat = numbers({ style: 'percent' });
/** Returns a share as a whole percentage, in the form of the language: 58%, in French with a space; 0% of nothing. */
export const percent = (part: number, whole: number) =>
  percentFormat().format(whole === 0 ? 0 : Math.round((part / whole) * 100) / 100);

const tenthFormat = numbers({ style: 'percent', maximumFractionDigits: 1 });
/** A share in percent with at most one decimal: 3.1%. */
export const tenthOfPercent = (share: number) => tenthFormat().format(share / 100);

/**
 * Returns the parts of a whole as whole percentages that add up to 100%: each is rounded down, and those that lose most by it get what is left. All are
 * 0% of nothing.
 */
export function percentages(parts: readonly number[]): string[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const exact = parts.map((part) => (whole > 0 ? (part / whole) * 100 : 0));
  const shown = exact.map(Math.floor);
  const lost = (index: number) => (exact[index] ?? 0) - (shown[index] ?? 0);
  const left = whole > 0 ? 100 - shown.reduce((sum, share) => sum + share, 0) : 0;
  const rounded = [...parts.keys()].sort((one, other) => lost(other) - lost(one)).slice(0, left);
  return shown.map((share, index) => percentFormat().format((share + (rounded.includes(index) ? 1 : 0)) / 100));
}

/** The exact sum of decimals of at most 3 places (rule 15: floats are never added). */
export const sumUnits = (values: readonly Units[]) =>
  values.reduce((sum: number, value) => sum + Math.round(Number(value) * 1_000), 0) / 1_000;

/** '1 person', '42 people'. */
export const counted = (value: number, one: string, many: string) => `${count(value)} ${value === 1 ? one : many}`;

/** Returns a formatter of amounts: 'R 812.00' of '812.00', with more decimals up to `decimals`; without a currency the digits alone. */
export function moneyIn(currency: string | null, decimals?: number) {
  const format = new Intl.NumberFormat(localeOf(shownLanguage()), {
    maximumFractionDigits: decimals,
    ...(currency ? { style: 'currency' as const, currency, currencyDisplay: 'narrowSymbol' as const } : {}),
    ...(!currency && { minimumFractionDigits: 2 }),
  });
  // A decimal as text is formatted with all its digits.
  return (amount: string) => format.format(amount as Intl.StringNumericLiteral);
}
