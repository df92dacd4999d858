import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { ReportRequest } from '#contract/reports/reports.ts';
import { givenPaid, span, WEEK } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Paid hours by class in files: per day, and per pay period (docs/reference/paid-hours.md). */
const t = useTestApp();
const dates = { from: '2026-11-09', to: '2026-11-15' };
const CLASSES = ['Paid', 'Ordinary', 'Overtime 1', 'Overtime 2', 'Sunday', 'Holiday', 'Night', 'Weighted'];

async function given() {
  const world = await givenPaid(t, {
    1: { ...span(WEEK, '07:00', '16:00'), '2026-11-09': ['07:00', '17:00'], '2026-11-15': ['08:00', '12:00'] },
    2: { '2026-11-10': ['07:00'] },
  });
  await world.rule({ dayLimitMinutes: 540, weekLimitMinutes: 36 * 60, payPeriod: 'weekly', periodStart: '2026-11-05' });
  const file = async (reportType: ReportRequest['reportType'], over: Partial<ReportRequest> = {}) =>
    t.ask('/v2/stats/generateReport', { token: world.token, body: { reportType, dates, ...over } });
  const report = async (...args: Parameters<typeof file>) => {
    const rows: Record<string, string>[] = parse((await file(...args)).body, {
      bom: true,
      record_delimiter: '\r\n',
      columns: true,
    });
    return rows;
  };
  return { ...world, file, report };
}
const figures = (row: Record<string, string>, ...columns: string[]) => columns.map((column) => row[column] ?? '?');
const clock = (...names: string[]) => names.map((name) => `${name} (h:mm)`);

test('per day: a row for each day with hours, by class, the week’s limit counting the days before', async () => {
  const { report } = await given();
  const rows = await report('paid-hours');
  const all = rows.map((row) =>
    figures(row, 'Date', 'Employee Number', ...clock('Paid', 'Ordinary', 'Overtime 1', 'Sunday'), 'Open'),
  );
  expect(all).toEqual([
    ['2026-11-09', '1', '10:00', '9:00', '1:00', '0:00', ''],
    ['2026-11-10', '1', '9:00', '9:00', '0:00', '0:00', ''],
    ['2026-11-11', '1', '9:00', '9:00', '0:00', '0:00', ''],
    ['2026-11-12', '1', '9:00', '9:00', '0:00', '0:00', ''],
    ['2026-11-13', '1', '9:00', '0:00', '9:00', '0:00', ''],
    ['2026-11-15', '1', '4:00', '0:00', '0:00', '4:00', ''],
    ['2026-11-10', '2', '0:00', '0:00', '0:00', '0:00', 'Yes'],
  ]);
  expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(CLASSES.flatMap((name) => clock(name))));
  const friday = await report('paid-hours', { dates: { from: '2026-11-13', to: '2026-11-13' } });
  expect(friday.map((row) => figures(row, ...clock('Overtime 1')))).toEqual([['9:00']]);
});

test('per pay period: a row for each period of a person, cut at the report’s dates, and the sums of the screen', async () => {
  const { report, hours } = await given();
  const rows = await report('paid-hours-period');
  const columns = [
    'Period From',
    'Period To',
    'Employee Number',
    ...clock('Paid', 'Ordinary', 'Overtime 1'),
    'Open Days',
  ];
  expect(rows.map((row) => figures(row, ...columns))).toEqual([
    ['2026-11-09', '2026-11-11', '1', '28:00', '27:00', '1:00', '0'],
    ['2026-11-12', '2026-11-15', '1', '22:00', '9:00', '9:00', '0'],
    ['2026-11-09', '2026-11-11', '2', '0:00', '0:00', '0:00', '1'],
  ]);
  const { rows: shown } = await hours('from=2026-11-12&to=2026-11-15');
  expect(shown[0]?.sums.weightedMs).toBe((9 + 9 * 1.5 + 4 * 2) * 3_600_000);
  expect(figures(rows[1] ?? {}, ...clock('Weighted'))).toEqual(['30:30']);
});

test('in Excel and for print, within a filter', async () => {
  const { file, report, ask } = await given();
  expect((await file('paid-hours-period', { exportType: 'html' })).body).toContain('Paid Hours per Pay Period Report');
  expect((await file('paid-hours', { exportType: 'xlsx' })).statusCode).toBe(200);
  const [{ _id }] = (await ask('/setup/groups')).groups;
  expect(await report('paid-hours-period', { options: { timeGroupIds: [_id] } })).toHaveLength(3);
  const night = await ask('/setup/groups', { kind: 'time', name: 'Night', code: 'N' });
  for (const type of ['paid-hours', 'paid-hours-period'] as const)
    expect(await report(type, { options: { timeGroupIds: [night._id] } })).toEqual([]);
});

test('changed since that file: what a late record does to later days of the week, and to the period', async () => {
  const { file, sync, ask } = await given();
  await file('paid-hours');
  t.clock.advance(61_000);
  await file('paid-hours-period');
  t.clock.advance(61_000);
  await sync({
    clockRecords: [{ code: 'late', employeeCode: '1', at: '2026-11-10T17:00:00+02:00', direction: 'out' }],
  });
  const changes = async (type: string) => {
    const { results } = await ask('/stats/exports');
    const made = results.find(({ reportType }: { reportType: string }) => reportType === type);
    expect(made.changedSince).toBe(true);
    return (await ask(`/stats/exports/${made._id}/changes`)).results.map(
      ({ day, field, before, after }: Record<string, string>) => [day, field, before, after],
    );
  };
  expect(await changes('paid-hours')).toEqual([
    ['2026-11-10', 'Paid', '9:00', '0:00'],
    ['2026-11-10', 'Ordinary', '9:00', '0:00'],
    ['2026-11-10', 'Weighted', '9:00', '0:00'],
    ['2026-11-10', 'Not Settled', '0:00', '10:00'],
    // The late record is a second OUT, an hour after the first: when they came back is open (docs/reference/attendance.md#direction).
    ['2026-11-10', 'Open', '', 'Yes'],
  ]);
  expect(await changes('paid-hours-period')).toEqual([
    ['2026-11-11', 'Paid', '28:00', '19:00'],
    ['2026-11-11', 'Ordinary', '27:00', '18:00'],
    ['2026-11-11', 'Weighted', '28:30', '19:30'],
    ['2026-11-11', 'Not Settled', '0:00', '10:00'],
    ['2026-11-11', 'Open Days', '0', '1'],
  ]);
});
