import type { Page } from '@playwright/test';
import { expect, sharing as test } from '#tests/support/e2e.ts';

/** Describes the focused element: its name, whether the focus can be seen, and whether it is on the screen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, bottom, width } = element.getBoundingClientRect();
    return {
      name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
      // A field shows the focus by its border; a hidden radio button by the box beside it.
      seen: (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || element.matches('input'),
      onScreen: element.matches('input') || (bottom > 0 && top < innerHeight && width > 0),
    };
  });
const isInDialog = (page: Page) => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null);

test('the dashboard without a mouse: in order, visible, kept inside dialogs, returned by Escape', async ({
  page,
  world,
  open,
}) => {
  test.slow();
  const employer = await world.user({ role: 'employer' });
  await world.employees(employer.accountId, 12);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, employer, '/employer/overview');
  const tile = page.getByRole('button', { name: /^Employees/ });
  await expect(tile).toContainText('12');
  await expect(page.getByRole('heading', { name: 'Time Wasted' })).toBeVisible();

  // From the start of the page to the last card.
  await page.getByRole('link', { name: /Tallyboard home/ }).focus();
  const walked: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (!at) break;
    expect(at, `the focus on '${at.name}'`).toMatchObject({ seen: true, onScreen: true });
    walked.push(at.name);
    if (/^About Time Wasted/.test(at.name)) break;
  }
  const order = [
    /^Overview/,
    /^Period/,
    /Reference date/,
    /Alerts/,
    /Auto-refresh/,
    /^User menu/,
    /^(Nobody|Everybody|No device|\d+ p)/,
  ];
  const tiles = [/^Present/, /^Not due yet \d/, /^Employees/, /^Payroll Systems/, /^Devices/];
  const cards = [/^About Piecework Totals/, /^About Employee Attendance/, /^About Top 10/, /^About Bottom 10/];
  const places = [...order, ...tiles, ...cards].map((name) => walked.findIndex((each) => name.test(each)));
  expect(places, walked.join(' | ')).toEqual([...places].sort((one, other) => one - other));
  expect(places, walked.join(' | ')).not.toContain(-1);

  await tile.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Employees/ })).toBeVisible();
  await expect(page.getByText('12 employees')).toBeVisible();
  await expect.poll(() => isInDialog(page)).toBe(true);
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press(step < 16 ? 'Tab' : 'Shift+Tab');
    expect(await isInDialog(page), `step ${step}`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(tile).toBeFocused();

  const menu = page.getByRole('button', { name: /^User menu/ });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  expect((await focused(page))?.name).not.toBe('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(menu).toBeFocused();

  const date = page.getByRole('button', { name: /Reference date/ });
  await date.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Reference date' })).toBeVisible();
  await expect.poll(() => isInDialog(page)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(date).toBeFocused();
});

test('an administrator finds an account without a mouse and comes back to the list', async ({ page, world, open }) => {
  await world.user({ role: 'employer' });
  await open(page, await world.user({ role: 'admin' }), '/manage/accounts/all');
  await page.getByRole('searchbox', { name: 'Search accounts' }).focus();
  const first = page.getByRole('region', { name: 'Accounts' }).getByRole('link').first();
  await expect(first).toBeVisible();
  for (let step = 0; step < 10 && !(await first.evaluate((link) => link === document.activeElement)); step += 1)
    await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/manage/accounts/edit/**');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await page.waitForURL('**/manage/accounts/all**');
  await expect(page).toHaveTitle(/Accounts/);
});
