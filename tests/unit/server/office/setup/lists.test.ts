import { describe, expect, test } from 'vitest';
import { mappingProblem } from '#contract/office/list.ts';
import { english } from '#contract/platform/words.ts';
import { withNumbers } from '#server/office/setup/workbook/list/filled.ts';
import { fieldOf } from '#server/office/setup/workbook/list/headings.ts';
import { namesIn } from '#server/office/setup/workbook/list/personNames.ts';
import { contentOfList, readListIn } from '#server/office/setup/workbook/list/read.ts';
import { recognise } from '#server/office/setup/workbook/list/recognise.ts';
import { dateIn, isNoDate, orderOf } from '#server/platform/files/dates.ts';
import { readCsvSheet } from '#server/platform/files/spreadsheet/csvSheet.ts';
import { SAMPLE_LISTS } from '#tests/support/lists/lists.ts';

/** Reads a list without help: what it is taken for at first sight. */
function taken(text: string) {
  const sheets = [readCsvSheet(new TextEncoder().encode(text))];
  const { headingLine, columns } = readListIn(sheets, []);
  const mapping = { headingLine, columns: columns.map(({ field, dates, names }) => ({ field, dates, names })) };
  return { mapping, columns, content: withNumbers(contentOfList(sheets, mapping, '.'), [], 0) };
}

describe('a list that was never made for us is understood without help', () => {
  test.each(Object.entries(SAMPLE_LISTS))('%s', (_, { text, first, refused = [] }) => {
    const { columns, content } = taken(text);
    expect(mappingProblem({ columns })).toBeNull();
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
      const content = contentOfList(
        sheets,
        {
          headingLine,
          columns: columns.map(({ field, dates, names }) => ({ field, dates, names })),
        },
        '.',
      );
      expect(content.sheets[0]?.lines[0]?.cells).toMatchObject(first);
    }
  });
});

test('both names in one cell are shown as each order cuts the name that they cut in the most ways', () => {
  const list = 'Clock no,Name\n101,Jan Botha\n102,Dr Nomsa Mary van Wyk\n103,Thandi Rose Nkosi\n';
  const { columns } = recognise(readCsvSheet(new TextEncoder().encode(list)), () => undefined);
  const cut = columns[1]?.orders?.map(({ names, firstName, lastName }) => `${names}: ${firstName} | ${lastName}`);
  expect(cut).toEqual([
    'first-last: Thandi Rose | Nkosi',
    'first-last2: Thandi | Rose Nkosi',
    'last-first: Rose Nkosi | Thandi',
    'last2-first: Nkosi | Thandi Rose',
  ]);
  expect(columns[0]?.orders).toBeUndefined();
});

test('dates that may be of two days are asked for, others are of one order', () => {
  expect(orderOf(['03/11/2025', '01/02/2026'])).toBeNull();
  expect(orderOf(['03/03/2025'])).toBe('dmy');
  expect(orderOf(['03/11/2025', '21/11/2025'])).toBe('dmy');
  expect(orderOf(['03/11/2025', '11/21/2025'])).toBe('mdy');
  // The day of the week tells.
  expect(orderOf(['Mon 03/11/2025', '01/02/2025'])).toBe('dmy');
  expect(orderOf(['mardi 03/11/2025'])).toBe('mdy');
  expect(orderOf(['Fri 03/11/2025'])).toBeNull();
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
  ['VAN WYK PIET', 'last-first', ['PIET', 'VAN WYK']],
  ['DE LA TOUR Marie', 'last-first', ['Marie', 'DE LA TOUR']],
  ['García López María José', 'last2-first', ['María José', 'García López']],
  ['García María', 'last2-first', ['María', 'García']],
  ['MOKOENA Thandi', 'last-first', ['Thandi', 'MOKOENA']],
  ['Denise Botha', 'last-first', ['Botha', 'Denise']],
  ['Cher', 'first-last', ['Cher', '']],
  ['J.P. Botha', 'first-last', ['J.P.', 'Botha']],
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
    41,
  );
  expect(again.sheets[0]?.lines.map(({ cells }) => cells.number)).toEqual(['42', '0041', '43']);
});

const columnsOf = (text: string) => readListIn([readCsvSheet(Buffer.from(text))], []).columns;
/** The lines of a list with what is read of them, or why they are refused. */
const linesOf = (text: string) =>
  taken(text).content.sheets[0]?.lines.map(({ line, wrong, cells: { number, firstName, lastName } }) => [
    line,
    wrong ? english(wrong) : `${number} ${firstName} ${lastName}`,
  ]);
