import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { DayExplanation } from '#contract/figures/explain.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import type { ReportRequest } from '#contract/reports/reports.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenStandardTimes } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';
import { unzip } from '../support/zip.ts';

const t = useTestApp();
const { send } = useTerminals(t);
const dates = { from: '2026-11-18', to: '2026-11-19' };

async function givenNights() {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT'],
  });
  const timeGroupId = await givenGroup(t.db, accountId, 'time');
  await givenStandardTimes(t.db, accountId, timeGroupId, { start: '22:00', end: '06:00' });
  const employeeId = await givenEmployee(t.db, accountId, { number: '7', timeId: '7', timeGroupId });
  await givenEmployee(t.db, accountId, { number: '8', timeId: '8', timeGroupId });
  const { serialNumber } = await givenDevice(t.db, accountId);
  await send('GET', `/iclock/cdata?SN=${serialNumber}&options=all&pushver=2.4.1&language=69`);
  const punch = (at: string, status: number, verify: number, code: string) =>
    `7\t2026-11-${at}\t${status}\t${verify}\t${code}\t0\t0\n`;
  await send(
    'POST',
    `/iclock/cdata?SN=${serialNumber}&table=ATTLOG`,
    [
      punch('18 21:55:00', 0, 15, '12'),
      punch('19 02:00:00', 1, 4, '0'),
      punch('19 02:30:00', 0, 15, '=3'),
      punch('19 06:05:00', 1, 15, '12'),
      punch('19 21:58:00', 0, 200, ''),
    ].join(''),
  );
  const ask = (over: Partial<ReportRequest>) =>
    t.ask('/v2/stats/generateReport', { token, body: { reportType: 'employee-attendance', dates, ...over } });
  const csv = async (over: Partial<ReportRequest>): Promise<string[][]> =>
    parse((await ask(over)).body, { bom: true, record_delimiter: '\r\n' });
  return { ask, csv, token, employeeId };
}

it('on request the attendance report tells how people clocked, and their work codes: those of the work day, each once', async () => {
  const { csv } = await givenNights();
  const [header = [], ...rows] = await csv({ options: { clocking: true } });
  expect(header.slice(-2)).toEqual(['Clocked By', 'Work Codes']);
  expect(rows.map((row) => [row[0], row[1], ...row.slice(-2)])).toEqual([
    ['2026-11-18', '7', 'Face, Card', '12, =3'],
    ['2026-11-19', '7', 'Other', ''],
    ['2026-11-18', '8', '', ''],
    ['2026-11-19', '8', '', ''],
  ]);
  const [plain = []] = await csv({});
  expect(plain).toEqual(header.slice(0, -2));
});

it('does so in Excel too, and no other report offers it', async () => {
  const { ask } = await givenNights();
  const answer = await ask({ exportType: 'xlsx', options: { clocking: true } });
  expect(answer.statusCode).toBe(200);
  const sheet = String((await unzip(answer.rawPayload)).get('xl/worksheets/sheet1.xml'));
  expect(sheet).toContain('Clocked By');
  expect(sheet).toContain('Face, Card');
  const refused = await ask({ reportType: 'latecomers', options: { clocking: true } });
  expect(refused.json()).toMatchObject({ issues: [{ path: 'options.clocking' }] });
});

it('an export with it is compared by its figures alone', async () => {
  const { ask, token } = await givenNights();
  await ask({ options: { clocking: true } });
  const [made] = (await t.ask('/v2/stats/exports', { token })).json().results;
  expect(made).toMatchObject({ rows: 4, narrowedBy: [] });
  const changes = await t.ask(`/v2/stats/exports/${made._id}/changes`, { token });
  expect(changes.json()).toEqual({ results: [], more: false });
});

it('a punch that was set aside does not show in how somebody clocked', async () => {
  const { csv, token, employeeId } = await givenNights();
  const why = await t.ask(`/v2/stats/employee/${employeeId}/day?referenceDate=2026-11-18`, { token });
  const { basis, events }: DayExplanation = why.json();
  const recordId = events[1]?.punches[0]?.clockRecordId;
  const items = [{ day: '2026-11-18', basis, change: { do: 'void-punch', recordId } }];
  const made = await t.ask('/v2/corrections', { token, body: { reason: 'wrong-person', items } });
  expect(made.statusCode).toBe(200);
  const [, first = []] = await csv({ options: { clocking: true } });
  expect(first.slice(-2)).toEqual(['Face', '12, =3']);
});
