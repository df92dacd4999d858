import { z } from 'zod';
import { words } from './words.ts';

/** Money crosses the wire as text and is a decimal in code (docs/reference/pay.md). */

/**
 * An amount of the account's currency, rounded to its cents: '-8.80'. The greatest rate and the most units of one record alone are 17 digits: what was sent by
 * mistake is shown, so that it can be corrected.
 */
export const money = z.string().regex(/^-?\d{1,30}(\.\d{1,4})?$/);
/** A rate or a minimum: above 0, at most 12 digits, of which 4 decimals. */
export const rateAmount = z
  .string()
  .trim()
  .regex(/^\d{1,20}(\.\d{1,20})?$/, words('An amount, such as 3.40'))
  .refine((text) => /[1-9]/.test(text), { error: words('More than 0') })
  .refine((text) => text.replace('.', '').replace(/^0+/, '').length <= 12, {
    error: words('At most 12 digits'),
    abort: true,
  })
  .refine((text) => (text.split('.')[1] ?? '').length <= 4, { error: words('At most 4 decimals'), abort: true })
  .refine((text) => (text.split('.')[0] ?? '').replace(/^0+/, '').length <= 8, {
    error: words('Less than 100 million'),
  });
/** A currency by ISO 4217. */
export const currencyCode = z.string().refine((code) => Intl.supportedValuesOf('currency').includes(code), {
  error: words('A currency by ISO 4217, such as ZAR'),
});
/** Returns the number of decimals of a currency's cents: 2 for ZAR, 0 for JPY. */
export const centsOf = (currency: string | null) =>
  currency === null
    ? 2
    : (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2);
