import { readOds } from 'hucre/ods';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { z } from 'zod';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { type DecimalSign, isError, withOneMeaning } from '../cells.ts';
import { packed, type SpreadsheetKind, unpack } from './archive.ts';
import { type CellKind, dateCellOf, durationText, numberText, type ReadCell } from './cellKinds.ts';
import { HEADING_ROWS, MAX_COLUMNS, MAX_SHEET_LINES, moreThan, tooManyLines, widthOf } from './limits.ts';
import { plainContent } from './odsContent.ts';
import { plainXlsx } from './xlsxContent.ts';

/** The one file that calls the spreadsheet library (docs/decisions/015-spreadsheets.md). */

/** A sheet as text; `wrong` gives, by line number from 1, the reason why a line cannot be read. */
export type RawSheet = {
  name: string;
  rows: string[][];
  wrong: Map<number, string | Message>;
  /** The kinds of cells that are neither text nor numbers, by `at`. */
  kinds: ReadonlyMap<string, CellKind>;
  /** The text of each cell that is merged with one above, by `at`; such lines are wrong with MERGED_LINES. */
  merged?: ReadonlyMap<string, string>;
  /** Notes by line number, and the places of cells that change nothing. */
  notes?: ReadonlyMap<number, readonly Message[]>;
  leftOut?: ReadonlySet<string>;
  /** The lines of which it is not certain which of two names comes first. */
  guessed?: ReadonlySet<number>;
  /** The decimal sign of a file that tells it. */
  decimalSign?: DecimalSign;
  /** A sheet that the file hides: it is not read, only named. */
  isHidden?: true;
  /** Its cells are apart by separators, which a cell may have moved. */
  isCsv?: true;
  /** It has columns to the right of those that were read. */
  isWide?: true;
  /** The rows above the first that the file does not have: headings that were put there. */
  above?: number;
};
/** Returns the place of a cell, from 0. */
export const cellAt = (row: number, column: number) => `${row},${column}`;

/** Hidden ones among them. */
const MAX_SHEETS = 200;

type Sheet = Awaited<ReturnType<typeof readXlsx>>['sheets'][number];
type DateSystem = '1900' | '1904';

/**
 * Reads every visible sheet of an .xlsx or .ods; hidden ones have no rows. Formulas are read by their stored values. Throws on any other kind of file.
 */
export async function readSpreadsheet(bytes: Uint8Array): Promise<RawSheet[]> {
  const { kind, entries } = await unpack(bytes);
  const hidden = new Set<string>();
  const isVisible = (info: { name: string; hidden?: boolean; veryHidden?: boolean }) => {
    const isHidden = info.hidden === true || info.veryHidden === true;
    if (isHidden) hidden.add(info.name);
    return !isHidden;
  };
  const book =
    kind === 'xlsx'
      ? await readXlsx(await packed(plainXlsx(entries)), {
          sheets: isVisible,
          readStyles: true,
        })
      : await readOds(await packed(plainOds(entries)));
  if (book.sheets.length + hidden.size > MAX_SHEETS) throw moreThan(MAX_SHEETS, 'sheets');
  const sheets = book.sheets.map((sheet) => rawSheetOf(sheet, kind, book.dateSystem ?? '1900'));
  const empty = { rows: [], wrong: new Map(), kinds: new Map(), isHidden: true } as const;
  return [...sheets, ...[...hidden].map((name) => ({ name, ...empty, rows: [] }))];
}

const plainOds = (entries: ReadonlyMap<string, Buffer>) =>
  ['mimetype', 'content.xml'].map((name) => {
    const content = entries.get(name) ?? Buffer.alloc(0);
    return [name, name === 'mimetype' ? content : Buffer.from(plainContent(content.toString('utf8')))] as const;
  });

