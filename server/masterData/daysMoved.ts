import { daysBetween } from '#contract/platform/common.ts';
import type { Calendar } from '../attendance/calendar.ts';
import { readIsLocked } from '../attendance/ledger.sql.ts';
import { paidAfter } from '../figures/pay/paidAfter.ts';
import { payPeriodOn } from '../figures/pay/payPeriods.ts';
import { endsOf } from '../figures/pay/payWindow.ts';
import { weekAfter } from '../figures/pay/weekAfter.ts';
import type { Db } from '../platform/db/db.ts';
import { type LocalDate, localDateOf } from '../platform/zone.ts';
import { findPayRules } from './payRules.sql.ts';

/**
 * Returns a function that tells which days the records of a day can move: the day itself, later ones of the weeks of a limit of hours, and those of its windows
 * and workweeks of pay that are over by `today`: while one goes on nothing of it is handed over. By every rule, because an employee can come under another one
 * (docs/reference/corrections.md#locks).
 */
export async function readDaysMoved(tx: Db, accountId: string, calendar: Calendar, today: LocalDate) {
  const rules = new Map(
    (await findPayRules(tx, accountId)).map(({ rule }) => [JSON.stringify({ ...rule, name: '' }), rule]),
  );
  const known = new Map<LocalDate, readonly LocalDate[]>();
  return (day: LocalDate) => {
    const days = known.get(day) ?? [
      day,
      ...weekAfter(calendar.hoursRules, day),
      ...paidAfter([...rules.values()], calendar, day, today),
    ];
    known.set(day, days);
    return days;
  };
}

/**
 * Returns how many days after a date count towards the pay that it was given: the rest of a window, whose top-up may move to another day, or of a workweek at
 * whose average something is paid, once that is over. While it goes on the pay is not settled, so that nothing that is handed over moves.
 */
export async function readDaysAfter(
  tx: Db,
  accountId: string,
  { hoursRules }: Pick<Calendar, 'hoursRules'>,
  date: LocalDate,
  today: LocalDate,
): Promise<number> {
  const rules = (await findPayRules(tx, accountId)).map(({ rule }) => rule);
  const ends = rules.flatMap((rule) => endsOf(rule, date, (day) => payPeriodOn(hoursRules, day)));
  return Math.max(0, ...ends.map((to) => (to < today ? daysBetween(date, to) : 0)));
}

/** Returns what tells whether a day is locked, and which locked ones the records of some days can move. */
export async function readLocked(tx: Db, accountId: string, calendar: Calendar, now: Date) {
  const { hasLocks, isLocked } = await readIsLocked(tx, accountId);
  const daysMoved = hasLocks
    ? await readDaysMoved(tx, accountId, calendar, localDateOf(calendar.zone, now.getTime()))
    : () => [];
  const lockedBy = (days: readonly LocalDate[]) => [...new Set(days.flatMap(daysMoved))].filter(isLocked).sort();
  const movesLocked = (days: readonly LocalDate[]) => days.some((day) => daysMoved(day).some(isLocked));
  return { hasLocks, isLocked, lockedBy, movesLocked };
}
