import { expect, test } from 'vitest';
import type { ReadColumn } from '#contract/office/list.ts';
import type { WorkbookLine } from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { givenEmployer } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart } from '../support/zip.ts';

/** Lines that say two things, or less than is known: one reading, which the preview shows. */
const t = useTestApp();

async function given(known?: string) {
  const { accountId, token } = await givenEmployer(t.db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
  const send = async (path: string, text: string, query: Record<string, string> = {}) => {
    const { payload, headers } = multipart(Buffer.from(text), { name: 'list.csv', type: 'text/plain' });
    const url = `/v2/setup${path}?${new URLSearchParams(query)}`;
    const reply = await t.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token } });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json();
  };
  const ask = async (path: string, body?: unknown) => (await t.ask(`/v2${path}`, { token, body })).json();
  /** Takes a list; returns each line with its outcome and what is said of it. */
  const take = async (text: string, order?: string) => {
    const { headingLine, columns } = await send('/list', text);
    const mapping = columns.map(({ field, dates, names, isUnclear }: ReadColumn) =>
      order && (names || isUnclear) ? { field: 'fullName', dates, names: order } : { field, dates, names },
    );
    const list = JSON.stringify({ headingLine, columns: mapping });
    const { workbookId, outcomeHash } = await send('/workbook', text, { list });
    const { lines } = await ask(`/setup/workbook/${workbookId}/lines?startRow=0&endRow=500`);
    await ask(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: true });
    return lines.map(({ outcome, reason }: WorkbookLine) => [outcome, reason].filter(Boolean).join(': '));
  };
  const people = async () =>
    (await ask('/setup/employees')).employees.map(
      ({ number, firstName, lastName, isActive, inactiveFrom }: Record<string, string | boolean>) =>
        `${number} ${firstName} ${lastName}${isActive ? '' : ' gone'}${inactiveFrom ? ` ${inactiveFrom}` : ''}`,
    );
  if (known) await take(known);
  const read = async (text: string): Promise<ReadColumn[]> => (await send('/list', text)).columns;
  return { accountId, ask, upload: send, take, people, read };
}

test('a last day that is over is the fact, and the status a word; also when the list is taken again', async () => {
  const { take, people } = await given();
  const list = `No,Name,Surname,Start,Last day,Status
2,Bob,Brown,2016-11-25,2020-10-31,Active
3,Cy,Cole,2016-11-25,2046-10-31,Inactive
4,Di,Dunn,2016-11-25,,Active
5,Ed,Ever,2016-11-25,,Left`;
  const said = [
    'Has left: last day 2020-10-31',
    'Active until 2046-10-31, Ends on 2046-11-01: is its year right?',
    'No last day: inactive from today',
  ];
  expect(await take(list)).toEqual([`new: ${said[0]}`, `new: ${said[1]}`, 'new', `new: ${said[2]}`]);
  const stored = await people();
  expect(stored.slice(0, 3)).toEqual(['2 Bob Brown gone 2020-11-01', '3 Cy Cole 2046-11-01', '4 Di Dunn']);
  expect(stored[3]).toMatch(/^5 Ed Ever gone /);
  expect(await take(list)).toEqual([
    `unchanged: ${said[0]}`,
    expect.stringContaining('unchanged: Active until 2046-10-31'),
    'unchanged',
    'unchanged',
  ]);
  expect(await people()).toEqual(stored);
});

test('initials that agree with the names that are known change nothing', async () => {
  const { take, people } = await given(
    'No,Name,Surname\n1,Thandi Precious,Nkosi\n2,Jan,van der Merwe\n3,Sipho,Dube\n4,P,Botha',
  );
  const stays = (name: string) => `unchanged: The name stays ${name}`;
  expect(await take('No,Name,Surname\n1,T.P.,Nkosi\n2,J.,Van der Merwe\n3,M,Dube\n4,Pieter,Botha')).toEqual([
    stays('Thandi Precious Nkosi'),
    stays('Jan van der Merwe'),
    'changed',
    'changed',
  ]);
  expect(await people()).toEqual(['1 Thandi Precious Nkosi', '2 Jan van der Merwe', '3 M Dube', '4 Pieter Botha']);
  expect(await take('No,Employee\n1,"Nkosi, TP"\n2,Van der Merwe J')).toEqual([
    stays('Thandi Precious Nkosi'),
    stays('Jan van der Merwe'),
  ]);
});

