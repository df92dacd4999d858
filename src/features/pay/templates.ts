import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PayRuleValue } from '#contract/payRules.ts';

/** A rule set as a law or award is read: data with the day on which its source was read. Amounts are typed by the employer. */
type Template = { name: MessageDescriptor; rule: Unnamed; source: string; readOn: string; note: MessageDescriptor };
type Unnamed = Omit<PayRuleValue, 'name'>;

/** A rule that compares each day by itself and sets nothing apart. */
export const NEUTRAL: Unnamed = {
  ...{ window: 'day', scope: 'all', leastMinutes: 0, weekStart: 1, rests: [] },
  ...{ restRate: 'minimum', hourlyAtLeastMinimum: false, overtime: 'factors', individualOutput: false },
  premiumBase: 'greater',
};
export const TEMPLATES: readonly Template[] = [
  {
    name: msg`South Africa, farm`,
    rule: { ...NEUTRAL, leastMinutes: 240 },
    source: 'https://source.acts.co.za/national-minimum-wage-act-2018/5__calculation_wage.php',
    readOn: '2026-11-24',
    note: msg`Each day by itself, cash only: no allowances, payment in kind or bonus. A day of work counts at least 4 hours.`,
  },
  {
    name: msg`Australia, Horticulture Award`,
    rule: { ...NEUTRAL, scope: 'piece', individualOutput: true },
    source: 'https://www.fairwork.gov.au/newsroom/news/new-minimum-wage-guarantee-pieceworkers',
    readOn: '2026-11-24',
    note: msg`Each day by itself. Output must be individual: what is counted as Shared or Team is not paid by the piece.`,
  },
  {
    name: msg`United Kingdom`,
    rule: { ...NEUTRAL, window: 'period' },
    source: 'https://www.gov.uk/hmrc-internal-manuals/national-minimum-wage-manual/nmwm03140',
    readOn: '2026-11-24',
    note: msg`All pay and all time of the pay reference period.`,
  },
  {
    name: msg`USA, FLSA`,
    rule: { ...NEUTRAL, window: 'workweek', weekStart: 7, premiumBase: 'regular' },
    source:
      'https://webarchive.library.unt.edu/eot2008/20081106105913/https:/www.dol.gov/dol/allcfr/ESA/Title_29/Part_778/29CFR778.111.htm',
    readOn: '2026-11-24',
    note: msg`All pay and all time of the workweek. Overtime is half the regular rate: the factor of overtime 1 is 1.5. Much of agriculture is exempt.`,
  },
  {
    name: msg`California, Labor Code 226.2`,
    rule: {
      ...{ ...NEUTRAL, window: 'workweek', weekStart: 7, scope: 'piece' },
      rests: [
        { afterMinutes: 210, restMinutes: 10 },
        { afterMinutes: 361, restMinutes: 20 },
        { afterMinutes: 601, restMinutes: 30 },
      ],
      ...{ restRate: 'average', hourlyAtLeastMinimum: true, premiumBase: 'regular' },
    },
    source: 'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=LAB&sectionNum=226.2.',
    readOn: '2026-11-24',
    note: msg`Rest at the higher of the minimum and the average without rest. Time without piecework at least at the minimum, never averaged.`,
  },
  {
    name: msg`USA, H-2A`,
    rule: { ...NEUTRAL, window: 'period' },
    source: 'http://www.awmalabor.com/WageCalculations.html',
    readOn: '2026-11-24',
    note: msg`The offered wage is the minimum; pay is averaged over the pay period.`,
  },
  {
    name: msg`New Zealand`,
    rule: {
      ...{ ...NEUTRAL, scope: 'piece', restRate: 'average' },
      rests: [
        { afterMinutes: 120, restMinutes: 10 },
        { afterMinutes: 361, restMinutes: 20 },
      ],
    },
    source: 'https://tatou.app/support/paid-rest-breaks',
    readOn: '2026-11-24',
    note: msg`Rest breaks are paid apart. Check the table of rest against your agreements.`,
  },
];
