import type { CorrectionItem } from '#contract/figures/corrections.ts';
import { daysBetween } from '#contract/platform/common.ts';
import { MAX_EXCUSE_DAYS } from '#contract/platform/limits.ts';
import { words } from '#contract/platform/words.ts';
import type { Sees } from '../../attendance/listed.ts';
import { type Crew, readCrew, readSees } from '../../figures/stats/crew.ts';
import { readScopeDevices } from '../../figures/stats/scopeDevices.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { notFound } from '../../platform/http/errors.ts';
import { addDays, datesOf, type LocalDate, localDateOf } from '../../platform/zone.ts';
import type { LedgerRow, RawEntry, RawPunch } from './corrections.sql.ts';
import type { Context } from './resolved.ts';

/** The employees, their entries, and the unmatched records of devices that a user with a scope may correct (docs/reference/scope.md); null: all. */
export type Seen = (Sees & { crew: Crew; isOfDevices(deviceId: string | null): boolean }) | null;

type Seer = Pick<UserCaller, 'accountId' | 'scope' | 'timeZone'>;
/** Returns a test of the devices whose unmatched records a user with a scope sees: those that they see themselves. */
export async function readIsOfDevices(tx: Db, caller: Seer, now: Date) {
  const devices = await readScopeDevices(tx, caller, now);
  return (deviceId: string | null) => deviceId !== null && (devices?.has(deviceId) ?? true);
}

/** Reads whom the acting user may correct. */
export async function readSeen(tx: Db, caller: Seer, now: Date): Promise<Seen> {
  const { accountId, scope } = caller;
  if (!scope) return null;
  const crew = await readCrew(tx, caller);
  return { crew, ...(await readSees(tx, accountId, crew)), isOfDevices: await readIsOfDevices(tx, caller, now) };
}

/** Refuses an item about an employee or a record outside a scope exactly as one that does not exist. */
export function requireSeen(item: CorrectionItem, context: Context, seen: Seen) {
  if (!seen) return;
  const { day, change } = item;
  const at = 'at' in change ? change.at : 'startedAt' in change ? change.startedAt : undefined;
  const on = (instant: string) => localDateOf(context.zone, Date.parse(instant));
  if ('recordId' in change) {
    const isPunch = change.do === 'void-punch' || change.do === 'replace-punch';
    const raw = (isPunch ? context.punches : context.entries).get(change.recordId);
    if (raw && !isSeenRecord(raw, day, context, seen))
      throw notFound(isPunch ? words('Punch not found') : words('Entry not found'));
  }
  if (!isSeenChange(change, seen)) throw notFound(words('Lookup entry not found'));
  const { employeeId } = 'employeeId' in change ? change : { employeeId: undefined };
  if (!employeeId) return;
  const days = [
    ...(at ? seenDays(day, on(at)) : [day]),
    ...(change.do === 'excuse' ? excusedDays(change.from, change.to) : []),
  ];
  if (!days.every((one) => seen.isMember?.(employeeId, one) ?? true)) throw notFound(words('Employee not found'));
}

/** Work may move to a product of the scope only, also if its code is new. */
function isSeenChange(change: CorrectionItem['change'], { isOfWork }: NonNullable<Seen>) {
  if (change.do === 'add-entry') return isOfWork(change.lookup1Code || null);
  return change.do !== 'replace-entry' || change.lookup1Code === undefined || isOfWork(change.lookup1Code || null);
}

/** Tells whether work of an employee on a day is within a scope. */
export const isSeenWork = (seen: Seen, employeeId: string, day: LocalDate, lookup1: string | null) =>
  !seen || ((seen.isMember?.(employeeId, day) ?? true) && seen.isOfWork(lookup1));

/** Refuses to undo what is outside a scope exactly as what does not exist. */
export function requireSeenRow(row: LedgerRow | undefined, context: Context, seen: Seen) {
  if (row && !isSeenRow(row, context, seen)) throw notFound(words('Correction not found'));
}

/** Tells whether a row of the ledger concerns a scope alone: on all of its days, and also for the employee and the work that get the record back. */
export function isSeenRow(row: LedgerRow, context: Context, seen: Seen): boolean {
  if (!seen) return true;
  const raw = row.recordId ? (context.punches.get(row.recordId) ?? context.entries.get(row.recordId)) : undefined;
  const { employeeId } = row;
  return (
    (employeeId === null ? raw !== undefined : row.days.every((day) => seen.isMember?.(employeeId, day) ?? true)) &&
    (row.table !== 'entry' || row.kind === 'void' || seen.isOfWork(row.lookup1)) &&
    (raw === undefined || isSeenRecord(raw, row.days[0], context, seen))
  );
}

function isSeenRecord(
  raw: RawPunch | RawEntry,
  day: LocalDate | undefined,
  { zone }: Context,
  seen: NonNullable<Seen>,
) {
  const { employeeId, deviceId } = raw;
  if ('units' in raw && !seen.isOfWork(raw.lookup1)) return false;
  if (employeeId === null) return seen.isOfDevices(deviceId);
  const date = localDateOf(zone, Date.parse('at' in raw ? raw.at : raw.startedAt));
  return seenDays(day ?? date, date).every((one) => seen.isMember?.(employeeId, one) ?? true);
}

/**
 * Returns the days that must be within a scope for a record of a local date: the day that the item names where it can be the record's work day (refuseByWorkDay
 * looks at that itself), otherwise both.
 */
const seenDays = (day: LocalDate, date: LocalDate) =>
  Math.abs(daysBetween(day, date)) <= MOST_DAYS_OF_WORK ? [day] : [day, date];
/** A work day's records are at most so many dates away from it. */
const MOST_DAYS_OF_WORK = 2;

/** At most so many: a longer excuse is refused as too long. */
function excusedDays(from: LocalDate, to: LocalDate): LocalDate[] {
  const last = addDays(from, MAX_EXCUSE_DAYS);
  return [from, to, ...datesOf(from, to < last ? to : last)];
}
