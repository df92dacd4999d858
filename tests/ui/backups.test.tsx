import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getAccountSettings } from '#contract/access/accountSettings.ts';
import { getAccount } from '#contract/access/accounts.ts';
import { getRecalculation, resetDashboardState } from '#contract/figures/stats.ts';
import {
  deleteBackup,
  downloadBackup,
  getBackupSchedule,
  getBackupStatus,
  getBackupWarnings,
  getRestoreStatus,
  listBackups,
  listRestores,
  rehearseRestore,
  setBackupSchedule,
  startBackup,
  startRestore,
  undoRestore,
  uploadRestore,
} from '#contract/operations/backups.ts';
import { ADMIN_PERMISSIONS } from '#contract/platform/permissions.ts';
import { getChoices } from '#contract/reports/choices.ts';
import { addDays, dateOf, longDay } from '#src/lib/zoned.ts';
import { answer, later, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount, sampleBackup, sampleRestore } from '#tests/support/manageSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const TAB = `/manage/accounts/edit/${idOf(1)}/data-management`;
const zip = (type = 'application/zip') => new File(['PK\u0003\u0004'], 'farm.zip', { type });
const uploaded = {
  restoreJobId: idOf(400),
  includedItems: [
    { type: 'Employees' as const, count: 41 },
    { type: 'Clock Records' as const, count: 5_000 },
  ],
  madeAt: '2026-11-19T08:00:00.000Z',
  madeFor: 'Sunny Farm',
  foreign: false,
};
const rehearsal = {
  items: [
    { type: 'Employees' as const, added: 1, changed: 2, unchanged: 38, deleted: 3, conflicts: ['number 17 is taken'] },
  ],
};

beforeEach(() => {
  signedIn({ role: 'admin' });
  answer(getAccount, sampleAccount());
  answer(getAccountSettings, {
    allowedSystemIds: [],
    timeZone: 'Africa/Johannesburg',
    storeTemplates: false,
    language: 'en',
    correctionDays: 42,
    recordYears: 7,
    musterForAll: false,
    lastFigures: true,
    consentRequired: false,
    consentText: '',
    requireSecondFactor: false,
    isDefaultTimeZone: false,
    recalculatingSince: null,
  });
  answer(listBackups, { results: [] });
  answer(listRestores, { results: [] });
});

test('without backups and restores the lists say so', async () => {
  renderApp(TAB);
  expect(await screen.findByText('No backups to show.')).toBeTruthy();
  expect(await screen.findByText('No restores to show.')).toBeTruthy();
});

test('lists that cannot be loaded say so inline', async () => {
  answer(listBackups, refused(503, 'UNAVAILABLE', 'Away.'));
  answer(listRestores, refused(503, 'UNAVAILABLE', 'Away.'));
  renderApp(TAB);
  expect(await screen.findByText('Failed to load backup list. Please try again later.')).toBeTruthy();
  expect(await screen.findByText('Failed to load restore list. Please try again later.')).toBeTruthy();
});

