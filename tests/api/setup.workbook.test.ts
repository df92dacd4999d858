import { writeOds } from 'hucre/ods';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkbookLine, WorkbookPreview, WorkbookSheet } from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { forgetUploads } from '#server/office/setup/workbook/uploads.sql.ts';
import { sql } from '#server/platform/db/db.ts';
import { wordsIn } from '#server/platform/words/words.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenPunches } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart, zip } from '../support/zip.ts';

/** The payroll workbook, and the lines of the golden table that need it. */
const t = useTestApp();
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function given() {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'],
    account: { allowedSystemIds: ['PAYROLL'] },
  });
  // The server's clock advances by days.
  await t.db.run(sql`update session set expires_at = '2027-01-01'`);
  const ask = async (path: string, body?: unknown) => (await t.ask(`/v2/setup${path}`, { token, body })).json();
  const drop = async (file: Uint8Array, name = 'farm.xlsx') => {
    const { payload, headers } = multipart(Buffer.from(file), { name, type: TYPE });
    return t.app.inject({
      method: 'POST',
      url: '/v2/setup/workbook',
      payload,
      headers: { ...headers, authorization: token },
    });
  };
  const paste = async (sheet: WorkbookSheet, rows: string[][], over: object = {}): Promise<WorkbookPreview> =>
    ask('/pasted', { sheet, rows, ...over });
  const apply = (shown: WorkbookPreview, leaveRefused = false) =>
    ask(`/workbook/${shown.workbookId}/apply`, { outcomeHash: shown.outcomeHash, leaveRefused });
  const take = async (sheet: WorkbookSheet, rows: string[][]) => apply(await paste(sheet, rows), true);
  const lines = async ({ workbookId }: WorkbookPreview) =>
    (await ask(`/workbook/${workbookId}/lines?startRow=0&endRow=500`)).lines;
  const version = async () =>
    (
      await t.db.single(
        z.object({ version: z.int() }),
        sql`select data_version as version from account where account_id = ${accountId}`,
      )
    ).version;
  const download = async (path: string) => (await t.ask(`/v2/setup/workbook${path}`, { token })).rawPayload;
  const sync = async (body: object) => {
    const key = await givenSyncKey(t.db, accountId);
    const reply = await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' });
    expect(reply.statusCode, reply.body).toBe(200);
  };
  const totals = async (date: string) =>
    (await t.ask(`/v2/stats/employee/attendance-status-totals?referenceDate=${date}`, { token })).json();
  return { accountId, token, ask, drop, paste, apply, take, lines, version, download, sync, totals };
}
const HEAD = ['Employee Number', 'First Name', 'Last Name'];

it('knows people and groups again whatever unseen characters came along with what was pasted', async () => {
  const { take, ask, paste, lines } = await given();
  const head = [...HEAD, 'Time ID', 'Time Group'];
  await take('shifts', [
    ['Time Group', 'Days', 'Start', 'End'],
    ['Day', 'Mon', '07:00', '16:00'],
  ]);
  await take('employees', [head, ['1001', 'Ann', 'Adams', '0042', 'Day']]);
  const pasted = [head, ['\u200b1001', '\u202aAnn\u202c', 'Adams\u200e', '0042\u2060', '\u00adDay\ufeff']];
  expect(await lines(await paste('employees', pasted))).toMatchObject([{ number: '1001', outcome: 'unchanged' }]);
  const typed = { number: '1001\u200b', firstName: 'Bob', lastName: 'Brown' };
  expect(await ask('/employees', typed)).toMatchObject({ errorCode: 'ALREADY_EXISTS' });
  expect(await ask('/groups', { kind: 'time', name: '\u200b \u2060' })).toMatchObject({ message: 'Name is required' });
});

