import type { z } from 'zod';
import type { PayFileLine, storedPayLine } from '#contract/money/payFiles.ts';
import { Money } from '../earnings/money.ts';
import type { FileLine } from './lines.ts';

/** Lines of payroll files as they are stored, hashed and backed up. */

/** One employee's lines as they are stored and hashed. */
export const packed = (lines: readonly FileLine[], cents: number): z.infer<typeof storedPayLine>[] =>
  lines.map(({ date, element, lookup1, lookup2, rate, factor, ms, units, amount }) => [
    ...([date, element, lookup1, lookup2, rate, factor, ms] as const),
    units.toFixed(),
    amount.toFixed(cents),
  ]);
export const unpacked = ([date, element, lookup1, lookup2, rate, factor, ms, units, amount]: z.infer<
  typeof storedPayLine
>): FileLine => ({
  ...{ date, element, lookup1, lookup2, rate, factor, ms },
  units: new Money(units),
  amount: new Money(amount),
});
/** Returns a line as answers have it. */
export const shown = ({ units, amount, ...line }: FileLine, nth: number, cents: number): PayFileLine => ({
  ...{ line: nth, ...line },
  units: units.toFixed(),
  amount: amount.toFixed(cents),
});
