import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import type { WorkbookLine, WorkbookPreview } from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart } from '../support/zip.ts';

/** Several changes in one sheet: all that was shown goes in, names stay unique, and every refusal says whom it is about. */
const t = useTestApp();
const HEAD = ['Employee Number', 'First Name', 'Last Name'];
const LOOKUPS = ['Lookup', 'Code', 'Description'];
const GROUPS = ['Kind', 'Code', 'Name'];

async function given() {
  const { accountId, token } = await givenEmployer(t.db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
  const ask = async (path: string, body?: unknown) => (await t.ask(`/v2/setup${path}`, { token, body })).json();
  const paste = (sheet: string, rows: string[][]): Promise<WorkbookPreview> => ask('/pasted', { sheet, rows });
  const lines = async ({ workbookId }: WorkbookPreview): Promise<WorkbookLine[]> =>
    (await ask(`/workbook/${workbookId}/lines?startRow=0&endRow=500`)).lines;
  const take = async (sheet: string, rows: string[][]) => {
    const { workbookId, outcomeHash } = await paste(sheet, rows);
    return ask(`/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: true });
  };
  const outcomes = async (sheet: string, rows: string[][]) =>
    (await lines(await paste(sheet, rows))).map(({ outcome, reason }) => reason ?? outcome);
  const names = async () => (await ask('/lookups')).lookups.map(({ name }: { name: string }) => name);
  const groups = async () =>
    (await ask('/groups')).groups.map(({ code, name, _id }: Record<string, string>) => ({ code, name, _id }));
  const upload = async (file: Buffer, name: string) => {
    const { payload, headers } = multipart(file, { name });
    const url = '/v2/setup/workbook';
    return t.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token } });
  };
  const dropBack = async () => {
    const file = (await t.ask('/v2/setup/workbook?content=current', { token })).rawPayload;
    const shown: WorkbookPreview = (await upload(file, 'farm.xlsx')).json();
    return shown.sheets.map((one) => [one.new, one.changed, one.deleted, one.refused]);
  };
  const version = async () =>
    (
      await t.db.single(
        z.object({ version: z.int() }),
        sql`select data_version as version from account where account_id = ${accountId}`,
      )
    ).version;
  return { accountId, token, ask, paste, lines, take, outcomes, names, groups, upload, dropBack, version };
}

it('names both lookups in one sheet', async () => {
  const { paste, lines, take, names } = await given();
  const rows = [LOOKUPS, ['1', '', 'Product'], ['2', '', 'Block']];
  expect((await lines(await paste('lookups', rows))).map(({ changes }) => changes)).toEqual([
    [{ column: 'Description', before: 'Lookup 1', after: 'Product' }],
    [{ column: 'Description', before: 'Lookup 2', after: 'Block' }],
  ]);
  expect(await take('lookups', rows)).toMatchObject({ changed: 2 });
  expect(await names()).toEqual(['Product', 'Block']);
});

test('whatever one sheet renames is so afterwards; downloaded and dropped back it changes nothing', async () => {
  const word = fc.constantFrom('Day', 'NIGHT', 'Night', 'Late', 'Product', 'Block', 'x'.repeat(120));
  const label = fc.constantFrom('Product', 'Block', 'Lookup 1', 'Lookup 2', '=1+1');
  const renames = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 2 }), word), {
    minLength: 2,
    maxLength: 3,
    selector: ([which]) => which,
  });
  await fc.assert(
    fc.asyncProperty(renames, fc.tuple(label, label), async (renamed, [first, second]) => {
      const { take, outcomes, names, groups, dropBack, version } = await given();
      await take('groups', [GROUPS, ...['Day', 'Night', 'Late'].map((name) => ['Time Group', '', name])]);
      const before = await groups();
      const rows = [
        [...GROUPS, 'Key'],
        ...renamed.map(([which, name]) => ['Time Group', '', name, before[which]?._id ?? '']),
      ];
      const shown = await outcomes('groups', rows);
      await take('groups', rows);
      const after = await groups();
      for (const [i, [which, name]] of renamed.entries()) {
        const is = after.find(({ _id }: { _id: string }) => _id === before[which]?._id)?.name;
        expect(is).toBe(['changed', 'unchanged'].includes(shown[i] ?? '') ? name : before[which]?.name);
      }
      const all = after.map(({ name }: { name: string }) => name.toLowerCase());
      expect(new Set(all).size).toBe(all.length);
      await take('lookups', [LOOKUPS, ['1', '', first], ['2', '', second]]);
      expect(await names()).toEqual([first, second]);
      const now = await version();
      for (const changes of await dropBack()) expect(changes).toEqual([0, 0, 0, 0]);
      expect(await version()).toBe(now);
    }),
    { numRuns: 4 },
  );
});

describe('a CSV is a workbook of one sheet, which its headings tell', () => {
  const shownOf = async (file: string | Buffer) => {
    const { upload, lines } = await given();
    const preview: WorkbookPreview = (await upload(Buffer.from(file), 'farm.CSV')).json();
    return { preview, lines: await lines(preview) };
  };

  it.each([
    ['employees', 'Emp No,Name,Surname,PIN\r\n1001,Ann,Adams,0042\r\n'],
    [
      'shifts',
      'Time Group;Weekday;Start Time;End Time;Grace Minutes;Effective From\nDay;1;07:00;16:00;10;2026-11-30\n',
    ],
    ['groups', 'Kind\tName\nTime Group\tDay\n'],
    ['lookups', 'Lookup,Code,Description\n1,APL,Apples\n'],
    ['holidays', '\ufeffDate,Name\n2026-12-25,Christmas\n'],
  ])('%s, with any separator', async (sheet, csv) => {
    const { preview } = await shownOf(csv);
    expect(preview.sheets).toMatchObject([{ sheet, new: 1, refused: 0 }]);
    expect(preview.fileName).toBe('farm.CSV');
  });

  it('counts lines as the file does, reads what Excel writes, and takes the guard off our own cells', async () => {
    const { lines } = await shownOf(
      Buffer.from(
        'Employee Number,First Name,Last Name\n1,"Ann\nMay",Adams\n2,Jos\xe9,\'=Bell\n,Cleo,Cole\n',
        'latin1',
      ),
    );
    expect(lines.map(({ line, who, outcome }) => [line, who, outcome])).toEqual([
      [2, 'Ann\nMay Adams', 'new'],
      [4, 'José =Bell', 'new'],
      [5, 'Cleo Cole', 'refused'],
    ]);
  });

  it('is refused in words where it has no headings of ours, is no CSV, or has too many lines', async () => {
    const { upload } = await given();
    const refused = async (text: string) => (await upload(Buffer.from(text), 'farm.csv')).json().message;
    expect(await refused('a,b\n1,2\n')).toMatch(/^The sheet CSV has no line with the headings "Employee Number"/);
    expect(await refused('a,"b\n')).toMatch(/^The file is not a CSV/);
    expect(await refused(`Employee Number,First Name,Last Name\n${'1,A,B\n'.repeat(20_010)}`)).toMatch(
      /more than 20000 lines/,
    );
  });
});

describe('new groups of a preview', () => {
  const PEOPLE = [...HEAD, 'Time Group', 'Employee Group'];
  const person = (number: number, group: string, team = '') => [`${number}`, 'Ann', `No ${number}`, group, team];
  const WEEK = [
    ['Time Group', 'Days', 'Start', 'End'],
    ['Day', 'Mon-Fri', '07:00', '16:00'],
  ];

  it('names a misspelt time group with its people, its lack of a shift and the group that was meant', async () => {
    const { paste, take } = await given();
    await take('shifts', WEEK);
    const { newGroups } = await paste('employees', [
      PEOPLE,
      person(1, 'Day', 'Seasonal'),
      person(2, 'Dya', 'Seasonal'),
      person(3, 'Night'),
    ]);
    expect(newGroups).toEqual({
      total: 3,
      groups: [
        { kind: 'time', name: 'Dya', people: 1, lacksShift: true, meant: 'Day' },
        { kind: 'time', name: 'Night', people: 1, lacksShift: true, meant: null },
        { kind: 'employee', name: 'Seasonal', people: 2, lacksShift: false, meant: null },
      ],
    });
  });

  it('compares new groups with each other, and takes numbers and single letters for no slip', async () => {
    const { paste } = await given();
    const teams = ['Pickers', 'Pickers', 'Pikcesr', 'Team A', 'Team B', 'Team 1', 'Team 12'];
    const shown = await paste('employees', [PEOPLE, ...teams.map((team, i) => person(i + 1, '', team))]);
    expect(shown.newGroups.total).toBe(6);
    expect(shown.newGroups.groups.flatMap(({ name, meant }) => (meant ? [[name, meant]] : []))).toEqual([
      ['Pikcesr', 'Pickers'],
    ]);
  });

  it('names no group whose lines are all refused, and none that was there before', async () => {
    const { paste, take } = await given();
    await take('shifts', WEEK);
    const refusedLine = ['', 'Ann', 'Adams', 'Dya', ''];
    expect((await paste('employees', [PEOPLE, person(1, 'Day'), refusedLine])).newGroups).toEqual({
      total: 0,
      groups: [],
    });
  });
});

it('two groups swap their names by Key', async () => {
  const { take, groups } = await given();
  await take('groups', [GROUPS, ['Time Group', '', 'Day'], ['Time Group', '', 'Night']]);
  const [day, night] = await groups();
  expect([day?.name, night?.name]).toEqual(['Day', 'Night']);
  const rows = [
    [...GROUPS, 'Key'],
    ['Time Group', '', 'Night', day?._id],
    ['Time Group', '', 'Day', night?._id],
  ];
  expect(await take('groups', rows)).toMatchObject({ changed: 2 });
  expect((await groups()).find(({ _id }: { _id: string }) => _id === day?._id)?.name).toBe('Night');
});

it.each([
  ['by name in another case', ['Time Group', '', 'NIGHT']],
  ['by another code', ['Time Group', 'N2', 'Night']],
])('no sheet makes two groups of one name: %s', async (_, second) => {
  const { outcomes, take, groups } = await given();
  const rows = [GROUPS, ['Time Group', 'N1', 'Night'], second];
  expect(await outcomes('groups', rows)).toEqual(['new', 'There is a shift "Night" already.']);
  await take('groups', rows);
  expect(await groups()).toHaveLength(1);
});

describe('a group of 61 to 120 characters', () => {
  const long = `Packhouse ${'long '.repeat(20)}name`;
  const other = `${long.slice(0, 80)}, the other one`;
  it('is made by a line that names it, and found again; another that begins alike is another', async () => {
    const { take, outcomes, groups } = await given();
    const rows = [
      [...HEAD, 'Employee Group'],
      ['1', 'Ann', 'Adams', long],
      ['2', 'Bob', 'Brown', other],
    ];
    expect(await take('employees', rows)).toMatchObject({ new: 2, leftOut: 0 });
    expect((await groups()).map(({ name }: { name: string }) => name).sort()).toEqual([long, other].sort());
    expect(await outcomes('employees', rows)).toEqual(['unchanged', 'unchanged']);
  });
  it('is made by a CSV, whose employees are in it', async () => {
    const { ask, upload } = await given();
    const csv = `Employee Number,First Name,Last Name,Employee Group\n1,Ann,Adams,"${long}"\n`;
    const { workbookId, outcomeHash }: WorkbookPreview = (await upload(Buffer.from(csv), 'farm.csv')).json();
    await ask(`/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
    const [ann] = (await ask('/employees')).employees;
    const [group] = (await ask('/groups')).groups;
    expect([group.name, ann.employeeGroupId]).toEqual([long, group._id]);
  });
  it('is made by screens, beside one that begins alike', async () => {
    const { ask } = await given();
    expect(await ask('/groups', { kind: 'time', name: long })).toMatchObject({ name: long });
    expect(await ask('/groups', { kind: 'time', name: other })).toMatchObject({ name: other });
  });
});

