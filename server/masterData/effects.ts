import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import type { Activity } from '../attendance/activity.ts';
import { deriveLinked } from '../attendance/afterwards.ts';
import type { Calendar } from '../attendance/calendar.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { deriveChanged } from '../attendance/deriveChanged.ts';
import { noteChangedDays } from '../attendance/facts.sql.ts';
import { selectLocks } from '../attendance/ledger.sql.ts';
import { countedAnew, daysOf, joined, type RecalculatedDays, recalculatedBy } from '../attendance/recalculated.ts';
import { raiseDataVersion } from '../attendance/records.sql.ts';
import { firstRetainedDay, type Touched } from '../attendance/refresh.ts';
import { linkRecords } from '../attendance/store.ts';
import type { Membership } from '../attendance/timeGroups.ts';
import { weekAfter } from '../figures/pay/weekAfter.ts';
import type { Db } from '../platform/db/db.ts';
import { addDays, datesOf, EARLIEST, type LocalDate, localDateOf } from '../platform/zone.ts';
import { noteRecalculatedDays } from './account.sql.ts';
import type { ChangeScope } from './change.ts';
import { lockedPaidWith, lockedPayOf, withPaidDays } from './lockedPay.ts';
import { lockedDays, requireCompared, requireUnlocked } from './unlocked.ts';

export type EmployeeEffects = {
  /** New employees: no day of theirs was judged before, and records may be waiting to be linked to them. */
  added: ReadonlySet<string>;
  /** The former time groups, by employee, of those who have others now: their days are derived again. */
  moved: ReadonlyMap<string, Membership>;
  /** The former activity, by employee, of those whose activity changed; new employees are included only where their start is stated. */
  activities: ReadonlyMap<string, Activity>;
  /** Employees with a new PIN or number that records may be waiting for. */
  arrived: string[];
  /** The dates from which other groups or jobs decide the rates, by employee. */
  terms: ReadonlyMap<string, LocalDate>;
  /** An employee was added, deleted or restored: totals of past days may differ. */
  changesTotals: boolean;
};

export type Effects = {
  wrote: boolean;
  employees?: EmployeeEffects | undefined;
  /** The calendar before standard times or holidays were written; absent where none were written. */
  calendarBefore?: Calendar | undefined;
  /** Locked days, by employee, that may be paid otherwise although nothing else of them changes. */
  paid?: RecalculatedDays;
};

/**
 * Ends a change of master data after all its parts are written: links records that waited for a PIN or a number, derives the days that may differ
 * (those of many after the transaction) and raises the data version once. Returns the employees who are judged again, without new ones. `today` is the account's date. Throws PERIOD_LOCKED
 * where people change what a locked day is judged by, or alter a figure of one through another day; a change of a payroll system is accepted and shown as the
 * exception `changed-after-lock` (docs/reference/corrections.md#locks). A preview shows who is judged again and what is refused; it derives only what is to be compared.
 */
export async function applyEffects(scope: ChangeScope, today: string, effects: Effects): Promise<RecalculatedDays> {
  const { tx, accountId, now, version, compared } = scope;
  const { added, moved, activities, arrived, terms, changesTotals } = effects.employees ?? NOBODY;
  const derives = !scope.isPreview || compared !== undefined;
  const deferring = compared ? undefined : scope.deferring;
  const isByPeople = scope.systemId === APPLICATION_SYSTEM;
  let judged = await countedAnew(tx, accountId, activities, today);
  let paid = joined(effects.paid ?? new Map(), await lockedPaidWith(scope, terms));
  if (effects.calendarBefore || moved.size > 0) {
    const before = {
      calendar: effects.calendarBefore ?? (await loadCalendar(tx, accountId)),
      timeGroups: moved,
      added,
    };
    paid = joined(paid, await lockedPayOf(tx, accountId, before, today));
    judged = joined(judged, await recalculatedBy(tx, accountId, before, now));
    if (derives) await deriveChanged(tx, accountId, before, now, deferring);
  }
  const days = daysOf(judged);
  const linked = derives || isByPeople ? await linkRecords(tx, accountId, arrived) : NOTHING;
  const anew = isByPeople ? joined(judged, await daysLinked(scope, linked, today)) : judged;
  const paidAnew = [await withWeeks(tx, accountId, anew), await withPaidDays(tx, accountId, anew), paid];
  let ofAdded: RecalculatedDays = new Map();
  if (isByPeople) {
    await requireUnlocked(tx, accountId, judged);
    const locked = await requireCompared(scope, joined(...paidAnew), added);
    ofAdded = new Map([...locked].filter(([id]) => added.has(id)));
  } else {
    // The hours of a week are told by the day that moved.
    const locked = await lockedDays(tx, accountId, paidAnew.slice(1).flatMap(daysOf));
    const noted = [...new Set([...days, ...locked])];
    if (noted.length > 0) await noteRecalculatedDays(tx, accountId, version, noted);
  }
  if (derives) {
    const from = changesTotals ? firstRetainedDay(today) : days[0];
    if (from !== undefined) await noteChangedDays(tx, accountId, { from, to: today });
    const isDerived = await deriveLinked(tx, accountId, linked, now, deferring);
    if (effects.wrote || isDerived) await raiseDataVersion(tx, accountId, now);
  }
  if (compared) await requireUnlocked(tx, accountId, await compared.altered(ofAdded));
  return new Map([...judged].filter(([id]) => !added.has(id)));
}
const NOTHING: ReadonlyMap<string, Touched> = new Map();

/** The work of a day ends within so many days, and is of a day so many before its records. */
const LONGEST_WORK_DAYS = 7;
/** Returns the days, by employee, that records which were linked can alter: from their first one on they may count, and directions alternate. None without a lock. */
async function daysLinked(
  { tx, accountId }: ChangeScope,
  linked: ReadonlyMap<string, Touched>,
  today: LocalDate,
): Promise<RecalculatedDays> {
  if (linked.size === 0) return new Map();
  const locks = await selectLocks(tx, accountId, { from: EARLIEST, to: today });
  const { zone } = await loadCalendar(tx, accountId);
  const locked = locks.flatMap(({ from, to }) => datesOf(from, to));
  return new Map(
    [...linked].map(([id, { first }]) => {
      const from = addDays(localDateOf(zone, first), -LONGEST_WORK_DAYS);
      return [id, locked.filter((day) => day >= from)];
    }),
  );
}

/** Adds the later days of each day's week: its hours count towards their limit (docs/reference/paid-hours.md#classes). */
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
  terms: new Map(),
  changesTotals: false,
};
