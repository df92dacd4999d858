import { v7 as uuidv7 } from 'uuid';
import type { HoursRuleValue } from '#contract/masterData/hoursRules.ts';
import { msg } from '#contract/platform/words.ts';
import { findHoursRules, type OwnedHoursRule } from '../../masterData/hoursRules.sql.ts';
import { syncHoursRules } from '../../masterData/hoursRules.ts';
import { settle } from './lists.ts';
import { rememberCalendar, type SetupRun } from './run.ts';
import { isForeign, ownedElsewhere, type Results } from './words.ts';

export type HoursRuleChange = {
  ref: string;
  row: OwnedHoursRule | undefined;
  timeGroupId: string | null;
  from: string | null;
  rule: HoursRuleValue;
};

const isAsBefore = ({ timeGroupId, from, rule }: HoursRuleChange, row: OwnedHoursRule) =>
  JSON.stringify([timeGroupId, from, rule]) === JSON.stringify([row.timeGroupId, row.from, row.rule]);

/** Writes hours rules through the function of a payroll sync; those that a system owns are refused. */
export async function writeHoursRules(
  run: SetupRun,
  changes: readonly HoursRuleChange[],
  deleted: readonly OwnedHoursRule[] = [],
): Promise<Results> {
  const { scope } = run;
  const results: Results = new Map();
  const foreign = (row: OwnedHoursRule) =>
    ownedElsewhere(run, row.systemId, (owner) => msg('{owner} owns this hours rule: change it there.', { owner }));
  const sent: (HoursRuleChange & { code: string })[] = [];
  for (const change of changes) {
    const { ref, row } = change;
    if (row && isForeign(row))
      results.set(ref, isAsBefore(change, row) ? { outcome: 'unchanged', id: row.id } : foreign(row));
    else sent.push({ ...change, code: row?.code ?? uuidv7({ msecs: scope.now.getTime() }) });
  }
  for (const row of deleted) results.set(row.id, isForeign(row) ? foreign(row) : { outcome: 'deleted', id: row.id });
  await rememberCalendar(run);
  const part = await syncHoursRules(
    scope,
    {
      hoursRules: sent.map(({ code, timeGroupId, from, rule }) => ({
        ...rule,
        code,
        timeGroupCode: timeGroupId,
        effectiveFrom: from,
      })),
      deleted: { hoursRules: deleted.filter((row) => !isForeign(row)).map(({ code }) => code) },
    },
    (id) => id,
  );
  const after = await findHoursRules(scope.tx, scope.accountId);
  const ids = new Map(after.flatMap((one) => (isForeign(one) ? [] : [[one.code, one.id] as const])));
  for (const { ref, code } of sent) settle(results, ref, part, code, ids.get(code));
  run.wrote ||= part?.wrote ?? false;
  return results;
}
