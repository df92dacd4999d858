import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { loginResponse } from '#contract/access/session.ts';
import { BUILT } from '#tests/support/e2e.builds.ts';
import { controlled, expect, NEW, setOffline, test } from '#tests/support/e2e.ts';

/** Another language than English, in the build where its words are complete. */
test.use({ serviceWorkers: 'allow' });
test.beforeEach(() => {
  const isSpanishBuilt = readdirSync(join(BUILT, 'assets')).some((name) => name.startsWith('words-es-'));
  test.skip(!isSpanishBuilt, 'words/es.po is not complete');
});

/** Returns the words that this browser has stored: the names of their files without the hash, cache by cache. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const found = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return found.flatMap((urls) => urls.flatMap((url) => /words-[a-z]+/.exec(url) ?? []));
  });
const menu = (page: Page) => page.getByRole('button', { name: /^Menú de usuario/ });

test('a user who chooses Spanish has it at once, after a reload without a connection, and after a new version', async ({
  employerPage: page,
  world,
  context,
}) => {
  await controlled(page);
  expect(await stored(page)).toEqual([]);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Language' }).click();
  await page.getByRole('dialog').getByRole('combobox').selectOption('Español');
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeVisible();
  await expect.poll(() => stored(page)).toEqual(['words-es']);
  await world.down();
  await setOffline(context, true);
  await page.reload();
  await expect(menu(page)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await world.up();
  await setOffline(context, false);
  await world.deploy({ api: NEW });
  await expect(page.locator('meta[name="version"]')).toHaveAttribute('content', NEW, { timeout: 60_000 });
  await expect(menu(page)).toBeVisible();
  expect(await stored(page)).toEqual(['words-es']);
  // Back in English the device has none.
  await menu(page).click();
  await page.getByRole('menuitem', { name: /^(Idioma|Language)$/ }).click();
  await page.getByRole('dialog').getByRole('combobox').selectOption('English');
  await expect.poll(() => stored(page)).toEqual([]);
});

test('a user who has chosen Spanish sees it from the log-in on, also on an English device', async ({
  world,
  login,
  another,
}) => {
  const user = await world.user({ role: 'employer' });
  const { username, password } = user;
  const ask = (path: string, method: string, body: object, token = '') =>
    fetch(`${world.origin}/v2${path}`, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { token } = loginResponse.parse(await (await ask('/session', 'POST', { username, password })).json());
  expect((await ask('/session/language', 'PUT', { language: 'es' }, token)).status).toBe(200);
  const device = await (await another()).newPage();
  await login(device, user);
  await expect(menu(device)).toBeVisible();
  await expect(device.getByRole('button', { name: /^User menu/ })).toHaveCount(0);
});

test('the first log-in page is in the browser’s language, and the choice of another stays on the device', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, locale: 'es-MX', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  await page.getByLabel('Usuario').fill('ann');
  await page.locator('select').selectOption('English');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('ann');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await context.close();
});

test('no English is seen before the words of another language are there; what is typed meanwhile stays', async ({
  browser,
  baseURL,
  world,
}) => {
  const context = await browser.newContext({ baseURL, locale: 'es', serviceWorkers: 'block' });
  const page = await context.newPage();
  await world.fault({ pattern: '^GET /assets/app-.*\\.js', delayMs: 60_000 });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator('#shell-username').fill('ann');
  for (const words of ['h1', 'label', 'button', 'a'])
    await expect(page.locator(`#shell ${words}`).first()).toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  await expect(page.locator('#shell-username')).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  await world.clearFaults();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  await expect(page.getByLabel('Usuario')).toHaveValue('ann');
  await context.close();
});

test('words that cannot be loaded leave English, with a message', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, locale: 'es', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/assets/words-es-*', (route) => route.abort());
  await page.route('**/v2/available', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(page.getByText('Español could not be loaded. Try again when there is a connection.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await context.close();
});

test('words that the server answers wrongly leave English, with a message; nothing is loaded again, and what is typed stays', async ({
  browser,
  baseURL,
}) => {
  const answers = [
    { status: 404, body: '{}' },
    { contentType: 'text/html', body: '<!doctype html>' },
    { contentType: 'text/javascript', body: 'export default {"Login' },
  ];
  for (const answer of answers) {
    const context = await browser.newContext({ baseURL, locale: 'es', serviceWorkers: 'block' });
    const page = await context.newPage();
    const pages: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && pages.push(request.url()));
    const isTyped = Promise.withResolvers<void>();
    await page.route('**/assets/words-es-*', (route) => isTyped.promise.then(() => route.fulfill(answer)));
    await page.goto('/login', { waitUntil: 'commit' });
    await page.locator('#shell-username').fill('ann');
    const version = page.waitForResponse('**/v2/available');
    isTyped.resolve();
    await expect(page.getByText('Español could not be loaded. Try again when there is a connection.')).toBeVisible();
    await version;
    await expect(page.getByLabel('Username')).toHaveValue('ann');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(pages).toHaveLength(1);
    await context.close();
  }
});

test('an English user loads no words', async ({ page, world, open }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, await world.user({ role: 'employer' }), '/employer/overview');
  await expect(page.getByTestId('figure').first()).toBeVisible();
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((url) => url.includes('/words-'))).toEqual([]);
});

test('on a phone a row of a list has room for its text, in every language', async ({ world, open, another }) => {
  const user = await world.user({ role: 'employer' });
  await world.employees(user.accountId, 3);
  const page = await (await another()).newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  // The longest notes that a row has.
  await page.route('**/by-attendance-status/absent*', async (route) => {
    const url = route.request().url().replace('/absent', '/total');
    const longest = { status: 'absent', provisional: true, phoneNumber: '+27 82 555 1015' };
    try {
      const response = await route.fetch({ url });
      const { entries } = await response.json();
      await route.fulfill({ response, json: { entries: entries.map((entry: object) => ({ ...entry, ...longest })) } });
    } catch (error) {
      // The page that asked has been left meanwhile.
      if (!/disposed|closed|is already handled/.test(String(error))) throw error;
    }
  });
  for (const language of ['en', 'es', 'af', 'pt', 'fr'])
    await test.step(language, async () => {
      const token = await open(page, user, '/icons/icon.svg').then(() =>
        page.evaluate(() => JSON.parse(sessionStorage.getItem('tb.session') ?? '{}').token),
      );
      const headers = { authorization: token, 'content-type': 'application/json' };
      const saved = await fetch(`${world.origin}/v2/session/language`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ language }),
      });
      expect(saved.status).toBe(200);
      await open(page, user, '/employer/overview?open=list&status=absent');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const rows = page.getByRole('dialog').getByRole('listitem');
      await expect(rows).toHaveCount(3);
      const tight = await rows.evaluateAll((found) =>
        found.flatMap((row) => {
          const { top, bottom, left, right } = row.getBoundingClientRect();
          return [...row.querySelectorAll('span, bdi, button')].flatMap((part) => {
            const box = part.getBoundingClientRect();
            const isWhole = box.height >= bottom - top - 1 || box.width === 0;
            const fits =
              box.top >= top + 4 && box.bottom <= bottom - 4 && box.left >= left + 4 && box.right <= right - 4;
            return isWhole || fits ? [] : [`${part.textContent}: ${box.top - top} above, ${bottom - box.bottom} below`];
          });
        }),
      );
      expect(tight).toEqual([]);
    });
});
