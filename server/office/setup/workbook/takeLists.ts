import { type Message, msg, words } from '#contract/platform/words.ts';
import { bare } from '../../../platform/files/headings.ts';
import { lineReason } from '../../../platform/files/lineReason.ts';
import { countByTimeGroup } from '../employees.ts';
import { nameLookup, writeGroups, writeHolidays, writeLookups } from '../lists.ts';
import type { GroupRow, HolidayRow, LookupRow } from '../reading.sql.ts';
import { selectGroups } from '../reading.sql.ts';
import type { SetupRun } from '../run.ts';
import { isForeign, type Results } from '../words.ts';
import { dateCell, isMissing, noneOf, WrongCell, yesCell } from './cells.ts';
import { KIND_LABELS, labelOf } from './columns.ts';
import type { ContentLine } from './content.ts';
import { timeGroupsNamed } from './groups.ts';
import { type Item, lackedBy, refuse, settleItem, type Taking } from './items.ts';
import { lookupNameId, type Shown } from './snapshot.ts';

type Found<R, C> = { line: ContentLine; shown: Shown<R> | undefined; value: C; isDeleted: boolean };
type Read<R, C> = (line: ContentLine) => { shown: Shown<R> | undefined; value: C; once: string };

/** Reads the lines of a list, each record once, by Key or by what identifies it. */
export function readLines<R extends { id: string }, C>(
  taking: Taking,
  all: readonly Shown<R>[],
  read: Read<R, C>,
): Found<R, C>[] {
  const keys = new Map(all.map((one) => [one.row.id, one]));
  const seen = new Map<string, number>();
  return taking.lines.flatMap((line): Found<R, C>[] => {
    try {
      const { key = '', delete: remove = '' } = line.cells;
      const byKey = keys.get(key.toLowerCase());
      if (key && !byKey) throw new WrongCell(words('The Key is of no record here: leave it empty for a new one'));
      const { shown: named, value, once } = read(line);
      const shown = byKey ?? named;
      const earlier = seen.get(shown?.row.id ?? once);
      if (earlier !== undefined) throw new WrongCell(msg('Line {earlier} is the same record', { earlier }));
      seen.set(shown?.row.id ?? once, line.line);
      const isDeleted = remove !== '' && yesCell(remove, labelOf(taking.sheet, 'delete'));
      if (isDeleted && !shown) throw new WrongCell(words('There is no such record to delete'));
      return [{ line, shown, value, isDeleted }];
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error;
      refuse(taking, line.line, line.cells, error.said);
      return [];
    }
  });
}

/** Returns the first record for each key: lines are as many as records, so a search for each line would take minutes. */
export const firstBy = <R>(all: readonly Shown<R>[], keyOf: (one: Shown<R>) => string): ReadonlyMap<string, Shown<R>> =>
  new Map(all.toReversed().map((one) => [keyOf(one), one]));

/** Returns a cell that a line must have; throws WrongCell where it is empty. */
export const needed = (cells: Record<string, string>, sheet: Taking['sheet'], column: string) => {
  const cell = cells[column] ?? '';
  if (cell === '') throw isMissing(labelOf(sheet, column));
  return cell;
};

/** Returns the records to delete: those whose line says so, and those that a whole list lacks. */
export function goneOf<R extends { id: string; systemId: string }, C>(
  taking: Taking,
  all: readonly Shown<R>[],
  found: readonly Found<R, C>[],
) {
  const listed = new Set(found.flatMap(({ shown }) => shown?.row.id ?? []));
  const lacking = lackedBy(
    taking,
    all.filter(({ row }) => !listed.has(row.id) && !isForeign(row)),
  );
  const deleted = found.flatMap(({ line, shown, isDeleted }) =>
    isDeleted && shown ? [{ line: line.line, ...shown }] : [],
  );
  return [...deleted, ...lacking.map((one) => ({ line: null, ...one }))];
}

export function settleAll<R extends { id: string }, C>(
  taking: Taking,
  results: Results,
  found: readonly Found<R, C>[],
  gone: readonly (Shown<R> & { line: number | null })[],
  noteOf: (line: ContentLine) => Message | null = () => null,
) {
  for (const { line, isDeleted } of found)
    if (!isDeleted) settleItem(taking, line.line, line.cells, results, refOf(line), noteOf(line));
  for (const { line, row, cells } of gone) settleItem(taking, line, cells, results, row.id);
}
export const refOf = ({ line }: ContentLine) => `line ${line}`;

const KINDS = Object.entries(KIND_LABELS) as [GroupRow['kind'], string][];
export async function takeGroups(taking: Taking): Promise<void> {
  const all = taking.before.groups;
  const byCode = firstBy(all, ({ row }) => `${row.kind} ${row.code}`);
  const byName = firstBy(all, ({ row, cells }) => `${row.kind} ${cells.name?.toLowerCase()}`);
  const found = readLines<GroupRow, { kind: GroupRow['kind']; name: string }>(taking, all, ({ cells }) => {
    const cell = needed(cells, 'groups', 'kind');
    const kind = KINDS.find(([id, label]) => bare(label) === bare(cell) || id === bare(cell))?.[0];
    if (!kind) throw noneOf(cell, Object.values(KIND_LABELS), 'Kind');
    const name = needed(cells, 'groups', 'name');
    const shown = cells.code ? byCode.get(`${kind} ${cells.code}`) : byName.get(`${kind} ${name.toLowerCase()}`);
    return { shown, value: { kind, name }, once: `${kind} ${cells.code || name.toLowerCase()}` };
  });
  const changes = found.filter(({ isDeleted }) => !isDeleted);
  const results = await writeGroups(
    taking.run,
    changes.map(({ line, shown, value }) => ({
      ref: refOf(line),
      row: shown?.row,
      code: line.cells.code ?? '',
      kind: shown?.row.kind ?? value.kind,
      // The name as it is shown means that it stays.
      name: shown && shown.cells.name === value.name ? shown.row.name : value.name,
    })),
  );
  const gone = goneOf(taking, all, found);
  // The outcome may change at the end, if an employee is still in the group (deleteLeftGroups).
  for (const { row } of gone) results.set(row.id, { outcome: 'deleted', id: row.id });
  settleAll(taking, results, found, gone);
}

