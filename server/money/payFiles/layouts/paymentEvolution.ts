import { msg } from '#contract/platform/words.ts';
import { dateText, hoursText, isTime, type Layout, misfit, plainCsv, rounded } from './layout.ts';

/**
 * PaymentEvolution, time records as CSV: twelve fields, no headings. Shift, EmployeeID of six digits, TimeCode, CostAccount, TotalHours, HourRate, Total
 * (where hours and rate are blank), WorkDate, WorkDateEnd, TimeIn, TimeOut, Authorized. A code is a TimeCode.
 */
export const paymentEvolution: Layout = {
  extension: 'csv',
  tellsApart: () => ['date', 'code'],
  file: (groups, { cents }) =>
    plainCsv(
      groups.map((group) => {
        const { number, code, date, ms, amount } = group;
        if (!/^\d{1,6}$/.test(number)) throw misfit(group, msg('the number is not of at most six digits.'));
        if (!CODES.includes(code))
          throw misfit(group, msg("the code '{code}' is none of {codes}.", { code, codes: CODES.join(', ') }));
        const hours = isTime(group) ? hoursText(ms, 'decimal') : '';
        const total = isTime(group) ? '' : rounded(amount, cents).toFixed(cents);
        const day = dateText(date, 'DD/MM/YYYY');
        return ['', number.padStart(6, '0'), code, '', hours, '', total, day, '', '', '', 'Y'];
      }),
    ),
};
const CODES = ['R', 'O', 'D', 'X', '10', '11', '12', '13', '14', '15', '16', '17', '18', 'VP', 'MP'];
