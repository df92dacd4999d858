import { chromium, type Page } from '@playwright/test';
import { controlled, expect, NEW, test } from '#tests/support/e2e.ts';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.ts';

const PHONE = { width: 390, height: 844 };
/** Types a name at the provider, on its own page. */
async function logInThere(page: Page, id: string, name: string) {
  await expect(page.getByRole('heading', { name: `Provider ${id}` })).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Go on' }).click();
}
const button = (page: Page, id: string) => page.getByRole('button', { name: `Continue with Provider ${id}` });
const isHome = (page: Page) => expect(page).toHaveURL(/\/employer\/overview/);
async function logOut(page: Page) {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a user logs in at two providers, and out again there too', { tag: '@journey' }, async ({
    page,
    world,
    baseURL: _,
  }) => {
    await world.deployWithProviders(NEW);
    const user = await world.user({ role: 'employer' });
    await world.person('jane', {}, user.userId);
    await page.goto('/login?redirect=%2Femployer%2Foverview%3Fdate%3D2026-11-02');
    await expect(button(page, 'hill')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await page.screenshot({ path: 'test-results/single-sign-on-login-390.png' });
    await button(page, 'hill').click();
    await logInThere(page, 'hill', 'jane');
    // To the page that was asked for.
    await expect(page).toHaveURL(/\/employer\/overview\?date=2026-11-02/);
    await logOut(page);
    // The provider asks, ends its own session and sends the browser back.
    await page.getByRole('button', { name: /yes|sign me out/i }).click();
    await expect(page).toHaveURL(/\/login$/);
    await button(page, 'hill').click();
    await expect(page.getByLabel('Name')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('The log-in at Provider hill was cancelled.')).toBeVisible();
    await page.screenshot({ path: 'test-results/single-sign-on-cancelled-390.png' });
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await button(page, 'vale').click();
    await logInThere(page, 'vale', 'jane');
    await isHome(page);
  });

  test('a provider that is away is disabled with a reason, and the form works', async ({ page, world, login }) => {
    await world.deployWithProviders(NEW);
    await world.provider('vale', false);
    const user = await world.user({ role: 'employer' });
    // What the server read of the provider before is a minute old at most.
    await expect(async () => {
      await page.goto('/login');
      await expect(button(page, 'vale')).toBeDisabled({ timeout: 2_000 });
    }).toPass({ timeout: 90_000 });
    await expect(button(page, 'hill')).toBeEnabled();
    await expect(page.getByText('Provider vale cannot be reached. Try again later.')).toBeVisible();
    await page.screenshot({ path: 'test-results/single-sign-on-away-390.png' });
    await world.provider('vale', true);
    await login(page, user);
    await isHome(page);
  });

  test('a log-in that is no user’s names its identifier; an administrator links it', async ({
    page,
    world,
    another,
    open,
  }) => {
    await world.deployWithProviders(NEW);
    const user = await world.user({ role: 'employer' });
    await page.goto('/login');
    await button(page, 'hill').click();
    await logInThere(page, 'hill', 'nell-7');
    await expect(page.getByText('Give your administrator its identifier: nell-7')).toBeVisible();
    await page.screenshot({ path: 'test-results/single-sign-on-unlinked-390.png' });

    const context = await another();
    const office = await context.newPage();
    await open(office, await world.user({ role: 'admin' }), `/manage/users/edit/${user.userId}/password`);
    const panel = office.getByRole('region', { name: 'Single sign-on' });
    await panel.getByLabel('Provider', { exact: true }).selectOption('hill');
    await panel.getByLabel('Identifier at Provider hill').fill('nell-7');
    await office.screenshot({ path: 'test-results/single-sign-on-user-1280.png', fullPage: true });
    await panel.getByRole('button', { name: 'Link' }).click();
    await expect(panel.getByText('nell-7')).toBeVisible();

    await page.getByRole('link', { name: 'Back to Login' }).click();
    await button(page, 'hill').click();
    await isHome(page);
  });

  test('a user links a log-in in the user menu', async ({ page, world, open }) => {
    await world.deployWithProviders(NEW);
    const user = await world.user({ role: 'employer' });
    await open(page, user, '/login/options');
    await page.getByRole('button', { name: 'Link Provider hill' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Password', { exact: true }).fill(user.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await logInThere(page, 'hill', `own-${user.username}`);
    await expect(page.getByRole('button', { name: 'Remove Provider hill' })).toBeVisible();
    await page.screenshot({ path: 'test-results/single-sign-on-options-390.png', fullPage: true });
  });
});

test('settings of an account: created users, and the way back by password', async ({ page, world, open }) => {
  await world.deployWithProviders(NEW);
  const owner = await world.user({ role: 'employer', firstName: 'Olive', lastName: 'Owner' });
  await open(page, await world.user({ role: 'admin' }), `/manage/accounts/edit/${owner.accountId}/settings`);
  const form = page.getByRole('form', { name: 'Single sign-on' });
  await form.getByLabel('Provider').selectOption({ label: 'Provider hill' });
  await form.getByLabel('Require single sign-on').click({ force: true });
  await form.getByLabel('Create users').click({ force: true });
  await form.getByRole('textbox', { name: 'Value' }).fill('pickers');
  await form.getByRole('button', { name: 'Save Single Sign-On' }).click();
  await expect(form.getByText('Choose a user who keeps a password as the way back')).toBeVisible();
  await form.getByLabel('Keeps a password').selectOption(owner.userId);
  await page.screenshot({ path: 'test-results/single-sign-on-settings-1280.png', fullPage: true });
  await page.setViewportSize(PHONE);
  await page.screenshot({ path: 'test-results/single-sign-on-settings-390.png', fullPage: true });
  await form.getByRole('button', { name: 'Save Single Sign-On' }).click();
  await expect(page.getByText('Successfully updated account settings')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Save Single Sign-On' })).toBeDisabled();
});

test('as an installed application', async ({ world, baseURL }) => {
  await world.deployWithProviders(NEW);
  const user = await world.user({ role: 'employer' });
  await world.person(`app-${user.username}`, {}, user.userId);
  const context = await chromium.launchPersistentContext('', {
    executablePath: chromiumPath() ?? '',
    args: [...CHROMIUM_ARGS, `--app=${baseURL}/login`],
    viewport: PHONE,
    serviceWorkers: 'allow',
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${baseURL}/login`);
    expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
    await controlled(page);
    await button(page, 'hill').click();
    await logInThere(page, 'hill', `app-${user.username}`);
    await isHome(page);
    expect(context.pages()).toHaveLength(1);
    expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
    await page.screenshot({ path: 'test-results/single-sign-on-installed.png' });
  } finally {
    await context.close();
  }
});

test('where there is no provider, the log-in page asks for nothing more and has no word of it', async ({
  page,
  world,
  baseURL: _,
}) => {
  await world.forget();
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  expect((await world.asked()).filter(({ line }) => line.includes('single-sign-on'))).toEqual([]);
  await expect(page.getByText(/Continue with/)).toHaveCount(0);
});
