import { msg, words } from '#contract/platform/words.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { dateText, hoursText, type Layout, misfit, nameOf, requireHours, requireNames } from './layout.ts';

/**
 * QuickBooks Desktop, timer activities as IIF: tabs, a header of the company, then a line for each employee, day and payroll item. Columns, MM/DD/YY and
 * HH:MM of at most 23:59 are those of Intuit's IIF reference. The reference leaves PITEM blank and does not name IMPORTEDBEFORE and XFERTOPAYROLL; that
 * PITEM is the payroll item, and Y transfers it to payroll, is what programs write whose files are imported (TimeTrex, Pacific Timesheet, SiteMax), in
 * Windows' encoding. A code is a payroll item.
 */
export const quickBooks: Layout = {
  extension: 'iif',
  tellsApart: () => ['date', 'code'],
  file: (groups, _, settings) => {
    const { company, created } = settings;
    if (!company || !created || !isText(company) || !/^\d+$/.test(created))
      throw conflict(
        words('The profile needs the company name and the creation time, a number, of an exported timer list.'),
      );
    requireHours('QuickBooks', groups);
    requireNames('QuickBooks', groups, settings);
    const lines = groups.map((group) => {
      const duration = hoursText(group.ms, 'clock').replace('.', ':');
      if (duration.startsWith('-') || Number.parseInt(duration, 10) > 23)
        throw misfit(group, msg('{duration} on {date} is not from 0:00 to 23:59.', { duration, date: group.date }));
      const name = nameOf(group, settings);
      for (const text of [name, group.code])
        if (!isText(text)) throw misfit(group, msg("QuickBooks cannot read '{text}'.", { text }));
      const date = dateText(group.date, 'MM/DD/YYYY').replace(/\d\d(\d\d)$/, '$1');
      return ['TIMEACT', date, '', name, '', group.code, duration, '', '', 'Y', '0'];
    });
    const head = ['TIMERHDR', '8', '0', company, 'N', 'Y', created];
    return Buffer.from([HEADER, head, ACTIVITY, ...lines].map((cells) => `${cells.join('\t')}\r\n`).join(''), 'latin1');
  },
};
const HEADER = '!TIMERHDR VER REL COMPANYNAME IMPORTEDBEFORE FROMTIMER COMPANYCREATETIME'.split(' ');
const ACTIVITY = '!TIMEACT DATE JOB EMP ITEM PITEM DURATION PROJ NOTE XFERTOPAYROLL BILLINGSTATUS'.split(' ');
/** Returns true for a text that can be a cell: no quote, no control character, and nothing that its encoding cannot have. */
const isText = (text: string) => /^[\x20-\x21\x23-\x7e\xa0-\xff]*$/.test(text);
