import Big from 'decimal.js';
import { Temporal } from 'temporal-polyfill';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { PAID_CLASSES, type PaidClass } from '#contract/money/earnings.ts';

/** Top-up, rest, premiums and floors of rule sets that say their base of premiums (docs/decisions/031): slow, obvious, and without any code of the server. */

type Day = {
  date: string;
  rule: PayRuleValue;
  paidMs: Record<PaidClass, number>;
  factors: Record<PaidClass, number>;
  hasPieces: boolean;
  /** The minutes of the paid time that the entries take, counted from its first one. */
  entries: { from: number; to: number };
  minimum: string;
  hasMinimum: boolean;
  hourly: string | undefined;
  /** The amounts of the day's lines of piece pay. */
  piecePay: readonly string[];
  /** The ordinary hours of a Sunday or holiday, and whether it is a holiday that was not worked. */
  ordinaryMs: number;
  isOff: boolean;
};
/** Rule sets that follow each other have one start of the week. */
type World = {
  payType: string;
  days: readonly Day[];
  /** The first day of the pay period of a date. */
  periodFrom: (date: string) => string;
  /** The decimals of the currency. */
  cents: number;
};
/** A fraction, so that nothing is rounded before its line. */
type Fraction = { top: Big; bottom: Big };
const MS = 3_600_000;
const Exact = Big.clone({ precision: 60, rounding: Big.ROUND_HALF_UP });
const number = (value: string | number) => new Exact(value);
const cent = ({ top, bottom }: Fraction, cents: number) => top.div(bottom).toDecimalPlaces(cents);
const sum = (all: readonly Big[]) => all.reduce((one, other) => one.plus(other), number(0));

const weekOf = (date: string, weekStart: number) => {
  let first = Temporal.PlainDate.from(date);
  while (first.dayOfWeek !== weekStart) first = first.subtract({ days: 1 });
  return first.toString();
};

/** Returns a day with its time by how it is paid, and its pay at the factor 1. */
function dayOf({ payType, cents }: World, day: Day) {
  const { rule } = day;
  const paid = PAID_CLASSES.reduce((all, one) => all + day.paidMs[one], 0);
  const table = rule.rests.filter(({ afterMinutes }) => paid >= afterMinutes * 60_000);
  const hasHourly = day.hourly !== undefined || (rule.hourlyAtLeastMinimum && day.hasMinimum);
  // Nobody can tell what such time is paid by.
  const isPaidOff = day.isOff && rule.floors?.holidayOff === true && day.ordinaryMs > 0;
  const isUnpriced = payType === 'both' && !hasHourly && !day.hasPieces && !isPaidOff;
  const rest = payType === 'hourly' || isUnpriced ? 0 : Math.min(paid, (table.at(-1)?.restMinutes ?? 0) * 60_000);
  const left = paid - rest;
  // Minute by minute: the entries have theirs, rest has the first of the others, and what is left is paid by the hour.
  const minutes = PAID_CLASSES.flatMap((one) => Array.from({ length: day.paidMs[one] / 60_000 }, () => one));
  const outside = minutes.filter((_, nth) => nth < day.entries.from || nth >= day.entries.to).slice(rest / 60_000);
  const byHour = payType === 'hourly' ? minutes : payType === 'piece' || !hasHourly ? [] : outside;
  const hourlyIn = (one: PaidClass) => byHour.filter((own) => own === one).length * 60_000;
  const hourly = byHour.length * 60_000;
  const piece = left - hourly;
  const own = number(day.hourly ?? 0);
  const perHour = rule.hourlyAtLeastMinimum ? Exact.max(own, day.minimum) : own;
  const ofClass = (one: PaidClass) => cent({ top: perHour.times(hourlyIn(one)), bottom: number(MS) }, cents);
  // What the hourly lines say: by the regular rate the factor of overtime is in the premium.
  const isOne = (one: PaidClass) => rule.premiumBase === 'regular' && one.startsWith('overtime');
  const ofLine = (one: PaidClass) =>
    cent({ top: perHour.times(hourlyIn(one)).times(isOne(one) ? 1 : day.factors[one]), bottom: number(MS) }, cents);
  const hourlyPay = isUnpriced ? number(0) : sum(PAID_CLASSES.map(ofClass));
  const piecePay = sum(day.piecePay.map(number));
  const isWorked = paid > 0 || day.hasPieces;
  const isCompared =
    !isUnpriced && isWorked && (rule.scope === 'all' || (payType !== 'hourly' && (piece > 0 || day.hasPieces)));
  const { ordinary, overtime1, overtime2, sunday, holiday } = day.paidMs;
  const others = ordinary + overtime1 + overtime2;
  const isHoliday = holiday > 0 && holiday >= sunday && holiday >= others;
  const isSunday = !isHoliday && sunday > 0 && sunday >= others;
  const floor = (isHoliday && rule.floors?.holiday) || (isSunday && rule.floors?.sunday) || null;
  const leastMs = Math.max(rule.leastMinutes * 60_000, floor?.ordinaryHours ? day.ordinaryMs : 0);
  const hours = Math.max(rule.scope === 'all' ? piece + hourly : piece, leastMs - rest);
  const ownRate = payType !== 'piece' && hasHourly ? perHour : number(0);
  return {
    ...{ ...day, paid, rest, hourlyIn, isWorked, isUnpriced, plain: piecePay.plus(hourlyPay) },
    ...{
      floor,
      paidClass: isHoliday ? 'holiday' : 'sunday',
      isPaidOff,
      lines: piecePay.plus(isUnpriced ? 0 : sum(PAID_CLASSES.map(ofLine))),
    },
    /** An hour's wage but for what the week came to. */
    wage: payType === 'hourly' && rule.scope === 'piece' ? ownRate : Exact.max(ownRate, day.minimum),
    isOfWeek: payType !== 'hourly' && rule.premiumBase !== 'minimum',
    counts: piecePay.plus(rule.scope === 'all' ? hourlyPay : 0),
    guaranteed: isCompared ? number(day.minimum).times(hours) : number(0),
  };
}
type OwnDay = ReturnType<typeof dayOf>;

