import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenSession, givenUser } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { givenPaid, span } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** The report 'Working Hours' (docs/reference/records.md#an-auditors-sample): person and week, the worst first, broken limits with the evidence and what was done. */
const t = useTestApp();
const MONDAY = '2026-11-09';
const days = (count: number, start = 0) => Array.from({ length: count }, (_, nth) => addDays(MONDAY, start + nth));

async function given() {
  const world = await givenPaid(t, {
    1: span(days(5), '07:00', '16:00'),
    2: { ...span(days(5), '07:00', '16:00'), [addDays(MONDAY, 2)]: ['06:00', '18:30'] },
    3: span(days(7), '07:00', '16:00'),
    4: { ...span(days(4), '07:00', '18:00'), [addDays(MONDAY, 4)]: ['07:00'] },
  });
  await world.rule({ earlyCounts: true, maxDayMinutes: 720, restDays: '1 in 7', nearMinutes: 30, weekStart: 1 });
  const report = async (token = world.token, dates = { from: MONDAY, to: addDays(MONDAY, 10) }) => {
    const body = { reportType: 'working-hours', dates };
    const answer = await t.ask('/v2/stats/generateReport', { token, body });
    expect(answer.statusCode, answer.body).toBe(200);
    const rows: Record<string, string>[] = parse(answer.body, { bom: true, record_delimiter: '\r\n', columns: true });
    return rows;
  };
  return { ...world, report };
}
const cells = (row: Record<string, string>, ...columns: string[]) => columns.map((column) => row[column] ?? '?');

test('the worst first: broken with day, punches, hours and minute, cannot be said, near, kept', async () => {
  const { report, hours } = await given();
  const rows = await report();
  expect(
    rows.map((row) => cells(row, 'Week From', 'Week To', 'Employee Number', 'Limits', 'Hours (h:mm)', 'Days Worked')),
  ).toEqual([
    ['2026-11-09', '2026-11-15', '2', 'broken', '48:30', '5'],
    ['2026-11-09', '2026-11-15', '3', 'broken', '63:00', '7'],
    ['2026-11-09', '2026-11-15', '4', 'cannot be said', '44:00', '5'],
    ['2026-11-09', '2026-11-15', '1', 'kept', '45:00', '5'],
  ]);
  expect(rows.slice(0, 3).map((row) => cells(row, 'Broken', 'Evidence'))).toEqual([
    ['Hours a day', '2026-11-11, 06:00 to 18:30: Hours a day 12:30 of 12:00, at 18:00'],
    ['Rest days', '2026-11-15, 07:00 to 16:00: Rest days: 7 days of work, at most 6, at 07:00'],
    ['', ''],
  ]);
  // To the minute what the screen sums up.
  const { rows: shown } = await hours(`from=${MONDAY}&to=${addDays(MONDAY, 6)}`);
  expect(shown.map(({ employee, sums }) => [employee.number, sums.paidMs / 60_000])).toEqual([
    ['1', 2_700],
    ['2', 2_910],
    ['3', 3_780],
    ['4', 2_640],
  ]);
});

test('what was done about a broken week is told, with who did it', async () => {
  const { ask, report } = await given();
  const { people } = await ask('/stats/people?q=2');
  const employeeId = people[0]._id;
  const day = '2026-11-11';
  const { basis } = await ask(`/stats/employee/${employeeId}/day?referenceDate=${day}`);
  const change = { do: 'add-punch', employeeId, at: `${day}T19:00:00+02:00`, direction: 'out' };
  await ask('/corrections', {
    reason: 'forgot-to-clock',
    note: 'stayed for the truck',
    items: [{ day, basis, change }],
  });
  const [row] = await report();
  expect(row && cells(row, 'Evidence')).toEqual(['2026-11-11, 06:00 to 19:00: Hours a day 13:00 of 12:00, at 18:00']);
  expect(row?.['What Was Done']).toMatch(/^2026-11-11: OUT 19:00, .*, stayed for the truck, by /);
});

test('a late record changes the weeks that look back at it, in the changes since that export', async () => {
  const { ask, report, sync } = await given();
  await report();
  t.clock.advance(61_000);
  const at = (time: string) => ({ code: `late ${time}`, employeeCode: '2', at: `2026-11-11T${time}:00+02:00` });
  await sync({ clockRecords: [at('12:00'), at('13:00')] });
  const { results } = await ask('/stats/exports');
  const changes = (await ask(`/stats/exports/${results[0]._id}/changes`)).results;
  expect(changes.map(({ day, field, before, after }: Record<string, string>) => [day, field, before, after])).toEqual([
    ['2026-11-15', 'Limits', 'broken', 'near'],
    ['2026-11-15', 'Hours', '48:30', '47:30'],
    ['2026-11-15', 'Longest Day', '12:30', '11:30'],
    ['2026-11-15', 'Broken', 'Hours a day', ''],
    ['2026-11-15', 'Evidence', '2026-11-11, 06:00 to 18:30: Hours a day 12:30 of 12:00, at 18:00', ''],
  ]);
});

test('a user with a scope reads of their own people, and weeks are cut at the dates', async () => {
  const { accountId, report } = await given();
  const group = await givenGroup(t.db, accountId, 'employee');
  await t.db.run(
    sql`update employee set employee_group_id = ${group} where account_id = ${accountId} and number = '2'`,
  );
  const userId = await givenUser(t.db, accountId, { scope: { employeeGroups: [group] } });
  const rows = await report(await givenSession(t.db, accountId, userId), { from: '2026-11-11', to: '2026-11-12' });
  expect(rows.map((row) => cells(row, 'Week From', 'Week To', 'Employee Number', 'Hours (h:mm)'))).toEqual([
    ['2026-11-11', '2026-11-12', '2', '21:30'],
  ]);
});
