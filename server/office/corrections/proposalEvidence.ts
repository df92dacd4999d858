import type { Calendar } from '../../attendance/calendar.ts';
import { dayKey, type EmployeeDay, selectBases, selectRecordBases } from '../../attendance/ledger.sql.ts';
import type { Sees } from '../../attendance/listed.ts';
import type { Entry } from '../../attendance/piecework.ts';
import type { Db } from '../../platform/db/db.ts';
import { isOneSlipApart } from '../../platform/nearMisses.ts';
import { dayBounds, HOUR, type LocalDate } from '../../platform/zone.ts';
import { selectLedgerRows } from './corrections.sql.ts';
import {
  type Named,
  type Span,
  selectEntriesIn,
  selectFactsOf,
  selectPresent,
  selectPunchesIn,
} from './exceptions.sql.ts';
import type { Found } from './found.ts';
import { type RecordsOfDay, readWorkDays } from './workDays.ts';

/** The calendar, the time, the people of the exceptions by id, and whom and what work the reader may know of on a day. */
export type Sight = {
  calendar: Calendar;
  now: Date;
  people: ReadonlyMap<string, Named>;
} & Sees;
/** The records and hashes that proposals are made from, read once for the whole list. */
export type Evidence = Sight & {
  /**
   * Returns employees whose time id or number is a PIN but for leading zeros and case, then those whose time id is one typing error away from it; those who did
   * not punch on the day come first.
   */
  nearTo(pin: string, day: LocalDate): readonly Named[];
  /** Tells whether a PIN is an employee's but for leading zeros and case, and no other employee's. */
  isOnlyOne(pin: string, one: Named): boolean;
  bases: ReadonlyMap<string, string>;
  recordBases: ReadonlyMap<string, string>;
  punches: ReadonlyMap<string, readonly { at: number; recordId: string | null }[]>;
  entries: ReadonlyMap<
    string,
    readonly (Pick<Entry, 'startedAt' | 'endedAt' | 'date'> & { recordId: string | null })[]
  >;
  /** The records of the work days whose proposals depend on them, by `dayKey`. */
  workDays: ReadonlyMap<string, RecordsOfDay>;
  /** The basis that undoing a correction names, by the correction's id. */
  undoBases: ReadonlyMap<string, string>;
};

/** The exceptions whose proposals need the work day itself: what lies on it, or whether an added punch would. */
const BY_WORK_DAY: readonly string[] = [
  'missing-out',
  'missing-in',
  'late-or-missing-in',
  'future-clock',
  'inactive-clocked',
  'piecework-without-clock',
  'overtaken',
  'counted-twice',
  'rejected-container',
];

/** Reads what the proposals of some exceptions are made from. */
export async function readEvidence(
  tx: Db,
  accountId: string,
  found: readonly Found[],
  sight: Sight,
): Promise<Evidence> {
  const { zone } = sight.calendar;
  const days = found.flatMap(({ employeeId, day }): EmployeeDay[] => (employeeId ? [{ employeeId, day }] : []));
  const spans = (kinds: readonly string[]): Span[] =>
    found.flatMap(({ kind, employeeId, day }) => {
      if (!employeeId || !kinds.includes(kind)) return [];
      const { start, end } = dayBounds(zone, day);
      return [{ employeeId, from: start - 12 * HOUR, to: end + 24 * HOUR }];
    });
  const punchSpans = spans([
    'missing-out',
    'missing-in',
    'late-or-missing-in',
    'inactive-clocked',
    'piecework-without-clock',
  ]);
  const entrySpans = spans(['missing-out', 'missing-in', 'piecework-without-clock', 'inactive-clocked']);
  const punches = punchSpans.length > 0 ? await selectPunchesIn(tx, accountId, punchSpans) : [];
  const entries = entrySpans.length > 0 ? await selectEntriesIn(tx, accountId, entrySpans) : [];
  const seen = entries.filter(({ lookup1 }) => sight.isOfWork(lookup1));
  const loose = found.flatMap(({ employeeId, records = [] }) =>
    employeeId ? [] : records.map(({ recordId }) => recordId),
  );
  const undo = found.flatMap(({ correctionIds = [] }) => correctionIds);
  const rows = undo.length > 0 ? await selectLedgerRows(tx, accountId, undo) : [];
  const undoDays = rows.flatMap(({ employeeId, days: [day] }) => (employeeId && day ? [{ employeeId, day }] : []));
  const near = await nearTimeIds(tx, accountId, found, sight);
  const given = found.flatMap(({ kind, day, records: [record] = [] }) =>
    kind === 'unmatched-pin' ? near.nearTo(record?.timeId ?? '', day).map((one) => ({ one, day })) : [],
  );
  const people = new Map([...sight.people, ...given.map(({ one }) => [one.employeeId, one] as const)]);
  const ofWorkDays = found.flatMap(({ kind, employeeId, day }) =>
    employeeId && BY_WORK_DAY.includes(kind) ? [{ employeeId, day }] : [],
  );
  const bases = await selectBases(tx, accountId, [...days, ...undoDays]);
  const asked = [...ofWorkDays, ...given.map(({ one: { employeeId }, day }) => ({ employeeId, day }))];
  return {
    ...sight,
    people,
    bases,
    workDays: await readWorkDays(tx, accountId, asked, { ...sight, people }),
    ...near,
    recordBases: await selectRecordBases(tx, accountId, loose),
    punches: grouped(punches, ({ at, recordId }) => ({ at: Date.parse(at), recordId })),
    entries: grouped(seen, ({ startedAt, date, endedAt, recordId }) => ({
      startedAt: Date.parse(startedAt),
      ...(date !== null && { date }),
      endedAt: endedAt === null ? null : Date.parse(endedAt),
      recordId,
    })),
    undoBases: new Map(
      rows.map(({ correctionId, employeeId, days: [day] }) => [
        correctionId,
        (employeeId && day ? bases.get(dayKey({ employeeId, day })) : undefined) ?? '',
      ]),
    ),
  };
}

