import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { runs } from '#tests/support/size.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';
import { forge, multipart } from '../support/zip.ts';

/** A workbook that is downloaded and dropped back changes nothing; backups from before the set-up's columns. */
const t = useTestApp();

async function given() {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'],
    account: { allowedSystemIds: ['PAYROLL'] },
  });
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (body: object) => {
    const reply = await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' });
    expect(reply.statusCode, reply.body).toBe(200);
  };
  const ask = async (path: string, body?: unknown) => (await t.ask(`/v2/setup${path}`, { token, body })).json();
  const take = async (sheet: string, rows: string[][]) => {
    if (rows.length < 2) return;
    const { workbookId, outcomeHash } = await ask('/pasted', { sheet, rows });
    await ask(`/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: true });
  };
  const drop = async (file: Buffer) => {
    const { payload, headers } = multipart(file, { name: 'farm.xlsx' });
    const url = '/v2/setup/workbook';
    return (await t.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token } })).json();
  };
  const download = async () => (await t.ask('/v2/setup/workbook?content=current', { token })).rawPayload;
  return { accountId, sync, ask, take, drop, download };
}

/** Text that spreadsheets, formulas, archives and our own readers could take for something else. */
const text = fc.constantFrom(
  ...[
    'Ann',
    '=1+1',
    '+27 82',
    '-',
    '@x',
    'Zoë',
    "O'Neil",
    'a,b',
    '"q"',
    '_x0041_',
    '<b>&amp;',
    '2026-11-20',
    '07:00',
    '1e5',
  ],
  ...[
    'yes',
    'PT7H30M',
    '#N/A',
    '001',
    ' two  words ',
    'new\nline',
    '🍎',
    'Time Group',
    'rest',
    'ﬁ',
    'TRUE',
    '0.5',
    "'quoted",
  ],
);
const name = fc.tuple(text, text).map(([one, other]) => `${one} ${other}`.trim());
const date = fc.constantFrom('2026-10-01', '2026-11-18', '2026-12-24');
const perhaps = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const time = fc.constantFrom('00:00', '06:00', '07:30', '13:00', '22:00', '23:59');
const GROUPS = ['g1', 'g2', 'g3'];
const synced = fc.record({
  groups: fc.array(name, { minLength: 3, maxLength: 3 }),
  people: fc.array(
    fc.record({
      first: text,
      last: text,
      timeId: perhaps(fc.constantFrom('0042', '42', '7')),
      group: perhaps(fc.constantFrom(...GROUPS)),
      from: perhaps(date),
      activeFrom: perhaps(fc.constantFrom('2026-01-01', '2026-11-10')),
      inactiveFrom: perhaps(date),
      isActive: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
  times: fc.uniqueArray(
    fc.record({
      group: fc.constantFrom(...GROUPS),
      weekday: fc.integer({ min: 1, max: 7 }),
      from: perhaps(date),
      start: time,
      end: time,
      breaks: fc.array(fc.record({ startTime: time, endTime: time }), { maxLength: 2 }),
      grace: fc.constantFrom(0, 5, 720),
      rest: fc.boolean(),
    }),
    { maxLength: 8, selector: ({ group, weekday, from }) => `${group} ${weekday} ${from}` },
  ),
  entries: fc.array(fc.record({ lookup: fc.constantFrom(1, 2), description: name }), { maxLength: 4 }),
  holidays: fc.array(fc.record({ date, name, group: perhaps(fc.constantFrom(...GROUPS)) }), { maxLength: 3 }),
});
/** Records of the same kinds as Tallyboard's own, as users paste them. */
const own = fc.record({
  people: fc.array(fc.record({ first: text, last: text, group: name, team: name, from: date }), { maxLength: 4 }),
  times: fc.array(
    fc.record({ group: name, days: fc.constantFrom('Mon-Fri', 'Sat, Sun', 'Mon'), start: time, end: time }),
    {
      maxLength: 2,
    },
  ),
  entries: fc.array(name, { maxLength: 2 }),
});

test('an account with any text and dates, downloaded and uploaded, is unchanged line by line and gets no new data version', async () => {
  await fc.assert(
    fc.asyncProperty(synced, own, async (system, ours) => {
      const { accountId, sync, take, drop, download, ask } = await given();
      await sync({
        timeGroups: system.groups.map((one, i) => ({ code: GROUPS[i], name: one })),
        standardTimes: system.times.map(({ group, weekday, from, start, end, breaks, grace, rest }, i) => ({
          code: `S${i}`,
          timeGroupCode: group,
          weekday,
          effectiveFrom: from,
          ...(rest ? { rest } : { startTime: start, endTime: end, breaks, graceMinutes: grace }),
        })),
        employees: system.people.map(({ first, last, timeId, group, from, activeFrom, inactiveFrom, isActive }, i) => ({
          code: `E${i}`,
          number: `00${i}`,
          firstName: first,
          lastName: last,
          timeId,
          isActive,
          timeGroupCode: group,
          timeGroupFrom: group ? from : null,
          activeFrom,
          inactiveFrom,
        })),
        lookups: system.entries.map(({ lookup, description }, i) => ({
          lookup,
          entries: [{ code: `${i}`, description }],
        })),
        holidays: system.holidays.map(({ date: on, name: called, group }, i) => ({
          code: `H${i}`,
          name: called,
          date: on,
          timeGroupCode: group,
        })),
      });
      const people = ours.people.map(({ first, last, group, team, from }, i) => [
        `${i}`,
        first,
        last,
        group,
        from,
        team,
      ]);
      const times = ours.times.map(({ group, days, start, end }) => [group, days, start, end]);
      const entries = ours.entries.map((description, i) => ['2', `own ${i}`, description]);
      await take('shifts', [['Time Group', 'Days', 'Start', 'End'], ...times]);
      await take('lookups', [['Lookup', 'Code', 'Description'], ...entries]);
      await take('employees', [
        ['Employee Number', 'First Name', 'Last Name', 'Time Group', 'Group From', 'Employee Group'],
        ...people,
      ]);
      const version = () =>
        t.db.single(
          z.object({ version: z.int() }),
          sql`select data_version as version from account where account_id = ${accountId}`,
        );
      const before = await version();
      const shown = await drop(await download());
      const { lines } = await ask(`/workbook/${shown.workbookId}/lines?startRow=0&endRow=500`);
      expect(lines.filter(({ outcome }: { outcome: string }) => outcome !== 'unchanged')).toEqual([]);
      expect(lines.length).toBeGreaterThanOrEqual(system.people.length);
      const { workbookId, outcomeHash } = shown;
      const result = await ask(`/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
      expect(result).toMatchObject({ new: 0, changed: 0, deleted: 0, leftOut: 0 });
      expect(await version()).toEqual(before);
    }),
    runs(1, 2),
  );
});

