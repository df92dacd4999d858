import type { CorrectionItem } from '#contract/corrections.ts';
import { MAX_EXCUSE_DAYS } from '#contract/limits.ts';
import { activeOn } from '../attendance/activity.ts';
import type { Punch } from '../attendance/events.ts';
import type { EmployeeDay } from '../attendance/ledger.sql.ts';
import { type Entry, Units } from '../attendance/piecework.ts';
import { addDays, daysBetween, type LocalDate, localDateOf, type Zone } from '../attendance/zone.ts';
import { conflict, invalid, notFound, Refusal } from '../http/errors.ts';
import type {
  CorrectedEmployee,
  EntryCorrectionRow,
  ExcuseRow,
  LedgerRow,
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
  /** The subject of its `basis`: an employee's day, or an unmatched record (C8). */
  subject: EmployeeDay | { recordId: string };
  employeeIds: string[];
  removed: Owned[];
  added: Owned[];
  /** The local dates of its record before and after, or the dates of its excuse. */
  dates: LocalDate[];
};

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
  /** Returns the records of an employee at a second; null stands for an added punch. */
  takenBy(employeeId: string, at: number): readonly (string | null)[];
};

export const toSecond = (at: string) => Math.floor(Date.parse(at) / 1000) * 1000;
const isoOfInstant = (at: number) => new Date(at).toISOString();
const NOT_UNDONE = { undoes: null } as const;

/** Checks an item and returns the change that it makes; throws the reason why it is refused (C6). */
export function resolveItem(item: CorrectionItem, context: Context): Resolved {
  const resolved = resolveChange(item, context);
  checkDay(item, resolved);
  return resolved;
}

/** The most days between a work day and the local date of one of its punches (rule 3). */
const WORK_DAY_REACH = 2;
/** Refuses the basis of a day that the change does not concern. */
function checkDay({ day, change }: CorrectionItem, { subject, dates }: Resolved) {
  // An unmatched record has a basis of its own.
  if ('recordId' in subject) return;
  const reach = change.do === 'excuse' ? 0 : WORK_DAY_REACH;
  if (!dates.some((date) => Math.abs(daysBetween(date, day)) <= reach))
    throw invalid('day', 'This change is of another day');
}

