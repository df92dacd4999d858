import { createHash } from 'node:crypto';
import { writeXlsx } from 'hucre/xlsx';
import { v7 as newId } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import type { Message } from '#contract/platform/words.ts';
import { sql } from '#server/platform/db/db.ts';
import { instantOf, zoneOf } from '#server/platform/zone.ts';
import { givenAccount, givenAdmin, givenEmployer, givenSession, givenUser } from '../support/factories.ts';
import { givenEmployee, givenGroup, givenLookup, givenStandardTimes } from '../support/factories.work.ts';
import { ASKED, CORRECTS, givenSupervised, MONDAY } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

async function given() {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db, { username: 'root' });
  const send = (csv: string, commit: boolean, over: object = {}) =>
    t.ask(`/v2/account/${accountId}/import`, { token, body: { kind: 'piecework', csv, commit, ...over } });
  const take = async (csv: string, commit = true, over: object = {}) => {
    const answer = await send(csv, commit, over);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const preview = (csv: string) => take(csv, false);
  return { accountId, token, send, take, preview };
}

describe('a CSV of piecework', () => {
  it('asks for the units where a list has amounts, which may be money', async () => {
    const { preview } = await given();
    const list = await preview('Emp no,Date,Product,Rate,Amount\n1,2026-11-17,crate,3.10,31.00');
    expect(list.columns.map(({ field }: { field: string | null }) => field)).toEqual([
      'number',
      'startedAt',
      'lookup1',
      null,
      null,
    ]);
    expect(list.added).toBe(0);
  });

  it('refuses a line of a time that has not come', async () => {
    const { preview } = await given();
    const { lines } = await preview('Emp no,Date,Product,Qty\n1,2027-11-17,crate,12\n1,2026-11-17,crate,12');
    expect(lines.map(({ outcome, reason }: Record<string, string>) => [outcome, reason])).toEqual([
      ['refused', '2027-11-17 is in the future'],
      ['added', expect.any(String)],
    ]);
  });

  it('reads local times, finds lookups by code or description, adds nothing twice, and reports unknown ones', async () => {
    const { accountId, take, preview } = await given();
    await givenEmployee(t.db, accountId, { number: '7' });
    await givenLookup(t.db, accountId, 1, 'A', 'Apples');
    const csv = [
      'Employee Number\tDate\tFrom\tTo\tQty\tProduct\tHours',
      '7\t2026-11-19\t07:00\t09:30\t12,5\tapples\t',
      '7\t2026-11-19\t10:00\t\t3\tPears\t1:30',
      '7\t2026-11-19\t10:00\t\t3\tPears\t1:30',
      '99\t2026-11-19\t\t\t1\t\t',
      '7\t19.13.2026\t\t\t1\t\t',
      '7\t2026-11-19\t\t\tmany\t\t',
      '7\t2026-11-19\t09:00\t08:00\t1\t\t',
    ].join('\n');
    expect((await preview(csv)).lines.map(({ outcome, reason }: Record<string, string>) => [outcome, reason])).toEqual([
      ['added', null],
      ['added', 'Lookup 1 has no "Pears" yet'],
      ['added', 'Lookup 1 has no "Pears" yet'],
      ['added', 'No employee has the number 99 yet: stored until one does'],
      ['refused', '"19.13.2026" is not a date and time: write it as 2026-11-20 07:00 (column Started At)'],
      ['refused', '"many" is not a number: write it as 12.5 (column Units)'],
      [
        'refused',
        'The end is before the start: after midnight, write its date too, as 2026-11-21 06:00 (column Ended At)',
      ],
    ]);
    expect((await preview(csv)).lines.map(({ reasonWords }: { reasonWords?: Message }) => reasonWords)).toEqual([
      undefined,
      ...Array(2).fill({ id: 'Lookup {lookup} has no "{text}" yet', values: { lookup: 1, text: 'Pears' } }),
      { id: 'No employee has the number {number} yet: stored until one does', values: { number: '99' } },
      {
        id: '"{cell}" is not a date and time: write it as {example} (column {column})',
        values: { cell: '19.13.2026', example: '2026-11-20 07:00', column: 'Started At' },
      },
      {
        id: '"{cell}" is not a number: write it as 12.5 (column {column})',
        values: { cell: 'many', column: 'Units' },
      },
      undefined,
    ]);
    expect(await take(csv)).toMatchObject({ added: 4, refused: 3 });
    expect(await take(csv)).toMatchObject({ added: 0, unchanged: 4, refused: 3 });
    const rows = await t.db.rows(
      z.object({
        lookup: z.string().nullable(),
        units: z.string(),
        startedAt: z.string(),
        endedAt: z.string().nullable(),
        ms: z.int().nullable(),
      }),
      sql`select lookup1_code as lookup, units::text as units, started_at as "startedAt", ended_at as "endedAt", duration_ms as ms
          from piecework_entry where account_id = ${accountId} order by started_at, units desc, record_id`,
    );
    expect(rows).toEqual([
      { lookup: null, units: '1.000', startedAt: '2026-11-18T22:00:00.000Z', endedAt: null, ms: null },
      {
        lookup: 'A',
        units: '12.500',
        startedAt: '2026-11-19T05:00:00.000Z',
        endedAt: '2026-11-19T07:30:00.000Z',
        ms: null,
      },
      { lookup: 'Pears', units: '3.000', startedAt: '2026-11-19T08:00:00.000Z', endedAt: null, ms: 5_400_000 },
      { lookup: 'Pears', units: '3.000', startedAt: '2026-11-19T08:00:00.000Z', endedAt: null, ms: 5_400_000 },
    ]);
  });

  it('finds employees whatever unseen characters came along with their numbers, and reads what our exports have escaped', async () => {
    const { accountId, take } = await given();
    await givenEmployee(t.db, accountId, { number: '7' });
    await givenLookup(t.db, accountId, 1, '=A', 'Apples');
    const csv = '\ufeff"Employee Number",Units,Date,Product\r\n\u200b7\u200e,2,2026-11-19,\'=A\r\n';
    expect(await take(csv)).toMatchObject({ added: 1, lines: [{ code: '7', outcome: 'added', reason: null }] });
  });

  it('reads numbers that have one meaning, refuses those that have two, and shows what it read', async () => {
    const { accountId, preview } = await given();
    await givenEmployee(t.db, accountId, { number: '7' });
    const shown = async (csv: string) =>
      (await preview(csv)).lines.map(
        ({ reason, read }: { reason: string | null; read?: { units: string } }) => read?.units ?? reason,
      );
    const commas = ['"1,250"', '"1,250.5"', '980', '1.250', '"12,5"'].map((units) => `7,${units},2026-11-20 22:10`);
    expect(await shown(['number,units,date', ...commas].join('\n'))).toEqual([
      '"1,250" may be two numbers: write it as 1250 or 1.2500',
      ...['1250.5', '980', '1.25', '12.5'],
    ]);
    const semicolons = ['1,250', '1.250', '1.250,5', '12.5'].map((units) => `7;${units};2026-11-20 22:10`);
    expect(await shown(['sep=;', 'number;units;date', ...semicolons].join('\r\n'))).toEqual([
      ...['1.25', '"1.250" may be two numbers: write it as 1250 or 1.2500', '1250.5', '12.5'],
    ]);
    const { lines } = await preview(
      [
        'number,units,date,from,end,to,hours',
        '7,2,2026-11-20,22:00,2026-11-21,06:00,',
        '7,2,2026-11-20,22:00,,06:00,',
        '7,2,2026-11-20,22:00,2026-11-20,24:00,',
        '7,2,2026-11-01,22:00,2026-11-20,10:00,',
        '7,2,2026-11-20,22:00,,,1:30',
        '7,2.1234,2026-11-20,22:00,,,',
      ].join('\n'),
    );
    expect(lines.map(({ line, reason, read }: Record<string, unknown>) => [line, reason ?? read])).toEqual([
      [2, { units: '2', startedAt: '2026-11-20 22:00', endedAt: '2026-11-21 06:00', durationMs: null }],
      [3, { units: '2', startedAt: '2026-11-20 22:00', endedAt: '2026-11-21 06:00', durationMs: null }],
      [4, '"2026-11-20 24:00": write midnight as 00:00 of the next day (column Ended At)'],
      [5, 'The end is more than 7 days after the start (column Ended At)'],
      [6, { units: '2', startedAt: '2026-11-20 22:00', endedAt: null, durationMs: 5_400_000 }],
      [7, 'Units: Use a decimal with at most 3 places'],
    ]);
  });

  it('refuses a number that lost its zeros, and lists pieces of an unknown number until an employee has it', async () => {
    const site = await givenSupervised(t);
    const { accountId } = site;
    const system = await givenAdmin(t.db);
    const admin = await givenSession(t.db, system.accountId, system.userId, { createdAt: ASKED });
    await givenEmployee(t.db, accountId, { number: '00123' });
    const body = {
      kind: 'piecework',
      csv: `number,units,date\n123,10,${MONDAY} 10:00\n124,10,${MONDAY} 10:00`,
      commit: true,
    };
    const answer = await t.ask(`/v2/account/${accountId}/import`, { token: admin, body });
    expect(
      answer.json().lines.map(({ code, outcome, reason }: Record<string, string>) => [code, outcome, reason]),
    ).toEqual([
      ['123', 'refused', 'Employee Number "123": Lost its zeros? Format the column as text.'],
      ['124', 'added', 'No employee has the number 124 yet: stored until one does'],
    ]);
    const unknown = async () => {
      const { exceptions } = (await site.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}`)).body;
      return exceptions.filter(({ kind }: { kind: string }) => kind === 'unmatched-pin');
    };
    const [found, ...more] = await unknown();
    expect([found.detail, more]).toEqual(['Number 124 matches no employee: 1 record waiting', []]);
    expect(
      found.proposals.filter(({ items, opens }: { items: unknown[]; opens: unknown }) => items.length === 0 && !opens),
    ).toEqual([]);
    await givenEmployee(t.db, accountId, { number: '124' });
  });

  it.each([
    ['an empty file', '', 'The file is empty.'],
    ['a file without a column that is needed', 'Number,Nickname\n1,Ann', 'Choose the column with the units.'],
    ['too many columns', `${'a,'.repeat(60)}a\n1`, 'The sheet CSV has more than 60 columns.'],
    [
      'a column whose name is as long as the file',
      'x'.repeat(4_000_000),
      'A line of the file has more than 100000 characters.',
    ],
    ['a quote that never ends', 'number,units,date\n"1,2,3', 'The file is not a CSV: '],
    // Not a minute later.
    ['megabytes of line ends', `number,units,date\n${'\n'.repeat(1_900_000)}`, 'more than 20000 lines'],
    ['too many lines', `number,units,date\n${'1,2,2026-11-19\n'.repeat(20_001)}`, 'more than 20000 lines'],
  ])('refuses %s in words', async (_, csv, message) => {
    const { send } = await given();
    const answer = await send(csv, true);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json().message).toContain(message);
  });

  it.each(['employees', 'standard-times'])('points to the workbook for %s', async (kind) => {
    const { send } = await given();
    const answer = await send('Employee Number,First Name,Last Name\n1,Ann,Adams', false, { kind });
    expect(answer.json()).toMatchObject({
      errorCode: 'VALIDATION_FAILED',
      message: expect.stringContaining('employees and shifts by the workbook'),
    });
  });

  it('is for administrators, leaves a line with the name of its file in the audit trail, and knows only accounts that exist', async () => {
    const { accountId, token, take, preview } = await given();
    const employer = await givenEmployer(t.db, { accountId });
    const csv = 'number,units,date\n1,2,2026-11-19';
    const body = { kind: 'piecework', csv, commit: true };
    expect((await t.ask(`/v2/account/${accountId}/import`, { token: employer.token, body })).json().errorCode).toBe(
      'PERMISSION_DENIED',
    );
    expect((await t.ask(`/v2/account/${employer.userId}/import`, { token, body })).statusCode).toBe(404);
    await preview(csv);
    await take(csv, true, { fileName: 'monday.csv' });
    const trail = await t.db.rows(
      z.object({ actor: z.string(), target: z.string(), detail: z.string() }),
      sql`select actor, target, detail from audit_entry where account_id = ${accountId} and action = 'account.import'`,
    );
    expect(trail).toEqual([{ actor: 'root', target: 'piecework', detail: 'monday.csv: 1 added, 0 refused' }]);
  });
});

describe('the office imports for its own account', () => {
  const csv = (...lines: string[]) => ['Employee Number,Units,Started At', ...lines].join('\n');

  it('with Setup.MANAGE or Attendance.CORRECT, by the same preview; not with a scope, and of no other account', async () => {
    const site = await givenSupervised(t);
    await site.person('7');
    const path = `/account/${site.accountId}/import`;
    const text = csv('7,2,2026-11-23 08:00');
    const body = (commit: boolean) => ({ kind: 'piecework', csv: text, commit });
    const shown = await site.ask(path, body(false));
    expect(shown).toMatchObject({ status: 200, body: { added: 1 } });
    const setsUp = await site.other([...EMPLOYER_PERMISSIONS, 'Setup.MANAGE']);
    const { undo, ...taken } = (await site.ask(path, body(true), setsUp)).body;
    expect({ ...taken, undo: null }).toEqual(shown.body);
    expect(undo).not.toBeNull();
    // Twice is once.
    expect((await site.ask(path, body(true))).body).toMatchObject({ added: 0, unchanged: 1 });
    expect((await site.ask(path, body(false), await site.other(EMPLOYER_PERMISSIONS))).status).toBe(401);
    const stranger = await givenSupervised(t);
    expect((await stranger.ask(path, body(false))).status).toBe(404);
    const group = await givenGroup(t.db, site.accountId, 'employee');
    const userId = await givenUser(t.db, site.accountId, {
      permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'],
      scope: { employeeGroups: [group] },
    });
    const scoped = await givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
    expect(await site.ask(path, body(false), scoped)).toMatchObject({
      status: 403,
      body: { errorCode: 'OUT_OF_SCOPE' },
    });
  });

  it('refuses lines of a locked day and of the user, which an administrator’s file may have', async () => {
    const site = await givenSupervised(t);
    const own = await site.person('7');
    await site.person('8');
    expect((await site.ask('/period-locks', { from: '2026-11-20', to: MONDAY })).status).toBe(200);
    const path = `/account/${site.accountId}/import`;
    const text = csv('7,2,2026-11-24 08:00', '8,2,2026-11-24 08:00', '8,3,2026-11-23 08:00');
    const token = await site.other(CORRECTS, own);
    const { body } = await site.ask(path, { kind: 'piecework', csv: text, commit: true }, token);
    expect(body.lines.map(({ outcome, reason }: Record<string, string>) => [outcome, reason])).toEqual([
      ['refused', 'You cannot correct your own day'],
      ['added', null],
      ['refused', 'This day is locked: re-open it first'],
    ]);
    const admin = await givenAdmin(t.db, { username: 'root' });
    const session = { createdAt: ASKED, ttlSeconds: 86_400 };
    const root = await givenSession(t.db, admin.accountId, admin.userId, session);
    expect((await site.ask(path, { kind: 'piecework', csv: text, commit: true }, root)).body).toMatchObject({
      added: 2,
      unchanged: 1,
    });
  });

  it('refuses a line of the night that began on a locked day, also in the preview', async () => {
    const site = await givenSupervised(t);
    const night = await givenGroup(t.db, site.accountId, 'time');
    await givenStandardTimes(t.db, site.accountId, night, {
      start: '22:00',
      end: '06:00',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      breaks: [],
    });
    await site.person('7', { timeId: '7', timeGroupId: night });
    await site.person('8', { timeId: '8' });
    await site.send('7', ['22:00', '2026-11-24 06:00']);
    expect((await site.ask('/period-locks', { from: '2026-11-20', to: MONDAY })).status).toBe(200);
    const facts = () =>
      t.db.rows(
        z.object({ text: z.string() }),
        sql`select to_jsonb(f)::text as text from day_fact f where account_id = ${site.accountId} and day <= ${MONDAY}::date order by 1`,
      );
    const before = await facts();
    const text = csv('7,2,2026-11-24 01:00', '8,2,2026-11-24 01:00', '7,2,2026-11-24 23:00');
    for (const commit of [false, true]) {
      const { body } = await site.ask(`/account/${site.accountId}/import`, { kind: 'piecework', csv: text, commit });
      expect(body.lines.map(({ outcome, reason }: Record<string, string>) => [outcome, reason])).toEqual([
        ['refused', 'This day is locked: re-open it first'],
        ['added', null],
        ['added', null],
      ]);
    }
    expect(await facts()).toEqual(before);
  });

  it('takes 5,000 lines', async () => {
    const site = await givenSupervised(t);
    await site.person('7');
    const lines = Array.from({ length: 5_000 }, (_, i) => `7,${i + 1},2026-11-23 08:00`);
    const answer = await site.ask(`/account/${site.accountId}/import`, {
      kind: 'piecework',
      csv: csv(...lines),
      commit: true,
    });
    expect(answer.body).toMatchObject({ added: 5_000, refused: 0 });
  });
});

it('reads headings of other languages and dates of one order; asks where two are possible', async () => {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: ['Attendance.CORRECT', 'Stats.GET_PERFORMANCE_METRICS'],
  });
  await givenEmployee(t.db, accountId, { number: '7' });
  const send = async (csv: string, more: object = {}) =>
    (
      await t.ask(`/v2/account/${accountId}/import`, {
        token,
        body: { kind: 'piecework', csv, commit: false, ...more },
      })
    ).json();
  const spanish =
    'Número de empleado;Fecha;Hora;Cajas;Cultivo\n7;13/11/2026;07:30;12;Pinklady\n7;02/11/2026;07:30;3;Pinklady';
  const read = await send(spanish);
  expect([read.dates, read.lines.map((line: { read: { startedAt: string } }) => line.read.startedAt)]).toEqual([
    'dmy',
    ['2026-11-13 07:30', '2026-11-02 07:30'],
  ]);
  const both = 'Employee no,Date,Qty\n7,02/11/2026,12';
  expect(await send(both)).toMatchObject({ dates: null, added: 0, refused: 0, lines: [] });
  expect((await send(both, { commit: true })).message).toBe('Choose how the dates are written.');
  expect((await send(both, { dates: 'dmy' })).lines[0].read.startedAt).toBe('2026-11-02');
  expect((await send(both, { dates: 'mdy' })).lines[0].read.startedAt).toBe('2026-02-11');
});

describe('a list of piecework as its employer has it', () => {
  const fieldsOf = (answer: { columns: { field: string | null }[] }) => answer.columns.map(({ field }) => field);
  const readOf = ({
    lines,
  }: {
    lines: { reason: string | null; read?: { startedAt: string; endedAt: string | null } }[];
  }) => lines.map(({ reason, read }) => reason ?? `${read?.startedAt} ${read?.endedAt}`);

  it('finds the people by their names, whichever comes first, and says by line who is not known or not only one', async () => {
    const { accountId, take, preview } = await given();
    await givenEmployee(t.db, accountId, { number: '007', firstName: 'Thandi', lastName: 'Mokoena' });
    for (const number of ['8', '9'])
      await givenEmployee(t.db, accountId, { number, firstName: 'Jan', lastName: 'Botha' });
    const list =
      'Picker;Date;Start;End;Crates\nMOKOENA, Thandi;2026-11-20;07:00;09:00;12\nJan Botha;2026-11-20;;;3\nPiet;2026-11-20;;;4';
    const read = await preview(list);
    expect(fieldsOf(read)).toEqual(['fullName', 'startedAt', 'startTime', 'endTime', 'units']);
    expect(readOf(read)).toEqual([
      '2026-11-20 07:00 2026-11-20 09:00',
      'More than one employee is called Jan Botha: write their numbers',
      'No employee is called Piet',
    ]);
    expect(await take(list)).toMatchObject({ added: 1, refused: 2 });
    expect(await take(list)).toMatchObject({ added: 0, unchanged: 1, refused: 2 });
  });

  it('is read as its columns are said to be, which is remembered with its import', async () => {
    const { accountId, take, preview } = await given();
    await givenEmployee(t.db, accountId, { number: '7' });
    const list = 'Picker no,When,How many,Rows\n7,2026-11-20 07:00,12,4';
    const first = await preview(list);
    expect([first.added, first.lines, fieldsOf(first)]).toEqual([0, [], ['number', null, null, null]]);
    const columns = { sheet: first.sheet, headingLine: 1, fields: ['number', 'startedAt', 'units', null] };
    expect(await take(list, false, { columns })).toMatchObject({ added: 1, ignoredColumns: ['Rows'] });
    expect(fieldsOf(await preview(list))).toEqual(['number', null, null, null]);
    expect(await take(list, true, { columns })).toMatchObject({ added: 1 });
    expect(fieldsOf(await preview(list.replaceAll('7', '8')))).toEqual(['number', 'startedAt', 'units', null]);
  });

  it('remembers the letters of its choice, and nothing of a column that was empty', async () => {
    const { accountId, take, preview } = await given();
    await givenEmployee(t.db, accountId, { number: '7' });
    const list = (product: string) => `Emp No,Date,Qty,Product,Note\n7,2026-11-20,12,${product},x`;
    expect(await take(list(''), true, { letters: 'cp850' })).toMatchObject({ added: 1, letters: 'cp850' });
    const next = await preview(list('Pears'));
    expect([next.letters, fieldsOf(next)]).toEqual(['cp850', ['number', 'startedAt', 'units', 'lookup1', null]]);
  });

  it('finds its headings though one is a value too, and takes the line of them that is chosen', async () => {
    const { accountId, take } = await given();
    await givenEmployee(t.db, accountId, { number: '7' });
    const list = 'Emp No,Date,Qty,Product\n7,2026-11-19,3,Product';
    expect(await take(list, false)).toMatchObject({ headingLine: 1, added: 1 });
    const above = `Emp No,Date,Qty,Product,Team\nEmp No,When,Qty,Date\n7,soon,3,2026-11-19`;
    expect(await take(above, false)).toMatchObject({ headingLine: 1, added: 0 });
    const columns = { sheet: 'CSV', headingLine: 2 };
    expect(await take(above, false, { columns })).toMatchObject({
      ...{ headingLine: 2, added: 1 },
      firstLines: ['Emp No · Date · Qty · Product · Team', 'Emp No · When · Qty · Date', '7 · soon · 3 · 2026-11-19'],
    });
  });

  it('is read from a workbook, of the sheet that is a list; cells of another kind are refused', async () => {
    const { accountId, token } = await given();
    await givenEmployee(t.db, accountId, { number: '7' });
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['Picked well']] },
        {
          name: 'Monday',
          rows: [
            ['Picking list'],
            ['Number', 'Date', 'Crates', 'Hours'],
            ['7', new Date('2026-11-20T00:00:00Z'), 12.5, 1.5],
            ['7', new Date('2026-11-21T00:00:00Z'), true, 2],
          ],
        },
      ],
    });
    const body = { kind: 'piecework', spreadsheet: Buffer.from(bytes).toString('base64'), commit: false };
    const answer = await t.ask(`/v2/account/${accountId}/import`, { token, body });
    expect(answer.json()).toMatchObject({
      sheet: 'Monday',
      otherSheets: ['Notes'],
      headingLine: 2,
      added: 1,
      refused: 1,
    });
    expect(readOf(answer.json())).toEqual([
      '2026-11-20 null',
      'Crates: This cell is true or false: format the column as text.',
    ]);
    const both = await t.ask(`/v2/account/${accountId}/import`, { token, body: { ...body, csv: 'a' } });
    expect(both.json()).toMatchObject({ errorCode: 'VALIDATION_FAILED', message: 'No file selected.' });
    const broken = { ...body, spreadsheet: Buffer.from('PK\x03\x04').toString('base64') };
    expect((await t.ask(`/v2/account/${accountId}/import`, { token, body: broken })).json().errorCode).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('knows the same work in another spelling', async () => {
    const { accountId, take } = await given();
    await givenEmployee(t.db, accountId, { number: '7' });
    expect(await take('Emp No,Date,Qty,Product\n7,2026-11-19,9,Pears')).toMatchObject({ added: 1 });
    for (const same of [
      'Emp No,Date,Qty,Product\n7,2026/11/19,9.0,pears',
      'Emp No,Date,Qty,Product,Hours\n7,2026-11-19,9,Pears,',
      'Product,Qty,Date,Emp No\nPears,9,19 Nov 2026,7',
    ])
      expect(await take(same)).toMatchObject({ added: 0, unchanged: 1 });
  });

  it.each([
    ['by its code', 'Emp No,Date,Qty,Product\n7,2026-11-19,9,P', { added: 0, unchanged: 1 }],
    ['by the name of the person', 'Name,Date,Qty,Product\nAnn Adams,2026-11-19,9,pears', { added: 0, unchanged: 1 }],
    ['twice', 'Emp No,Date,Qty,Product\n7,2026-11-19,9,P\n7,2026-11-19,9,Pears', { added: 1, unchanged: 1 }],
    ['under zeros that nobody has', 'Emp No,Date,Qty,Product\n0007,2026-11-19,9,P', { added: 0, refused: 1 }],
  ])('knows the work of a list again that names a product %s', async (_, again, outcome) => {
    const { accountId, take } = await given();
    await givenEmployee(t.db, accountId, { number: '7', firstName: 'Ann', lastName: 'Adams' });
    await givenLookup(t.db, accountId, 1, 'P', 'Pears');
    expect(await take('Emp No,Date,Qty,Product\n7,2026-11-19,9,Pears')).toMatchObject({ added: 1 });
    expect(await take(again)).toMatchObject(outcome);
    expect(await take(again)).toMatchObject({ added: 0 });
  });

  it('knows work again after its product and its person were made, and after their number changed', async () => {
    const { accountId, take } = await given();
    const list = (number: string, product: string) => `Emp No,Date,Qty,Product\n${number},2026-11-19,9,${product}`;
    expect(await take(list('9', 'Plums'))).toMatchObject({ added: 1 });
    await givenLookup(t.db, accountId, 1, 'L', 'Plums');
    await givenEmployee(t.db, accountId, { number: '9' });
    expect(await take(list('9', 'L'))).toMatchObject({ added: 0, unchanged: 1 });
    await givenEmployee(t.db, accountId, { number: '7', firstName: 'Ann', lastName: 'Adams' });
    expect(await take(list('7', 'L'))).toMatchObject({ added: 1 });
    await t.db.run(
      sql`update employee set number = '10', code = '10', time_id = '10' where account_id = ${accountId} and number = '7'`,
    );
    const byName = 'Name,Date,Qty,Product\nAnn Adams,2026-11-19,9,plums';
    expect(await take(byName)).toMatchObject({ added: 0, unchanged: 1 });
    // Another person has the number now.
    await givenEmployee(t.db, accountId, { number: '7' });
    expect(await take(list('7', 'L'))).toMatchObject({ added: 1 });
  });

  it('pays no work twice of a list that was read in two orders of dates', async () => {
    const { accountId, take, preview } = await given();
    await givenEmployee(t.db, accountId, { number: '7' });
    const list = 'Emp No,Date,Qty\n7,05/11/2026,3\n7,06/11/2026,4';
    expect(await take(list, true, { dates: 'mdy' })).toMatchObject({ added: 2 });
    const again = await take(list, true, { dates: 'dmy' });
    expect([again.added, again.refused, again.lines[0].reason]).toEqual([
      0,
      2,
      'The same work was imported for 2026-05-11 before: void that first, or write the date as 2026-11-05',
    ]);
    // Who says so with a date of one meaning means other work.
    expect(await preview('Emp No,Date,Qty\n7,2026-11-05,3')).toMatchObject({ added: 1 });
    for (const units of [3, 4])
      await t.db.run(sql`insert into entry_correction (account_id, correction_id, act_id, kind, piecework_entry_id, employee_id, days, reason, in_bulk, made_by_name, received_at)
        select account_id, ${newId()}, ${newId()}, 'void', piecework_entry_id, employee_id, '{}', 'other', true, 'root', now() from piecework_entry
        where account_id = ${accountId} and units = ${units}`);
    expect(await take(list, true, { dates: 'dmy' })).toMatchObject({ added: 2, refused: 0 });
  });

  it('takes the same amount on a day that another order of dates has, of a list of its own day', async () => {
    const { accountId, take } = await given();
    await givenEmployee(t.db, accountId, { number: '7' });
    expect(await take('Emp No,Date,Qty\n7,11/10/2026,3', true, { dates: 'dmy' })).toMatchObject({ added: 1 });
    await t.db.run(
      sql`update piecework_entry set received_at = '2026-10-12T06:00:00Z' where account_id = ${accountId}`,
    );
    expect(await take('Emp No,Date,Qty\n7,10/11/2026,3', true, { dates: 'dmy' })).toMatchObject({ added: 1 });
  });

  it('imports what was previewed, or nothing', async () => {
    const { accountId, send, preview } = await given();
    const list = 'Emp No,Date,Qty\n9,2026-11-19,4';
    const { outcomeHash } = await preview(list);
    await givenEmployee(t.db, accountId, { number: '9' });
    const late = await send(list, true, { outcomeHash });
    expect([late.statusCode, late.json().errorCode]).toEqual([409, 'CONFLICT']);
    const looked = await preview(list);
    expect((await send(list, true, { outcomeHash: looked.outcomeHash })).json()).toMatchObject({ added: 1 });
    expect((await send(list, true, { outcomeHash: looked.outcomeHash })).statusCode).toBe(409);
    expect(await preview(list)).toMatchObject({ added: 0, unchanged: 1 });
  });

  it('adds nothing twice that was imported under a code of its cells', async () => {
    const { accountId, take } = await given();
    const employeeId = await givenEmployee(t.db, accountId, { number: '7' });
    const cells = { number: '7', units: '9', startedAt: '2026-11-19' };
    const content = JSON.stringify(Object.entries(cells).sort());
    const recordId = `csv-${createHash('sha256').update(`${content} 1`).digest('hex').slice(0, 32)}`;
    const startedAt = instantOf(zoneOf('Africa/Johannesburg'), Date.parse('2026-11-19T00:00:00Z'));
    await t.db.run(sql`insert into piecework_entry (account_id, piecework_entry_id, employee_id, units, started_at, source, record_id, received_at)
      values (${accountId}, ${newId()}, ${employeeId}, 9, ${new Date(startedAt)}, 'payroll:CSV', ${recordId}, ${new Date(startedAt)})`);
    expect(await take('Emp No,Date,Qty\n7,2026-11-19,9')).toMatchObject({ added: 0, unchanged: 1 });
  });

  it('names hidden sheets, and refuses a hidden row', async () => {
    const { accountId, token } = await given();
    await givenEmployee(t.db, accountId, { number: '7' });
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Former', hidden: true, rows: [['Number', 'Date', 'Crates']] },
        {
          name: 'Monday',
          rows: [
            ['Number', 'Date', 'Crates'],
            ['7', '2026-11-20', 12],
            ['7', '2026-11-21', 13],
          ],
          rowDefs: new Map([[2, { hidden: true }]]),
        },
      ],
    });
    const body = { kind: 'piecework', spreadsheet: Buffer.from(bytes).toString('base64'), commit: false };
    const answer = (await t.ask(`/v2/account/${accountId}/import`, { token, body })).json();
    expect([answer.otherSheets, readOf(answer)]).toEqual([
      ['Former'],
      ['2026-11-20 null', 'This row is hidden in the file: show it there, or leave it out.'],
    ]);
  });

  it('takes no running number, no repeated headings and no spoilt number for a person', async () => {
    const { accountId, preview } = await given();
    await givenEmployee(t.db, accountId, { number: '1001' });
    const read = await preview(
      'No,Emp No,Units,Date\n1,1001,5,2026-11-20\nNo,Emp No,Units,Date\n2,1001.0,5,2026-11-20',
    );
    expect(read.ignoredColumns).toEqual(['No']);
    expect(readOf(read)).toEqual([
      '2026-11-20 null',
      'This line repeats the headings.',
      'A spreadsheet has changed this number: format the column as text.',
    ]);
  });
});
