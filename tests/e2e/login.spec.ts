import { expect, sharing as test } from '#tests/support/e2e.ts';

test('an administrator logs in and out', { tag: '@journey' }, async ({ adminPage: page }) => {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.getByRole('menu')).toContainText('System');
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('tb.session'))).toBeNull();
});

test('a wrong password says so in the banner and empties the form', { tag: '@journey' }, async ({ page, world }) => {
  const user = await world.user({ role: 'admin' });
  await page.goto('/login');
  const submit = page.getByRole('button', { name: 'Login' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Username').fill(user.username);
  await expect(submit).toBeDisabled();
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await submit.click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expect(page.getByLabel('Username')).toHaveValue('');
  await expect(submit).toBeDisabled();
});

test('an employer without the module is told so; a wrong area is refused', async ({ page, world, login }) => {
  await login(page, await world.user({ role: 'employer', modules: [] }));
  await expect(page.getByText('You do not have access to this module.')).toBeVisible();
  await page.goto('/manage');
  await expect(page.getByText('Your user account is not allowed to log in.')).toBeVisible();
});

test('a deep link opens after the log-in, another origin never', { tag: '@journey' }, async ({ page, world }) => {
  const user = await world.user({ role: 'admin' });
  await page.goto('/manage/users/all');
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await page.getByLabel('Username').fill(user.username);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manage\/users\/all/);
});

test('the log-in can be used with the keyboard alone', async ({ page, world }) => {
  const user = await world.user({ role: 'admin' });
  await page.goto('/login');
  // The first picture keeps what is typed, but does nothing for Enter.
  await page.locator('#root h1').waitFor();
  await page.getByLabel('Username').focus();
  await page.keyboard.type(user.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manage\/accounts/);
  await expect(page.locator('h1')).toBeFocused();
});
