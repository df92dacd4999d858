import type { CorrectionChange } from '#contract/figures/corrections.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  type LedgerRow,
  type Second,
  selectEmployees,
  selectExcuseSpans,
  selectRawEntries,
  selectRawPunches,
  selectTaken,
} from './corrections.sql.ts';
import { type Context, toSecond } from './resolved.ts';

type Named = { changes: readonly CorrectionChange[]; rows: readonly LedgerRow[] };
type Given = Pick<Context, 'zone' | 'now' | 'today' | 'correctionDays'>;

/** Reads everything that some changes, or rows to be undone, refer to, in a few statements whatever their number. */
export async function readContext(tx: Db, accountId: string, { changes, rows }: Named, given: Given): Promise<Context> {
  const punchIds = [
    ...changes.flatMap((change) =>
      change.do === 'void-punch' || change.do === 'replace-punch' ? change.recordId : [],
    ),
    ...rows.flatMap(({ table, recordId }) => (table === 'punch' && recordId ? recordId : [])),
  ];
  const entryIds = [
    ...changes.flatMap((change) =>
      change.do === 'void-entry' || change.do === 'replace-entry' ? change.recordId : [],
    ),
    ...rows.flatMap(({ table, recordId }) => (table === 'entry' && recordId ? recordId : [])),
  ];
  const punches = punchIds.length > 0 ? await selectRawPunches(tx, accountId, punchIds) : [];
  const entries = entryIds.length > 0 ? await selectRawEntries(tx, accountId, entryIds) : [];
  const rawPunches = new Map(punches.map((punch) => [punch.recordId, punch]));

  const ids = new Set(
    [...changes, ...rows, ...punches, ...entries, ...entries.flatMap(({ former }) => former ?? [])].flatMap((one) =>
      'employeeId' in one && one.employeeId ? one.employeeId : [],
    ),
  );
  const employees = await selectEmployees(tx, accountId, [...ids]);
  const excused = changes.flatMap((change) =>
    change.do === 'excuse' ? change : change.do === 'approve' ? { ...change, from: change.day } : [],
  );
  const first = excused.map(({ from }) => from).sort()[0];
  const excuses = first
    ? await selectExcuseSpans(
        tx,
        accountId,
        excused.map(({ employeeId }) => employeeId),
        first,
      )
    : [];

  const seconds = changes.flatMap((change): Second[] => {
    if (change.do === 'add-punch') return [{ employeeId: change.employeeId, at: change.at }];
    if (change.do !== 'replace-punch') return [];
    const raw = rawPunches.get(change.recordId);
    const employeeId = change.employeeId ?? raw?.employeeId;
    const at = change.at ?? raw?.at;
    return employeeId && at ? [{ employeeId, at }] : [];
  });
  const wanted = seconds.map(({ employeeId, at }) => ({ employeeId, at: new Date(toSecond(at)).toISOString() }));
  const taken = wanted.length > 0 ? await selectTaken(tx, accountId, wanted) : [];
  return {
    ...given,
    punches: rawPunches,
    entries: new Map(entries.map((entry) => [entry.recordId, entry])),
    employees: new Map(employees.map((employee) => [employee.employeeId, employee])),
    excuses,
    takenBy: (employeeId, at) =>
      taken.filter((one) => one.employeeId === employeeId && Date.parse(one.at) === at).map(({ recordId }) => recordId),
  };
}
