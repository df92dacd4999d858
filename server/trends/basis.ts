import { hash } from 'node:crypto';
import { countsOn } from '../attendance/activity.ts';
import { selectRecordChanges } from '../attendance/recordChanges.sql.ts';
import { timeGroupOn } from '../attendance/timeGroups.ts';
import { addDays, DAY, dayBounds, type LocalDate, localDateOf, midnightUtc, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { notFound } from '../http/errors.ts';
import { createSizedCache } from '../sizedCache.ts';
import {
  type BasisRow,
  type JudgedBy,
  selectBasis,
  selectHashes,
  selectJudgedBy,
  selectKnownFrom,
} from './keptDays.sql.ts';

/** Fingerprints of everything that past days are judged from, by date, in order. */
export type Bases = ReadonlyMap<LocalDate, string>;
type Counted = (date: LocalDate) => string;

/** Hashes of the employees who count on each day; each takes about 60 bytes for each date on which they change. */
const counted = createSizedCache<Employees>(100_000, ({ size }) => size);
type Employees = {
  on: Counted;
  /** The dates from which employees are known, for those who became known within the days. */
  knownFrom: ReadonlyMap<string, LocalDate>;
  size: number;
};

/** Reads the basis of each day of a range, as of a minute. NOT_FOUND without the account. */
export async function readBases(tx: Db, accountId: string, { from, to, minute }: Asked): Promise<Bases> {
  const row = await selectBasis(tx, accountId, { from, to });
  if (!row) throw notFound('Account');
  const { employees, assignments } = await judgedFrom(tx, accountId, { from, minute, dataVersion: row.dataVersion });
  const bases = new Map<LocalDate, string>();
  for (let date = from; date <= to; date = addDays(date, 1))
    bases.set(date, basisOf(row, { on: employees.on, assignments }, date));
  return bases;
}
type Asked = { from: LocalDate; to: LocalDate; minute: number };

type JudgedFrom = { employees: Employees; assignments: string | null };
const newest = createSizedCache<JudgedFrom & { dataVersion: number; minute: number }>(1_000, () => 1);
type At = { from: LocalDate; minute: number; dataVersion: number };
/**
 * Reads the employees for days from `from` on, and a hash of the devices they clock on. Records can change only the date from which an employee is
 * known: within a minute, a punch makes only those who punched be read again, not all employees.
 */
async function judgedFrom(tx: Db, accountId: string, { from, minute, dataVersion }: At): Promise<JudgedFrom> {
  const key = `${accountId} ${from}`;
  const known = newest.get(key);
  if (known?.minute === minute && (await isSame(tx, accountId, known, { from, dataVersion }))) {
    newest.set(key, { ...known, dataVersion });
    return known;
  }
  const { employees: hashed, assignments } = await selectHashes(tx, accountId, { from });
  const employees = counted.get(`${accountId} ${hashed}`) ?? countedOn(await selectJudgedBy(tx, accountId, { from }));
  counted.set(`${accountId} ${hashed}`, employees);
  const read = { employees, assignments };
  newest.set(key, { ...read, dataVersion, minute });
  return read;
}

/** Returns true if only records have come since, and none of them changes the date from which its employee is known. */
async function isSame(
  tx: Db,
  accountId: string,
  { dataVersion: since, employees }: { dataVersion: number; employees: Employees },
  { from, dataVersion: upTo }: { from: LocalDate; dataVersion: number },
): Promise<boolean> {
  const touched = await selectRecordChanges(tx, accountId, { since, upTo });
  if (!touched) return false;
  const now = touched.length > 0 ? await selectKnownFrom(tx, accountId, { from }, touched) : [];
  return now.every(({ employeeId, knownFrom }) => knownFrom === (employees.knownFrom.get(employeeId) ?? null));
}

type OfEmployees = { on: Counted; assignments: string | null };
function basisOf(row: BasisRow, of: OfEmployees, date: LocalDate): string {
  const zone = zoneOf(row.timeZone);
  const { start, end } = dayBounds(zone, date);
  const isBeforeEvidence = row.firstEvidence === null || date < localDateOf(zone, Date.parse(row.firstEvidence));
  const version = row.changes.find(({ day }) => day === date)?.version ?? 0;
  const waiting = row.quarantined.filter(({ day }) => Math.abs(midnightUtc(day) - midnightUtc(date)) <= 3 * DAY);
  // A device counts as silent on the day if its last contact was in the 7 days before a shift of the day (rule 8).
  const quiet = row.devices.filter(({ lastContact }) => {
    const at = lastContact === null ? Number.NaN : Date.parse(lastContact);
    return at < end && at >= start - 8 * DAY;
  });
  const assignments = quiet.length > 0 ? of.assignments : null;
  const parts = [row.calendar, of.on(date), isBeforeEvidence, version, waiting, quiet, assignments];
  return hash('sha1', JSON.stringify(parts), 'base64');
}

const numberOf = (text: string) => BigInt(`0x${hash('sha1', text, 'hex').slice(0, 32)}`);

/** Returns hashes by date of the employees who count on it and their time groups: each is a sum that changes when one of them does. */
function countedOn(employees: readonly JudgedBy[]): Employees {
  const changes = new Map<LocalDate, bigint>();
  for (const one of employees) {
    const stateOn = (date: LocalDate) =>
      countsOn(one.activity, date, one.knownFrom === null || one.knownFrom <= date) &&
      (one.deletedOn === null || one.deletedOn > date)
        ? numberOf(`${one.employeeId} ${timeGroupOn(one, date)}`)
        : 0n;
    let before = 0n;
    for (const date of turnsOf(one)) {
      const state = stateOn(date);
      changes.set(date, (changes.get(date) ?? 0n) + state - before);
      before = state;
    }
  }
  const dated = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
  const on = (date: LocalDate) =>
    dated.reduce((sum, [from, change]) => (from <= date ? sum + change : sum), 0n).toString(36);
  const known = employees.flatMap(({ employeeId, knownFrom }) =>
    knownFrom === null ? [] : [[employeeId, knownFrom] as const],
  );
  return { on, knownFrom: new Map(known), size: 1 + dated.length + 2 * known.length };
}

/** Returns the dates at which an employee's state may change, in order; '' stands for the time before all of them. */
function turnsOf({ activity, timeGroups, deletedOn, knownFrom }: JudgedBy): LocalDate[] {
  const dates = [...activity, ...(timeGroups ?? [])].map(({ from }) => from);
  return [...new Set(['', ...[...dates, deletedOn, knownFrom].flatMap((date) => date ?? [])])].sort();
}
