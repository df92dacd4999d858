import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { controlled, expect, setOffline, test } from '../support/e2e.ts';
import {
  expectSent,
  markFreshLog,
  openWithCode,
  passHold,
  scan,
  setUpRecorder,
  storedIds,
} from '../support/recorderPage.ts';

/** The Recorder in a real browser against the real server. */

test('a code in the address activates the device, and it clocks, counts and sends', { tag: '@journey' }, async ({
  page,
  world,
  baseURL,
}) => {
  const { accountId, code } = await world.recorder();
  await page.clock.install();
  await setUpRecorder(page, baseURL ?? '', code);
  expect(page.url()).toBe(`${baseURL}/rc/`);

  await page.getByRole('button', { name: 'Clock' }).click();
  await scan(page, 'TB1:1001');
  await expect(page.getByText(/In \d\d:\d\d/)).toBeVisible();
  await expect(page.getByText('Thandi M.')).toBeVisible();
  await scan(page, 'TB1:1001');
  await expect(page.getByText(/Already recorded \d+ s ago/)).toBeVisible();
  await scan(page, '4711');
  await expect(page.getByText('Not known: 4711')).toBeVisible();

  await page.getByRole('button', { name: 'Count' }).click();
  await page.getByLabel('Lookup 1').selectOption('APPLE');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Count', exact: true })).toBeVisible();
  await scan(page, '7002');
  await expect(page.getByText('+1')).toBeVisible();
  await expect(page.getByText('1 today')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Shared' }).click();
  for (const number of ['1001', '1002', '1003']) await scan(page, `TB1:${number}`);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('0.334')).toBeVisible();

  await expectSent(page, async () => (await world.recorded(accountId)).recordIds, 4);
  expect((await world.recorded(accountId)).units).toBe('1');
  await expect(page.getByText(/All sent|This browser may delete/)).toBeVisible();
});

