import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { msg } from '#contract/platform/words.ts';
import type { Column } from '#contract/reports/reportColumns.ts';
import { Units } from '../units.ts';
import { dayInFigures } from '../words/figures.ts';
import { ENGLISH } from '../words/words.ts';
import { cellWriter } from './cellWriter.ts';
import { createSubtotals, createTotals, totalLine } from './figures.ts';
import { saidCell } from './saidCells.ts';
import type { Cells, TableHead, Value } from './table.ts';

/**
 * Returns a report as an Office Open XML workbook, written row by row: the ZIP is made while the rows arrive, so that memory does not grow with them.
 * Text is written as inline strings and is never a formula; numbers, dates and times are real ones. A second sheet says what the report covers and
 * how complete it is.
 */
export function xlsxFile(
  head: TableHead,
  columns: readonly Column[],
  batches: AsyncIterable<readonly Cells[]>,
): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.on('error', (error) => output.destroy(error)).pipe(output);
  for (const [path, xml] of Object.entries(parts(head))) zip.addBuffer(Buffer.from(xml), path, MADE);
  const sheet = Readable.from(sheetXml(head, columns, batches), { objectMode: false, highWaterMark: 64 * 1024 });
  sheet.on('error', (error) => output.destroy(error));
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', MADE);
  zip.end();
  return output;
}

/** The same report gives the same file to the byte, whenever it is made: the entries of the ZIP have a fixed time. */
const MADE = { mtime: new Date(2000, 0, 1) };
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Positions in cellXfs below; each format has a bold copy for the totals row. */
const STYLE = { text: 0, header: 1, date: 2, time: 3, units: 4, count: 5, hours: 6, clock: 7 } as const;
const FORMATS = ['yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd\\ hh:mm:ss', '0.00#', '0', '0.00##', '[h]:mm'];

const sheetName = (name: string) => escapeXml(name.replace(/[[\]*?:/\\]/g, ' ').slice(0, 31));

