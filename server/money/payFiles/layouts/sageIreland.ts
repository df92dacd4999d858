import { msg } from '#contract/platform/words.ts';
import { figureText, keyOf, type Layout, misfit, plainCsv } from './layout.ts';

/**
 * Sage Payroll (Ireland), multi-timesheet import: a line a payment without headings. A '2' (payments), B employee's number, C payment number, D department
 * code, E cost centre code, F hours or value, G hourly rate, which is left to payroll. A code is a payment number, or that with the codes of a
 * department and a cost centre: 1/N/{lookup1}.
 */
export const sageIreland: Layout = {
  extension: 'csv',
  tellsApart: () => ['code'],
  file: (groups, { cents }) =>
    plainCsv(
      groups.map((group) => {
        const [payment = '', department = '', centre = '', ...more] = group.code.split('/');
        if (
          !/^\d+$/.test(payment) ||
          ![department, centre].every((code) => /^(\w[\w .-]*)?$/.test(code)) ||
          more.length > 0
        )
          throw misfit(
            group,
            msg("'{code}' is no payment number, or one with department/cost centre.", { code: group.code }),
          );
        return ['2', keyOf(group, 60), payment, department, centre, figureText(group, cents), ''];
      }),
    ),
};
