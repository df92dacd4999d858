import type { Page } from '@playwright/test';
import { axeFindings } from '#tests/support/axe.ts';
import { expect, sharing as test } from '#tests/support/e2e.ts';
import { settle } from '#tests/support/tour.ts';

/** Fills and saves the General form of a new account. */
async function newAccount(page: Page, code: string, name: string) {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByLabel('First name').fill('Hélène');
  await page.getByLabel('Last name').fill('Holder');
  await page.getByLabel('Contact number').fill('+27 21 555 0134');
  await page.getByLabel('Email address').fill('helene@farm.example');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  return page.url().match(/edit\/([^/]+)/)?.[1] ?? '';
}

test('an account from its first save to its deletion', { tag: '@journey' }, async ({ page, world, open }) => {
  await open(page, await world.user({ role: 'admin' }), '/manage/accounts/new');
  await newAccount(page, 'E2E-1', 'End to End Farm');
  await expect(page.getByText('Successfully created account')).toBeVisible();
  await expect(page.getByLabel('Code')).toBeDisabled();
  await expect(page.getByRole('region', { name: 'Next steps' })).toContainText('Set up this account');

  // The tab and the search are in the address: a reload returns to them.
  await page.getByRole('tab', { name: 'Statistics' }).click();
  await expect(page).toHaveURL(/\/stats$/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Statistics' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Total alerts sent')).toBeVisible();

  // The search ignores accents and case, and covers code, name and holder.
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('searchbox').fill('helene END');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=helene/);
  await page.reload();
  await page.getByRole('link', { name: /End to End Farm/ }).click();
  await expect(page.getByRole('heading', { name: 'End to End Farm' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('0 devices');
  await expect(dialog.getByRole('button', { name: 'Delete Account' })).toBeDisabled();
  await dialog.getByLabel('I understand the consequences.').check();
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page).toHaveURL(/\/manage\/accounts\/all/);
  await expect(page.getByText('Account deleted successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: /End to End Farm/ })).toHaveCount(0);
});

test('a long list does not grow the document, and the back button returns to the place', async ({
  page,
  world,
  open,
}) => {
  await world.accounts(Array.from({ length: 300 }, (_, index) => `Listed ${String(index).padStart(3, '0')}`));
  await open(page, await world.user({ role: 'admin' }), '/manage/accounts/all?q=listed');
  const list = page.getByRole('region', { name: 'Accounts' });
  await expect(page.getByRole('link', { name: /Listed 000/ })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 200 * 86));
  await expect(page.getByRole('link', { name: /Listed 203/ })).toBeVisible();
  expect(await list.getByRole('listitem').count()).toBeLessThan(40);

  await page.getByRole('link', { name: /Listed 203/ }).click();
  await expect(page.getByRole('heading', { name: 'Listed 203' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: /Listed 203/ })).toBeInViewport();
  await page.reload();
  await expect(page.getByRole('link', { name: /Listed 203/ })).toBeInViewport();

  // Without a mouse: End goes to the last row, however late it comes, arrows move, Enter opens.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/[?&]startRow=/, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: /Listed 203/ }).focus();
  await page.keyboard.press('End');
  await expect(list.locator('[aria-posinset="300"]')).toBeVisible();
  await page.evaluate(async () => {
    for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame);
  });
  release();
  await expect(page.getByRole('link', { name: /Listed 299/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('link', { name: /Listed 298/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Listed 298' })).toBeVisible();
});

test('the back gesture closes a dialog and stays on the page; it asks where something typed would be lost', {
  tag: '@journey',
}, async ({ page, world, open }) => {
  // As on a busy device: the router returns to the page late, and a Back in between replaces that.
  await page.addInitScript(() => {
    const go = history.go.bind(history);
    history.go = (delta) => {
      const waiting = setTimeout(() => go(delta), 300);
      addEventListener('popstate', () => clearTimeout(waiting), { once: true });
    };
  });
  const { accountId } = await world.user({ role: 'employer' });
  await open(page, await world.user({ role: 'admin' }), `/manage/accounts/edit/${accountId}/general`);
  await page.getByRole('tab', { name: 'Data Management' }).click();
  await page.getByRole('button', { name: 'Create Backup' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Backup' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/data-management$/);

  await page.getByRole('tab', { name: 'Devices' }).click();
  await page.getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('menuitem', { name: /Add ADMS Device/ }).click();
  await page.getByLabel('Serial number').fill('HALFTYPED');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(page.getByLabel('Serial number')).toHaveValue('HALFTYPED');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/devices$/);
  await page.goBack();
  await expect(page).toHaveURL(/data-management$/);
});

test('a new administrator, the export of the user list', async ({ page, world, open }) => {
  await open(page, await world.user({ role: 'admin' }), '/manage/users/all');
  await page.getByRole('link', { name: 'New Admin User' }).click();
  await expect(page.getByRole('tab', { name: 'Password' })).toBeDisabled();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Minister');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Email').fill('ada@system.example');
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect(page.getByText('Successfully created user')).toBeVisible();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Account.DELETE').uncheck();
  await page.getByRole('button', { name: 'Update Settings' }).click();
  await expect(page.getByText('Successfully updated user')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Account.DELETE')).not.toBeChecked();

  await page.goto('/manage/users/all');
  await page.getByRole('button', { name: 'Export User List' }).click();
  await page.getByLabel('Employer users only').uncheck();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

/** The tabs for devices and settings are in a11y.screens. */
test('every other tab, in light and dark: nothing for axe to complain about, nothing sideways on a phone', async ({
  page,
  world,
  open,
}) => {
  // Ten screens, each in two schemes and two widths.
  test.slow();
  const { accountId, userId } = await world.user({ role: 'employer' });
  const admin = await world.user({ role: 'admin' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const account = `/manage/accounts/edit/${accountId}`;
  const screens = [
    '/manage/accounts/all',
    '/manage/accounts/new',
    ...['general', 'users', 'stats', 'data-management', 'activity'].map((tab) => `${account}/${tab}`),
    '/manage/users/all',
    ...['general', 'password'].map((tab) => `/manage/users/edit/${userId}/${tab}`),
  ];
  for (const [index, screen] of screens.entries()) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await (index === 0 ? open(page, admin, screen) : page.goto(screen));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      expect(await axeFindings(page, ['wcag2a', 'wcag2aa', 'wcag22aa']), `${screen} ${colorScheme}`).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(sideways, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
  }
});