test('a backup of before time groups had dates, rest days and owners restores: always, working days, claims of nobody', async () => {
  const { accountId, sync } = await given();
  const { token } = await givenAdmin(t.db);
  const { backUp, restore } = backupCalls(t, () => token);
  await sync({
    timeGroups: ['D', 'N'].map((code) => ({ code, name: code })),
    standardTimes: [
      { code: 'S1', timeGroupCode: 'D', weekday: 1, startTime: '07:00', endTime: '16:00' },
      { code: 'S2', timeGroupCode: 'D', weekday: 2, rest: true },
    ],
    employees: [
      { code: 'E', number: '1', firstName: 'A', lastName: 'B', timeId: '1', timeGroupCode: 'D' },
      { code: 'F', number: '2', firstName: 'C', lastName: 'D', timeGroupCode: 'N', timeGroupFrom: '2026-11-10' },
    ],
  });
  const NEW = ['time_groups', 'received_at', 'is_rest', 'claims', 'adopts'];
  const { archive } = await backUp(accountId);
  const older = await forge(archive, (files) => {
    for (const [file, content] of files) {
      if (!file.endsWith('.ndjson')) continue;
      const rows = String(content).split('\n').filter(Boolean);
      const without = rows.map((row) =>
        JSON.stringify(JSON.parse(row), (key, value) => (NEW.includes(key) ? undefined : value)),
      );
      files.set(file, Buffer.from(without.map((row) => `${row}\n`).join('')));
    }
  });
  const { status } = await restore(older, accountId, 'replace', ['Payroll Data', 'Employees']);
  expect(status.status).toBe('Successful');
  const rows = await t.db.rows(
    z.object({ line: z.string() }),
    sql`select concat_ws(' ', number, g.name, time_groups is null) as line from employee e
          join work_group g on g.group_id = e.time_group_id where e.account_id = ${accountId}
        union all select concat_ws(' ', code, is_rest) from standard_time where account_id = ${accountId}
        union all select concat_ws(' ', system_id, claims::text, adopts) from payroll_system where account_id = ${accountId} order by 1`,
  );
  expect(rows.map(({ line }) => line)).toEqual(['1 D t', '2 N t', 'PAYROLL {} f', 'S1 f', 'S2 f']);
});
