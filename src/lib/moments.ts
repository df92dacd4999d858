import { t } from '@lingui/core/macro';
import { inLanguage } from './language.ts';

const OPTIONS: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};
const dateTime = inLanguage((language) => new Intl.DateTimeFormat(language, OPTIONS), 'en-GB');

/** '3 Nov 2026, 06:10' on the reader's own clock; `never` when there is no such moment. */
export const moment = (instant: string | null | undefined, never = t`Never`) =>
  instant ? dateTime().format(Date.parse(instant)) : never;

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
