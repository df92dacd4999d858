import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { undoAct } from '#contract/figures/corrections.ts';
import { listByAttendanceStatus } from '#contract/figures/stats.ts';
import { importPieces } from '#contract/intake/payroll.ts';
import { correctPieces, type PiecesResult, previewPieces } from '#contract/intake/pieces.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { answerDashboard } from '#tests/support/dashboardSamples.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { openPieces, pick } from '#tests/support/piecesPage.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

/** Pieces in bulk (docs/reference/corrections.md#pieces-in-bulk). */

const _MAY = [...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT'] as const;
const ACT = idOf(4_001);
const side = { entries: 75, units: '75' };
const RESULT: PiecesResult = {
  actId: ACT,
  basis: 'basis-1',
  receivedUntil: '2026-11-23T08:00:00.000Z',
  arrived: 0,
  chosen: 302,
  applied: 300,
  punches: 0,
  unchanged: [{ errorCode: 'PERIOD_LOCKED', message: 'This period is locked. Re-open it to correct it.', count: 2 }],
  before: [{ lookup1Code: 'P', lookup2Code: 'N3', entries: 300, units: '300' }],
  after: [{ lookup1Code: 'P', lookup2Code: 'N4', entries: 300, units: '300' }],
  people: [1, 2, 3, 4].map((number) => ({
    employee: { _id: idOf(1_000 + number), number: String(number), firstName: 'Thandi', lastName: `Nkosi ${number}` },
    before: side,
    after: side,
  })),
  peopleCount: 4,
  effects: [],
};
function given() {
  answer(listByAttendanceStatus, { entries: [], lastIndex: 0 } as never); // nobody is picked here
  return openPieces('bulk');
}

test('a wrong block all morning: three inputs and a press, with counts before and after, and an undo', async () => {
  const previewed = answer(previewPieces, RESULT);
  const made = answer(correctPieces, RESULT);
  const undone = answer(undoAct, { undone: 300, refused: 0, message: null });
  const { user } = given();
  await screen.findByText('Choose what they should be.');
  await user.type(screen.getByLabelText('Until time'), '12:00');
  await pick(user, 'Block', 'North 3, N3');
  await pick(user, 'New block', 'North 4, N4');
  await screen.findByText('300 entries of 4 people');
  expect(screen.getByText(/^2 stay as they are: This period is locked/)).toBeTruthy();
  const sums = within(screen.getByRole('region', { name: 'By work, table' }));
  expect(sums.getByRole('row', { name: 'Pears, North 4 – 300 entries, 300.00 units' })).toBeTruthy();
  expect(screen.getByRole('row', { name: /^Thandi Nkosi 1, 1 / })).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Change the work: 300' }).hasAttribute('disabled')).toBe(false),
  );
  const order = {
    choice: { endTime: '12:00', lookup2Code: 'N3' },
    change: { do: 'change', lookup2Code: 'N4' },
  };
  expect(previewed.at(-1)?.body).toMatchObject(order);
  await user.click(screen.getByRole('button', { name: 'Change the work: 300' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(made[0]?.body).toMatchObject({ reason: 'wrong-work', ...order, basis: 'basis-1' });
  await waitFor(() => expect(undone[0]?.params.actId).toBe(ACT));
  expect(await screen.findByText('Correction undone')).toBeTruthy();
});

test('the job of pieces is changed by its name, and the counts say it', async () => {
  const after = RESULT.after.map((one) => ({ ...one, jobDescriptionCode: 'PACK' }));
  const previewed = answer(previewPieces, { ...RESULT, after });
  const { user } = given();
  await pick(user, 'New job description', 'Packer, PACK');
  const sums = within(await screen.findByRole('region', { name: 'By work, table' }));
  expect(sums.getByRole('row', { name: 'Pears, North 4, Packer – 300 entries, 300.00 units' })).toBeTruthy();
  expect(previewed.at(-1)?.body).toMatchObject({ change: { do: 'change', jobDescriptionCode: 'PACK' } });
});

test('of more works than are shown, what each was and becomes are beside each other', async () => {
  const work = (entries: number, lookup2Code: string) => ({ lookup1Code: 'P', lookup2Code, entries, units: '1' });
  const sums = (of: string) => Array.from({ length: 13 }, (_, nth) => work(100 - nth, `${of}${nth}`));
  answer(previewPieces, { ...RESULT, before: sums('W'), after: sums('B') });
  const { user } = given();
  await pick(user, 'New block', 'North 4, N4');
  const table = within(await screen.findByRole('region', { name: 'By work, table' }));
  const names = table.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(names.slice(0, 4)).toEqual(['Pears, W0', 'Pears, B0', 'Pears, W1', 'Pears, B1']);
});

test('an act can be undone when its message has gone', async () => {
  answer(previewPieces, RESULT);
  answer(correctPieces, RESULT);
  const undone = answer(undoAct, { undone: 300, refused: 0, message: null });
  const { user } = given();
  await pick(user, 'New block', 'North 4, N4');
  const press = await screen.findByRole('button', { name: 'Change the work: 300' });
  await waitFor(() => expect(press.hasAttribute('disabled')).toBe(false));
  await user.click(press);
  await user.click(await screen.findByRole('button', { name: 'Close notification' }));
  const done = within(await screen.findByRole('region', { name: 'Just done' }));
  await user.click(done.getByRole('button', { name: /^Undo: 300 entries changed, / }));
  await waitFor(() => expect(undone[0]?.params.actId).toBe(ACT));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Just done' })).toBeNull());
});

test('what arrived since the preview is counted in the message, and is what the next preview shows', async () => {
  const left = { ...RESULT, basis: 'basis-2', chosen: 2, applied: 2, unchanged: [] };
  const made = answer(correctPieces, { ...RESULT, arrived: 2 });
  answer(previewPieces, () => (made.length === 0 ? RESULT : left));
  const { user } = given();
  await pick(user, 'New block', 'North 4, N4');
  const press = await screen.findByRole('button', { name: 'Change the work: 300' });
  await waitFor(() => expect(press.hasAttribute('disabled')).toBe(false));
  await user.click(press);
  expect(
    await screen.findByText(/^300 entries changed, .+\. 2 more arrived since the preview and were not changed$/, {
      selector: '[data-severity] *',
    }),
  ).toBeTruthy();
  expect(made[0]?.body).toMatchObject({ basis: 'basis-1', receivedUntil: RESULT.receivedUntil });
  expect(await screen.findByRole('button', { name: 'Change the work: 2' })).toBeTruthy();
});

test('what others changed meanwhile is said, and looked at again', async () => {
  const previewed = answer(previewPieces, RESULT);
  answer(correctPieces, () => refused(409, 'CONFLICT', 'Other pieces fit by now. Look at them again.'));
  const { user } = given();
  await screen.findByText('Choose what they should be.');
  await pick(user, 'New block', 'North 4, N4');
  const press = await screen.findByRole('button', { name: 'Change the work: 300' });
  await waitFor(() => expect(press.hasAttribute('disabled')).toBe(false));
  const before = previewed.length;
  await user.click(press);
  expect(await screen.findByText('Other pieces fit by now. Look at them again.')).toBeTruthy();
  await waitFor(() => expect(previewed.length).toBeGreaterThan(before));
});

test('without the permission nothing is offered', async () => {
  signedIn({}, EMPLOYER_PERMISSIONS);
  answerDashboard();
  renderApp('/employer/work');
  expect(await screen.findByText(/permission to correct attendance/)).toBeTruthy();
});

test('the office imports a file for its own account', async () => {
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE']);
  answerDashboard();
  const asked = answer(importPieces, {
    added: 1,
    unchanged: 0,
    refused: 0,
    lines: [],
    ignoredColumns: [],
    sheet: 'CSV',
    otherSheets: [],
    headingLine: 1,
    columns: [
      { heading: 'number', samples: ['1'], field: 'number' as const },
      { heading: 'units', samples: ['2'], field: 'units' as const },
      { heading: 'date', samples: ['2026-11-20'], field: 'startedAt' as const },
    ],
    dates: 'ymd' as const,
    outcomeHash: 'hash',
    undo: null,
    firstLines: ['number'],
  });
  renderApp('/employer/work?page=bulk');
  // A user who does not correct is offered the file alone.
  await screen.findByRole('region', { name: 'Import piecework' });
  expect(screen.queryByRole('tab', { name: 'Crew sheet' })).toBeNull();
  const file = new File(['number,units\n1,2\n'], 'pieces.csv', { type: 'text/csv' });
  fireEvent.change(document.querySelector('input[type="file"][accept*="csv"]') as HTMLInputElement, {
    target: { files: [file] },
  });
  expect(await screen.findByRole('button', { name: 'Import 1 line' })).toBeTruthy();
  expect(asked[0]?.body).toMatchObject({ kind: 'piecework', commit: false });
});
