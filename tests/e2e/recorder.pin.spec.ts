import type { Page } from '@playwright/test';
import { logIn } from '#contract/access/session.ts';
import { pinBits } from '#contract/figures/ownDayFigures.ts';
import { makeOwnDaysPin } from '#contract/office/ownDaysLinks.ts';
import { listSetupEmployees } from '#contract/office/setup.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import { derive } from '#recorder/app/code.ts';
import { createCall } from '#server/operations/demo/client.ts';
import { axeFindings } from '../support/axe.ts';
import { expect, setOffline, test } from '../support/e2e.ts';
import { expectSent, scan, setUpRecorder } from '../support/recorderPage.ts';

/** The PIN with which a person answers to their own day (docs/reference/privacy.md#their-own-day), on a Recorder without a connection. */

test.use({ serviceWorkers: 'allow' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Returns a PIN that the Recorder sees to be wrong: it is told a few bits of the right one. */
async function wrongPin(page: Page, pin: string): Promise<string> {
  const check = await page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const opening = indexedDB.open('recorder');
        opening.onsuccess = () => {
          const all = opening.result.transaction('people').objectStore('people').getAll();
          all.onsuccess = () => resolve(all.result.find(({ pinCheck }) => pinCheck)?.pinCheck);
        };
      }),
  );
  const [salt = '', bits] = check?.split('.') ?? [];
  for (const one of ['1111', '2222', '3333', '4444'])
    if (one !== pin && pinBits(await derive(one, salt)) !== bits) return one;
  throw new Error('No PIN is wrong');
}

test('without a connection five wrong PINs wait 30 s, which no reload ends; then the right one agrees', async ({
  page,
  context,
  world,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { accountId, code } = await world.recorder();
  const call = createCall(baseURL ?? '');
  const office = await world.user({ role: 'employer', accountId, permissions: PERMISSIONS });
  const { token } = await call(logIn, { body: { username: office.username, password: office.password } });
  const { employees } = await call(listSetupEmployees, { query: {} }, token);
  const thandi = employees.find(({ number }) => number === '1001')?._id ?? '';
  const { pin } = await call(makeOwnDaysPin, { params: { employeeId: thandi }, query: {} }, token);

  await page.clock.install();
  await setUpRecorder(page, baseURL ?? '', code);
  const wrong = await wrongPin(page, pin);
  await press(page, 'Clock');
  await scan(page, 'TB1:1001');
  await expect(page.getByText(/In \d\d:\d\d/)).toBeVisible();
  await page.waitForFunction(async () => (await caches.keys()).includes('recorder-shell'));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith('/rc/sw.js'));
  await setOffline(context, true);

  const ask = async () => {
    await press(page, 'More');
    await press(page, 'My day');
    await expect(page.getByText('Scan your badge to see your day')).toBeVisible();
    await scan(page, 'TB1:1001');
    await press(page, 'Agree');
    await expect(page.getByLabel('Your PIN')).toBeVisible();
  };
  const type = async (text: string) => {
    await page.getByLabel('Your PIN').fill(text);
    await press(page, 'OK');
  };
  const look = async (what: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 390, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await axeFindings(page, ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']), what).toEqual([]);
        const isWide = await page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
        );
        expect(isWide, `${what} scrolls sideways at ${width}`).toBe(false);
        if (process.env.TOUR_ONLY)
          await page.screenshot({ path: `test-results/screens/recorder-${what}-${colorScheme}-${width}.png` });
      }
    }
  };

  await ask();
  await look('pin');
  for (let tries = 1; tries < 5; tries += 1) {
    await type(wrong);
    await expect(page.getByText('Wrong PIN.')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('button', { name: 'OK' })).toBeEnabled();
    // On a keyboard and on glass the next try is typed at once.
    await expect(page.getByLabel('Your PIN')).toBeFocused();
    if (tries === 1) await look('pin-wrong');
  }
  await type(wrong);
  await expect(page.getByText(/^Try again in (30|29) s\.$/)).toBeVisible({ timeout: 20_000 });
  // The right one, too early, and after a reload.
  await type(pin);
  await expect(page.getByText(/^Try again in [1-3]?\d s\.$/)).toBeVisible();
  await page.reload();
  await ask();
  await type(pin);
  await expect(page.getByText(/^Try again in [1-3]?\d s\.$/)).toBeVisible();
  expect((await world.recorded(accountId)).recordIds).toEqual([]);
  // Last, because the 30 s go on meanwhile.
  await look('pin-waits');

  await page.clock.fastForward(31_000);
  // The day is shown for 30 s only.
  await expect(page.getByText('Scan your badge to see your day')).toBeVisible();
  await scan(page, 'TB1:1001');
  await press(page, 'Agree');
  await type(pin);
  await expect(page.getByText(/^Agreed \d\d:\d\d$/)).toBeVisible({ timeout: 20_000 });
  await setOffline(context, false);
  await expectSent(page, async () => (await world.recorded(accountId)).recordIds, 2);
});
