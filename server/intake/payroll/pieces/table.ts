import { z } from 'zod';
import {
  type PieceField,
  type PieceMapping,
  pieceColumn,
  pieceMapping,
  type RememberedPieces,
  rememberedPieces,
} from '#contract/intake/pieceList.ts';
import { trimUnseen } from '#contract/platform/common.ts';
import { letters } from '#contract/platform/listColumns.ts';
import { textOrMessage } from '#contract/platform/message.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { inBoundedThread, PARSED_AT_ONCE } from '../../../platform/files/boundedThread.ts';
import {
  errorIn,
  formulaIn,
  isEmptyRow,
  isNothing,
  isSpoiltNumber,
  numberReader,
  readYes,
  SPOILT_NUMBER,
  unitsReader,
} from '../../../platform/files/cells.ts';
import { isDate } from '../../../platform/files/dates.ts';
import { firstLinesOf } from '../../../platform/files/listSheet.ts';
import { type ListKind, type RememberedList, rememberedList } from '../../../platform/files/rememberedColumns.sql.ts';
import type { CellKind } from '../../../platform/files/spreadsheet/cellKinds.ts';
import { csvSheetOf } from '../../../platform/files/spreadsheet/csvSheet.ts';
import { MAX_SHEET_LINES, requireAllColumns, tooManyLines } from '../../../platform/files/spreadsheet/limits.ts';
import { cellAt, type RawSheet } from '../../../platform/files/spreadsheet/spreadsheet.ts';
import { wrongKind } from '../../../platform/files/spreadsheet/wrongKind.ts';
import { isSum, NO_PERSON } from '../../../platform/files/sums.ts';
import { unreadColumns } from '../../../platform/files/unread.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { pieceFieldOf } from './headings.ts';
import { recognisePieces } from './recognise.ts';

/**
 * The cells of a line by the fields that its columns are taken for; `wrong`: why it cannot be read. A list with a column for each day or product has several
 * of one number, with the `heading` of each.
 */
const line = z.object({
  id: z.int(),
  line: z.int(),
  heading: z.string().optional(),
  cells: z.record(z.string(), z.string()),
  wrong: textOrMessage.optional(),
});
export type Line = z.infer<typeof line>;
export const table = z.object({
  sheet: z.string(),
  otherSheets: z.array(z.string()),
  headingLine: z.int(),
  headings: z.array(z.string()),
  firstLines: z.array(z.string()),
  columns: z.array(pieceColumn),
  letters,
  /** The date of all lines, from a line above the headings. */
  dateAbove: z.string().optional(),
  lines: z.array(line),
  decimalSign: z.enum(['.', ',']).optional(),
  unread: z.array(z.string()),
});
/** A list of piecework as it was read, and what its columns are taken for. */
export type Table = z.infer<typeof table>;

/** Lists of piecework whose columns an account remembers. */
export const PIECES: ListKind<RememberedPieces> = { column: 'piece_columns', mapping: rememberedPieces };
export const readOptions = z.object({
  chosen: pieceMapping.optional(),
  remembered: z.array(rememberedList(rememberedPieces)),
});
export type ReadOptions = {
  /** The fields of its columns, if the user has chosen them. */
  chosen?: PieceMapping | undefined;
  remembered: RememberedList<RememberedPieces>[];
};
/** Names of sheets are read up to here. */
const MAX_NAME = 60;
/** The text of a CSV, or an .xlsx or .ods. */
export type PieceFile = { csv: string } | { bytes: Uint8Array };

