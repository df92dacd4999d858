import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import { msg } from '#contract/platform/words.ts';
import type { RecordChange } from '../../attendance/corrected.ts';
import type { Punch } from '../../attendance/events.ts';
import type { EmployeeDay } from '../../attendance/ledger.sql.ts';
import type { Entry } from '../../attendance/piecework.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { Units } from '../../platform/units.ts';
import { addDays, type LocalDate, localDateOf, type Zone } from '../../platform/zone.ts';
import type {
  CorrectedEmployee,
  EntryCorrectionRow,
  ExcuseRow,
  Former,
  PunchRow,
  RawEntry,
  RawPunch,
} from './corrections.sql.ts';

/** A record as an employee's: the form on which rules 3 to 17 work. */
export type Owned = { employeeId: string } & ({ punch: Punch; entry: null } | { punch: null; entry: Entry });
type Unwritten<R> = Omit<R, 'id' | 'days'>;
/** A change of the ledger that was checked against the present records, and is not written yet. */
export type Resolved = {
  row:
    | ({ table: 'punch' } & Unwritten<PunchRow>)
    | ({ table: 'entry' } & Unwritten<EntryCorrectionRow>)
    | ({ table: 'excuse' } & Unwritten<ExcuseRow>);
  /** The subject of its `basis`: an employee's day, or an unmatched record. */
  subject: EmployeeDay | { recordId: string };
  /** Nobody has its record, before or afterwards: the pay of all who have none on that day may be open by it. */
  isOfNobody?: boolean;
  employeeIds: string[];
  removed: Owned[];
  added: Owned[];
  /** The local dates of its record before and after, or the dates of its excuse. */
  dates: LocalDate[];
};

/** Returns the changes of each employee's records from several items together. */
export function changesOf(items: readonly Pick<Resolved, 'removed' | 'added'>[]): RecordChange[] {
  const changes = new Map<string, { removed: RecordLists; added: RecordLists }>();
  const of = (employeeId: string) => {
    const change = changes.get(employeeId) ?? {
      removed: { punches: [], entries: [] },
      added: { punches: [], entries: [] },
    };
    changes.set(employeeId, change);
    return change;
  };
  for (const one of items)
    for (const side of ['removed', 'added'] as const)
      for (const { employeeId, punch, entry } of one[side]) {
        const lists = of(employeeId)[side];
        if (punch) lists.punches.push(punch);
        else lists.entries.push(entry);
      }
  return [...changes].map(([employeeId, change]) => ({ employeeId, ...change }));
}
type RecordLists = { punches: Punch[]; entries: Entry[] };

/** Everything that an act has read under the account's lock. */
export type Context = {
  zone: Zone;
  now: Date;
  today: LocalDate;
  correctionDays: number;
  punches: ReadonlyMap<string, RawPunch>;
  entries: ReadonlyMap<string, RawEntry>;
  employees: ReadonlyMap<string, CorrectedEmployee>;
  excuses: readonly { employeeId: string; judgement: string; from: LocalDate; to: LocalDate }[];
  /** Returns the records of an employee at a second; null means an added punch. */
  takenBy(employeeId: string, at: number): readonly (string | null)[];
};

export const toSecond = (at: string) => Math.floor(Date.parse(at) / 1000) * 1000;
export const isoOfInstant = (at: number) => new Date(at).toISOString();

/** Returns the instant that decides the day of a raw punch: for one of a clock that is ahead, its receipt. */
export const momentOf = ({ standing, at, receivedAt }: RawPunch) =>
  Date.parse(standing === 'future-clock' ? receivedAt : at);

export const isWaiting = ({ standing }: RawPunch | RawEntry) => standing === 'quarantined' || standing === 'rejected';
/** Returns a raw record as an effective one, if nothing corrects it. */
export function ownedPunch(raw: RawPunch | undefined): Owned[] {
  if (!raw?.employeeId || raw.standing !== 'counted') return [];
  return [{ employeeId: raw.employeeId, punch: { at: Date.parse(raw.at), direction: raw.direction }, entry: null }];
}
export function ownedEntry(raw: RawEntry | undefined): Owned[] {
  if (!raw?.employeeId || raw.standing !== 'counted') return [];
  return [{ employeeId: raw.employeeId, punch: null, entry: entryOf(inputOf(raw)) }];
}

