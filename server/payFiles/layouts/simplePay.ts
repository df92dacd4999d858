import { hoursText, keyOf, type Layout, misfit, requireHours } from './layout.ts';

/**
 * SimplePay, Generic CSV: headings without special characters, the employee number first, hours only. One line an employee, a column for each code, in
 * the order of the codes.
 */
export const simplePay: Layout = {
  extension: 'csv',
  tellsApart: () => ['code'],
  file: (groups) => {
    requireHours('SimplePay', groups);
    const codes = [...new Set(groups.map(({ code }) => code))].toSorted();
    for (const group of groups)
      if (!/^[A-Za-z0-9 ]+$/.test(group.code))
        throw misfit(group, `the heading '${group.code}' has special characters.`);
    const lines = [...Map.groupBy(groups, ({ number }) => number).values()].map((own) => {
      const [first] = own;
      const cells = codes.map((code) => own.find((one) => one.code === code));
      return [first ? keyOf(first, 60) : '', ...cells.map((one) => (one ? hoursText(one.ms, 'decimal') : ''))];
    });
    return [['Employee Number', ...codes], ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
  },
};
