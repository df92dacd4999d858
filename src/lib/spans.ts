import { t } from '@lingui/core/macro';
import { inLanguage } from './language.ts';

const format = (month?: 'short') =>
  inLanguage(
    (language) => new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month, timeZone: 'UTC' }),
    'en-GB',
  );
const withMonth = format('short');
const withoutMonth = format();

/** Returns two local dates as 'Mon 16 to Fri 20 Nov', 'Mon 16 Nov' where they are one. */
export function spanLabel(from: string, to: string): string {
  const day = (date: string, shown: typeof withMonth) => shown().format(Date.parse(date)).replace(',', '');
  const last = day(to, withMonth);
  if (from === to) return last;
  const first = day(from, from.slice(0, 7) === to.slice(0, 7) ? withoutMonth : withMonth);
  return t`${first} to ${last}`;
}
