import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { PAID_CLASSES, type PaidClass } from '#contract/money/earnings.ts';
import { MINUTE } from '../../platform/zone.ts';
import { type EarnDay, totalMs, type Worker } from './earnDay.ts';

/** The time of a day by how it is paid: the parts sum to the paid time. */
export type Split = {
  pieceMs: number;
  hourlyMs: number;
  restMs: number;
  /** The hourly time of a class as a fraction, so that it is divided once. */
  hourlyIn: (paidClass: PaidClass) => { ms: number; of: number };
};

export const NO_TIME = { ms: 0, of: 1 };

export function splitOf({ payType }: Worker, day: EarnDay, hasHourly: boolean): Split {
  const paidMs = totalMs(day);
  if (payType === 'hourly')
    return { pieceMs: 0, hourlyMs: paidMs, restMs: 0, hourlyIn: (one) => ({ ms: day.paidMs[one], of: 1 }) };
  const restMs = Math.min(restOf(day.rule, paidMs), paidMs);
  if (payType === 'piece' || !hasHourly)
    return { pieceMs: paidMs - restMs, hourlyMs: 0, restMs, hourlyIn: () => NO_TIME };
  return isInProportion(day) ? splitInProportion(day, paidMs, restMs) : splitByClass(day, paidMs, restMs);
}

/** Days locked earlier and those under a rule set of before keep the former rule: the whole time of the entries, in each class in proportion. */
const isInProportion = ({ rule, isEarlier }: EarnDay) =>
  isEarlier === true || (rule !== null && rule.premiumBase === undefined);

function splitInProportion(day: EarnDay, paidMs: number, restMs: number): Split {
  const left = paidMs - restMs;
  // By rule sets without a base of premiums an entry without time takes all of its day.
  const hasUntimed = day.rule?.premiumBase === undefined && day.pieces.length > 0 && day.workedMs === 0;
  const pieceMs = hasUntimed ? left : Math.min(left, day.workedMs);
  const hourlyMs = left - pieceMs;
  return { pieceMs, hourlyMs, restMs, hourlyIn: (one) => ({ ms: day.paidMs[one] * hourlyMs, of: paidMs || 1 }) };
}

/** Hourly time is paid time outside the entries; rest is of it first, and of the cheapest class first. */
function splitByClass(day: EarnDay, paidMs: number, restMs: number): Split {
  const pieces = pieceTimeByClass(day);
  const hourly = { ...NO_CLASSES };
  let rest = restMs;
  for (const one of PAID_CLASSES) {
    const outside = day.paidMs[one] - pieces[one];
    const ofRest = Math.min(rest, outside);
    rest -= ofRest;
    hourly[one] = outside - ofRest;
  }
  const hourlyMs = PAID_CLASSES.reduce((sum, one) => sum + hourly[one], 0);
  return { pieceMs: paidMs - restMs - hourlyMs, hourlyMs, restMs, hourlyIn: (one) => ({ ms: hourly[one], of: 1 }) };
}

const NO_CLASSES: Record<PaidClass, number> = { ordinary: 0, overtime1: 0, overtime2: 0, sunday: 0, holiday: 0 };

/** Returns the time of a day's entries by class: ordinary time comes first, then overtime 1, then overtime 2. */
function pieceTimeByClass({ paidMs, pieceTime: { ordinaryMinutes, sundayMs, holidayMs } }: EarnDay) {
  const between = (from: number, to: number) => {
    let ms = 0;
    for (let nth = 0; nth + 1 < ordinaryMinutes.length; nth += 2)
      ms += Math.max(
        0,
        Math.min((ordinaryMinutes[nth + 1] ?? 0) * MINUTE, to) - Math.max((ordinaryMinutes[nth] ?? 0) * MINUTE, from),
      );
    return ms;
  };
  const second = paidMs.ordinary + paidMs.overtime1;
  return {
    ordinary: between(0, paidMs.ordinary),
    overtime1: between(paidMs.ordinary, second),
    overtime2: between(second, second + paidMs.overtime2),
    sunday: Math.min(sundayMs, paidMs.sunday),
    holiday: Math.min(holidayMs, paidMs.holiday),
  };
}

const restOf = (rule: PayRuleValue | null, paidMs: number) =>
  (rule?.rests.findLast(({ afterMinutes }) => paidMs >= afterMinutes * MINUTE)?.restMinutes ?? 0) * MINUTE;
