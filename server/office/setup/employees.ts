import { v7 as uuidv7 } from 'uuid';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import type { SetupEmployeeChange } from '#contract/office/setup.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import { selectLocks } from '../../attendance/ledger.sql.ts';
import { datedGroups } from '../../attendance/timeGroups.ts';
import { findEmployeesByName } from '../../masterData/employees.sql.ts';
import { syncEmployees } from '../../masterData/employees.ts';
import { employeeKey } from '../../masterData/planEmployees.ts';
import { REASONS } from '../../masterData/records.ts';
import { requireUnlocked } from '../../masterData/unlocked.ts';
import { addDays, datesOf, EARLIEST, LATEST } from '../../platform/zone.ts';
import { type EmployeeRow, selectEmployees, selectTermsFrom } from './reading.sql.ts';
import { noteEmployees, type SetupRun } from './run.ts';
import { ownedElsewhere, type Results, refusedFor } from './words.ts';

/** A change of one employee, or a new one where there is no row; `ref` is the caller's name for it. */
export type EmployeeChange = { ref: string; row: EmployeeRow | undefined; set: SetupEmployeeChange };

/** Writes employees through the functions of a payroll sync; what a system owns is refused. */
export async function writeEmployees(
  run: SetupRun,
  changes: readonly EmployeeChange[],
  deleted: readonly EmployeeRow[] = [],
): Promise<Results> {
  const { scope, today } = run;
  const results: Results = new Map();
  const identities = await identify(run, changes);
  const part = await syncEmployees(
    scope,
    {
      employees: changes.map((change) => recordOf(change, today)),
      deleted: { employees: deleted.map(({ code }) => code) },
    },
    // Groups are identified by their ids here.
    (_kind, _system, id) => id,
    today,
    (ref) => identities.get(ref) ?? { systemId: APPLICATION_SYSTEM, code: ref },
  );
  if (!part) return results;
  noteEmployees(run, part.effects);
  run.wrote ||= part.wrote;
  await requireTermsOpen(run, changes);

  const refusals = new Map(part.rejected.map(({ key, code, reason }) => [key ?? code, reason]));
  const duplicates: { change: EmployeeChange; field: Unique }[] = [];
  for (const change of changes) {
    const { ref, row } = change;
    const identity = identities.get(ref);
    const key = employeeKey(identity?.systemId ?? '', identity?.code ?? '');
    const outcome = part.outcomes?.get(key);
    const reason = refusals.get(key) ?? refusals.get(ref);
    const field = UNIQUE[reason ?? ''];
    if (outcome && !reason) results.set(ref, { outcome, id: row?.id ?? part.ids.get(key) ?? '' });
    else if (reason === REASONS.otherSystem && row)
      results.set(
        ref,
        ownedElsewhere(run, row.systemId, (owner) =>
          msg('{owner} owns employee {number}: change it there.', { owner, number: row.number }),
        ),
      );
    else if (field) duplicates.push({ change, field });
    else results.set(ref, refusedFor(reason ?? 'Not taken'));
  }
  if (duplicates.length > 0) await refuseDuplicates(run, results, duplicates);
  for (const { id } of deleted) results.set(id, { outcome: 'deleted', id });
  return results;
}

/** Throws PERIOD_LOCKED where a group and job were to hold from another date on than they do now, because days between the two are locked. */
async function requireTermsOpen({ scope }: SetupRun, changes: readonly EmployeeChange[]): Promise<void> {
  const { tx, accountId } = scope;
  const dates = new Map(
    changes.flatMap(({ row, set }) =>
      row && set.employeeGroupFrom !== undefined ? [[row.id, set.employeeGroupFrom ?? EARLIEST] as const] : [],
    ),
  );
  if (dates.size === 0) return;
  const locks = await selectLocks(tx, accountId, { from: EARLIEST, to: LATEST });
  const days = (await selectTermsFrom(tx, accountId, [...dates.keys()])).map(({ employeeId, from }) => {
    const [first = from, next = from] = [dates.get(employeeId) ?? from, from].sort();
    const between = locks.flatMap((lock) => {
      const [start = first] = [lock.from, first].sort().reverse();
      const [end = next] = [lock.to, addDays(next, -1)].sort();
      return start <= end ? datesOf(start, end) : [];
    });
    return [employeeId, between] as const;
  });
  await requireUnlocked(tx, accountId, new Map(days));
}

