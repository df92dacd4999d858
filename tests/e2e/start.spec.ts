import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/e2e.ts';
import { twoFrames } from '#tests/support/tour.ts';

/** The parts of the log-in form that are compared between the page's shell and the application. */
const PARTS = [
  'h1',
  'input[name="username"]',
  'input[name="password"]',
  'button[type="submit"]',
  'a[href="/login/request-reset"]',
];

for (const width of [390, 1280])
  test(`at ${width} px the application replaces the first picture without a jump`, async ({ page, world }) => {
    await page.setViewportSize({ width, height: 800 });
    await world.fault({ pattern: '^GET /assets/app-.*\\.js', delayMs: 60_000 });
    await page.goto('/login', { waitUntil: 'commit' });
    const boxes = async (root: string) => {
      const all = [];
      for (const part of PARTS) all.push(await page.locator(`${root} ${part}`).boundingBox());
      return all;
    };
    await expect(page.locator('#shell h1')).toBeVisible();
    const before = await boxes('#shell');
    await world.clearFaults();
    await page.locator('#root h1').waitFor();
    await expect(page.locator('#shell')).toHaveCount(0);
    const after = await boxes('#root');
    for (const [index, part] of PARTS.entries()) {
      const [one, other] = [before[index], after[index]];
      expect(Math.abs((one?.y ?? 0) - (other?.y ?? -99)), `${part} is at the same height`).toBeLessThanOrEqual(3);
      // A link is as wide as its line in one and as its text in the other; everything else has the same place.
      if (!part.startsWith('a'))
        expect(Math.abs((one?.x ?? 0) - (other?.x ?? -99)), `${part} is at the same place`).toBeLessThanOrEqual(3);
    }
  });

test('text that was typed before the application loaded is kept, with the focus', async ({ page, world }) => {
  const user = await world.user({ role: 'admin' });
  await world.fault({ pattern: '^GET /assets/app-.*\\.js', delayMs: 60_000 });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator('#shell-username').fill(user.username);
  await page.locator('#shell-password').fill(user.password);
  await world.clearFaults();
  await page.locator('#root h1').waitFor();
  await expect(page.getByLabel('Username')).toHaveValue(user.username);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manage\/accounts/);
});

test('the first picture needs one request and is followed by no layout shift', async ({ page, world }) => {
  await world.fault({ pattern: '^GET /assets/', delayMs: 60_000 });
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += 'value' in entry ? Number(entry.value) : 0;
      document.documentElement.dataset.shift = String(shift);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('#shell h1')).toBeVisible();
  await world.clearFaults();
  await page.locator('#root h1').waitFor();
  // A layout shift may come late, so the test waits until nothing loads and everything is drawn.
  await page.waitForLoadState('networkidle');
  await twoFrames(page);
  expect(Number(await page.locator('html').getAttribute('data-shift'))).toBeLessThan(0.01);
});

test.describe('the first answers', () => {
  const tiles = '.shell-tiles strong';
  /** Holds every script until the result is called. */
  const holdScripts = async (page: Page) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    return release;
  };

  const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem('tb.calls'));

  test('are shown before any script has loaded, and the application replaces them without a jump', async ({
    page,
    login,
    world,
  }) => {
    const user = await world.user({ role: 'employer' });
    await world.employees(user.accountId, 5);
    await login(page, user);
    const employees = page.getByTestId('figure').nth(3);
    await expect(employees).toHaveText('5');
    await expect.poll(() => stored(page)).not.toBeNull();
    const before = await page
      .locator('section, button')
      .filter({ has: page.getByTestId('figure') })
      .first()
      .boundingBox();
    await world.employees(user.accountId, 2);
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    const tile = page.locator('.shell-tiles > div', { hasText: 'Employees' });
    await expect(tile.locator('strong')).toHaveText('7');
    // An early answer may replace the tiles at any time: the element is found and measured in one step.
    const drawn = await page.evaluate(() => document.querySelector('.shell-tiles > div')?.getBoundingClientRect());
    expect(Math.abs((drawn?.x ?? NaN) - (before?.x ?? NaN))).toBeLessThanOrEqual(1);
    expect(Math.abs((drawn?.y ?? NaN) - (before?.y ?? NaN))).toBeLessThanOrEqual(3);
    release();
    await expect(page.locator('#shell')).toHaveCount(0);
    await expect(employees).toHaveText('7');
  });

  test('are fetched by the page itself, and only once', async ({ employerPage: page }) => {
    const calls = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('tb.calls') ?? '{}').urls ?? []);
    await expect.poll(calls).not.toEqual([]);
    const early: string[] = (await calls()).filter((url: string) => url.includes('/v2/stats/'));
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/v2/stats/') && asked.push(request.url()));
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    const totals = /\/attendance-status-totals\?/;
    await expect.poll(() => asked.filter((url) => totals.test(url)).length).toBe(1);
    release();
    await expect(page.locator('[data-testid="figure"]').first()).toBeVisible();
    await expect(page.locator('#shell')).toHaveCount(0);
    // Other files are fetched when the page is idle.
    expect(asked.filter((url) => early.includes(url)).toSorted()).toEqual(early.toSorted());
  });

  test('are only asked for where the address is of the same day', async ({ employerPage: page }) => {
    await expect.poll(() => stored(page)).not.toBeNull();
    await holdScripts(page);
    const yesterday = new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 10);
    await page.goto(`/employer/overview?date=${yesterday}`, { waitUntil: 'commit' });
    await expect(page.locator('.shell-tiles')).toBeVisible();
    expect(await page.locator(tiles).count()).toBe(0);
  });

  test('are deleted with the session, and never asked for by another one', async ({ employerPage: page }) => {
    await expect.poll(() => stored(page)).not.toBeNull();
    await page.evaluate(() => {
      const session = JSON.parse(sessionStorage.getItem('tb.session') ?? '{}');
      sessionStorage.setItem('tb.session', JSON.stringify({ ...session, id: 'another' }));
    });
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('.shell-tiles')).toBeVisible();
    expect(await page.locator(tiles).count()).toBe(0);
    release();
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await expect(page).toHaveURL(/\/login/);
    expect(await stored(page)).toBeNull();
  });
});
