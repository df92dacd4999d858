import { readFile } from 'node:fs/promises';
import { expect, sharing as test } from '#tests/support/e2e.ts';

test('a card’s report is a file with a row for each of its people, and the card remembers it', {
  tag: '@journey',
}, async ({ page, world, open }) => {
  const employer = await world.user({ role: 'employer' });
  await world.employees(employer.accountId, 7);
  await open(page, employer, '/employer/overview');
  const card = page.getByRole('region', { name: 'Employee Attendance' });
  await card.getByRole('button', { name: 'Generate report' }).click();
  await page.getByRole('menuitem', { name: 'Employee Attendance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Employee Attendance Report' });
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^employee-attendance-.+\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(8);
  expect(lines[0]).toContain('Employee Number');
  await expect(dialog).toHaveCount(0);
  await expect(card.getByText(/exported .* by /)).toBeVisible();
});

test('a failure is told in the dialog, and the next try works', async ({ page, world, open }) => {
  const employer = await world.user({ role: 'employer' });
  await world.employees(employer.accountId, 1);
  await open(page, employer, '/employer/overview?open=report&report=latecomers');
  const dialog = page.getByRole('dialog', { name: 'Export Latecomers Report' });
  await world.fault({
    pattern: 'POST /v2/stats/generateReport',
    status: 503,
    body: JSON.stringify({ errorCode: 'UNAVAILABLE', message: 'Too many reports are being made.' }),
    type: 'application/json',
    times: 1,
  });
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByText('Too many reports are being made.')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await downloading;
});

test('a print view opens in a window of its own', async ({ page, world, open }) => {
  const employer = await world.user({ role: 'employer' });
  await world.employees(employer.accountId, 2);
  await open(page, employer, '/employer/overview?open=report&report=employee-attendance');
  const dialog = page.getByRole('dialog', { name: 'Export Employee Attendance Report' });
  await dialog.getByText('Print view').click();
  await dialog.getByRole('button', { name: 'Export' }).click();
  const opening = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Open print view' }).click();
  const view = await opening;
  await expect(view.getByRole('table').first()).toBeVisible();
  // The window shares the session of the page that opened it, and closes when that ends.
  expect(await view.evaluate(() => sessionStorage.length)).toBe(0);
  const closed = view.waitForEvent('close');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await closed;
});
