import type { Page } from '@playwright/test';
import { controlled, expect, setOffline, sharing, test } from '#tests/support/e2e.ts';

const HOURS_12 = 43_200_000;
const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem('tb.session'));
/** When the countdown begins: two minutes before the server's end. */
const expiresAt = async (page: Page): Promise<number> => JSON.parse((await stored(page)) ?? '{}').expiresAt;
const countdown = (page: Page) => page.getByRole('alertdialog', { name: 'Your session is about to expire' });
const AUTOMATIC = 'You have been logged out automatically due to your session expiring.';
const ELSEWHERE =
  'You have been logged out because your session expired or because you logged into a different device.';

test.describe('the expiry of a session', () => {
  test.beforeEach(({ page }) => page.clock.install());

  test('a countdown of 120 s, two minutes before the server’s end; Extend starts the time again', async ({
    page,
    world,
    login,
  }) => {
    // By the form, which reckons the end.
    const before = await page.evaluate(() => Date.now());
    await login(page, await world.user({ role: 'admin' }));
    await page.waitForURL('**/manage/accounts/**');
    const begins = await expiresAt(page);
    expect(begins - HOURS_12 + 120_000).toBeGreaterThanOrEqual(before);
    expect(begins - HOURS_12 + 120_000).toBeLessThanOrEqual(await page.evaluate(() => Date.now()));
    await page.clock.pauseAt(begins - 5_000);
    await expect(countdown(page)).toHaveCount(0);
    await page.clock.runFor(8_000);
    await expect(countdown(page)).toContainText(/You will be logged out in 11\d seconds/);
    await page.clock.resume();
    await expect(page.getByRole('button', { name: 'Extend session' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(countdown(page)).toBeVisible();
    await page.keyboard.press('Enter');
    await page.clock.runFor(2_000);
    await expect(page.getByText('Your session was extended')).toBeVisible();
    await expect(countdown(page)).toHaveCount(0);
    expect(await expiresAt(page)).toBeGreaterThan(begins + HOURS_12 - 120_000);
    await page.clock.pauseAt((await expiresAt(page)) - 5_000);
    await expect(countdown(page)).toHaveCount(0);
  });

  test('at zero the user is logged out, with the message', async ({ adminPage: page }) => {
    await page.clock.fastForward(HOURS_12 - 121_000);
    await page.clock.runFor(3_000);
    await expect(countdown(page)).toBeVisible();
    await page.clock.runFor(121_000);
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(page.getByText(AUTOMATIC)).toBeVisible();
    expect(await stored(page)).toBeNull();
  });

  test('slept through it: straight to the log-in page', async ({ adminPage: page }) => {
    await page.clock.fastForward(HOURS_12 + 600_000);
    await page.clock.runFor(1_500);
    await expect(page.getByText(AUTOMATIC)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  });
});

sharing('an expiry that is past on load leads to the log-in with its message', async ({ adminPage: page }) => {
  await page.evaluate(() => {
    const session = JSON.parse(sessionStorage.getItem('tb.session') ?? '{}');
    sessionStorage.setItem('tb.session', JSON.stringify({ ...session, expiresAt: Date.now() - 1 }));
  });
  await page.reload();
  await expect(page.getByText(ELSEWHERE)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(await stored(page)).toBeNull();
});

sharing('a log-in on another device logs out this one, with the message', async ({ page, world, open }) => {
  const user = await world.user({ role: 'admin' });
  await open(page, user, '/manage/accounts/all');
  // Its first calls may still be under way: one that is refused would show the message there, and not on the page that follows.
  await page.goto('about:blank');
  await world.loginElsewhere(user);
  await page.goto('/manage/accounts/all');
  await expect(page.getByText(ELSEWHERE)).toBeVisible();
  expect(await stored(page)).toBeNull();
});

sharing('a missing permission does not end the session', async ({ page, world, open }) => {
  const user = await world.user({ role: 'admin', permissions: ['Account.GET', 'User.GET'] });
  // The permission was withdrawn after the page last read the session.
  const body = JSON.stringify({ errorCode: 'PERMISSION_DENIED', message: 'Permission denied.' });
  await world.fault({ pattern: '^GET /v2/user', status: 401, type: 'application/json', body });
  await open(page, user, '/manage/users/all');
  await expect(page.getByText('Permission denied.').first()).toBeVisible();
  expect(await stored(page)).not.toBeNull();
});

sharing(
  'tabs have separate sessions; a copy of a tab ends with the original',
  async ({ page, world, login, context }) => {
    await login(page, await world.user({ role: 'admin' }));
    const fresh = await context.newPage();
    await fresh.goto('/manage/accounts/all');
    await expect(fresh.getByText('You are not logged in with an active session.')).toBeVisible();
    const [copy] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(() => void window.open('/manage/accounts/all')),
    ]);
    await expect(copy.getByRole('button', { name: /^User menu/ })).toBeVisible();
    const bob = await context.newPage();
    await login(bob, await world.user({ role: 'admin' }));

    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(copy.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(bob.getByRole('button', { name: /^User menu/ })).toBeVisible();
    expect(await stored(bob)).not.toBeNull();
  },
);

sharing('going back after a log-out shows nothing of the session', async ({ adminPage: page }) => {
  await page.goto('/manage/users/all');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: /^User menu/ })).toHaveCount(0);
});

sharing(
  'a session moves to another device by its QR code’s link, which works once',
  async ({ page, world, login, another }) => {
    await login(page, await world.user({ role: 'admin' }));
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Continue on another device' }).click();
    const code = page.getByRole('img', { name: /^QR code of/ });
    await expect(code).toBeVisible();
    const url = (await code.getAttribute('aria-label'))?.replace('QR code of ', '') ?? '';
    const phone = await (await another()).newPage();
    await phone.goto(new URL(url).pathname);
    await expect(phone).toHaveURL(/\/manage\/accounts/);
    const late = await (await another()).newPage();
    await late.goto(new URL(url).pathname);
    await expect(late.getByText('Invalid session transfer token')).toBeVisible();
    await expect(late.getByRole('link', { name: 'Back to Login' })).toBeVisible();
  },
);

sharing(
  'a reset mail really goes out; its link sets a password once and leaves no trace in the address',
  async ({ page, world, login }) => {
    const user = await world.user({ role: 'admin' });
    await page.goto('/login/request-reset');
    await page.getByLabel('Username or email address').fill(user.username);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(
      page.getByText('Your request has been submitted. Check your email inbox for an email from us.'),
    ).toBeVisible();
    const link = await world.mailedLink(`${user.username}@example.test`);
    const secret = new URL(link).pathname.split('/').at(-1) ?? '?';
    await page.goto(new URL(link).pathname);
    await page.getByLabel('New password').fill('short');
    await expect(page.getByText('Use at least 10 characters.')).toBeVisible();
    await page.getByLabel('New password').fill('granite meadow lantern');
    await page.getByLabel('Confirm password').fill('granite meadow lantern');
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(page.getByText('Your password has been updated.')).toBeVisible();
    expect(page.url()).not.toContain(secret);
    await login(page, { ...user, password: 'granite meadow lantern' });
    const again = await page.context().newPage();
    await again.goto(new URL(link).pathname);
    await again.getByLabel('New password').fill('another meadow lantern');
    await again.getByLabel('Confirm password').fill('another meadow lantern');
    await again.getByRole('button', { name: 'Set Password' }).click();
    await expect(again.getByText('Invalid Reset Token')).toBeVisible();
  },
);

sharing('a password that somebody else set must be changed first', async ({ page, world }) => {
  const user = await world.user({ role: 'admin', mustChangePassword: true });
  await page.goto('/login');
  await page.getByLabel('Username').fill(user.username);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
  await page.goto('/manage/accounts/all');
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
  await page.getByLabel('Current password').fill(user.password);
  await page.getByLabel('New password').fill('granite meadow lantern');
  await page.getByLabel('Confirm password').fill('granite meadow lantern');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page).toHaveURL(/\/manage\/accounts/);
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });
  test('a log-out works offline, and nothing of the user stays', { tag: '@journey' }, async ({
    adminPage: page,
    world,
    context,
  }) => {
    await controlled(page);
    await world.down();
    await setOffline(context, true);
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    expect(await stored(page)).toBeNull();
  });
});
