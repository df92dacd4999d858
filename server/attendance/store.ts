import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../db/db.ts';
import {
  type ClockRecordRow,
  type EntryRow,
  insertClockRecords,
  insertEntries,
  linkUnmatched,
  lockAccount,
  raiseDataVersion,
  selectNamed,
} from './records.sql.ts';
import { deriveAround, type Touched } from './refresh.ts';
import { noteSenders, type Taken } from './senders.ts';
import { MINUTE } from './zone.ts';

/** Who a record is of: by id, else by number, else by the PIN of a terminal. */
type Who = { employeeId?: string | null; employeeNumber?: string | null; timeId?: string | null };
/** Where it comes from: `source` is 'device:<id>' or 'payroll:<systemId>', within which `recordId` is the sender's own. */
type Origin = { source: string; deviceId?: string | null; systemId?: string | null };

export type IncomingClockRecord = Who &
  Origin & { recordId?: string | null; at: Date; direction?: 'in' | 'out' | 'auto'; raw?: string | null };
export type IncomingEntry = Who &
  Origin & {
    recordId: string;
    lookup1Code?: string | null;
    lookup2Code?: string | null;
    jobDescription?: string | null;
    /** A decimal with at most 3 places. */
    units: string | number;
    startedAt: Date;
    endedAt?: Date | null;
    durationMs?: number | null;
  };
export type Outcome = 'accepted' | 'duplicate' | { rejected: string };

export type Batch = {
  accountId: string;
  receivedAt: Date;
  clockRecords?: readonly IncomingClockRecord[];
  pieceworkEntries?: readonly IncomingEntry[];
};
export type Stored = { clockRecords: Outcome[]; pieceworkEntries: Outcome[]; changed: boolean };

/** A punch later than this after its receipt is stored and left out of every number (rule 14). */
const FUTURE_MS = 5 * MINUTE;

/**
 * The one way records enter (terminals, V2 devices, payroll, CSV): stores what is new, derives the days it touches and
 * raises the account's data version once, all in the caller's transaction, which should hold nothing else slow: the
 * account's row is locked first. Outcomes are in input order; an unknown number is rejected ('unknown-employee'), an
 * unknown PIN is kept unmatched. Also keeps the devices' last data and counters and the payroll systems' last sync.
 */
export async function storeRecords(tx: Db, batch: Batch): Promise<Stored> {
  const { accountId, receivedAt, clockRecords = [], pieceworkEntries = [] } = batch;
  if (clockRecords.length + pieceworkEntries.length === 0)
    return { clockRecords: [], pieceworkEntries: [], changed: false };
  await lockAccount(tx, accountId);
  const find = await employeeFinder(tx, accountId, [...clockRecords, ...pieceworkEntries]);

  const punches = clockRecords.map((record) => {
    const employeeId = find(record);
    const row = employeeId === undefined ? null : clockRecordRow(record, employeeId, receivedAt);
    return { row, record, at: row ? Date.parse(row.at) : 0 };
  });
  const entries = pieceworkEntries.map((record) => {
    const employeeId = find(record);
    const row = entryRow(record, employeeId ?? null, receivedAt);
    return { row, record, at: Date.parse(row.startedAt) };
  });

  const stored = new Set<string>();
  const punchRows = punches.flatMap(({ row }) => row ?? []);
  if (punchRows.length > 0)
    for (const { id } of await insertClockRecords(tx, accountId, receivedAt, punchRows)) stored.add(id);
  if (entries.length > 0)
    for (const { id } of await insertEntries(
      tx,
      accountId,
      receivedAt,
      entries.map(({ row }) => row),
    ))
      stored.add(id);

  const all = [...punches, ...entries];
  await noteSenders(tx, accountId, receivedAt, all, stored);
  if (stored.size > 0) {
    await deriveAround(tx, accountId, touchedBy(all, stored), receivedAt);
    await raiseDataVersion(tx, accountId, receivedAt);
  }
  const outcome = ({ row }: { row: { id: string } | null }): Outcome =>
    row === null ? { rejected: 'unknown-employee' } : stored.has(row.id) ? 'accepted' : 'duplicate';
  return { clockRecords: punches.map(outcome), pieceworkEntries: entries.map(outcome), changed: stored.size > 0 };
}