it('shows what it read of a new line, hours of a day and more too, and refuses a cell that is not what was typed', async () => {
  const { drop, apply, lines } = await given();
  const week = { value: new Date(Date.UTC(1899, 11, 31) + 1.875 * 86_400_000), style: { numFmt: '[h]:mm:ss' } };
  const sheet = (name: string, rows: unknown[][], cells: Record<string, object>) => ({
    name,
    rows,
    cells: new Map(Object.entries(cells)),
  });
  const file = await writeXlsx({
    sheets: [
      sheet(
        'Hours rules',
        [
          ['Ordinary Hours a Day', 'Ordinary Hours a Week', 'Overtime 1 Factor'],
          ['9', null, null],
        ],
        {
          '1,1': week,
          '1,2': { value: 1.5, style: { numFmt: '0%' } },
        },
      ),
      sheet(
        'Employees',
        [
          [...HEAD, 'Time ID', 'Active From'],
          ['1001', 'Ann', 'Adams', null, '2026-11-20'],
          ['1002', true, 'Brown'],
        ],
        {
          '1,3': { value: 42, style: { numFmt: '00000' } },
        },
      ),
    ] as never, // hucre's type of a cell asks for fields that it fills in itself
  });
  const shown = (await drop(file)).json() as WorkbookPreview;
  const seen = (await lines(shown)).map(({ outcome, changes, reason }: WorkbookLine) => [
    outcome,
    reason,
    ...changes.map(({ column, after }) => `${column}: ${after}`),
  ]);
  expect(seen[0]).toEqual([
    'new',
    null,
    'Ordinary Hours a Day: 9',
    'Ordinary Hours a Week: 45',
    'Overtime 1 Factor: 1.5',
  ]);
  expect(seen.slice(1)).toEqual([
    ['new', null, 'First Name: Ann', 'Last Name: Adams', 'Time ID: 00042', 'Active From: 2026-11-20'],
    ['refused', 'First Name: This cell is true or false: format the column as text.'],
  ]);
  expect(await apply(shown, true)).toMatchObject({ new: 2, leftOut: 1 });
});

it('reads the numbers of a CSV by its decimal sign', async () => {
  const { drop, lines } = await given();
  const csv = [
    'Ordinary Hours a Day;Ordinary Hours a Week;Overtime 1 Factor;Overtime 2 Factor',
    '7,5;45:00;1,250;2',
    '7,5;1.250;1,5;2',
  ];
  const shown = (await drop(Buffer.from(csv.join('\r\n')), 'rules.csv')).json() as WorkbookPreview;
  const [read, refused] = (await lines(shown)) as WorkbookLine[];
  expect(read?.changes.map(({ column, after }) => `${column}: ${after}`)).toEqual([
    'Ordinary Hours a Day: 7:30',
    'Ordinary Hours a Week: 45',
    'Overtime 1 Factor: 1.25',
    'Overtime 2 Factor: 2',
  ]);
  expect(refused?.reason).toBe('Ordinary Hours a Week: "1.250" may be two numbers: write it as 1250 or 1.2500');
});

describe('the golden table', () => {
  it('1001 and 1002 swap numbers by Key: 2 changed; again: 2 unchanged', async () => {
    const { take, ask, paste, lines } = await given();
    await take('employees', [HEAD, ['1001', 'Ann', 'Adams'], ['1002', 'Bob', 'Brown']]);
    const [ann, bob] = (await ask('/employees')).employees;
    const swapped = [
      [...HEAD, 'Key'],
      ['1002', 'Ann', 'Adams', ann._id],
      ['1001', 'Bob', 'Brown', bob._id],
    ];
    expect((await lines(await paste('employees', swapped)))[0]).toMatchObject({
      outcome: 'changed',
      changes: [{ column: 'Employee Number', before: '1001', after: '1002' }],
    });
    expect(await take('employees', swapped)).toMatchObject({ changed: 2, unchanged: 0 });
    expect(await take('employees', swapped)).toMatchObject({ changed: 0, unchanged: 2 });
  });

  it('Mon-Fri, Grace 5; then Mon, From 30 Nov, Grace 10: 5 added; 1 added; in 07:08 is late on the 23rd, on time on the 30th', async () => {
    const { accountId, take, ask, totals } = await given();
    t.clock.set('2026-11-30T12:00:00Z');
    const head = ['Time Group', 'Days', 'Start', 'End', 'Grace', 'From'];
    expect(await take('shifts', [head, ['Day', 'Mon-Fri', '07:00', '16:00', '5', '']])).toMatchObject({ new: 5 });
    expect(await take('shifts', [head, ['Day', 'Mon', '07:00', '16:00', '10', '2026-11-30']])).toMatchObject({
      new: 1,
      changed: 0,
    });
    await take('employees', [
      [...HEAD, 'Time Group', 'Active From'],
      ['1001', 'Ann', 'Adams', 'Day', '2026-01-01'],
    ]);
    const [{ _id }] = (await ask('/employees')).employees;
    await givenPunches(t.db, accountId, _id, ['2026-11-23T05:08:00Z', '2026-11-30T05:08:00Z']);
    const admin = await givenAdmin(t.db);
    await t.db.run(sql`update session set expires_at = '2027-01-01'`);
    await t.ask(`/v2/stats/reset-dashboard-state/${accountId}`, {
      token: admin.token,
      body: { dates: { from: '2026-11-23', to: '2026-11-30' } },
    });
    await t.jobs.drain();
    expect(await totals('2026-11-23')).toMatchObject({ present: 1, late: 1 });
    expect(await totals('2026-11-30')).toMatchObject({ present: 1, late: 0 });
  });

  it('holiday 16 Dec for Packers; 4 Packers, 6 Pickers, no punch: expected 6, off 4', async () => {
    const { take, totals } = await given();
    t.clock.set('2026-12-16T12:00:00Z');
    const shift = (group: string) => [group, 'Mon-Fri', '07:00', '16:00'];
    await take('shifts', [['Time Group', 'Days', 'Start', 'End'], shift('Packers'), shift('Pickers')]);
    const people = Array.from({ length: 10 }, (_, i) => [
      `${i + 1}`,
      'A',
      'B',
      i < 4 ? 'Packers' : 'Pickers',
      '2026-01-01',
    ]);
    await take('employees', [[...HEAD, 'Time Group', 'Active From'], ...people]);
    await take('holidays', [
      ['Date', 'Name', 'Time Group'],
      ['2026-12-16', 'Day of Reconciliation', 'Packers'],
    ]);
    expect(await totals('2026-12-16')).toMatchObject({ total: 10, expected: 6, off: 4 });
  });
});

