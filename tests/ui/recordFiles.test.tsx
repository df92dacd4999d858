import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { findPeople } from '#contract/figures/people.ts';
import { previewOldRecords, removeOldRecords } from '#contract/operations/oldRecords.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { getChoices } from '#contract/reports/choices.ts';
import { downloadRecordFile, listRecordFiles, makeRecordFile, type RecordFile } from '#contract/reports/recordFiles.ts';
import { answerDashboard, NOW } from '#tests/support/dashboardSamples.ts';
import { answer, noNetwork, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

/** *Records*, a section of *Trends* (docs/reference/records.md#files-of-records). */
const file: RecordFile = {
  ...{ _id: idOf(1), from: '2025-11-20', to: '2026-11-19', parts: ['time-cards', 'pay'], exportType: 'xlsx' },
  ...{ by: 'Ann Ama', at: '2026-11-20T07:00:00.000Z', status: 'ready', failure: null, bytes: 2048 },
  ...{ sha256: 'ab', endsAt: '2026-12-20T07:00:00.000Z' },
};
const making: RecordFile = { ...file, status: 'making', bytes: null, sha256: null };
const PERMISSIONS = [...EMPLOYER_PERMISSIONS, 'Attendance.LOCK_PERIOD'] as const;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  answerDashboard();
});
const open = () => renderApp('/employer/reports/records');

