import { HOUR } from '../../platform/zone.ts';
import { hoursOf, isWorked, NO_DETAILS, type Rules, ZERO } from './earnDay.ts';
import { isRestByWeek, type Settled } from './settle.ts';
import { partsOf, raiseOpenWeek, weekOfPay, weekOnPart } from './weekOfPay.ts';

/** Adds the rest that is paid at the higher of the minimum and the average of its workweek without rest, on the last day worked of its window. */
export function addWeeklyRest(windows: readonly Settled[], rules: Rules) {
  const byWeek = windows.filter(isRestByWeek);
  // Most people have none: their days are not gone through.
  if (byWeek.length === 0) return;
  const parts = partsOf(windows);
  const weeks = Map.groupBy(parts, (part) => weekOnPart(part).from);
  for (const window of byWeek) {
    const own = parts.filter(({ pay, window: of }) => of === window && pay.split.restMs > 0);
    let [exact, restMs] = [ZERO, 0];
    for (const part of own) {
      const { pay } = part;
      const week = weekOfPay(weeks.get(weekOnPart(part).from) ?? [], ['top-up']);
      const ms = week.ms - week.restMs;
      const isAverage = ms > 0 && week.pay.times(HOUR).gt(pay.minimum.times(ms));
      const [amount, per] = isAverage ? [week.pay, ms] : [pay.minimum, HOUR];
      pay.rest = amount.times(pay.split.restMs).div(per);
      exact = exact.plus(pay.rest);
      restMs += pay.split.restMs;
      raiseOpenWeek(part, week, rules);
    }
    const last = window.days.findLast(isWorked);
    if (!last || exact.isZero()) continue;
    window.lines.push({
      ...{ ...NO_DETAILS, date: last.date, kind: 'rest', exact, amount: exact.toDecimalPlaces(rules.cents) },
      ...{ ms: restMs, perHour: exact.div(hoursOf(restMs)) },
    });
  }
}
