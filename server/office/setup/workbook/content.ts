import { z } from 'zod';
import { rememberedMapping } from '#contract/office/list.ts';
import { WORKBOOK_SHEETS, type WorkbookSheet, workbookSheet } from '#contract/office/workbook.ts';
import { trimUnseen } from '#contract/platform/common.ts';
import { message, textOrMessage } from '#contract/platform/message.ts';
import { storable } from '#contract/platform/storable.ts';
import { msg } from '#contract/platform/words.ts';
import { type DecimalSign, errorIn, readDecimal, twoNumbersIn } from '../../../platform/files/cells.ts';
import { twoMeanings } from '../../../platform/files/lineReason.ts';
import type { CellKind } from '../../../platform/files/spreadsheet/cellKinds.ts';
import {
  createCellCount,
  HEADING_ROWS,
  MAX_SHEET_LINES,
  requireAllColumns,
  tooManyLines,
} from '../../../platform/files/spreadsheet/limits.ts';
import { cellAt, type RawSheet } from '../../../platform/files/spreadsheet/spreadsheet.ts';
import { ofColumn, wrongKind } from '../../../platform/files/spreadsheet/wrongKind.ts';
import { unreadColumns } from '../../../platform/files/unread.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { type Column, columnsOf, labelOf, requiredColumns, SHEETS, sheetNamed } from './columns.ts';

/** The text of a workbook's cells by column; an absent column leaves values unchanged, an empty cell clears them. */
const contentLine = z.object({
  /** The row number of the spreadsheet, from 1. */
  line: z.int(),
  cells: z.record(z.string(), z.string()),
  /** The reason why the line cannot be read. */
  wrong: textOrMessage.optional(),
  /** Notes that its preview has beside its outcome. */
  notes: z.array(message).optional(),
  /** It is not certain which of its names comes first. */
  isOrderGuessed: z.literal(true).optional(),
});
export type ContentLine = z.infer<typeof contentLine>;
export const workbookContent = z.object({
  sheets: z.array(z.object({ sheet: workbookSheet, columns: z.array(z.string()), lines: z.array(contentLine) })),
  ignored: z.array(z.string()),
  whole: z.array(workbookSheet),
  /** Of a list with headings of its own: how its columns were taken, to be remembered once it is applied. */
  list: z.object({ headings: z.array(z.string()), mapping: rememberedMapping }).optional(),
});
export type WorkbookContent = z.infer<typeof workbookContent>;

/**
 * Finds our sheets and their headings within the first ten rows. Throws VALIDATION_FAILED where there are none, TOO_LARGE where our columns have more
 * cells or text than a workbook may have.
 */
export function contentOf(raw: readonly RawSheet[], sign: DecimalSign): WorkbookContent {
  const content: WorkbookContent = { sheets: [], ignored: [], whole: [] };
  const count = createCellCount();
  for (const rawSheet of raw) {
    const sheet = rawSheet.isHidden
      ? undefined
      : (sheetNamed(rawSheet.name) ?? (raw.length === 1 ? sheetOfHeadings(rawSheet) : undefined));
    const isNew = sheet && !content.sheets.some((one) => one.sheet === sheet);
    if (sheet && isNew) {
      requireAllColumns(rawSheet);
      const { unread, ...read } = sheetOf(sheet, { ...rawSheet, decimalSign: rawSheet.decimalSign ?? sign }, count);
      content.sheets.push(read);
      content.ignored.push(...unread.map((column) => storable(`${rawSheet.name.slice(0, 60)}: ${column}`)));
    } else if (rawSheet.name !== 'Read me') content.ignored.push(storable(rawSheet.name.slice(0, 60)));
  }
  if (content.sheets.length === 0)
    throw invalid(
      'workbook',
      msg('The file has no sheet named {sheets}.', {
        sheets: Object.values(SHEETS)
          .map(({ name }) => name)
          .join(', '),
      }),
    );
  return content;
}

/** Returns the sheet whose headings a lone sheet of another name has, as a CSV does; 'employees' where it has none of them. */
const sheetOfHeadings = ({ rows }: RawSheet): WorkbookSheet =>
  WORKBOOK_SHEETS.find((sheet) => rows.slice(0, HEADING_ROWS).some((row) => hasRequired(sheet, row))) ?? 'employees';

type Count = ReturnType<typeof createCellCount>;
function sheetOf(sheet: WorkbookSheet, raw: RawSheet, count: Count) {
  const { rows } = raw;
  const at = rows.slice(0, HEADING_ROWS).findIndex((row) => hasRequired(sheet, row));
  const headings = rows[at];
  if (!headings) {
    // An empty sheet changes nothing.
    if (rows.every((row) => row.every((cell) => trimUnseen(cell) === '')))
      return { sheet, columns: [], lines: [], unread: [] };
    throw missingHeadings(sheet, raw.name, HEADING_ROWS);
  }
  const columns = columnsOf(sheet, headings);
  const below = rows.slice(at + 1);
  return {
    ...linesOf(sheet, columns, below, { ...raw, from: at + 1, count }),
    unread: unreadColumns(headings, (column) => columns[column] !== undefined, below),
  };
}

