import type { CorrectionItem } from '#contract/corrections.ts';
import { MAX_EXCUSE_DAYS } from '#contract/limits.ts';
import type { IsMember } from '../attendance/listed.ts';
import { addDays, datesOf, type LocalDate, localDateOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import type { UserCaller } from '../http/callers.ts';
import { notFound } from '../http/errors.ts';
import { readCrew, readMembers } from '../stats/crew.ts';
import type { LedgerRow, RawEntry, RawPunch } from './corrections.sql.ts';
import type { Context } from './resolved.ts';

/** The employees and the unmatched records of devices that a user with a scope may correct (spec/scope.md); null: all. */
export type Seen = { isMember: IsMember; isOfDevices(deviceId: string | null): boolean } | null;

type Seer = Pick<UserCaller, 'accountId' | 'scope'>;
/** Returns the devices whose unmatched records are within a scope; a scope without devices has those of all devices. */
export const devicesOf =
  ({ lists: { devices } }: NonNullable<Seer['scope']>) =>
  (deviceId: string | null) =>
    deviceId !== null && (devices?.includes(deviceId) ?? true);

/** Reads whom the acting user may correct. */
export async function readSeen(tx: Db, caller: Seer): Promise<Seen> {
  const { accountId, scope } = caller;
  if (!scope) return null;
  return { isMember: await readMembers(tx, accountId, await readCrew(tx, caller)), isOfDevices: devicesOf(scope) };
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
    if (raw && !isSeenRecord(raw, day, context, seen)) throw notFound(isPunch ? 'Punch' : 'Entry');
  }
  const { employeeId } = 'employeeId' in change ? change : { employeeId: undefined };
  if (!employeeId) return;
  const days = [day, ...(at ? [on(at)] : []), ...(change.do === 'excuse' ? excusedDays(change.from, change.to) : [])];
  if (!days.every((one) => seen.isMember?.(employeeId, one) ?? true)) throw notFound('Employee');
}

/** Refuses to undo what concerns an employee outside a scope, on any of its days or as the one who gets the record back. */
export function requireSeenRow(row: LedgerRow | undefined, context: Context, seen: Seen) {
  if (!seen || !row) return;
  const raw = row.recordId ? (context.punches.get(row.recordId) ?? context.entries.get(row.recordId)) : undefined;
  const { employeeId } = row;
  const isSeen =
    (employeeId === null ? raw !== undefined : row.days.every((day) => seen.isMember?.(employeeId, day) ?? true)) &&
    (raw === undefined || isSeenRecord(raw, row.days[0], context, seen));
  if (!isSeen) throw notFound('Correction');
}

function isSeenRecord(
  raw: RawPunch | RawEntry,
  day: LocalDate | undefined,
  { zone }: Context,
  seen: NonNullable<Seen>,
) {
  const { employeeId, deviceId } = raw;
  if (employeeId === null) return seen.isOfDevices(deviceId);
  const date = localDateOf(zone, Date.parse('at' in raw ? raw.at : raw.startedAt));
  return [date, day ?? date].every((one) => seen.isMember?.(employeeId, one) ?? true);
}

/** At most so many: a longer excuse is refused as too long. */
function excusedDays(from: LocalDate, to: LocalDate): LocalDate[] {
  const last = addDays(from, MAX_EXCUSE_DAYS);
  return [from, to, ...datesOf(from, to < last ? to : last)];
}
