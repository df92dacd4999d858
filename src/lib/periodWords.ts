import { t } from '@lingui/core/macro';
import { inLanguage } from './language.ts';
import { dayLabel } from './zoned.ts';

const weekday = inLanguage(
  (language) => new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }),
  'en-GB',
);
const ordinal = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const SUFFIX: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const nth = (day: number) => `${day}${SUFFIX[ordinal.select(day)] ?? 'th'}`;

type Rule = { payPeriod: 'weekly' | 'fortnightly' | 'monthly'; periodStart: string };
/** Returns periods in words: '26th to 25th', 'Fortnight from 5 Nov 2026', 'Week from Thursday'. */
export function periodWords({ payPeriod, periodStart }: Rule): string {
  if (payPeriod === 'weekly') return t`Week from ${weekday().format(Date.parse(periodStart))}`;
  if (payPeriod === 'fortnightly') return t`Fortnight from ${dayLabel(periodStart)}`;
  const day = Number(periodStart.slice(8));
  return day === 1 ? t`Calendar month` : t`${nth(day)} to ${nth(day - 1)}`;
}
