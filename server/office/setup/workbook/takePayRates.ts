import type { RateKind } from '#contract/masterData/payRules.ts';
import { msg } from '#contract/platform/words.ts';
import { type OwnedPayRate, type PayRateValue, selectDeletedPayRates } from '../../../masterData/payRates.sql.ts';
import { rateKey } from '../../../masterData/payRates.ts';
import { ofColumn } from '../../../platform/files/spreadsheet/wrongKind.ts';
import { Units } from '../../../platform/units.ts';
import { writePayRates } from '../payRates.ts';
import { amountCell, dateCell, noneOf, WrongCell } from './cells.ts';
import { labelOf } from './columns.ts';
import type { Taking } from './items.ts';
import { groupFinderOf, type Shown } from './snapshot.ts';
import { firstBy, goneOf, needed, readLines, refOf, settleAll } from './takeLists.ts';

const KINDS: readonly RateKind[] = ['piece', 'hourly'];

/** Takes rates or minimums, each found by its Key, or by its date and all that it names. A column that is missing leaves what is there. */
export async function takePayRates(taking: Taking): Promise<void> {
  const { run, sheet, before } = taking;
  const part = sheet === 'minimums' ? 'minimums' : 'rates';
  const all = before[part];
  const byName = firstBy(all, ({ row }) => rateKey(row));
  const keys = new Map(all.map((one) => [one.row.id, one]));
  const groupNamed = groupFinderOf(before.groups.map(({ row }) => row));
  const employees = new Map(before.employees.map(({ row }) => [row.number, row.id]));
  const found = readLines<OwnedPayRate, PayRateValue>(await withoutDeletedKeys(taking), all, ({ cells }) => {
    const byKey = keys.get((cells.key ?? '').toLowerCase());
    /** Returns what a cell says; what is there where the column is missing or as it is shown. */
    const said = <V>(column: string, own: (row: OwnedPayRate) => V, read: (cell: string) => V): V => {
      const cell = cells[column];
      return byKey && (cell === undefined || cell === byKey.cells[column]) ? own(byKey.row) : read(cell ?? '');
    };
    const named = (
      column: string,
      own: (row: OwnedPayRate) => string | null,
      find: (cell: string) => string | undefined,
    ) =>
      said(column, own, (cell) => {
        const id = cell === '' ? null : find(cell);
        if (id === undefined)
          throw new WrongCell(msg('There is no "{cell}" (column {column})', { cell, column: labelOf(sheet, column) }));
        return id;
      });
    const value = {
      kind:
        part === 'minimums'
          ? 'minimum'
          : said(
              'kind',
              ({ kind }) => kind,
              () => kindCell(cells),
            ),
      from: said(
        'from',
        ({ from }) => from,
        () => dateCell(needed(cells, sheet, 'from'), labelOf(sheet, 'from')) ?? '',
      ),
      lookup1: named(
        'lookup1',
        (row) => row.lookup1,
        (cell) => cell,
      ),
      lookup2: named(
        'lookup2',
        (row) => row.lookup2,
        (cell) => cell,
      ),
      jobDescriptionId: named(
        'jobDescription',
        (row) => row.jobDescriptionId,
        (cell) => groupNamed('job', cell),
      ),
      employeeGroupId: named(
        'employeeGroup',
        (row) => row.employeeGroupId,
        (cell) => groupNamed('employee', cell),
      ),
      employeeId: named(
        'employee',
        (row) => row.employeeId,
        (cell) => employees.get(cell),
      ),
    };
    const shown = byKey ?? byName.get(rateKey(value));
    return { shown, value: { ...value, amount: amountOf(taking, cells, shown) }, once: rateKey(value) };
  });
  const gone = goneOf(taking, all, found);
  const changes = found.filter(({ isDeleted }) => !isDeleted);
  if (changes.length + gone.length === 0) return;
  const results = await writePayRates(
    run,
    part,
    changes.map(({ line, shown, value }) => ({ ref: refOf(line), row: shown?.row, ...value })),
    gone.map(({ row }) => row),
  );
  for (const [ref, result] of results)
    if ('refused' in result && result.field !== undefined && !result.isTaken) {
      const column = labelOf(sheet, result.field.replace(/(Id|Code)$/, ''));
      results.set(ref, { ...result, refused: ofColumn(column, result.refused) });
    }
  settleAll(taking, results, found, gone);
}

function kindCell(cells: Record<string, string>): RateKind {
  const cell = needed(cells, 'rates', 'kind');
  const kind = KINDS.find((one) => one === cell.toLowerCase());
  if (!kind) throw noneOf(cell, KINDS, labelOf('rates', 'kind'));
  return kind;
}

/** Returns an amount as it is stored, without zeros at its end. */
function amountOf({ sheet }: Taking, cells: Record<string, string>, shown: Shown<OwnedPayRate> | undefined): string {
  if (shown && cells.amount === undefined) return shown.row.amount;
  const cell = needed(cells, sheet, 'amount');
  return new Units(amountCell(cell, labelOf(sheet, 'amount'))).toFixed();
}

/** Makes new lines of those whose Key is of a rate that was deleted since: so the data as it was can be taken back. */
async function withoutDeletedKeys(taking: Taking): Promise<Taking> {
  const { tx, accountId } = taking.run.scope;
  const keys = taking.lines.flatMap(({ cells }) => cells.key?.toLowerCase() || []);
  const deleted = new Set(await selectDeletedPayRates(tx, accountId, keys));
  const isDeleted = (key: string | undefined) => key !== undefined && deleted.has(key.toLowerCase());
  return {
    ...taking,
    lines: taking.lines.map((line) =>
      isDeleted(line.cells.key) ? { ...line, cells: { ...line.cells, key: '' } } : line,
    ),
  };
}
