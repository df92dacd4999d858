import { msg } from '#contract/platform/words.ts';
import { hoursByCode, type Layout, misfit, plainCsv } from './layout.ts';

/**
 * SimplePay, Generic CSV: headings without special characters, the employee number first, hours only. One line an employee, a column for each code, in
 * the order of the codes.
 */
export const simplePay: Layout = {
  extension: 'csv',
  tellsApart: () => ['code'],
  file: (groups) => {
    const codes = [...new Set(groups.map(({ code }) => code))].toSorted();
    for (const group of groups)
      if (!/^[A-Za-z0-9 ]+$/.test(group.code))
        throw misfit(group, msg("the heading '{code}' has special characters.", { code: group.code }));
    return plainCsv([['Employee Number', ...codes], ...hoursByCode('SimplePay', groups, codes)]);
  },
};
