import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';

/** A rule set as a law or award is read: data with the day on which its source was read. Amounts are typed by the employer. */
export type Template = {
  name: MessageDescriptor;
  rule: Unnamed;
  source: string;
  readOn: string;
  note: MessageDescriptor;
  /** The parts of its law that it does not cover, each with where that was read. */
  gaps: readonly Gap[];
};
type Gap = { what: MessageDescriptor; source: string; readOn: string };
type Unnamed = Omit<PayRuleValue, 'name'>;
type Floors = NonNullable<PayRuleValue['floors']>;

const NO_FLOOR = { ordinaryHours: false, wages: 0 };
export const NO_FLOORS: Floors = { sunday: NO_FLOOR, holiday: NO_FLOOR, holidayOff: false };
/** A rule that compares each day by itself and sets nothing apart. */
export const NEUTRAL: Unnamed = {
  ...{ window: 'day', scope: 'all', leastMinutes: 0, weekStart: 1, rests: [] },
  ...{ restRate: 'minimum', hourlyAtLeastMinimum: false, overtime: 'factors', individualOutput: false },
  premiumBase: 'greater',
  floors: NO_FLOORS,
};
export const TEMPLATES: readonly Template[] = [
  {
    name: msg`South Africa, farm`,
    rule: {
      ...{ ...NEUTRAL, leastMinutes: 240 },
      floors: { sunday: { ...NO_FLOOR, wages: 1 }, holiday: { ...NO_FLOOR, wages: 2 }, holidayOff: true },
    },
    source: 'https://source.acts.co.za/national-minimum-wage-act-2018/5__calculation_wage.php',
    readOn: '2026-11-24',
    note: msg`Each day by itself, cash only: no allowances, payment in kind or bonus. A day of work counts at least 4 hours, a Sunday is worth at least the ordinary wage of the day, a holiday twice that, and one that is not worked that wage.`,
    gaps: [
      {
        what: msg`The ordinary wage plus what was earned on a holiday, where that is more than twice the ordinary wage, and on one on which the employee would not have worked. The ordinary wage is by the hourly rate, the minimum or the workweek, not by 13 weeks.`,
        source: 'https://source.acts.co.za/basic-conditions-of-employment-act-1997/sd13_nr149_20__public_holidays.php',
        readOn: '2026-11-29',
      },
    ],
  },
  {
    name: msg`Australia, Horticulture Award`,
    rule: { ...NEUTRAL, scope: 'piece', individualOutput: true },
    source: 'https://www.fairwork.gov.au/newsroom/news/new-minimum-wage-guarantee-pieceworkers',
    readOn: '2026-11-24',
    note: msg`Each day by itself. Output must be individual: what is counted as Shared or Team is not paid by the piece.`,
    gaps: [
      {
        what: msg`Whether the piece rate lets an average competent worker earn 15 % more than the hourly rate, and the written piecework record.`,
        source: 'https://www.fairwork.gov.au/newsroom/news/new-minimum-wage-guarantee-pieceworkers',
        readOn: '2026-11-29',
      },
      {
        what: msg`The casual loading: type minimums that include it.`,
        source:
          'https://fairwork.gov.au/newsroom/media-releases/2022-media-releases/april-2022/20220428-horticulture-award-changes-media-release',
        readOn: '2026-11-29',
      },
    ],
  },
  {
    name: msg`United Kingdom`,
    rule: { ...NEUTRAL, window: 'period' },
    source: 'https://www.gov.uk/hmrc-internal-manuals/national-minimum-wage-manual/nmwm03140',
    readOn: '2026-11-24',
    note: msg`All pay and all time of the pay reference period.`,
    gaps: [
      {
        what: msg`Fair piece rates of work without set hours, and what accommodation and deductions count for.`,
        source: 'https://www.gov.uk/hmrc-internal-manuals/national-minimum-wage-manual/nmwm03140',
        readOn: '2026-11-29',
      },
    ],
  },
  {
    name: msg`USA, FLSA`,
    rule: { ...NEUTRAL, window: 'workweek', weekStart: 7, premiumBase: 'regular' },
    source:
      'https://webarchive.library.unt.edu/eot2008/20081106105913/https:/www.dol.gov/dol/allcfr/ESA/Title_29/Part_778/29CFR778.111.htm',
    readOn: '2026-11-24',
    note: msg`All pay and all time of the workweek. Overtime is half the regular rate: the factor of overtime 1 is 1.5. Much of agriculture is exempt.`,
    gaps: [
      {
        what: msg`Laws of the states, exemptions, and overtime at the piece rate itself by agreement.`,
        source:
          'https://webarchive.library.unt.edu/eot2008/20081106105913/https:/www.dol.gov/dol/allcfr/ESA/Title_29/Part_778/29CFR778.111.htm',
        readOn: '2026-11-29',
      },
    ],
  },
  {
    name: msg`California, Labor Code 226.2`,
    rule: {
      ...{ ...NEUTRAL, window: 'workweek', weekStart: 7, scope: 'piece' },
      rests: [
        { afterMinutes: 210, restMinutes: 10 },
        { afterMinutes: 361, restMinutes: 20 },
        { afterMinutes: 601, restMinutes: 30 },
        { afterMinutes: 841, restMinutes: 40 },
      ],
      ...{ restRate: 'average', hourlyAtLeastMinimum: true, premiumBase: 'regular' },
    },
    source: 'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=LAB&sectionNum=226.2.',
    readOn: '2026-11-24',
    note: msg`Rest at the higher of the minimum and the average without rest. Time without piecework at least at the minimum, never averaged.`,
    gaps: [
      {
        what: msg`An hour of pay for each day on which a rest or a meal was missed.`,
        source: 'http://www.boulter-law.com/practice-area/employment-law/rest-periods/',
        readOn: '2026-11-29',
      },
      {
        what: msg`Recovery periods: rest is that of the table by hours worked. Other time without piecework is one line of hours, whatever it was.`,
        source: 'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=LAB&sectionNum=226.2.',
        readOn: '2026-11-29',
      },
    ],
  },
  {
    name: msg`USA, H-2A`,
    rule: { ...NEUTRAL, window: 'period' },
    source: 'http://www.awmalabor.com/WageCalculations.html',
    readOn: '2026-11-24',
    note: msg`The offered wage is the minimum; pay is averaged over the pay period.`,
    gaps: [
      {
        what: msg`The guarantee of three fourths of the hours offered, over the whole contract.`,
        source: 'https://maslabor.com/news/what-is-the-h-2a-three-fourths-guarantee',
        readOn: '2026-11-29',
      },
      {
        what: msg`The wages among which the highest is due (adverse effect, prevailing, agreed, minimum): type the highest.`,
        source: 'https://codes.findlaw.com/cfr/title-20-employees-benefits/cfr-sect-20-655-122/',
        readOn: '2026-11-29',
      },
    ],
  },
  {
    name: msg`New Zealand`,
    rule: {
      ...{ ...NEUTRAL, scope: 'piece', restRate: 'average' },
      rests: [
        { afterMinutes: 120, restMinutes: 10 },
        { afterMinutes: 361, restMinutes: 20 },
        { afterMinutes: 600, restMinutes: 30 },
      ],
    },
    source: 'https://tatou.app/support/paid-rest-breaks',
    readOn: '2026-11-24',
    note: msg`Rest breaks are paid apart. Check the table of rest against your agreements.`,
    gaps: [
      {
        what: msg`The act counts the whole work period with unpaid meals; the table counts paid time.`,
        source: 'https://www.legislation.govt.nz/act/public/2018/0053/33.0/LMS8196.html',
        readOn: '2026-11-29',
      },
    ],
  },
];