type Unique = 'number' | 'timeId' | 'cards';
const UNIQUE: Partial<Record<string, Unique>> = {
  [REASONS.duplicateNumber]: 'number',
  [REASONS.duplicateTimeId]: 'timeId',
  [REASONS.duplicateCard]: 'cards',
};
const hasSame = (field: Unique, who: string | Message) =>
  ({
    number: msg('{who} has this number.', { who }),
    timeId: msg('{who} has this time ID.', { who }),
    cards: msg('{who} has this card.', { who }),
  })[field];
/** Refuses employees whose number, time ID or card another one has, who is named: 'Ann Adams (1001), line 3, has this time ID.' */
async function refuseDuplicates(
  { scope }: SetupRun,
  results: Results,
  duplicates: readonly { change: EmployeeChange; field: Unique }[],
): Promise<void> {
  const employees = await selectEmployees(scope.tx, scope.accountId, null);
  const holders = {
    number: new Map<string, EmployeeRow>(),
    timeId: new Map<string, EmployeeRow>(),
    cards: new Map<string, EmployeeRow>(),
  };
  for (const row of employees) {
    holders.number.set(row.number, row);
    if (row.timeId !== null) holders.timeId.set(row.timeId, row);
    for (const card of row.cards) holders.cards.set(card, row);
  }
  const lines = new Map<string, string>();
  for (const [ref, result] of results)
    if ('outcome' in result && ref.startsWith('line ')) lines.set(result.id, ref.slice('line '.length));
  for (const { change, field } of duplicates) {
    const { ref, row, set } = change;
    const holder = [set[field] ?? row?.[field] ?? '']
      .flat()
      .flatMap((value) => holders[field].get(value) ?? [])
      .find(({ id }) => id !== row?.id);
    const line = holder && lines.get(holder.id);
    const name = holder && `${`${holder.firstName} ${holder.lastName}`.trim()} (${holder.number})`;
    const who = name && line ? msg('{name}, line {line},', { name, line }) : (name ?? msg('Another employee'));
    results.set(ref, { refused: hasSame(field, who), field, isTaken: true });
  }
}

function recordOf({ ref, row, set }: EmployeeChange, today: string): Record<string, unknown> {
  const { timeGroupId, timeGroupFrom, employeeGroupId, jobDescriptionId, inactiveFrom, ...fields } = set;
  const changesGroup = timeGroupId !== undefined || timeGroupFrom !== undefined;
  return {
    code: ref,
    ...(row && { number: row.number, firstName: row.firstName, lastName: row.lastName }),
    ...fields,
    ...(changesGroup && { timeGroupCode: timeGroupId === undefined ? (row?.timeGroupId ?? null) : timeGroupId }),
    ...(timeGroupFrom !== undefined && { timeGroupFrom }),
    ...(employeeGroupId !== undefined && { employeeGroupCode: employeeGroupId }),
    ...(jobDescriptionId !== undefined && { jobDescriptionCode: jobDescriptionId }),
    ...(inactiveFrom !== undefined && { inactiveFrom }),
    // An end in the past takes precedence over the activity.
    ...(inactiveFrom && inactiveFrom <= today && { isActive: false }),
  };
}

/** Returns the number of employees in each time group on the account's date or later: an employee who is still to move is counted in both groups. */
export async function countByTimeGroup({ scope, today }: SetupRun): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const row of await selectEmployees(scope.tx, scope.accountId, null)) {
    const inForce = datedGroups(row).filter((_, i, all) => (all[i + 1]?.from ?? LATEST) > today);
    for (const id of new Set(inForce.flatMap(({ timeGroupId }) => timeGroupId ?? [])))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

type Identity = { systemId: string; code: string };
/** Returns the key under which each employee is stored. A new one's code is its number, unless another employee had that number before. */
async function identify({ scope }: SetupRun, changes: readonly EmployeeChange[]): Promise<Map<string, Identity>> {
  const numbers = changes.flatMap(({ row, set }) => (row ? [] : (set.number ?? [])));
  const known =
    numbers.length > 0 ? await findEmployeesByName(scope.tx, scope.accountId, { numbers: [], codes: numbers }) : [];
  // An employee who left may come back; a code whose employee has another number now is another employee's.
  const taken = new Set(
    known.flatMap((one) =>
      one.systemId === APPLICATION_SYSTEM && !(one.isDeleted && one.number === one.code) ? [one.code] : [],
    ),
  );
  return new Map(
    changes.map(({ ref, row, set }) => {
      const number = set.number?.trim() ?? '';
      const code = taken.has(number) ? uuidv7({ msecs: scope.now.getTime() }) : number || ref;
      return [ref, row ? { systemId: row.systemId, code: row.code } : { systemId: APPLICATION_SYSTEM, code }];
    }),
  );
}