test('Create Backup needs an item, reports, and its status is fetched every 500 ms until it is done; then it can be downloaded', async () => {
  const started = answer(startBackup, { backupJobId: idOf(300) });
  let status = sampleBackup({
    status: 'In Progress',
    bytes: null,
    progress: { done: 1, total: 4, step: 'Clock Records' },
  });
  const asked = answer(getBackupStatus, () => status);
  const began = vi.spyOn(globalThis, 'setInterval');
  const ended = vi.spyOn(globalThis, 'clearInterval');
  /** Returns the running timers of 500 ms. */
  const polls = () =>
    began.mock.results
      .filter((_, index) => began.mock.calls[index]?.[1] === 500)
      .filter(({ value }) => !ended.mock.calls.some(([timer]) => timer === value));
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  answer(
    downloadBackup,
    () => new Response('PK', { headers: { 'content-disposition': 'attachment; filename="farm-1.zip"' } }),
  );

  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('button', { name: 'Create Backup' }));
  const options = await screen.findByRole('dialog', { name: 'Create Backup' });
  const create = within(options).getByRole('button', { name: 'Create Backup' });
  const items = ['Payroll Data', 'Employees', 'Biometric Templates', 'Clock Records'];
  expect(within(options).getByRole('checkbox', { name: /^Users/ })).toHaveProperty('checked', false);
  for (const item of items)
    await app.user.click(within(options).getByRole('checkbox', { name: new RegExp(`^${item}`) }));
  expect(create).toHaveProperty('disabled', true);
  await app.user.click(within(options).getByRole('checkbox', { name: /^Employees/ }));
  await app.user.click(create);
  expect(await screen.findByText('Backup request sent to server.')).toBeTruthy();
  expect(started[0]?.body).toEqual({
    includePayrollData: false,
    includeEmployees: true,
    includeBiometricTemplates: false,
    includeClockRecords: false,
    includeUsers: false,
  });

  const dialog = await screen.findByRole('dialog', { name: 'Backup status' });
  expect(await within(dialog).findByText('In Progress')).toBeTruthy();
  expect(within(dialog).getByText('Clock Records: 25%')).toBeTruthy();
  await waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(3));
  expect(polls()).toHaveLength(1);

  status = sampleBackup();
  expect(await within(dialog).findByText('Successful')).toBeTruthy();
  await waitFor(() => expect(polls()).toEqual([]));
  await app.user.click(within(dialog).getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(saved).toEqual(['farm-1.zip']));
  vi.restoreAllMocks();
});

test('a failed backup shows its reason and offers no download', async () => {
  const failed = sampleBackup({ status: 'Failed', bytes: null, failureReason: 'The disk is full.' });
  answer(listBackups, { results: [failed] });
  answer(getBackupStatus, failed);
  const app = renderApp(TAB);
  expect(await screen.findByText('The disk is full.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Status' }));
  const dialog = await screen.findByRole('dialog', { name: 'Backup status' });
  expect(await within(dialog).findByRole('alert')).toHaveProperty('textContent', 'The disk is full.');
});

test('a backup row shows author, time, items and size; deleting asks, reports and refetches after 0.2 s', async () => {
  const listed = answer(listBackups, { results: [sampleBackup()] });
  const removed = answer(deleteBackup, { ok: true });
  const app = renderApp(TAB);
  const table = await screen.findByRole('table', { name: 'Backups' });
  for (const text of ['Adam Root', 'Successful', 'Employees, Clock Records', '3.0 MB'])
    expect(within(table).getByText(text)).toBeTruthy();
  await app.user.click(within(table).getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Backup' });
  answer(listBackups, { results: [] });
  await app.user.click(within(dialog).getByRole('button', { name: 'Delete Backup' }));
  expect(await screen.findByText('Successfully deleted backup')).toBeTruthy();
  expect(removed).toHaveLength(1);
  expect(listed).toHaveLength(1);
  expect(await screen.findByText('No backups to show.')).toBeTruthy();
});

async function openRestore(app: ReturnType<typeof renderApp>) {
  await app.user.click(await screen.findByRole('button', { name: 'Restore Backup' }));
  return await screen.findByRole('dialog', { name: 'Restore Backup' });
}
const fileInput = () =>
  document.querySelector<HTMLInputElement>('input[type="file"][accept*="zip"]') as HTMLInputElement;

test('no file gives No file selected.', async () => {
  const app = renderApp(TAB);
  const dialog = await openRestore(app);
  await app.user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('No file selected.')).toBeTruthy();
});

test.each(['application/pdf', 'text/plain', ''])('a file of type "%s" is refused', async (type) => {
  const app = renderApp(TAB);
  const dialog = await openRestore(app);
  fireEvent.change(fileInput(), { target: { files: [zip(type)] } });
  await app.user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('File type not supported. Only ZIP files are supported.')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Upload' })).toBeNull();
});

