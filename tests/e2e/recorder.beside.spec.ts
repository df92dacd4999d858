import type { Page } from '@playwright/test';
import { controlled, expect, NEW, OLD, setOffline, shellOf, test } from '../support/e2e.ts';
import { scan, setUpRecorder, storedRecords } from '../support/recorderPage.ts';

test.use({ serviceWorkers: 'allow' });

const cacheNames = (page: Page) => page.evaluate(async () => (await caches.keys()).sort());
const workers = (page: Page) =>
  page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).sort(),
  );

test('dashboard and Recorder on one origin leave each other alone: an upgrade of each, a log-out, a start offline', async ({
  page,
  context,
  world,
  baseURL,
  login,
}) => {
  test.slow();
  await login(page, await world.user({ role: 'employer' }));
  await page.waitForURL('**/employer/overview**');
  await controlled(page);
  const recorder = await context.newPage();
  const { accountId, code } = await world.recorder();
  await recorder.clock.install();
  await setUpRecorder(recorder, baseURL ?? '', code, 'kiosk');
  await recorder.waitForFunction(async () => (await navigator.serviceWorker.getRegistration('/rc/'))?.active);
  expect(await workers(page)).toEqual(['/', '/rc/']);
  await world.down();
  await scan(recorder, 'TB1:1001');
  await expect(recorder.getByText('Thandi M.')).toBeVisible();
  await world.up();

  // The dashboard is upgraded and deletes its old shell; the Recorder's shell stays at its own version.
  await world.deploy({ api: NEW });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => shellOf(page), { timeout: 30_000 }).toBe(NEW);
  expect(await shellOf(recorder)).toBe(OLD);
  expect(await cacheNames(page)).toEqual(expect.arrayContaining(['recorder-shell', expect.stringMatching(/precache/)]));

  // The Recorder hears of its own release, also where it is loaded anew while that is installed, and applies it once nobody scanned for a minute.
  await world.fault({ pattern: 'GET /rc/index.html', delayMs: 1_500, times: 1 });
  await recorder.evaluate(() => dispatchEvent(new Event('pageshow')));
  await recorder.waitForFunction(async () => (await navigator.serviceWorker.getRegistration('/rc/'))?.installing);
  await recorder.reload();
  await expect(recorder.getByText('Update ready')).toBeVisible();
  expect(await shellOf(recorder)).toBe(OLD);
  // Its look at the clock may begin after the note.
  await expect(async () => {
    await recorder.clock.fastForward('01:31');
    expect(await shellOf(recorder)).toBe(NEW);
  }).toPass({ timeout: 30_000, intervals: [1_000] });
  await expect(recorder.getByRole('heading', { name: 'Clock' })).toBeVisible();

  // Missing files of the new release are fetched again, and nothing of the previous one is kept.
  const pages = () =>
    recorder.evaluate(async () => {
      const keys = await (await caches.open('recorder-shell')).keys();
      return keys.filter(({ url }) => url.includes('index.html')).length;
    });
  await expect.poll(pages).toBe(1);
  await recorder.evaluate(async () =>
    (await caches.open('recorder-shell')).delete('/rc/index.html', { ignoreSearch: true }),
  );
  await recorder.evaluate(() => dispatchEvent(new Event('pageshow')));
  await expect.poll(pages).toBe(1);

  // After a log-out the Recorder's records, token and shell stay.
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.waitForURL('**/login**');
  expect(await storedRecords(recorder)).toHaveLength(1);
  expect(await cacheNames(page)).toContain('recorder-shell');

  // Each of them starts offline, and its records arrive exactly once.
  await world.down();
  await setOffline(context, true);
  await recorder.reload();
  await expect(recorder.getByRole('heading', { name: 'Clock' })).toBeVisible();
  await page.goto(`${baseURL}/login`);
  await expect(page.getByLabel('Username')).toBeVisible();
  await world.up();
  await setOffline(context, false);
  await expect(async () => expect((await world.recorded(accountId)).recordIds).toHaveLength(1)).toPass({
    timeout: 60_000,
  });
});