/** Deletes the groups that lines delete and that have no members, after employees have moved. */
export async function deleteLeftGroups(run: SetupRun, items: Item[]): Promise<void> {
  const going = items.filter(({ sheet, outcome }) => sheet === 'groups' && outcome === 'deleted');
  if (going.length === 0) return;
  const live = new Map((await selectGroups(run.scope.tx, run.scope.accountId)).map((row) => [row.id, row]));
  const inTimeGroups = await countByTimeGroup(run);
  const countIn = (row: GroupRow | undefined) => (row && inTimeGroups.get(row.id)) ?? row?.employees ?? 0;
  const rows = going.flatMap(({ id }) => live.get(id ?? '') ?? []).filter((row) => countIn(row) === 0);
  const results = await writeGroups(run, [], rows);
  for (const item of going) {
    const row = live.get(item.id ?? '');
    const result = results.get(item.id ?? '');
    if (result && 'outcome' in result) continue;
    item.outcome = 'refused';
    Object.assign(
      item,
      lineReason(
        result?.refused ??
          msg('{count, plural, one {# employee is} other {# employees are}} in it: move them first', {
            count: countIn(row),
          }),
      ),
    );
  }
}

export async function takeLookups(taking: Taking): Promise<void> {
  const { run, before } = taking;
  const lookupOf = (cells: Record<string, string>): 1 | 2 => {
    const cell = needed(cells, 'lookups', 'lookup').toLowerCase();
    const named = before.lookupNames.find(({ lookup, name }) => cell === String(lookup) || cell === name.toLowerCase());
    if (!named) throw new WrongCell(msg('"{cell}" is no lookup: write 1 or 2 (column Lookup)', { cell }));
    return named.lookup;
  };
  const byCode = firstBy(before.lookups, ({ row }) => `${row.lookup} ${row.code}`);
  const found = readLines<LookupRow, { lookup: 1 | 2; description: string }>(taking, before.lookups, ({ cells }) => {
    const lookup = lookupOf(cells);
    const description = needed(cells, 'lookups', 'description');
    const shown = cells.code === undefined ? undefined : byCode.get(`${lookup} ${cells.code}`);
    return { shown, value: { lookup, description }, once: `${lookup} ${cells.code ?? ''}` };
  });
  const isEntry = ({ line, shown }: (typeof found)[number]) => shown !== undefined || Boolean(line.cells.code);
  const entries = found.filter(isEntry);
  const names = found.filter((one) => !isEntry(one));
  const gone = goneOf(taking, before.lookups, entries);
  const results = await writeLookups(
    run,
    entries
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ line, shown, value }) => ({
        ref: refOf(line),
        row: shown?.row,
        lookup: shown?.row.lookup ?? value.lookup,
        code: shown?.row.code ?? line.cells.code ?? '',
        description: shown && shown.cells.description === value.description ? shown.row.description : value.description,
      })),
    gone.map(({ row }) => row),
  );
  settleAll(taking, results, entries, gone);
  for (const { line, value } of names) {
    const isAsBefore = before.lookupNames.some((one) => one.lookup === value.lookup && one.name === value.description);
    const result = isAsBefore ? 'unchanged' : await nameLookup(run, value.lookup, value.description);
    const written = typeof result === 'object' ? result : { outcome: result, id: lookupNameId(value.lookup) };
    settleItem(taking, line.line, line.cells, new Map([[refOf(line), written]]), refOf(line));
  }
}

export async function takeHolidays(taking: Taking): Promise<void> {
  const { run, before } = taking;
  const groups = await timeGroupsNamed(taking);
  const byDate = firstBy(before.holidays, ({ row }) => `${row.date} ${row.timeGroupId}`);
  type Value = { date: string; name: string; timeGroupId: string | null };
  const found = readLines<HolidayRow, Value>(taking, before.holidays, ({ cells }) => {
    const date = dateCell(needed(cells, 'holidays', 'date'), labelOf('holidays', 'date')) ?? '';
    const name = needed(cells, 'holidays', 'name');
    const group = cells.timeGroup ? (groups.find('time', cells.timeGroup) ?? null) : null;
    const shown = byDate.get(`${date} ${group}`);
    return { shown, value: { date, name, timeGroupId: group }, once: `${date} ${group ?? ''}` };
  });
  const gone = goneOf(taking, before.holidays, found);
  const changes = found.filter(({ isDeleted }) => !isDeleted);
  if (changes.length + gone.length === 0) return;
  const results = await writeHolidays(
    run,
    changes.map(({ line, shown, value }) => ({
      ref: refOf(line),
      row: shown?.row,
      date: value.date,
      name: shown && shown.cells.name === value.name ? shown.row.name : value.name,
      // Without the column the group stays, as it does if the cell has the text that was shown.
      timeGroupId:
        shown && (line.cells.timeGroup === undefined || line.cells.timeGroup === shown.cells.timeGroup)
          ? shown.row.timeGroupId
          : value.timeGroupId,
    })),
    gone.map(({ row }) => row),
  );
  settleAll(taking, results, found, gone, ({ cells }) => groups.note('time', cells.timeGroup ?? ''));
}