/** Returns the top-up of a window, rounded. */
function windowOf(days: readonly OwnDay[], cents: number) {
  const counts = sum(days.map((day) => day.counts));
  const guaranteed = sum(days.map((day) => day.guaranteed));
  const isShort = guaranteed.gt(counts.times(MS));
  const topUp = isShort ? cent({ top: guaranteed.minus(counts.times(MS)), bottom: number(MS) }, cents) : number(0);
  return { days, topUp, last: days.findLast((day) => day.isWorked)?.date ?? '' };
}

export function oracleLaw(world: World): string[] {
  const { cents } = world;
  const days = world.days.map((day) => dayOf(world, day));
  const rules = [...new Set(days.map(({ rule }) => rule))];
  // A rule set that comes into force within a window begins one of its own.
  const keyOf = ({ date, rule }: OwnDay) => {
    const from =
      rule.window === 'day' ? date : rule.window === 'workweek' ? weekOf(date, rule.weekStart) : world.periodFrom(date);
    return `${rules.indexOf(rule)} ${from}`;
  };
  const windows = [...new Set(days.map(keyOf))].map((key) =>
    windowOf(
      days.filter((day) => keyOf(day) === key),
      cents,
    ),
  );
  const weekWith = (day: OwnDay) =>
    days.filter(
      (one) => !one.isUnpriced && weekOf(one.date, one.rule.weekStart) === weekOf(day.date, day.rule.weekStart),
    );
  /** The part that a week has in something of a window: all of it, or of a window that reaches out of the week what its own days need. */
  const topUpIn = (week: readonly OwnDay[]) =>
    sum(
      windows.map(({ days: own, topUp }) => {
        const [inside, all] = [own.filter((one) => week.includes(one)), own.filter((one) => !one.isUnpriced)];
        if (inside.length === 0 || topUp.isZero()) return number(0);
        if (inside.length === all.length) return topUp;
        return sum(inside.map((one) => one.guaranteed.div(MS).minus(one.counts)));
      }),
    );
  /** Rest at the minimum, or at the average of its workweek without rest. */
  const restOf = (day: OwnDay) => {
    const atMinimum = number(day.minimum).times(day.rest).div(MS);
    const week = weekWith(day);
    const without = week.reduce((all, one) => all + one.paid - one.rest, 0);
    if (day.rule.restRate === 'minimum' || without <= 0) return atMinimum;
    const pay = sum(week.map((one) => one.plain)).plus(topUpIn(week));
    return Exact.max(atMinimum, pay.times(day.rest).div(without));
  };
  const lines: string[] = [];
  const premiums = new Map<string, Big>();
  for (const { topUp, last, days: own } of windows) {
    if (!topUp.isZero()) lines.push(`top-up ${last}  ${topUp.toFixed(cents)}`);
    const rest = sum(own.filter((one) => !one.isUnpriced).map(restOf));
    if (!rest.isZero()) lines.push(`rest ${last}  ${rest.toDecimalPlaces(cents).toFixed(cents)}`);
  }
  for (const day of days) {
    if (day.isUnpriced) continue;
    const { rule } = day;
    const week = weekWith(day);
    const rests = sum(
      windows.map(({ days: own }) => {
        const [inside, all] = [own.filter((one) => week.includes(one)), own.filter((one) => !one.isUnpriced)];
        const rest = sum(inside.map(restOf));
        // The rest of a whole window is what its line has.
        return inside.length === all.length ? rest.toDecimalPlaces(cents) : rest;
      }),
    );
    const pay = sum(week.map((one) => one.plain))
      .plus(topUpIn(week))
      .plus(rests);
    const all = week.reduce((ms, one) => ms + one.paid, 0);
    for (const one of PAID_CLASSES) {
      const isOvertime = one.startsWith('overtime');
      const isAll = rule.premiumBase === 'regular' && isOvertime;
      const ms = number(day.paidMs[one]).minus(isAll ? 0 : day.hourlyIn(one));
      // As fractions: a quotient of thirds times the hours would miss a half cent.
      const regular = { top: pay, bottom: number(all || 1) };
      const minimum = { top: number(day.minimum), bottom: number(MS) };
      const isGreater = regular.top.times(minimum.bottom).gt(minimum.top.times(regular.bottom));
      const isRegular = rule.premiumBase === 'regular' || (rule.premiumBase !== 'minimum' && isGreater);
      const base = isRegular ? regular : minimum;
      const premium = base.top
        .times(ms)
        .times(number(day.factors[one]).minus(1))
        .div(base.bottom)
        .toDecimalPlaces(cents);
      if (!premium.isZero()) lines.push(`premium ${day.date} ${one} ${premium.toFixed(cents)}`);
      premiums.set(day.date, premium.plus(premiums.get(day.date) ?? 0));
    }
  }
  for (const window of windows)
    for (const day of window.days) {
      const { floor, isPaidOff, ordinaryMs, date } = day;
      if (day.isUnpriced || ordinaryMs === 0 || !(isPaidOff || (floor && floor.wages > 0))) continue;
      const week = weekWith(day);
      const byWeek = {
        top: sum(week.map((one) => one.plain)).times(MS),
        bottom: number(week.reduce((ms, one) => ms + one.paid, 0)),
      };
      const isOfWeek = day.isOfWeek && byWeek.top.gt(day.wage.times(byWeek.bottom));
      const wage = isOfWeek ? byWeek : { top: day.wage, bottom: number(1) };
      // The top-up belongs to the days that lack something, by how much; a rest to the days that have one.
      const partOf = (amount: Big, share: (one: OwnDay) => Big) => {
        const all = sum(window.days.map(share));
        return all.isZero() ? all : amount.times(share(day)).div(all);
      };
      const rests = (one: OwnDay) => (one.isUnpriced ? number(0) : restOf(one));
      const rest = sum(window.days.map(rests)).toDecimalPlaces(cents);
      const paid = day.lines
        .plus(premiums.get(date) ?? 0)
        .plus(partOf(window.topUp, (one) => Exact.max(0, one.guaranteed.div(MS).minus(one.counts))))
        .plus(partOf(rest, rests));
      const owed = wage.top
        .times(ordinaryMs)
        .times(isPaidOff ? 1 : (floor?.wages ?? 0))
        .div(wage.bottom)
        .div(MS);
      const line = owed.minus(isPaidOff ? 0 : paid).toDecimalPlaces(cents);
      if (line.gt(0))
        lines.push(
          isPaidOff
            ? `holiday-off ${date}  ${line.toFixed(cents)}`
            : `floor ${date} ${day.paidClass} ${line.toFixed(cents)}`,
        );
    }
  return lines;
}
