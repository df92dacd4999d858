import type { Page } from '@playwright/test';
import {
  controlled,
  expect,
  INSTALL_MS,
  OLD,
  setOffline,
  shellOf,
  test,
  versionChecked,
  WHOLE_BROWSER,
} from '#tests/support/e2e.ts';

test.use({ serviceWorkers: 'allow', ...WHOLE_BROWSER });

const installErrors = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  return installabilityErrors.map(({ errorId }) => errorId);
};

test("Chromium's installability checks pass, and the manifest says everything", async ({ page, request }) => {
  await page.goto('/login');
  await controlled(page);
  await expect(page.locator('link[rel="manifest"]')).toHaveCount(1);
  // An automated browser counts as incognito; no other installability error is allowed.
  expect((await installErrors(page)).filter((id) => id !== 'in-incognito')).toEqual([]);
  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await request.get(link ?? '')).json();
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone', lang: 'en' });
  expect(manifest.launch_handler.client_mode).toEqual(['focus-existing', 'auto']);
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose).sort()).toEqual([
    'any',
    'any',
    'maskable',
    'monochrome',
  ]);
  expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toEqual(['Overview', 'Accounts']);
  for (const { src, sizes } of [...manifest.icons, ...(manifest.screenshots ?? [])]) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size).toBe(sizes);
  }
  expect((await request.get('/icons/apple-touch-icon.png')).headers()['content-type']).toBe('image/png');
});

test('no visit asks for a typeface', async ({ page }) => {
  const faces = () => page.evaluate(() => document.fonts.size);
  await page.goto('/login');
  expect(await faces()).toBe(0);
  await controlled(page);
  await page.goto('/login');
  expect(await faces()).toBe(0);
});

test('offline every address starts the shell; the log-in page says what it needs before anybody types', async ({
  page,
  world,
  context,
}) => {
  await page.goto('/login');
  await controlled(page);
  await world.down();
  await setOffline(context, true);
  for (const path of [
    '/',
    '/login',
    '/login/request-reset',
    '/nologin?reason=invalid-role',
    '/employer/overview',
    '/manage/accounts/all',
    '/login/transfer-session/a.b.c',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/login');
  await expect(page.getByText('You are offline. Logging in needs a connection.')).toBeVisible();
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'A network error occurred. Please try again.' }),
  ).toBeVisible();
  await setOffline(context, false);
  await world.up();
  await expect(page.getByText('You are offline. Logging in needs a connection.')).toHaveCount(0, { timeout: 20_000 });
});

test('the worker answers for the shell only', async ({ page, world }) => {
  await page.goto('/login');
  await controlled(page);
  await world.forget();
  const reply = await page.goto('/v2/available');
  expect(reply?.fromServiceWorker()).toBe(false);
  expect(await reply?.json()).toEqual({ version: OLD });
  await page.goto('/login');
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const urls = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    );
    return urls.flat();
  });
  expect(kept).toContain('/index.html');
  expect(kept.filter((path) => /^\/(v2|iclock|config\.json)/.test(path))).toEqual([]);
  expect(await page.evaluate(() => fetch('/assets/missing.js').then(({ status }) => status))).toBe(404);
});

test('calls and built files do not pass through the worker: the browser takes them from the network and the cache itself', async ({
  employerPage: page,
}) => {
  await controlled(page);
  await page.reload();
  await expect(page.getByTestId('figure').first()).toBeVisible();
  const sources = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      // TypeScript does not know where a static route led.
      const { name, workerFinalSourceType: source } = entry.toJSON() as { name: string; workerFinalSourceType: string };
      const [, folder] = new URL(name).pathname.split('/');
      return `${folder} from ${source}`;
    }),
  );
  expect([...new Set(sources)].filter((one) => /^(assets|v2) /.test(one)).toSorted()).toEqual([
    'assets from cache',
    'v2 from network',
  ]);
});

test('page and install fetch each built file once, and the worker comes after the page', async ({ page, world }) => {
  await page.goto('/login');
  await controlled(page);
  const lines = (await world.asked()).map(({ line }) => line);
  const files = lines.filter((line) => line.startsWith('GET /assets/'));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((line, index) => files.indexOf(line) !== index)).toEqual([]);
  expect(lines.findIndex((line) => /icons|sw\.js/.test(line))).toBeGreaterThan(
    lines.findIndex((line) => line.startsWith('GET /v2/available')),
  );
});

test('a script that arrives as HTML makes the whole install fail; the next attempt works', async ({ page, world }) => {
  await world.fault({ pattern: '^GET /assets/data-', status: 200, type: 'text/html', body: '<h1>Sign in</h1>' });
  await page.goto('/login');
  // The failed worker may be gone before anybody sees it install, so the test looks at its requests and at what it left.
  const isRefused = async () => (await world.asked()).some(({ line }) => line.startsWith('GET /assets/data-'));
  await expect.poll(isRefused, { timeout: INSTALL_MS }).toBe(true);
  const left = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(left).toBe(0);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await world.clearFaults();
  await page.reload();
  await controlled(page);
  expect(await shellOf(page)).toBe(OLD);
});

test('under the new worker the page loads without the server', async ({ page, world }) => {
  await page.goto('/login');
  await controlled(page);
  await world.forget();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  const fetched = (await world.asked())
    .map(({ line }) => line)
    .filter((line) => /\/assets\/|GET \/login|index\.html/.test(line));
  expect(fetched).toEqual([]);
});

test('a proxy that requires a log-in is let through, once', async ({ page, world }) => {
  await page.goto('/login');
  await controlled(page);
  const portal = { status: 200, type: 'text/html', body: '<h1>Sign in to the network</h1>' };
  await world.fault({ pattern: '^GET /v2/available', ...portal });
  await world.fault({ pattern: '^GET /login\\?shell=network', ...portal });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: 'Sign in to the network' })).toBeVisible();
  await page.goto('/login');
  await expect(page.locator('#root').getByRole('heading', { name: 'Login' })).toBeVisible();
  // The check fails repeatedly, and the page stays.
  await versionChecked(page);
  await expect(page.locator('#root').getByRole('heading', { name: 'Login' })).toBeVisible();
});
