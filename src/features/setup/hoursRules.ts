import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { HoursRuleValue } from '#contract/hoursRules.ts';

export const PERIOD_LABELS: Record<HoursRuleValue['payPeriod'], MessageDescriptor> = {
  weekly: msg`Weekly`,
  fortnightly: msg`Fortnightly`,
  monthly: msg`Monthly`,
  list: msg`A list of dates`,
};

/** Reads hours as they are typed: '9', '7:30', '7.5' and '7,5'; null for nothing, undefined for what is no length of time. */
export function minutesIn(text: string): number | null | undefined {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  const [, whole, minutes] = /^(\d{1,3}):([0-5]\d)$/.exec(typed) ?? [];
  if (whole !== undefined) return Number(whole) * 60 + Number(minutes);
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 60) : undefined;
}
