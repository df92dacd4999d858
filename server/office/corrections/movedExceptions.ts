import { EXCEPTION_KINDS } from '#contract/office/exceptions.ts';
import { msg, toMessage } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import type { selectLocks } from '../../attendance/ledger.sql.ts';
import { selectMoved } from '../../attendance/locks.sql.ts';
import { evidenceOf } from '../../attendance/reviewed.ts';
import { readDaysMoved } from '../../masterData/daysMoved.ts';
import type { Db } from '../../platform/db/db.ts';
import { localDateOf, type Zone } from '../../platform/zone.ts';
import type { Days } from './exceptions.sql.ts';
import { type Found, made } from './found.ts';

/** Returns an exception for each day that has moved since a lock of it, or of another day that it moves (docs/reference/corrections.md#locks). */
export async function daysMovedSince(
  tx: Db,
  accountId: string,
  days: Days,
  calendar: Calendar,
  now: Date,
): Promise<Found[]> {
  const moves = await selectMoved(tx, accountId, days);
  const today = localDateOf(calendar.zone, now.getTime());
  const isBefore = moves.some(({ day, from }) => day < from);
  const daysMoved = isBefore ? await readDaysMoved(tx, accountId, calendar, today) : () => [];
  return moves.flatMap(({ lockId, from, to, by, at, day, byRecords, version }) => {
    const shared = { kind: 'changed-after-lock', employeeId: null, evidence: [version] } as const;
    const given = { by, locked: localDateOf(calendar.zone, Date.parse(at)), day };
    const moved = byRecords
      ? msg('Records moved this day after {by} had locked it on {locked, date}', given)
      : msg(
          'A payroll system, a restored backup or a change of devices moved this day after {by} had locked it on {locked, date}',
          given,
        );
    if (day >= from && day <= to) return made({ ...shared, day, what: lockId, detail: moved });
    if (day < from && !daysMoved(day).some((one) => one >= from && one <= to)) return [];
    const detail = byRecords
      ? msg(
          'Records moved {day, date}, which counts towards locked days, after {by} had locked them on {locked, date}',
          given,
        )
      : msg(
          'A payroll system, a restored backup or a change of devices moved {day, date}, which counts towards locked days, after {by} had locked them on {locked, date}',
          given,
        );
    return made({ ...shared, day: day < from ? from : to, what: `${lockId}:${day}`, detail });
  });
}

/**
 * Returns what says that a record arrived on a locked day after its lock, where it moves no figure: an unknown number, a second count, a rejected container.
 * The doubt itself is not listed on a locked day.
 */
export function afterLock(
  { kind, day, employeeId, key, evidence, detail, records, arrivedAt = 0 }: Found,
  locks: Awaited<ReturnType<typeof selectLocks>>,
  zone: Zone,
): Found[] {
  const lock = locks.find(({ from, to, at }) => day >= from && day <= to && arrivedAt > Date.parse(at));
  if (!lock) return [];
  const { lockId, by, at } = lock;
  const given = {
    kind: toMessage(EXCEPTION_KINDS[kind]),
    detail: toMessage(detail),
    by,
    locked: localDateOf(zone, Date.parse(at)),
  };
  const said = msg('{kind}: {detail}; it came after {by} had locked this day on {locked, date}', given);
  const found = made({
    kind: 'changed-after-lock',
    day,
    employeeId,
    what: `${lockId}:${evidenceOf(key, [])}`,
    detail: said,
    evidence: [evidence],
  });
  return [{ ...found, ...(records && { records }) }];
}
