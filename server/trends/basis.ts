import { hash } from 'node:crypto';
import { countsOn } from '../attendance/activity.ts';
import { timeGroupOn } from '../attendance/timeGroups.ts';
import { addDays, DAY, dayBounds, type LocalDate, localDateOf, midnightUtc, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { notFound } from '../http/errors.ts';
import { createSizedCache } from '../sizedCache.ts';
import { type BasisRow, type JudgedBy, selectBasis, selectJudgedBy } from './keptDays.sql.ts';

/** Fingerprints of everything that past days are judged from, by date, in order. */
export type Bases = ReadonlyMap<LocalDate, string>;
type Counted = (date: LocalDate) => string;

/** The employees who count on each day, by a hash of all of them; each about 60 bytes a date on which that changes. */
const counted = createSizedCache<{ on: Counted; size: number }>(100_000, ({ size }) => size);

/** Reads what each day of a range is judged from. NOT_FOUND without the account. */
export async function readBases(tx: Db, accountId: string, from: LocalDate, to: LocalDate): Promise<Bases> {
  const row = await selectBasis(tx, accountId, { from, to });
  if (!row) throw notFound('Account');
  const key = `${accountId} ${row.employees}`;
  const known = counted.get(key) ?? countedOn(await selectJudgedBy(tx, accountId, { from }));
  counted.set(key, known);
  const bases = new Map<LocalDate, string>();
  for (let date = from; date <= to; date = addDays(date, 1)) bases.set(date, basisOf(row, known.on, date));
  return bases;
}

function basisOf(row: BasisRow, on: Counted, date: LocalDate): string {
  const zone = zoneOf(row.timeZone);
  const { start, end } = dayBounds(zone, date);
  const isBeforeEvidence = row.firstEvidence === null || date < localDateOf(zone, Date.parse(row.firstEvidence));
  const version = row.changes.find(({ day }) => day === date)?.version ?? 0;
  const waiting = row.quarantined.filter(({ day }) => Math.abs(midnightUtc(day) - midnightUtc(date)) <= 3 * DAY);
  // Silent on the day is one whose last contact was in the 7 days before a shift of it (rule 8).
  const quiet = row.devices.filter(({ lastContact }) => {
    const at = lastContact === null ? Number.NaN : Date.parse(lastContact);
    return at < end && at >= start - 8 * DAY;
  });
  const assignments = quiet.length > 0 ? row.assignments : null;
  const parts = [row.calendar, on(date), isBeforeEvidence, version, waiting, quiet, assignments];
  return hash('sha1', JSON.stringify(parts), 'base64');
}

const numberOf = (text: string) => BigInt(`0x${hash('sha1', text, 'hex').slice(0, 32)}`);

/** Returns a hash, by date, of the employees who count on it with their time groups: a sum over them, which changes where one of them does. */
function countedOn(employees: readonly JudgedBy[]): { on: Counted; size: number } {
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
  return { on, size: 1 + dated.length };
}

/** Returns the dates from which something else may be true of an employee, in order; before all of them: ''. */
function turnsOf({ activity, timeGroups, deletedOn, knownFrom }: JudgedBy): LocalDate[] {
  const dates = [...activity, ...(timeGroups ?? [])].map(({ from }) => from);
  return [...new Set(['', ...[...dates, deletedOn, knownFrom].flatMap((date) => date ?? [])])].sort();
}