const fieldsOf = (text: string) => taken(text).columns.map(({ field }) => field);

test('a line of a person is not taken for headings, whatever their job and team are called', () => {
  const people = ['Thandi,Mokoena', 'Jan,Botha', 'Maria,Santos'];
  const list = people.map((name, i) => `100${i},${name},Line,Active`).join('\n');
  expect(readListIn([readCsvSheet(Buffer.from(list))], []).headingLine).toBe(0);
  const words = readListIn([readCsvSheet(Buffer.from(people.map((name) => `${name},Picker,Active`).join('\n')))], []);
  expect(words).toMatchObject({ headingLine: 0, lines: 3 });
  // The first of its lines may be headings of a language that is not known.
  expect(mappingProblem(words)).toMatchObject({ id: 'Choose the column with the names.' });
});

test('headings that come again, sums, footers and headings of groups are no people: each is told by its line', () => {
  const repeats = 'This line repeats the headings.';
  expect(linesOf('Emp No,Surname,Name\n1,Adams,Ann\nEmp No,Surname,Name\n2,Brown,Bob')).toEqual([
    [2, '1 Ann Adams'],
    [3, repeats],
    [4, '2 Bob Brown'],
  ]);
  expect(
    linesOf('Name,Phone\nPACKHOUSE TEAM A,\nThandi Mokoena,0825550000\nGrand Total,2\nPrinted on 29/11/2026,'),
  ).toEqual([
    [2, 'This line is the heading of a group, not a person.'],
    [3, '1 Thandi Mokoena'],
    [4, 'This line is a sum or a footer, not a person.'],
    [5, 'This line is a sum or a footer, not a person.'],
  ]);
  expect(linesOf('Name\n1001 - Mokoena\nPiet Smit')?.[0]?.[1]).toContain('a name has no digits');
});

test('the days of a month may be headings', () =>
  expect(taken('Name,Team,1,2,3\nAnn Adams,A,8,8,9').mapping.headingLine).toBe(1));

test('headings far below a letterhead are found', () => {
  const letterhead = Array.from({ length: 14 }, (_, i) => `Farm ${i}`).join('\n');
  expect(linesOf(`${letterhead}\nEmp No;Surname;Name\n1;Adams;Ann`)).toEqual([[16, '1 Ann Adams']]);
});

test('the number of an employee is taken before a running number, also with a sign for it', () => {
  expect(fieldsOf('No,Emp No,Name,Surname\n1,1001,Ann,Adams')).toEqual([null, 'number', 'firstName', 'lastName']);
  expect(fieldsOf('#,Employee #,Full Names\n1,1001,Ann Adams')).toEqual([null, 'number', 'fullName']);
  expect(fieldsOf('#,Nombres y apellidos\n1,Ana García')).toEqual(['number', 'fullName']);
});

test('years of two digits and dates of both orders are asked for', () => {
  const dates = (...cells: string[]) =>
    readListIn(
      [
        readCsvSheet(
          Buffer.from(['No,Surname,Name,Date Engaged', ...cells.map((cell, i) => `${i},A,B,${cell}`)].join('\n')),
        ),
      ],
      [],
    ).columns[3]?.dates;
  expect(dates('26/01/03', '25/11/20', '24/06/30')).toBeNull();
  expect(dates('85/01/03', '99/11/20')).toBe('ymd');
  expect(dates('01/02/2025', '25/12/2024', '12/25/2024')).toBeNull();
  expect(dates('00/00/0000', '-', '25/12/2024', '')).toBe('dmy');
});

test('who has left is not active, though a word is not known; a column that begins late is read', () => {
  const list = 'No,Surname,Name,Status\n1,A,Ann,Active\n2,B,Bob,Terminated\n3,C,Cora,On loan';
  expect(fieldsOf(list)[3]).toBe('active');
  const cells = (text: string) => taken(text).content.sheets[0]?.lines.map(({ cells }) => cells.active);
  expect(cells('No,Surname,Name,Inactive\n1,A,Ann,No\n2,B,Bob,Yes')).toEqual(['yes', 'no']);
  const many = Array.from({ length: 300 }, (_, i) => `${i},A,B,${i < 250 ? '' : '2026-01-31'}`);
  expect(fieldsOf(['No,Surname,Name,End date', ...many].join('\n'))[3]).toBe('lastDay');
});

