import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { OwnedHoursRule } from '../../../masterData/hoursRules.sql.ts';
import { ofColumn } from '../../../platform/files/spreadsheet/wrongKind.ts';
import { writeHoursRules } from '../hoursRules.ts';
import { dateCell } from './cells.ts';
import { labelOf } from './columns.ts';
import { timeGroupsNamed } from './groups.ts';
import { RULE_FIELDS, readInto } from './hoursRuleCells.ts';
import type { Taking } from './items.ts';
import { firstBy, goneOf, readLines, refOf, settleAll } from './takeLists.ts';

/** Takes hours rules, each found by its Key, or by time group and date. A column that is missing leaves what is there. */
export async function takeHoursRules(taking: Taking): Promise<void> {
  const { run } = taking;
  const all = taking.before.hoursRules;
  const groups = await timeGroupsNamed(taking);
  const byDate = firstBy(all, ({ row }) => `${row.timeGroupId} ${row.from}`);
  const keys = new Map(all.map((one) => [one.row.id, one]));
  type Value = Pick<OwnedHoursRule, 'timeGroupId' | 'from' | 'rule'>;
  const found = readLines<OwnedHoursRule, Value>(taking, all, ({ cells }) => {
    const named = cells.timeGroup ? (groups.find('time', cells.timeGroup) ?? null) : null;
    const date = dateCell(cells.from ?? '', labelOf(taking.sheet, 'from'));
    const shown = keys.get((cells.key ?? '').toLowerCase()) ?? byDate.get(`${named} ${date}`);
    const rule = { ...(shown?.row.rule ?? HOURS_RULE_DEFAULTS) };
    for (const field of RULE_FIELDS) {
      const cell = cells[field];
      // As it is shown it stays: a factor may have more decimals than a cell.
      if (cell !== undefined && cell !== shown?.cells[field]) readInto(rule, field, cell);
    }
    const isShown = (column: 'timeGroup' | 'from') =>
      shown !== undefined && (cells[column] === undefined || cells[column] === shown.cells[column]);
    const timeGroupId = shown && isShown('timeGroup') ? shown.row.timeGroupId : named;
    const from = shown && isShown('from') ? shown.row.from : date;
    return { shown, value: { timeGroupId, from, rule }, once: `${timeGroupId} ${from}` };
  });
  const gone = goneOf(taking, all, found);
  const changes = found.filter(({ isDeleted }) => !isDeleted);
  if (changes.length + gone.length === 0) return;
  const results = await writeHoursRules(
    run,
    changes.map(({ line, shown, value }) => ({ ref: refOf(line), row: shown?.row, ...value })),
    gone.map(({ row }) => row),
  );
  for (const [ref, result] of results)
    if ('refused' in result && result.field !== undefined && !result.isTaken)
      results.set(ref, { ...result, refused: ofColumn(labelOf(taking.sheet, result.field), result.refused) });
  settleAll(taking, results, found, gone, ({ cells }) => groups.note('time', cells.timeGroup ?? ''));
}
