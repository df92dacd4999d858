import type { PayrollPart, PayrollSyncBody, PayrollSyncResult } from '#contract/payroll.ts';
import { raiseDataVersion } from '../attendance/records.sql.ts';
import { deriveChanged, deriveOver, firstKeptDay } from '../attendance/refresh.ts';
import { linkAndDerive } from '../attendance/store.ts';
import { addDays, localDateOf, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { keepPayrollSystem, lockAccount, noteChangedDays, setLastSync, setLookupNames } from './account.sql.ts';
import { syncHolidays, syncStandardTimes } from './calendarParts.ts';
import type { HolidayValue } from './catalog.sql.ts';
import { type PartResult, type SyncScope, syncGroups, syncLookups } from './catalog.ts';
import { type EmployeeEffects, syncEmployees } from './employeePart.ts';
import { noCounts } from './plan.ts';
import { readPart } from './readPart.ts';
import { lookupDefinitionRecord } from './records.ts';
import { spellingOf } from './system.ts';
import { syncWork } from './work.ts';

export type SyncRequest = {
  accountId: string;
  systemId: string;
  body: PayrollSyncBody;
  now: Date;
  /** False for a file dropped by hand: it makes no payroll system of the account. */
  isPayrollSystem?: boolean;
  /** Whose an employee code is, where it is not of `systemId`. */
  identifyEmployee?: (code: string) => { systemId: string; code: string };
};

/**
 * One payroll sync, within the caller's transaction of the account (spec/server.md, Payroll systems). Parts are taken in the order in
 * which they name each other; figures that may differ are derived again; the data version rises when anything changed, and only then.
 */
export async function syncPayroll(tx: Db, request: SyncRequest): Promise<PayrollSyncResult> {
  const { accountId, body, now, isPayrollSystem = true, identifyEmployee } = request;
  const account = await lockAccount(tx, accountId);
  const systemId = isPayrollSystem ? await spellingOf(tx, accountId, request.systemId) : request.systemId;
  if (isPayrollSystem) await keepPayrollSystem(tx, accountId, { systemId, name: body.name || undefined, now });
  const scope: SyncScope = { tx, accountId, systemId, now, version: account.dataVersion + 1 };
  const today = localDateOf(zoneOf(account.timeZone), now.getTime());

  const results: Partial<Record<PayrollPart, PartResult>> = {};
  const { results: groupResults, groups } = await syncGroups(scope, body);
  Object.assign(results, groupResults);
  const ids = new Map(
    groups
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, kind, systemId: owner, code }) => [JSON.stringify([kind, owner, code]), id]),
  );
  const findTimeGroup = (code: string) => ids.get(JSON.stringify(['time', systemId, code]));

  results.lookupDefinitions = await syncLookupNames(scope, body, account);
  results.lookups = await syncLookups(scope, body);
  const times = await syncStandardTimes(scope, body, findTimeGroup);
  const holidays = await syncHolidays(scope, body, findTimeGroup);
  const employees = await syncEmployees(
    scope,
    body,
    (kind, owner, code) => ids.get(JSON.stringify([kind, owner, code])),
    today,
    identifyEmployee,
  );
  Object.assign(results, { standardTimes: times, holidays, employees });

  const wrote = Object.values(results).some((result) => result?.wrote);
  await settle(scope, today, {
    wrote,
    totalsChanged: employees?.effects.changesTotals || times?.wrote || holidays?.wrote || false,
    employees: employees?.effects,
    changedGroups: times?.changedGroups,
    holidays: holidays?.changed,
  });
  Object.assign(results, await syncWork(scope, body));
  if (isPayrollSystem && wrote) await setLastSync(tx, accountId, systemId, now);
  return answerOf(results);
}

/** What the account calls its lookups; the rest of the part's rules are those of the others. */
async function syncLookupNames(
  { tx, accountId }: SyncScope,
  body: PayrollSyncBody,
  account: { lookup1Name: string; lookup2Name: string },
): Promise<PartResult | undefined> {
  const read = readPart('lookupDefinitions', body, (value) => lookupDefinitionRecord.safeParse(value));
  if (!read.touched) return undefined;
  const counts = { ...noCounts(), rejected: read.rejected.length };
  const names = [account.lookup1Name, account.lookup2Name];
  const said = new Map(read.records.map(({ lookup, name }) => [lookup, name]));
  for (const lookup of [1, 2] as const) {
    const isGone = read.deleted.includes(String(lookup)) || (read.complete && !said.has(lookup));
    const name = said.get(lookup) ?? (isGone ? `Lookup ${lookup}` : undefined);
    if (name === undefined) continue;
    if (name === names[lookup - 1]) counts.unchanged++;
    else counts[isGone ? 'deleted' : 'changed']++;
    names[lookup - 1] = name;
  }
  const wrote = counts.changed + counts.deleted > 0;
  const [lookup1Name = '', lookup2Name = ''] = names;
  if (wrote) await setLookupNames(tx, accountId, { lookup1Name, lookup2Name });
  return { counts, rejected: read.rejected, wrote };
}

export type Effects = {
  wrote: boolean;
  totalsChanged: boolean;
  employees?: EmployeeEffects | undefined;
  changedGroups?: ReadonlySet<string> | undefined;
  holidays?: readonly HolidayValue[] | undefined;
};

/** After everything but the records of work: links what waited for a PIN or a number, derives what moved, raises the version once. */
export async function settle(scope: SyncScope, today: string, effects: Effects): Promise<void> {
  const { tx, accountId, now, version } = scope;
  const first = firstKeptDay(today);
  if (effects.totalsChanged) await noteChangedDays(tx, accountId, version, { from: first, to: today });
  const moved = { employeeIds: effects.employees?.moved ?? [], timeGroupIds: [...(effects.changedGroups ?? [])] };
  if (moved.employeeIds.length + moved.timeGroupIds.length > 0) await deriveChanged(tx, accountId, moved, now);
  const days = (effects.holidays ?? [])
    .map(({ date }) => date)
    .filter((date) => date >= first && date <= addDays(today, 2));
  // A shift that comes or goes can move what lies on the days beside it.
  for (const day of new Set(days))
    await deriveOver(tx, accountId, null, { from: addDays(day, -2), to: addDays(day, 2) });
  const linked = await linkAndDerive(tx, accountId, effects.employees?.arrived ?? [], now);
  if (effects.wrote || linked) await raiseDataVersion(tx, accountId, now);
}

function answerOf(results: Partial<Record<PayrollPart, PartResult>>): PayrollSyncResult {
  const answer: PayrollSyncResult = { counts: {}, rejected: [] };
  for (const [part, result] of Object.entries(results)) {
    if (!result) continue;
    // Keys of `results` are parts.
    answer.counts[part as PayrollPart] = result.counts;
    answer.rejected.push(...result.rejected);
  }
  return answer;
}