/** Returns the refusal of a sheet that has no line with the headings that it needs. */
function missingHeadings(sheet: WorkbookSheet, name: string, most: number) {
  const missing = requiredColumns(sheet).map((id) => `"${labelOf(sheet, id)}"`);
  return invalid(
    'workbook',
    msg('The sheet {name} has no line with the headings {missing} in its first {most} lines.', {
      name,
      missing: missing.join(', '),
      most,
    }),
  );
}

/** Returns true for a line of which every cell is a heading of ours: it is no line of data. */
const areHeadings = (sheet: WorkbookSheet, row: readonly string[]) =>
  row.some((cell) => trimUnseen(cell) !== '') &&
  columnsOf(sheet, row).every((id, column) => id !== undefined || trimUnseen(row[column] ?? '') === '');

const hasRequired = (sheet: WorkbookSheet, row: readonly string[]) => {
  const columns = columnsOf(sheet, row);
  return requiredColumns(sheet).every((id) => columns.includes(id));
};

type Read = Pick<RawSheet, 'wrong' | 'kinds' | 'decimalSign' | 'above' | 'notes' | 'leftOut' | 'guessed' | 'isCsv'> & {
  /** The number of rows above the first line. */
  from: number;
  count: Count;
};
type OfCell = { kind: CellKind | undefined; sign: DecimalSign | undefined; isCsv: true | undefined };
/** Returns a cell as it is read, or what is wrong with it: of a spreadsheet it is known which texts are errors. */
function cellOf(column: Column, text: string, { kind, sign, isCsv }: OfCell) {
  const wrong = wrongKind(kind, column) ?? (isCsv ? errorIn(text) : null);
  if (wrong || !column.isDecimal || sign !== ',') return { text, wrong };
  const two = twoNumbersIn(text, sign);
  return two
    ? { text, wrong: ofColumn(column.label, twoMeanings(text, two)) }
    : { text: readDecimal(text, sign) ?? text, wrong: null };
}
function linesOf(
  sheet: WorkbookSheet,
  columns: readonly (string | undefined)[],
  rows: readonly (readonly string[])[],
  { from, wrong, kinds, decimalSign: sign, above = 0, notes, leftOut, guessed, isCsv, count }: Read,
) {
  const twice = columns.find((id, i) => id !== undefined && columns.indexOf(id) !== i);
  if (twice !== undefined)
    throw invalid(
      'workbook',
      msg('The sheet {sheet} has the column "{column}" twice.', {
        sheet: SHEETS[sheet].name,
        column: labelOf(sheet, twice),
      }),
    );
  const lines = rows.flatMap((row, i): ContentLine[] => {
    const line = from + i + 1;
    if (row.every((cell) => trimUnseen(cell) === '') && !wrong.has(line)) return [];
    let why = wrong.get(line);
    const cells = Object.fromEntries(
      columns.flatMap((id, c) => {
        const column = id === undefined ? undefined : SHEETS[sheet].columns[id];
        if (id === undefined || !column || leftOut?.has(cellAt(line - 1, c))) return [];
        const sent = trimUnseen(storable(row[c] ?? ''));
        const kind = kinds.get(cellAt(line - 1, c));
        const { text, wrong: textOrMessage } = cellOf(column, sent, { kind, sign, isCsv });
        if (textOrMessage) why ??= textOrMessage;
        count(text);
        return [[id, text]];
      }),
    );
    const ofLine = notes?.get(line);
    const isOrderGuessed = guessed?.has(line) && ({ isOrderGuessed: true } as const);
    const own = { line: line - above, cells, ...(ofLine && { notes: [...ofLine] }), ...isOrderGuessed };
    return [why === undefined ? own : { ...own, wrong: why }];
  });
  if (lines.length > MAX_SHEET_LINES) throw tooManyLines(SHEETS[sheet].name);
  return { sheet, columns: columns.flatMap((id) => id ?? []), lines };
}

/** Returns the content of pasted cells, with headings or in the order of the template. */
export function contentOfPasted(
  sheet: WorkbookSheet,
  rows: readonly (readonly string[])[],
  { timeIdIsNumber, sign }: { timeIdIsNumber: boolean; sign: DecimalSign },
): WorkbookContent {
  const first = rows[0] ?? [];
  const hasHeadings = hasRequired(sheet, first);
  if (!hasHeadings && areHeadings(sheet, first)) throw missingHeadings(sheet, SHEETS[sheet].name, 1);
  const columns = hasHeadings ? columnsOf(sheet, rows[0] ?? []) : Object.keys(SHEETS[sheet].columns);
  const width = Math.max(...rows.map((row) => row.length));
  const from = hasHeadings ? 1 : 0;
  const read = linesOf(sheet, hasHeadings ? columns : columns.slice(0, width), rows.slice(from), {
    from,
    wrong: new Map(),
    kinds: new Map(),
    decimalSign: sign,
    isCsv: true,
    count: createCellCount(),
  });
  if (sheet === 'employees' && timeIdIsNumber && !read.columns.includes('timeId')) {
    read.columns.push('timeId');
    for (const { cells } of read.lines) cells.timeId = cells.number ?? '';
  }
  const headings = hasHeadings ? (rows[0] ?? []) : [];
  const ignored = unreadColumns(headings, (column) => columns[column] !== undefined, rows.slice(from));
  return { sheets: [read], ignored, whole: [] };
}
