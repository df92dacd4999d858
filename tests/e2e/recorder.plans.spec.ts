import { logIn } from '#contract/access/session.ts';
import { listWorkPlans, setWorkPlan } from '#contract/intake/workPlans.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import { createCall } from '#server/operations/demo/client.ts';
import { expect, setOffline, test } from '../support/e2e.ts';
import { expectSent, scan, setUpRecorder } from '../support/recorderPage.ts';

/** Work that the office plans, on a Recorder that has no connection when it begins. */

const ZONE = 'Africa/Johannesburg';
const inMinutes = (minutes: number) => {
  const local = new Date(Date.now() + minutes * 60_000).toLocaleString('sv-SE', { timeZone: ZONE });
  return { day: local.slice(0, 10), time: local.slice(11, 16) };
};

test('what the office has planned begins at its time without a connection, and a change at the Recorder is seen', async ({
  page,
  context,
  world,
  baseURL,
}) => {
  const { accountId, deviceId, code } = await world.recorder();
  const call = createCall(baseURL ?? '');
  const maria = await world.user({ role: 'employer', accountId, permissions: PERMISSIONS, firstName: 'Maria' });
  const { token } = await call(logIn, { body: { username: maria.username, password: maria.password } });
  await page.clock.install();
  await setUpRecorder(page, baseURL ?? '', code, 'crew');
  const work = { lookup1Code: 'APPLE', lookup2Code: null, unitsPerScan: '3' };
  await call(setWorkPlan, { body: { deviceIds: [deviceId], ...inMinutes(3), ...work } }, token);

  await page.getByRole('button', { name: 'Count' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText(/^Apples × 3: Set by Maria .* for \d\d:\d\d$/)).toBeVisible();
  // The Recorder says that it has the plan.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    expect((await call(listWorkPlans, {}, token)).plans[0]?.takenAt).not.toBeNull();
  }).toPass({ timeout: 20_000, intervals: [200, 500, 1_000] });

  await setOffline(context, true);
  await page.clock.fastForward(4 * 60_000);
  await expect(page.getByText(/^Set by Maria .* for \d\d:\d\d$/)).toBeVisible();
  await scan(page, '7002');
  await expect(page.getByText('+3')).toBeVisible();

  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Per scan').fill('2');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/^Set by Maria/)).toBeHidden();
  await setOffline(context, false);
  await expectSent(page, async () => (await world.recorded(accountId)).recordIds, 1);
  expect((await world.recorded(accountId)).units).toBe('3');
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    const [plan] = (await call(listWorkPlans, {}, token)).plans;
    expect(plan?.changed).toMatchObject({ lookup1Code: null, unitsPerScan: '2' });
  }).toPass({ timeout: 20_000, intervals: [200, 500, 1_000] });
});