function resolveChange({ day, change }: CorrectionItem, context: Context): Resolved {
  switch (change.do) {
    case 'add-punch': {
      const { employeeId, direction } = change;
      const punch: Punch = { at: toSecond(change.at), direction, final: true };
      checkNewPunch(context, employeeId, punch, null);
      return {
        row: {
          table: 'punch',
          kind: 'add',
          recordId: null,
          employeeId,
          at: isoOfInstant(punch.at),
          direction,
          ...NOT_UNDONE,
        },
        subject: { employeeId, day },
        ...moving(context, [], [{ employeeId, punch, entry: null }]),
      };
    }
    case 'void-punch': {
      const raw = punchToCorrect(context, change.recordId);
      return {
        row: {
          table: 'punch',
          kind: 'void',
          recordId: raw.recordId,
          employeeId: raw.employeeId,
          at: null,
          direction: null,
          ...NOT_UNDONE,
        },
        ...ofRecord(raw, day),
        ...moving(context, ownedPunch(raw), [], [momentOf(raw)]),
      };
    }
    case 'replace-punch': {
      const raw = punchToCorrect(context, change.recordId);
      const employeeId = change.employeeId ?? raw.employeeId;
      if (!employeeId) throw invalid('change.employeeId', 'Say whose punch it is');
      const at = change.at ? toSecond(change.at) : Date.parse(raw.at);
      const { direction } = change;
      const punch: Punch = direction ? { at, direction, final: true } : { at, direction: raw.direction };
      checkNewPunch(context, employeeId, punch, raw.recordId);
      return {
        row: {
          table: 'punch',
          kind: 'replace',
          recordId: raw.recordId,
          employeeId,
          at: change.at ? isoOfInstant(at) : null,
          direction: direction ?? null,
          ...NOT_UNDONE,
        },
        ...ofRecord(raw, day),
        ...moving(context, ownedPunch(raw), [{ employeeId, punch, entry: null }], [momentOf(raw)]),
      };
    }
    case 'add-entry': {
      const { employeeId } = change;
      const entry = entryOf(change);
      checkNewEntry(context, employeeId, entry);
      return {
        row: { table: 'entry', kind: 'add', recordId: null, employeeId, ...storedEntry(entry), ...NOT_UNDONE },
        subject: { employeeId, day },
        ...moving(context, [], [{ employeeId, punch: null, entry }]),
      };
    }
    case 'void-entry': {
      const raw = entryToCorrect(context, change.recordId);
      return {
        row: {
          table: 'entry',
          kind: 'void',
          recordId: raw.recordId,
          employeeId: raw.employeeId,
          ...NO_ENTRY,
          ...NOT_UNDONE,
        },
        ...ofRecord(raw, day),
        ...moving(context, ownedEntry(raw), [], [Date.parse(raw.startedAt)]),
      };
    }
    case 'replace-entry': {
      const raw = entryToCorrect(context, change.recordId);
      const employeeId = change.employeeId ?? raw.employeeId;
      if (!employeeId) throw invalid('change.employeeId', 'Say whose entry it is');
      const entry = entryOf({
        units: change.units ?? raw.units,
        startedAt: change.startedAt ?? raw.startedAt,
        endedAt: change.endedAt === undefined ? raw.endedAt : change.endedAt,
        durationMs: change.durationMs === undefined ? raw.durationMs : change.durationMs,
        lookup1Code: change.lookup1Code === undefined ? raw.lookup1 : change.lookup1Code,
        lookup2Code: change.lookup2Code === undefined ? raw.lookup2 : change.lookup2Code,
      });
      checkNewEntry(context, employeeId, entry);
      return {
        row: {
          table: 'entry',
          kind: 'replace',
          recordId: raw.recordId,
          employeeId,
          ...storedEntry(entry),
          ...NOT_UNDONE,
        },
        ...ofRecord(raw, day),
        ...moving(context, ownedEntry(raw), [{ employeeId, punch: null, entry }], [Date.parse(raw.startedAt)]),
      };
    }
    case 'excuse': {
      const { employeeId, judgement, kind, from, to } = change;
      employeeOf(context, employeeId);
      if (daysBetween(from, to) >= MAX_EXCUSE_DAYS || daysBetween(context.today, from) > MAX_EXCUSE_DAYS)
        throw invalid('change.to', `An excuse is of at most ${MAX_EXCUSE_DAYS} days, and begins at most so many ahead`);
      const overlapping = context.excuses.some(
        (one) => one.employeeId === employeeId && one.judgement === judgement && one.from <= to && one.to >= from,
      );
      if (overlapping) throw new Refusal('ALREADY_EXISTS', 'Some of these days are excused already.');
      checkAge(context, [from]);
      const dates = Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i));
      return {
        row: { table: 'excuse', kind: 'excuse', employeeId, judgement, excusedAs: kind, from, to, ...NOT_UNDONE },
        subject: { employeeId, day },
        employeeIds: [employeeId],
        removed: [],
        added: [],
        dates,
      };
    }
  }
}