function rawSheetOf(
  { name, rows, cells, rowDefs, merges = [] }: Sheet,
  kind: SpreadsheetKind,
  system: DateSystem,
): RawSheet {
  const last = rows.findLastIndex((row) => row?.some((value) => value !== null && value !== undefined && value !== ''));
  // The headings are within the first ten rows; the lines below them are counted once the headings are found.
  if (last >= MAX_SHEET_LINES + HEADING_ROWS) throw tooManyLines(name);
  const wrong = new Map<number, string | Message>();
  const kinds = new Map<string, CellKind>();
  const text = rows.slice(0, last + 1).map((row, r) =>
    (row ?? []).slice(0, MAX_COLUMNS).map((value, c) => {
      const format = cells?.get(cellAt(r, c))?.style?.numFmt;
      const { text: cell, kind: kindOfCell } = readCell(value, { kind, format, system });
      if (kindOfCell) kinds.set(cellAt(r, c), kindOfCell);
      if (typeof value === 'number' && Math.abs(value) >= MOST_EXACT)
        wrong.set(r + 1, msg('The number {cell} has more digits than a spreadsheet keeps: enter it as text', { cell }));
      // In an .xlsx, hucre distinguishes an error from text that looks like one.
      if (isError(cell) && (kind === 'ods' || cells?.get(cellAt(r, c))?.type === 'error'))
        wrong.set(r + 1, msg('A cell has the error {cell}', { cell }));
      return cell;
    }),
  );
  for (const [at, { formula, value }] of cells ?? [])
    if (formula !== undefined && (value === null || value === undefined))
      wrong.set(
        Number(at.split(',')[0]) + 1,
        words('A formula has no stored value: open the file, save it, and send it again'),
      );
  const merged = new Map<string, string>();
  for (const { startRow, endRow, startCol, endCol } of merges.slice(0, MAX_SHEET_LINES)) {
    const isOfLines = startCol === endCol && typeof rows[startRow]?.[startCol] === 'string';
    for (let r = startRow; r <= Math.min(endRow, last); r++) {
      wrong.set(r + 1, isOfLines ? (wrong.get(r + 1) ?? MERGED_LINES) : words('Cells are merged: split them'));
      if (isOfLines) merged.set(cellAt(r, startCol), text[startRow]?.[startCol] ?? '');
    }
  }
  for (const [r, { hidden = false }] of rowDefs ?? [])
    if (hidden && r <= last) wrong.set(r + 1, words('This row is hidden in the file: show it there, or leave it out.'));
  return { name, rows: text, wrong, kinds, merged, ...widthOf(rows) };
}
const MERGED_LINES = words('Cells of several lines are merged: split them');
/** Returns a sheet whose cells that are merged over several lines have their text in each of them, with a note. */
export function unmerged(sheet: RawSheet): RawSheet {
  const { merged = new Map<string, string>() } = sheet;
  const wrong = new Map([...sheet.wrong].filter(([, why]) => why !== MERGED_LINES));
  const notes = new Map<number, Message[]>();
  const rows = sheet.rows.map((row) => [...row]);
  for (const [at, text] of merged) {
    const [r = 0, column = 0] = at.split(',').map(Number);
    const row = rows[r];
    if (!row) continue;
    while (row.length <= column) row.push('');
    row[column] = text;
    notes.set(r + 1, [msg('"{text}" is merged over several lines: it is taken for each', { text })]);
  }
  return { ...sheet, rows, wrong, notes };
}

/** Spreadsheets keep 15 digits of a number: the PIN or card that was typed may have been another. */
const MOST_EXACT = 1e15;
type Of = { kind: SpreadsheetKind; format: string | undefined; system: DateSystem };
function readCell(value: unknown, { kind, format, system }: Of): ReadCell {
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no', kind: 'boolean' };
  if (value instanceof Date) return dateCellOf(value, format, system);
  if (typeof value === 'string') return isoCell[kind](value) ?? { text: value.slice(0, 500) };
  return { text: typeof value === 'number' ? withOneMeaning(numberText(value, format ?? '')) : '' };
}
/** Reads the dates of strict .xlsx and the times of .ods, which hucre returns as text; undefined for other text. */
const isoCell: Record<SpreadsheetKind, (text: string) => ReadCell | undefined> = {
  xlsx: (text) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z?$/.test(text)
      ? dateCellOf(new Date(`${text.replace('Z', '')}Z`), undefined, '1900')
      : undefined,
  ods(text) {
    const [, hours, minutes, seconds = ''] = /^PT(\d{2,4})H(\d{2})M(\d{2}(?:[.,]\d+)?)S$/.exec(text) ?? [];
    if (hours === undefined) return undefined;
    const ms = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds.replace(',', '.')) * 1_000;
    return { text: durationText(ms), kind: 'time' };
  },
};

/** A sheet to be written: every cell is text, the head is frozen, some columns have a drop-down. */
export const writtenSheet = z.object({
  name: z.string(),
  columns: z.array(z.object({ label: z.string(), width: z.number(), list: z.array(z.string()).readonly().optional() })),
  rows: z.array(z.array(z.string())),
});
export type WrittenSheet = z.infer<typeof writtenSheet>;
/** The longest list that a spreadsheet accepts for a drop-down in place. */
const MAX_LIST_TEXT = 250;

/** A spreadsheet reads _x0041_ as A, and hucre writes #N/A as an error: text that looks like these is escaped. */
const escaped = (text: string) => {
  const kept = text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
  return isError(text) ? kept.replace('#', '_x0023_') : kept;
};

/** Writes an .xlsx; text stays text, whatever it starts with. */
export function writeSpreadsheet(sheets: readonly WrittenSheet[]): Promise<Uint8Array> {
  return writeXlsx({
    sheets: sheets.map(({ name, columns, rows }) => ({
      name,
      rows: [columns.map(({ label }) => label), ...rows.map((row) => row.map(escaped))],
      columns: columns.map(({ width }) => ({ width, numFmt: '@' })),
      freezePane: { rows: 1 },
      dataValidations: columns.flatMap(({ list }, i) => {
        if (!list || list.join(',').length > MAX_LIST_TEXT || list.some((one) => one.includes(','))) return [];
        const column = String.fromCharCode(65 + i);
        return [{ type: 'list' as const, range: `${column}2:${column}${MAX_SHEET_LINES + 1}`, values: [...list] }];
      }),
    })),
  });
}
