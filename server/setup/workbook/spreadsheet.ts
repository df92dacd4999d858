import { readOds } from 'hucre/ods';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { z } from 'zod';
import { type Message, msg, words } from '#contract/words.ts';
import { packed, type SpreadsheetKind, unpack } from './archive.ts';
import { HEADING_ROWS, MAX_COLUMNS, MAX_SHEET_LINES, tooManyLines } from './limits.ts';
import { plainContent } from './odsContent.ts';

/** The one file that calls the spreadsheet library (docs/decisions/015-spreadsheets.md). */

/** A sheet as text; `wrong` gives, by line number from 1, the reason why a line cannot be read. */
export type RawSheet = { name: string; rows: string[][]; wrong: Map<number, string | Message> };

const MAX_SHEETS = 30;

type Sheet = Awaited<ReturnType<typeof readXlsx>>['sheets'][number];

/** Reads every visible sheet of an .xlsx or .ods. Formulas are read by their stored values. Throws on any other kind of file. */
export async function readSpreadsheet(bytes: Uint8Array): Promise<RawSheet[]> {
  const { kind, entries } = await unpack(bytes);
  const book =
    kind === 'xlsx'
      ? await readXlsx(await packed(entries), { sheets: (info) => !info.hidden && !info.veryHidden })
      : await readOds(await packed(plainOds(entries)));
  return book.sheets.slice(0, MAX_SHEETS).map((sheet) => rawSheetOf(sheet, kind));
}

const plainOds = (entries: ReadonlyMap<string, Buffer>) =>
  ['mimetype', 'content.xml'].map((name) => {
    const content = entries.get(name) ?? Buffer.alloc(0);
    return [name, name === 'mimetype' ? content : Buffer.from(plainContent(content.toString('utf8')))] as const;
  });

function rawSheetOf({ name, rows, cells, merges = [] }: Sheet, kind: SpreadsheetKind): RawSheet {
  const last = rows.findLastIndex((row) => row?.some((value) => value !== null && value !== undefined && value !== ''));
  // The headings are within the first ten rows; the lines below them are counted once the headings are found.
  if (last >= MAX_SHEET_LINES + HEADING_ROWS) throw tooManyLines(name);
  const wrong = new Map<number, string | Message>();
  const text = rows.slice(0, last + 1).map((row, r) =>
    (row ?? []).slice(0, MAX_COLUMNS).map((value, c) => {
      const cell = textOf(value, kind);
      if (typeof value === 'number' && Math.abs(value) >= MOST_EXACT)
        wrong.set(r + 1, msg('The number {cell} has more digits than a spreadsheet keeps: enter it as text', { cell }));
      // In an .xlsx, hucre distinguishes an error from text that looks like one.
      if (isError(cell) && (kind === 'ods' || cells?.has(`${r},${c}`)))
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
  for (const { startRow, endRow } of merges.slice(0, MAX_SHEET_LINES))
    for (let r = startRow; r <= Math.min(endRow, last); r++) wrong.set(r + 1, words('Cells are merged: split them'));
  return { name, rows: text, wrong };
}

/** Spreadsheets keep 15 digits of a number: the PIN or card that was typed may have been another. */
const MOST_EXACT = 1e15;
/** The first days of the two date systems: an earlier date is a time of day. */
const FIRST_DAY = Date.UTC(1904, 0, 2);
function textOf(value: unknown, kind: SpreadsheetKind): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'string') return isoText[kind](value) ?? value.slice(0, 500);
  return typeof value === 'number' ? String(value) : '';
}
/** Reads the dates of strict .xlsx and the times of .ods, which hucre returns as text; undefined for other text. */
const isoText: Record<SpreadsheetKind, (text: string) => string | undefined> = {
  xlsx: (text) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z?$/.test(text)
      ? dateText(new Date(`${text.replace('Z', '')}Z`))
      : undefined,
  ods(text) {
    const [, hours, minutes, seconds = ''] = /^PT(\d{2,4})H(\d{2})M(\d{2}(?:[.,]\d+)?)S$/.exec(text) ?? [];
    if (hours === undefined) return undefined;
    const all = Math.round(Number(hours) * 60 + Number(minutes) + Number(seconds.replace(',', '.')) / 60);
    return `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`;
  },
};
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '#VALUE!';
  // A fraction of a day is slightly off its minute.
  const iso = new Date(Math.round(date.getTime() / 60_000) * 60_000).toISOString();
  if (date.getTime() < FIRST_DAY) return iso.slice(11, 16);
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}
const isError = (text: string) =>
  /^#(N\/A|NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|SPILL!|CALC!|GETTING_DATA)$|^Err:\d{3}$/.test(text);

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
