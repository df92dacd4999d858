import type { PayrollPart, PayrollSyncBody, PayrollSyncResult } from '#contract/intake/payroll.ts';
import type { Deferring } from '../../attendance/afterwards.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { joined } from '../../attendance/recalculated.ts';
import { lockMasterData } from '../../masterData/account.sql.ts';
import { syncHolidays, syncStandardTimes } from '../../masterData/calendar.ts';
import type { ChangeScope, PartResult } from '../../masterData/change.ts';
import { applyEffects } from '../../masterData/effects.ts';
import { syncEmployees } from '../../masterData/employees.ts';
import { groupFinder, syncGroups } from '../../masterData/groups.ts';
import { syncHoursRules } from '../../masterData/hoursRules.ts';
import { syncLookupNames, syncLookups } from '../../masterData/lookups.ts';
import { syncPayRates } from '../../masterData/payRates.ts';
import { spellingOf } from '../../masterData/system.ts';
import { savePayrollSystem, setLastSync } from '../../masterData/systems.sql.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { localDateOf, zoneOf } from '../../platform/zone.ts';
import { claimAndAdopt, noteMatching } from './ownership.ts';
import { syncWork } from './work.ts';

export type SyncRequest = {
  accountId: string;
  systemId: string;
  body: PayrollSyncBody;
  /** Read after the account's row is locked: no record may get an instant from before a restore that began earlier. */
  clock: Clock;
  /** False for a file that was dropped by hand: it does not make its source a payroll system of the account. */
  isPayrollSystem?: boolean;
  /** Returns the system and code of an employee, where the code is not of `systemId`. */
  identifyEmployee?: (code: string) => { systemId: string; code: string };
  deferring?: Deferring;
};

/**
 * Carries out one payroll sync within the caller's transaction. Parts are handled in an order in which each finds
 * what it refers to; figures that may differ are derived again; the data version rises only when something changed.
 */
export async function syncPayroll(tx: Db, request: SyncRequest): Promise<PayrollSyncResult> {
  const { accountId, body, clock, isPayrollSystem = true, identifyEmployee, deferring } = request;
  const account = await lockMasterData(tx, accountId);
  const now = clock.now();
  const systemId = isPayrollSystem ? await spellingOf(tx, accountId, request.systemId) : request.systemId;
  if (isPayrollSystem) await savePayrollSystem(tx, accountId, { systemId, name: body.name || undefined, now });
  const scope: ChangeScope = { tx, accountId, systemId, now, version: account.dataVersion + 1, deferring };
  const today = localDateOf(zoneOf(account.timeZone), now.getTime());

  const owned = isPayrollSystem ? await claimAndAdopt(scope, body) : false;
  const results: Partial<Record<PayrollPart, PartResult>> = {};
  const { results: groupResults, groups } = await syncGroups(scope, body);
  Object.assign(results, groupResults);
  const findGroup = groupFinder(groups);
  const findTimeGroup = (code: string) => findGroup('time', systemId, code);

  results.lookupDefinitions = await syncLookupNames(scope, body);
  results.lookups = await syncLookups(scope, body);
  const calendarBefore = await loadCalendar(tx, accountId);
  const times = await syncStandardTimes(scope, body, findTimeGroup);
  const holidays = await syncHolidays(scope, body, findTimeGroup);
  const hoursRules = await syncHoursRules(scope, body, findTimeGroup);
  const employees = await syncEmployees(scope, body, findGroup, today, identifyEmployee);
  const rates = await syncPayRates(scope, body, 'rates');
  const minimums = await syncPayRates(scope, body, 'minimums');
  Object.assign(results, { standardTimes: times, holidays, hoursRules, employees, rates, minimums });

  if (isPayrollSystem) await noteMatching(scope, body);
  const wrote = owned || Object.values(results).some((result) => result?.wrote);
  await applyEffects(scope, today, {
    wrote,
    employees: employees?.effects,
    paid: joined(rates?.paid ?? new Map(), minimums?.paid ?? new Map()),
    calendarBefore: times?.wrote || holidays?.wrote || hoursRules?.wrote ? calendarBefore : undefined,
  });
  Object.assign(results, await syncWork(scope, body, { ownEmployeesOnly: isPayrollSystem }));
  if (isPayrollSystem && wrote) await setLastSync(tx, accountId, systemId, now);
  const { replaced = [] } = employees ?? {};
  return { ...answerOf(results), ...(replaced.length > 0 && { anotherPerson: replaced }) };
}

function answerOf(results: Partial<Record<PayrollPart, PartResult>>): PayrollSyncResult {
  const answer: PayrollSyncResult = { counts: {}, rejected: [] };
  for (const [part, result] of Object.entries(results)) {
    if (!result) continue;
    // The keys of `results` are parts.
    answer.counts[part as PayrollPart] = result.counts;
    answer.rejected.push(...result.rejected);
  }
  return answer;
}
