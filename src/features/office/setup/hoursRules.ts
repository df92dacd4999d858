import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { HoursRuleValue } from '#contract/masterData/hoursRules.ts';

export const PERIOD_LABELS: Record<HoursRuleValue['payPeriod'], MessageDescriptor> = {
  weekly: msg`Weekly`,
  fortnightly: msg`Fortnightly`,
  monthly: msg`Monthly`,
  list: msg`A list of dates`,
};
