import { PIN_OF_CARD } from '#contract/attendance/cards.ts';
import { CONTAINER_HOURS } from '#contract/masterData/containers.ts';
import type { EntryContainer, RecordClock, RecordCounting, RecordMeans } from '#contract/platform/records.ts';
import type { Db } from '../platform/db/db.ts';
import { lockAccount } from '../platform/tenant/account.ts';
import { HOUR, type LocalDate } from '../platform/zone.ts';
import { idsOf } from './batchIds.ts';
import { calendarOfText } from './calendars.ts';
import { selectKindHours } from './containers.sql.ts';
import { settleContainers } from './containers.ts';
import { reachOf } from './piecework.ts';
import {
  type ClockRecordRow,
  countLoose,
  type EntryRow,
  insertClockRecords,
  insertEntries,
  linkUnmatched,
  type NamedEmployee,
  type Names,
  noteBatch,
  selectContext,
  selectDeleted,
  takeBack,
} from './records.sql.ts';
import { deriveAgain, deriveAround, type Touched, touch } from './refresh.ts';
import { type DeviceClock, sendersOf, type Taken } from './senders.ts';
import { mayBeNoPunch, placeOf } from './standing.ts';
import { divideAround } from './teams.ts';
import { selectUsedByEntries, selectUsedByPunches } from './usedIds.sql.ts';

/** The employee of a record: by id, else by number, else by the PIN of a terminal. */
type Who = { employeeId?: string | null; employeeNumber?: string | null; timeId?: string | null };
/** How the record was made, as far as the sender reports it. */
type Made = { clock?: RecordClock | undefined; means?: RecordMeans | undefined };
/** The sender of a record: `source` is 'device:<id>' or 'payroll:<systemId>', and `recordId` is unique within it. */
type Origin = { source: string; deviceId?: string | null; systemId?: string | null };

export type IncomingClockRecord = Who &
  Origin &
  Made & {
    recordId?: string | null;
    at: Date;
    direction?: 'in' | 'out' | 'auto';
    raw?: string | null;
    /** The fields that a terminal sent: its wall clock (YYYY-MM-DD HH:MM:SS), status, verify mode and work code. */
    sent?: { localTime: string | null; status: number | null; verifyMode: number | null; workCode: string | null };
    /** Set where the record came from a network that is not accepted: quarantined until a user decides. */
    untrustedNetwork?: string | null;
    /**
     * Set where nobody knows yet whether it is a punch, or when: quarantined under this origin where an employee has its PIN, else
     * rejected ('unknown-employee').
     */
    doubt?: string | null;
  };
export type IncomingEntry = Who &
  Origin &
  Made & {
    recordId: string;
    lookup1Code?: string | null;
    lookup2Code?: string | null;
    jobDescription?: string | null;
    /** A decimal with at most 3 places. */
    units: string | number;
    startedAt: Date;
    /** Its date, if no time is known: its start is the midnight of it. */
    date?: LocalDate | undefined;
    endedAt?: Date | null;
    durationMs?: number | null;
    counting?: RecordCounting | undefined;
    container?: EntryContainer | undefined;
  };
/** The reason of a record that is not the one that its sender sent under this id before: answered as a duplicate it would be lost. */
export const ID_USED = 'id-used';
export type Outcome = 'accepted' | 'duplicate' | { rejected: string };

export type Batch = {
  accountId: string;
  /** A function is called after the account's row is locked, so that no record gets an instant from before a restore that began earlier. */
  receivedAt: Date | (() => Date);
  clockRecords?: readonly IncomingClockRecord[];
  pieceworkEntries?: readonly IncomingEntry[];
  /** With a terminal's upload; stored with the counters. */
  clock?: DeviceClock;
  /** The transaction has already locked the account's row. */
  isLocked?: boolean;
};
export type Stored = { clockRecords: Outcome[]; pieceworkEntries: Outcome[]; changed: boolean };

/**
 * The one way in which records enter (terminals, V2 devices, payroll, CSV): stores new ones, derives the days that they touch and raises the
 * account's data version once, all in the caller's transaction. The account's row is locked first, so the transaction should do nothing else that is
 * slow. Outcomes are in input order: an unknown number is rejected ('unknown-employee'), as is a record whose id another one of its sender has
 * ('id-used'), or one too many of people who are not known ('too-many-unknown'); a record with an unknown PIN is stored unmatched. Also
 * updates the devices' last data and counters and the payroll systems' last sync.
 */
