import { z } from 'zod';
import { PAY_SHEETS, type WorkbookLine, type WorkbookSheet, workbookSheet } from '#contract/office/workbook.ts';
import { words } from '#contract/platform/words.ts';
import { withOneMeaning } from '../../../platform/files/cells.ts';
import type { WrittenSheet } from '../../../platform/files/spreadsheet/spreadsheet.ts';
import type { Words } from '../../../platform/words/words.ts';
import { SHEETS } from './columns.ts';
import type { WorkbookContent } from './content.ts';
import { writeInThread } from './inThread.ts';
import { type Snapshot, shiftLines } from './snapshot.ts';

/** The text of a sheet that is written: lines of cells by column. */
export const sheetText = z.object({ sheet: workbookSheet, lines: z.array(z.record(z.string(), z.string())) });
export type SheetText = z.infer<typeof sheetText>;

export const currentSheets = (snapshot: Snapshot): SheetText[] => [
  { sheet: 'employees', lines: snapshot.employees.map(({ cells }) => cells) },
  { sheet: 'groups', lines: snapshot.groups.map(({ cells }) => cells) },
  {
    sheet: 'lookups',
    lines: [
      ...snapshot.lookupNames.map(({ lookup, name }) => ({ lookup: String(lookup), description: name })),
      ...snapshot.lookups.map(({ cells }) => cells),
    ],
  },
  { sheet: 'shifts', lines: shiftLines(snapshot.shifts) },
  { sheet: 'holidays', lines: snapshot.holidays.map(({ cells }) => cells) },
  { sheet: 'hoursRules', lines: snapshot.hoursRules.map(({ cells }) => cells) },
  { sheet: 'rates', lines: snapshot.rates.map(({ cells }) => cells) },
  { sheet: 'minimums', lines: snapshot.minimums.map(({ cells }) => cells) },
];

const READ_ME = [
  'Fill in the sheets, save, and drop the file on the set-up page. Nothing is changed before you have seen what would be.',
  'Columns may be left out: what is not there stays as it is. An empty cell clears.',
  'A line that is missing deletes nothing, unless you tick that the sheet is the whole list.',
  'Key finds a record whatever else you change. Leave it empty for a new one.',
  'Dates as 2026-11-20, times as 07:00, breaks as 10:00-10:15 12:00-13:00, with unpaid after one that is taken off the paid time (unpaid whole: at least its length), days as Mon-Fri or Sat, Sun. Write rest in Start for a day without a shift.',
  'Hours as 9 or 7:30. An hours rule without a time group is for everybody, without a date from the beginning.',
  'Owner says who changes a record: what a payroll system owns is changed there.',
];

const OF_RATES =
  'An amount as 3.40, per unit or per hour. Of the rates that fit, the one that names most applies; a minimum without an employee group is for everybody.';

/** Returns an .xlsx of the sheets that its reader may see, each with the lines that are passed. */
export function writeWorkbook(
  sheets: readonly SheetText[],
  { seesPay, timeGroups }: { seesPay: boolean; timeGroups?: readonly string[] },
): Promise<Uint8Array> {
  const given = new Map(sheets.map(({ sheet, lines }) => [sheet, lines]));
  // The keys of SHEETS are sheets.
  const all = Object.keys(SHEETS) as WorkbookSheet[];
  const written = all
    .filter((sheet) => seesPay || !PAY_SHEETS.includes(sheet))
    .map((sheet): WrittenSheet => {
      const { name, columns } = SHEETS[sheet];
      const ids = Object.keys(columns);
      return {
        name,
        columns: Object.entries(columns).map(([id, { label, width, list }]) => ({
          label,
          width,
          list: list ?? (id === 'timeGroup' ? timeGroups : undefined),
        })),
        rows: (given.get(sheet) ?? []).map((cells) =>
          ids.map((id) => (columns[id]?.isDecimal ? withOneMeaning(cells[id] ?? '') : (cells[id] ?? ''))),
        ),
      };
    });
  const readMe: WrittenSheet = {
    name: 'Read me',
    columns: [{ label: 'The payroll workbook', width: 120 }],
    rows: [...READ_ME, ...(seesPay ? [OF_RATES] : [])].map((text) => [text]),
  };
  return writeInThread([...written, readMe]);
}

/** Returns an .xlsx of the refused lines as they were sent, with their reasons in the language of the reader. */
export function writeRefused(
  content: WorkbookContent,
  refused: readonly WorkbookLine[],
  { say }: Words,
): Promise<Uint8Array> {
  const sheets = content.sheets.flatMap(({ sheet, columns, lines }): WrittenSheet[] => {
    const reasons = new Map(
      refused.flatMap((one) =>
        one.sheet === sheet && one.line !== null ? [[one.line, say(one.reasonWords ?? one.reason ?? '')]] : [],
      ),
    );
    const left = lines.filter(({ line }) => reasons.has(line));
    if (left.length === 0) return [];
    const { name, columns: known } = SHEETS[sheet];
    return [
      {
        name,
        columns: [
          ...columns.map((id) => ({ label: known[id]?.label ?? id, width: known[id]?.width ?? 12 })),
          { label: say(words('Reason')), width: 60 },
        ],
        rows: left.map(({ line, cells }) => [...columns.map((id) => cells[id] ?? ''), reasons.get(line) ?? '']),
      },
    ];
  });
  return writeInThread(
    sheets.length > 0
      ? sheets
      : [{ name: 'Read me', columns: [{ label: say(words('No line was refused')), width: 40 }], rows: [] }],
  );
}
