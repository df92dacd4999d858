import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { WorkbookLine, WorkbookPreview, WorkbookSheet } from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS, type Permission } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenEmployer } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart } from '../support/zip.ts';

/** The sheets *Rates* and *Minimums* of the workbook, both ways (docs/reference/pay.md), and that nobody sees an amount without the right to. */
const t = useTestApp();
const RATES = ['Kind', 'Amount', 'From', 'Lookup 1', 'Employee Group', 'Employee Number'];
const SETUP: Permission[] = [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE', 'Attendance.LOCK_PERIOD'];

/** An account with a group, two people, two products and some rates, with calls by users with some permissions. */
async function given() {
  const owner = await givenEmployer(t.db, {
    permissions: [...SETUP, 'Pay.VIEW', 'Pay.MANAGE'],
    account: { allowedSystemIds: ['PAYROLL'] },
  });
  const { accountId } = owner;
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (body: object) => {
    const answer = await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' });
    expect(answer.json()).toMatchObject({ rejected: [] });
  };
  await sync({
    employeeGroups: [{ code: 'G', name: 'Pickers' }],
    jobDescriptions: [{ code: 'J', name: 'Driver' }],
    lookups: [{ lookup: 1, entries: ['crate', 'bin'].map((code) => ({ code, description: `${code}s` })) }],
    employees: [
      { code: '1', number: '1001', firstName: 'Ama', lastName: 'Adu', employeeGroupCode: 'G' },
      { code: '2', number: '1002', firstName: 'Ben', lastName: 'Bo' },
    ],
  });
  const by = (token: string) => {
    const asked = async (path: string, body?: unknown, method?: 'PUT') => {
      const answer = await t.ask(`/v2${path}`, { token, body, ...(method && { method }) });
      return { status: answer.statusCode, text: answer.body, bytes: answer.rawPayload };
    };
    const ask = async (path: string, body?: unknown, method?: 'PUT') =>
      JSON.parse((await asked(path, body, method)).text);
    const paste = (sheet: WorkbookSheet, rows: string[][]): Promise<WorkbookPreview> =>
      ask('/setup/pasted', { sheet, rows });
    const lines = async ({ workbookId }: WorkbookPreview): Promise<WorkbookLine[]> =>
      (await ask(`/setup/workbook/${workbookId}/lines?startRow=0&endRow=500`)).lines;
    const outcomes = async (sheet: WorkbookSheet, rows: string[][]) =>
      (await lines(await paste(sheet, rows))).map(({ outcome, reason }) => reason ?? outcome);
    const apply = ({ workbookId, outcomeHash }: WorkbookPreview) =>
      ask(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
    const take = async (sheet: WorkbookSheet, rows: string[][]) => apply(await paste(sheet, rows));
    const drop = async (file: Buffer) => {
      const { payload, headers } = multipart(file, { name: 'farm.xlsx' });
      const url = '/v2/setup/workbook';
      return t.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token } });
    };
    const rates = async () =>
      (await ask('/pay/rates')).rates.map(
        ({ kind, amount, from }: Record<string, string>) => `${kind} ${amount} ${from}`,
      );
    return { asked, ask, paste, lines, outcomes, apply, take, drop, rates };
  };
  const as = async (permissions: Permission[]) => by((await givenEmployer(t.db, { accountId, permissions })).token);
  return { accountId, sync, as, ...by(owner.token) };
}
const FARM = [
  RATES,
  ['piece', '3.10', '2026-11-01', 'crate', '', ''],
  ['Piece', '2,75', '2026-11-01', '', 'Pickers', ''],
  ['hourly', '31.4159', '2026-11-01', '', '', '1002'],
];
const sheetsOf = async (file: Buffer) => new Map((await readXlsx(file)).sheets.map(({ name, rows }) => [name, rows]));

