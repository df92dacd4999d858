import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AttendanceEntry } from '#contract/figures/stats.ts';
import type { WorkbookPreview } from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAccount, givenAdmin, givenEmployer, givenSession, givenUser } from '../support/factories.ts';
import { givenDevice } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart } from '../support/zip.ts';

/** Phone numbers of employees, optional: how they come in, who sees them, and that each way back keeps them. */
const t = useTestApp();
const PHONE = '+27 82 555 0142';
const DAY = '2026-11-20';

/** A farm whose day shift has begun at 07:00: Ann has a number and is missing, as Ben without one; Cleo has one and came. */
async function given() {
  t.clock.set(`${DAY}T10:00:00+02:00`);
  const permissions = [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] as const;
  const { accountId, token } = await givenEmployer(t.db, { permissions, account: { allowedSystemIds: ['PAYROLL'] } });
  await givenDevice(t.db, accountId, { lastContact: `${DAY}T10:00:00+02:00` });
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (body: object) => (await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body })).json();
  const person = (number: string, more: object = {}) => ({
    ...{ code: `E${number}`, number, firstName: `First${number}`, lastName: 'Last' },
    ...{ timeId: number, timeGroupCode: 'D', activeFrom: '2026-01-01', ...more },
  });
  await sync({
    timeGroups: [{ code: 'D', name: 'Day' }],
    standardTimes: [{ code: 'S5', timeGroupCode: 'D', weekday: 5, startTime: '07:00', endTime: '16:00' }],
    employees: [person('1'), person('2'), person('3')],
    clockRecords: [{ code: 'C1', employeeCode: 'E3', at: `${DAY}T06:55:00+02:00`, direction: 'in' }],
  });
  const ask = async (path: string, body?: unknown, method?: 'PUT') =>
    (await t.ask(`/v2/setup${path}`, { token, body, ...(method && { method }) })).json();
  const employees = async () => (await ask('/employees')).employees;
  const set = async (number: string, phoneNumber: string | null) => {
    const { _id, basis } = (await employees()).find((one: { number: string }) => one.number === number);
    return ask(`/employees/${_id}`, { phoneNumber, basis }, 'PUT');
  };
  const listed = async (status = 'total', by = token): Promise<Record<string, string | undefined>> => {
    const path = `/v2/stats/employee/by-attendance-status/${status}?referenceDate=${DAY}`;
    const { entries }: { entries: AttendanceEntry[] } = (await t.ask(path, { token: by })).json();
    return Object.fromEntries(entries.map(({ employee, phoneNumber }) => [employee.number, phoneNumber]));
  };
  const stored = async (account = accountId) =>
    Object.fromEntries(
      (
        await t.db.rows(
          z.object({ number: z.string(), phone: z.string().nullable() }),
          sql`select number, phone_number as phone from employee where account_id = ${account}`,
        )
      ).map(({ number, phone }) => [number, phone]),
    );
  return { accountId, token, key, sync, person, ask, set, listed, stored, employees };
}

it('is set on the screen, refused where nobody can dial it, shown of people who are missing, and removed', async () => {
  const { set, listed } = await given();
  expect((await set('1', ` ${PHONE} `)).employee).toMatchObject({ phoneNumber: PHONE });
  await set('3', '0825550143');
  expect(await set('2', 'ask Ann')).toMatchObject({ issues: [{ path: 'phoneNumber' }] });
  expect(await listed()).toEqual({ 1: PHONE, 2: undefined, 3: undefined });
  expect(await listed('absent')).toEqual({ 1: PHONE, 2: undefined });
  expect(await listed('present')).toEqual({ 3: undefined });
  expect((await set('1', null)).employee).toMatchObject({ phoneNumber: null });
  expect(await listed('absent')).toEqual({ 1: undefined, 2: undefined });
});

it('is seen by no other account, no key that reads figures, and no user without the right or those people', async () => {
  const { accountId, set, listed, ask, token, employees } = await given();
  await set('1', PHONE);
  const made = await t.ask('/v2/account/reading-keys', {
    token,
    body: { name: 'BI', permissions: ['Stats.GET_ATTENDANCE_INFORMATION'] },
  });
  expect(await listed('absent', made.json().key)).toEqual({ 1: undefined, 2: undefined });
  const group = await ask('/groups', { kind: 'employee', name: 'Pickers' });
  const ben = (await employees()).find((one: { number: string }) => one.number === '2');
  expect(
    (await ask(`/employees/${ben._id}`, { employeeGroupId: group._id, basis: ben.basis }, 'PUT')).employee,
  ).toBeTruthy();
  const limited = await givenUser(t.db, accountId, { scope: { employeeGroups: [group._id] } });
  expect(await listed('absent', await givenSession(t.db, accountId, limited))).toEqual({ 2: undefined });
  const other = await givenEmployer(t.db);
  expect(await listed('absent', other.token)).toEqual({});
  const without = await givenUser(t.db, accountId, { permissions: ['Stats.GET_PERFORMANCE_METRICS'] });
  const refused = await t.ask(`/v2/stats/employee/by-attendance-status/absent?referenceDate=${DAY}`, {
    token: await givenSession(t.db, accountId, without),
  });
  expect(refused.json()).toMatchObject({ errorCode: 'PERMISSION_DENIED' });
});

