import type { Page } from '@playwright/test';
import { SHELL_CAP_MS } from '#src/pwa/prepareShell.ts';
import {
  checkVersion as check,
  controlled,
  expect,
  INSTALL_MS,
  NEW,
  OLD,
  pretend,
  shellOf,
  test,
  underWay,
  versionChecked,
} from '#tests/support/e2e.ts';

test.use({ serviceWorkers: 'allow' });
// The tests run in parallel: most of their time is the installation of workers, and this file would otherwise be the last to end.
test.describe.configure({ mode: 'parallel' });

/** Counts the page's starts, which shows a reload loop. */
const countStarts = async (page: Page) => {
  let starts = 0;
  page.on('domcontentloaded', () => {
    starts += 1;
  });
  return () => starts;
};
/** Returns the version that the page saw last; a page that is being left cannot be asked. */
const lastSeen = (page: Page) => page.evaluate(() => sessionStorage.getItem('tb.version')).catch(() => null);
/** Opens the log-in page under the old worker, with the old version remembered. */
async function settle(page: Page) {
  await page.goto('/login');
  await controlled(page);
  await expect.poll(() => lastSeen(page)).toBe(OLD);
  expect(await shellOf(page)).toBe(OLD);
}
/** Stops the page's clock, which tests advance from then on; before the release, because stopping it runs all timers that are due. */
const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);
const announced = (page: Page) => expect(page.getByText(`Upgrading to ${NEW}`)).toBeVisible();
/** Lets the page see the release: its message may be over before anybody looks, unless the clock is stopped. */
async function noticed(page: Page) {
  await check(page);
  await expect.poll(() => lastSeen(page)).toBe(NEW);
}
const becomes = (page: Page, version: string) =>
  expect(page.locator('meta[name="version"]')).toHaveAttribute('content', version, { timeout: 30_000 });
/** Expects no second reload, no further announcement and no waiting worker. */
async function staysQuiet(page: Page, starts: () => number, expected: number) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await versionChecked(page);
  expect(starts()).toBe(expected);
  await expect(page.getByText(/Upgrading to/)).toHaveCount(0);
  const waiting = () => navigator.serviceWorker.getRegistration().then((found) => found?.waiting?.scriptURL ?? null);
  expect(await page.evaluate(waiting)).toBeNull();
}

test('normal: one reload, 3 s after detection, brings the new shell', { tag: '@journey' }, async ({ page, world }) => {
  await page.clock.install();
  await settle(page);
  const starts = await countStarts(page);
  await stopClock(page);
  const taken = page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    return promise;
  });
  await world.deploy({ api: NEW });
  await noticed(page);
  await announced(page);
  // The new worker serves the page, which still waits three seconds before it reloads.
  await taken;
  await page.clock.runFor(2_900);
  expect(starts()).toBe(0);
  await page.clock.runFor(200);
  await becomes(page, NEW);
  await page.clock.resume();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await staysQuiet(page, starts, 1);
});

test('an install slower than 3 s: the message stays up, then the new shell', async ({ page, world }) => {
  await page.clock.install();
  await settle(page);
  const starts = await countStarts(page);
  await stopClock(page);
  await world.fault({ pattern: '^GET /index.html', delayMs: 60_000 });
  await world.deploy({ api: NEW });
  await noticed(page);
  // After the 3 s in which it would have reloaded, the message is still shown.
  await page.clock.runFor(10_000);
  expect(starts()).toBe(0);
  await announced(page);
  await world.clearFaults();
  await becomes(page, NEW);
  await page.clock.resume();
  await staysQuiet(page, starts, 1);
});

test('sw.js cannot be loaded: the new shell is loaded past the worker', async ({ page, world }) => {
  await settle(page);
  const starts = await countStarts(page);
  await world.deploy({ api: NEW });
  await world.fault({ pattern: '^GET /sw.js', status: 503 });
  await noticed(page);
  await becomes(page, NEW);
  await expect(page).not.toHaveURL(/shell=network/);
  await staysQuiet(page, starts, 1);
});

test('a new precache that cannot be filled: the new shell is loaded past the worker', async ({ page, world }) => {
  await settle(page);
  const starts = await countStarts(page);
  await world.deploy({ api: NEW });
  await world.fault({ pattern: '^GET /index.html', status: 500 });
  await noticed(page);
  await becomes(page, NEW);
  await staysQuiet(page, starts, 1);
});

test('no worker at all: a reload is enough', async ({ page, world, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator.serviceWorker, 'register', { value: () => Promise.reject(new Error('not here')) });
  });
  await page.goto('/login');
  await expect.poll(() => lastSeen(page)).toBe(OLD);
  const starts = await countStarts(page);
  await world.deploy({ api: NEW });
  await noticed(page);
  await becomes(page, NEW);
  await staysQuiet(page, starts, 1);
});

test('the API is newer, the front end not deployed: one reload, no loop', async ({ page, world }) => {
  await settle(page);
  const starts = await countStarts(page);
  await world.deploy({ api: NEW, shell: OLD });
  await noticed(page);
  await expect.poll(starts, { timeout: 15_000 }).toBe(1);
  expect(await shellOf(page)).toBe(OLD);
  await staysQuiet(page, starts, 1);
});

test('the front end follows later: it is applied silently on the log-in page', async ({ page, world }) => {
  await settle(page);
  await world.deploy({ api: NEW, shell: OLD });
  const reloaded = page.waitForEvent('domcontentloaded');
  await noticed(page);
  await reloaded;
  await controlled(page);
  await world.deploy({ api: NEW, shell: NEW });
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()));
  await becomes(page, NEW);
});

