import { msg } from '#contract/platform/words.ts';
import { dateText, figureText, keyOf, type Layout, misfit, plainCsv } from './layout.ts';

/**
 * PaySauce, timesheet import: headings, Date as YYYYMMDD, Factor (a code of the tagset, or a number), IrdNo (what PaySauce identifies employees by: the IRD
 * number, or the external reference), Quantity (hours, or an amount). 'PaySauce' has to be in the name of the file, and neither 'timehub' nor 'deputy'.
 */
export const paySauce: Layout = {
  extension: 'csv',
  fileName: (_, rest) => `paysauce-${rest}`,
  tellsApart: () => ['date', 'code'],
  file: (groups, { cents }) =>
    plainCsv([
      ['Date', 'Factor', 'IrdNo', 'Quantity'],
      ...groups.map((group) => {
        if (!/^\w[\w.-]*$/.test(group.code))
          throw misfit(group, msg("'{code}' is no factor, and no label of one.", { code: group.code }));
        return [dateText(group.date, 'YYYYMMDD'), group.code, keyOf(group, 60), figureText(group, cents)];
      }),
    ]),
};
