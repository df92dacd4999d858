import type { Locator, Page } from '@playwright/test';
import { expect, sharing as test } from '#tests/support/e2e.ts';
import { setUpRecorder } from '#tests/support/recorderPage.ts';

/** A double press closes a dialog once: a second step back would leave the page or the application. */

type Way = 'the cross' | 'Cancel' | 'the ground';
type Opened = { name: string; open: (page: Page) => Promise<void>; dialog: RegExp; ways: readonly Way[] };

async function doublePress(page: Page, dialog: Locator, way: Way) {
  if (way === 'the ground') return page.mouse.dblclick(20, 700);
  const name = way === 'the cross' ? 'Close' : 'Cancel';
  await dialog.getByRole('button', { name, exact: true }).first().dblclick();
}

/** Opens each dialog and closes it in each way; after each the page and its address are as before. */
async function expectClosedOnce(page: Page, dialogs: readonly Opened[]) {
  const place = () => new URL(page.url()).pathname + new URL(page.url()).search;
  for (const { name, open, dialog, ways } of dialogs)
    for (const way of ways)
      await test.step(`${name}, ${way}`, async () => {
        const before = place();
        await open(page);
        const opened = page.getByRole('dialog', { name: dialog });
        await expect(opened).toBeVisible();
        await doublePress(page, opened, way);
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect.poll(place).toBe(before);
      });
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

test('a double press on a dialog of the dashboard closes it once', async ({ page, world, open }) => {
  const user = await world.user({ role: 'employer' });
  await world.employees(user.accountId, 3);
  // A page before, where a second step back would end.
  await open(page, user, '/employer/people');
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('button', { name: /^Employees 3/ })).toBeVisible();
  await expectClosedOnce(page, [
    { name: 'tile', open: press(/^Present/), dialog: /^Present/, ways: ['the cross', 'the ground'] },
    { name: 'devices', open: press(/^Devices/), dialog: /^Devices/, ways: ['the cross', 'the ground'] },
    {
      name: 'alerts',
      open: press(/^Alerts|^Manage Alerts/),
      dialog: /^Manage Alerts/,
      ways: ['the cross', 'the ground'],
    },
    {
      name: 'report',
      open: press(/^Generate report/),
      dialog: /^Export .* Report/,
      ways: ['the cross', 'Cancel', 'the ground'],
    },
    { name: 'filter', open: press(/^Filter/), dialog: /^Filter/, ways: ['the cross', 'the ground'] },
  ]);

  // 'Why?' over the list closes to the list, and the list closes to the page.
  await press(/^Employees 3/)(page);
  await page.getByRole('button', { name: /Why\?/ }).first().click();
  const why = page.getByRole('dialog', { name: /^Why\?/ });
  await expect(why).toBeVisible();
  await doublePress(page, why, 'the cross');
  await expect(why).toHaveCount(0);
  const list = page.getByRole('dialog', { name: /^Employees/ });
  await expect(list).toBeVisible();
  await doublePress(page, list, 'the cross');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/employer\/overview$/);
});

test('a double press on a dialog of the administrator closes it once', async ({ page, world, open }) => {
  const { accountId } = await world.user({ role: 'employer' });
  await open(page, await world.user({ role: 'admin' }), '/manage/users/all');
  await expectClosedOnce(page, [
    { name: 'export', open: press('Export User List'), dialog: /Export/, ways: ['the cross', 'Cancel', 'the ground'] },
  ]);
  await page.goto(`/manage/accounts/edit/${accountId}/devices`);
  const add = async (of: Page) => {
    await press('Add Device')(of);
    await of.getByRole('menuitem', { name: /Unmanaged/ }).click();
  };
  await expectClosedOnce(page, [
    { name: 'add a device', open: add, dialog: /^Add Unmanaged/, ways: ['the cross', 'Cancel', 'the ground'] },
  ]);
  await add(page);
  await page.getByLabel('Serial number').fill('E2E-DOUBLE');
  await page.getByLabel('IMEI').fill('350000000000025');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  const edit = { open: press('Edit'), dialog: /^Edit New Device/ };
  await expectClosedOnce(page, [
    { name: 'edit', ...edit, ways: ['the cross', 'Cancel', 'the ground'] },
    { name: 'connection log', open: press('Connection log'), dialog: /^Connection log/, ways: ['the cross'] },
  ]);
});

test('Back asks before what was typed in a dialog of the address is lost', async ({ page, world, open }) => {
  const { accountId } = await world.user({ role: 'employer' });
  const tab = `/manage/accounts/edit/${accountId}/devices`;
  await open(page, await world.user({ role: 'admin' }), tab);
  await page.getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('menuitem', { name: /Unmanaged/ }).click();
  await page.getByLabel('Serial number').fill('E2E-BACK');
  await page.getByLabel('IMEI').fill('350000000000033');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit New Device' });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  for (const isReloaded of [false, true])
    await test.step(isReloaded ? 'after a reload' : 'opened by a press', async () => {
      await page.getByRole('button', { name: 'Edit' }).click();
      if (isReloaded) await page.reload();
      await dialog.getByLabel('Description').fill('Gate phone');
      await page.goBack();
      await expect(question).toBeVisible();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog.getByLabel('Description')).toHaveValue('Gate phone');
      await page.goBack();
      await question.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(new RegExp(`${tab}$`));
    });
});

test('the browser asks before what was typed in a dialog that a link opened is lost', async ({ page, world, open }) => {
  const { accountId } = await world.recorder();
  const tab = `/manage/accounts/edit/${accountId}/devices`;
  await open(page, await world.user({ role: 'admin' }), tab);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/panel=edit/);
  const link = page.url();
  await page.goto(tab);
  await page.goto(link);
  const description = page.getByRole('dialog', { name: /^Edit / }).getByLabel('Description');
  const back = async (answer: 'accept' | 'dismiss') => {
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => history.back());
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question[answer]();
  };
  await description.click();
  await page.keyboard.type(' at the gate');
  await back('dismiss');
  await expect(description).toHaveValue(/ at the gate$/);
  await back('accept');
  await expect(page).toHaveURL(new RegExp(`${tab}$`));
});

test('a double press on a dialog of the Recorder closes it once', async ({ page, world, baseURL }) => {
  const { code } = await world.recorder();
  await setUpRecorder(page, baseURL ?? '', code, 'count');
  await page.getByLabel('Lookup 1').selectOption('APPLE');
  await page.getByLabel(/per scan/i).fill('12');
  await page.getByRole('button', { name: 'Start' }).click();
  const really = page.getByRole('dialog', { name: /^Really 12/ });
  await really.getByRole('button', { name: 'No' }).dblclick();
  await expect(really).toHaveCount(0);
  await expect(page).toHaveURL(`${baseURL}/rc/`);
  await expect(page.getByRole('heading', { name: 'What is counted?' })).toBeVisible();
});