async function upload(app: ReturnType<typeof renderApp>, type = 'application/zip') {
  const dialog = await openRestore(app);
  fireEvent.change(fileInput(), { target: { files: [zip(type)] } });
  await app.user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(within(dialog).getByText('farm.zip')).toBeTruthy();
  await app.user.click(within(dialog).getByRole('button', { name: 'Upload' }));
  return dialog;
}

test('the restore flow: upload, strategy and items, rehearsal, acknowledgement, restoring, success', async () => {
  const sent = answer(uploadRestore, uploaded);
  const rehearsed = answer(rehearseRestore, rehearsal);
  const started = answer(startRestore, { ok: true });
  let status = sampleRestore({ progress: { done: 1, total: 2, step: 'Employees' } });
  answer(getRestoreStatus, () => status);
  const app = renderApp(TAB);
  const dialog = await upload(app, 'application/x-zip-compressed');

  const start = await within(dialog).findByRole('button', { name: 'Start Restore' });
  expect(sent).toHaveLength(1);
  const merge = within(dialog).getByRole('radio', { name: /^Merge into existing data/ });
  const replace = within(dialog).getByRole('radio', { name: /^Delete all existing data and then restore/ });
  expect(merge).toHaveProperty('checked', true);
  const table = await within(dialog).findByRole('table', { name: 'Rehearsal' });
  expect(
    within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Employees', '1', '2', '38', '3']);
  expect(within(dialog).getByText('Employees: number 17 is taken')).toBeTruthy();

  expect(start).toHaveProperty('disabled', true);
  const understood = within(dialog).getByLabelText('I understand the consequences.');
  await app.user.click(understood);
  expect(start).toHaveProperty('disabled', false);
  await app.user.click(within(dialog).getByLabelText('Employees (41)'));
  await app.user.click(within(dialog).getByLabelText('Clock Records (5,000)'));
  expect(start).toHaveProperty('disabled', true);
  expect(within(dialog).getByText('Choose at least one item')).toBeTruthy();
  await app.user.click(within(dialog).getByLabelText('Employees (41)'));
  expect(start).toHaveProperty('disabled', false);
  await app.user.click(replace);
  expect(start).toHaveProperty('disabled', true);
  await app.user.click(understood);
  await waitFor(() => expect(rehearsed.at(-1)?.body).toEqual({ items: ['Employees'], strategy: 'replace' }));
  await app.user.click(start);
  expect(await screen.findByText('Restore process started')).toBeTruthy();
  expect(started[0]?.body).toEqual({ items: ['Employees'], strategy: 'replace', acceptForeign: false });

  expect(await within(dialog).findByText('In Progress')).toBeTruthy();
  status = sampleRestore({ status: 'Successful', strategy: 'replace', safetyBackupJobId: idOf(301) });
  expect(await within(dialog).findByText('Successful')).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Undo this restore' })).toBeTruthy();
});

test('a failed restore shows its reason and that nothing was changed', async () => {
  const failed = sampleRestore({ status: 'Failed', failureReason: 'Line 7 of employees.ndjson is not valid.' });
  answer(listRestores, { results: [failed] });
  answer(getRestoreStatus, failed);
  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('button', { name: 'Status' }));
  const dialog = await screen.findByRole('dialog', { name: 'Restore status' });
  expect(await within(dialog).findByText('Line 7 of employees.ndjson is not valid.')).toBeTruthy();
  expect(within(dialog).getByText('Nothing was changed.')).toBeTruthy();
});

test('an upload that fails says so and leads back to the file', async () => {
  answer(uploadRestore, refused(400, 'INVALID_BACKUP', 'The archive has no manifest.'));
  const app = renderApp(TAB);
  const dialog = await upload(app);
  expect(await screen.findByText('Failed to upload backup file.')).toBeTruthy();
  expect(within(dialog).getByText('The archive has no manifest.')).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Continue' })).toBeTruthy();
});

test('while the file is uploaded its progress is shown, and it can be cancelled', async () => {
  const reply = later<typeof uploaded>();
  answer(uploadRestore, () => reply.promise);
  const app = renderApp(TAB);
  const dialog = await upload(app);
  expect(await within(dialog).findByText(/^Upload(ing|ed)/)).toBeTruthy();
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel upload' }));
  expect(await within(dialog).findByRole('button', { name: 'Continue' })).toBeTruthy();
  expect(screen.queryByText('Failed to upload backup file.')).toBeNull();
  reply.settle(uploaded);
});