test.each([
  ...['Last day', 'Last working day', 'Laaste werksdag', 'Último dia', 'Dernier jour', 'Last day worked'],
  ...['End date', 'Leaving date', 'Termination Date', 'DOL', 'Resigned', 'Fecha de baja', 'Data de saída'],
  ...['Date de sortie', 'Uit diens datum'],
])('%s: the day after it is the first without activity', (heading) => {
  const list = `Nr,Surname,Name,${heading}\n1,Adams,Ann,\n2,Brown,Bob,2025-10-31`;
  const { columns, content } = taken(list);
  expect(columns[3]).toMatchObject({ field: 'lastDay', samples: ['2025-10-31'] });
  expect(content.sheets[0]?.lines.map(({ cells }) => cells.inactiveFrom)).toEqual(['', '2025-11-01']);
});

test.each(['Inactive From', 'Inactif depuis', 'Onaktief vanaf'])('%s is the first day without activity', (heading) => {
  const { columns, content } = taken(`Nr,Surname,Name,${heading}\n2,Brown,Bob,2025-10-31`);
  expect(columns[3]?.field).toBe('inactiveFrom');
  expect(content.sheets[0]?.lines[0]?.cells.inactiveFrom).toBe('2025-10-31');
});

test('headings in a language that is not known are headings, and what is below them is asked', () => {
  const lists = [
    'Henkilönumero;Etunimi;Sukunimi;Päättyi\n1;Ann;Adams;2025-10-31\n2;Bob;Brown;',
    'Lp;Imię;Nazwisko;Koniec\nE01;Ann;Adams;31.10.2025\nE02;Bob;Brown;',
    '工号;姓名;离职\n1;Ann Adams;2025-10-31\n2;Bob Brown;',
  ];
  for (const list of lists) {
    const { headingLine, columns } = readListIn([readCsvSheet(Buffer.from(list))], []);
    expect([headingLine, columns.at(-1)?.isUnclear]).toEqual([1, true]);
    expect(mappingProblem({ columns })).toMatchObject({ id: 'Choose the column with the names.' });
    expect(columns[0]?.field).toBe('number');
  }
});

test('without headings dates are asked, and numbers where several columns have some', () => {
  const asked = (list: string) => columnsOf(list).map(({ isUnclear, field }) => (isUnclear ? '?' : field));
  expect(asked('1001,Ann Adams,2025-10-31\n1002,Bob Brown,2025-11-30')).toEqual(['number', 'fullName', '?']);
  expect(asked('1001,Ann Adams,4321\n1002,Bob Brown,4322')).toEqual(['?', 'fullName', '?']);
});

test('of two columns that say the same otherwise neither is taken', () => {
  const asked = (list: string) => columnsOf(list).flatMap(({ isUnclear, heading }) => (isUnclear ? heading : []));
  expect(asked('Employee No,Payroll No,Surname,Name\n1,71,Adams,Ann\n2,72,Brown,Bob')).toEqual([
    'Employee No',
    'Payroll No',
  ]);
  expect(asked('Employee No,Surname,Name,Start date,Date engaged\n1,Adams,Ann,2025-05-14,2019-05-15')).toEqual([
    'Start date',
    'Date engaged',
  ]);
  expect(asked('Employee No,Payroll No,Surname,Name\n1,1,Adams,Ann\n2,2,Brown,Bob')).toEqual([]);
  expect(asked('Employee No,Surname,Name,Full name,Display name\n1,Adams,Ann,Ann Adams,Annie')).toEqual([]);
});

test('first names are found beside last names, whatever they are called', () => {
  const names = (list: string) => linesOf(list)?.map(([, text]) => text);
  expect(names('Emp No,Surname,Initials\n1,Adams,A J')).toEqual(['1 A J Adams']);
  expect(names('Emp No,First Name,Second Name,Surname\n1,Ann,Jane,Adams')).toEqual(['1 Ann Adams']);
  expect(names('Emp No,Surname,Full Names,Initials\n1,Adams,Ann Jane,AJ')).toEqual(['1 Ann Jane Adams']);
  expect(names('Emp No,Surname,Full Name\n1,Adams,Ann Adams')).toEqual(['1 Ann Adams']);
});