it('First Name and Last Name are needed: in lines, in cells that clear, and on the screen', async () => {
  const { ask, take, outcomes } = await given();
  expect(await outcomes('employees', [HEAD, ['1', 'Bongani', ''], ['2', '', 'Brown']])).toEqual([
    'Last Name is missing',
    'First Name is missing',
  ]);
  await take('employees', [HEAD, ['1', 'Ann', 'Adams']]);
  expect(await outcomes('employees', [HEAD, ['1', 'Ann', '']])).toEqual(['Last Name is missing']);
  expect(await ask('/employees', { number: '2', firstName: 'Bob', lastName: '' })).toMatchObject({
    errorCode: 'VALIDATION_FAILED',
    message: expect.stringMatching(/Last name is required/i),
  });
});

it('a refused line says who has the number or time ID, and on which line', async () => {
  const { ask, take, outcomes } = await given();
  const head = [...HEAD, 'Time ID'];
  await take('employees', [head, ['1001', 'Ann', 'Adams', '7']]);
  expect(
    await outcomes('employees', [
      head,
      ['1002', 'Bob', 'Brown', '7'],
      ['1003', 'Cleo', 'Cox', '8'],
      ['1004', 'Dan', 'Dee', '8'],
    ]),
  ).toEqual(['Ann Adams (1001) has this time ID.', 'new', 'Cleo Cox (1003), line 3, has this time ID.']);
  expect(await ask('/employees', { number: '1001', firstName: 'Eve', lastName: 'Evans' })).toMatchObject({
    errorCode: 'ALREADY_EXISTS',
    message: 'Ann Adams (1001) has this number.',
  });
});
