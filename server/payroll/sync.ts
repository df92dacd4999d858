import type { PayrollPart, PayrollSyncBody, PayrollSyncResult } from '#contract/payroll.ts';
import type { Calendar } from '../attendance/calendar.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { raiseDataVersion } from '../attendance/records.sql.ts';
import { deriveChanged, firstKeptDay } from '../attendance/refresh.ts';
import { linkAndDerive } from '../attendance/store.ts';
import { localDateOf, zoneOf } from '../attendance/zone.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import {
  keepPayrollSystem,
  type LockedAccount,
  type LookupName,
  lockAccount,
  noteChangedDays,
  setLastSync,
  setLookupNames,
} from './account.sql.ts';
import { syncHolidays, syncStandardTimes } from './calendarParts.ts';
import { type PartResult, type SyncScope, syncGroups, syncLookups } from './catalog.ts';
import { type EmployeeEffects, syncEmployees } from './employeePart.ts';
import { noCounts } from './plan.ts';
import { readPart } from './readPart.ts';
import { lookupDefinitionRecord, REASONS, type Rejection } from './records.ts';
import { spellingOf } from './system.ts';
import { syncWork } from './work.ts';

export type SyncRequest = {
  accountId: string;
  systemId: string;
  body: PayrollSyncBody;
  /** Asked once the account's row is locked: what a restore began to replace before is not stamped earlier (S-65). */
  clock: Clock;
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
  const { accountId, body, clock, isPayrollSystem = true, identifyEmployee } = request;
  const account = await lockAccount(tx, accountId);
  const now = clock.now();
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
  const calendarBefore = await loadCalendar(tx, accountId);
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
    calendarBefore: times?.wrote || holidays?.wrote ? calendarBefore : undefined,
  });
  Object.assign(results, await syncWork(scope, body, { ownEmployeesOnly: isPayrollSystem }));
  if (isPayrollSystem && wrote) await setLastSync(tx, accountId, systemId, now);
  return answerOf(results);
}

/** What the account calls its lookups: said by one system each, which another does not rename. The rest is as in other parts. */
async function syncLookupNames(
  { tx, accountId, systemId }: SyncScope,
  body: PayrollSyncBody,
  account: LockedAccount,
): Promise<PartResult | undefined> {
  const read = readPart('lookupDefinitions', body, (value) => lookupDefinitionRecord.safeParse(value));
  if (!read.touched) return undefined;
  const counts = { ...noCounts(), rejected: read.rejected.length };
  const rejected: Rejection[] = [...read.rejected];
  const said = new Map(read.records.map(({ lookup, name }) => [lookup, name]));
  const nameAfter = (lookup: 1 | 2, before: LookupName): LookupName => {
    const isForeign = before.system !== null && before.system !== systemId;
    const isDeleted = read.deleted.includes(String(lookup));
    const isGone = isDeleted || (read.complete && !said.has(lookup) && !isForeign);
    const name = said.get(lookup) ?? (isGone ? `Lookup ${lookup}` : undefined);
    if (name === undefined) return before;
    if (name === before.name) counts.unchanged++;
    else if (isForeign) {
      counts.rejected++;
      rejected.push({ part: 'lookupDefinitions', code: String(lookup), reason: REASONS.otherSystem });
    } else counts[isGone ? 'deleted' : 'changed']++;
    return isForeign ? before : { name, system: isGone ? null : systemId };
  };
  const before: [LookupName, LookupName] = [
    { name: account.lookup1Name, system: account.lookup1System },
    { name: account.lookup2Name, system: account.lookup2System },
  ];
  const after: [LookupName, LookupName] = [nameAfter(1, before[0]), nameAfter(2, before[1])];
  if (JSON.stringify(after) !== JSON.stringify(before)) await setLookupNames(tx, accountId, after);
  return { counts, rejected, wrote: counts.changed + counts.deleted > 0 };
}

export type Effects = {
  wrote: boolean;
  totalsChanged: boolean;
  employees?: EmployeeEffects | undefined;
  /** The calendar before standard times or holidays were written; absent where none were. */
  calendarBefore?: Calendar | undefined;
};

/** After everything but the records of work: links what waited for a PIN or a number, derives what moved, raises the version once. */
export async function settle(scope: SyncScope, today: string, effects: Effects): Promise<void> {
  const { tx, accountId, now, version } = scope;
  if (effects.totalsChanged) await noteChangedDays(tx, accountId, version, { from: firstKeptDay(today), to: today });
  const timeGroups = effects.employees?.moved ?? new Map();
  if (effects.calendarBefore || timeGroups.size > 0) {
    const calendar = effects.calendarBefore ?? (await loadCalendar(tx, accountId));
    await deriveChanged(tx, accountId, { calendar, timeGroups }, now);
  }
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