test('a date, or a number of people, that cannot be read is asked', () => {
  const asked = (list: string) => columnsOf(list).flatMap(({ isUnclear, heading }) => (isUnclear ? heading : []));
  expect(asked('Emp,Surname,Name,Start date\n1,Adams,Ann,Nov 2025\n2,Brown,Bob,Mar 2024')).toEqual(['Start date']);
  expect(asked('Emp,Surname,Name,Start date\n1,Adams,Ann,45964\n2,Brown,Bob,145000')).toEqual(['Start date']);
  expect(asked('ID,Surname,Name\n9005170123087,Adams,Ann\n8001015009087,Brown,Bob')).toEqual(['ID']);
  expect(isToldOf('Emp,Nombres y apellidos,Fecha de cesación\n1,Ann Adams,\n2,Bob Brown,31/05/2026')).toBe(true);
  expect(asked('Nr,Van,Noemnaam,Voorletters\n1,Adams,Ann,A J\n2,Brown,Bob,B')).toEqual([]);
});

test('dates that programs write where there is none are none', () => {
  const none = ['1900-01-01', '01/01/1900', '1899-12-30', '31/12/2099', '12/31/9999', '0000-00-00', '00.00.0000', '-'];
  expect(none.filter((cell) => !isNoDate(cell))).toEqual([]);
  expect(isNoDate('2026-12-31')).toBe(false);
  expect(
    ['Mon 16 Nov 2026', 'lun. 16/11/2026', 'Mar 3, 2026', 'May 3, 2026'].map((cell) => dateIn(cell, 'dmy')),
  ).toEqual([...['2026-11-16', '2026-11-16', '2026-03-03', '2026-05-03']]);
});

/** A list with one more column. */
const withColumn = (heading: string, ...cells: string[]) =>
  [`Nr,Surname,Name,${heading}`, ...cells.map((cell, at) => `${at},Adams,Ann,${cell}`)].join('\n');
const lastOf = (list: string) => taken(list).columns.at(-1);
const isAsked = (list: string) => lastOf(list)?.isUnclear === true;
/** Asked, or with each cell read or refused by its line. */
const isToldOf = (list: string) => isAsked(list) || lastOf(list)?.field !== null;

test('a column that may say when people left is asked where it cannot be read, in five languages', () => {
  const headings = [
    ...['Contract end', 'End of contract', 'Season to', 'Term. date', 'Employed to', 'Engaged until', 'Until'],
    ...['Notice until', 'Off-boarded', 'Contract expiry date', 'ContractEnd', 'contract_end_date', 'Kontrak eindig'],
    ...['Uittreding', 'Dienseinde', 'Fin contrato', 'Contrato hasta', 'Vencimiento del contrato', 'Fim do contrato'],
    ...['Término do contrato', 'Trabalha até', 'Fin du contrat', "Employé jusqu'au", 'Échéance du contrat'],
  ];
  for (const dates of [['', '2025-10-31'], ['Dec 2026', '31 Oct 2025'], ['Dec 2026'], ['45961']])
    expect(headings.filter((heading) => !isToldOf(withColumn(heading, ...dates)))).toEqual([]);
  expect(isToldOf(withColumn('Contract end date', 'Dec 2026'))).toBe(true);
});

test('a column that may say who is employed is asked where it cannot be read, in five languages', () => {
  const headings = [
    ...['Employed', 'In service', 'Current', 'Working', 'Deleted', 'Gone', 'Disabled', 'Blocked', 'Suspended'],
    ...['Currently employed', 'isEmployed', 'Still working', 'In diens', 'Geblokkeer', 'Vigente', 'Bloqueado'],
    ...['Eliminado', 'Trabalhando', 'Suspenso', 'En poste', 'Bloqué', 'Supprimé'],
  ];
  for (const cells of [
    ['Yes', 'No'],
    ['1', '0'],
    ['', 'x'],
  ])
    expect(headings.filter((heading) => !isToldOf(withColumn(heading, ...cells)))).toEqual([]);
});

test('a column that says nothing of who left is not asked', () => {
  const others: Record<string, string[]> = {
    'Date of birth': ['1990-05-17'],
    'Reports to': ['Jan Botha'],
    'Passport expiry date': ['2027-10-31'],
    'Contract type': ['Permanent', 'Seasonal'],
    'Normal hours': ['45'],
    Gender: ['F'],
    No: ['0', '1'],
  };
  expect(Object.entries(others).filter(([heading, cells]) => isAsked(withColumn(heading, ...cells)))).toEqual([]);
});