/** Returns the effective entry that a correction makes, of a record or without one; nothing where its record waits, was taken back, or its container was found full since. */
export function ownedFormer(former: Omit<Former, 'correctionId'>, raw: RawEntry | undefined): Owned[] {
  const { employeeId } = former;
  const isTakenBack = raw?.standing === 'taken-back';
  if (raw && (isWaiting(raw) || isTakenBack || (raw.isCountedTwice && !former.countsAgain))) return [];
  return [{ employeeId, punch: null, entry: { ...entryOf(inputOf(former)), ...givenBy(raw, employeeId) } }];
}

/** Returns the employees who lose and gain records, and the dates; throws for days that are too old or in the future. */
export function moving(context: Context, removed: Owned[], added: Owned[], more: readonly number[] = []) {
  const instants = [...removed, ...added].map(({ punch, entry }) => (punch ? punch.at : entry.startedAt));
  const dates = [...new Set([...instants, ...more].map((at) => localDateOf(context.zone, at)))].sort();
  checkAge(context, dates);
  const employeeIds = [...new Set([...removed, ...added].map(({ employeeId }) => employeeId))];
  return { employeeIds, removed, added, dates };
}

/** Marks a record that a correction assigns to an employee: by it they count no earlier (docs/reference/attendance.md#who-counts). */
export const givenBy = (raw: RawPunch | RawEntry | undefined, employeeId: string) =>
  raw?.employeeId === employeeId ? {} : { given: true };

/** Throws for days of which no record can be corrected, before anything is read of them. */
export function requireInReach({ from, to }: { from: LocalDate; to: LocalDate }, zone: Zone, now: Date) {
  const today = localDateOf(zone, now.getTime());
  const oldest = addDays(today, -DASHBOARD_DATA_RETENTION_DAYS);
  if (to < oldest || from > today)
    throw new Refusal('DATE_OUT_OF_RANGE', msg('Choose days from {oldest} to {today}.', { oldest, today }));
}

export const tooOld = (oldest: LocalDate) =>
  new Refusal('DATE_OUT_OF_RANGE', msg('Days before {oldest} can no longer be corrected.', { oldest }));
export const oldestOf = ({ today, correctionDays }: Pick<Context, 'today' | 'correctionDays'>) =>
  addDays(today, -correctionDays);

export function checkAge(context: Context, dates: readonly LocalDate[]) {
  const oldest = oldestOf(context);
  if (dates.some((date) => date < oldest)) throw tooOld(oldest);
}

type EntryInput = {
  units: string | number;
  startedAt: string;
  /** Its date, if no time is known. */
  date?: string | null | undefined;
  endedAt: string | null;
  durationMs: number | null;
  lookup1Code: string | null;
  lookup2Code: string | null;
  jobDescriptionCode?: string | null | undefined;
};
type StoredEntry = Omit<EntryInput, 'lookup1Code' | 'lookup2Code' | 'jobDescriptionCode'> &
  Pick<RawEntry, 'lookup1' | 'lookup2' | 'job'>;
/** Returns a stored entry in the form in which calls name its fields. */
export const inputOf = ({
  units,
  startedAt,
  date,
  endedAt,
  durationMs,
  lookup1,
  lookup2,
  job,
}: StoredEntry): EntryInput => ({
  ...{ units, startedAt, date, endedAt, durationMs },
  ...{ lookup1Code: lookup1, lookup2Code: lookup2, jobDescriptionCode: job },
});
/** In the form in which it is read back: units with three decimals. */
export const entryOf = (given: EntryInput): Entry => ({
  units: new Units(given.units).toFixed(3),
  startedAt: Date.parse(given.startedAt),
  ...(given.date && { date: given.date }),
  endedAt: given.endedAt === null ? null : Date.parse(given.endedAt),
  durationMs: given.durationMs,
  lookup1: given.lookup1Code || null,
  lookup2: given.lookup2Code || null,
  job: given.jobDescriptionCode || null,
});
export const storedEntry = ({ startedAt, date, endedAt, given: _given, ...entry }: Entry) => ({
  ...entry,
  startedAt: isoOfInstant(startedAt),
  date: date ?? null,
  endedAt: endedAt === null ? null : isoOfInstant(endedAt),
});
export const NO_ENTRY = {
  units: null,
  startedAt: null,
  date: null,
  endedAt: null,
  durationMs: null,
  lookup1: null,
  lookup2: null,
  job: null,
  countsAgain: false,
} as const;
