import { hoursText, keyOf, type Layout, misfit, requireHours } from './layout.ts';

/**
 * Thesaurus Payroll Manager, hours from a CSV: works number, hours at the standard rate, at time and a half, at double time, at time and a third; hours
 * only, fractions as decimals, no headings. A code is one of 1, 1.5, 2 and 1.33.
 */
export const thesaurus: Layout = {
  extension: 'csv',
  tellsApart: () => ['code'],
  file: (groups) => {
    requireHours('Thesaurus', groups);
    for (const group of groups)
      if (!RATES.includes(group.code)) throw misfit(group, `the code '${group.code}' is none of ${RATES.join(', ')}.`);
    return [...Map.groupBy(groups, ({ number }) => number).values()]
      .map((own) => {
        const [first] = own;
        const cells = RATES.map((rate) => own.find(({ code }) => code === rate));
        const hours = cells.map((one) => (one ? hoursText(one.ms, 'decimal').replace(/\.00$/, '') : ''));
        return `${[first ? keyOf(first, 60) : '', ...hours].join(',')}\r\n`;
      })
      .join('');
  },
};
const RATES = ['1', '1.5', '2', '1.33'];