test('numbers that a spreadsheet has changed are refused by line', () => {
  const list = 'Emp No,Surname,Name\n1.00E+12,A,Ann\n1001.0,B,Bob\n"1,002",C,Cora\n1003,D,Dan';
  expect(linesOf(list)?.map(([, text]) => text)).toEqual([
    ...Array(3).fill('A spreadsheet has changed this number: format the column as text.'),
    '1003 Dan D',
  ]);
});

test('a number of identity is no phone', () => {
  expect(fieldsOf('1001,Thandi Mokoena,9005170123087\n1002,Jan Botha,8001015009087')).not.toContain('phoneNumber');
  expect(fieldsOf('1001,Thandi Mokoena,0825550000\n1002,Jan Botha,+27825550001')).toContain('phoneNumber');
});

test('a title with commas above a list with semicolons does not tell the separator', () => {
  expect(linesOf('List of staff, packhouse, 2026\nEmp No;Surname;Name\n1;Adams;Ann')).toEqual([[3, '1 Ann Adams']]);
});

test('a line with more cells than headings is refused', () => {
  expect(linesOf('Emp No,Name,Surname\n1,Ann,Adams\n2,Bob,Brown, Jr')?.[1]?.[1]).toContain(
    'more cells than the headings',
  );
});

test('what is read is the sheet that was shown, and a remembered order of dates gives way to what a list proves', () => {
  const sheet = (name: string, text: string) => ({ ...readCsvSheet(Buffer.from(text)), name });
  const sheets = [
    sheet('A', 'Emp No,Surname,Name\n1,Adams,Ann'),
    sheet('B', 'Surname,Emp No,Cell,Name,Dept\nBrown,2,0825550000,Bob,X'),
  ];
  const column = (field: 'number' | 'lastName' | 'firstName') => ({ field, dates: null, names: null });
  const mapping = { sheet: 'A', headingLine: 1, columns: [column('number'), column('lastName'), column('firstName')] };
  expect(contentOfList(sheets, mapping, '.').sheets[0]?.lines[0]?.cells).toMatchObject({
    number: '1',
    lastName: 'Adams',
  });

  const before = taken('No,Surname,Name,Start\n1,A,Ann,25/12/2024').mapping;
  const american = 'No,Surname,Name,Start\n1,A,Ann,12/25/2024\n2,B,Bob,01/02/2025';
  const list = recognise(readCsvSheet(Buffer.from(american)), () => before);
  expect(list.columns[3]?.dates).toBe('mdy');
  const both = recognise(readCsvSheet(Buffer.from('No,Surname,Name,Start\n1,A,Ann,01/02/2025')), () => before);
  expect(both.columns[3]?.dates).toBe('dmy');
});

describe('names of which a column says less than it has', () => {
  const names = (text: string) =>
    taken(text).content.sheets[0]?.lines.map(({ cells }) => [cells.firstName, cells.lastName]);
  test('are both names beside the last ones, which they end with', () => {
    expect(names('No,Name,Surname\n1,Thandi Nkosi,Nkosi\n2,Ann Nel,Nel')).toEqual([
      ['Thandi', 'Nkosi'],
      ['Ann', 'Nel'],
    ]);
    expect(names('No,Name,Surname\n1,Thandi Grace,Nkosi\n2,Ann,Nel')).toEqual([
      ['Thandi Grace', 'Nkosi'],
      ['Ann', 'Nel'],
    ]);
  });
  test('have titles within them', () => {
    expect(names('No,Surname and initials\n1,Nkosi Mr T\n2,Botha Mrs PJ')).toEqual([
      ['T', 'Nkosi'],
      ['PJ', 'Botha'],
    ]);
    expect(names('No,Name\n1,"Nkosi, T.P. Mr"\n2,"Nel, Ann"')).toEqual([
      ['T.P.', 'Nkosi'],
      ['Ann', 'Nel'],
    ]);
  });
  test.each(['Matricule;Nom\n1;Luc Martin\n2;Zoé Petit', 'Nº;Apellidos\n1;Luis Pérez\n2;Ana Gil'])(
    'are asked about below a heading of last names alone: %s',
    (text) => {
      const { columns } = recognise(readCsvSheet(new TextEncoder().encode(text)), () => undefined);
      expect(columns[1]).toMatchObject({ field: null, isUnclear: true });
    },
  );
});
