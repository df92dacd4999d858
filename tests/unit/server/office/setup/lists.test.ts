import { describe, expect, test } from 'vitest';
import { mappingProblem } from '#contract/office/list.ts';
import { withNumbers } from '#server/office/setup/workbook/list/filled.ts';
import { fieldOf } from '#server/office/setup/workbook/list/headings.ts';
import { namesIn } from '#server/office/setup/workbook/list/mapped.ts';
import { contentOfList, readListIn } from '#server/office/setup/workbook/list/read.ts';
import { dateIn, orderOf } from '#server/platform/files/dates.ts';
import { readCsvSheet } from '#server/platform/files/spreadsheet/csvSheet.ts';
import { SAMPLE_LISTS } from '#tests/support/lists/lists.ts';

/** Reads a list without help: what it is taken for at first sight. */
function taken(text: string) {
  const sheets = [readCsvSheet(new TextEncoder().encode(text))];
  const { headingLine, columns } = readListIn(sheets, []);
  const mapping = { headingLine, columns: columns.map(({ field, dates, names }) => ({ field, dates, names })) };
  return { mapping, columns, content: withNumbers(contentOfList(sheets, mapping).content, []) };
}

describe('a list that was never made for us is understood without help', () => {
  test.each(Object.entries(SAMPLE_LISTS))('%s', (_, { text, first, refused = [] }) => {
    const { mapping, content } = taken(text);
    expect(mappingProblem(mapping)).toBeNull();
    const lines = content.sheets[0]?.lines ?? [];
    expect(lines[0]?.cells).toMatchObject(first);
    const withoutName = lines.filter(
      ({ wrong, cells }) => wrong || !cells.number || !cells.firstName || !cells.lastName,
    );
    expect(withoutName.map(({ line }) => line)).toEqual(refused);
  });

  test('also as UTF-16, in the Windows encoding and of a Mac', () => {
    const { text, first } = SAMPLE_LISTS.French ?? { text: '', first: {} };
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const windows = Buffer.from(text, 'latin1');
    for (const bytes of [utf16, windows]) {
      const sheets = [readCsvSheet(bytes)];
      const { headingLine, columns } = readListIn(sheets, []);
      const { content } = contentOfList(sheets, {
        headingLine,
        columns: columns.map(({ field, dates, names }) => ({ field, dates, names })),
      });
      expect(content.sheets[0]?.lines[0]?.cells).toMatchObject(first);
    }
  });
});

test('dates that may be of two days are asked for, others are of one order', () => {
  expect(orderOf(['03/11/2025', '01/02/2026'])).toBeNull();
  expect(orderOf(['03/03/2025'])).toBe('dmy');
  expect(orderOf(['03/11/2025', '21/11/2025'])).toBe('dmy');
  expect(orderOf(['03/11/2025', '11/21/2025'])).toBe('mdy');
  expect(orderOf(['2025-11-03', '', '20251121'])).toBe('ymd');
  expect(orderOf(['Packhouse', 'Orchard'])).toBeUndefined();
  const text = 'No,Name,Surname,Start\n1,A,B,03/11/2025\n2,C,D,01/02/2026';
  const { columns } = readListIn([readCsvSheet(Buffer.from(text))], []);
  expect([columns[3]?.dates, mappingProblem({ columns })]).toMatchObject([
    null,
    { id: 'Choose how the dates are written.' },
  ]);
});

test.each([
  ['3 Nov 2025', 'dmy', '2025-11-03'],
  ['3-nov-25', 'dmy', '2025-11-03'],
  ['3 de novembro de 2025', 'dmy', '2025-11-03'],
  ['1er juillet 2025', 'dmy', '2025-07-01'],
  ['November 3, 2025', 'mdy', '2025-11-03'],
  ['11/3/25', 'mdy', '2025-11-03'],
  ['03.11.2025 00:00', 'dmy', '2025-11-03'],
  ['31/02/2025', 'dmy', undefined],
  ['soon', 'dmy', undefined],
] as const)('the date %s (%s) is %s', (cell, order, date) => expect(dateIn(cell, order)).toBe(date));

test.each([
  ['Thandi Mokoena', 'first-last', ['Thandi', 'Mokoena']],
  ['Mokoena, Thandi Grace', 'first-last', ['Thandi Grace', 'Mokoena']],
  ['Jan van der Merwe', 'first-last', ['Jan', 'van der Merwe']],
  ['van der Merwe Jan', 'last-first', ['Jan', 'van der Merwe']],
  ['Mokoena  Thandi', 'last-first', ['Thandi', 'Mokoena']],
  ['Cher', 'first-last', ['Cher', '']],
] as const)('%s (%s) is %j', (cell, order, names) => expect(namesIn(cell, order)).toEqual(names));

test('headings are known in five languages, whatever their case, accents and hints', () => {
  const known = [
    'SURNAME *',
    'Apellidos',
    'Prénom',
    'Voornaam',
    'telemovel',
    'Start Date (DD/MM/YYYY)',
    'emp. no',
    'Tel.',
  ];
  expect(known.map(fieldOf)).toEqual([
    ...(['lastName', 'lastName', 'firstName', 'firstName'] as const),
    ...(['phoneNumber', 'activeFrom', 'number', 'phoneNumber'] as const),
  ]);
  expect(['Bank', 'IBAN', 'Salary', 'Date of Birth', 'E-mail', '', 'ID Number'].map(fieldOf)).toEqual(
    Array(7).fill(null),
  );
});

test('people without a number keep theirs by their name, others get the next; a name twice is two people', () => {
  const people = [{ number: '0041', firstName: 'Thandi', lastName: 'Mokoena' }];
  const { content } = taken('Name\nJan Botha\nthandi mokoena\nThandi Mokoena');
  const again = withNumbers(
    {
      ...content,
      sheets: content.sheets.map((sheet) => ({
        ...sheet,
        lines: sheet.lines.map((line) => ({ ...line, cells: { ...line.cells, number: '' } })),
      })),
    },
    people,
  );
  expect(again.sheets[0]?.lines.map(({ cells }) => cells.number)).toEqual(['42', '0041', '43']);
});
