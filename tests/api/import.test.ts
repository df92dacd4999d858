import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ImportKind } from '#contract/payroll.ts';
import { sql } from '#server/db/db.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenEmployee, givenGroup, givenLookup } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

async function given() {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db, { username: 'root' });
  const send = (kind: ImportKind, csv: string, commit: boolean) =>
    t.ask(`/v2/account/${accountId}/import`, { token, body: { kind, csv, commit } });
  const take = async (kind: ImportKind, csv: string, commit = true) => {
    const answer = await send(kind, csv, commit);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const preview = (kind: ImportKind, csv: string) => take(kind, csv, false);
  const employees = () =>
    t.db.rows(
      z.object({
        number: z.string(),
        name: z.string(),
        timeId: z.string().nullable(),
        isActive: z.boolean(),
        system: z.string(),
        group: z.string().nullable(),
      }),
      sql`select e.number, first_name || ' ' || last_name as name, time_id as "timeId", is_active as "isActive",
            e.system_id as system, g.name as group
          from employee e left join work_group g on g.account_id = e.account_id and g.group_id = e.time_group_id
          where e.account_id = ${accountId} order by e.number`,
    );
  return { accountId, token, send, take, preview, employees };
}

describe('a CSV of employees', () => {
  const csv = [
    'Emp No;Surname;First name;PIN;Time group;Active;End date;Remark',
    '1;Adams;Ann;1001;Day;yes;;x',
    '2;"Brown; the second";Bob;1002;Night;no;2026-11-10;',
    ';Nobody;Ned;;;;;',
    '3;Clark;Cleo;1001;Day;;;',
    '1;Double;Dan;;;;;',
    '4;Dunn;Dee;;;maybe;;',
    '5;East;Eve;;;;10/11/2026;',
  ].join('\r\n');

  it('knows a number again whatever unseen characters came along with it', async () => {
    const { take, employees } = await given();
    await take('employees', 'Number,First name,Last name,PIN\n1,Ann,Adams,1001');
    const again = 'Number,First name,Last name,PIN\n\u200b1\u200e,Ann,Adams\u202c,\u20601001';
    expect(await take('employees', again)).toMatchObject({ added: 0, unchanged: 1 });
    expect(await employees()).toHaveLength(1);
  });

  it('is previewed line by line with reasons before it is saved', async () => {
    const { accountId, take, preview, employees } = await given();
    await givenGroup(t.db, accountId, 'time', { name: 'Day', code: 'D', systemId: 'VIP' });
    const previewed = await preview('employees', csv);
    expect(previewed).toEqual({
      added: 2,
      changed: 0,
      unchanged: 0,
      refused: 5,
      lines: [
        { line: 2, outcome: 'added', code: '1', reason: null },
        { line: 3, outcome: 'added', code: '2', reason: 'New time group "Night"' },
        { line: 4, outcome: 'refused', code: '', reason: 'The employee number is missing' },
        { line: 5, outcome: 'refused', code: '3', reason: 'Another employee has this time ID' },
        { line: 6, outcome: 'refused', code: '1', reason: 'Line 2 has the same number' },
        { line: 7, outcome: 'refused', code: '4', reason: '"maybe" is neither yes nor no (column Active)' },
        {
          line: 8,
          outcome: 'refused',
          code: '5',
          reason: '"10/11/2026" is not a date: write it as 2026-11-20 (column Inactive From)',
        },
      ],
    });
    expect(await employees()).toEqual([]);
    expect(await take('employees', csv)).toEqual(previewed);
    expect(await employees()).toEqual([
      { number: '1', name: 'Ann Adams', timeId: '1001', isActive: true, system: 'CSV', group: 'Day' },
      { number: '2', name: 'Bob Brown; the second', timeId: '1002', isActive: false, system: 'CSV', group: 'Night' },
    ]);
    expect(await take('employees', csv)).toMatchObject({ added: 0, changed: 0, unchanged: 2, refused: 5 });
  });

  it('changes nothing that a payroll system owns, nor fields without a column', async () => {
    const { accountId, take, employees } = await given();
    const timeGroupId = await givenGroup(t.db, accountId, 'time', { name: 'Day' });
    await givenEmployee(t.db, accountId, {
      number: '7',
      firstName: 'Old',
      lastName: 'Name',
      timeId: '77',
      timeGroupId,
    });
    const result = await take('employees', 'number,first name,last name\n7,New,Name\n');
    expect(result).toMatchObject({
      changed: 0,
      refused: 1,
      lines: [{ reason: 'payroll owns employee 7: change it there.' }],
    });
    expect(await take('employees', 'number,first name,last name\n7,Old,Name\n')).toMatchObject({ unchanged: 1 });
    expect(await employees()).toEqual([
      { number: '7', name: 'Old Name', timeId: '77', isActive: true, system: 'payroll', group: 'Day' },
    ]);
    const { systems } = await t.db.single(
      z.object({ systems: z.int() }),
      sql`select count(*)::int as systems from payroll_system where account_id = ${accountId}`,
    );
    expect(systems).toBe(0);
  });

  it('creates no group for a refused line of employees or standard times', async () => {
    const { accountId, take } = await given();
    const head = 'number,first name,last name,time group,end date\n';
    const people = `${head}1,Ann,Adams,Dya,10/11/2026\n2,Bob,Brown,Day,\n`;
    expect(await take('employees', people)).toMatchObject({ added: 1, refused: 1 });
    const times = 'Time Group,Weekday,Start,End\nNihgt,1,7 o’clock,16:00\nNight,1,19:00,04:00\n';
    expect(await take('standard-times', times)).toMatchObject({ added: 1, refused: 1 });
    const groups = await t.db.rows(
      z.object({ name: z.string() }),
      sql`select name from work_group where account_id = ${accountId} and deleted_at is null order by name`,
    );
    expect(groups).toEqual([{ name: 'Day' }, { name: 'Night' }]);
  });

  it('reads text back that our own exports have escaped, and counts lines across quoted line breaks', async () => {
    const { preview, take, employees } = await given();
    const guarded = `\ufeff"Employee Number","First Name","Last Name"\r\n1,"'=Ann","two\r\nlines"\r\n2,,\r\n`;
    expect((await preview('employees', guarded)).lines).toMatchObject([
      { line: 2, outcome: 'added' },
      { line: 4, outcome: 'refused', reason: 'firstName: A first or a last name is required' },
    ]);
    await take('employees', guarded);
    expect((await employees()).map(({ name }) => name)).toEqual(['=Ann two\r\nlines']);
  });
});

