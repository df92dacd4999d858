import type { Activity } from '../../attendance/activity.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { selectMembers } from '../../attendance/facts.sql.ts';
import { selectActivities } from '../../attendance/firstDays.sql.ts';
import { selectLocks } from '../../attendance/ledger.sql.ts';
import { datedGroups, type Membership } from '../../attendance/timeGroups.ts';
import { lockMasterData, noteRecalculatedDays } from '../../masterData/account.sql.ts';
import { applyEffects } from '../../masterData/effects.ts';
import type { Db } from '../../platform/db/db.ts';
import { datesOf, EARLIEST, type LocalDate, localDateOf } from '../../platform/zone.ts';
import type { Plan } from './currency.ts';
import { selectPay } from './swap.sql.ts';

/** By what days are judged and paid: hours, holidays, time groups, activity, rates and rule sets. */
type Judging = {
  calendar: Calendar;
  members: ReadonlyMap<string, Membership>;
  activities: ReadonlyMap<string, Activity>;
  pay: ReadonlyMap<string, LocalDate>;
};

const todayOf = ({ zone }: Calendar, now: Date) => localDateOf(zone, now.getTime());

/**
 * Returns by what days are judged before a restore that leaves locks as they are and brings other hours, people or pay; undefined for any other one. Called
 * under the account's lock.
 */
export async function judgingBefore(
  tx: Db,
  accountId: string,
  { items, strategy }: Plan,
  now: Date,
): Promise<Judging | undefined> {
  const bringsOther = items.includes('Payroll Data') || items.includes('Employees');
  const bringsLocks = strategy === 'replace' && items.includes('Clock Records');
  if (!bringsOther || bringsLocks) return undefined;
  const calendar = await loadCalendar(tx, accountId);
  const locks = await selectLocks(tx, accountId, { from: EARLIEST, to: todayOf(calendar, now) });
  return locks.length === 0 ? undefined : judging(tx, accountId, calendar, now);
}

/**
 * Marks the days that a restore judges or pays otherwise, so that locks of these days tell it as `changed-after-lock`, as they do of a payroll system's
 * change (docs/reference/corrections.md#locks). Called after the swap, in its transaction.
 */
export async function noteJudgedAnew(tx: Db, accountId: string, before: Judging, now: Date): Promise<void> {
  const version = (await lockMasterData(tx, accountId)).dataVersion + 1;
  const calendar = await loadCalendar(tx, accountId);
  const today = todayOf(calendar, now);
  const after = await judging(tx, accountId, calendar, now);
  const both = [...after.members].filter(([id]) => before.members.has(id));
  const groups = (member: Membership | undefined) => JSON.stringify(member && datedGroups(member));
  const isOther = (id: string) =>
    JSON.stringify(before.activities.get(id)) !== JSON.stringify(after.activities.get(id));
  const employees = {
    added: new Set([...after.members.keys()].filter((id) => !before.members.has(id))),
    moved: new Map(both.flatMap(([id, member]) => changedOf(before.members.get(id), groups, member, id))),
    activities: new Map(
      [...after.members.keys()].filter(isOther).map((id): [string, Activity] => [id, before.activities.get(id) ?? []]),
    ),
    arrived: [],
    terms: new Map(),
    changesTotals: false,
  };
  // Not a change at the screen: it is noted rather than refused; what follows from it the restore does itself.
  const scope = { tx, accountId, systemId: 'restore', now, version, isPreview: true };
  await applyEffects(scope, today, { wrote: true, calendarBefore: before.calendar, employees });
  const since = [...paidOtherwiseSince(before.pay, after.pay), ...goneSince(before, after)].sort()[0];
  if (since === undefined) return;
  const locked = (await selectLocks(tx, accountId, { from: since, to: today })).flatMap(({ from, to }) =>
    datesOf(from, to),
  );
  await noteRecalculatedDays(tx, accountId, version, [...new Set(locked.filter((day) => day >= since))]);
}

const changedOf = (
  was: Membership | undefined,
  groups: (member: Membership | undefined) => string | undefined,
  is: Membership,
  id: string,
): [string, Membership][] => (was && groups(was) !== groups(is) ? [[id, was]] : []);

async function judging(tx: Db, accountId: string, calendar: Calendar, now: Date): Promise<Judging> {
  const members = await selectMembers(tx, accountId, null);
  const ids = members.map(({ employeeId }) => employeeId);
  const activities = await selectActivities(tx, accountId, ids, todayOf(calendar, now));
  return {
    calendar,
    members: new Map(members.map((one) => [one.employeeId, one])),
    activities: new Map(activities.map(({ employeeId, activity }) => [employeeId, activity])),
    pay: new Map((await selectPay(tx, accountId)).map(({ row, from }) => [row, from])),
  };
}

/** Returns the dates from which rates and rule sets apply that only one of the two has. */
const paidOtherwiseSince = (before: Judging['pay'], after: Judging['pay']): LocalDate[] =>
  [before, after].flatMap((some, i) => {
    const others = i === 0 ? after : before;
    return [...some].flatMap(([row, from]) => (others.has(row) ? [] : [from]));
  });

/** Returns since when people counted who are no more: days that had them in their totals have them no longer. */
const goneSince = (before: Judging, after: Judging): LocalDate[] =>
  [...before.members.keys()].flatMap((id) => {
    const first = before.activities.get(id)?.find(({ isActive }) => isActive);
    return after.members.has(id) || !first ? [] : [first.from ?? EARLIEST];
  });