test('one window records; another takes over on request', async ({ page, context, world, baseURL }) => {
  const { accountId, code } = await world.recorder();
  await context.clock.install();
  await setUpRecorder(page, baseURL ?? '', code, 'kiosk');
  const second = await context.newPage();
  await second.goto(`${baseURL}/rc/`);
  await second.getByRole('button', { name: 'Use it here' }).click();
  await expect(second.getByRole('heading', { name: 'Clock' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The Recorder is open in another window.' })).toBeVisible();
  await scan(second, 'TB1:1001');
  await expect(second.getByText('Thandi M.')).toBeVisible();
  await page.getByRole('button', { name: 'Use it here' }).click();
  await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible();
  await scan(page, 'TB1:1002');
  await expect(page.getByText('Pieter B.')).toBeVisible();
  await expectSent(page, async () => (await world.recorded(accountId)).recordIds, 2);
});

test('a full device gives up its ballast, then says that nothing was recorded, and continues once there is room', async ({
  page,
  context,
  world,
  baseURL,
}) => {
  const { accountId, code } = await world.recorder();
  await page.clock.install();
  await page.addInitScript(markFreshLog);
  const session = await context.newCDPSession(page);
  const allow = (quotaSize: number) =>
    session.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize });
  const usage = (part?: 'indexedDB') =>
    page.evaluate(async (part) => {
      // Only Chromium reports usage by kind of storage.
      const { usage = 0, usageDetails = {} }: StorageEstimate & { usageDetails?: Record<string, number> } =
        await navigator.storage.estimate();
      return part ? (usageDetails[part] ?? 0) : usage;
    }, part);
  await allow(16 * MB);
  await setUpRecorder(page, baseURL ?? '', code, 'kiosk');
  const ballast = () =>
    page.evaluate(async () => (await (await caches.open('recorder-ballast')).keys('/rc/ballast')).length > 0);
  await expect.poll(ballast).toBe(true);
  // After a restart the Recorder looks for its ballast and finds none.
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-fresh-log', 'removed');

  await page.evaluate(fillStorage);
  // The database goes by the room that it was told of a while ago, and may have taken more. What the Recorder writes by itself may have
  // given the ballast up already: room for one is allowed beside the database, in use or not.
  await allow((await usage('indexedDB')) + 4 * MB);
  await scan(page, 'TB1:1001');
  await expect(page.getByText('Thandi M.')).toBeVisible();
  expect(await ballast()).toBe(false);

  await page.evaluate(fillStorage);
  await scan(page, 'TB1:1002');
  await expect(page.getByText('Not recorded. This device has no room left.')).toBeVisible();
  expect(await storedIds(page)).toHaveLength(1);

  await allow((await usage()) + 16 * MB);
  await scan(page, 'TB1:1002');
  await expect(page.getByText('Pieter B.')).toBeVisible();
  await expectSent(page, async () => (await world.recorded(accountId)).recordIds, 2);
});
const MB = 1024 * 1024;
/** Fills the page's storage outside the Recorder's database, up to the last hundred bytes. */
async function fillStorage() {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('filler');
    opening.onupgradeneeded = () => opening.result.createObjectStore('filler', { autoIncrement: true });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const fits = (size: number) =>
    new Promise<boolean>((resolve) => {
      const transaction = db.transaction('filler', 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => resolve(false);
      const bytes = new Uint8Array(size);
      for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
      transaction.objectStore('filler').add(bytes);
    });
  for (let size = 1_000_000; size >= 100; size = Math.floor(size / 3)) while (await fits(size));
  db.close();
}

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });
  test('it starts beside the dashboard’s worker, records, and sends everything once when the network is back', {
    tag: '@journey',
  }, async ({ page, context, world, baseURL }) => {
    test.slow();
    await context.clock.install();
    // Both workers on one origin, the dashboard's active.
    await page.goto('/login');
    await controlled(page);
    const { accountId, code } = await world.recorder();
    await setUpRecorder(page, baseURL ?? '', code, 'kiosk');
    await page.waitForFunction(async () => (await caches.keys()).includes('recorder-shell'));
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/rc/'))?.active?.state);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith('/rc/sw.js'));

    await world.down();
    await setOffline(context, true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible();
    // It takes keys from the effects on, in which it also looks for a camera.
    await expect(page.getByText('No camera')).toBeVisible();
    for (const number of ['1001', '1002']) {
      await scan(page, `TB1:${number}`);
      await expect(page.getByText(/In \d\d:\d\d/)).toBeVisible();
    }
    await passHold(page);
    await expect(page.getByText(/2 waiting, offline since/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible();
    await expect(page.getByText('No camera')).toBeVisible();
    await scan(page, 'TB1:1003');
    await expect(page.getByText('Aisha D.')).toBeVisible();
    const confirmed = await storedIds(page);
    expect(confirmed).toHaveLength(3);

    await world.up();
    await setOffline(context, false);
    await expectSent(page, async () => (await world.recorded(accountId)).recordIds, 3);
    expect((await world.recorded(accountId)).recordIds.sort()).toEqual(confirmed.sort());
  });
});

test('axe finds nothing, at 390, 820 and 1280 px, in every scheme', async ({ page, world, baseURL }) => {
  test.slow();
  const { code } = await world.recorder();
  const clean = async (what: string) => {
    expect(await axeFindings(page, ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']), what).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(wide, `${what} scrolls sideways`).toBe(false);
    if (process.env.TOUR_ONLY) await page.screenshot({ path: `test-results/screens/recorder-${what}.png` });
  };
  const atAllWidths = async (what: string) => {
    for (const width of [390, 820, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await clean(`${what}-${width}`);
    }
  };
  await page.goto(`${baseURL}/rc/`);
  await expect(page.getByRole('heading', { name: 'Set up this device' })).toBeVisible();
  await atAllWidths('set-up');
  await setUpRecorder(page, baseURL ?? '', code);
  await press(page, 'Clock');
  await scan(page, 'TB1:1001');
  await expect(page.getByText('Thandi M.')).toBeVisible();
  await atAllWidths('clock');
  await press(page, 'Count');
  await atAllWidths('pick');
  await page.getByLabel('Lookup 1').selectOption('APPLE');
  await press(page, 'Start');
  await expect(page.getByRole('heading', { name: 'Count', exact: true })).toBeVisible();
  await scan(page, 'TB1:1001');
  await expect(page.getByText('+1')).toBeVisible();
  await atAllWidths('count');
  await press(page, 'More');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await press(page, 'My day');
    await expect(page.getByText('Scan your badge to see your day')).toBeVisible();
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await scan(page, 'TB1:1001');
      await expect(page.getByRole('button', { name: 'Something is wrong' })).toBeVisible();
      await clean(`my-day-${scheme}-${width}`);
    }
    await press(page, 'Something is wrong');
    await clean(`what-is-wrong-${scheme}`);
    await press(page, 'Wrong product');
    await expect(page.getByText(/^Wrong product: for the office/)).toBeVisible();
    await press(page, 'Agree');
    await expect(page.getByText(/^Agreed /)).toBeVisible();
    await clean(`agreed-${scheme}`);
    await press(page, 'Close');
  }
  await openWithCode(page, 'Correct');
  await expect(page.getByText('Thandi M.').first()).toBeVisible();
  await atAllWidths('correct');
  await press(page, 'Close');
  await openWithCode(page, 'End of day');
  await atAllWidths('end-of-day');
  await press(page, 'Close');
  await openWithCode(page, 'Settings');
  for (const scheme of ['light', 'dark', 'sun']) {
    await page.getByLabel('Colours').selectOption(scheme);
    await atAllWidths(`settings-${scheme}`);
  }
  await page.getByLabel('Language').selectOption('es');
  await expect(page.getByText('Traducción aún no revisada por un hablante nativo')).toBeVisible();
});
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
