import { v7 as uuidv7 } from 'uuid';
import type { PeriodLock } from '#contract/office/periodLocks.ts';
import { daysBetween } from '#contract/platform/common.ts';
import { MAX_RANGE_DAYS } from '#contract/platform/limits.ts';
import { msg, words } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { selectMembers } from '../../attendance/facts.sql.ts';
import { selectLocks } from '../../attendance/ledger.sql.ts';
import {
  insertLock,
  insertReopening,
  MOST_DAYS_BEFORE,
  selectLock,
  selectLockList,
} from '../../attendance/locks.sql.ts';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import { divideAnew } from '../../attendance/teams.ts';
import { timeGroupOn } from '../../attendance/timeGroups.ts';
import { recordedDays } from '../../figures/stats/loadDay.ts';
import { readDaysAfter, readDaysMoved } from '../../masterData/daysMoved.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, notFound, Refusal } from '../../platform/http/errors.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import {
  addDays,
  clockTime,
  DAY,
  dayBounds,
  LATEST,
  type LocalDate,
  localDateOf,
  zoneOf,
} from '../../platform/zone.ts';
import { checkNoRestore } from './restoring.ts';

export const listLocks = selectLockList;

const DAYS_OF_WEEK = 7;

type Days = { from: LocalDate; to: LocalDate; knownOpen?: number | undefined };
type Open = { toFix: number; toDecide: number };

/** Throws DATE_OUT_OF_RANGE for days that cannot be locked: that are not over, too old, or too many at once. */
export function requireLockable(timeZone: string, now: Date, { from, to }: Days) {
  const oldest = recordedDays(timeZone, now).from;
  const isOver = to < localDateOf(zoneOf(timeZone), now.getTime());
  if (!isOver || from < oldest)
    throw new Refusal('DATE_OUT_OF_RANGE', msg('Choose days from {oldest} to yesterday.', { oldest }), {
      issues: [{ path: isOver ? 'from' : 'to', message: words('Cannot be locked') }],
    });
  if (daysBetween(from, to) >= MAX_RANGE_DAYS)
    throw new Refusal('DATE_OUT_OF_RANGE', msg('Choose at most {most} days.', { most: MAX_RANGE_DAYS }));
}

/** Throws DATE_OUT_OF_RANGE while a shift of a day goes on, such as a night that began yesterday: its records may still come. */
async function requireEnded(tx: Db, accountId: string, day: LocalDate, calendar: Calendar, now: Date) {
  const members = await selectMembers(tx, accountId, null);
  const groups = new Set(members.map((member) => timeGroupOn(member, day)));
  const end = Math.max(0, ...[...groups].map((group) => calendar.shiftOn(group, day)?.windowEnd ?? 0));
  if (end <= now.getTime()) return;
  const until = clockTime(calendar.zone, end);
  throw new Refusal(
    'DATE_OUT_OF_RANGE',
    msg('The shifts of {day} go on until {until}. Lock that day afterwards.', { day, until }),
    { issues: [{ path: 'to', message: words('Cannot be locked') }] },
  );
}

/** Locks days that are over: no correction changes their figures until they are re-opened. Returns the number of exceptions that were open. */
export async function lockPeriod(
  db: Db,
  { from, to, knownOpen }: Days,
  call: UserCall,
  openIn: (tx: Db) => Promise<Open>,
): Promise<PeriodLock> {
  const { caller, now } = call;
  const { accountId } = caller;
  return db.tenant(accountId, async (tx) => {
    const { timeZone } = await lockAccount(tx, accountId);
    await checkNoRestore(tx, accountId);
    requireLockable(timeZone, now, { from, to });
    const [other] = await selectLocks(tx, accountId, { from, to });
    if (other)
      throw conflict(msg('The days from {from} to {to} are locked already.', { from: other.from, to: other.to }));
    const calendar = await loadCalendar(tx, accountId);
    await requireEnded(tx, accountId, to, calendar, now);
    const open = await openIn(tx);
    if (knownOpen !== undefined && open.toFix > knownOpen)
      throw conflict(
        msg('{toFix, plural, one {There is # exception now.} other {There are # exceptions now.}}', {
          toFix: open.toFix,
        }),
      );
    const lockId = uuidv7({ msecs: now.getTime() });
    const { toFix, toDecide } = open;
    const daysMoved = await readDaysMoved(tx, accountId, calendar, LATEST);
    const isWithin = (day: LocalDate) => day >= from && day <= to;
    const before = Array.from({ length: MOST_DAYS_BEFORE }, (_, nth) => nth + 1);
    // A rule that comes later may make days of the same week count.
    const daysBefore =
      before.findLast((days) => days < DAYS_OF_WEEK || daysMoved(addDays(from, -days)).some(isWithin)) ?? 0;
    const daysAfter = await readDaysAfter(tx, accountId, calendar, to, localDateOf(calendar.zone, now.getTime()));
    await insertLock(tx, accountId, { ...maker(call), lockId, from, to, toFix, toDecide, daysBefore, daysAfter });
    await raiseDataVersion(tx, accountId, now);
    await audit(tx, {
      ...by(call),
      accountId,
      action: 'period.lock',
      target: `${from} to ${to}`,
      detail: msg('{toFix} open', { toFix }),
    });
    return call.answered(tx, await found(tx, accountId, lockId));
  });
}

/** Re-opens a locked period; it can be done once. */
export async function reopenPeriod(db: Db, lockId: string, reason: string, call: UserCall): Promise<PeriodLock> {
  const { caller, now } = call;
  const { accountId } = caller;
  return db.tenant(accountId, async (tx) => {
    await lockAccount(tx, accountId);
    await checkNoRestore(tx, accountId);
    const lock = await found(tx, accountId, lockId);
    if (lock.reopened) throw conflict(words('This period was opened again already.'));
    const id = uuidv7({ msecs: now.getTime() });
    await insertReopening(tx, accountId, { ...maker(call), lockId: id, undoes: lockId, reason });
    const calendar = await loadCalendar(tx, accountId);
    const [from, to] = [dayBounds(calendar.zone, lock.from).start, dayBounds(calendar.zone, lock.to).end];
    await divideAnew(tx, accountId, { from: new Date(from - DAY), to: new Date(to + DAY) }, now);
    await raiseDataVersion(tx, accountId, now);
    const target = `${lock.from} to ${lock.to}`;
    await audit(tx, { ...by(call), accountId, action: 'period.reopen', target });
    return call.answered(tx, await found(tx, accountId, lockId));
  });
}

const maker = ({ caller, now }: UserCall) => ({ madeBy: caller.userId, madeByName: caller.fullName, now });
async function found(tx: Db, accountId: string, lockId: string): Promise<PeriodLock> {
  const lock = await selectLock(tx, accountId, lockId);
  if (!lock) throw notFound(words('Lock not found'));
  return lock;
}
