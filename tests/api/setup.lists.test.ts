import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import type { ListColumn, ReadColumn } from '#contract/office/list.ts';
import type { WorkbookLine, WorkbookPreview } from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { SAMPLE_LISTS } from '../support/lists/lists.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart } from '../support/zip.ts';

/** Lists of people as their employers have them (docs/api.md, set-up): read, understood, previewed, taken. */
const t = useTestApp();

async function given() {
  const { accountId, token } = await givenEmployer(t.db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
  const send = async (path: string, file: Uint8Array | string, name: string, query: Record<string, string> = {}) => {
    const { payload, headers } = multipart(Buffer.from(file), { name, type: 'text/plain' });
    const reply = await t.app.inject({
      method: 'POST',
      url: `/v2/setup${path}?${new URLSearchParams(query)}`,
      payload,
      headers: { ...headers, authorization: token },
    });
    return { status: reply.statusCode, body: reply.json() };
  };
  const read = (file: Uint8Array | string, name = 'list.csv') => send('/list', file, name);
  /** Previews a list as it was understood, with changes by a person. */
  const look = async (
    file: Uint8Array | string,
    {
      name = 'list.csv',
      change = (columns: ReadColumn[]): ListColumn[] => columns,
      query = {},
      letters = undefined as string | undefined,
    } = {},
  ) => {
    const { body } = await read(file, name);
    const columns = change(body.columns).map(({ field, dates, names }) => ({ field, dates, names }));
    const list = JSON.stringify({ headingLine: body.headingLine, columns, letters });
    return send('/workbook', file, name, { ...query, list });
  };
  const ask = async (path: string, body?: unknown) => (await t.ask(`/v2/setup${path}`, { token, body })).json();
  const lines = async ({ workbookId }: WorkbookPreview): Promise<WorkbookLine[]> =>
    (await ask(`/workbook/${workbookId}/lines?startRow=0&endRow=500`)).lines;
  const apply = ({ workbookId, outcomeHash }: WorkbookPreview, leaveRefused = false) =>
    ask(`/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused });
  const people = async () => (await ask('/employees')).employees;
  return { accountId, token, read, look, send, ask, lines, apply, people };
}
const textOf = (name: string) => SAMPLE_LISTS[name]?.text ?? '';

describe('each list goes in without help', () => {
  test.each(Object.keys(SAMPLE_LISTS))('%s', async (name) => {
    const { look, apply, people, lines } = await given();
    const { status, body } = await look(textOf(name));
    expect(status, JSON.stringify(body)).toBe(200);
    const { refused = [] } = SAMPLE_LISTS[name] ?? {};
    const outcomes = await lines(body);
    expect(outcomes.filter(({ outcome }) => outcome === 'refused').map(({ line }) => line)).toEqual(refused);
    const taken = await apply(body, refused.length > 0);
    expect(taken).toMatchObject({ new: outcomes.length - refused.length, leftOut: refused.length });
    expect(await people()).toHaveLength(taken.new);
  });
});

it('refuses lines that give people the numbers of others: a column of row numbers is no number', async () => {
  const { look, apply, lines, people } = await given();
  const stored = await look('No,Surname,Name\n1,Adams,Ann\n2,Brown,Bob\n3,Cole,Cy');
  await apply(stored.body);
  const { body } = await look('No,Surname,Name\n1,Brown,Bob\n2,Cole,Cy\n3,Dunn,Di');
  expect((await lines(body)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['refused', 'Bob Brown has the number 2 here, not 1. If these numbers count the lines, ignore their column'],
    ['refused', 'Cy Cole has the number 3 here, not 2. If these numbers count the lines, ignore their column'],
    ['refused', 'Other lines have the numbers of other people. If these numbers count the lines, ignore their column'],
  ]);
  const ignored = await look('No,Surname,Name\n1,Brown,Bob\n2,Cole,Cy\n3,Dunn,Di', {
    change: (columns) => columns.map((column) => (column.field === 'number' ? { ...column, field: null } : column)),
  });
  await apply(ignored.body);
  const names = (await people()).map(({ number, firstName }: Record<string, string>) => `${number} ${firstName}`);
  expect(names.sort()).toEqual(['1 Ann', '2 Bob', '3 Cy', '4 Di']);
});

it('refuses dates of years in which nobody works by their line, and tells of ends that are years ahead', async () => {
  const { look, lines } = await given();
  const { body } = await look(`No,Surname,Name,Start,Inactive from
1,Adams,Ann,2206-11-03,
2,Brown,Bob,1925-11-03,
3,Cole,Cy,2025-11-03,2206-10-31
4,Dunn,Di,2025-11-03,2035-10-31
5,Ever,Ed,2025-11-03,2099-12-31`);
  const found = await lines(body);
  expect(found.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused', 'new', 'new']);
  expect(found.map(({ reason }) => reason)).toEqual([
    ...['2206-11-03', '1925-11-03', '2206-10-31'].map((date) =>
      expect.stringContaining(`${date} is not between 1950-01-01 and `),
    ),
    'Ends on 2035-10-31: is its year right?',
    null,
  ]);
});

it('tells of remarks in names, and of a name that comes twice, and takes both', async () => {
  const { look, apply, lines, people } = await given();
  await apply((await look('No,Surname,Name\n17,Adams,Ann')).body);
  const { body } = await look(`No,Surname,Name
1,Brown (left),Bob
2,Cole resigned,Cy
3,Dunn,Di
4,DUNN,Di
117,Adams,Ann
6,Ever,Ed`);
  expect((await lines(body)).map(({ reason }) => reason)).toEqual([
    'The name has a remark: is this employee still there?',
    'The name has a remark: is this employee still there?',
    'The same name as number 4: is it the same person?',
    'The same name as number 3: is it the same person?',
    'The same name as number 17: is it the same person?',
    null,
  ]);
  await apply(body);
  expect(await people()).toHaveLength(7);
});

it('reads a list whose columns are parted by bars', async () => {
  const { look, apply, people } = await given();
  await apply((await look('Nr|First name|Surname\n1|Ann|Adams\n2|Bob|Brown')).body);
  expect((await people()).map(({ number, lastName }: Record<string, string>) => `${number} ${lastName}`)).toEqual([
    '1 Adams',
    '2 Brown',
  ]);
});

it('says what each column is taken for, with its values as they are understood', async () => {
  const { read, look, lines, people, apply } = await given();
  const { body } = await read(textOf('an owner’s own list'));
  expect(body).toMatchObject({ headingLine: 1, lines: 2, otherSheets: [] });
  expect(body.columns.map(({ heading, field, samples }: ReadColumn) => [heading, field, samples[0]])).toEqual([
    ['Surname', 'lastName', 'Mokoena'],
    ['Name', 'firstName', 'Thandi'],
    ['Clock no', 'number', '101'],
    ['Team', 'employeeGroup', 'Packhouse'],
    ['Start date', 'activeFrom', '2025-11-03'],
    ['Cell no', 'phoneNumber', '082 555 0000'],
  ]);
  const { body: preview } = await look(textOf('an owner’s own list'));
  const [first] = await lines(preview);
  expect(first).toMatchObject({ line: 2, number: '101', who: 'Thandi Mokoena', outcome: 'new' });
  expect(first?.changes).toEqual(
    expect.arrayContaining([
      { column: 'Active From', before: '', after: '2025-11-03' },
      { column: 'Phone Number', before: '', after: '082 555 0000' },
    ]),
  );
  expect(
    (
      await lines(
        (
          await look('No,Full name\n1,García López María José', {
            change: (columns) =>
              columns.map((column) =>
                column.field === null ? { ...column, field: 'fullName', names: 'first-last' } : column,
              ),
          })
        ).body,
      )
    )[0]?.changes,
  ).toEqual(
    expect.arrayContaining([
      { column: 'First Name', before: '', after: expect.any(String) },
      { column: 'Last Name', before: '', after: expect.any(String) },
    ]),
  );
  await apply(preview);
  expect(await people()).toMatchObject([{ number: '101', lastName: 'Mokoena' }, { number: '102' }]);
  // Again it changes nothing.
  const { body: again } = await look(textOf('an owner’s own list'));
  expect(again.sheets).toMatchObject([{ new: 0, changed: 0, unchanged: 2, refused: 0 }]);
});

it('asks how dates are written that may be of two days, and remembers the answer with the headings once it is applied', async () => {
  const { read, look, lines, apply } = await given();
  const text = 'No,Surname,Name,Start\n1,Adams,Ann,03/11/2025\n2,Brown,Bob,01/02/2026';
  expect((await read(text)).body.columns[3]).toMatchObject({ field: 'activeFrom', dates: null });
  const { status, body } = await look(text);
  expect([status, body.message]).toEqual([400, 'Choose how the dates are written.']);
  const asMonths = (columns: ReadColumn[]) =>
    columns.map((column) => (column.field === 'activeFrom' ? { ...column, dates: 'mdy' as const } : column));
  const { body: preview } = await look(text, { change: asMonths });
  expect((await lines(preview))[0]?.changes).toContainEqual({ column: 'Active From', before: '', after: '2025-03-11' });
  expect((await read(text)).body.columns[3]).toMatchObject({ dates: null });
  await apply(preview);
  expect((await read(text)).body.columns[3]).toMatchObject({ dates: 'mdy' });
  // Another list with these headings that was only looked at changes nothing.
  await look(text.replace('03/11', '25/11'));
  expect((await read(text)).body.columns[3]).toMatchObject({ dates: 'mdy' });
  expect((await read(text.replace('Start', 'Started'))).body.columns[3]).toMatchObject({ dates: null });
});

it('remembers nothing of a column that was empty, and asks nothing of one that is empty now', async () => {
  const { read, look, apply } = await given();
  const fieldOf = async (text: string) => (await read(text)).body.columns[3];
  const empty = 'No,Surname,Name,End date\n1,Adams,Ann,\n2,Brown,Bob,';
  const filled = 'No,Surname,Name,End date\n1,Adams,Ann,\n2,Brown,Bob,2026-10-31';
  await apply((await look(empty)).body);
  expect(await fieldOf(filled)).toMatchObject({ field: 'lastDay', dates: 'ymd' });
  await apply((await look(filled)).body);
  expect((await look(empty)).body).toMatchObject({ sheets: [{ unchanged: 2 }] });
});

it('remembers the letters that were chosen with the headings, whatever accents these were read with', async () => {
  const { read, look, apply } = await given();
  const text = 'Número,Nome,Apelido\n1,Sofiá,Botha';
  expect((await read(text)).body.letters).toBeUndefined();
  await apply((await look(text, { letters: 'cp850' })).body);
  expect((await read(text.replace('Número', 'N£mero'))).body.letters).toBe('cp850');
  expect((await read(text.replace('Nome', 'Nome 1'))).body.letters).toBeUndefined();
});

it('takes the line of the headings that a person chooses, or none', async () => {
  const { read, send } = await given();
  const text = 'Line,Area\nWho,What\nAnn Adams,Packer\nBob Brown,Driver';
  expect((await read(text)).body).toMatchObject({
    headingLine: 0,
    firstLines: ['Line · Area', 'Who · What', 'Ann Adams · Packer', 'Bob Brown · Driver'],
  });
  const { body } = await send('/list', text, 'list.csv', { headingLine: '2' });
  expect(body).toMatchObject({ headingLine: 2, lines: 2 });
  expect(body.columns.map(({ heading, field }: ReadColumn) => [heading, field])).toEqual([
    ['Who', 'fullName'],
    ['What', null],
  ]);
  const none = await send('/list', 'No,Full Name\n1,Ann Adams', 'list.csv', { headingLine: '0' });
  expect(none.body).toMatchObject({ headingLine: 0, lines: 2 });
  expect((await send('/list', text, 'list.csv', { headingLine: '31' })).status).toBe(400);
});

it.each([
  ['End date (probation)', null],
  ['End date [permit]', null],
  ['Active (union)', null],
  ['Start (UIF)', null],
  ['Cell (next of kin)', null],
  ['Card (bank)', null],
  ['PIN (door)', null],
  ['Start date (DD/MM/YYYY)', 'activeFrom'],
  ['Cell (optional)', 'phoneNumber'],
  ['Cell [text]', 'phoneNumber'],
])('takes %s for what its words in brackets say: %s', async (heading, field) => {
  const { read } = await given();
  const { body } = await read(`No,Name,Surname,${heading}\n1,Ann,Adams,\n2,Bob,Brown,2026-03-31`);
  expect(body.columns.map((column: ReadColumn) => column.field)).toEqual(['number', 'firstName', 'lastName', field]);
});

it('says which line has a quotation mark that takes others for its cell, and loses none', async () => {
  const { read, look, lines } = await given();
  const stray = 'No,Name,Surname,Note\n1,Ann,Adams,"ok\n2,Bob,Brown,x\n3,Cy,Cole,"y"\n4,Di,Dunn,z';
  const said = 'The file is not a CSV: a quotation mark in line {line} is not closed.';
  expect(await read(stray)).toMatchObject({ status: 400, body: { message: said.replace('{line}', '2') } });
  const open = 'No,Name,Surname\n1,Ann,Adams\n2,"Bob,Brown\n3,Cy,Cole';
  expect(await read(open)).toMatchObject({ status: 400, body: { message: said.replace('{line}', '3') } });
  expect(await read(`"${open}`)).toMatchObject({ status: 400, body: { message: said.replace('{line}', '1') } });
  // A cell may have lines, and quotation marks, of its own.
  const good = 'No,Name,Surname,Note\n1,Ann,Adams,"ok,\n""she"" said"\n2,Bob,Brown,12" bin\n3,Cy,Cole,"Big" bin';
  expect((await lines((await look(good)).body)).map(({ line }) => line)).toEqual([2, 4, 5]);
});

it.each([
  ['Apellido Paterno,Apellido Materno,Nombre(s)', 'Ruiz,Soto,Ana', 'Ana Ruiz Soto'],
  ['First Name,Last Name,Second Last Name', 'Ana,Ruiz,', 'Ana Ruiz'],
  ['First Name,Surname Prefix,Surname', 'Jan,van der,Merwe', 'Jan van der Merwe'],
  ['Voornaam,Tussenvoegsel,Achternaam', 'Jan,van der,Merwe', 'Jan van der Merwe'],
  ['Nombre,Apellido 1,Apellido 2', 'Ana,Ruiz,Soto', 'Ana Ruiz Soto'],
])('joins the parts of a last name: %s', async (head, cells, name) => {
  const { look, apply, people } = await given();
  const { body } = await look(
    `No,${head}\n1,${cells}\n2,${head.startsWith('Apellido') ? 'Botha,Smit,Bob' : 'Bob,De,Smit'}`,
  );
  await apply(body);
  const [first] = await people();
  expect(`${first.firstName} ${first.lastName}`).toBe(name);
});

it('takes a start after the last day for a return, with a new last day or without', async () => {
  const { accountId, look, apply, people, lines } = await given();
  const first = 'No,Name,Surname,Start,Last day\n1,Ann,Adams,2024-01-01,2024-06-30\n2,Bob,Brown,2024-01-01,2024-06-30';
  await apply((await look(first)).body);
  const again = 'No,Name,Surname,Start,Last day\n1,Ann,Adams,2025-09-01,\n2,Bob,Brown,2025-09-01,2026-03-31';
  const { body } = await look(again);
  expect((await lines(body)).map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
  await apply(body);
  const away = [
    { from: '2024-01-01', isActive: true },
    { from: '2024-07-01', isActive: false },
    { from: '2025-09-01', isActive: true },
  ];
  const [ann, bob] = await t.db.rows(
    z.object({ activity: z.unknown() }),
    sql`select activity from employee where number in ('1', '2') and account_id = ${accountId} order by number`,
  );
  expect([ann?.activity, bob?.activity]).toEqual([away, [...away, { from: '2026-04-01', isActive: false }]]);
  expect((await people()).map(({ isActive }: { isActive: boolean }) => isActive)).toEqual([true, false]);
  // The same list again changes nothing, and the first one, of before, is no return.
  expect((await look(again)).body).toMatchObject({ sheets: [{ unchanged: 2 }] });
});

it('refuses by line what cannot be read, and takes the rest', async () => {
  const { look, lines } = await given();
  const text =
    'No;Name;Started\n1;Ann Adams;13/11/2025\n2;Bob Brown;soon\n;Cora Cole;14/11/2025\n3;;15/11/2025\n\nTotal;3;';
  const { body } = await look(text);
  expect((await lines(body)).map(({ line, outcome, reason }) => [line, outcome, reason])).toEqual(
    [
      [2, 'new', expect.anything()],
      [3, 'refused', '"soon" is not a date: write it as 2026-11-20 (column Active From)'],
      [4, 'refused', 'The employee number is missing'],
      [5, 'refused', 'First Name is missing'],
      [7, 'refused', '"3" is not a name: a name has no digits'],
    ].map(([line, outcome, reason]) => [line, outcome, outcome === 'new' ? null : reason]),
  );
});

it('finds the list among the sheets of a workbook, below a title and merged headings', async () => {
  const { read, look, lines } = await given();
  const file = await writeXlsx({
    sheets: [
      { name: 'Notes', rows: [['Things to do'], ['Call payroll']] },
      {
        name: 'Staff 2026',
        rows: [
          ['Bergvliet Fruit Estate'],
          ['Personal', null, 'Work', null],
          ['Emp No', 'Full Name', 'Dept', 'Engaged'],
          [7, 'Thandi Mokoena', 'Packhouse', new Date(Date.UTC(2025, 10, 3))],
          [8, 'Jan van der Merwe', 'Orchard', new Date(Date.UTC(2026, 0, 21))],
        ],
      },
    ],
  });
  const { body } = await read(file, 'staff.xlsx');
  expect(body).toMatchObject({ sheet: 'Staff 2026', otherSheets: ['Notes'], headingLine: 3, lines: 2 });
  const { body: preview } = await look(file, { name: 'staff.xlsx' });
  expect((await lines(preview)).map(({ line, number, who, outcome }) => [line, number, who, outcome])).toEqual([
    [4, '7', 'Thandi Mokoena', 'new'],
    [5, '8', 'Jan van der Merwe', 'new'],
  ]);
});

it('takes a text that is merged over several lines for each of them, and says so', async () => {
  const { look, lines } = await given();
  const file = await writeXlsx({
    sheets: [
      {
        name: 'Staff',
        rows: [
          ['No', 'Team', 'Name', 'Surname'],
          ['1', 'Picking', 'Ann', 'Adams'],
          ['2', null, 'Bob', 'Brown'],
          ['3', 'Packing', 'Cy', 'Cole'],
          ['4', null, 'Di', 'Dunn'],
          ['5', 'Pruning', 'Ed', 'Ever'],
        ],
        merges: [
          { startRow: 1, endRow: 2, startCol: 1, endCol: 1 },
          { startRow: 3, endRow: 4, startCol: 1, endCol: 1 },
          { startRow: 5, endRow: 5, startCol: 2, endCol: 3 },
        ],
      },
    ],
  });
  const { body } = await look(file, { name: 'staff.xlsx' });
  const found = await lines(body);
  expect(found.map(({ outcome, reason }) => [outcome, reason?.split(',')[0]])).toEqual([
    ...['Picking', 'Picking', 'Packing', 'Packing'].map((team) => [
      'new',
      `"${team}" is merged over several lines: it is taken for each`,
    ]),
    ['refused', 'Cells are merged: split them'],
  ]);
  expect(found[1]?.changes).toContainEqual({ column: 'Employee Group', before: '', after: 'Picking' });
});

it('refuses lines that give the number of an employee to another person, or a number to somebody that differs by its zeros', async () => {
  const { look, apply, lines, people } = await given();
  await apply((await look('No,Name,Surname\n1,Ann,Adams\n2,Bob,Brown')).body);
  const { body } = await look('No,Name,Surname\n1,Zed,Zulu\n0002,Bob,Brown\n3,Cy,Cole');
  expect((await lines(body)).map(({ reason }) => reason)).toEqual([
    'Number 1 is Ann Adams here. If these numbers count the lines, ignore their column. If the name has changed, change it under Employees first',
    'No employee has the number 0002, but one has 2: write it so',
    null,
  ]);
  await apply(body, true);
  expect((await people()).map(({ firstName }: Record<string, string>) => firstName)).toEqual(['Ann', 'Bob', 'Cy']);
});

it('keeps the phone of an employee where a list has none that can be read', async () => {
  const { look, apply, people } = await given();
  await apply((await look('No,Surname,Name,Cell\n1,Adams,Ann,082 555 0000')).body);
  await apply((await look('No,Surname,Name,Cell\n1,Adams,Anna,082 555 0001 / 082 555 0002')).body);
  expect(await people()).toMatchObject([{ firstName: 'Anna', phoneNumber: '082 555 0000' }]);
});

it('fills in for new people what no line says, and nothing that a line says or a known person has', async () => {
  const { look, apply, ask, people } = await given();
  await ask('/groups', { kind: 'time', name: 'Day' });
  await ask('/groups', { kind: 'time', name: 'Night' });
  const text = 'No,Surname,Name,Shift,PIN\n1,Adams,Ann,,\n2,Brown,Bob,Night,77';
  const { body } = await look(text, { query: { timeGroup: 'Day', timeIdIsNumber: '1' } });
  await apply(body);
  const groups = new Map(
    (await ask('/groups')).groups.map(({ _id, name }: { _id: string; name: string }) => [_id, name]),
  );
  expect(
    (await people()).map(({ timeId, timeGroupId }: { timeId: string; timeGroupId: string }) => [
      timeId,
      groups.get(timeGroupId),
    ]),
  ).toEqual([
    ['1', 'Day'],
    ['77', 'Night'],
  ]);
  // Again with one more: the others keep what they have.
  const more = 'No,Surname,Name\n1,Adams,Ann\n2,Brown,Bob\n3,Cole,Cora';
  await apply((await look(more, { query: { timeGroup: 'Night', timeIdIsNumber: '1' } })).body);
  expect((await people()).map(({ timeId }: { timeId: string }) => timeId)).toEqual(['1', '77', '3']);
});

it('refuses what is no list, and mappings that nobody can mean', async () => {
  const { read, send, look } = await given();
  expect((await read('')).body).toMatchObject({ errorCode: 'VALIDATION_FAILED', message: 'The file has no lines.' });
  expect((await read('PK\u0003\u0004', 'list.xlsx')).status).toBe(400);
  const text = 'No,Surname,Name\n1,Adams,Ann';
  for (const list of ['', '{}', '[]', 'null', JSON.stringify({ headingLine: 99, columns: [] })])
    expect((await send('/workbook', text, 'list.csv', { list })).status).toBe(400);
  const twice = (columns: ReadColumn[]) => columns.map((column) => ({ ...column, field: 'number' as const }));
  expect((await look(text, { change: twice })).body.message).toBe('Choose the column with the names.');
  const columns = ['number', 'lastName', 'firstName'].map((field) => ({ field, dates: null, names: null }));
  const below = JSON.stringify({ headingLine: 10, columns });
  expect((await send('/workbook', text, 'list.csv', { list: below })).body.message).toBe('The file has no lines.');
});

it('refuses an upload that did not arrive whole', async () => {
  const { token } = await given();
  const { payload, headers } = multipart(Buffer.from('No,Surname,Name\n1,Adams,Ann'), { name: 'list.csv' });
  const cut = payload.subarray(0, payload.length - 20);
  const reply = await t.app.inject({
    method: 'POST',
    url: '/v2/setup/list',
    payload: cut,
    headers: { ...headers, authorization: token },
  });
  expect([reply.statusCode, reply.json().message]).toEqual([400, 'The file did not arrive whole. Send it again.']);
});

it('gives no number to a new person for which records wait, or that somebody who was deleted had', async () => {
  const { accountId, look, lines } = await given();
  const { token: corrects } = await givenEmployer(t.db, { accountId, permissions: ['Attendance.CORRECT'] });
  await givenEmployee(t.db, accountId, { number: '3', deletedAt: '2026-11-01T00:00:00Z' });
  const csv = 'Emp No,Date,Qty\n1,2026-11-19,500\n7,2026-11-19,300';
  const pieces = { kind: 'piecework', csv, commit: true };
  expect((await t.ask(`/v2/account/${accountId}/import`, { token: corrects, body: pieces })).json()).toMatchObject({
    added: 2,
  });
  const { body } = await look('Name\nZola Zuma\nJan Botha');
  expect((await lines(body)).map(({ number }) => number)).toEqual(['8', '9']);
});

it('reads a decimal as the language of who sends it has it, where the file does not tell', async () => {
  const { accountId } = await given();
  const { token } = await givenEmployer(t.db, {
    accountId,
    permissions: [...EMPLOYER_PERMISSIONS, 'Pay.MANAGE', 'Pay.VIEW', 'Setup.MANAGE'],
  });
  const look = async (amount: string) => {
    const rows = [
      ['Kind', 'Amount', 'From'],
      ['piece', amount, '2026-11-01'],
    ];
    const { workbookId } = (await t.ask('/v2/setup/pasted', { token, body: { sheet: 'rates', rows } })).json();
    const found = (await t.ask(`/v2/setup/workbook/${workbookId}/lines?startRow=0&endRow=5`, { token })).json()
      .lines[0];
    return found.reason ?? found.outcome;
  };
  expect(await look('1.250')).toBe('new');
  expect(await look('1,250')).toContain('may be two numbers');
  await t.ask('/v2/session/language', { token, method: 'PUT', body: { language: 'es' } });
  expect(await look('1,250')).toBe('new');
  expect(await look('1.250')).toContain('may be two numbers');
});

it('does not read a line of headings by the order of its columns where one that is needed is missing', async () => {
  const { token } = await given();
  const rows = [
    ['Time Group', 'From', 'Overtime 1 Factor'],
    ['Night', '', '1.5'],
  ];
  const reply = await t.ask('/v2/setup/pasted', { token, body: { sheet: 'hoursRules', rows } });
  expect([reply.statusCode, reply.json().message]).toEqual([
    400,
    expect.stringContaining('has no line with the headings'),
  ]);
});

it('undoes a list in one press, unless something else was changed since', async () => {
  const { look, apply, ask, people } = await given();
  await ask('/employees', { number: '1', firstName: 'Ann', lastName: 'Adams' });
  const text = 'No,Surname,Name,Cell\n1,Adams,Ann,082 555 0000\n2,Brown,Bob,082 555 0001';
  const undo = ({ workbookId }: WorkbookPreview) => ask(`/workbook/${workbookId}/undo`, {});
  const first = (await look(text)).body;
  expect(await undo(first)).toMatchObject({ errorCode: 'CONFLICT' });
  expect(await apply(first)).toMatchObject({ new: 1, changed: 1 });
  expect(await undo(first)).toMatchObject({ deleted: 1, changed: 1, leftOut: 0 });
  expect(await people()).toMatchObject([{ number: '1', phoneNumber: null }]);
  expect(await undo(first)).toMatchObject({ deleted: 0, changed: 0 });

  const again = (await look(text)).body;
  // Who was deleted comes back.
  expect(await apply(again)).toMatchObject({ new: 0, changed: 2 });
  await ask('/employees', { number: '3', firstName: 'Cora', lastName: 'Cole' });
  expect(await undo(again)).toMatchObject({
    errorCode: 'CONFLICT',
    message: '3 was changed or clocked since: nothing was put back.',
  });
  expect(await people()).toHaveLength(3);
});

it('does not undo a list whose people were changed or clocked since, and says who', async () => {
  const { accountId, look, apply, ask, people, token } = await given();
  const list = 'No,Surname,Name\n1,Adams,Ann\n2,Brown,Bob\n3,Cole,Cora';
  const taken = (await look(list)).body;
  await apply(taken);
  const [ann] = await people();
  const undo = () => ask(`/workbook/${taken.workbookId}/undo`, {});
  const { number, firstName, lastName, basis } = ann;
  const changed = await t.ask(`/v2/setup/employees/${ann._id}`, {
    ...{ token, method: 'PUT' },
    body: { number, firstName, lastName, basis, phoneNumber: '+27215550101' },
  });
  expect(changed.statusCode, changed.body).toBe(200);
  t.clock.advance(1_000);
  const csv = 'No,Date,Qty\n2,2026-11-16,5';
  const pieces = await t.ask(`/v2/account/${accountId}/import`, {
    token,
    body: { kind: 'piecework', csv, commit: true },
  });
  expect(pieces.json()).toMatchObject({ added: 1 });
  expect(await undo()).toMatchObject({
    errorCode: 'CONFLICT',
    message: '1, 2 were changed or clocked since: nothing was put back.',
  });
  expect(await people()).toHaveLength(3);
});