test('a number or PIN behind the name is that of its employee', async () => {
  const { take, people, ask, accountId } = await given('No,PIN,Name,Surname\n17,1042,Thandi,Nkosi\n1043,,Sipho,Dube');
  const list = 'Employee,Team\nNkosi Thandi (1042),\nDube S (1043),\nCloete A (1044),';
  expect(await take(list, 'last-first')).toEqual(['unchanged', 'unchanged: The name stays Sipho Dube', 'new']);
  expect(await people()).toEqual(['17 Thandi Nkosi', '1043 Sipho Dube', '1044 A Cloete']);
  const csv = 'Picker,Date,Crates\nNkosi T (1042),2026-11-16,5\nDube S (1043),2026-11-16,6\nDube S (1044),2026-11-16,7';
  const { lines } = await ask(`/account/${accountId}/import`, { kind: 'piecework', commit: false, csv });
  expect(lines.map(({ outcome }: WorkbookLine) => outcome)).toEqual(['added', 'added', 'refused']);
});

test('names in one cell are turned by a comma, capitals or the order that was chosen, not by a guess', async () => {
  const wrongWay = 'Number,Name,Surname\n1,Cruz,Maria\n2,Botha,Ann';
  const { take, people } = await given(wrongWay);
  const stays = (name: string) => `unchanged: The name stays ${name}`;
  const guess = 'Number,Full name\n1,Maria Cruz\n2,Ann Botha';
  expect(await take(guess)).toEqual([stays('Cruz Maria'), stays('Botha Ann')]);
  expect(await take('Number,Full name\n1,"Cruz, Maria"\n2,Ann BOTHA')).toEqual(['changed', 'changed']);
  expect(await people()).toEqual(['1 Maria Cruz', '2 Ann BOTHA']);
  await take(wrongWay);
  expect(await take('Number,Full name\n1,Cruz Maria\n2,Botha Ann', 'last-first')).toEqual(['changed', 'changed']);
  expect(await people()).toEqual(['1 Maria Cruz', '2 Ann Botha']);
});

test('a list with PINs instead of numbers is that of the employees who have them', async () => {
  const { take, people } = await given('No,PIN,Name,Surname\n17,1042,Thandi,Nkosi');
  expect(await take('PIN,Name,Surname\n1042,Thandi,Nkosi\n1043,Ann,Adams')).toEqual(['unchanged', 'new']);
  expect(await people()).toEqual(['17 Thandi Nkosi', '1043 Ann Adams']);
});

test('errors of a spreadsheet are no names and groups, under our own headings too', async () => {
  const { ask, upload } = await given();
  const rows = [
    ['Employee Number', 'First Name', 'Last Name', 'Employee Group'],
    ['1', 'Ann', '#N/A', 'North'],
    ['2', 'Bob', 'Brown', '#REF!'],
    ['3', 'Cy', 'Cole', 'North'],
  ];
  const pasted = await ask('/setup/pasted', { sheet: 'employees', rows });
  const sent = await upload('/workbook', rows.map((row) => row.join(',')).join('\n'));
  for (const { workbookId } of [pasted, sent]) {
    const { lines } = await ask(`/setup/workbook/${workbookId}/lines?startRow=0&endRow=10`);
    expect(lines.map(({ outcome, reason }: WorkbookLine) => reason ?? outcome)).toEqual([
      'A cell has the error #N/A',
      'A cell has the error #REF!',
      'New employee group "North"',
    ]);
  }
});

test('an end that is no date is refused with its line', async () => {
  const { ask } = await given();
  const head = ['Employee Number', 'First Name', 'Last Name', 'Active', 'Inactive From'];
  const rows = [head, ['1', 'Ann', 'Adams', 'yes', '0000-00-00'], ['2', 'Bob', 'Brown', 'yes', '2025-13-01']];
  const { workbookId } = await ask('/setup/pasted', { sheet: 'employees', rows });
  const { lines } = await ask(`/setup/workbook/${workbookId}/lines?startRow=0&endRow=10`);
  expect(lines.map(({ outcome }: WorkbookLine) => outcome)).toEqual(['refused', 'refused']);
});