test('an install that takes longer than the limit: the new shell is loaded past the worker', async ({
  page,
  world,
}) => {
  await page.clock.install();
  await settle(page);
  const starts = await countStarts(page);
  await stopClock(page);
  await world.fault({ pattern: '^GET /index.html', delayMs: 60_000 });
  await world.deploy({ api: NEW });
  await noticed(page);
  await page.clock.runFor(SHELL_CAP_MS - 500);
  expect(starts()).toBe(0);
  await page.clock.runFor(500);
  await becomes(page, NEW);
  await expect.poll(starts).toBe(1);
});

test('two tabs: both new, one navigation each', async ({ page, context, world }) => {
  await settle(page);
  const second = await context.newPage();
  await settle(second);
  const [one, two] = [await countStarts(page), await countStarts(second)];
  await world.deploy({ api: NEW });
  await noticed(page);
  // The second tab notices while the first one counts down.
  await check(second);
  await becomes(page, NEW);
  await becomes(second, NEW);
  await staysQuiet(page, one, 1);
  await staysQuiet(second, two, 1);
});

test('a rollback of the API reloads nothing', async ({ page, world }) => {
  await world.deploy({ api: NEW, shell: OLD });
  await page.goto('/login');
  await controlled(page);
  await expect.poll(() => lastSeen(page)).toBe(NEW);
  const starts = await countStarts(page);
  await world.deploy({ api: OLD });
  await check(page);
  await expect.poll(() => lastSeen(page)).toBe(OLD);
  await staysQuiet(page, starts, 0);
});

test('a release that changes nothing but its version costs less than 20 kB of JavaScript', async ({ page, world }) => {
  await settle(page);
  await world.deploy({ api: NEW });
  await world.forget();
  await check(page);
  await becomes(page, NEW);
  // Late requests of the new page count too: the check for a newer worker comes last, once the network is idle.
  const looks = async () => (await world.asked()).filter(({ line }) => line.startsWith('GET /sw.js')).length;
  await expect.poll(looks, { timeout: INSTALL_MS }).toBeGreaterThanOrEqual(2);
  const scripts = (await world.asked()).filter(({ line }) => /\.js(\?|$)/.test(line) && !/ \/sw\.js/.test(line));
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(20_000);
});

test('a form that is being edited delays the reload until it is saved or left', async ({ adminPage: page, world }) => {
  await controlled(page);
  await page.evaluate(() => {
    const form = document.createElement('form');
    form.dataset.dirty = 'true';
    document.body.append(form);
  });
  const starts = await countStarts(page);
  await expect.poll(() => lastSeen(page)).toBe(OLD);
  await page.clock.install();
  await world.deploy({ api: NEW });
  await noticed(page);
  // That is ten times the 3 s after which it would reload.
  await page.clock.runFor(30_000);
  expect(starts()).toBe(0);
  await page.evaluate(() => document.querySelector('form[data-dirty]')?.remove());
  await becomes(page, NEW);
  await expect.poll(starts).toBe(1);
});

test('the session and the place survive the upgrade', { tag: '@journey' }, async ({ adminPage: page, world }) => {
  await controlled(page);
  await page.goto('/manage/users/all');
  await expect.poll(() => lastSeen(page)).toBe(OLD);
  await world.deploy({ api: NEW });
  await check(page);
  await becomes(page, NEW);
  await expect(page).toHaveURL(/\/manage\/users\/all/);
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
});

test('while hidden nothing is fetched; once visible, the upgrade is noticed at once', async ({ page, world }) => {
  const checks = underWay(page, '/v2/available');
  await page.clock.install();
  await settle(page);
  await pretend(page, 'hidden');
  await expect.poll(checks).toBe(0);
  await world.deploy({ api: NEW });
  await world.forget();
  // For several check intervals nothing is requested.
  await page.clock.runFor(60_000);
  await pretend(page, 'visible');
  await announced(page);
  expect((await world.asked()).filter(({ line }) => line.includes('/v2/available'))).toHaveLength(1);
  await becomes(page, NEW);
});

test('a server that answers its start page for a missing file does not poison the shell', async ({ page, world }) => {
  await settle(page);
  const starts = await countStarts(page);
  await world.deploy({ api: NEW });
  // Every file that must be fetched for the new shell is answered with HTML.
  await world.fault({
    pattern: '^GET /(icons/icon.svg|manifest|index.html)',
    status: 200,
    type: 'application/javascript',
    body: 'nonsense',
  });
  await check(page);
  await becomes(page, NEW);
  await staysQuiet(page, starts, 1);
});

test('an entry file that is gone from the server: the page’s guard loads the server’s shell', async ({
  page,
  world,
}) => {
  await settle(page);
  const evicted = await page.evaluate(async () => {
    const gone: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (/\/assets\/app-.*\.js/.test(request.url) && (await cache.delete(request))) gone.push(request.url);
    }
    return gone;
  });
  expect(evicted.length).toBe(1);
  // Built files are immutable: the browser's own cache has them as well.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await world.fault({ pattern: '^GET /assets/app-.*\\.js', status: 404, times: 1 });
  const before = (await world.asked()).length;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible({ timeout: 15_000 });
  await expect(page.locator('#shell')).toHaveCount(0);
  const asked = (await world.asked()).slice(before);
  expect(asked.filter(({ line, status }) => line.startsWith('GET /assets/app-') && status === 404)).toHaveLength(1);
  expect(asked.filter(({ line }) => line.startsWith('GET /login?shell=network'))).toHaveLength(1);
});