function parts(head: TableHead): Record<string, string> {
  const about = (part: string) => (head.isPlain ? '' : part);
  const name = sheetName(head.title);
  const format = (i: number, font: number) => `<xf numFmtId="${170 + i}" fontId="${font}" applyNumberFormat="1"/>`;
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>${about('<Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>')}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/>${about(`<sheet name="${sheetName((head.words ?? ENGLISH).say(msg('About')))}" sheetId="2" r:id="rId3"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'styles', 'styles.xml')}${about(relation(3, 'worksheet', 'worksheets/sheet2.xml'))}</Relationships>`,
    ...(!head.isPlain && { 'xl/worksheets/sheet2.xml': aboutSheet(head) }),
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${FORMATS.length}">${FORMATS.map((code, i) => `<numFmt numFmtId="${170 + i}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${2 + 2 * FORMATS.length}"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>${FORMATS.map((_, i) => format(i, 0)).join('')}${FORMATS.map((_, i) => format(i, 1)).join('')}</cellXfs></styleSheet>`,
  };
}

function aboutSheet({ title, accountName, from, to, madeAt, trust, words = ENGLISH }: TableHead): string {
  const days = msg('{from} to {to}', { from: dayInFigures(words, from), to: dayInFigures(words, to) });
  const lines = [accountName, words.say(days), words.say(msg('Made {madeAt}', { madeAt })), ...trust];
  const rows = [rowXml([textCell(title, STYLE.header)]), ...lines.map((line) => rowXml([textCell(line, STYLE.text)]))];
  return `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="110" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

async function* sheetXml(
  { groupAt, isPlain, words = ENGLISH }: TableHead,
  columns: readonly Column[],
  batches: AsyncIterable<readonly Cells[]>,
): AsyncGenerator<string> {
  const widths = columns.flatMap(({ width, kind }) => (kind === 'hours' ? [width, 10] : [width]));
  const cols = widths
    .map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  const header = columns.flatMap(({ label, kind }) =>
    kind === 'hours' ? [label, words.say(msg('{label} (h:mm)', { label }))] : [label],
  );
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols}</cols><sheetData>${rowXml(header.map((label) => textCell(label, STYLE.header)))}`;
  const totals = createTotals(columns);
  const subtotals = createSubtotals(columns, groupAt, words);
  const written = cellWriter(columns, (column, value) => cellXml(column.kind, saidCell(words, column, value), 0));
  for await (const batch of batches) {
    let xml = '';
    for (const cells of batch) {
      for (const sums of subtotals.add(cells)) xml += boldRow(columns, sums);
      totals.add(cells);
      xml += rowXml(written(cells));
    }
    yield xml;
  }
  const last = isPlain ? [] : [...subtotals.end(), totalLine(columns, totals.values(), words.say(msg('Total')))];
  yield `${last.map((sums) => boldRow(columns, sums)).join('')}</sheetData></worksheet>`;
}

/** The row of a total: in a column without one is at most its name. */
const boldRow = (columns: readonly Column[], sums: Cells) =>
  rowXml(
    columns.map(({ kind, total }, i) => {
      const sum = sums[i] ?? null;
      return total || sum === null ? cellXml(kind, sum, FORMATS.length) : textCell(String(sum), STYLE.header);
    }),
  );

const EMPTY = '<c/>';
const rowXml = (cells: readonly string[]) => `<row>${cells.join('')}</row>`;
const numberCell = (value: number | string, style: number) => `<c s="${style}"><v>${value}</v></c>`;
/** Spreadsheets keep and show so many digits of a number. */
const NUMBER_DIGITS = 15;
/** A decimal of more digits than a spreadsheet's numbers have is written as text, with all of them; the sums of a spreadsheet leave it out. */
const decimalCell = (value: number | string, style: number, bold: number) =>
  String(value).replaceAll(/[-.]/g, '').length > NUMBER_DIGITS && new Units(value).precision() > NUMBER_DIGITS
    ? textCell(String(value), bold ? STYLE.header : STYLE.text)
    : numberCell(value, style + bold);
/** Text whose spaces XML would not preserve. */
const SPACED = /^\s|\s$|\s\s|[\t\n\r]/;
const textCell = (text: string, style: number) =>
  `<c t="inlineStr"${style === STYLE.text ? '' : ` s="${style}"`}><is><t${SPACED.test(text) ? ' xml:space="preserve"' : ''}>${escapeXml(text)}</t></is></c>`;

/** `bold` is 0, or the offset of the bold styles. */
function cellXml(kind: Column['kind'], value: Value, bold: number): string {
  if (value === null || value === '') return kind === 'hours' ? EMPTY + EMPTY : EMPTY;
  switch (kind) {
    case 'hours': {
      const ms = Number(value);
      return (
        numberCell(Math.round(ms / 3.6) / 1e6, STYLE.hours + bold) +
        numberCell(Math.round(ms / 0.0864) / 1e9, STYLE.clock + bold)
      );
    }
    case 'units':
    case 'count':
      return decimalCell(value, STYLE[kind], bold);
    case 'amount':
      return decimalCell(value, STYLE.hours, bold);
    case 'date':
    case 'time':
      return numberCell(serialOf(String(value)), STYLE[kind]);
    case 'text':
      return textCell(String(value), STYLE.text);
  }
}

/** Returns a local date or time as spreadsheets store it: days since 1899-12-30, to a tenth of a second. */
function serialOf(local: string): number {
  const part = (from: number, to: number) => digitsOf(local, from, to);
  const wall = Date.UTC(part(0, 4), part(5, 7) - 1, part(8, 10), part(11, 13), part(14, 16), part(17, 19));
  return (Math.round(wall / 86.4) + 25_569_000_000) / 1e6;
}

/** Returns the number that some digits of a text are; 0 where it has ended. */
function digitsOf(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to && at < text.length; at++) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}
const ZERO = 48;

/** Finds text that needs escaping, which is rare, so that the rest is written as it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML refuses
const UNSAFE = /[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_x/;

/** Escapes text; characters that XML 1.0 forbids are written as Office writes them: _x0007_. */
function escapeXml(text: string): string {
  if (!UNSAFE.test(text)) return text;
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML refuses
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g,
      (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}