const THREAD = new URL('./thread.ts', import.meta.url);
/** Reads a list of piecework; a workbook and a long CSV in a thread. Throws VALIDATION_FAILED, UNSUPPORTED_MEDIA_TYPE or TOO_LARGE. */
export async function readTable(file: PieceFile, options: ReadOptions): Promise<Table> {
  if ('csv' in file) {
    if (Buffer.byteLength(file.csv) <= PARSED_AT_ONCE) return tableOf([csvSheetOf(file.csv, 'csv')], options);
  }
  return table.parse(await inBoundedThread(THREAD, { ...file, ...options }));
}
/** Returns the list of a file: of the sheet that was chosen, else of the one with the most columns that are recognised, of equal ones the first. */
export function tableOf(sheets: readonly RawSheet[], { chosen, remembered }: ReadOptions): Table {
  const filled = sheets.filter(({ rows }) => rows.some((row) => row.some((cell) => trimUnseen(cell) !== '')));
  const named = filled.filter(({ name }) => name.slice(0, MAX_NAME) === chosen?.sheet);
  const lists = (named.length > 0 ? named : filled).map((sheet) => ({
    sheet,
    ...recognisePieces(sheet, chosen, remembered),
  }));
  const fieldsOf = ({ columns }: (typeof lists)[number]) => columns.filter(({ field }) => field).length;
  const [best] = lists.toSorted((a, b) => fieldsOf(b) - fieldsOf(a));
  if (!best) throw invalid('csv', words('The file is empty.'));
  const { sheet, headingRow, columns, letters, wrong } = best;
  requireAllColumns(sheet);
  const headings = columns.map(({ heading }) => heading);
  const hasDates = columns.some(({ field }) => field === 'startedAt' || field === 'unitsOfDay');
  const dateAbove = hasDates ? undefined : dateIn(sheet.rows.slice(0, Math.max(headingRow, 0)));
  const read = linesOf({ ...sheet, wrong }, headingRow, columns);
  const lines = dateAbove ? read.map((line) => ({ ...line, cells: { ...line.cells, startedAt: dateAbove } })) : read;
  if (lines.length > MAX_SHEET_LINES) throw tooManyLines(sheet.name);
  return {
    sheet: sheet.name.slice(0, MAX_NAME),
    otherSheets: sheets
      .filter((one) => one !== sheet && (one.isHidden || filled.includes(one)))
      .map(({ name }) => name.slice(0, MAX_NAME)),
    headingLine: headingRow + 1,
    firstLines: firstLinesOf(sheet),
    headings: headingRow < 0 ? [] : headings,
    columns,
    letters,
    lines,
    ...(dateAbove && { dateAbove }),
    ...(sheet.decimalSign && { decimalSign: sheet.decimalSign }),
    unread: unreadColumns(
      headings,
      (column) => (columns[column] ? columns[column].field !== null : sheet.isCsv === true),
      sheet.rows.slice(headingRow + 1),
    ),
  };
}

/** Returns the one date in the lines above the headings: alone in a cell or behind a heading of dates, such as 'Date: 16 Nov 2026'; not 'Printed: 17 Nov 2026'. */
function dateIn(above: RawSheet['rows']): string | undefined {
  const dates = above.flatMap((row) =>
    row.map(trimUnseen).flatMap((cell, column) => {
      const [, before, behind = ''] = /^([^:]{1,40}):\s*(\S.*)$/.exec(cell) ?? [];
      if (before !== undefined && isDate(behind)) return isOfDates(before) ? behind : [];
      const left = trimUnseen(row[column - 1] ?? '');
      return isDate(cell) && (left === '' || isOfDates(left)) ? cell : [];
    }),
  );
  return new Set(dates).size === 1 ? dates[0] : undefined;
}
const isOfDates = (text: string) => pieceFieldOf(text) === 'startedAt';

