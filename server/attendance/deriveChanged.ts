import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import type { Db } from '../platform/db/db.ts';
import { addDays, dayBounds, localDateOf } from '../platform/zone.ts';
import { type Deferring, defer } from './afterwards.ts';
import type { Calendar } from './calendar.ts';
import { loadCalendar } from './calendars.ts';
import { type Difference, decidedSince, firstDifference, type Hours, shiftsIn } from './changed.ts';
import { type Member, selectMembers } from './facts.sql.ts';
import { forgetOlderDays } from './olderDays.sql.ts';
import { type Derivation, deriveEach, retainedDays } from './refresh.ts';
import { divideAround } from './teams.ts';
import { datedGroups, type Membership } from './timeGroups.ts';
import type { DaySpan } from './window.ts';

/**
 * The state before a change of master data: the calendar, the former time groups of employees who have new ones, and the employees who did not exist.
 */
export type Before = { calendar: Calendar; timeGroups: ReadonlyMap<string, Membership>; added: ReadonlySet<string> };

/**
 * Derives again every day that a change of hours, holidays or time groups can alter, from the earliest such day of each employee to today (docs/reference/attendance.md#late-records). Called after the change, in the same transaction, which holds the account's lock. The days of many are derived afterwards where
 * `deferring` is set.
 */
export async function deriveChanged(
  tx: Db,
  accountId: string,
  before: Before,
  now: Date,
  deferring?: Deferring,
): Promise<void> {
  const calendar = await loadCalendar(tx, accountId);
  await forgetOlderDays(tx, accountId);
  const kept = retainedDays(localDateOf(calendar.zone, now.getTime()));
  const derivations = changedHours(before, calendar, await selectMembers(tx, accountId, null), kept).map(
    ({ employeeId, old, hours, difference }): Derivation => ({
      employeeId,
      shifts: shiftsIn(hours),
      first: difference.at,
      last: dayBounds(calendar.zone, kept.to).end,
      decide: (history) => decidedSince(old, hours, history, difference, kept.to),
      isRebuild: true,
      replaced: (decided) => decided && { from: decided.low, to: decided.high },
    }),
  );
  const ids = derivations.map(({ employeeId }) => employeeId);
  if (await defer(tx, accountId, now, deferring, ids)) return;
  await deriveEach(tx, { accountId, calendar }, derivations, kept.from);
  await divideAround(tx, accountId, derivations, now);
}

/** An employee's hours before and after a change, and where they first differ. */
export type ChangedHours = { employeeId: string; old: Hours; hours: Hours; difference: Difference };

/** Returns the employees, without those who did not exist, of whom events can have another work day or direction on a kept day. */
export function changedHours(
  before: Before,
  calendar: Calendar,
  members: readonly Member[],
  kept: DaySpan,
): ChangedHours[] {
  // A direction that changes on a day that is no longer kept can change those of later days that are.
  const days = { from: addDays(kept.from, -DASHBOARD_DATA_RETENTION_DAYS), to: kept.to };
  const found = new Map<string, Difference | null>();
  return members.flatMap((member): ChangedHours[] => {
    const { employeeId } = member;
    if (before.added.has(employeeId)) return [];
    const old = { ...(before.timeGroups.get(employeeId) ?? member), calendar: before.calendar };
    const hours = { ...member, calendar };
    const pair = JSON.stringify([datedGroups(old), datedGroups(hours)]);
    const known = found.get(pair);
    const difference = known === undefined ? firstDifference(old, hours, days) : known;
    found.set(pair, difference);
    return difference ? [{ employeeId, old, hours, difference }] : [];
  });
}