it('is on the page of a person for who sees attendance, and no key', async () => {
  const { accountId, set, token, employees } = await given();
  await set('3', PHONE);
  const [one, , cleo] = await employees();
  const seen = async (by: string, { _id } = cleo) =>
    (await t.ask(`/v2/stats/person/${_id}/cards`, { token: by })).json().phoneNumber;
  expect(await seen(token)).toBe(PHONE);
  expect(await seen(token, one)).toBeUndefined();
  const permissions = ['Stats.GET_ATTENDANCE_INFORMATION'] as const;
  const { key } = (await t.ask('/v2/account/reading-keys', { token, body: { name: 'BI', permissions } })).json();
  expect(await seen(key)).toBeUndefined();
  const without = await givenUser(t.db, accountId, { permissions: ['Stats.GET_PERFORMANCE_METRICS'] });
  expect(await seen(await givenSession(t.db, accountId, without))).toBeUndefined();
});

it('is the payroll system’s own once it sends one; until then screens set it, and a sync without it keeps it', async () => {
  const { set, sync, person, stored } = await given();
  await set('1', PHONE);
  await sync({ employees: [person('1', { lastName: 'Married' })] });
  expect(await stored()).toMatchObject({ 1: PHONE });
  const { rejected } = await sync({
    employees: [person('1', { phoneNumber: '' }), person('2', { phoneNumber: 'none' })],
  });
  expect(rejected).toMatchObject([{ code: 'E2', reason: expect.stringContaining('phoneNumber') }]);
  expect(await stored()).toEqual({ 1: null, 2: null, 3: null });
  expect(await set('1', PHONE)).toMatchObject({ errorCode: 'OWNED_BY_SYSTEM' });
});

it('goes out with the workbook and back as unchanged; a cell that is no number is refused with its line', async () => {
  const { set, ask, token, stored } = await given();
  await set('1', PHONE);
  const file = (await t.ask('/v2/setup/workbook?content=current', { token })).rawPayload;
  const { payload, headers } = multipart(file, { name: 'farm.xlsx' });
  const url = '/v2/setup/workbook';
  const shown: WorkbookPreview = (
    await t.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token } })
  ).json();
  expect(shown.sheets.map((one) => [one.new, one.changed, one.deleted, one.refused])).toEqual(
    shown.sheets.map(() => [0, 0, 0, 0]),
  );
  const rows = [
    ['Employee Number', 'First Name', 'Last Name', 'Mobile'],
    ['1', 'First1', 'Last', ''],
    ['2', 'First2', 'Last', '082 555 0143'],
    ['3', 'First3', 'Last', 'n/a'],
  ];
  const { workbookId, outcomeHash } = await ask('/pasted', { sheet: 'employees', rows });
  const { lines } = await ask(`/workbook/${workbookId}/lines?startRow=0&endRow=9`);
  expect(lines.find(({ line }: { line: number }) => line === 4)).toMatchObject({
    outcome: 'refused',
    reason: expect.stringMatching(/5 to 15 digits/),
  });
  await ask(`/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: true });
  expect(await stored()).toEqual({ 1: null, 2: '082 555 0143', 3: null });
});

it('is in a backup, comes back with a restore, in another account too', async () => {
  const { accountId, set, stored } = await given();
  await set('1', PHONE);
  const { token } = await givenAdmin(t.db);
  const { backUp, restore } = backupCalls(t, () => token);
  const { archive } = await backUp(accountId);
  await set('1', null);
  await restore(archive, accountId, 'replace', ['Payroll Data', 'Employees']);
  expect(await stored()).toMatchObject({ 1: PHONE });
  const empty = await givenAccount(t.db);
  await restore(archive, empty, 'replace', ['Payroll Data', 'Employees']);
  expect(await stored(empty)).toMatchObject({ 1: PHONE });
});