export async function storeRecords(tx: Db, batch: Batch): Promise<Stored> {
  const { accountId, clockRecords = [], pieceworkEntries = [] } = batch;
  if (clockRecords.length + pieceworkEntries.length === 0)
    return { clockRecords: [], pieceworkEntries: [], changed: false };
  if (!batch.isLocked) await lockAccount(tx, accountId);
  const receivedAt = typeof batch.receivedAt === 'function' ? batch.receivedAt() : batch.receivedAt;
  const { find, ...known } = await readContext(tx, accountId, [...clockRecords, ...pieceworkEntries]);

  const nextId = idsOf(receivedAt, clockRecords.length + pieceworkEntries.length);
  const punches = clockRecords.map((record) => {
    const found = find(record);
    // With a clock that is days behind it is a punch all the same, also of a PIN that no employee has.
    const employeeId = found === null && mayBeNoPunch(record) ? undefined : found;
    const row = employeeId === undefined ? null : clockRecordRow(nextId(), record, employeeId, receivedAt);
    return { row, record, at: row ? Date.parse(row.at) : 0 };
  });
  const hours = await hoursOfKinds(tx, accountId, pieceworkEntries);
  const entries = pieceworkEntries.map((record) => {
    const employeeId = find(record);
    const row = { ...entryRow(nextId(), record, employeeId ?? null, receivedAt), ...containerOf(record, hours) };
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
  const excess = await boundLoose(tx, accountId, receivedAt, all, stored);
  const changed = stored.size > 0;
  const counted = entries.flatMap(({ row: { id, container, startedAt } }) =>
    container !== null && stored.has(id) ? { container, at: startedAt } : [],
  );
  const settled = await settleContainers(tx, accountId, counted);
  if (changed) await deriveAround(tx, accountId, touchedBy(all, stored), receivedAt, known);
  await deriveAgain(tx, accountId, settled, receivedAt);
  const divided = known.hasTeams ? await divideAround(tx, accountId, touchedBy(punches, stored), receivedAt) : [];
  const firstRecordAt = firstOf(all, stored);
  const senders = sendersOf(all, stored, batch.clock);
  const employeeIds = [
    ...new Set([...employeesOf(all, stored), ...[...settled, ...divided].map(({ employeeId }) => employeeId)]),
  ];
  await noteBatch(tx, accountId, receivedAt, { ...senders, changed, employeeIds, firstRecordAt });
  const used = new Set<string>();
  const doubtful = <Row extends { id: string; recordId: string | null }>(rows: Row[]) =>
    rows.filter(({ id, recordId }) => recordId !== null && !stored.has(id) && !excess.has(id));
  const repeatedPunches = doubtful(punchRows);
  const repeatedEntries = doubtful(entries.map(({ row }) => row));
  if (repeatedPunches.length > 0)
    for (const { id } of await selectUsedByPunches(tx, accountId, repeatedPunches)) used.add(id);
  if (repeatedEntries.length > 0)
    for (const { id } of await selectUsedByEntries(tx, accountId, repeatedEntries)) used.add(id);
  const outcome = ({ row }: { row: { id: string } | null }): Outcome => {
    if (row === null) return { rejected: 'unknown-employee' };
    if (stored.has(row.id)) return 'accepted';
    if (excess.has(row.id)) return { rejected: TOO_MANY };
    return used.has(row.id) ? { rejected: ID_USED } : 'duplicate';
  };
  return { clockRecords: punches.map(outcome), pieceworkEntries: entries.map(outcome), changed };
}

/** The most records that a device may send in a day of people whom the account does not have, or that wait: more than the largest terminal holds. */
export const MOST_LOOSE = 250_000;
/** The reason of a record beyond that: it would fill the disk. The rest of its batch is stored. */
export const TOO_MANY = 'too-many-unknown';

/** Takes back what goes beyond what a device may send in a day of what counts for nobody, and returns its ids. */
async function boundLoose(
  tx: Db,
  accountId: string,
  now: Date,
  taken: readonly Taken[],
  stored: Set<string>,
): Promise<ReadonlySet<string>> {
  const loose = new Map<string, string[]>();
  for (const { row, record } of taken) {
    if (!row || !record.deviceId || !stored.has(row.id) || (row.employeeId !== null && !record.doubt)) continue;
    const ids = loose.get(record.deviceId) ?? [];
    ids.push(row.id);
    loose.set(record.deviceId, ids);
  }
  const excess: string[] = [];
  for (const [deviceId, ids] of loose) {
    const beyond = (await countLoose(tx, accountId, deviceId, ids.length, now)) - MOST_LOOSE;
    if (beyond > 0) excess.push(...ids.slice(-beyond));
  }
  if (excess.length > 0) await takeBack(tx, accountId, excess);
  for (const id of excess) stored.delete(id);
  return new Set(excess);
}

/** Links the unmatched records of employees who have arrived or got a PIN (docs/reference/attendance.md#who-counts), and returns whose, with the times of the first and the last. */
export async function linkRecords(tx: Db, accountId: string, employeeIds: readonly string[]) {
  const touched = new Map<string, Touched>();
  if (employeeIds.length === 0) return touched;
  for (const { employeeId, first, last } of await linkUnmatched(tx, accountId, employeeIds)) {
    touch(touched, employeeId, Date.parse(first));
    touch(touched, employeeId, Date.parse(last));
  }
  return touched;
}

/** Reads what the batch needs to know. `find` returns a record's employee: an id, null for an unmatched PIN, or undefined where neither exists. */
async function readContext(tx: Db, accountId: string, records: readonly Who[]) {
  const names = {
    employeeIds: new Set<string>(),
    numbers: new Set<string>(),
    timeIds: new Set<string>(),
    cards: new Set<string>(),
  };
  for (const { employeeId, employeeNumber, timeId } of records) {
    if (employeeId) names.employeeIds.add(employeeId);
    else {
      if (employeeNumber) names.numbers.add(employeeNumber);
      if (timeId?.startsWith(PIN_OF_CARD)) names.cards.add(timeId.slice(PIN_OF_CARD.length));
      else if (timeId) names.timeIds.add(timeId);
    }
  }
  const { calendar, hasLedger, hasTeams, employees } = await selectContext(tx, accountId, listed(names));
  const byNumber = new Map<string, NamedEmployee>();
  const byTimeId = new Map<string, NamedEmployee>();
  const byCard = new Map<string, NamedEmployee>();
  const know = (found: readonly NamedEmployee[]) => {
    for (const employee of found) {
      if (names.numbers.has(employee.number) && !byNumber.has(employee.number)) byNumber.set(employee.number, employee);
      const { timeId, cards } = employee;
      if (timeId !== null && names.timeIds.has(timeId) && !byTimeId.has(timeId)) byTimeId.set(timeId, employee);
      for (const card of cards) if (names.cards.has(card) && !byCard.has(card)) byCard.set(card, employee);
    }
  };
  know(employees.filter(({ isDeleted }) => !isDeleted));
  const isLacking =
    byNumber.size < names.numbers.size || byTimeId.size < names.timeIds.size || byCard.size < names.cards.size;
  if (isLacking)
    // Records of employees who have left belong to them, unless another employee has their number, PIN or card now.
    know(await selectDeleted(tx, accountId, listed(names)));

  const byId = employees.filter(({ employeeId }) => names.employeeIds.has(employeeId));
  const members = new Map(
    [...byId, ...byNumber.values(), ...byTimeId.values(), ...byCard.values()].map((employee) => [
      employee.employeeId,
      employee,
    ]),
  );
  const find = ({ employeeId, employeeNumber, timeId }: Who): string | null | undefined => {
    if (employeeId) return employeeId;
    const found = employeeNumber ? byNumber.get(employeeNumber) : undefined;
    if (found) return found.employeeId;
    if (!timeId) return undefined;
    const holder = timeId.startsWith(PIN_OF_CARD) ? byCard.get(timeId.slice(PIN_OF_CARD.length)) : byTimeId.get(timeId);
    return holder?.employeeId ?? null;
  };
  return { calendar: calendarOfText(calendar), hasLedger, hasTeams, members: [...members.values()], find };
}

const listed = (names: Record<keyof Names, Set<string>>): Names => ({
  employeeIds: [...names.employeeIds],
  numbers: [...names.numbers],
  timeIds: [...names.timeIds],
  cards: [...names.cards],
});

function clockRecordRow(
  id: string,
  record: IncomingClockRecord,
  employeeId: string | null,
  receivedAt: Date,
): ClockRecordRow {
  return {
    id,
    employeeId,
    timeId: record.timeId ?? null,
    // Punches have second precision.
    at: new Date(Math.floor(record.at.getTime() / 1000) * 1000).toISOString(),
    direction: record.direction ?? 'auto',
    deviceId: record.deviceId ?? null,
    systemId: record.systemId ?? null,
    sender: record.source,
    recordId: record.recordId ?? null,
    raw: record.raw ?? null,
    ...(record.sent ?? NOT_A_TERMINAL),
    ...placeOf(record, record.at, receivedAt),
    clock: record.clock ?? null,
    means: record.means ?? null,
  };
}

type ContainerColumns = Pick<EntryRow, 'container' | 'kindId' | 'fullUntil'>;
/** Returns for how many hours a container of each kind is full that the entries name. */
async function hoursOfKinds(tx: Db, accountId: string, entries: readonly IncomingEntry[]) {
  const ids = new Set(entries.flatMap(({ container }) => container?.kindId ?? []));
  return ids.size > 0 ? selectKindHours(tx, accountId, [...ids]) : new Map<string, number>();
}
/** A kind that the account never had is forgotten; its container is full for as long as usual. */
function containerOf({ container, startedAt }: IncomingEntry, hours: ReadonlyMap<string, number>): ContainerColumns {
  if (!container) return { container: null, kindId: null, fullUntil: null };
  const { number, kindId } = container;
  const fullUntil = new Date(startedAt.getTime() + (hours.get(kindId) ?? CONTAINER_HOURS.usual) * HOUR).toISOString();
  return { container: number, kindId: hours.has(kindId) ? kindId : null, fullUntil };
}
const NOT_A_TERMINAL = { localTime: null, status: null, verifyMode: null, workCode: null };

function entryRow(
  id: string,
  record: IncomingEntry,
  employeeId: string | null,
  receivedAt: Date,
): Omit<EntryRow, keyof ContainerColumns> {
  return {
    id,
    employeeId,
    timeId: record.timeId ?? null,
    employeeNumber: record.employeeNumber ?? null,
    deviceId: record.deviceId ?? null,
    systemId: record.systemId ?? null,
    sender: record.source,
    recordId: record.recordId,
    lookup1: record.lookup1Code || null,
    lookup2: record.lookup2Code || null,
    jobDescription: record.jobDescription ?? null,
    units: String(record.units),
    startedAt: record.startedAt.toISOString(),
    date: record.date ?? null,
    endedAt: record.endedAt?.toISOString() ?? null,
    durationMs: record.durationMs ?? null,
    ...placeOf(record, record.startedAt, receivedAt),
    clock: record.clock ?? null,
    means: record.means ?? null,
    counting: record.counting ?? null,
  };
}

/** The employees of new records. */
const employeesOf = (taken: readonly Taken[], stored: ReadonlySet<string>): string[] => [
  ...new Set(taken.flatMap(({ row }) => (row?.employeeId && stored.has(row.id) ? row.employeeId : []))),
];

/** Returns the earliest of the new records that count, matched or not: evidence (docs/reference/attendance.md#status). */
function firstOf(taken: readonly Taken[], stored: ReadonlySet<string>): Date | null {
  let first: number | null = null;
  for (const { row, at } of taken)
    if (row?.standing === 'counted' && stored.has(row.id) && (first === null || at < first)) first = at;
  return first === null ? null : new Date(first);
}

/** Returns the employees and spans of time whose days the new counting records can have changed. */
function touchedBy(taken: readonly Taken[], stored: ReadonlySet<string>): Touched[] {
  const touched = new Map<string, Touched>();
  for (const { row, at } of taken)
    if (row?.employeeId && row.standing === 'counted' && stored.has(row.id))
      for (const one of reachOf({ startedAt: at, date: 'date' in row ? row.date : null }))
        touch(touched, row.employeeId, one);
  return [...touched.values()];
}
