import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import type { Activity } from '../attendance/activity.ts';
import { linkArrived } from '../attendance/afterwards.ts';
import type { Calendar } from '../attendance/calendar.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { deriveChanged } from '../attendance/deriveChanged.ts';
import { noteChangedDays } from '../attendance/facts.sql.ts';
import { countedAnew, daysOf, type RecalculatedDays, recalculatedBy } from '../attendance/recalculated.ts';
import { raiseDataVersion } from '../attendance/records.sql.ts';
import { firstRetainedDay } from '../attendance/refresh.ts';
import type { Membership } from '../attendance/timeGroups.ts';
import { weekAfter } from '../figures/pay/weekAfter.ts';
import type { Db } from '../platform/db/db.ts';
import { noteRecalculatedDays } from './account.sql.ts';
import type { ChangeScope } from './change.ts';
import { lockedPayOf, withPaidDays } from './lockedPay.ts';
import { lockedDays, requireUnlocked } from './unlocked.ts';

export type EmployeeEffects = {
  /** New employees: no day of theirs was judged before, and records may be waiting to be linked to them. */
  added: ReadonlySet<string>;
  /** The former time groups, by employee, of those who have others now: their days are derived again. */
  moved: ReadonlyMap<string, Membership>;
  /** The former activity, by employee, of those whose activity changed; new employees are included only where their start is stated. */
  activities: ReadonlyMap<string, Activity>;
  /** Employees with a new PIN or number that records may be waiting for. */
  arrived: string[];
  /** An employee was added, deleted or restored: totals of past days may differ. */
  changesTotals: boolean;
};

export type Effects = {
  wrote: boolean;
  employees?: EmployeeEffects | undefined;
  /** The calendar before standard times or holidays were written; absent where none were written. */
  calendarBefore?: Calendar | undefined;
};

/**
 * Ends a change of master data after all its parts are written: links records that waited for a PIN or a number, derives the days that may differ
 * (those of many after the transaction) and raises the data version once. Returns the employees who are judged again, without new ones. `today` is the account's date. Throws PERIOD_LOCKED
 * where people change what a locked day is judged by; a change of a payroll system is accepted and shown as the exception `changed-after-lock`
 * (spec/corrections.md C7). A preview shows who is judged again and what is refused, so nothing is linked or derived for it.
 */
export async function applyEffects(scope: ChangeScope, today: string, effects: Effects): Promise<RecalculatedDays> {
  const { tx, accountId, now, version } = scope;
  const { added, moved, activities, arrived, changesTotals } = effects.employees ?? NOBODY;
  const judged = new Map(await countedAnew(tx, accountId, activities, today));
  let paid: RecalculatedDays = new Map();
  if (effects.calendarBefore || moved.size > 0) {
    const before = {
      calendar: effects.calendarBefore ?? (await loadCalendar(tx, accountId)),
      timeGroups: moved,
      added,
    };
    paid = await lockedPayOf(tx, accountId, before, today);
    for (const [id, days] of await recalculatedBy(tx, accountId, before, now))
      judged.set(id, [...new Set([...(judged.get(id) ?? []), ...days])].sort());
    if (!scope.isPreview) await deriveChanged(tx, accountId, before, now, scope.deferring);
  }
  const days = daysOf(judged);
  const paidAnew = [await withWeeks(tx, accountId, judged), await withPaidDays(tx, accountId, judged), paid];
  if (scope.systemId === APPLICATION_SYSTEM) for (const anew of paidAnew) await requireUnlocked(tx, accountId, anew);
  else {
    const locked = await lockedDays(tx, accountId, paidAnew.flatMap(daysOf));
    const noted = [...new Set([...days, ...locked])];
    if (noted.length > 0) await noteRecalculatedDays(tx, accountId, version, noted);
  }
  if (!scope.isPreview) {
    const from = changesTotals ? firstRetainedDay(today) : days[0];
    if (from !== undefined) await noteChangedDays(tx, accountId, { from, to: today });
    const linked = await linkArrived(tx, accountId, arrived, now, scope.deferring);
    if (effects.wrote || linked) await raiseDataVersion(tx, accountId, now);
  }
  return new Map([...judged].filter(([id]) => !added.has(id)));
}
/** Adds the later days of each day's week: its hours count towards their limit (spec/pay.md P5). */
async function withWeeks(tx: Db, accountId: string, judged: RecalculatedDays): Promise<RecalculatedDays> {
  const { hoursRules } = await loadCalendar(tx, accountId);
  const weeks = new Map(daysOf(judged).map((day) => [day, [day, ...weekAfter(hoursRules, day)]]));
  return new Map(
    [...judged].map(([id, days]) => [id, [...new Set(days.flatMap((day) => weeks.get(day) ?? []))].sort()]),
  );
}

/** No employee has changed. */
export const NOBODY: EmployeeEffects = {
  added: new Set(),
  moved: new Map(),
  activities: new Map(),
  arrived: [],
  changesTotals: false,
};
