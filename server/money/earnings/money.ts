import { Decimal } from 'decimal.js';

/** Decimals for money: exact, and with far more digits of a quotient than the last rounding, half away from zero, looks at. */
export const Money = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_UP });
export type Money = Decimal;

/** Returns a decimal of its text; whole numbers, which most units are, without reading it digit by digit. */
export function moneyOf(text: string): Money {
  const number = Number(text);
  return new Money(Number.isInteger(number) && Math.abs(number) < 1e7 ? number : text);
}
