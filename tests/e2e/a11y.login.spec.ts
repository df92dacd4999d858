import { axeFindings } from '#tests/support/axe.ts';
import { expect, test } from '#tests/support/e2e.ts';

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

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
        expect(await axeFindings(page), path).toEqual([]);
      }
    });

    test('nor have the first picture, a refused log-in and a filled form', async ({ page, world }) => {
      const user = await world.user({ role: 'admin' });
      await world.fault({ pattern: '^GET /assets/app-.*\\.js', delayMs: 60_000, times: 1 });
      await page.goto('/login', { waitUntil: 'commit' });
      await expect(page.locator('#shell h1')).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await world.clearFaults();
      await page.locator('#root h1').waitFor();
      await page.getByLabel('Username').fill(user.username);
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      expect(await axeFindings(page), 'filled').toEqual([]);
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await axeFindings(page), 'refused').toEqual([]);
      await page.getByLabel('Username').focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(page.getByText('Username is required')).toBeVisible();
      expect(await axeFindings(page), 'invalid').toEqual([]);
    });

    test('nor have the user menu, the QR code, a toast and the countdown', async ({ page, world, login }) => {
      await page.clock.install();
      await login(page, await world.user({ role: 'admin' }));
      await page.getByRole('button', { name: /^User menu/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await page.clock.runFor(500);
      expect(await axeFindings(page), 'menu').toEqual([]);
      await page.getByRole('menuitem', { name: 'Continue on another device' }).click();
      await expect(page.getByRole('img', { name: /^QR code of/ })).toBeVisible();
      await page.clock.runFor(500);
      expect(await axeFindings(page), 'QR code').toEqual([]);
      await page.keyboard.press('Escape');
      await page.clock.fastForward(43_200_000 - 115_000);
      await page.clock.runFor(2_000);
      await expect(page.getByRole('alertdialog')).toBeVisible();
      expect(await axeFindings(page), 'countdown').toEqual([]);
      await page.getByRole('button', { name: 'Extend session' }).click();
      await page.clock.runFor(2_000);
      await expect(page.getByText('Your session was extended')).toBeVisible();
      expect(await axeFindings(page), 'toast').toEqual([]);
    });
  });
