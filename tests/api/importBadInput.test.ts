import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { mappingProblem } from '#contract/office/list.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { english } from '#contract/platform/words.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart } from '../support/zip.ts';

/** Lists that cannot be read as they are: the place of the fault is said, and the other lines are read. */
const t = useTestApp();

type Sheet = Parameters<typeof writeXlsx>[0]['sheets'][number];
type Bad = {
  list: string | Sheet[];
  /** The question before anything is read. */
  asks?: string;
  headingLine?: number;
  /** Other sheets of the file. */
  sheets?: string[];
  /** Of each line with a reason its number in the file, and the reason. */
  told?: string[];
  /** The lines that can be taken. */
  good: number;
};
const TOTAL = 'This line is a sum or a footer, not a person.';
const MERGED = [{ startRow: 1, endRow: 1, startCol: 0, endCol: 1 }];

const PEOPLE: Record<string, Bad> = {
  'two columns for one field': {
    list: 'No,Name,Surname,Badge,RFID card\n1,Ann,Adams,501,9\n2,Bob,Brown,502,8',
    asks: 'Choose what Badge is taken for, or ignore it.',
    good: 0,
  },
  'no column of names': { list: 'No,Team\n1,North\n2,South', asks: 'Choose the column with the names.', good: 0 },
  'a sum': {
    list: 'No,Name,Surname\n1,Ann,Adams\nTotal,1,',
    told: ['3 "1" is not a name: a name has no digits'],
    good: 1,
  },
  'merged headings': {
    list: [
      {
        name: 'Staff',
        rows: [
          ['Staff', null, null],
          ['Person', null, 'Work'],
          ['No', 'Name', 'Surname'],
          [1, 'Ann', 'Adams'],
        ],
        merges: MERGED,
      },
    ],
    headingLine: 3,
    good: 1,
  },
  'three lines of headings': {
    list: 'Bergvliet Estate,,\nEmployee,Employee,Employee\nNo,Name,Surname\n1,Ann,Adams',
    headingLine: 3,
    good: 1,
  },
  'empty columns': { list: 'No,,Name,,Surname,,\n1,,Ann,,Adams,,\n2,,Bob,,Brown,,', good: 2 },
  'a formula': {
    list: 'No,Name,Surname\n1,=A1,Adams\n2,Bob,Brown',
    told: ['2 "=A1" is a formula: write what it shows.'],
    good: 1,
  },
  'a day of the week that is not of its date': {
    list: 'No,Name,Surname,Start\n2,Bob,Brown,Mon 16/11/2026\n3,Cat,Cloete,Mon 17/11/2026',
    told: ['3 "Mon 17/11/2026" is Tue 17 Nov 2026: correct the date or its day of the week'],
    good: 1,
  },
  'numbers and PINs that cannot be': {
    list: 'No,Name,Surname,PIN\n-1,Bob,Brown,\n2,Cy,Cole,0\n3,Di,Dunn,-5\n4,Ed,Ever,1/2\n5,Flo,Fick,1042',
    told: [
      '2 Employee Number: Begin with a letter or a digit',
      ...['3', '4', '5'].map((line) => `${line} Time ID: Use letters and digits, not 0 alone`),
    ],
    good: 1,
  },
  'a hidden sheet': {
    list: [
      {
        name: 'Former',
        hidden: true,
        rows: [
          ['No', 'Name'],
          [9, 'Zed'],
        ],
      },
      {
        name: 'Staff',
        rows: [
          ['No', 'Name', 'Surname'],
          [1, 'Ann', 'Adams'],
        ],
      },
    ],
    sheets: ['Former'],
    good: 1,
  },
  '5,000 lines, one of them wrong': {
    list: `No,Name,Surname\n${Array.from({ length: 5_000 }, (_, nth) => `${nth + 1},${nth === 4_000 ? '' : 'Ann'},Adams`).join('\n')}`,
    told: ['4002 First Name is missing'],
    good: 4_999,
  },
};

const PIECES: Record<string, Bad> = {
  'two columns for one field': {
    list: 'No,Date,Crates,Bins\n1,2026-11-16,12,3',
    asks: 'Choose the column with the units.',
    good: 0,
  },
  'no column of people': {
    list: 'Date,Product,Crates\n2026-11-16,Gala,12',
    asks: 'Choose the column with the employee number or the name.',
    good: 0,
  },
  'a sum': { list: 'Date,No,Crates\n2026-11-16,1,12\nTotal,,12', told: [`3 ${TOTAL}`], good: 1 },
  'merged headings': {
    list: [
      {
        name: 'Picked',
        rows: [
          ['Picked', null, null],
          ['Person', null, 'Work'],
          ['No', 'Date', 'Crates'],
          [1, '2026-11-16', 12],
        ],
        merges: MERGED,
      },
    ],
    headingLine: 3,
    good: 1,
  },
  'three lines of headings': {
    list: 'Bergvliet Estate,,\nPicked,Picked,Picked\nNo,Date,Crates\n1,2026-11-16,12',
    headingLine: 3,
    good: 1,
  },
  'empty columns': { list: 'No,,Date,,Crates,,\n1,,2026-11-16,,12,,', good: 1 },
  'a formula': {
    list: 'No,Date,Crates,Job\n1,2026-11-16,12,=A1\n1,2026-11-17,12,',
    told: ['2 "=A1" is a formula: write what it shows.'],
    good: 1,
  },
  'a day of the week that is not of its date': {
    list: 'No,Date,Crates\n1,Mon 16/11/2026,12\n1,Mon 17/11/2026,12\n1,mar. 17/11/2026,12\n1,Tue 16 Nov,12',
    told: [
      '3 "Mon 17/11/2026" is Tue 17 Nov 2026: correct the date or its day of the week',
      '5 "Tue 2026-11-16" is Mon 16 Nov 2026: correct the date or its day of the week',
    ],
    good: 2,
  },
  'units of a billion': {
    list: 'No,Date,Crates\n1,2026-11-16,99999999999\n1,2026-11-17,-12',
    told: ['2 "99999999999" has too many digits'],
    good: 1,
  },
  'a hidden sheet': {
    list: [
      {
        name: 'Former',
        hidden: true,
        rows: [
          ['No', 'Date'],
          [9, '2026-11-16'],
        ],
      },
      {
        name: 'Picked',
        rows: [
          ['No', 'Date', 'Crates'],
          [1, '2026-11-16', 12],
        ],
      },
    ],
    sheets: ['Former'],
    good: 1,
  },
  '5,000 lines, one of them wrong': {
    list: `No,Date,Crates\n${Array.from({ length: 5_000 }, (_, nth) => `1,2026-11-16,${nth === 4_000 ? 'many' : nth + 1}`).join('\n')}`,
    told: ['4002 "many" is not a number: write it as 12.5 (column Units)'],
    good: 4_999,
  },
};

