import { hoursByCode, hoursText, type Layout, plainCsv } from './layout.ts';

/**
 * Thesaurus Payroll Manager, hours from a CSV: works number, hours at the standard rate, at time and a half, at double time, at time and a third; hours
 * only, fractions as decimals, no headings. A code is one of 1, 1.5, 2 and 1.33.
 */
export const thesaurus: Layout = {
  extension: 'csv',
  tellsApart: () => ['code'],
  file: (groups) =>
    plainCsv(
      hoursByCode('Thesaurus', groups, ['1', '1.5', '2', '1.33'], (ms) =>
        hoursText(ms, 'decimal').replace(/\.00$/, ''),
      ),
    ),
};
