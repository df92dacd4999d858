import { describe, expect, it } from 'vitest';
import type { PayrollSyncBody } from '#contract/intake/payroll.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '#tests/support/factories.payroll.ts';
import { givenAdmin, givenEmployer } from '#tests/support/factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenStandardTimes } from '#tests/support/factories.work.ts';
import { pasteCells } from '#tests/support/pasteCells.ts';
import { useTestApp } from '#tests/support/testApp.ts';

const t = useTestApp();
/** 2026-11-16 is a Monday. */
const date = (day: number) => `2026-11-${String(day).padStart(2, '0')}`;
const local = (day: number, time: string) => `${date(day)}T${time}:00+02:00`;

/** An employer whose payroll system puts everybody on a shift of 07:00 to 16:00 every day. */
async function givenFarm({ firstRecordAt = '2020-01-01T00:00:00Z' as string | null } = {}) {
  const { accountId, token } = await givenEmployer(t.db, { account: { allowedSystemIds: ['VIP'], firstRecordAt } });
  const group = await givenGroup(t.db, accountId, 'time', { systemId: 'VIP', code: 'DAY' });
  await givenStandardTimes(t.db, accountId, group, { start: '07:00', end: '16:00', weekdays: [1, 2, 3, 4, 5, 6, 7] });
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (at: string, body: Partial<PayrollSyncBody>) => {
    t.clock.set(at);
    const reply = await t.ask('/v2/payroll/VIP/sync', { token: key, body, method: 'POST' });
    expect(reply.json()).toMatchObject({ rejected: [] });
  };
  const employee = (over: object = {}) => ({
    employees: [
      { code: 'E1', number: '1', firstName: 'New', lastName: 'Hand', timeId: '1', timeGroupCode: 'DAY', ...over },
    ],
  });
  const get = async (path: string, day: number) =>
    (await t.ask(`/v2/stats/${path}?referenceDate=${date(day)}`, { token })).json();
  /** Returns for each day the number of employees who count, and the bucket of the only one. */
  const judged = async (...days: number[]) => {
    const found: string[] = [];
    for (const day of days) {
      const { total, entries } = { entries: [], ...(await get('employee/attendance-status-totals', day)) };
      const list = total > 0 ? (await get('employee/by-attendance-status/total', day)).entries : entries;
      found.push(list[0]?.status ?? 'nobody');
    }
    return found;
  };
  return { accountId, token, sync, employee, get, judged };
}

describe('the day from which an employee counts (13)', () => {
  it('first synced Mon 10:00, no records: counts from Mon', async () => {
    const { sync, employee, judged } = await givenFarm();
    await sync(local(16, '10:00'), employee());
    t.clock.set(local(17, '12:00'));
    expect(await judged(14, 15, 16, 17)).toEqual(['nobody', 'nobody', 'absent', 'absent']);
  });

  it('first synced Mon 10:00, with a night IN Sat 23:50: counts from Sat', async () => {
    const { sync, employee, judged } = await givenFarm();
    await sync(local(16, '10:00'), {
      ...employee(),
      clockRecords: [{ code: 'C1', employeeCode: 'E1', at: local(14, '23:50'), direction: 'in' }],
    });
    t.clock.set(local(17, '12:00'));
    expect(await judged(13, 14, 15, 16)).toEqual(['nobody', 'present', 'absent', 'absent']);
  });

  it('`activeFrom` Mon and a punch on Thu before: counts from Mon, Thu inactive-clocked', async () => {
    const { sync, employee, judged, token } = await givenFarm();
    await sync(local(16, '10:00'), {
      ...employee({ activeFrom: '2026-11-16' }),
      clockRecords: [{ code: 'C1', employeeCode: 'E1', at: local(12, '07:00'), direction: 'in' }],
    });
    t.clock.set(local(17, '12:00'));
    expect(await judged(12, 13, 15, 16)).toEqual(['nobody', 'nobody', 'nobody', 'absent']);
    const { exceptions } = (await t.ask('/v2/exceptions?from=2026-11-12&to=2026-11-12', { token })).json();
    expect(exceptions).toMatchObject([{ kind: 'inactive-clocked', day: '2026-11-12', employee: { number: '1' } }]);
  });

  it('a start that is given before the first receipt, corrected and removed again is the one given last', async () => {
    const { sync, employee, judged } = await givenFarm();
    await sync(local(16, '10:00'), employee({ activeFrom: '2026-11-12' }));
    t.clock.set(local(17, '12:00'));
    expect(await judged(11, 12, 13)).toEqual(['nobody', 'absent', 'absent']);
    await sync(local(17, '13:00'), employee({ activeFrom: '2026-11-13' }));
    expect(await judged(12, 13)).toEqual(['nobody', 'absent']);
    await sync(local(17, '14:00'), employee());
    expect(await judged(12, 13)).toEqual(['nobody', 'absent']);
    await sync(local(17, '15:00'), employee({ activeFrom: null }));
    expect(await judged(13, 15, 16)).toEqual(['nobody', 'nobody', 'absent']);
  });

  it('an employee who left and returned on a date counts on both sides of the gap', async () => {
    const { sync, employee, judged } = await givenFarm();
    await sync(local(9, '10:00'), employee({ activeFrom: '2026-11-09' }));
    await sync(local(12, '10:00'), employee({ isActive: false, activeFrom: '2026-11-09' }));
    await sync(local(13, '10:00'), employee({ isActive: true, activeFrom: '2026-11-15' }));
    t.clock.set(local(17, '12:00'));
    expect(await judged(8, 9, 11, 12, 14, 15)).toEqual(['nobody', 'absent', 'absent', 'nobody', 'nobody', 'absent']);
  });

  it('comes by the workbook too, and is shown beside the end', async () => {
    const { accountId } = await givenFarm();
    const { token } = await givenAdmin(t.db);
    t.clock.set(local(17, '12:00'));
    const { lines } = await pasteCells(t, { token, accountId }, 'employees', [
      ['Number', 'First Name', 'Last Name', 'Start Date', 'Inactive From'],
      ['1', 'A', 'B', '2026-11-10', ''],
      ['2', 'C', 'D', '2026-11-12', '2026-11-12'],
      ['3', 'E', 'F', 'soon', ''],
    ]);
    expect(lines.map(({ line, outcome, reason }) => [line, outcome, reason])).toEqual([
      [2, 'new', null],
      [3, 'refused', 'Must be after the start'],
      [4, 'refused', '"soon" is not a date: write it as 2026-11-20 (column Active From)'],
    ]);
    const { employees } = (await t.ask(`/v2/employee/by-account/${accountId}`, { token })).json();
    expect(employees).toMatchObject([{ number: '1', activeFrom: '2026-11-10', inactiveFrom: null }]);
  });
});

