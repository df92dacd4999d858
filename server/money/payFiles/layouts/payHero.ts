import { isFormula, quoted } from '#contract/platform/csv.ts';
import { msg } from '#contract/platform/words.ts';
import { dateText, hoursText, type Layout, misfit, nameOf, plainCsv, requireHours, requireNames } from './layout.ts';

/**
 * PayHero, timesheet import: headings, Employee (the display name), Work Name, Date as DD/MM/YYYY, Duration in hours as decimals; the optional columns are
 * left out, and so are the start and end, which Duration replaces. A code is the name of the work.
 */
export const payHero: Layout = {
  extension: 'csv',
  tellsApart: () => ['date', 'code'],
  file: (groups, _, settings) => {
    requireHours('PayHero', groups);
    requireNames('PayHero', groups, settings);
    return plainCsv([
      ['Employee', 'Work Name', 'Date', 'Duration'],
      ...groups.map((group) => {
        const hours = hoursText(group.ms, 'decimal');
        if (hours.startsWith('-'))
          throw misfit(
            group,
            msg('{hours} hours on {date} are less than none: enter them in PayHero.', { hours, date: group.date }),
          );
        const cells = [nameOf(group, settings), group.code];
        for (const cell of cells)
          if (isFormula(cell)) throw misfit(group, msg("'{cell}' begins like a formula.", { cell }));
        return [...cells.map((cell) => quoted(cell, ',')), dateText(group.date, 'DD/MM/YYYY'), hours];
      }),
    ]);
  },
};