test('a card of zeros is none, and one with the code of its facility is not two', async () => {
  const { ask, take } = await given();
  expect(
    await take(
      'User ID,Name,Privilege,Password,Card Number\n1,Thandi Nkosi,User,,0\n2,Ann Adams,User,,"123,45678"\n3,Bob Brown,User,,"123, 45678"',
    ),
  ).toEqual(['new', 'refused: Card Numbers: A card number has 1 to 32 letters and digits', 'new']);
  const { employees } = await ask('/setup/employees');
  expect(employees.map(({ cards }: { cards: string[] }) => cards)).toEqual([[], ['123', '45678']]);
});

test.each([
  ['Surname and initials', 'Botha PJ\nNel S\nMaree JA', ['PJ Botha', 'S Nel', 'JA Maree']],
  ['Van en voorletters', 'Botha PJ\nVan Wyk S', ['PJ Botha', 'S Van Wyk']],
  ['Name', 'Marie DUPONT\nLuc ROY', ['Marie DUPONT', 'Luc ROY']],
  [
    'Full name',
    'PJL van Wyk\nT P Nkosi\nThandi P. Nel\nJan PJ Botha',
    ['PJL van Wyk', 'T P Nkosi', 'Thandi P. Nel', 'Jan PJ Botha'],
  ],
  ['Full name', "'Thandi Mokoena'", ['Thandi Mokoena']],
  ['Name', 'Thandi NKOSI\nJan van der MERWE', ['Thandi NKOSI', 'Jan van der MERWE']],
  ['Name', 'NKOSI Thandi\nMcDONALD Ian', ['Thandi NKOSI', 'Ian McDONALD']],
  [
    'Surname and name',
    'Janse van Rensburg P\nSanta Cruz Ana\nvan der Merwe Jan',
    ['P Janse van Rensburg', 'Ana Santa Cruz', 'Jan van der Merwe'],
  ],
  ['Surname and name', 'dube sipho\nvan wyk jan', ['sipho dube', 'jan van wyk']],
  // Some begin with the last name, or may, or have a word that may be of either name: it is asked.
  ['Name', 'Sam Nel III\nAnn Adams', null],
  ['Name', 'Ana García López\nAnn Nel', null],
  ['Full name', 'Mary Jane Smith', null],
  ['Nom et prénom', 'Martin Jean Luc', null],
  ['Surname and name', 'Ortega y Gasset José\nNel Ann', null],
  ['Surname and name', 'Janse van Rensburg Piet', null],
  ['Full name', 'El Hadji Diop', null],
  ['Name', 'van wyk jan\nann nel', null],
  ['Name', 'THANDI N\nANN ADAMS\nBOB BROWN', null],
  ['Name', 'Nkosi TP\nAnn Nel', null],
  ['Trabajador', 'PÉREZ GARCÍA JOSÉ LUIS\nGIL RUIZ ANA', null],
  ['Name', 'VAN WYK JAN\nDU TOIT SIPHO\nMOKOENA LERATO', null],
  ['Name', 'du Plessis Sipho\nMokoena Lerato', null],
  ['Name', 'Nkosi TP\nBotha PJ\nVan Wyk S', null],
])('names under %s: %s', async (heading, names, expected) => {
  const { take, people, read } = await given();
  const list = `No,${heading}\n${names
    .split('\n')
    .map((name, nth) => `${nth + 1},${name}`)
    .join('\n')}`;
  const [, column] = await read(list);
  expect(column?.field ?? null).toBe(expected && 'fullName');
  if (!expected) return;
  await take(list);
  expect(await people()).toEqual(expected.map((name: string, nth: number) => `${nth + 1} ${name}`));
});

test('the order that was chosen cuts each name', async () => {
  const { people, take } = await given();
  await take('No,Name\n1,Nkosi TP\n2,Botha PJ\n3,Van Wyk S\n4,Le Roux Anna', 'last-first');
  expect(await people()).toEqual(['1 TP Nkosi', '2 PJ Botha', '3 S Van Wyk', '4 Anna Le Roux']);
});

test('two last names have columns of their own in Mexico', async () => {
  const { take, people } = await given();
  await take('No. Empleado,Nombre,Ap. Paterno,Ap. Materno\n15,José Luis,Hernández,García\n16,María,Paz,Ruiz');
  expect(await people()).toEqual(['15 José Luis Hernández García', '16 María Paz Ruiz']);
});
