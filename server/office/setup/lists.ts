import { v7 as uuidv7 } from 'uuid';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import { MAX_SYNC_RECORDS } from '#contract/platform/limits.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { readLookupNames } from '../../masterData/account.sql.ts';
import { syncHolidays } from '../../masterData/calendar.ts';
import type { PartResult } from '../../masterData/change.ts';
import { type GroupKind, readGroups } from '../../masterData/groups.sql.ts';
import { GROUP_PARTS, groupCodes, syncGroups } from '../../masterData/groups.ts';
import { syncLookupNames, syncLookups } from '../../masterData/lookups.ts';
import { chunksOf } from '../../platform/chunksOf.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { GroupRow, HolidayRow, LookupRow } from './reading.sql.ts';
import { selectGroups, selectHolidays, selectLookupEntries } from './reading.sql.ts';
import { rememberCalendar, type SetupRun } from './run.ts';
import { isForeign, ownedElsewhere, type Refused, type Results, refusedFor } from './words.ts';

/** Writes groups, lookups and holidays through the functions of a payroll sync; records that a system owns are refused. */

export type GroupChange = { ref: string; row: GroupRow | undefined; kind: GroupKind; code: string; name: string };
export type LookupChange = {
  ref: string;
  row: LookupRow | undefined;
  lookup: 1 | 2;
  code: string;
  description: string;
};
export type HolidayChange = {
  ref: string;
  row: HolidayRow | undefined;
  date: string;
  name: string;
  timeGroupId: string | null;
};
/** Refusals of a group by its kind, as whole sentences. */
const ownedGroup = (run: SetupRun, { systemId, kind, name }: GroupRow) =>
  ownedElsewhere(run, systemId, (owner) =>
    msg(
      '{owner} owns {kind, select, time {shift} employee {employee group} other {job description}} {name}: change it there.',
      { owner, kind, name },
    ),
  );
const groupOfCode = (kind: GroupKind, code: string) =>
  msg(
    'There is {kind, select, time {a shift} employee {an employee group} other {a job description}} with the code "{code}" already.',
    { kind, code },
  );
const groupOfName = (kind: GroupKind, name: string) =>
  msg(
    'There is {kind, select, time {a shift} employee {an employee group} other {a job description}} "{name}" already.',
    { kind, name },
  );
const ownedEntry = (run: SetupRun, { systemId, code }: LookupRow) =>
  ownedElsewhere(run, systemId, (owner) => msg('{owner} owns the entry {code}: change it there.', { owner, code }));
const ownedHoliday = (run: SetupRun, { systemId, date }: HolidayRow) =>
  ownedElsewhere(run, systemId, (owner) =>
    msg('{owner} owns the holiday of {date}: change it there.', { owner, date }),
  );
const taken = (field: string, refused: Message): Refused => ({ refused, field, isTaken: true });
const key = (...parts: unknown[]) => JSON.stringify(parts);

/**
 * Returns the changes after which two records would be the same by `keyOf`, each with the other one: a record that stays, or an earlier change. A
 * refused change leaves its record as it is, which may clash with another change, so this is repeated until no other is refused.
 */
function clashesOf<R extends { id: string }, C extends { row: R | undefined }>(
  changes: readonly C[],
  live: readonly R[],
  keyOf: (one: R | C) => string,
): Map<C, R | C> {
  const refused = new Map<C, R | C>();
  for (let before = -1; before < refused.size; ) {
    before = refused.size;
    const accepted = changes.filter((change) => !refused.has(change));
    const moving = new Set(accepted.flatMap(({ row }) => row?.id ?? []));
    const held = new Map<string, R | C>(
      live.flatMap((row) => (moving.has(row.id) ? [] : [[keyOf(row), row] as const])),
    );
    for (const change of accepted) {
      const holder = held.get(keyOf(change));
      if (holder) refused.set(change, holder);
      else held.set(keyOf(change), change);
    }
  }
  return refused;
}

