import { expect, it } from 'vitest';
import { WORKBOOK_SHEETS, type WorkbookSheet } from '#contract/office/workbook.ts';
import { english } from '#contract/platform/words.ts';
import { SHEETS } from '#server/office/setup/workbook/columns.ts';
import { contentOf } from '#server/office/setup/workbook/content.ts';
import { readSpreadsheet } from '#server/platform/files/spreadsheet/spreadsheet.ts';
import { odsOf, odsRow, xlsxOf } from '../../support/sheets.ts';

/** Each column of the workbook with a cell of each type, in both formats: it is what the spreadsheet shows, or the line is refused. */

const FORMATS = [0, 14, 20, 46, 164, 165, 10, 166, 167, 168, 22];
const STYLES = `<numFmts><numFmt numFmtId="164" formatCode="[h]:mm"/><numFmt numFmtId="165" formatCode="[hh]:mm;@"/><numFmt numFmtId="166" formatCode="00000"/><numFmt numFmtId="167" formatCode="#,##0"/><numFmt numFmtId="168" formatCode="mmm\\-yy"/></numFmts><cellXfs>${FORMATS.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
const number = (value: number, format = 0) => `<c s="${FORMATS.indexOf(format)}"><v>${value}</v></c>`;
const ods = (type: string, attributes: string, text: string) =>
  `<table:table-cell table:style-name="ce1" office:value-type="${type}" ${attributes} calcext:value-type="${type}"><text:p>${text}</text:p></table:table-cell>`;
const DATE = 'This cell is a date: format the column as text.';
const TIME = 'This cell is a time: format the column as text.';
const BOOLEAN = 'This cell is true or false: format the column as text.';
const LONG = 'This cell is longer than the time of day that it shows: format the column as text.';

type Kind = 'date' | 'time' | 'boolean' | undefined;
const CELLS: [what: string, xlsx: string, ods: string | null, shown: string, kind?: Kind | 'long'][] = [
  ['text', '<c t="inlineStr"><is><t>abc</t></is></c>', ods('string', '', 'abc'), 'abc'],
  ['a number', number(42), ods('float', 'office:value="42"', '42'), '42'],
  ['a decimal', number(1.25), ods('float', 'office:value="1.25"', '1,25'), '1.25'],
  ['a number with thousands', number(1250, 167), ods('float', 'office:value="1250"', '1,250'), '1250'],
  ['a number with zeros in front', number(42, 166), ods('float', 'office:value="42"', '00042'), '00042'],
  ['a percentage', number(1.5, 10), ods('percentage', 'office:value="1.5"', '150 %'), '150%'],
  ['true', '<c t="b"><v>1</v></c>', ods('boolean', 'office:boolean-value="true"', 'WAHR'), 'yes', 'boolean'],
  ['true as LibreOffice saves it', '<c t="b"><v>1</v></c>', ods('float', 'office:value="1"', 'WAHR'), 'yes', 'boolean'],
  ['a date', number(46346, 14), ods('date', 'office:date-value="2026-11-20"', '20.11.26'), '2026-11-20', 'date'],
  ['a month', number(46327, 168), ods('date', 'office:date-value="2026-11-01"', 'Nov-26'), '2026-11-01', 'date'],
  [
    'a date with a time',
    number(46346.5, 22),
    ods('date', 'office:date-value="2026-11-20T12:00:00"', ''),
    '2026-11-20 12:00',
    'date',
  ],
  ['a date of a strict file', '<c t="d"><v>2026-11-20</v></c>', null, '2026-11-20', 'date'],
  ['a time of day', number(0.4375, 20), ods('time', 'office:time-value="PT10H30M00S"', '10:30'), '10:30', 'time'],
  [
    '45 hours as Excel makes them',
    number(1.875, 46),
    ods('time', 'office:time-value="PT45H00M00S"', '45:00:00'),
    '45:00',
    'time',
  ],
  ['60 hours as [h]:mm', number(2.5, 164), ods('time', 'office:time-value="PT60H00M00S"', '60:00'), '60:00', 'time'],
  [
    '1,500 hours, past the false leap day',
    number(62.5, 165),
    ods('time', 'office:time-value="PT1500H00M00S"', '1500:00'),
    '1500:00',
    'time',
  ],
  ['9 hours as [h]:mm', number(0.375, 164), ods('time', 'office:time-value="PT09H00M00S"', '09:00'), '09:00', 'time'],
  ['45 hours that are shown as 21:00', number(1.875, 20), null, '21:00', 'long'],
  ['a moment that is shown as 12:00', number(46346.5, 20), null, '12:00', 'long'],
];

const columnsOf = (sheet: WorkbookSheet) => Object.entries(SHEETS[sheet].columns);
const headings = (sheet: WorkbookSheet) => columnsOf(sheet).map(([, { label }]) => label);
const inline = (texts: string[]) => texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');

type Cell = { xlsx: string; ods: string | null };
const EMPTY: Cell = { xlsx: '<c/>', ods: '<table:table-cell/>' };
/** Returns the lines of a sheet by format: their cells, and what is wrong with them. */
async function read(sheet: WorkbookSheet, lines: readonly (readonly Cell[])[], is1904 = false) {
  const { name } = SHEETS[sheet];
  const rows = lines.map((cells) => `<row>${cells.map(({ xlsx }) => xlsx).join('')}</row>`).join('');
  const workbook = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="${is1904}"/><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const files = [await xlsxOf({ workbook, styles: STYLES, rows: `<row>${inline(headings(sheet))}</row>${rows}` })];
  if (lines.flat().every(({ ods }) => ods !== null)) {
    const odsRows = lines.map((cells) => `<table:table-row>${cells.map(({ ods }) => ods).join('')}</table:table-row>`);
    files.push(
      await odsOf(`<table:table table:name="${name}">${odsRow(...headings(sheet))}${odsRows.join('')}</table:table>`),
    );
  }
  return Promise.all(
    files.map(async (bytes) =>
      contentOf(await readSpreadsheet(bytes), '.').sheets[0]?.lines.map(({ cells, wrong }) => ({
        cells,
        wrong: wrong === undefined ? null : english(wrong),
      })),
    ),
  );
}

const REASONS = { date: DATE, time: TIME, boolean: BOOLEAN, long: LONG };

it.each(CELLS)('%s, in each column of each sheet', async (_, xlsx, odsCell, shown, kind) => {
  for (const sheet of WORKBOOK_SHEETS) {
    const columns = columnsOf(sheet);
    const lines = columns.map((_, i) => columns.map((_, c) => (c === i ? { xlsx, ods: odsCell } : EMPTY)));
    const found = columns.map(([, { label, takes }]) => ({
      label,
      shown,
      wrong: kind === undefined || kind === takes ? null : `${label}: ${REASONS[kind]}`,
    }));
    for (const file of await read(sheet, lines))
      expect(
        columns.map(([id, { label }], i) => ({ label, shown: file?.[i]?.cells[id], wrong: file?.[i]?.wrong })),
      ).toEqual(found);
  }
});

it('columns take dates, times and truths where their text says so, and nothing else', () => {
  const taking = (kind: Kind) =>
    WORKBOOK_SHEETS.flatMap((sheet) =>
      columnsOf(sheet).flatMap(([, { label, takes }]) => (takes === kind ? [label] : [])),
    );
  expect([...new Set(taking('date'))].sort()).toEqual(
    [
      'Active From',
      'Date',
      'From',
      'Group From',
      'Group and Job From',
      'Inactive From',
      'Period Dates',
      'Period From',
      'Weeks From',
    ].sort(),
  );
  expect(taking('boolean')).toHaveLength(15);
  expect(taking('time')).toHaveLength(16);
});

it('a file that counts its days from 1904 has the same lengths and dates', async () => {
  const cells = [number(1.875, 46), number(44884, 14), number(0.75, 20), number(1.875, 20)];
  const [lines] = await read('groups', [cells.map((xlsx) => ({ xlsx, ods: null }))], true);
  expect(Object.values(lines?.[0]?.cells ?? {}).slice(0, 4)).toEqual(['45:00', '2026-11-20', '18:00', '21:00']);
});