test('rates and minimums are pasted and downloaded; the same again changes nothing, even of a payroll system', async () => {
  const { take, sync, rates, asked, drop } = await given();
  expect(await take('rates', FARM)).toMatchObject({ new: 3 });
  expect(
    await take('minimums', [
      ['Amount', 'From'],
      ['28.79', '2026-03-01'],
    ]),
  ).toMatchObject({ new: 1 });
  await sync({ minimums: [{ code: 'M', amount: 30.5, from: '2026-03-01', employeeGroupCode: 'G' }] });
  expect(await rates()).toEqual(
    expect.arrayContaining(['piece 3.1 2026-11-01', 'piece 2.75 2026-11-01', 'minimum 28.79 2026-03-01']),
  );
  expect(await take('rates', FARM)).toMatchObject({ new: 0, changed: 0, unchanged: 3 });
  const { bytes } = await asked('/setup/workbook?content=current');
  const sheets = await sheetsOf(bytes);
  expect(sheets.get('Rates')?.map((row) => row.slice(0, 8))).toEqual([
    ['Kind', 'Amount', 'From', 'Lookup 1', 'Lookup 2', 'Job Description', 'Employee Group', 'Employee Number'],
    ...[expect.anything(), expect.anything(), expect.anything()],
  ]);
  expect(sheets.get('Minimums')).toHaveLength(3);
  const shown: WorkbookPreview = (await drop(bytes)).json();
  expect(shown.sheets.filter(({ sheet }) => sheet === 'rates' || sheet === 'minimums')).toMatchObject([
    { unchanged: 3, new: 0, changed: 0, refused: 0 },
    { unchanged: 2, new: 0, changed: 0, refused: 0 },
  ]);
});

test('a line by its Key changes what it says, and nothing else; one that says so is deleted', async () => {
  const { take, paste, lines, ask } = await given();
  await take('rates', FARM);
  const { rates } = await ask('/pay/rates');
  const crate = rates.find(({ lookup1 }: { lookup1: string | null }) => lookup1 === 'crate');
  const shown = await paste('rates', [
    ['Kind', 'Amount', 'From', 'Key'],
    ['piece', '3.40', '2026-11-01', crate._id],
  ]);
  expect((await lines(shown))[0]).toMatchObject({
    ...{ outcome: 'changed', number: '2026-11-01', changes: [{ column: 'Amount', before: '3.1', after: '3.4' }] },
  });
  const [hourly] = rates.filter(({ kind }: { kind: string }) => kind === 'hourly');
  expect(
    await take('rates', [
      ['Kind', 'Amount', 'From', 'Key', 'Delete'],
      ['hourly', '31.4159', '2026-11-01', hourly._id, 'yes'],
    ]),
  ).toMatchObject({ deleted: 1 });
});

test('the data as it was, taken back, restores each amount: what was changed, added and deleted', async () => {
  const { take, paste, apply, ask, asked, drop, rates } = await given();
  await take('rates', FARM);
  await take('minimums', [
    ['Amount', 'From'],
    ['28.79', '2026-03-01'],
  ]);
  const before = await rates();
  const { workbookId } = await paste('rates', [
    RATES,
    ['piece', '3.40', '2026-11-01', 'crate', '', ''],
    ['piece', '9', '2026-11-01', 'bin', '', ''],
  ]);
  const whole: WorkbookPreview = await ask(`/setup/workbook/${workbookId}/preview`, { wholeSheets: ['rates'] });
  expect(await apply(whole)).toMatchObject({ new: 1, changed: 1, deleted: 2 });
  expect(await rates()).not.toEqual(before);
  const file = (await asked(`/setup/workbook/${workbookId}/before`)).bytes;
  const back: WorkbookPreview = (await drop(file)).json();
  const undone = await ask(`/setup/workbook/${back.workbookId}/preview`, { wholeSheets: ['rates', 'minimums'] });
  expect(await apply(undone)).toMatchObject({ new: 2, changed: 1, deleted: 1 });
  expect((await rates()).sort()).toEqual(before.sort());
});

