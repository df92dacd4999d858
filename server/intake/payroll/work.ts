import type { PayrollPart, PayrollSyncBody } from '#contract/intake/payroll.ts';
import { clockFields, pieceworkFields } from '#contract/platform/records.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import {
  ID_USED,
  type IncomingClockRecord,
  type IncomingEntry,
  type Outcome,
  storeRecords,
} from '../../attendance/store.ts';
import type { ChangeScope, PartResult } from '../../masterData/change.ts';
import { findEmployeeIds } from '../../masterData/employees.sql.ts';
import { noCounts } from '../../masterData/plan.ts';
import { codeOf, REASONS, type Rejection } from '../../masterData/records.ts';
import { findForeignNames } from '../../masterData/systems.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { parseWork } from './workRecords.ts';

const CODE_USED = msg('Another record has this code: correct that one, or give this a code of its own');
type WorkPart = 'clockRecords' | 'pieceworkEntries';
type Named = { code: string; employeeCode?: string | null; employeeNumber?: string | null; timeId?: string | null };

/**
 * Stores punches and piecework of a payroll system: raw records, so the same again changes nothing, another one under a known code is refused, and none is ever deleted. They go through the same
 * function as those of devices, which derives the days that they touch. `ownEmployeesOnly`: a number or PIN of another payroll system's employee is
 * refused, so that one system's key cannot clock in the other's employees. `dates`: by their codes, of entries whose list says no time.
 */
export async function syncWork(
  { tx, accountId, systemId, now }: ChangeScope,
  body: PayrollSyncBody,
  { ownEmployeesOnly = false, dates }: { ownEmployeesOnly?: boolean; dates?: ReadonlyMap<string, LocalDate> } = {},
): Promise<Partial<Record<WorkPart, PartResult>>> {
  const results: Partial<Record<WorkPart, PartResult>> = {};
  const resultOf = (part: WorkPart) => {
    results[part] ??= { counts: noCounts(), rejected: [], wrote: false, outcomes: new Map() };
    return results[part];
  };
  const reject = (part: WorkPart, code: string, reason: string, words?: Message) => {
    const result = resultOf(part);
    result.counts.rejected++;
    result.rejected.push({ part, code, reason, key: code, ...(words && { words }) } satisfies Rejection);
  };
  refuseDeletions(body, reject);

  const punches = (body.clockRecords ?? []).flatMap((value) => {
    const read = parseWork(clockFields, value);
    if ('reason' in read) reject('clockRecords', codeOf(value), read.reason, read.words);
    return 'reason' in read ? [] : [read];
  });
  const entries = (body.pieceworkEntries ?? []).flatMap((value) => {
    const read = parseWork(pieceworkFields, value);
    if ('reason' in read) reject('pieceworkEntries', codeOf(value), read.reason, read.words);
    return 'reason' in read ? [] : [read];
  });
  const codes = [...punches, ...entries].flatMap(({ who }) => who.employeeCode ?? []);
  const ids = new Map(
    codes.length ? (await findEmployeeIds(tx, accountId, systemId, codes)).map(({ code, id }) => [code, id]) : [],
  );
  const everyone = [...punches, ...entries].map(({ who }) => who);
  const foreign = ownEmployeesOnly ? await findForeign(tx, accountId, systemId, everyone) : () => false;
  // An unknown employee code is refused, unless the record also names a number or a PIN.
  const known =
    (part: WorkPart) =>
    ({ who }: { who: Named }) => {
      if (who.employeeCode && ids.has(who.employeeCode)) return true;
      const reason = !(who.employeeNumber || who.timeId || !who.employeeCode)
        ? REASONS.unknownEmployee
        : foreign(who)
          ? REASONS.otherSystem
          : null;
      if (reason) reject(part, who.code, reason);
      return reason === null;
    };
  const origin = { source: `payroll:${systemId}`, systemId };
  const whoOf = ({ employeeCode, employeeNumber, timeId }: Named) => ({
    employeeId: employeeCode ? (ids.get(employeeCode) ?? null) : null,
    employeeNumber: employeeNumber ?? null,
    timeId: timeId ?? null,
  });

  const clockRecords = punches.filter(known('clockRecords')).map(
    ({ record, who }): IncomingClockRecord => ({
      ...origin,
      ...whoOf(who),
      recordId: who.code,
      at: new Date(record.at),
      direction: record.direction ?? 'auto',
    }),
  );
  const pieceworkEntries = entries.filter(known('pieceworkEntries')).map(
    ({ record, who }): IncomingEntry => ({
      ...origin,
      ...whoOf(who),
      recordId: who.code,
      lookup1Code: record.lookup1Code ?? null,
      lookup2Code: record.lookup2Code ?? null,
      jobDescription: record.jobDescription ?? null,
      units: record.units,
      startedAt: new Date(record.startedAt),
      date: dates?.get(who.code),
      endedAt: record.endedAt ? new Date(record.endedAt) : null,
      durationMs: record.durationMs ?? null,
      counting: record.counting,
    }),
  );
  const stored = await storeRecords(tx, { accountId, receivedAt: now, clockRecords, pieceworkEntries });
  const tell = (part: WorkPart, sent: readonly { recordId?: string | null }[], outcomes: readonly Outcome[]) => {
    for (const [i, outcome] of outcomes.entries()) {
      const code = sent[i]?.recordId ?? '';
      if (typeof outcome === 'object') {
        reject(part, code, outcome.rejected, outcome.rejected === ID_USED ? CODE_USED : undefined);
        continue;
      }
      const { counts, outcomes: taken } = resultOf(part);
      const became = outcome === 'accepted' ? 'added' : 'unchanged';
      counts[became]++;
      taken?.set(code, became);
    }
    if (results[part]) results[part].wrote = results[part].counts.added > 0;
  };
  if (body.clockRecords) resultOf('clockRecords');
  if (body.pieceworkEntries) resultOf('pieceworkEntries');
  tell('clockRecords', clockRecords, stored.clockRecords);
  tell('pieceworkEntries', pieceworkEntries, stored.pieceworkEntries);
  return results;
}

/** Finds the records whose number, or else PIN, is that of another payroll system's employee. */
async function findForeign(tx: Db, accountId: string, systemId: string, records: readonly Named[]) {
  const names = {
    numbers: records.flatMap(({ employeeNumber }) => employeeNumber ?? []),
    timeIds: records.flatMap(({ timeId }) => timeId ?? []),
  };
  if (names.numbers.length + names.timeIds.length === 0) return () => false;
  const found = await findForeignNames(tx, accountId, systemId, names);
  const [numbers, timeIds] = [new Set(found.numbers), new Set(found.timeIds)];
  return ({ employeeNumber, timeId }: Named) =>
    Boolean((employeeNumber && numbers.has(employeeNumber)) || (timeId && timeIds.has(timeId)));
}

function refuseDeletions(body: PayrollSyncBody, reject: (part: WorkPart, code: string, reason: string) => void) {
  for (const part of ['clockRecords', 'pieceworkEntries'] satisfies PayrollPart[]) {
    for (const code of body.deleted?.[part] ?? []) reject(part, code, REASONS.rawRecordsAreKept);
    if (body.complete?.includes(part)) reject(part, '', REASONS.rawRecordsAreKept);
  }
}
