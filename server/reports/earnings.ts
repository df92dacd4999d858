import { MAX_PAY_PERIOD_DAYS } from '#contract/platform/limits.ts';
import { payPeriodOn, withinDates } from '../figures/pay/payPeriods.ts';
import type { State } from '../figures/trends/oneState.ts';
import { payOf, shownSums } from '../money/earnings/answers.ts';
import { readEarnings } from '../money/earnings/read.ts';
import type { Row } from '../platform/files/table.ts';
import { datesOf } from '../platform/zone.ts';
import { type PaidReport, peopleIn, type Reported, readRange, type Shown, who } from './paid.ts';

/**
 * The report 'Pay per Pay Period' (docs/reference/records.md#files-of-records): what each person earned in each pay period of the dates, as *Pay* says it. Amounts are of what is
 * settled; the rest is beside them.
 */
export async function earningsReport(
  state: State,
  accountId: string,
  { dates, now }: Reported,
  { filter, names, crew }: Shown,
): Promise<PaidReport> {
  const { db, days } = state;
  const { calendar, caller } = await readRange(state, accountId);
  const periodOf = (day: string) => withinDates(payPeriodOn(calendar.hoursRules, day), dates);
  return {
    async complete(day) {
      const period = periodOf(day);
      if (period.to !== day) return [];
      const found = await readEarnings(db, days, { caller, now, query: period }, payOf, {
        peopleOf(roster) {
          const people = peopleIn(roster, crew, filter);
          // Work outside a scope is told to nobody in it.
          return { ...people, crew: { ...people.crew, lookup1: crew.lookup1 } };
        },
      });
      return found.people.map(({ rostered, sums }): Row => {
        const own = shownSums(sums, found.cents);
        const { paidMs, units, piece, hourly, topUp, rest, premium, floor, holidayOff, total, notSettled } = own;
        const values = {
          ...{ date: period.from, periodTo: period.to, ...who(rostered, names) },
          ...{ paid: paidMs, units, currency: found.currency },
          ...{ piece, hourly, topUp, rest, premium, floor, holidayOff, total, notSettled },
          ...{ hoursNotSettled: own.notSettledMs, hoursHeldBack: own.heldMs, unitsNotSettled: own.notSettledUnits },
        };
        return { day, key: rostered.employeeId, values };
      });
    },
    changedBy(changed) {
      const affected = changed.flatMap((day) => datesOf(dates.from, dates.to).filter((one) => isNear(one, day)));
      return [...new Set(affected.map((day) => periodOf(day).to))].sort();
    },
  };
}

const isNear = (one: string, other: string) =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= MAX_PAY_PERIOD_DAYS * 86_400_000;
