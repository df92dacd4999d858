import type { PaySettings } from '#contract/money/payFiles.ts';
import { msg, words } from '#contract/platform/words.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { Money } from '../../earnings/money.ts';
import { byEmployee, type Group, hoursText, isTime, keyOf, type Layout, misfit, rounded } from './layout.ts';

/**
 * Sage VIP Classic and Premier, and Business Cloud Payroll Professional, Normal Batches: fixed width, one detail record an employee. 1 'D'; 2 to 4 company;
 * 5 batch; 6 to 13 employee code; then five values of 11 digits without a point, 10.50 as 00000001050, each with its sign. A code is the place of a
 * value, 1 to 5: the batch layout in payroll says what it is.
 */
export const sageVip: Layout = {
  extension: 'txt',
  tellsApart: () => ['code'],
  file: (groups, { cents }, settings) => {
    const head = `D${digits(settings.company, 3, 'company code')}${character(settings.batch)}`;
    return byEmployee(groups)
      .map((own) => {
        const [first] = own;
        for (const group of own)
          if (!/^[1-5]$/.test(group.code))
            throw misfit(group, msg("the code '{code}' is no value from 1 to 5.", { code: group.code }));
        const values = [1, 2, 3, 4, 5].map((place) => {
          const one = own.find(({ code }) => code === String(place));
          return one ? fieldOf(one, cents, settings) : `${'0'.repeat(11)}+`;
        });
        return `${head}${first ? keyOf(first, 8).padEnd(8, ' ') : ''}${values.join('')}\r\n`;
      })
      .join('');
  },
};

/** Returns hours, units or an amount as 11 digits with two decimals, and the sign. */
function fieldOf(group: Group, cents: number, { hours }: PaySettings): string {
  const { ms, amount } = group;
  const value = isTime(group) ? new Money(hoursText(ms, hours)) : rounded(amount, cents);
  const hundredths = value.abs().times(100);
  if (!hundredths.isInteger())
    throw misfit(group, msg('{value} has more than two decimals.', { value: value.toFixed() }));
  const text = hundredths.toFixed();
  if (text.length > 11) throw misfit(group, msg('{value} has more than 11 digits.', { value: value.toFixed() }));
  return `${text.padStart(11, '0')}${value.isNegative() && !value.isZero() ? '-' : '+'}`;
}
function digits(text: string | undefined, length: number, name: string): string {
  if (!text || !/^\d+$/.test(text) || text.length > length)
    throw conflict(msg('The profile needs a {name} of at most {length} digits.', { name, length }));
  return text.padStart(length, '0');
}
function character(text: string | undefined): string {
  if (!text || !/^[A-Za-z0-9]$/.test(text))
    throw conflict(words('The profile needs a batch number of one letter or digit.'));
  return text;
}