export async function writeGroups(
  run: SetupRun,
  changes: readonly GroupChange[],
  deleted: readonly GroupRow[] = [],
): Promise<Results> {
  const { scope } = run;
  const results: Results = new Map();
  const live = await selectGroups(scope.tx, scope.accountId);
  const sent: { ref: string; kind: GroupKind; code: string; name: string }[] = [];
  const codesHeld = new Set(live.map(({ kind, code }) => key(kind, code)));
  const codes = groupCodes(await readGroups(scope.tx, scope.accountId));
  const wanted: GroupChange[] = [];
  for (const change of changes) {
    const { ref, row, kind, code, name } = change;
    if (row && row.name === name) results.set(ref, { outcome: 'unchanged', id: row.id });
    else if (row && isForeign(row)) results.set(ref, ownedGroup(run, row));
    else if (!row && codesHeld.has(key(kind, code || name)))
      results.set(ref, taken('code', groupOfCode(kind, code || name)));
    else wanted.push(change);
  }
  const nameOf = ({ kind, name }: { kind: GroupKind; name: string }) => key(kind, name.toLowerCase());
  const namesakes = clashesOf(wanted, live, nameOf);
  for (const change of wanted) {
    const { ref, row, kind, code, name } = change;
    const namesake = namesakes.get(change);
    if (namesake) results.set(ref, taken('name', groupOfName(kind, namesake.name)));
    else sent.push({ ref, kind, code: row?.code ?? (code || codes(kind, name)), name });
  }
  const goingOf = (kind: GroupKind) => deleted.filter((row) => row.kind === kind && !isForeign(row));
  for (const row of deleted)
    if (isForeign(row)) results.set(row.id, ownedGroup(run, row));
    else results.set(row.id, { outcome: 'deleted', id: row.id });
  const recordsOf = (kind: GroupKind) =>
    sent.filter((one) => one.kind === kind).map(({ code, name }) => ({ code, name }));
  const { results: parts, groups } = await syncGroups(scope, {
    timeGroups: recordsOf('time'),
    employeeGroups: recordsOf('employee'),
    jobDescriptions: recordsOf('job'),
    deleted: {
      timeGroups: goingOf('time').map(({ code }) => code),
      employeeGroups: goingOf('employee').map(({ code }) => code),
      jobDescriptions: goingOf('job').map(({ code }) => code),
    },
  });
  const own = groups.filter(({ systemId }) => systemId === APPLICATION_SYSTEM);
  const ids = new Map(own.map(({ id, kind, code }) => [key(kind, code), id]));
  for (const { ref, kind, code } of sent)
    settle(results, ref, parts[GROUP_PARTS[kind]], code, ids.get(key(kind, code)));
  for (const part of Object.values(parts)) run.wrote ||= part.wrote;
  return results;
}

export async function writeLookups(
  run: SetupRun,
  changes: readonly LookupChange[],
  deleted: readonly LookupRow[] = [],
): Promise<Results> {
  const { scope } = run;
  const results: Results = new Map();
  const live = await selectLookupEntries(scope.tx, scope.accountId);
  const codesHeld = new Set(live.map(({ lookup, code }) => key(lookup, code)));
  const sent: LookupChange[] = [];
  for (const change of changes) {
    const { ref, row, lookup, code, description } = change;
    if (row && row.description === description) results.set(ref, { outcome: 'unchanged', id: row.id });
    else if (row && isForeign(row)) results.set(ref, ownedEntry(run, row));
    else if (!row && codesHeld.has(key(lookup, code)))
      results.set(ref, taken('code', msg('There is an entry with the code "{code}" already.', { code })));
    else sent.push(change);
  }
  for (const row of deleted)
    results.set(row.id, isForeign(row) ? ownedEntry(run, row) : { outcome: 'deleted', id: row.id });
  const part = await syncLookups(scope, {
    // A workbook may have more lines than a list of a sync.
    lookups: ([1, 2] as const).flatMap((lookup) => {
      const entries = sent.filter((one) => one.lookup === lookup);
      return [...chunksOf(entries, MAX_SYNC_RECORDS)].map((some) => ({
        lookup,
        entries: some.map(({ code, description }) => ({ code, description })),
      }));
    }),
    deleted: { lookups: deleted.filter((row) => !isForeign(row)).map(({ lookup, code }) => `${lookup}:${code}`) },
  });
  const after = await selectLookupEntries(scope.tx, scope.accountId);
  const ids = new Map(after.map(({ id, lookup, code }) => [key(lookup, code), id]));
  for (const { ref, lookup, code } of sent) settle(results, ref, part, `${lookup}:${code}`, ids.get(key(lookup, code)));
  run.wrote ||= part?.wrote ?? false;
  return results;
}

