import { words } from '#contract/platform/words.ts';
import { loadCalendar } from '../../../attendance/calendars.ts';
import { type Corrected, deriveCorrected } from '../../../attendance/corrected.ts';
import { daysOfMovedStarts } from '../../../attendance/firstDays.ts';
import type { Entry } from '../../../attendance/piecework.ts';
import { firstRetainedDay } from '../../../attendance/refresh.ts';
import { readLocked } from '../../../masterData/daysMoved.ts';
import { selectOwnNumber } from '../../../masterData/employees.sql.ts';
import { selectIdsOfNumbers } from '../../../masterData/systems.sql.ts';
import type { Db } from '../../../platform/db/db.ts';
import { dayBounds, localDateOf } from '../../../platform/zone.ts';
import { numberOf, type PieceRecord, type ReadLine } from './lines.ts';

/** Returns why a line may not be imported, or null. */
export type RefusalOf = (number: string, record: PieceRecord) => string | null;

const OWN = words('You cannot correct your own day');
const LOCKED = words('This day is locked: re-open it first');
const COUNTS_TOWARDS = words('This day counts towards locked days: re-open these first');
const MOVES = words('They would count from another day on, which changes locked days: re-open these first');

/**
 * Returns what the office may not import: what it may not correct either (docs/reference/corrections.md#locks). A line goes by its work day:
 * one of the night of a locked day is refused though its time is of the next date, and one of an open night is not though its date is locked.
 */
export async function officeRules(
  tx: Db,
  accountId: string,
  userId: string,
  now: Date,
  lines: readonly ReadLine[],
): Promise<RefusalOf> {
  const { number: own } = await selectOwnNumber(tx, accountId, userId);
  const calendar = await loadCalendar(tx, accountId);
  const { zone } = calendar;
  const { hasLocks, isLocked, movesLocked } = await readLocked(tx, accountId, calendar, now);
  const kept = firstRetainedDay(localDateOf(zone, now.getTime()));
  const first = dayBounds(zone, kept).start;
  const sent = lines.flatMap(({ cells, read }) => {
    const entry = 'record' in read ? entryOf(read.record) : null;
    return entry && entry.startedAt >= first && entry.startedAt <= now.getTime()
      ? [{ number: numberOf(cells), entry }]
      : [];
  });
  const byNumber = Map.groupBy(hasLocks ? sent : [], ({ number }) => number);
  const ids = await selectIdsOfNumbers(tx, accountId, [...byNumber.keys()]);
  const changes = ids.map(({ number, employeeId }) => ({
    employeeId,
    removed: { punches: [], entries: [] },
    added: { punches: [], entries: (byNumber.get(number) ?? []).map(({ entry }) => entry) },
  }));
  const corrected = await deriveCorrected(tx, accountId, calendar, changes, now);
  const moved = await daysOfMovedStarts(tx, accountId, corrected, kept);
  const days = new Map<string, Corrected['daysOf'][]>();
  const moves = new Set<string>();
  const byId = new Map(corrected.map((one) => [one.employeeId, one]));
  for (const { number, employeeId } of ids) {
    const one = byId.get(employeeId);
    if (one) days.set(number, [...(days.get(number) ?? []), one.daysOf]);
    if (movesLocked(moved.get(employeeId) ?? [])) moves.add(number);
  }
  return (number, record) => {
    if (number === own) return OWN;
    const { date, startedAt } = record;
    const at = date ?? Date.parse(startedAt);
    const workDays = (days.get(number) ?? []).flatMap((daysOf) => daysOf({ at }));
    // Of a number that nobody has yet, the work day is not known.
    const ownDate = typeof at === 'string' ? at : localDateOf(zone, at);
    const counted = workDays.length > 0 ? workDays : [ownDate];
    if (counted.some(isLocked)) return LOCKED;
    if (movesLocked(counted)) return COUNTS_TOWARDS;
    return moves.has(number) ? MOVES : null;
  };
}

/** Returns the entry of a line as rules read it; null for one whose time is not within the calendar. */
function entryOf(record: PieceRecord): Entry | null {
  const startedAt = Date.parse(record.startedAt);
  const endedAt = record.endedAt === undefined ? null : Date.parse(record.endedAt);
  if (Number.isNaN(startedAt) || Number.isNaN(endedAt)) return null;
  const { units, date, durationMs = null } = record;
  return { units, startedAt, ...(date && { date }), endedAt, durationMs, lookup1: null, lookup2: null };
}