describe('a workbook', () => {
  it('downloaded and uploaded changes nothing, even in records of a system, and makes no new data version', async () => {
    const { drop, apply, take, download, version, sync } = await given();
    await sync({
      timeGroups: [
        { code: 'D', name: 'Day' },
        { code: 'D2', name: 'Day' },
      ],
      standardTimes: [
        {
          code: 'S',
          timeGroupCode: 'D',
          weekday: 1,
          startTime: '22:00',
          endTime: '06:00',
          breaks: [{ startTime: '00:30', endTime: '01:00' }],
        },
      ],
      employees: [
        {
          code: 'E1',
          number: '0042',
          firstName: ' =Ann',
          lastName: 'two\r\nlines',
          timeGroupCode: 'D2',
          timeGroupFrom: '2026-11-10',
          inactiveFrom: '2026-12-24',
        },
        { code: 'E2', number: '7', firstName: 'Left', lastName: '', isActive: false },
      ],
      lookups: [{ lookup: 1, entries: [{ code: 'A', description: '+Apples' }] }],
      holidays: [{ code: 'H', name: 'Feast', date: '2026-12-16', timeGroupCode: 'D' }],
    });
    await take('shifts', [
      ['Time Group', 'Days', 'Start', 'End', 'Breaks'],
      ['Own', 'Mon-Thu', '07:00', '16:00', '12:00-13:00'],
      ['Own', 'Sat', 'rest', '', ''],
    ]);
    await take('employees', [
      [...HEAD, 'Time ID', 'Time Group'],
      ['1001', 'Zoë', "O'Neil", '0001', 'Own'],
    ]);
    const before = await version();
    const file = await download('?content=current');
    const shown = (await drop(file)).json();
    expect(shown.sheets).toEqual(
      shown.sheets.map(({ sheet, unchanged }: { sheet: string; unchanged: number }) => ({
        sheet,
        isWhole: false,
        new: 0,
        changed: 0,
        deleted: 0,
        refused: 0,
        unchanged,
      })),
    );
    expect(shown.sheets.map(({ unchanged }: { unchanged: number }) => unchanged).sort()).toEqual([0, 1, 3, 3, 3, 6]);
    expect(await apply(shown)).toMatchObject({ new: 0, changed: 0, deleted: 0 });
    expect(await version()).toBe(before);
    expect((await readXlsx(file)).sheets[0]?.rows[1]?.[0]).toBe('7');
  });

  it('is previewed, applied completely once, and answers the same twice; the former data is kept', async () => {
    const { token, paste, apply, ask, lines, download, drop } = await given();
    const rows = [
      [...HEAD, 'Time Group', 'Time ID'],
      ['1001', 'Ann', 'Adams', 'Day', '42'],
      ['1002', '', '', '', ''],
      ['1001', 'Ann', 'X', '', ''],
    ];
    const shown = await paste('employees', rows);
    expect(shown.sheets).toEqual([
      { sheet: 'employees', isWhole: false, new: 1, changed: 0, unchanged: 0, deleted: 0, refused: 2 },
    ]);
    expect((await ask('/employees')).lastIndex).toBe(0);
    expect(
      (await lines(shown)).map(({ outcome, reason }: { outcome: string; reason: string }) => [outcome, reason]),
    ).toEqual([
      ['new', 'New shift "Day"'],
      ['refused', 'First Name is missing'],
      ['refused', 'Line 2 is the same employee'],
    ]);
    expect((await lines(shown)).map(({ reasonWords }: WorkbookLine) => reasonWords)).toEqual([
      {
        id: '{kind, select, time {New shift} employee {New employee group} other {New job description}} "{name}"',
        values: { kind: 'time', name: 'Day' },
      },
      { id: '{column} is missing', values: { column: 'First Name' } },
      { id: 'Line {earlier} is the same employee', values: { earlier: 2 } },
    ]);
    expect(await apply(shown)).toMatchObject({ errorCode: 'VALIDATION_FAILED' });
    expect((await ask('/groups')).groups).toEqual([]);
    const result = await apply(shown, true);
    expect(result).toMatchObject({ new: 1, leftOut: 2 });
    expect(await apply(shown, true)).toEqual(result);
    expect((await ask('/employees')).lastIndex).toBe(1);
    const before = await readXlsx(await download(`/${shown.workbookId}/before`));
    expect(before.sheets.find(({ name }) => name === 'Employees')?.rows).toHaveLength(1);
    const refused = await readXlsx(await download(`/${shown.workbookId}/refused`));
    expect(refused.sheets[0]?.rows.map((row) => row.at(-1))).toEqual([
      'Reason',
      'First Name is missing',
      'Line 2 is the same employee',
    ]);
    expect((await drop(await download('?content=template'))).json().sheets).toHaveLength(6);
    // In another language the reasons are; the columns stay those that are read.
    await t.ask('/v2/session/language', { token, method: 'PUT', body: { language: 'es' } });
    const inSpanish = await readXlsx(await download(`/${shown.workbookId}/refused`));
    expect(inSpanish.sheets[0]?.rows.map((row) => row.at(-1))).toEqual([
      'Motivo',
      wordsIn('es').say({ id: '{column} is missing', values: { column: 'First Name' } }),
      wordsIn('es').say({ id: 'Line {earlier} is the same employee', values: { earlier: 2 } }),
    ]);
    expect(inSpanish.sheets[0]?.rows[0]?.[0]).toBe('Employee Number');
  });

  it('is refused when anything changed since the preview', async () => {
    const { paste, apply, take, ask } = await given();
    const shown = await paste('employees', [HEAD, ['1001', 'Ann', 'Adams'], ['1002', 'Bob', 'Brown']]);
    await take('employees', [HEAD, ['1002', 'Somebody', 'Else']]);
    expect(await apply(shown)).toMatchObject({
      errorCode: 'CONFLICT',
      message: 'Something changed since the preview. Look again.',
    });
    expect((await ask('/employees')).lastIndex).toBe(1);
  });

  it('applied by two at once is stored once', async () => {
    const { paste, apply, ask } = await given();
    const one = await paste('employees', [HEAD, ['1001', 'Ann', 'Adams']]);
    const two = await paste('employees', [HEAD, ['1001', 'Ann', 'Adams']]);
    const results = await Promise.all([apply(one), apply(two), apply(one)]);
    expect(results.filter(({ errorCode }) => errorCode === 'CONFLICT').length).toBeGreaterThanOrEqual(1);
    expect((await ask('/employees')).lastIndex).toBe(1);
  });

  it('as the whole list deletes records that it lacks and Tallyboard owns', async () => {
    const { paste, apply, take, ask, sync } = await given();
    await sync({ employees: [{ code: 'E1', number: '1', firstName: 'Of', lastName: 'System' }] });
    await take('employees', [HEAD, ['1001', 'Ann', 'Adams'], ['1002', 'Bob', 'Brown']]);
    const shown = await paste('employees', [HEAD, ['1001', 'Ann', 'Adams']]);
    expect(shown.sheets[0]).toMatchObject({ deleted: 0, unchanged: 1 });
    const whole = await ask(`/workbook/${shown.workbookId}/preview`, { wholeSheets: ['employees'] });
    expect(whole.sheets[0]).toMatchObject({ isWhole: true, deleted: 1, unchanged: 1 });
    expect(await apply(shown)).toMatchObject({ errorCode: 'CONFLICT' });
    expect(await apply(whole)).toMatchObject({ deleted: 1 });
    expect((await ask('/employees')).employees.map(({ number }: { number: string }) => number)).toEqual(['1', '1001']);
  });

  it.each([
    [
      'employees',
      [
        [...HEAD, 'Active From'],
        ['42', 'Ann', 'Adams', ''],
        ['1002', 'Bob', 'Brown', ''],
      ],
    ],
    [
      'lookups',
      [
        ['Lookup', 'Code', 'Description'],
        ['1', '7', ''],
        ['1', '8', 'Pear'],
      ],
    ],
    [
      'shifts',
      [
        ['Time Group', 'Days', 'Start', 'End'],
        ['Day', 'Mon', '7 o’clock', '16:00'],
        ['Day', 'Tue', '07:00', '16:00'],
      ],
    ],
    [
      'holidays',
      [
        ['Date', 'Name'],
        ['25/12/2026', 'Christmas'],
        ['2026-12-16', 'Day of Reconciliation'],
      ],
    ],
    [
      'groups',
      [
        ['Kind', 'Code', 'Name'],
        ['Shift', 'D', 'Day'],
        ['Time Group', 'N', 'Night'],
      ],
    ],
  ] as const)('as the whole list of %s deletes nothing while one of its lines cannot be read', async (sheet, rows) => {
    const { paste, apply, take, ask, lines } = await given();
    await take('employees', [HEAD, ['0042', 'Ann', 'Adams'], ['1002', 'Bob', 'Brown']]);
    await take('lookups', [
      ['Lookup', 'Code', 'Description'],
      ['1', '7', 'Apple'],
      ['1', '8', 'Pear'],
    ]);
    await take('groups', [
      ['Kind', 'Code', 'Name'],
      ['Time Group', 'D', 'Day'],
      ['Time Group', 'N', 'Night'],
    ]);
    await take('shifts', [
      ['Time Group', 'Days', 'Start', 'End'],
      ['Day', 'Mon, Tue', '07:00', '16:00'],
    ]);
    await take('holidays', [
      ['Date', 'Name'],
      ['2026-12-25', 'Christmas'],
      ['2026-12-16', 'Day of Reconciliation'],
    ]);
    const { workbookId } = await paste(
      sheet,
      rows.map((row) => [...row]),
    );
    const whole = await ask(`/workbook/${workbookId}/preview`, { wholeSheets: [sheet] });
    expect(whole.sheets[0]).toMatchObject({ isWhole: true, new: 0, changed: 0, unchanged: 2, deleted: 0, refused: 1 });
    expect((await lines(whole)).at(-1)).toMatchObject({
      line: null,
      outcome: 'unchanged',
      reason: 'Not in the list, but kept: other lines are refused',
    });
    expect(await apply(whole, true)).toMatchObject({ deleted: 0, leftOut: 1 });
  });

  it('creates no group for a refused line', async () => {
    const { paste, apply, ask, sync } = await given();
    await sync({ employees: [{ code: 'E1', number: '1', firstName: 'Of', lastName: 'System', timeGroupCode: null }] });
    const names = async () => (await ask('/groups')).groups.map(({ name }: { name: string }) => name);
    const people = await paste('employees', [
      [...HEAD, 'Time Group', 'Active From'],
      ['1', 'Of', 'System', 'Of a system', ''],
      ['1001', 'Ann', 'Adams', 'Of a wrong date', '10/11/2026'],
      ['1002', 'Bob', 'Brown', 'Day', ''],
      ['1003', 'Cas', 'Cole', 'day', '10/11/2026'],
    ]);
    expect(await apply(people, true)).toMatchObject({ new: 1, leftOut: 3 });
    expect(await names()).toEqual(['day']);
    const shifts = await paste('shifts', [
      ['Time Group', 'Days', 'Start', 'End'],
      ['Nihgt', 'Mon', '7 o’clock', '16:00'],
      ['Night', 'Mon', '19:00', '04:00'],
    ]);
    expect(await apply(shifts, true)).toMatchObject({ new: 1, leftOut: 1 });
    const holidays = await paste('holidays', [
      ['Date', 'Name', 'Time Group'],
      ['25/12/2026', 'Christmas', 'Nihgt'],
      ['2026-12-25', 'Christmas', 'Packers'],
    ]);
    expect((await ask(`/workbook/${holidays.workbookId}/lines?startRow=0&endRow=9`)).lines[1]).toMatchObject({
      outcome: 'new',
      reason: 'New shift "Packers"',
    });
    expect(await apply(holidays, true)).toMatchObject({ new: 1, leftOut: 1 });
    expect(await names()).toEqual(['day', 'Night', 'Packers']);
  });

  it('refuses lost zeros, ambiguous dates, errors, merged cells and foreign keys by line', async () => {
    const { paste, take, lines, drop } = await given();
    await take('employees', [
      [...HEAD, 'Time ID'],
      ['0042', 'Ann', 'Adams', '0042'],
    ]);
    const reasons = async (shown: WorkbookPreview) =>
      (await lines(shown)).map(({ reason }: { reason: string }) => reason);
    const rows = [
      [...HEAD, 'Active From', 'Key'],
      ['42', 'B', 'C', '', ''],
      ['9', 'B', 'C', '10/11/2026', ''],
      ['10', 'B', 'C', '', 'ffffffff-ffff-7fff-8fff-ffffffffffff'],
    ];
    expect(await reasons(await paste('employees', rows))).toEqual([
      'Employee Number "42": Lost its zeros? Format the column as text.',
      '"10/11/2026" is not a date: write it as 2026-11-20 (column Active From)',
      'The Key is of no employee here: leave it empty for a new one',
    ]);
    const file = await writeXlsx({
      sheets: [
        {
          name: 'staff',
          rows: [
            ['A farm'],
            ['emp no', 'SURNAME', 'First Name', 'Start Date'],
            ['5', 'Merged', 'A', null],
            ['6', '#REF!', 'B', null],
            ['7', 'Fine', 'C', new Date('2026-11-20T00:00:00Z')],
          ],
          merges: [{ startRow: 2, endRow: 2, startCol: 0, endCol: 1 }],
        },
      ],
    });
    const shown = (await drop(file)).json();
    expect(await reasons(shown)).toEqual(['Cells are merged: split them', 'A cell has the error #REF!', null]);
  });

  it('of another account is unknown, key by key', async () => {
    const [one, two] = [await given(), await given()];
    await one.take('employees', [HEAD, ['1001', 'Ann', 'Adams']]);
    const shown = await one.paste('employees', [HEAD, ['1002', 'Bob', 'Brown']]);
    for (const path of ['lines?startRow=0&endRow=9', 'refused', 'before'])
      expect(await two.ask(`/workbook/${shown.workbookId}/${path}`), path).toMatchObject({ errorCode: 'NOT_FOUND' });
    expect(await two.apply(shown)).toMatchObject({ errorCode: 'NOT_FOUND' });
    const [{ _id }] = (await one.ask('/employees')).employees;
    const foreign = await two.paste('employees', [
      [...HEAD, 'Key'],
      ['1001', 'X', 'Y', _id],
    ]);
    expect((await two.lines(foreign))[0]).toMatchObject({
      outcome: 'refused',
      reason: 'The Key is of no employee here: leave it empty for a new one',
    });
  });

  it('is deleted after a day, the former data after 30', async () => {
    const { paste, apply, ask, token } = await given();
    const shown = await paste('employees', [HEAD, ['1001', 'Ann', 'Adams']]);
    await apply(shown);
    const left = await paste('employees', [HEAD, ['1002', 'Bob', 'Brown']]);
    const clean = async () => forgetUploads(t.db, ago());
    const ago = () => {
      const now = t.clock.now().getTime();
      return { dayAgo: new Date(now - 24 * 3_600_000), monthAgo: new Date(now - 30 * 24 * 3_600_000) };
    };
    const before = async () => (await t.ask(`/v2/setup/workbook/${shown.workbookId}/before`, { token })).statusCode;
    t.clock.set('2026-11-21T10:00:01Z');
    await clean();
    expect(await ask(`/workbook/${shown.workbookId}/lines?startRow=0&endRow=9`)).toMatchObject({
      errorCode: 'EXPIRED',
    });
    expect(await apply(left)).toMatchObject({ errorCode: 'NOT_FOUND' });
    expect(await before()).toBe(200);
    t.clock.set('2026-12-20T10:00:02Z');
    await clean();
    expect(await before()).toBe(404);
  });

  it('cut off in the middle leaves nothing', async () => {
    const { paste, apply, ask, version } = await given();
    const shown = await paste('employees', [HEAD, ['1001', 'Ann', 'Adams']]);
    const before = await version();
    // The audit entry is the last row that an apply writes: the connection dies there.
    await t.db.run(sql`create function cut_off() returns trigger language plpgsql as $$ begin
      if new.action = 'setup.workbook' then raise exception 'cut off' using errcode = '57P01'; end if; return new; end $$`);
    await t.db.run(sql`create trigger cut_off before insert on audit_entry for each row execute function cut_off()`);
    try {
      expect((await apply(shown)).errorCode).toMatch(/INTERNAL|UNAVAILABLE/);
    } finally {
      await t.db.run(sql`drop trigger cut_off on audit_entry`);
      await t.db.run(sql`drop function cut_off`);
    }
    expect([await version(), (await ask('/employees')).lastIndex]).toEqual([before, 0]);
    expect(await apply(shown)).toMatchObject({ new: 1 });
  });

  it('reads .ods, the 1904 dates and times of a .xlsx', async () => {
    const { drop, lines } = await given();
    const rows = [
      ['Time Group', 'Days', 'Start', 'End'],
      ['Day', 'Mon-Fri', 0.291666666667, '16:00'],
    ];
    expect(
      (await drop(await writeOds({ sheets: [{ name: 'Shifts', rows }] }), 'farm.ods')).json().sheets[0],
    ).toMatchObject({ new: 5 });
    const file = await writeXlsx({
      dateSystem: '1904',
      sheets: [
        {
          name: 'Holidays',
          rows: [
            ['Date', 'Name'],
            [new Date('2026-12-16T00:00:00Z'), 'Feast'],
          ],
        },
      ],
    });
    const [line] = await lines((await drop(file)).json());
    expect(line).toMatchObject({ outcome: 'new', number: '2026-12-16' });
  });

  const small = async (over: object = {}) =>
    Buffer.from(await writeXlsx({ sheets: [{ name: 'Employees', rows: [HEAD] }], ...over }));
  it.each<[string, () => Promise<Buffer> | Buffer, number]>([
    ['nothing', () => Buffer.alloc(0), 415],
    ['text', () => Buffer.from('number,first name'), 415],
    ['a PNG', () => Buffer.from('89504e470d0a1a0a', 'hex'), 415],
    ['an old .xls', () => Buffer.from('d0cf11e0a1b11ae100', 'hex'), 415],
    [
      'a protected workbook',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      400,
    ],
    ['a ZIP of something else', () => zip(Object.entries({ 'a.txt': 'a' })), 415],
    ['a .docx', () => zip(Object.entries({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<a/>' })), 415],
    ['half a file', async () => (await small()).subarray(0, 400), 400],
    [
      'a file without our sheets',
      () => zip(Object.entries({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' })),
      400,
    ],
    [
      'markup that never ends',
      () => zip(Object.entries({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook'.repeat(1_000) })),
      400,
    ],
    ['1,001 entries', () => zip(Array.from({ length: 1_001 }, (_, i) => [`${i}`, 'x'] as const)), 413],
    [
      'a bomb',
      () => zip(Object.entries({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': ' '.repeat(20_000_000) })),
      413,
    ],
    [
      'an encrypted .ods',
      () =>
        zip(
          Object.entries({
            mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
            'content.xml': 'x',
            'META-INF/manifest.xml': '<manifest:encryption-data/>',
          }),
        ),
      400,
    ],
    [
      'entities within entities',
      () =>
        zip(
          Object.entries({
            mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
            'content.xml': '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>',
          }),
        ),
      400,
    ],
    ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 'PK'), 413],
  ])('refuses %s in words, and nothing is kept', async (_, file, status) => {
    const { drop } = await given();
    const answer = await drop(await file());
    expect(answer.statusCode, answer.body).toBe(status);
    expect(answer.json().message.length).toBeGreaterThan(10);
    const kept = await t.db.rows(
      z.object({ id: z.string() }),
      sql`select workbook_upload_id as id from workbook_upload`,
    );
    expect(kept).toEqual([]);
  });
});