/** Names a lookup of the account. */
export async function nameLookup(
  run: SetupRun,
  lookup: 1 | 2,
  name: string,
): Promise<'changed' | 'unchanged' | Refused> {
  const part = await syncLookupNames(run.scope, { lookupDefinitions: [{ lookup, name }] });
  run.wrote ||= part?.wrote ?? false;
  const [rejected] = part?.rejected ?? [];
  if (rejected) {
    const { system } = (await readLookupNames(run.scope.tx, run.scope.accountId))[lookup === 1 ? 0 : 1];
    return system
      ? ownedElsewhere(run, system, (owner) =>
          msg('{owner} owns the name of lookup {lookup}: change it there.', { owner, lookup }),
        )
      : refusedFor(rejected.reason);
  }
  return part?.wrote ? 'changed' : 'unchanged';
}

export async function writeHolidays(
  run: SetupRun,
  changes: readonly HolidayChange[],
  deleted: readonly HolidayRow[] = [],
): Promise<Results> {
  const { scope } = run;
  const results: Results = new Map();
  const live = await selectHolidays(scope.tx, scope.accountId);
  const going = new Set(deleted.map(({ id }) => id));
  const codes = new Set(live.filter((row) => !isForeign(row)).map(({ code }) => code));
  const sent: (HolidayChange & { sentCode: string })[] = [];
  const same = clashesOf(
    changes.filter(({ row }) => !row || !isForeign(row)),
    live.filter(({ id }) => !going.has(id)),
    ({ date, timeGroupId }) => key(date, timeGroupId),
  );
  for (const change of changes) {
    const { ref, row, date, name, timeGroupId } = change;
    const other = same.get(change);
    const isSame = row && key(row.date, row.name, row.timeGroupId) === key(date, name, timeGroupId);
    if (isSame) results.set(ref, { outcome: 'unchanged', id: row.id });
    else if (row && isForeign(row)) results.set(ref, ownedHoliday(run, row));
    else if (other)
      results.set(ref, taken('date', msg('"{name}" is a holiday on that date already.', { name: other.name })));
    else {
      const code = `${date} ${timeGroupId ?? 'all'}`;
      const sentCode = row?.code ?? (codes.has(code) ? uuidv7({ msecs: scope.now.getTime() }) : code);
      sent.push({ ...change, sentCode });
    }
  }
  for (const row of deleted)
    results.set(row.id, isForeign(row) ? ownedHoliday(run, row) : { outcome: 'deleted', id: row.id });
  await rememberCalendar(run);
  const part = await syncHolidays(
    scope,
    {
      holidays: sent.map(({ sentCode, name, date, timeGroupId }) => ({
        code: sentCode,
        name,
        date,
        timeGroupCode: timeGroupId,
      })),
      deleted: { holidays: deleted.filter((row) => !isForeign(row)).map(({ code }) => code) },
    },
    (id) => id,
  );
  const after = await selectHolidays(scope.tx, scope.accountId);
  const ids = new Map(after.flatMap((one) => (isForeign(one) ? [] : [[one.code, one.id] as const])));
  for (const { ref, sentCode } of sent) settle(results, ref, part, sentCode, ids.get(sentCode));
  run.wrote ||= part?.wrote ?? false;
  return results;
}

/** Throws VALIDATION_FAILED where an id is that of no time group; null means everybody. */
export async function requireTimeGroup({ scope }: SetupRun, id: string | null): Promise<void> {
  if (id === null) return;
  const found = (await selectGroups(scope.tx, scope.accountId)).find((group) => group.id === id);
  if (found?.kind !== 'time') throw invalid('timeGroupId', words('There is no such shift.'));
}

export function settle(results: Results, ref: string, part: PartResult | undefined, code: string, id = '') {
  const outcome = part?.outcomes?.get(code);
  if (outcome) return results.set(ref, { outcome, id });
  const rejected = part?.rejected.find((one) => (one.key ?? one.code) === code || one.code === code);
  return results.set(ref, refusedFor(rejected?.reason ?? words('Not taken'), rejected?.words));
}