describe('a CSV of standard times', () => {
  it('creates the groups it names, replaces existing ones, and refuses what it cannot read', async () => {
    const { accountId, take, token } = await given();
    const csv = [
      'Shift,Day,Start,End,Breaks,Grace',
      'Day,Monday,7:00,16:00,12:00-13:00,10',
      'Day,tue,0700,16:00,10:00 - 10:15; 12:00-13:00,',
      'Night,7,22:00,06:00,,',
      'Night,8,22:00,06:00,,',
      'Day,1,08:00,17:00,,',
      'Day,3,25:00,17:00,,',
      'Day,4,08:00,17:00,lunch,',
    ].join('\n');
    const result = await take('standard-times', csv);
    expect(result).toMatchObject({ added: 3, refused: 4 });
    expect(result.lines.slice(3).map(({ reason }: { reason: string }) => reason)).toEqual([
      '"8" is not a weekday: write 1 (Monday) to 7, or its name (column Weekday)',
      'Line 2 is for the same time group and weekday',
      '"25:00" is not a time: write it as 07:00 (column Start Time)',
      '"lunch" is not breaks: write them as 10:00-10:15 12:00-13:00 (column Breaks)',
    ]);
    const read = async () =>
      (await t.ask(`/v2/account/standard-times?accountId=${accountId}`, { token })).json().standardTimes;
    expect(
      (await read()).map((time: Record<string, unknown>) => [
        time.weekday,
        time.startTime,
        time.graceMinutes,
        time.breaks,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [1, '07:00', 10, [{ startTime: '12:00', endTime: '13:00' }]],
        [
          2,
          '07:00',
          5,
          [
            { startTime: '10:00', endTime: '10:15' },
            { startTime: '12:00', endTime: '13:00' },
          ],
        ],
        [7, '22:00', 5, []],
      ]),
    );
    expect(await take('standard-times', csv)).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
    expect(await take('standard-times', 'Time Group,Weekday,Start Time,End Time\nday,1,06:00,15:00')).toMatchObject({
      changed: 1,
    });
    expect(await read()).toHaveLength(3);
  });
});