test('a restore that cannot start says so; a foreign backup needs another acknowledgement', async () => {
  answer(uploadRestore, { ...uploaded, foreign: true, madeFor: 'Moon Farm' });
  answer(rehearseRestore, rehearsal);
  answer(startRestore, refused(409, 'CONFLICT', 'Another restore is running.'));
  const app = renderApp(TAB);
  const dialog = await upload(app);
  const start = await within(dialog).findByRole('button', { name: 'Start Restore' });
  await app.user.click(within(dialog).getByLabelText('I understand the consequences.'));
  expect(start).toHaveProperty('disabled', true);
  await app.user.click(within(dialog).getByLabelText('I want the data of Moon Farm in this account.'));
  await app.user.click(start);
  expect(await screen.findByText('Failed to start restore process')).toBeTruthy();
  expect(within(dialog).getByText('Another restore is running.')).toBeTruthy();
});

test('a replace that succeeded can be undone, after ticking a box', async () => {
  const done = sampleRestore({ status: 'Successful', strategy: 'replace', safetyBackupJobId: idOf(301) });
  answer(listRestores, { results: [done] });
  const undone = answer(undoRestore, { restoreJobId: idOf(401) });
  answer(getRestoreStatus, sampleRestore({ restoreJobId: idOf(401) }));
  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('button', { name: 'Undo this restore' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this restore' });
  const undo = within(dialog).getByRole('button', { name: 'Undo this restore' });
  expect(undo).toHaveProperty('disabled', true);
  await app.user.click(within(dialog).getByLabelText('I understand the consequences.'));
  await app.user.click(undo);
  expect(await screen.findByText('Restore process started')).toBeTruthy();
  expect(undone).toHaveLength(1);
  expect(await screen.findByRole('dialog', { name: 'Restore status' })).toBeTruthy();
});

test('Recalculate Dashboard Data needs its acknowledgement and days within the retention, reports, and shows its progress', async () => {
  const started = answer(resetDashboardState, { jobId: idOf(500) });
  const day = (days: number) => addDays(dateOf(Date.now(), 'Africa/Johannesburg'), -days);
  const spans = [{ rule: null, periods: [{ from: day(9), to: day(3) }] }];
  const asked = answer(getChoices, { columns: {}, periods: [], spans });
  answer(getRecalculation, { status: 'In Progress', daysDone: 3, daysTotal: 10, failureReason: null });
  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('button', { name: 'Recalculate Dashboard Data' }));
  const dialog = await screen.findByRole('dialog', { name: 'Recalculate Dashboard Data' });
  const go = within(dialog).getByRole('button', { name: 'Recalculate' });
  expect(go).toHaveProperty('disabled', true);
  await app.user.click(within(dialog).getByLabelText('I understand the consequences.'));
  expect(go).toHaveProperty('disabled', false);

  const calendarOf = async (field: string) => {
    await app.user.click(within(dialog).getByRole('textbox', { name: field }));
    await screen.findByLabelText('Previous month');
  };
  await calendarOf('To');
  if (!screen.queryByLabelText(longDay(day(1)))) fireEvent.click(screen.getByLabelText('Previous month'));
  fireEvent.click(screen.getByLabelText(longDay(day(1))));
  expect(within(dialog).getByText('From must not be after To')).toBeTruthy();
  expect(go).toHaveProperty('disabled', true);

  await calendarOf('From');
  for (let month = 0; month < 4 && !screen.queryByLabelText(longDay(day(90))); month += 1)
    fireEvent.click(screen.getByLabelText('Previous month'));
  expect(screen.getByLabelText(longDay(day(90)))).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByLabelText(longDay(day(89))));
  expect(within(dialog).queryByText('From must not be after To')).toBeNull();
  // The pay periods are those of the account.
  expect(asked.map(({ query }) => query?.accountId)).toEqual([idOf(1)]);
  fireEvent.change(within(dialog).getByRole('combobox', { name: 'Period' }), {
    target: { value: `${day(9)} ${day(3)} Pay period` },
  });
  await app.user.click(go);
  expect(await screen.findByText('Request successfully sent to server')).toBeTruthy();
  expect(started[0]?.body).toEqual({ dates: { from: day(9), to: day(3) } });
  expect(await within(dialog).findByText('3 of 10 days')).toBeTruthy();
});

