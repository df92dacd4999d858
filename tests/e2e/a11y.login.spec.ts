import type { Page } from '@playwright/test';
import { axeFindings } from '#tests/support/axe.ts';
import { expect, test } from '#tests/support/e2e.ts';

const SCHEMES: ('light' | 'dark')[] = ['light', 'dark'];
/** Expects no finding in either scheme; the page is left in the second, in which the next one is then opened. */
async function findings(page: Page, what: string) {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page), `${what} in ${colorScheme}`).toEqual([]);
  }
  SCHEMES.reverse();
}

test('no screen before the log-in has an axe finding', async ({ page }) => {
  for (const path of [
    '/login',
    '/login/request-reset',
    '/login/password-reset/x',
    '/login/password-reset',
    '/login/transfer-session/bad',
    '/nologin?reason=invalid-role',
    '/nowhere',
  ]) {
    await page.goto(path);
    await expect(page.locator('#root h1')).toBeVisible();
    if (path.includes('transfer')) await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible();
    await findings(page, path);
  }
});

test('nor have the first picture, a refused log-in and a filled form', async ({ page, world }) => {
  const user = await world.user({ role: 'admin' });
  await world.fault({ pattern: '^GET /assets/app-.*\\.js', delayMs: 60_000 });
  // The first picture has the scheme in which it was opened.
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.locator('#shell h1')).toBeVisible();
    expect(await axeFindings(page), `first picture in ${colorScheme}`).toEqual([]);
  }
  await world.clearFaults();
  await page.locator('#root h1').waitFor();
  await page.getByLabel('Username').fill(user.username);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await findings(page, 'filled');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await findings(page, 'refused');
  await page.getByLabel('Username').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Username is required')).toBeVisible();
  await findings(page, 'invalid');
});

test('nor have the user menu, the QR code, a toast and the countdown', async ({ page, world, open }) => {
  await page.clock.install();
  await open(page, await world.user({ role: 'admin' }), '/manage/accounts/all');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.clock.runFor(500);
  await findings(page, 'menu');
  await page.getByRole('menuitem', { name: 'Continue on another device' }).click();
  await expect(page.getByRole('img', { name: /^QR code of/ })).toBeVisible();
  await page.clock.runFor(500);
  await findings(page, 'QR code');
  await page.keyboard.press('Escape');
  await page.clock.fastForward(43_200_000 - 115_000);
  await page.clock.runFor(2_000);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await findings(page, 'countdown');
  await page.getByRole('button', { name: 'Extend session' }).click();
  await page.clock.runFor(2_000);
  await expect(page.getByText('Your session was extended')).toBeVisible();
  await findings(page, 'toast');
});
