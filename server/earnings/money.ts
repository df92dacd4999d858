import { Decimal } from 'decimal.js';

/** Decimals for money: exact, and with far more digits of a quotient than the last rounding, half away from zero, looks at. */
export const Money = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_UP });
export type Money = Decimal;
