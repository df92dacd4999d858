import type { Calendar } from '../attendance/calendar.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { raiseDataVersion } from '../attendance/records.sql.ts';
import { deriveChanged, firstKeptDay } from '../attendance/refresh.ts';
import { type RejudgedDays, rejudgedBy } from '../attendance/rejudged.ts';
import { linkAndDerive } from '../attendance/store.ts';
import type { Membership } from '../attendance/timeGroups.ts';
import { noteChangedDays } from './account.sql.ts';
import type { ChangeScope } from './change.ts';

export type EmployeeEffects = {
  /** The earlier time groups of those who have others now, by employee: their days are derived anew. */
  moved: ReadonlyMap<string, Membership>;
  /** Employees with a PIN or a number that records may be waiting for. */
  arrived: string[];
  /** Somebody came, went or returned: totals of past days may differ. */
  changesTotals: boolean;
};

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
  let rejudged: RejudgedDays = { employeeIds: [], days: [] };
  if (effects.calendarBefore || timeGroups.size > 0) {
    const before = { calendar: effects.calendarBefore ?? (await loadCalendar(tx, accountId)), timeGroups };
    rejudged = await rejudgedBy(tx, accountId, before, now);
    await deriveChanged(tx, accountId, before, now);
  }
  const from = effects.employees?.changesTotals ? firstKeptDay(today) : rejudged.days[0];
  if (from !== undefined) await noteChangedDays(tx, accountId, version, { from, to: today });
  const linked = await linkAndDerive(tx, accountId, effects.employees?.arrived ?? [], now);
  if (effects.wrote || linked) await raiseDataVersion(tx, accountId, now);
  return rejudged;
}