test('a file of two people: found by name, sent with days, contents and format, then on the list until it is ready', async () => {
  let files: RecordFile[] = [];
  answer(listRecordFiles, () => ({ files }));
  answer(findPeople, {
    people: [
      { _id: idOf(7), number: '7', firstName: 'Ben', lastName: 'Bee', timeId: null },
      { _id: idOf(8), number: '8', firstName: 'Bena', lastName: 'Bo', timeId: null, leftOn: '2026-05-04' },
    ],
    total: 2,
  });
  const made = answer(makeRecordFile, () => {
    files = [making];
    return making;
  });
  signedIn({}, [...PERMISSIONS]);
  const { user } = open();
  expect(await screen.findByText('There are none yet.')).toBeTruthy();
  await user.type(screen.getByRole('combobox', { name: 'People' }), 'ben');
  await user.click(await screen.findByRole('option', { name: 'Ben Bee, 7' }));
  await user.type(screen.getByRole('combobox', { name: 'People' }), 'bena');
  await user.click(await screen.findByRole('option', { name: /^Bena Bo, 8, left on .*4 May/ }));
  // Pay takes its own permission.
  expect(screen.queryByRole('checkbox', { name: 'Pay' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Consents' }));
  await user.click(screen.getByRole('radio', { name: 'CSV' }));
  await user.click(screen.getByRole('button', { name: 'Make file' }));
  await waitFor(() => expect(made).toHaveLength(1));
  expect(made[0]?.body).toEqual({
    dates: { from: '2025-11-21', to: '2026-11-19' },
    parts: ['time-cards', 'pieces', 'paid-hours', 'corrections'],
    exportType: 'csv',
    options: { employeeIds: [idOf(7), idOf(8)] },
  });
  expect(await screen.findByText('Being made')).toBeTruthy();
  files = [file];
  expect(await screen.findByText('Ready, 2.0 KB', {}, { timeout: 5_000 })).toBeTruthy();
});

test('of a filter: its groups are sent; another file waits until the one that is being made is done', async () => {
  answer(listRecordFiles, { files: [] });
  const made = answer(makeRecordFile, making);
  signedIn({}, [...PERMISSIONS, 'Pay.VIEW']);
  const { user } = renderApp(`/employer/reports/records?timeGroups=${idOf(3)}`);
  await screen.findByText('There are none yet.');
  answer(listRecordFiles, { files: [making] });
  await user.click(screen.getByRole('button', { name: 'Make file' }));
  await waitFor(() => expect(made[0]?.body).toMatchObject({ options: { timeGroupIds: [idOf(3)] } }));
  expect(made[0]?.body).toMatchObject({ parts: expect.arrayContaining(['pay']) });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Make file' }).ariaDisabled).toBe('true'));
});

test('a pay period, an own period and the present one, up to today, give the days of a file', async () => {
  answer(listRecordFiles, { files: [] });
  const own = { payPeriod: 'monthly' as const, periodStart: '2024-01-26' };
  answer(getChoices, {
    ...{ columns: {}, periods: [own] },
    spans: [
      {
        rule: null,
        periods: [
          { from: '2026-11-09', to: '2026-11-22' },
          { from: '2026-10-26', to: '2026-11-08' },
        ],
      },
      { rule: own, periods: [{ from: '2026-09-26', to: '2026-10-25' }] },
    ],
  });
  const made = answer(makeRecordFile, making);
  signedIn({}, [...PERMISSIONS]);
  const { user } = open();
  const period = await screen.findByRole('combobox', { name: 'Period' });
  await waitFor(() => expect(period).toHaveProperty('disabled', false));
  const make = async (label: string) => {
    await user.selectOptions(period, label);
    await user.click(screen.getByRole('button', { name: 'Make file' }));
  };
  await make('26 Oct 2026 to 8 Nov 2026');
  await waitFor(() => expect(made[0]?.body).toMatchObject({ dates: { from: '2026-10-26', to: '2026-11-08' } }));
  await make('26 Sept 2026 to 25 Oct 2026');
  await waitFor(() => expect(made[1]?.body).toMatchObject({ dates: { from: '2026-09-26', to: '2026-10-25' } }));
  // The present period, up to today.
  await make('9 Nov 2026 to 22 Nov 2026');
  await waitFor(() => expect(made[2]?.body).toMatchObject({ dates: { from: '2026-11-09', to: '2026-11-20' } }));
});

test('downloads a file; one that failed says why; a refusal of the server is said', async () => {
  const failed: RecordFile = { ...making, _id: idOf(2), status: 'failed', failure: 'The disk is full.' };
  answer(listRecordFiles, { files: [file, failed] });
  const fetched = answer(downloadRecordFile, () => HttpResponse.arrayBuffer(new ArrayBuffer(4)) as never);
  answer(makeRecordFile, () => refused(409, 'LIMIT_REACHED', 'There are 20 files of the last 30 days.'));
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  signedIn({}, [...PERMISSIONS]);
  const { user } = open();
  const table = within(await screen.findByRole('table', { name: 'Files of records' }));
  expect(table.getByText('The disk is full.')).toBeTruthy();
  await user.click(table.getByRole('button', { name: /^Download/ }));
  await waitFor(() => expect(fetched).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Make file' }));
  expect(await screen.findByText('There are 20 files of the last 30 days.')).toBeTruthy();
});

test('a list that fails says so with another try; without the permission there is neither link nor form', async () => {
  answer(listRecordFiles, () => noNetwork());
  signedIn({}, [...PERMISSIONS]);
  const { unmount } = open();
  expect(await screen.findByRole('button', { name: /try again/i })).toBeTruthy();
  unmount();
  signedIn({}, [...EMPLOYER_PERMISSIONS]);
  open();
  expect(await screen.findByText(/no permission to make files of records/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Make file' })).toBeNull();
});

test('old records: the preview by kind and year, then removed once the word was typed; a refusal stays in the dialog', async () => {
  answer(listRecordFiles, { files: [] });
  const found = {
    ...{ years: 7, before: '2019-10-20', removedBefore: null, total: 1234 },
    kinds: [{ what: 'Punches', rows: 1234, years: [{ year: 2018, rows: 1234 }] }],
  };
  answer(previewOldRecords, found);
  answer(removeOldRecords, () =>
    refused(409, 'CONFLICT', 'What can be removed has changed meanwhile: look at it again.'),
  );
  signedIn({}, [...PERMISSIONS, 'Setup.MANAGE']);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Remove old records' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove old records' }));
  expect((await dialog.findByRole('row', { name: /Punches 2018/ })).textContent).toContain('1,234');
  const submit = () => dialog.getByRole('button', { name: 'Remove for good' });
  expect(submit()).toHaveProperty('disabled', true);
  await user.type(dialog.getByRole('textbox', { name: 'Type REMOVE' }), 'REMOVE');
  await user.click(submit());
  expect(await dialog.findByText(/has changed meanwhile/)).toBeTruthy();
  const removed = answer(removeOldRecords, { ...found, removedBefore: '2019-10-20' });
  await user.click(submit());
  await waitFor(() => expect(removed[0]?.body).toEqual({ before: '2019-10-20' }));
});