/** Returns the change that undoing a row of the ledger makes (C9). */
export function resolveUndo(row: LedgerRow | undefined, context: Context): Resolved {
  if (!row || row.kind === 'undo') throw notFound('Correction');
  if (row.isUndone) throw conflict('This was undone already.');
  const { correctionId: undoes, employeeId, recordId } = row;
  checkAge(context, row.days.slice(0, 1));
  const [day] = row.days;
  const subject = employeeId && day ? { employeeId, day } : { recordId: recordId ?? undoes };
  if (row.table === 'excuse') {
    if (!employeeId) throw new Error('An excuse is of somebody');
    return {
      row: {
        table: 'excuse',
        kind: 'undo',
        employeeId,
        judgement: null,
        excusedAs: null,
        from: null,
        to: null,
        undoes,
      },
      subject,
      employeeIds: [employeeId],
      removed: [],
      added: [],
      dates: row.days,
    };
  }
  const stood = row.table === 'punch' ? correctedPunch(row, context) : correctedEntry(row, context);
  const punch = recordId ? context.punches.get(recordId) : undefined;
  const entry = recordId ? context.entries.get(recordId) : undefined;
  const raw = [...ownedPunch(punch), ...ownedEntry(entry)];
  // An unmatched record comes back as well, to the exceptions of its day.
  const back = [...(punch ? [momentOf(punch)] : []), ...(entry ? [Date.parse(entry.startedAt)] : [])];
  const ledger = { kind: 'undo', recordId, employeeId, undoes } as const;
  return {
    row:
      row.table === 'punch'
        ? { table: 'punch', ...ledger, at: null, direction: null }
        : { table: 'entry', ...ledger, ...NO_ENTRY },
    subject,
    ...moving(context, stood, raw, back),
    ...(stood.length + raw.length === 0 && { dates: row.days }),
  };
}

/** Returns the effective record that a correction in force makes; nothing where its record no longer exists or is quarantined. */
function correctedPunch({ kind, recordId, employeeId, at, direction }: LedgerRow, { punches }: Context): Owned[] {
  if (!employeeId || (kind !== 'add' && kind !== 'replace')) return [];
  const raw = recordId ? punches.get(recordId) : undefined;
  if (kind === 'replace' && (!raw || isWaiting(raw))) return [];
  const instant = at ?? raw?.at;
  const said = direction ?? raw?.direction;
  if (!instant || !said) return [];
  const punch: Punch = { at: Date.parse(instant), direction: said, ...(direction && { final: true }) };
  return [{ employeeId, punch, entry: null }];
}
function correctedEntry(row: LedgerRow, { entries }: Context): Owned[] {
  const { kind, recordId, employeeId, units, startedAt, endedAt, durationMs, lookup1, lookup2 } = row;
  if (!employeeId || units === null || startedAt === null || (kind !== 'add' && kind !== 'replace')) return [];
  const raw = recordId ? entries.get(recordId) : undefined;
  if (kind === 'replace' && (!raw || isWaiting(raw))) return [];
  const entry = entryOf({ units, startedAt, endedAt, durationMs, lookup1Code: lookup1, lookup2Code: lookup2 });
  return [{ employeeId, punch: null, entry }];
}

/** Returns the instant that decides the day of a raw punch: for one of a clock that is ahead, its receipt. */
const momentOf = ({ standing, at, receivedAt }: RawPunch) => Date.parse(standing === 'future-clock' ? receivedAt : at);

const isWaiting = ({ standing }: RawPunch | RawEntry) => standing === 'quarantined' || standing === 'rejected';
/** Returns a raw record as an effective one, if nothing corrects it. */
function ownedPunch(raw: RawPunch | undefined): Owned[] {
  if (!raw?.employeeId || raw.standing !== 'counted') return [];
  return [{ employeeId: raw.employeeId, punch: { at: Date.parse(raw.at), direction: raw.direction }, entry: null }];
}
function ownedEntry(raw: RawEntry | undefined): Owned[] {
  if (!raw?.employeeId || raw.standing !== 'counted') return [];
  const { units, startedAt, endedAt, durationMs, lookup1, lookup2 } = raw;
  const entry = entryOf({ units, startedAt, endedAt, durationMs, lookup1Code: lookup1, lookup2Code: lookup2 });
  return [{ employeeId: raw.employeeId, punch: null, entry }];
}

