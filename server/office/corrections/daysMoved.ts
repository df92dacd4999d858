import type { Calendar } from '../../attendance/calendar.ts';
import { paidAfter } from '../../figures/pay/paidAfter.ts';
import { weekAfter } from '../../figures/pay/weekAfter.ts';
import { findPayRules } from '../../masterData/payRules.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';

export type DaysMoved = (day: LocalDate) => readonly LocalDate[];

/**
 * Returns a function that tells which days the records of a day can move: the day itself, later ones of the weeks of a limit of hours, and those on which pay
 * is due that the day counts towards. By every rule, because an employee can come under another one (docs/reference/corrections.md#locks).
 */
export async function readDaysMoved(tx: Db, accountId: string, calendar: Calendar): Promise<DaysMoved> {
  const rules = new Map(
    (await findPayRules(tx, accountId)).map(({ rule }) => [JSON.stringify({ ...rule, name: '' }), rule]),
  );
  const known = new Map<LocalDate, readonly LocalDate[]>();
  return (day) => {
    const days = known.get(day) ?? [
      day,
      ...weekAfter(calendar.hoursRules, day),
      ...paidAfter([...rules.values()], calendar, day),
    ];
    known.set(day, days);
    return days;
  };
}
