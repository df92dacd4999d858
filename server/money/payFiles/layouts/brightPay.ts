import { hoursByCode, type Layout, plainCsv } from './layout.ts';

/**
 * BrightPay, Hourly Payments from CSV: one line an employee, the works number and the hours at each rate; the headings are the names of the fields, which
 * the import shows to choose columns by. Rates, departments and descriptions are left to payroll. A code is one of 1, 1.5, 1.33, 1.25, 2, 3 and 4.
 */
export const brightPay: Layout = {
  extension: 'csv',
  tellsApart: () => ['code'],
  file: (groups) =>
    plainCsv([['Employee works number', ...FIELDS.values()], ...hoursByCode('BrightPay', groups, [...FIELDS.keys()])]),
};
const FIELDS = new Map([
  ['1', 'Number of normal hours'],
  ['1.5', 'Number of time and a half hours'],
  ['1.33', 'Number of time and a third hours'],
  ['1.25', 'Number of time and a quarter hours'],
  ['2', 'Number of double time hours'],
  ['3', 'Number of triple time hours'],
  ['4', 'Number of quadruple time hours'],
]);
