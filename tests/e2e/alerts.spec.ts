import { logIn } from '#contract/access/session.ts';
import { createAlert } from '#contract/reports/alerts.ts';
import { createCall } from '#server/operations/demo/client.ts';
import { expect, sharing as test } from '#tests/support/e2e.ts';

test('an alert is created, previewed, changed and deleted, and is still there after a reload', {
  tag: '@journey',
}, async ({ employerPage: page }) => {
  await page.getByRole('button', { name: /Manage Alerts/ }).click();
  const manage = page.getByRole('dialog', { name: 'Manage Alerts' });
  await expect(manage.getByText('No alerts configured')).toBeVisible();
  await manage.getByRole('button', { name: 'Create Attendance Alert' }).click();

  const create = page.getByRole('dialog', { name: 'Create Attendance Alert' });
  await create.getByLabel('Description').fill('Who is late');
  await create.getByRole('switch', { name: /^Send via Email/ }).press('Space');
  await create.getByLabel('Recipient', { exact: true }).fill('ann@farm.example');
  await page.keyboard.press('Enter');
  await create.getByRole('button', { name: 'What this would send now' }).click();
  await expect(create.getByText(/^Fires next/)).toBeVisible();
  await create.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Alert created successfully')).toBeVisible();
  await expect(create).toHaveCount(0);

  await page.reload();
  await expect(manage.getByRole('button', { name: /Who is late/ })).toContainText('1 recipient');
  await manage.getByRole('button', { name: /Who is late/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Alert' });
  await edit.getByLabel('Description').fill('Who is absent');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(manage.getByRole('button', { name: /Who is absent/ })).toBeVisible();

  await manage.getByRole('button', { name: /Who is absent/ }).click();
  await edit.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Confirm Deletion' }).getByRole('button', { name: 'Delete' }).click();
  await expect(manage.getByText('No alerts configured')).toBeVisible();
});

test('the licence’s last alert leaves no room for another', async ({ page, world, open }) => {
  const { username, password } = await world.user({ role: 'employer' });
  const call = createCall(world.origin);
  const { token } = await call(logIn, { body: { username, password } });
  const alert = { category: 'attendance' as const, viaEmail: false, emailRecipients: [], daysOfWeek: [1] };
  const when = { times: [{ enabled: true, time: '08:00' }], targetGroups: [] };
  for (let made = 1; made < 10; made += 1)
    await call(createAlert, { body: { ...alert, ...when, description: `Alert ${made}` } }, token);
  await open(page, { username, password }, '/employer/overview?open=alerts');
  await expect(page.getByText('9 of 10 alerts used')).toBeVisible();
  await page.getByRole('button', { name: 'Create Attendance Alert' }).click();
  await page.getByLabel('Description').fill('Alert 10');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('10 of 10 alerts used')).toBeVisible();
  await expect(page.getByText('Your licence allows no more.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Attendance Alert' })).toBeDisabled();
});
