import { readFile } from 'node:fs/promises';
import { expect, sharing as test } from '#tests/support/e2e.ts';

test('a backup is made, downloaded, restored over what changed since, and the restore undone', {
  tag: '@journey',
}, async ({ page, world, open }) => {
  const { accountId } = await world.user({ role: 'employer' });
  await world.employees(accountId, 5);
  const tab = `/manage/accounts/edit/${accountId}/data-management`;
  await open(page, await world.user({ role: 'admin' }), tab);
  await expect(page.getByText('No backups to show.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Backup' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Backup' }).click();
  const status = page.getByRole('dialog', { name: 'Backup status' });
  await expect(status.getByText('In Progress')).toBeVisible();
  await world.work();
  await expect(status.getByText('Successful')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await status.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const file = test.info().outputPath('farm.zip');
  await download.saveAs(file);
  await status.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('table', { name: 'Backups' }).getByText('Successful')).toBeVisible();

  // Three people were added since the backup; a replace deletes them.
  await world.employees(accountId, 3);
  await page.getByRole('button', { name: 'Restore Backup' }).click();
  const restore = page.getByRole('dialog', { name: 'Restore Backup' });
  await restore.locator('input[type=file]').setInputFiles({
    name: 'farm.zip',
    mimeType: 'application/zip',
    buffer: await readFile(file),
  });
  await restore.getByRole('button', { name: 'Continue' }).click();
  await restore.getByRole('button', { name: 'Upload' }).click();
  await restore.getByRole('radio', { name: /^Delete all existing data/ }).check();
  const employees = restore.getByRole('table', { name: 'Rehearsal' }).getByRole('row', { name: /^Employees/ });
  await expect(employees.getByRole('cell')).toHaveText(['Employees', '0', '0', '5', '3']);
  const start = restore.getByRole('button', { name: 'Start Restore' });
  await expect(start).toBeDisabled();
  await restore.getByLabel('I understand the consequences.').check();
  await start.click();
  await expect(restore.getByText('In Progress')).toBeVisible();
  await world.work();
  await expect(restore.getByText('Successful')).toBeVisible();
  await restore.getByRole('button', { name: 'Close', exact: true }).last().click();

  const restores = page.getByRole('table', { name: 'Restores' });
  await restores.getByRole('button', { name: 'Undo this restore' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo this restore' });
  await undo.getByLabel('I understand the consequences.').check();
  await undo.getByRole('button', { name: 'Undo this restore' }).click();
  const undoing = page.getByRole('dialog', { name: 'Restore status' });
  await expect(undoing.getByText('In Progress')).toBeVisible();
  await world.work();
  await expect(undoing.getByText('Successful')).toBeVisible();
  await page.goto(`/manage/accounts/edit/${accountId}/stats`);
  await expect(page.getByRole('region', { name: 'Employees' })).toContainText('8');
});

test('a file that is no backup is refused before anything changes', async ({ page, world, open }) => {
  const { accountId } = await world.user({ role: 'employer' });
  await open(page, await world.user({ role: 'admin' }), `/manage/accounts/edit/${accountId}/data-management`);
  await page.getByRole('button', { name: 'Restore Backup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore Backup' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'farm.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('this is no archive'),
  });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Failed to upload backup file.')).toBeVisible();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('No restores to show.')).toBeVisible();
});

test('the dashboard data of an account is recalculated', async ({ page, world, open }) => {
  const { accountId } = await world.user({ role: 'employer' });
  await world.employees(accountId, 3);
  await open(page, await world.user({ role: 'admin' }), `/manage/accounts/edit/${accountId}/data-management`);
  await page.getByRole('button', { name: 'Recalculate Dashboard Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recalculate Dashboard Data' });
  await dialog.getByLabel('I understand the consequences.').check();
  await dialog.getByRole('button', { name: 'Recalculate' }).click();
  await expect(page.getByText('Request successfully sent to server')).toBeVisible();
  await world.work();
  await expect(dialog.getByText('Successful')).toBeVisible();
});