const MOST_NEAR = 3;
/** A number as people know it: terminals often drop its zeros. */
const plain = (number: string) =>
  number
    .trim()
    .toLowerCase()
    .replace(/^0+(?=.)/, '');
const isSame = (pin: string, { timeId, number }: Named) =>
  plain(pin) === plain(number) || (timeId !== null && plain(pin) === plain(timeId));

async function nearTimeIds(
  tx: Db,
  accountId: string,
  found: readonly Found[],
  { isMember }: Sight,
): Promise<Pick<Evidence, 'nearTo' | 'isOnlyOne'>> {
  const unknown = found.flatMap(({ kind, day, records: [record] = [] }) =>
    kind === 'unmatched-pin' && record?.timeId ? [{ pin: record.timeId, day }] : [],
  );
  const people = unknown.length > 0 ? await selectPresent(tx, accountId) : [];
  const near = new Map(
    unknown.map(({ pin }) => [
      pin,
      people.filter((one) => isSame(pin, one) || (one.timeId !== null && isOneSlipApart(pin, one.timeId))),
    ]),
  );
  const days = unknown.flatMap(({ pin, day }) => (near.get(pin) ?? []).map(({ employeeId }) => ({ employeeId, day })));
  const facts = days.length > 0 ? await selectFactsOf(tx, accountId, days) : [];
  const punched = new Set(facts.filter(({ events }) => events !== '').map(dayKey));
  const isPunched = ({ employeeId }: Named, day: LocalDate) => punched.has(dayKey({ employeeId, day }));
  return {
    nearTo: (pin, day) =>
      (near.get(pin) ?? [])
        .filter(({ employeeId }) => isMember?.(employeeId, day) ?? true)
        .toSorted(
          (a, b) =>
            Number(isSame(pin, b)) - Number(isSame(pin, a)) || Number(isPunched(a, day)) - Number(isPunched(b, day)),
        )
        .slice(0, MOST_NEAR),
    isOnlyOne: (pin, one) => isSame(pin, one) && (near.get(pin) ?? []).filter((each) => isSame(pin, each)).length === 1,
  };
}

/** Groups rows by employee, each row once, because the spans of two exceptions may overlap. */
function grouped<R extends { employeeId: string }, T>(rows: readonly R[], of: (row: R) => T): Map<string, T[]> {
  const groups = new Map<string, Map<string, T>>();
  for (const row of rows) {
    const group = groups.get(row.employeeId) ?? new Map<string, T>();
    groups.set(row.employeeId, group.set(JSON.stringify(row), of(row)));
  }
  return new Map([...groups].map(([employeeId, group]) => [employeeId, [...group.values()]]));
}
