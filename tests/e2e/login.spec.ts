import { expect, test } from '#tests/support/e2e.ts';

test('an administrator logs in and out', async ({ adminPage: page }) => {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.getByRole('menu')).toContainText('System');
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('tb.session'))).toBeNull();
});
