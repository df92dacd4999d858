import type { Calendar } from '../attendance/calendar.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { raiseDataVersion } from '../attendance/records.sql.ts';
import { deriveChanged, firstKeptDay } from '../attendance/refresh.ts';
import { type RejudgedDays, rejudgedBy } from '../attendance/rejudged.ts';
import { linkAndDerive } from '../attendance/store.ts';
import type { Db } from '../db/db.ts';
import { noteChangedDays } from './account.sql.ts';
import type { EmployeeEffects } from './employees.ts';
import { type Counts, countsOf, type Outcome, outcomesOf, type Plan } from './plan.ts';
import type { Rejection } from './records.ts';

/** One change of the catalogue: one account (locked, account.sql.ts), one owner of what is written, one instant, the next data version. */
export type ChangeScope = { tx: Db; accountId: string; systemId: string; now: Date; version: number };
export type PartResult = { counts: Counts; rejected: Rejection[]; wrote: boolean; outcomes?: Map<string, Outcome> };

export const resultOf = (plan: Plan<unknown>, rejected: readonly Rejection[]): PartResult => ({
  counts: countsOf(plan, rejected.length),
  rejected: [...rejected, ...plan.rejected],
  wrote: plan.upserts.length + plan.deletes.length > 0,
  outcomes: outcomesOf(plan),
});

export type Effects = {
  wrote: boolean;
  employees?: EmployeeEffects | undefined;
  /** The calendar before standard times or holidays were written; absent where none were. */
  calendarBefore?: Calendar | undefined;
};

/**
 * Ends a change of the catalogue, once all its parts are written: links records that waited for a PIN or a number, derives the days
 * that may differ and raises the data version once; returns whom it judges anew. `today` is the account's date.
 */
export async function applyEffects(scope: ChangeScope, today: string, effects: Effects): Promise<RejudgedDays> {
  const { tx, accountId, now, version } = scope;
  const timeGroups = effects.employees?.moved ?? new Map();
  let rejudged: RejudgedDays = { employeeIds: [], days: 0, from: null };
  if (effects.calendarBefore || timeGroups.size > 0) {
    const before = { calendar: effects.calendarBefore ?? (await loadCalendar(tx, accountId)), timeGroups };
    rejudged = await rejudgedBy(tx, accountId, before, now);
    await deriveChanged(tx, accountId, before, now);
  }
  const from = effects.employees?.changesTotals ? firstKeptDay(today) : rejudged.from;
  if (from !== null) await noteChangedDays(tx, accountId, version, { from, to: today });
  const linked = await linkAndDerive(tx, accountId, effects.employees?.arrived ?? [], now);
  if (effects.wrote || linked) await raiseDataVersion(tx, accountId, now);
  return rejudged;
}