describe('before the first evidence nobody is judged (8)', () => {
  it('no device ever in contact, no record, nine days ago: unverified; first contact on Tue 06:50: Mon unverified, Tue absent', async () => {
    const { accountId, sync, employee, judged, get } = await givenFarm({ firstRecordAt: null });
    const { serialNumber } = await givenDevice(t.db, accountId);
    await sync(local(9, '10:00'), employee({ activeFrom: '2026-11-02' }));
    t.clock.set(local(18, '12:00'));
    expect(await judged(9)).toEqual(['unverified']);
    t.clock.set(local(10, '06:50'));
    expect((await t.ask(`/iclock/getrequest?SN=${serialNumber}`)).statusCode).toBe(200);
    t.clock.set(local(18, '12:00'));
    expect(await judged(9, 10)).toEqual(['unverified', 'absent']);
    expect((await get('employee/attendance-status-totals', 9)).unverified).toBe(1);
  });

  it('an unmatched punch is evidence, and so is one that arrives late for an earlier day', async () => {
    const { sync, employee, judged } = await givenFarm({ firstRecordAt: null });
    await sync(local(9, '10:00'), employee({ activeFrom: '2026-11-02' }));
    const punch = (code: string, at: string) => ({ clockRecords: [{ code, timeId: '404', at, direction: 'in' }] });
    await sync(local(18, '10:00'), punch('C1', local(12, '07:00')));
    expect(await judged(11, 12)).toEqual(['unverified', 'absent']);
    await sync(local(18, '11:00'), punch('C2', local(10, '07:00')));
    expect(await judged(9, 10, 11)).toEqual(['unverified', 'absent', 'absent']);
  });

  it('Why? says since when, in plain words', async () => {
    const { accountId, token, judged } = await givenFarm({ firstRecordAt: null });
    const group = await givenGroup(t.db, accountId, 'time');
    await givenStandardTimes(t.db, accountId, group, { weekdays: [1, 2, 3, 4, 5, 6, 7] });
    const id = await givenEmployee(t.db, accountId, { number: '9', timeGroupId: group });
    const why = async (day: number) =>
      (await t.ask(`/v2/stats/employee/${id}/day?referenceDate=${date(day)}`, { token })).json();
    t.clock.set(local(18, '12:00'));
    expect((await why(9)).reason).toBe('No punch, and nothing has been recorded on this farm yet: not judged.');
    await t.db.run(sql`update account set first_record_at = ${local(12, '07:00')}, data_version = data_version + 1
      where account_id = ${accountId}`);
    expect((await why(9)).reason).toBe(
      'No punch, and nothing was recorded on this farm before Thu 12 Nov: not judged.',
    );
    expect(await judged(9)).toEqual(['unverified']);
  });
});