test('bad lines are refused by name and place', async () => {
  const { outcomes, take, sync, ask } = await given();
  const line = (...cells: string[]) => [RATES, cells];
  expect(await outcomes('rates', line('day', '3', '2026-11-01'))).toEqual([
    '"day" is none of piece, hourly (column Kind)',
  ]);
  expect(await outcomes('rates', line('piece', '0', '2026-11-01'))).toEqual(['Amount: More than 0']);
  expect(await outcomes('rates', line('piece', '-3', '2026-11-01'))).toEqual(['Amount: An amount, such as 3.40']);
  expect(await outcomes('rates', line('piece', '1.23456', '2026-11-01'))).toEqual(['Amount: At most 4 decimals']);
  expect(await outcomes('rates', line('piece', '123456789', '2026-11-01'))).toEqual(['Amount: Less than 100 million']);
  expect(await outcomes('rates', line('piece', 'R 3', '2026-11-01'))).toEqual([
    '"R 3" is no amount, such as 3.40 (column Amount)',
  ]);
  expect(await outcomes('rates', line('piece', '3', ''))).toEqual(['From is missing']);
  expect(await outcomes('rates', line('piece', '3', '01/11/2026'))).toEqual([
    '"01/11/2026" is not a date: write it as 2026-11-20 (column From)',
  ]);
  expect(await outcomes('rates', line('piece', '3', '2026-11-01', 'pear'))).toEqual([
    'Lookup 1: There is no such entry',
  ]);
  expect(await outcomes('rates', line('piece', '3', '2026-11-01', '', 'Packers'))).toEqual([
    'There is no "Packers" (column Employee Group)',
  ]);
  expect(await outcomes('rates', line('hourly', '3', '2026-11-01', '', '', '9'))).toEqual([
    'There is no "9" (column Employee Number)',
  ]);
  expect(await outcomes('rates', line('hourly', '3', '2026-11-01', 'crate', '', '1001'))).toEqual([
    'Lookup 1: Not of an hourly rate',
  ]);
  expect(await outcomes('rates', line('hourly', '3', '2026-11-01'))).toEqual([
    'Employee Number: For an employee or an employee group',
  ]);
  expect(await outcomes('rates', [...line('piece', '3', '2026-11-01'), ['piece', '4', '2026-11-01']])).toEqual([
    'new',
    'Line 2 is the same record',
  ]);
  await sync({ rates: [{ code: 'R', amount: 3, from: '2026-10-01' }] });
  expect(await outcomes('rates', line('piece', '4', '2026-10-01'))).toEqual([
    expect.stringMatching(/owns this rate: change it there\.$/),
  ]);
  await take('rates', line('piece', '5', '2026-11-16'));
  await ask('/period-locks', { from: '2026-11-16', to: '2026-11-17' });
  expect(await outcomes('rates', line('piece', '6', '2026-11-16'))).toEqual([
    expect.stringMatching(/^From: 2026-11-16 to 2026-11-17 was locked by /),
  ]);
  expect(
    await outcomes('minimums', [
      ['Amount', 'From'],
      ['6', '2026-11-17'],
    ]),
  ).toEqual([expect.stringMatching(/^From: 2026-11-16 to 2026-11-17 was locked by /)]);
});

const AMOUNT = /31\.4159|28\.79|Rates|Minimums/;
test.each([
  ['Setup.MANAGE', SETUP],
  ['Setup.MANAGE and Pay.VIEW', [...SETUP, 'Pay.VIEW' as const]],
])(
  'who has %s, not Pay.MANAGE, sees no amount: in no download, preview, line, former data, refusal or trail',
  async (_, permissions) => {
    const world = await given();
    const drafts = await world.paste('rates', FARM);
    const refused = await world.paste('rates', [RATES, ['piece', '31.4159x', '2026-11-01', '', '', '']]);
    const taken = await world.paste('minimums', [
      ['Amount', 'From'],
      ['28.79', '2026-03-01'],
    ]);
    await world.take('rates', FARM);
    await world.apply(taken);
    const file = (await world.asked('/setup/workbook?content=current')).bytes;
    const template = (await world.asked('/setup/workbook?content=template')).bytes;
    expect([...(await sheetsOf(template)).keys()]).toEqual(expect.arrayContaining(['Rates', 'Minimums']));
    const other = await world.as(permissions);
    for (const content of ['current', 'template']) {
      const sheets = await sheetsOf((await other.asked(`/setup/workbook?content=${content}`)).bytes);
      expect([...sheets.keys()]).toEqual([
        'Employees',
        'Groups',
        'Lookups',
        'Shifts',
        'Holidays',
        'Hours rules',
        'Read me',
      ]);
      expect(JSON.stringify([...sheets])).not.toMatch(AMOUNT);
    }
    for (const { workbookId, outcomeHash } of [drafts, refused, taken])
      for (const [path, body] of [
        ['lines?startRow=0&endRow=500', undefined],
        ['refused', undefined],
        ['preview', { wholeSheets: [] }],
        ['apply', { outcomeHash, leaveRefused: true }],
      ] as const) {
        const { status, text } = await other.asked(`/setup/workbook/${workbookId}/${path}`, body);
        expect([path, status, text]).toEqual([path, 401, expect.not.stringMatching(AMOUNT)]);
      }
    const before = await sheetsOf((await other.asked(`/setup/workbook/${taken.workbookId}/before`)).bytes);
    expect(JSON.stringify([...before])).not.toMatch(AMOUNT);
    expect((await other.drop(file)).statusCode).toBe(401);
    expect((await other.asked('/setup/pasted', { sheet: 'rates', rows: FARM })).status).toBe(401);
    // The empty sheets of a colleague's template are not looked at.
    const shown: WorkbookPreview = (await other.drop(template)).json();
    expect(shown.sheets.map(({ sheet }) => sheet)).not.toEqual(expect.arrayContaining(['rates']));
    const own = await other.paste('employees', [
      ['Employee Number', 'First Name', 'Last Name'],
      ['7', 'Cy', 'Co'],
    ]);
    expect((await other.asked(`/setup/workbook/${own.workbookId}/before`)).status).toBe(404);
    await other.apply(own);
    // The rates were there before: who may see them finds them in the same file, who may not does not.
    const both = [other, world].map(async ({ asked }) =>
      sheetsOf((await asked(`/setup/workbook/${own.workbookId}/before`)).bytes),
    );
    expect((await Promise.all(both)).map((sheets) => AMOUNT.test(JSON.stringify([...sheets])))).toEqual([false, true]);
    const trail = await t.db.rows(
      z.object({ target: z.string().nullable(), detail: z.string().nullable() }),
      sql`select target, detail from audit_entry where account_id = ${world.accountId}`,
    );
    expect(trail.length).toBeGreaterThan(5);
    expect(JSON.stringify(trail)).not.toMatch(/31\.4159|28\.79/);
  },
);

