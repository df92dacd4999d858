import type { LineKind } from '#contract/money/earnings.ts';
import { hasWeeklyPremium } from '../../figures/pay/payWindow.ts';
import { HOUR } from '../../platform/zone.ts';
import { NO_DETAILS, type Rules, ZERO } from './earnDay.ts';
import { floorOf, isPaidOff } from './floors.ts';
import { Money } from './money.ts';
import type { DayPay, Settled } from './settle.ts';
import { type Part, partsOf, raiseOpenWeek, type WeekOfPay, weekOfPay, weekOnPart } from './weekOfPay.ts';

/** Returns what an hour of an ordinary day is worth, as an amount for a time: at the hourly rate, the minimum, or as the pieces and hours of the workweek, whichever is most. */
function wageOf({ pay, window }: Part, week: WeekOfPay | null): [amount: Money, ms: number] {
  const { hourly, minimum, isByHour } = pay;
  const least = isByHour && window.rule?.scope === 'piece' ? hourly : Money.max(hourly, minimum);
  // Pieces of a week without hours have no average.
  return week && week.ms > 0 && week.pay.times(HOUR).gt(least.times(week.ms)) ? [week.pay, week.ms] : [least, HOUR];
}

/** Adds what the pay of a Sunday or holiday lacks of so many ordinary wages, and the ordinary wage of a holiday that was not worked (E6a). */
export function addFloors(windows: readonly Settled[], rules: Rules) {
  if (!windows.some(({ rule }) => rule?.floors)) return;
  const parts = partsOf(windows);
  const found = parts.filter(({ pay: { day } }) => isPaidOff(day) || (floorOf(day)?.wages && day.ordinaryMs));
  if (found.length === 0) return;
  const weeks = Map.groupBy(parts, (part) => weekOnPart(part).from);
  for (const part of found) {
    const { pay, window } = part;
    const { date, ordinaryMs = 0 } = pay.day;
    const hasWeek = !pay.isByHour && window.rule !== null && hasWeeklyPremium(window.rule);
    const week = hasWeek ? weekOfPay(weeks.get(weekOnPart(part).from) ?? [], []) : null;
    const [amount, per] = wageOf(part, week);
    const floor = floorOf(pay.day);
    const paid = floor ? payOfDay(part) : ZERO;
    const factor = floor?.wages ?? 1;
    const exact = amount.times(ordinaryMs).times(factor).div(per).minus(paid);
    if (week) raiseOpenWeek(part, week, rules);
    if (amount.isZero() && !floor && !pay.isByHour) raiseUnpriced(part);
    const shown = exact.toDecimalPlaces(rules.cents);
    if (shown.lte(0)) continue;
    window.lines.push({
      ...{ ...NO_DETAILS, date, kind: floor ? 'floor' : 'holiday-off', exact, amount: shown, ms: ordinaryMs },
      ...{ paidClass: floor?.paidClass ?? null, factor: floor ? factor : null, perHour: amount.times(HOUR).div(per) },
    });
  }
}

/** Returns the pay of a day with its part of the window's top-up, by what each day lacks, and of its rest. */
function payOfDay({ pay, window }: Part): Money {
  const { date } = pay.day;
  const shareOf = (kind: LineKind, of: (one: DayPay) => Money) => {
    const line = window.lines.find((one) => one.kind === kind);
    const sum = window.dayPays.reduce((total, one) => total.plus(of(one)), ZERO);
    return line && sum.gt(0) ? line.amount.times(of(pay)).div(sum) : ZERO;
  };
  return window.lines
    .filter(
      (line) => line.date === date && (line.kind === 'piece' || line.kind === 'hourly' || line.kind === 'premium'),
    )
    .reduce((sum, line) => sum.plus(line.amount), ZERO)
    .plus(shareOf('top-up', ({ need }) => Money.max(need, ZERO)))
    .plus(shareOf('rest', ({ rest }) => rest));
}

/** Leaves a day open if its wage is unknown. */
function raiseUnpriced({ pay, window }: Part) {
  const reasons = window.openOn.get(pay.day.date) ?? [];
  if (!reasons.includes('not-priced')) window.openOn.set(pay.day.date, [...reasons, 'not-priced']);
}
