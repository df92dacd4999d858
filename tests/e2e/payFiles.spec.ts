import { readFile } from 'node:fs/promises';
import { createSyncKey, updateAccountSettings } from '#contract/access/accountSettings.ts';
import { logIn } from '#contract/access/session.ts';
import { syncPayroll } from '#contract/intake/payroll.ts';
import { createPayProfile, listPayPeriods, PAY_ELEMENTS, takePayPeriod } from '#contract/money/payFiles.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { createCall } from '#server/operations/demo/client.ts';
import { expect, sharing as test } from '#tests/support/e2e.ts';

/** A period is locked, its file made and downloaded, a late punch follows as adjustments, and payroll takes both (docs/reference/payroll-files.md). */
test('lock, file, late punch, delta, taken: through the screens', async ({ page, world, open }) => {
  const owner = await world.user({
    role: 'employer',
    permissions: [...EMPLOYER_PERMISSIONS, 'Attendance.LOCK_PERIOD', 'Pay.VIEW', 'Pay.MANAGE'],
  });
  const { accountId } = owner;
  const admin = await world.user({ role: 'admin' });
  const call = createCall(world.origin);
  const signIn = async ({ username, password }: { username: string; password: string }) =>
    (await call(logIn, { body: { username, password } })).token;
  const [root, token] = [await signIn(admin), await signIn(owner)];
  await call(updateAccountSettings, { params: { accountId }, body: { allowedSystemIds: ['PAYROLL'] } }, root);
  const { key } = await call(
    createSyncKey,
    { params: { accountId }, body: { description: 'Payroll', rights: 'both' } },
    root,
  );
  const params = { systemId: 'PAYROLL' };
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const punched = (...times: string[]) =>
    times.map((time) => ({ code: time, employeeCode: '1', at: `${day}T${time}:00Z` }));
  const sync = (body: object) => call(syncPayroll, { params, body }, key);
  await sync({
    timeGroups: [{ code: 'DAY', name: 'Day' }],
    standardTimes: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      ...{ code: `D${weekday}`, timeGroupCode: 'DAY', weekday, startTime: '06:00', endTime: '20:00' },
    })),
    hoursRules: [{ code: 'ALL' }],
    employees: [
      ...[
        { code: '1', number: '1', firstName: 'Ann', lastName: 'Ama', timeGroupCode: 'DAY', activeFrom: '2020-01-01' },
      ],
    ],
    clockRecords: punched('07:00', '15:00'),
  });
  const settings = {
    codes: Object.fromEntries(PAY_ELEMENTS.map((one) => [one, one.startsWith('hours.') ? 'H' : null])),
    ...({ hours: 'clock', dates: 'YYYY-MM-DD', separator: ',' } as const),
    columns: (['number', 'code', 'hours'] as const).map((column) => ({ column, head: column })),
  };
  await call(createPayProfile, { body: { name: 'Own', layout: 'csv', settings } }, token);

  await open(page, owner, `/employer/payroll/${day}?step=lock`);
  await page
    .getByRole('region', { name: 'Lock' })
    .getByRole('button', { name: /^Lock / })
    .click();
  await page.getByRole('button', { name: /^4 Hand over/ }).click();
  await expect(page.getByText(/^File for Own: 1 person, 1 line/)).toBeVisible();
  const make = async (name: RegExp) => {
    await page.getByRole('button', { name }).click();
    // Each line with payroll's code.
    await expect(page.getByRole('dialog').getByRole('cell', { name: 'H', exact: true })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Make file' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const downloaded = async (number: number) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download file ${number}` }).click();
    return readFile(await (await download).path(), 'utf8');
  };
  await make(/^Make the payroll file/);
  await expect(page.getByRole('button', { name: '1, whole' })).toBeVisible();
  expect(await downloaded(1)).toBe('number,code,hours\r\n1,H,8.00\r\n');

  await sync({ clockRecords: punched('15:30', '16:15') });
  await page.reload();
  await make(/^Make the adjustments/);
  expect(await downloaded(2)).toBe('number,code,hours\r\n1,H,0.45\r\n');
  expect(await downloaded(1)).toBe('number,code,hours\r\n1,H,8.00\r\n');

  const { results } = await call(listPayPeriods, { params, query: {} }, key);
  for (const { _id: periodId, hash } of results)
    await call(takePayPeriod, { params: { ...params, periodId }, body: { hash } }, key);
  await page.reload();
  await expect(page.getByText(/^Taken by PAYROLL/)).toHaveCount(2);
});