test.each([
  ['Stats.RESET_STATE', 'Recalculate Dashboard Data'],
  ['Backup.CREATE', 'Create Backup'],
  ['Restore.RUN', 'Restore Backup'],
] as const)('without %s there is no %s', async (permission, name) => {
  signedIn(
    { role: 'admin' },
    ADMIN_PERMISSIONS.filter((each) => each !== permission),
  );
  renderApp(TAB);
  await screen.findByText('No backups to show.');
  expect(screen.queryByRole('button', { name })).toBeNull();
});

test('an upload that waits can be continued: it need not be uploaded again', async () => {
  const { restoreJobId, ...upload } = uploaded;
  answer(listRestores, { results: [sampleRestore({ status: 'Not Started', strategy: null, upload })] });
  answer(rehearseRestore, rehearsal);
  const started = answer(startRestore, { ok: true });
  answer(getRestoreStatus, sampleRestore());
  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('button', { name: /^Continue the restore of/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Restore Backup' });
  expect(within(dialog).getByLabelText('Employees (41)')).toHaveProperty('checked', true);
  await app.user.click(within(dialog).getByLabelText('I understand the consequences.'));
  await app.user.click(within(dialog).getByRole('button', { name: 'Start Restore' }));
  await waitFor(() => expect(started[0]?.params.restoreJobId).toBe(restoreJobId));
});

test('the schedule is set and shows the last good backup, the next one and what needs attention', async () => {
  const schedule = { frequency: 'off' as const, weekday: 7, time: '02:00', keep: 7, rehearse: true };
  const warnings = ['The rehearsal of the last backup failed: 3 records of employee did not come back as they were.'];
  const told = {
    schedule,
    health: { lastGoodAt: '2026-11-20T08:01:00.000Z', nextAt: null, warnings },
    rehearsedAt: null,
  };
  answer(getBackupSchedule, told);
  const saved = answer(setBackupSchedule, told);
  const app = renderApp(TAB);
  const form = await screen.findByRole('form', { name: 'Backup schedule' });
  expect(await screen.findByText(warnings[0] ?? '')).toBeTruthy();
  expect(screen.getByText(/^Last scheduled backup/).textContent).toContain('20 Nov 2026');
  const save = within(form).getByRole('button', { name: 'Save Schedule' });
  expect(save).toHaveProperty('disabled', true);
  await app.user.selectOptions(within(form).getByLabelText('Make a backup'), 'weekly');
  await app.user.selectOptions(within(form).getByLabelText('On'), 'Sunday');
  fireEvent.change(within(form).getByLabelText('At (Africa/Johannesburg)'), { target: { value: '03:15' } });
  await app.user.click(within(form).getByRole('button', { name: 'Save Schedule' }));
  expect(await screen.findByText('Backup schedule saved')).toBeTruthy();
  expect(saved[0]?.body).toEqual({ ...schedule, frequency: 'weekly', time: '03:15' });
});

test('the list of accounts says whose backups need attention', async () => {
  answer(getBackupWarnings, {
    installation: {
      lastGoodAt: null,
      nextAt: null,
      warnings: ['The last backup of the installation failed: no room.'],
    },
    accounts: [{ accountId: idOf(1), name: 'Sunny Farm', warnings: ['The last good backup is old.'] }],
  });
  renderApp('/manage/accounts/all');
  expect(await screen.findByText('Installation: The last backup of the installation failed: no room.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sunny Farm' }).getAttribute('href')).toContain('data-management');
});