describe('a CSV of piecework', () => {
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
      '7\t19.11.2026\t\t\t1\t\t',
      '7\t2026-11-19\t\t\tmany\t\t',
      '7\t2026-11-19\t09:00\t08:00\t1\t\t',
    ].join('\n');
    expect(
      (await preview('piecework', csv)).lines.map(({ outcome, reason }: Record<string, string>) => [outcome, reason]),
    ).toEqual([
      ['added', null],
      ['added', 'Lookup 1 has no "Pears" yet'],
      ['added', 'Lookup 1 has no "Pears" yet'],
      ['added', 'Nobody has the number 99 yet: kept until somebody does'],
      ['refused', '"19.11.2026" is not a date and time: write it as 2026-11-20 07:00 (column Started At)'],
      ['refused', '"many" is not a number: write it as 12.5 (column Units)'],
      ['refused', 'endedAt: endedAt must be after startedAt, at most 7 days'],
    ]);
    expect(await take('piecework', csv)).toMatchObject({ added: 4, refused: 3 });
    expect(await take('piecework', csv)).toMatchObject({ added: 0, unchanged: 4, refused: 3 });
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
});

describe('an import', () => {
  it.each<[string, ImportKind, string, string]>([
    ['an empty file', 'employees', '', 'The file is empty.'],
    [
      'a file without a column that is needed',
      'employees',
      'Number,Nickname\n1,Ann',
      'The file has no column "First Name", "Last Name". Its columns are: Number, Nickname.',
    ],
    [
      'a column twice',
      'employees',
      'Number,Name,First Name,Last Name\n1,a,b,c',
      'The file has the column "First Name" twice.',
    ],
    ['a quote that never ends', 'piecework', 'number,units,date\n"1,2,3', 'The file is not a CSV: '],
  ])('refuses %s in words', async (_, kind, csv, message) => {
    const { send } = await given();
    const answer = await send(kind, csv, true);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(message);
  });

  it("is an administrator's, leaves a line in the trail, and knows only accounts that there are", async () => {
    const { accountId, token, take, preview } = await given();
    const employer = await givenEmployer(t.db, { accountId });
    const body = { kind: 'employees', csv: 'number,first name,last name\n1,A,B', commit: true };
    expect((await t.ask(`/v2/account/${accountId}/import`, { token: employer.token, body })).json().errorCode).toBe(
      'PERMISSION_DENIED',
    );
    expect((await t.ask(`/v2/account/${employer.userId}/import`, { token, body })).statusCode).toBe(404);
    await preview('employees', body.csv);
    await take('employees', body.csv);
    const trail = await t.db.rows(
      z.object({ actor: z.string(), target: z.string(), detail: z.string() }),
      sql`select actor, target, detail from audit_entry where account_id = ${accountId} and action = 'account.import'`,
    );
    expect(trail).toEqual([{ actor: 'root', target: 'employees', detail: '1 added, 0 changed, 0 refused' }]);
  });

  it('takes 5,000 lines in seconds', async () => {
    const { take } = await given();
    const lines = Array.from({ length: 5_000 }, (_, i) => `${i},First,Last ${i},${i},Day`);
    // CPU time of this process is measured, because elapsed time depends on what else the machine does.
    const started = process.cpuUsage();
    const csv = ['number,first name,last name,time id,time group', ...lines].join('\n');
    expect(await take('employees', csv)).toMatchObject({ added: 5_000, refused: 0 });
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(10_000);
  });
});
