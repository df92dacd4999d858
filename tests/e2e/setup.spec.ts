import type { Page } from '@playwright/test';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { expect, sharing as test } from '#tests/support/e2e.ts';

/** The most inputs that the set-up may take. */
const MOST_INPUTS = 60;

/** Presses keys and counts inputs: each key that moves or presses is one, and so is the text of one field. */
function keyboard(page: Page) {
  let inputs = 0;
  const press = async (key: string) => {
    inputs += 1;
    await page.keyboard.press(key);
  };
  return {
    press,
    async type(text: string) {
      inputs += 1;
      await page.keyboard.insertText(text);
    },
    /** Tabs to the control with this name and presses it. */
    async reach(role: 'link' | 'button', name: string | RegExp) {
      const control = page.getByRole(role, { name });
      await expect(control).toBeVisible();
      const isThere = () => control.evaluate((element) => element === document.activeElement);
      while (!(await isThere())) {
        await press('Tab');
        expect(inputs).toBeLessThan(MOST_INPUTS);
      }
      await press('Enter');
    },
    inputs: () => inputs,
  };
}

test('a customer sets an account up by the link that an administrator sends', { tag: '@journey' }, async ({
  page,
  world,
  open,
  browser,
}) => {
  const { accountId } = await world.user({ role: 'employer' });
  await open(page, await world.user({ role: 'admin' }), `/manage/accounts/edit/${accountId}/general`);
  await page.getByRole('button', { name: 'Set-up link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set-up link' });
  const username = `owner${Date.now()}`;
  await dialog.getByLabel('First name').fill('Maria');
  await dialog.getByLabel('Last name').fill('Steyn');
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Email').fill(`${username}@orchard.test`);
  await dialog.getByRole('button', { name: 'Make link' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  const url = new URL((await dialog.getByText(/password-reset/).textContent()) ?? '');

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const customer = await context.newPage();
  await customer.goto(`${url.pathname}${url.search}`);
  await customer.getByLabel('New password').fill('seven green tractors');
  await customer.getByLabel('Confirm password').fill('seven green tractors');
  await customer.getByRole('button', { name: 'Set Password' }).click();
  await expect(customer.getByText('Your password has been updated.')).toBeVisible();
  await customer.getByRole('link', { name: 'Back to Login' }).click();
  await customer.getByLabel(/username/i).fill(username);
  await customer.getByLabel('Password', { exact: true }).fill('seven green tractors');
  await customer.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(customer).toHaveURL(/\/employer\/settings/);
  await context.close();
});

/** Texts that people type or paste: by the example of the page, and a list with headings of its own. */
const PEOPLE = {
  'people who are typed': '1001 Thandi Mokoena\n1002 Jan Botha\n1003 Amahle Dube',
  'a list of its own': [
    'Surname,Name,Clock no,Team,Start date,Cell no',
    'Mokoena,Thandi,101,Packhouse,13/11/2025,082 555 0000',
    'Botha,Jan,102,Orchard,21/01/2026,082 555 0001',
    'Dube,Amahle,103,Orchard,21/01/2026,082 555 0002',
  ].join('\n'),
};
for (const [name, cells] of Object.entries(PEOPLE))
  test(`an empty account comes to its first punch with ${name} by keyboard, with few inputs, and the try-out is removed again`, {
    tag: '@journey',
  }, async ({ page, world, open }) => {
    const permissions = [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE', 'Attendance.CORRECT'] as const;
    await open(page, await world.user({ role: 'employer', permissions: [...permissions] }), '/employer/overview');
    await expect(page.getByRole('link', { name: 'Set up your account' })).toBeVisible();
    const began = Date.now();
    const keys = keyboard(page);

    // The sections come first on every page.
    await keys.reach('button', 'Skip to content');
    await keys.reach('link', 'Set up your account');
    await expect(page.getByRole('form', { name: 'Where are you?' })).toBeVisible();
    await keys.reach('button', 'Continue');
    await expect(page.getByRole('form', { name: 'When do you work?' })).toBeVisible();
    await keys.reach('button', 'Continue');
    const people = page.getByRole('form', { name: 'Who works?' });
    await expect(people.getByRole('textbox')).toBeFocused();
    await keys.type(cells);
    await keys.reach('button', 'Look at the lines');
    await keys.reach('button', 'Take 3 lines');
    await expect(page.getByRole('form', { name: 'What is counted?' })).toBeVisible();
    await keys.reach('button', /^Skip$/);
    await expect(page.getByRole('form', { name: 'How do people clock?' })).toBeVisible();
    await keys.reach('button', 'Continue');
    await expect(page.getByText('Waiting for the first punch')).toBeVisible();
    await keys.reach('button', 'Try it out');
    await expect(page.getByText('Your dashboard is moving.')).toBeVisible();
    const seconds = Math.round((Date.now() - began) / 1_000);
    console.log(`From an empty account to the first punch with ${name}: ${keys.inputs()} inputs, ${seconds} s`);
    expect(keys.inputs()).toBeLessThan(MOST_INPUTS);

    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await expect(page.getByRole('button', { name: /^Employees/ })).toContainText('3');
    await page.goto('/employer/settings');
    await page.getByRole('button', { name: 'Remove the try-out' }).click();
    await expect(page.getByText('Waiting for the first punch')).toBeVisible();
  });

test('the tab of the page that is open is in view on a phone, also after the window became narrow', async ({
  page,
  world,
  open,
}) => {
  const permissions = [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] as const;
  const owner = await world.user({ role: 'employer', permissions: [...permissions] });
  await open(page, owner, '/employer/settings?page=users');
  const tab = page.getByRole('tab', { name: 'Users and access', selected: true });
  // The list scrolls by whole pixels.
  await expect(tab).toBeInViewport({ ratio: 0.99 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tab).toBeInViewport({ ratio: 0.99 });
  await page.reload();
  await expect(tab).toBeInViewport({ ratio: 0.99 });
});
