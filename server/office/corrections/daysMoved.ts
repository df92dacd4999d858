import type { Calendar } from '../../attendance/calendar.ts';
import { selectLocks } from '../../attendance/ledger.sql.ts';
import { paidAfter } from '../../figures/pay/paidAfter.ts';
import { weekAfter } from '../../figures/pay/weekAfter.ts';
import { findPayRules } from '../../masterData/payRules.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';

/**
 * Returns a function that tells which days the records of a day can move: the day itself, later ones of the weeks of a limit of hours, and those on which pay
 * is due that the day counts towards. By every rule, because an employee can come under another one (docs/reference/corrections.md#locks).
 */
export async function readDaysMoved(tx: Db, accountId: string, calendar: Calendar) {
  const rules = new Map(
    (await findPayRules(tx, accountId)).map(({ rule }) => [JSON.stringify({ ...rule, name: '' }), rule]),
  );
  const known = new Map<LocalDate, readonly LocalDate[]>();
  return (day: LocalDate) => {
    const days = known.get(day) ?? [
      day,
      ...weekAfter(calendar.hoursRules, day),
      ...paidAfter([...rules.values()], calendar, day),
    ];
    known.set(day, days);
    return days;
  };
}

/** Returns what tells whether a day is locked, and whether the records of some days can move a locked one. */
export async function readLocked(tx: Db, accountId: string, calendar: Calendar) {
  const locks = await selectLocks(tx, accountId, { from: '0001-01-01', to: '9999-12-31' });
  const isLocked = (day: LocalDate) => locks.some(({ from, to }) => day >= from && day <= to);
  const daysMoved = locks.length > 0 ? await readDaysMoved(tx, accountId, calendar) : () => [];
  const movesLocked = (days: readonly LocalDate[]) => days.some((day) => daysMoved(day).some(isLocked));
  return { isLocked, movesLocked };
}
