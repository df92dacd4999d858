import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { english } from '#contract/platform/words.ts';
import { readSpreadsheet, writeSpreadsheet } from '#server/platform/files/spreadsheet/spreadsheet.ts';
import { inlineRow, xlsxOf } from '../../support/sheets.ts';

/** Files as programs save them, read back (docs/decisions/015-spreadsheets.md says which are real). */
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

describe('files that LibreOffice saved', () => {
  it.each(['filled-1900.xlsx', 'filled-1904.xlsx', 'filled-1900.ods', 'filled-1904.ods'])('%s', async (name) => {
    const bytes = readFileSync(new URL(`../../fixtures/office/${name}`, import.meta.url));
    const sheets = (await readSpreadsheet(bytes)).filter(({ isHidden }) => !isHidden);
    expect(sheets.map((sheet) => sheet.name)).toEqual(['Employees', 'Shifts', 'Holidays']);
    const [employees, shifts, holidays] = sheets.map(({ rows }) =>
      rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)),
    );
    expect(employees).toEqual([
      ['Our farm'],
      ['Employee Number', 'First Name', 'Last Name', 'Time ID', 'Time Group', 'Active', 'Active From', 'Group From'],
      ['0042', 'Ann', 'Adams & <Sons>', '0007', 'Day', 'yes', '2026-11-20', '2026-11-21'],
      ['1002', 'שלום', '👩‍🌾 Zoë', '1002', 'Day', 'no', '2026-11-22'],
      ...[[], [], []],
      ['1003', 'two\nlines', 'spaced   out'],
      ['1004', 'Err', '#DIV/0!'],
      ['1005', 'Merged'],
      ['1006', expect.stringMatching(/^(#VALUE!|Err:502)$/), 'X'],
      ['1007', 'Filled', 'Down', '', 'Day'],
    ]);
    // The last row is hidden, which the reader of .ods does not tell.
    const wrong = name.endsWith('.xlsx') ? [9, 10, 11, 12] : [9, 10, 11];
    expect([...(sheets[0]?.wrong.keys() ?? [])].sort((a, b) => a - b)).toEqual(wrong);
    expect(shifts).toEqual([
      ['Time Group', 'Days', 'Start', 'End', 'Breaks', 'From'],
      ['Day', 'Mon-Fri', '07:00', '16:30', '12:00-13:00', '2026-11-23'],
      ['Night', 'Sat', '22:00', '06:00'],
    ]);
    expect(holidays).toEqual([
      ['Date', 'Name'],
      ['2026-12-16', 'Feast'],
      ['2028-02-29', 'Leap'],
    ]);
  });
});

const styles = (formats: string, ...ids: number[]) =>
  `<numFmts>${formats}</numFmts><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
const dated = (format: string) => ({
  styles: styles(`<numFmt numFmtId="170" formatCode="${format}"/>`, 0, 170),
  rows: '<row r="1"><c r="A1" s="1"><v>46346</v></c></row>',
});
const WRONG_FORMULA = 'A formula has no stored value: open the file, save it, and send it again';

describe('peculiarities of the published formats', () => {
  it.each<[what: string, parts: Parameters<typeof xlsxOf>[0], rows: string[][], wrong?: [number, string][]]>([
    [
      'a card number of 17 digits that was typed as a number, which spreadsheets round',
      {
        rows: '<row r="1"><c r="A1"><v>999999999999999</v></c></row><row r="2"><c r="A2"><v>7.2057594037927904E+16</v></c></row>',
      },
      [['999999999999999'], ['72057594037927900']],
      [[2, 'The number 72057594037927900 has more digits than a spreadsheet keeps: enter it as text']],
    ],
    [
      'shared strings with runs, sounds and kept spaces (Excel)',
      {
        strings:
          '<si><r><t>An</t></r><r><rPr><b/></rPr><t xml:space="preserve"> n</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>a_x000D_b_x005F_x0041_</t></si><si/>',
        rows: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c><c r="E1" t="s"><v>99</v></c></row>',
      },
      [['An n', '東京', 'a\rb_x0041_', '', '']],
    ],
    [
      'cells and rows without addresses, strings in place (Google Sheets, exporters)',
      { rows: inlineRow('1', 'Ann', 'Adams') + inlineRow('2', 'Bob') },
      [
        ['1', 'Ann', 'Adams'],
        ['2', 'Bob', ''],
      ],
    ],
    [
      'runs of a string in place',
      { rows: '<row><c t="inlineStr"><is><r><t>Zo</t></r><r><t>ë</t></r></is></c></row>' },
      [['Zoë']],
    ],
    [
      'a prefix for every element and attribute (Open XML SDK)',
      {
        workbook: `<x:workbook xmlns:x="${MAIN}" xmlns:rel="${OFFICE}"><x:workbookPr date1904="0"/><x:sheets><x:sheet name="Employees" sheetId="1" rel:id="rId1"/></x:sheets></x:workbook>`,
        sheet: `<x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>1</x:t></x:is></x:c><x:c r="B1"><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
      },
      [['1', '2']],
    ],
    [
      'a dimension that lies, or none (WPS)',
      {
        sheet: `<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData>${inlineRow('1', 'Ann')}</sheetData></worksheet>`,
      },
      [['1', 'Ann']],
    ],
    [
      'gaps between cells and rows, styled empty rows at the end (WPS)',
      {
        rows: '<row r="2"><c r="C2"><v>3</v></c></row><row r="900"><c r="A900" s="0"/></row>',
      },
      [
        ['', '', ''],
        ['', '', '3'],
      ],
    ],
    [
      'dates by number of a style, and times',
      {
        styles: styles('', 0, 14, 20, 22),
        rows: '<row r="1"><c r="A1" s="1"><v>46346</v></c><c r="B1" s="2"><v>0.2916666666666667</v></c><c r="C1" s="3"><v>46346.5</v></c><c r="D1" s="2"><v>0</v></c></row>',
      },
      [['2026-11-20', '07:00', '2026-11-20 12:00', '00:00']],
    ],
    [
      'dates from 1904 (Numbers, old Excel for Mac)',
      {
        workbook: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="true"/><sheets><sheet name="Employees" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        styles: styles('', 0, 14, 20),
        rows: '<row r="1"><c r="A1" s="1"><v>44884</v></c><c r="B1" s="2"><v>0.75</v></c></row>',
      },
      [['2026-11-20', '18:00']],
    ],
    ['a date by a format of its own', dated('[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy'), [['2026-11-20']]],
    ['a Japanese date', dated('yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@'), [['2026-11-20']]],
    ['a number with a word that has a d', dated('0&quot; days&quot;'), [['46346']]],
    ['a number in red', dated('[Red]0;[Blue]-0'), [['46346']]],
    [
      'a strict file: dates as ISO text (Excel, Strict Open XML)',
      {
        rows: '<row r="1"><c r="A1" t="d"><v>2026-11-20T00:00:00.000</v></c><c r="B1" t="d"><v>2026-11-20</v></c></row>',
      },
      [['2026-11-20', '2026-11-20']],
    ],
    [
      'yes and no, errors, formulas by their stored values',
      {
        rows: '<row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c><c r="C1"><f>1+1</f><v>2</v></c><c r="D1" t="str"><f>"a"</f><v>a</v></c><c r="E1" t="str"><f>""</f><v></v></c></row><row r="2"><c r="A2" t="e"><v>#N/A</v></c></row>',
      },
      [
        ['yes', 'no', '2', 'a', ''],
        ['#N/A', '', '', '', ''],
      ],
      [[2, 'A cell has the error #N/A']],
    ],
    [
      'a formula that nobody calculated (openpyxl and others) is no empty cell',
      { rows: `${inlineRow('1', 'Ann')}<row r="2"><c r="A2"><v>2</v></c><c r="B2"><f>B1</f></c></row>` },
      [
        ['1', 'Ann'],
        ['2', ''],
      ],
      [[2, WRONG_FORMULA]],
    ],
    [
      'numbers as people see them',
      { rows: '<row r="1"><c r="A1"><v>4.2E1</v></c><c r="B1"><v>27215550000</v></c></row>' },
      [['42', '27215550000']],
    ],
  ])('%s', async (_, parts, rows, wrong = []) => {
    const [sheet] = await readSpreadsheet(await xlsxOf(parts));
    expect(sheet?.rows).toEqual(rows);
    expect([...(sheet?.wrong ?? [])].map(([line, said]) => [line, english(said)])).toEqual(wrong);
  });

  it('sheets that are hidden or very hidden are named, and not read', async () => {
    const sheet = (name: string, state: string) => `<sheet name="${name}" sheetId="1" r:id="rId1" state="${state}"/>`;
    const states = sheet('Old', 'hidden') + sheet('Employees', 'visible') + sheet('Code', 'veryHidden');
    const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${states}</sheets></workbook>`;
    const read = await readSpreadsheet(await xlsxOf({ workbook, rows: inlineRow('1') }));
    expect(read.map(({ name, isHidden = false, rows }) => [name, isHidden, rows.length])).toEqual([
      ['Employees', false, 1],
      ['Old', true, 0],
      ['Code', true, 0],
    ]);
  });

  it('text that looks like an escape, a time or an error of a format comes back as it was written', async () => {
    const cells = [
      '_x0041_',
      'a_x000D_',
      '__x0041__',
      '_x005F_',
      '_x12_',
      '=1+1',
      "'0042",
      ' x ',
      'PT7H30M',
      'PT07H30M00S',
    ];
    const bytes = await writeSpreadsheet([
      { name: 'Groups', columns: cells.map((label) => ({ label, width: 9 })), rows: [cells] },
    ]);
    const [sheet] = await readSpreadsheet(bytes);
    expect([sheet?.rows[1], sheet?.wrong.size]).toEqual([cells, 0]);
  });
});
