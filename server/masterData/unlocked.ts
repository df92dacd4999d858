import { msg } from '#contract/platform/words.ts';
import { selectLocks } from '../attendance/ledger.sql.ts';
import { byNumber } from '../attendance/order.ts';
import { daysOf, type RecalculatedDays } from '../attendance/recalculated.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/http/errors.ts';
import type { LocalDate } from '../platform/zone.ts';
import { selectNames } from './employees.sql.ts';
import { some } from './some.ts';

/** Returns those of some days that are locked. */
export async function lockedDays(tx: Db, accountId: string, days: readonly LocalDate[]): Promise<LocalDate[]> {
  const [from, to] = [days.toSorted()[0], days.toSorted().at(-1)];
  if (from === undefined || to === undefined) return [];
  const locks = await selectLocks(tx, accountId, { from, to });
  return days.filter((day) => locks.some((one) => day >= one.from && day <= one.to));
}

/**
 * Throws PERIOD_LOCKED, naming the day, who locked it and the employees concerned, where a locked day would be judged again (spec/corrections.md C7).
 */
export async function requireUnlocked(tx: Db, accountId: string, judged: RecalculatedDays): Promise<void> {
  const days = daysOf(judged);
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return;
  const locks = await selectLocks(tx, accountId, { from, to });
  for (const day of days) {
    const lock = locks.find((one) => day >= one.from && day <= one.to);
    if (!lock) continue;
    const ids = [...judged].flatMap(([id, own]) => (own.includes(day) ? [id] : []));
    const numbers = (await selectNames(tx, accountId, ids)).map(({ number }) => number).sort(byNumber);
    throw new Refusal(
      'PERIOD_LOCKED',
      msg(
        '{day} was locked by {by} and would be judged anew for {people}. Re-open the period, or choose a later date.',
        { day, by: lock.by, people: some(numbers) },
      ),
    );
  }
}