/** The kinds of cells that fields take; the others take text and numbers alone. */
const TAKES: Partial<Record<PieceField, CellKind>> = {
  startedAt: 'date',
  endedAt: 'date',
  startTime: 'time',
  endTime: 'time',
  hours: 'time',
};
type Lines = Pick<RawSheet, 'rows' | 'kinds'> & { wrong: ReadonlyMap<number, string | Message> };
function linesOf({ rows, kinds, wrong }: Lines, headingRow: number, columns: Table['columns']): Line[] {
  const ofNumber = columns.findIndex(({ field }) => field === 'number');
  const numberIn = numberReader(rows.slice(headingRow + 1).map((row) => row[ofNumber] ?? ''));
  const below = rows.slice(headingRow + 1);
  const units = columns.map(({ field }, column) =>
    field !== null && UNITS.has(field) ? unitsReader(below.map((row) => row[column] ?? '')) : undefined,
  );
  const voided = columns.map(({ field, heading }, column) =>
    field === null
      ? voidReader(
          heading,
          below.map((row) => row[column] ?? ''),
        )
      : undefined,
  );
  const lines = rows.flatMap((row, at): Omit<Line, 'id'>[] => {
    const line = at + 1;
    if (at <= headingRow || (isEmptyRow(row) && !wrong.has(line))) return [];
    let why: string | Message | null | undefined = wrong.get(line);
    const cells: Line['cells'] = {};
    const own: { heading: string; cells: Line['cells'] }[] = [];
    for (const [column, { field, heading }] of columns.entries()) {
      const text = row[column] ?? '';
      if (voided[column]?.(text)) why ??= msg('This line is marked: {heading} {cell}', { heading, cell: text.trim() });
      if (!field) continue;
      const read = column === ofNumber ? numberIn(text) : (units[column]?.(text) ?? text);
      why ??= errorIn(text);
      if (!MAY_BE_FORMULA.has(field) && !UNITS.has(field)) why ??= formulaIn(text);
      const cell = IS_TEXT.has(field) && isNothing(read) ? '' : seen(read);
      const says = SAYS[field];
      if (!says) cells[field] = cell;
      else if (!IS_NOTHING.test(cell.trim())) own.push({ heading, cells: { units: cell, [says]: heading } });
      why ??= wrongKind(kinds.get(cellAt(at, column)), { label: heading, takes: TAKES[field] });
    }
    if (isSpoiltNumber(cells.number ?? '')) why ??= SPOILT_NUMBER;
    const isNamed = [...NAMES].some((field) => trimUnseen(cells[field] ?? '') !== '');
    const sum = isNamed ? cells.number : row.find((cell) => trimUnseen(cell) !== '');
    if (isSum((sum ?? '').slice(0, 80))) why ??= NO_PERSON;
    if (why) return [{ line, cells, wrong: why }];
    const isWide = columns.some(({ field }) => field && SAYS[field]);
    return isWide
      ? own.map((one) => ({ line, heading: one.heading, cells: { ...cells, code: '', ...one.cells } }))
      : [{ line, cells }];
  });
  return lines.map((line, id) => ({ ...line, id }));
}
/** Fields that tell whose line it is. */
const NAMES: ReadonlySet<PieceField> = new Set(['number', 'fullName', 'firstName', 'lastName']);
const UNITS: ReadonlySet<PieceField> = new Set(['units', 'unitsOfDay', 'unitsOfProduct']);
/** Numbers have a reason of their own, and a product may have a code that looks so. */
const MAY_BE_FORMULA: ReadonlySet<PieceField> = new Set(['number', 'lookup1', 'lookup2']);
/** Fields in which a mark for nothing is an empty cell; a name may be such a word. */
const IS_TEXT: ReadonlySet<PieceField> = new Set([
  'number',
  'lookup1',
  'lookup2',
  'jobDescription',
  'code',
  'hours',
  'endedAt',
  'endTime',
]);

const VOID =
  /\b(?:void(?:ed)?|reject(?:ed)?|cancel(?:l?ed)?|deleted?|reversed?|declined?|annul(?:l?ed)?|anulad[oa]|cancelad[oa]|rechazad[oa]|rejeitad[oa]|eliminad[oa]|annul[eé]e?|refus[eé]e?|rejet[eé]e?|supprim[eé]e?|gekanselleer|afgekeur|verwerp)(?![\p{L}])/iu;
/** Returns a function that finds the cells of a column that is not read which say that a line does not count: 'Rejected', or yes under 'Voided'. */
function voidReader(heading: string, values: readonly string[]): (cell: string) => boolean {
  const isMark = VOID.test(heading) && values.every((cell) => isNothing(cell) || readYes(cell) !== undefined);
  return (cell) => new RegExp(`^${VOID.source}$`, VOID.flags).test(cell.trim()) || (isMark && readYes(cell) === true);
}
/** The field whose values are the headings of columns with units. */
const SAYS: Partial<Record<PieceField, PieceField>> = { unitsOfDay: 'startedAt', unitsOfProduct: 'lookup1' };
/** Cells of a day or product that a person did nothing of. */
const IS_NOTHING = /^(?:[-–—.]*|0+(?:[.,]0+)?)$/;

/** Removes the unseen characters around a cell that a copy brings along, and line breaks within it. A cell without any stays as it is: lines are recognised by their cells. */
const seen = (cell: string) => {
  const text = trimUnseen(cell).replace(/\s+/g, (space) => (/[\n\r\t]/.test(space) ? ' ' : space));
  return text === cell.trim() ? cell : text;
};
