import { expect, sharing as test } from '#tests/support/e2e.ts';

test('an unmanaged device: code, mail, employees, a new code, deletion', { tag: '@journey' }, async ({
  page,
  world,
  open,
}) => {
  const { accountId } = await world.user({ role: 'employer' });
  await world.employees(accountId, 5);
  const tab = `/manage/accounts/edit/${accountId}/devices`;
  await open(page, await world.user({ role: 'admin' }), tab);
  await expect(page.getByText('No devices found.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('menuitem', { name: /Add Unmanaged Device/ }).click();
  await page.getByLabel('Serial number').fill('E2E-PHONE-1');
  await page.getByLabel('IMEI').fill('350000000000017');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Device' }).click();
  await expect(page.getByText('Unmanaged RC device added successfully')).toBeVisible();
  const code = page.getByRole('dialog', { name: 'Activation code' });
  await expect(code.getByRole('img', { name: 'Activation QR code' })).toBeVisible();
  const first = await code.getByTestId('code').textContent();
  expect(first).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  await code.getByRole('radio', { name: 'Other Address' }).check();
  await code.getByLabel('Email address').fill('gate@farm.example');
  await code.getByRole('button', { name: 'Send activation code' }).click();
  await expect(code.getByText('Sent to gate@farm.example.')).toBeVisible();
  await code.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit New Device' });
  await expect(edit.getByRole('button', { name: 'Update' })).toBeDisabled();
  await edit.getByRole('button', { name: 'Select all', exact: true }).click();
  await edit.getByLabel('Description').fill('Gate phone');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Gate phone', exact: true })).toBeVisible();

  // The address keeps the open dialog; the back gesture closes it.
  await page.getByRole('button', { name: 'Connection log' }).click();
  await expect(page).toHaveURL(/panel=recorder/);
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Connection log: Gate phone' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Activation code' }).click();
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect(page.getByTestId('code')).not.toHaveText(first ?? '');
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Delete' }).click();
  const remove = page.getByRole('dialog', { name: 'Delete Device' });
  await expect(remove).toContainText('5 employees can no longer clock on it');
  await remove.getByRole('button', { name: 'Delete Device' }).click();
  await expect(page.getByText('No devices found.')).toBeVisible();
});

test('a terminal that calls in unknown is sighted and claimed; its connection log says what comes next', {
  tag: '@journey',
}, async ({ page, world, open, request }) => {
  const { accountId } = await world.user({ role: 'employer' });
  // Browsers are refused at the terminals' addresses.
  const headers = { 'user-agent': 'iClock Proxy/1.09' };
  await request.get('/iclock/cdata?SN=E2ESTRAY1&options=all&pushver=2.4.1', { headers });
  await open(page, await world.user({ role: 'admin' }), `/manage/accounts/edit/${accountId}/devices`);
  await page.getByRole('button', { name: 'Claim E2ESTRAY1 for this account' }).click();
  await page.getByLabel('Name').fill('Gate A');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Device' }).click();
  await expect(page.getByText('ADMS Device created successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Connection log' }).click();
  const recorder = page.getByRole('dialog', { name: /^Connection log/ });
  await expect(recorder.getByText('Next step')).toBeVisible();
  await recorder.getByRole('button', { name: 'Check in' }).click();
  await expect(recorder.getByRole('cell', { name: 'CHECK' })).toBeVisible();
});

test('a managed device shows its enrolment code as an image', async ({ page, world, open }) => {
  const { accountId } = await world.user({ role: 'employer' });
  await open(page, await world.user({ role: 'admin' }), `/manage/accounts/edit/${accountId}/devices`);
  await page.getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('menuitem', { name: /Add Managed Device/ }).click();
  await page.getByLabel('Serial number').fill('E2E-MANAGED-1');
  await page.getByLabel('IMEI').fill('350000000000025');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Device' }).click();
  const image = page.getByRole('img', { name: 'Enrolment QR code' });
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0)))
    .toBe(512);
});