/** Returns the employees who lose and gain records, and the dates; throws for days that are too old or in the future. */
function moving(context: Context, removed: Owned[], added: Owned[], more: readonly number[] = []) {
  const instants = [...removed, ...added].map(({ punch, entry }) => (punch ? punch.at : entry.startedAt));
  const dates = [...new Set([...instants, ...more].map((at) => localDateOf(context.zone, at)))].sort();
  checkAge(context, dates);
  const employeeIds = [...new Set([...removed, ...added].map(({ employeeId }) => employeeId))];
  return { employeeIds, removed, added, dates };
}

const ofRecord = ({ recordId, employeeId }: RawPunch | RawEntry, day: LocalDate): Pick<Resolved, 'subject'> => ({
  subject: employeeId ? { employeeId, day } : { recordId },
});

function checkAge({ today, correctionDays }: Context, dates: readonly LocalDate[]) {
  const oldest = addDays(today, -correctionDays);
  if (dates.some((date) => date < oldest))
    throw new Refusal('DATE_OUT_OF_RANGE', `Days before ${oldest} can no longer be corrected.`);
}

function punchToCorrect({ punches }: Context, recordId: string): RawPunch {
  return correctable(punches.get(recordId), 'Punch');
}
function entryToCorrect({ entries }: Context, recordId: string): RawEntry {
  return correctable(entries.get(recordId), 'Entry');
}
function correctable<R extends RawPunch | RawEntry>(raw: R | undefined, what: string): R {
  if (!raw) throw notFound(what);
  if (raw.standing !== 'counted' && raw.standing !== 'future-clock')
    throw invalid('change.recordId', 'This record waits for a decision, or is another one twice');
  if (raw.isCorrected) throw conflict('This record is corrected already: undo that first.');
  return raw;
}

function employeeOf({ employees }: Context, employeeId: string): CorrectedEmployee {
  const employee = employees.get(employeeId);
  if (!employee) throw notFound('Employee');
  return employee;
}

/** A record can only be assigned to an employee who is active at the time, and not in the future. */
function checkTime(context: Context, employeeId: string, at: number, path: string) {
  const { activity, deletedAt } = employeeOf(context, employeeId);
  if (at > context.now.getTime()) throw invalid(path, 'This is still to come');
  const date = localDateOf(context.zone, at);
  if (!activeOn(activity, date) || (deletedAt && localDateOf(context.zone, Date.parse(deletedAt)) <= date))
    throw invalid('change.employeeId', 'They were not active on that day');
}
function checkNewPunch(context: Context, employeeId: string, { at }: Punch, recordId: string | null) {
  checkTime(context, employeeId, at, 'change.at');
  if (context.takenBy(employeeId, at).some((other) => other === null || other !== recordId))
    throw new Refusal('ALREADY_EXISTS', 'There is a punch of that second already.');
}
function checkNewEntry(context: Context, employeeId: string, { startedAt, endedAt }: Entry) {
  checkTime(context, employeeId, startedAt, 'change.startedAt');
  if (endedAt !== null && (endedAt < startedAt || endedAt > context.now.getTime()))
    throw invalid('change.endedAt', endedAt < startedAt ? 'It must not end before it starts' : 'This is still to come');
}

type EntryInput = {
  units: string | number;
  startedAt: string;
  endedAt: string | null;
  durationMs: number | null;
  lookup1Code: string | null;
  lookup2Code: string | null;
};
/** In the form in which it is read back: units with three decimals. */
const entryOf = (given: EntryInput): Entry => ({
  units: new Units(given.units).toFixed(3),
  startedAt: Date.parse(given.startedAt),
  endedAt: given.endedAt === null ? null : Date.parse(given.endedAt),
  durationMs: given.durationMs,
  lookup1: given.lookup1Code || null,
  lookup2: given.lookup2Code || null,
});
const storedEntry = ({ startedAt, endedAt, ...entry }: Entry) => ({
  ...entry,
  startedAt: isoOfInstant(startedAt),
  endedAt: endedAt === null ? null : isoOfInstant(endedAt),
});
const NO_ENTRY = {
  units: null,
  startedAt: null,
  endedAt: null,
  durationMs: null,
  lookup1: null,
  lookup2: null,
} as const;