const bytesOf = async (list: Bad['list']) =>
  Buffer.from(typeof list === 'string' ? list : await writeXlsx({ sheets: list }));

async function given() {
  const { accountId, token } = await givenEmployer(t.db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
  await givenEmployee(t.db, accountId, { number: '1', firstName: 'Ann', lastName: 'Adams' });
  const send = async (path: string, { list }: Pick<Bad, 'list'>, query: Record<string, string> = {}) => {
    const name = typeof list === 'string' ? 'list.csv' : 'list.xlsx';
    const { payload, headers } = multipart(await bytesOf(list), { name, type: 'text/plain' });
    const url = `/v2/setup/${path}?${new URLSearchParams(query)}`;
    return t.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token } });
  };
  const ask = async (path: string, body?: unknown) => (await t.ask(`/v2/${path}`, { token, body })).json();
  return { accountId, send, ask };
}
type Told = { line: number; outcome: string; reason: string | null };
const withReasons = (lines: readonly Told[]) =>
  lines.flatMap(({ line, outcome, reason }) => (outcome === 'refused' ? [`${line} ${reason}`] : []));

test.each(Object.entries(PEOPLE))('people: %s', async (_, bad) => {
  const { send, ask } = await given();
  const read = (await send('list', bad)).json();
  const { headingLine, columns, otherSheets } = read;
  const problem = mappingProblem(read);
  expect([problem && english(problem), headingLine, otherSheets]).toEqual([
    ...[bad.asks ?? null, bad.headingLine ?? 1, bad.sheets ?? []],
  ]);
  if (problem) return;
  const mapping = columns.map(({ field, dates, names }: Record<string, unknown>) => ({ field, dates, names }));
  const list = JSON.stringify({ headingLine, columns: mapping });
  const { workbookId, sheets } = (await send('workbook', bad, { list })).json();
  const { lines } = await ask(`setup/workbook/${workbookId}/lines?startRow=0&endRow=500&outcome=refused`);
  expect([withReasons(lines), sheets[0].new + sheets[0].changed + sheets[0].unchanged]).toEqual([
    ...[bad.told ?? [], bad.good],
  ]);
});

test.each(Object.entries(PIECES))('pieces: %s', async (_, bad) => {
  const { accountId, ask } = await given();
  const file =
    typeof bad.list === 'string' ? { csv: bad.list } : { spreadsheet: (await bytesOf(bad.list)).toString('base64') };
  const { headingLine, otherSheets, added, lines, ...read } = await ask(`account/${accountId}/import`, {
    ...{ kind: 'piecework', commit: false },
    ...file,
  });
  expect([headingLine, otherSheets, added]).toEqual([bad.headingLine ?? 1, bad.sheets ?? [], bad.good]);
  // At most 500 lines are listed.
  expect(withReasons(lines)).toEqual(bad.good < 500 ? (bad.told ?? []) : []);
  const refused = await ask(`account/${accountId}/import`, { kind: 'piecework', commit: true, ...file });
  expect(bad.asks ? refused.message : read.refused).toBe(bad.asks ?? bad.told?.length ?? 0);
});

test('a file that is larger than a server reads is refused whole, with its bound', async () => {
  const { send } = await given();
  const reply = await send('list', { list: `No,Name,Surname\n${'1,Ann,Adams\n'.repeat(1_800_000)}` });
  expect([reply.statusCode, reply.json().message]).toEqual([413, expect.stringContaining('10')]);
});

const COLUMNS = Array.from({ length: 61 }, (_, at) => `Column ${at + 1}`);
const wide = `No,Name,Surname,${COLUMNS.join(',')}\n1,Ann,Adams,${COLUMNS.join(',')}`;
test.each([
  [
    'lines',
    `No,Name,Surname\n${'1,Ann,Adams\n'.repeat(20_011)}`,
    'The sheet CSV has more than 20000 lines. Take it in parts.',
  ],
  ['columns', wide, 'The sheet CSV has more than 60 columns.'],
])('a list of people or pieces beyond its %s is refused with the bound', async (_, csv, message) => {
  const { accountId, send, ask } = await given();
  const reply = await send('list', { list: csv });
  expect([reply.statusCode, reply.json().message]).toEqual([413, message]);
  const pieces = await ask(`account/${accountId}/import`, { kind: 'piecework', commit: false, csv });
  expect(pieces.message).toBe(message);
});

test('columns without anything in them are not counted', async () => {
  const { send } = await given();
  const reply = await send('list', { list: `No,Name,Surname${','.repeat(100)}\n1,Ann,Adams${','.repeat(100)} ,` });
  expect(reply.statusCode).toBe(200);
});
