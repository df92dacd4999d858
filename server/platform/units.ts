import { Decimal } from 'decimal.js';
import { thousandthsOf } from './thousandths.ts';

/** Decimals for sums and quotients of units: exact, with enough digits that only the last rounding shows. */
export const Units = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
export type Units = Decimal;

/** Below it every decimal of 3 places survives as a JSON number. */
const EXACT_NUMBERS = 2 ** 43;
/** Returns units as they are sent and written: a number, or text where a number would be another decimal. */
export function sentUnits(units: Units | string): number | string {
  const value = Number(units);
  return Math.abs(value) < EXACT_NUMBERS || new Units(value).eq(units) ? value : new Units(units).toFixed();
}

/** Returns an exact sum of decimals. It uses whole thousandths while they fit, at a fraction of the cost of decimals. */
export function createSum() {
  let thousandths = 0;
  let rest = new Units(0);
  return {
    add(units: string) {
      const sum = thousandths + (thousandthsOf(units) ?? Number.NaN);
      if (Number.isSafeInteger(sum)) thousandths = sum;
      else rest = rest.plus(units);
    },
    total: () => new Units(thousandths).div(1_000).plus(rest),
  };
}