test('nobody sets their own pay: rate, way of being paid and rules of a user who is an employee are left to others', async () => {
  const { accountId, ask, take, rates } = await given();
  await take('rates', FARM);
  const { rates: shown } = await ask('/pay/rates');
  const hourly = shown.find(({ kind }: { kind: string }) => kind === 'hourly');
  const ben = hourly.employeeId;
  const permissions: Permission[] = [...SETUP, 'Pay.VIEW', 'Pay.MANAGE'];
  const { token, userId } = await givenEmployer(t.db, { accountId, permissions });
  await t.db.run(sql`update app_user set employee_id = ${ben} where user_id = ${userId}`);
  const call = async (path: string, body: unknown, method: 'GET' | 'PUT' | 'POST' | 'DELETE' = 'POST') =>
    (await t.ask(`/v2${path}`, { token, method, ...(body !== undefined && { body }) })).json();
  const own = { errorCode: 'OWN_RECORD' };
  const before = await rates();
  const { _id, basis } = hourly;
  expect(await call(`/pay/people/${ben}/type`, { payType: 'hourly' }, 'PUT')).toMatchObject(own);
  const rate = { kind: 'hourly', amount: '99', from: '2026-11-02', ...NO_ONE };
  expect(await call('/pay/rates', { ...rate, employeeId: ben })).toMatchObject(own);
  expect(await call(`/pay/rates/${_id}?basis=${basis}`, undefined, 'DELETE')).toMatchObject(own);
  const rows = [RATES, ['hourly', '99', '2026-11-02', '', '', '1002'], ['hourly', '88', '2026-11-02', '', '', '1001']];
  const pasted = (await t.ask('/v2/setup/pasted', { token, body: { sheet: 'rates', rows } })).json();
  const { lines } = await call(`/setup/workbook/${pasted.workbookId}/lines?startRow=0&endRow=9`, undefined, 'GET');
  expect(lines.map(({ outcome, reason }: WorkbookLine) => reason ?? outcome)).toEqual([
    'You cannot change your own pay. Another user can.',
    'new',
  ]);
  expect(await rates()).toEqual(before);
  // The rates of others are theirs to set.
  const [ama] = await t.db.rows(
    z.object({ id: z.string() }),
    sql`select employee_id as id from employee where account_id = ${accountId} and number = '1001'`,
  );
  expect(await call('/pay/rates', { ...rate, employeeId: ama?.id })).toMatchObject({ amount: '99' });
});
const NO_ONE = { lookup1: null, lookup2: null, jobDescriptionId: null, employeeGroupId: null, employeeId: null };
