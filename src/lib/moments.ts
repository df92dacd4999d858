import { t } from '@lingui/core/macro';
import { localeOf } from '#contract/platform/languages.ts';
import { browserZone, clockZone } from './clockZone.ts';
import { inLanguage, shownLanguage } from './language.ts';
import { zonedFormat } from './zoned.ts';

const OPTIONS: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

/**
 * '3 Nov 2026, 06:10' by the account's clock, with its zone where the browser has another: '3 Nov 2026, 06:10 GMT+2'; by the browser's clock for
 * administrators. `never` when there is no such moment.
 */
export function moment(instant: string | null | undefined, never = t`Never`) {
  if (!instant) return never;
  const zone = clockZone();
  const language = shownLanguage();
  const options: Intl.DateTimeFormatOptions = zone === browserZone() ? OPTIONS : { ...OPTIONS, timeZoneName: 'short' };
  return zonedFormat(zone, options, language === 'en' ? 'en-GB' : localeOf(language)).format(Date.parse(instant));
}

const STEPS: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [60_000, 'second'],
  [3_600_000, 'minute'],
  [86_400_000, 'hour'],
  [30 * 86_400_000, 'day'],
  [365 * 86_400_000, 'month'],
  [Number.POSITIVE_INFINITY, 'year'],
];
const LENGTH: Partial<Record<Intl.RelativeTimeFormatUnit, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  month: 30 * 86_400_000,
  year: 365 * 86_400_000,
};
const relative = inLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }));

/** '5 min. ago', 'in 23 hr.', rounded towards zero. */
export function ago(instant: string, now: number): string {
  const difference = Date.parse(instant) - now;
  const unit = STEPS.find(([below]) => Math.abs(difference) < below)?.[1] ?? 'year';
  return relative().format(Math.trunc(difference / (LENGTH[unit] ?? 1_000)), unit);
}