/**
 * Links the unmatched records of employees who have arrived or got a PIN, and derives their days (rule 13). Answers
 * whether anything was linked; the caller, who holds the account's lock and knows what else changed, raises the version.
 */
export async function linkAndDerive(tx: Db, accountId: string, employeeIds: readonly string[], now: Date) {
  if (employeeIds.length === 0) return false;
  const touched = new Map<string, Touched>();
  for (const { employeeId, first, last } of await linkUnmatched(tx, accountId, employeeIds)) {
    touch(touched, employeeId, Date.parse(first));
    touch(touched, employeeId, Date.parse(last));
  }
  if (touched.size > 0) await deriveAround(tx, accountId, [...touched.values()], now);
  return touched.size > 0;
}

/** Finds a record's employee: an id, null for an unmatched PIN, undefined where there is neither. */
async function employeeFinder(tx: Db, accountId: string, records: readonly Who[]) {
  const numbers = new Set<string>();
  const timeIds = new Set<string>();
  for (const { employeeId, employeeNumber, timeId } of records) {
    if (employeeId) continue;
    if (employeeNumber) numbers.add(employeeNumber);
    if (timeId) timeIds.add(timeId);
  }
  const byNumber = new Map<string, string>();
  const byTimeId = new Map<string, string>();
  if (numbers.size + timeIds.size > 0)
    for (const found of await selectNamed(tx, accountId, { numbers: [...numbers], timeIds: [...timeIds] })) {
      if (!byNumber.has(found.number)) byNumber.set(found.number, found.employeeId);
      if (found.timeId !== null && !byTimeId.has(found.timeId)) byTimeId.set(found.timeId, found.employeeId);
    }
  return ({ employeeId, employeeNumber, timeId }: Who): string | null | undefined => {
    if (employeeId) return employeeId;
    const named = employeeNumber ? byNumber.get(employeeNumber) : undefined;
    if (named) return named;
    return timeId ? (byTimeId.get(timeId) ?? null) : undefined;
  };
}

const isFuture = (at: Date, receivedAt: Date) => at.getTime() > receivedAt.getTime() + FUTURE_MS;

function clockRecordRow(record: IncomingClockRecord, employeeId: string | null, receivedAt: Date): ClockRecordRow {
  return {
    id: uuidv7({ msecs: receivedAt.getTime() }),
    employeeId,
    timeId: record.timeId ?? null,
    // Punches have second precision.
    at: new Date(Math.floor(record.at.getTime() / 1000) * 1000).toISOString(),
    direction: record.direction ?? 'auto',
    deviceId: record.deviceId ?? null,
    systemId: record.systemId ?? null,
    source: record.source,
    recordId: record.recordId ?? null,
    raw: record.raw ?? null,
    standing: isFuture(record.at, receivedAt) ? 'future-clock' : 'counted',
  };
}

function entryRow(record: IncomingEntry, employeeId: string | null, receivedAt: Date): EntryRow {
  return {
    id: uuidv7({ msecs: receivedAt.getTime() }),
    employeeId,
    timeId: record.timeId ?? null,
    employeeNumber: record.employeeNumber ?? null,
    deviceId: record.deviceId ?? null,
    systemId: record.systemId ?? null,
    source: record.source,
    recordId: record.recordId,
    lookup1: record.lookup1Code || null,
    lookup2: record.lookup2Code || null,
    jobDescription: record.jobDescription ?? null,
    units: String(record.units),
    startedAt: record.startedAt.toISOString(),
    endedAt: record.endedAt?.toISOString() ?? null,
    durationMs: record.durationMs ?? null,
    standing: isFuture(record.startedAt, receivedAt) ? 'future-clock' : 'counted',
  };
}

function touch(touched: Map<string, Touched>, employeeId: string, at: number) {
  const known = touched.get(employeeId);
  if (!known) touched.set(employeeId, { employeeId, first: at, last: at });
  else touched.set(employeeId, { employeeId, first: Math.min(known.first, at), last: Math.max(known.last, at) });
}

/** Where new records that count can have changed a day. */
function touchedBy(taken: readonly Taken[], stored: ReadonlySet<string>): Touched[] {
  const touched = new Map<string, Touched>();
  for (const { row, at } of taken)
    if (row?.employeeId && row.standing === 'counted' && stored.has(row.id)) touch(touched, row.employeeId, at);
  return [...touched.values()];
}
