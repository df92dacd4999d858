import { v7 as uuidv7 } from 'uuid';
import { msg } from '#contract/platform/words.ts';
import { joined } from '../../attendance/recalculated.ts';
import { findPayRates, type OwnedPayRate, type PayRateValue } from '../../masterData/payRates.sql.ts';
import { syncPayRates } from '../../masterData/payRates.ts';
import { settle } from './lists.ts';
import type { SetupRun } from './run.ts';
import { isForeign, OWN_PAY, ownedElsewhere, type Results } from './words.ts';

export type PayRateChange = PayRateValue & { ref: string; row: OwnedPayRate | undefined };

/** Writes rates or minimums through the function of a payroll sync; those that a system owns are refused, and the caller's own. */
export async function writePayRates(
  run: SetupRun,
  part: 'rates' | 'minimums',
  changes: readonly PayRateChange[],
  deleted: readonly OwnedPayRate[] = [],
): Promise<Results> {
  const { scope } = run;
  const results: Results = new Map();
  const foreign = (row: OwnedPayRate) =>
    ownedElsewhere(run, row.systemId, (owner) =>
      part === 'rates'
        ? msg('{owner} owns this rate: change it there.', { owner })
        : msg('{owner} owns this minimum: change it there.', { owner }),
    );
  const isOwn = ({ employeeId }: PayRateValue) => employeeId !== null && employeeId === run.ownEmployeeId;
  const sent: (PayRateChange & { code: string })[] = [];
  for (const change of changes) {
    const { ref, row } = change;
    if (row && isAsBefore(change, row)) results.set(ref, { outcome: 'unchanged', id: row.id });
    else if (row && isForeign(row)) results.set(ref, foreign(row));
    else if (isOwn(change) || (row && isOwn(row))) results.set(ref, OWN_PAY);
    else sent.push({ ...change, code: row?.code ?? uuidv7({ msecs: scope.now.getTime() }) });
  }
  const going = deleted.filter((row) => !isForeign(row) && !isOwn(row));
  for (const row of deleted)
    if (isForeign(row)) results.set(row.id, foreign(row));
    else if (isOwn(row)) results.set(row.id, OWN_PAY);
  const written = await syncPayRates(
    scope,
    {
      [part]: sent.map((rate) => ({
        ...{ code: rate.code, kind: part === 'rates' ? rate.kind : undefined, amount: rate.amount, from: rate.from },
        ...{ lookup1Code: rate.lookup1, lookup2Code: rate.lookup2, jobDescriptionCode: rate.jobDescriptionId },
        ...{ employeeGroupCode: rate.employeeGroupId, employeeCode: rate.employeeId },
      })),
      deleted: { [part]: going.map(({ code }) => code) },
    },
    part,
  );
  const after = await findPayRates(scope.tx, scope.accountId);
  const ids = new Map(after.flatMap((one) => (isForeign(one) ? [] : [[one.code, one.id] as const])));
  for (const { ref, code } of sent) settle(results, ref, written, code, ids.get(code));
  for (const { id, code } of going)
    if (ids.has(code)) settle(results, id, written, code, id);
    else results.set(id, { outcome: 'deleted', id });
  run.wrote ||= written?.wrote ?? false;
  if (written?.paid) run.paid = joined(run.paid, written.paid);
  return results;
}

const VALUE = [
  'kind',
  'amount',
  'from',
  'lookup1',
  'lookup2',
  'jobDescriptionId',
  'employeeGroupId',
  'employeeId',
] as const;
const isAsBefore = (change: PayRateChange, row: OwnedPayRate) => VALUE.every((field) => change[field] === row[field]);
