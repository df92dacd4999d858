import type { PaySettings } from '#contract/money/payFiles.ts';
import { msg, words } from '#contract/platform/words.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { byEmployee, figureText, type Group, isTime, type Layout, misfit, plainCsv } from './layout.ts';

/**
 * ADP Workforce Now, paydata (EPI): headings, of which Co Code, Batch ID and File # have to be the first three. ADP's page names the fields; their headings
 * to the letter, the forms of the first three and further lines of an employee are those of programs that write the file (Time Portal, Sundial, Open
 * Dental). A code is Reg or O/T for these hours, else ADP's own code of hours, or of earnings where the kind is an amount.
 */
export const adp: Layout = {
  extension: 'csv',
  fileName: (settings) => `PR${headOf(settings)[0]}EPI`,
  tellsApart: () => ['code'],
  file: (groups, { cents }, settings) => {
    const head = headOf(settings);
    for (const group of groups)
      if (HOURS.includes(group.code) ? !isTime(group) : !/^[A-Za-z0-9]+$/.test(group.code))
        throw misfit(group, msg("'{code}' is no code of ADP for it.", { code: group.code }));
    return plainCsv([
      HEADINGS,
      ...byEmployee(groups).flatMap((own) => {
        const [regular, overtime] = HOURS.map((code) =>
          own.flatMap((one) => (one.code === code ? [figureText(one, cents)] : [])).join(''),
        );
        const others = own.filter(({ code }) => !HOURS.includes(code));
        const [hours, earnings] = [others.filter(isTime), others.filter((one) => !isTime(one))];
        const pair = (one: Group | undefined) => (one ? [one.code, figureText(one, cents)] : ['', '']);
        return Array.from({ length: Math.max(1, hours.length, earnings.length) }, (_, nth) => [
          ...[...head, ...own.slice(0, 1).map(fileNumber)],
          ...(nth === 0 ? [regular ?? '', overtime ?? ''] : ['', '']),
          ...[...pair(hours[nth]), ...pair(earnings[nth])],
        ]);
      }),
    ]);
  },
};
const HOURS: readonly string[] = ['Reg', 'O/T'];
const HEADINGS = [
  ...['Co Code', 'Batch ID', 'File #', 'Reg Hours', 'O/T Hours'],
  ...['Hours 3 Code', 'Hours 3 Amount', 'Earnings 3 Code', 'Earnings 3 Amount'],
];
function headOf({ company = '', batch = '' }: PaySettings): [string, string] {
  if (!/^[A-Za-z0-9]{2,3}$/.test(company))
    throw conflict(words('The profile needs a company code of 2 or 3 letters or digits.'));
  if (!/^[A-Za-z0-9]{1,8}$/.test(batch))
    throw conflict(words('The profile needs a batch ID of at most 8 letters or digits.'));
  return [company.padEnd(3, '_'), batch];
}
function fileNumber(group: Group): string {
  if (!/^\d{1,6}$/.test(group.number)) throw misfit(group, msg('the number is not of at most six digits.'));
  return group.number.padStart(6, '0');
}
