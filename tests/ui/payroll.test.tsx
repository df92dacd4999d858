import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getPayHours } from '#contract/figures/hours.ts';
import { getEarnings } from '#contract/money/earnings.ts';
import { listPayFiles, type PayFile, type PayFileEvent, previewPayFile } from '#contract/money/payFiles.ts';
import { countExceptions } from '#contract/office/exceptionCounts.ts';
import { type Exception, listExceptions } from '#contract/office/exceptions.ts';
import { listPeriodLocks, lockPeriod, reopenPeriod } from '#contract/office/periodLocks.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { answerDashboard, NOW } from '#tests/support/dashboardSamples.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

/** A pay period is closed on one page: fix, decide, lock, hand over. */
const H = 3_600_000;
const WEEK = { from: '2026-11-09', to: '2026-11-15' };
const CURRENT = { from: '2026-11-16', to: '2026-11-22' };
const SUMS = {
  ...{ paidMs: 46 * H, ordinaryMs: 45 * H, overtime1Ms: H, overtime2Ms: 0, sundayMs: 0, holidayMs: 0 },
  ...{ weightedMs: 46.5 * H, nightMs: 0, takenOffMs: 0, earlyMs: 0, unsettledMs: 0, unsettledDays: 1 },
};
const ANN = { _id: idOf(1), number: '7', firstName: 'Ann', lastName: 'Ama' };
const EARNED = {
  ...{ paidMs: 46 * H, ordinaryMs: 45 * H, overtimeMs: H, sundayMs: 0, holidayMs: 0, notSettledMs: 0, heldMs: 0 },
  ...{ units: '10', notSettledUnits: '0', piece: '1220.11', hourly: '0', topUp: '0', rest: '0', premium: '0' },
  ...{ floor: '0', holidayOff: '0' },
  ...{ total: '1220.11', notSettled: '310.00' },
};
const LOCK = {
  ...{ _id: idOf(2), ...WEEK, at: '2026-11-16T06:00:00.000Z', by: 'Ann Smith' },
  ...{ toFix: 0, toDecide: 0, reopened: null },
};
const LOCKER = [...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT', 'Attendance.LOCK_PERIOD'] as const;
const PAYER = [...LOCKER, 'Pay.VIEW', 'Pay.MANAGE'] as const;
const NONE_OPEN = { toFix: 0, toDecide: 0, absences: 0, absencesLeft: 0, onLockedDays: 0 };
const OPEN = { ...NONE_OPEN, toFix: 7, toDecide: 4, absences: 4 };
const exception = (kind: Exception['kind'], detail: string): Exception => ({
  ...{ key: kind, kind, day: '2026-11-10', employee: ANN, detail, evidence: 'e', basis: 'b', proposals: [] },
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  answerDashboard();
  answer(getPayHours, {
    ...{ ...CURRENT, periods: [CURRENT, WEEK], rows: [{ employee: ANN, sums: SUMS }], totals: SUMS },
    ...{ lastIndex: 0, total: 1 },
  });
  answer(getEarnings, {
    ...{ ...WEEK, currency: 'ZAR', periods: [CURRENT, WEEK], totals: EARNED, isOfProducts: false, unpriced: [] },
    ...{ rows: [{ employee: ANN, sums: EARNED, open: ['missing-punch' as const] }], lastIndex: 0, total: 1 },
    unpricedHours: { ms: 0, people: 0 },
  });
  answer(listExceptions, {
    ...{ ...WEEK, counts: { 'missing-out': 1, absence: 1 }, more: false },
    exceptions: [exception('missing-out', 'IN 07:00 without an OUT'), exception('absence', 'Absent all day')],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

type Given = { counts?: typeof OPEN; locks?: (typeof LOCK)[]; permissions?: readonly (typeof PAYER)[number][] };
function open({ counts = OPEN, locks = [], permissions = LOCKER }: Given = {}, path = '/employer/payroll/2026-11-09') {
  answer(countExceptions, counts);
  answer(listPeriodLocks, { results: locks });
  signedIn({}, [...permissions]);
  return renderApp(path);
}
const step = async (name: string) => within(await screen.findByRole('region', { name }));

test('the first step with something left is open; the others say what is left, and open by a press', async () => {
  const { user, router } = open();
  const fix = await step('Fix');
  expect(await fix.findByText('IN 07:00 without an OUT')).toBeTruthy();
  expect(fix.getByRole('button', { name: /Fix 7 to fix/ }).getAttribute('aria-expanded')).toBe('true');
  expect(screen.queryByText('Absent all day')).toBeNull();
  await user.click(screen.getByRole('button', { name: /Decide 4 to decide/ }));
  expect(await (await step('Decide')).findByText('Absent all day')).toBeTruthy();
  expect(screen.queryByText('IN 07:00 without an OUT')).toBeNull();
  expect(router.state.location.href).toBe('/employer/payroll/2026-11-09?step=decide');
});

test('the second step names who has time that the rules do not pay, each with the days of the period', async () => {
  const sums = { ...SUMS, earlyMs: 0.5 * H, takenOffMs: 1.25 * H };
  answer(getPayHours, {
    ...{
      ...CURRENT,
      periods: [CURRENT, WEEK],
      rows: [
        { employee: ANN, sums },
        { employee: { ...ANN, _id: idOf(3) }, sums: SUMS },
      ],
    },
    ...{ totals: sums, lastIndex: 1, total: 2 },
  });
  open({}, '/employer/payroll/2026-11-09?step=decide');
  const unpaid = within(
    await screen.findByRole('region', { name: '1 person has time that the hours rule does not pay.' }),
  );
  expect(unpaid.getByRole('listitem').textContent).toBe(
    'Ann Ama: 0:30 before the shift, 1:15 of breaks that were not clocked',
  );
  const link = unpaid.getByRole('link', { name: 'Ann Ama' });
  expect(link.getAttribute('href')).toBe(`/employer/people/${idOf(1)}?from=2026-11-09&to=2026-11-15`);
});

test('an address of days that no period has says that the current one is shown', async () => {
  open({}, '/employer/payroll/2024-01-01');
  expect(await screen.findByText(/names no pay period/)).toBeTruthy();
});

test('the period is locked once what stays open was acknowledged', async () => {
  const locked = answer(lockPeriod, { ...LOCK, toFix: 7, toDecide: 4 });
  const { user } = open({}, '/employer/payroll/2026-11-09?step=lock');
  const lock = await step('Lock');
  const button = await lock.findByRole('button', { name: 'Lock 9 to 15 Nov' });
  expect(button).toHaveProperty('disabled', true);
  await user.click(lock.getByRole('checkbox', { name: 'I know that 7 exceptions stay as they are.' }));
  await user.click(button);
  expect(await screen.findByText('Period locked')).toBeTruthy();
  expect(locked[0]?.body).toEqual({ ...WEEK, knownOpen: 7 });
});

test('after a refused lock the page is read again, and asks anew about what it finds', async () => {
  const { user } = open({}, '/employer/payroll/2026-11-09?step=lock');
  const lock = await step('Lock');
  await user.click(await lock.findByRole('checkbox', { name: 'I know that 7 exceptions stay as they are.' }));
  answer(lockPeriod, refused(409, 'CONFLICT', 'There are other exceptions now.'));
  answer(countExceptions, { ...OPEN, toFix: 8 });
  await user.click(lock.getByRole('button', { name: 'Lock 9 to 15 Nov' }));
  const box = await lock.findByRole('checkbox', { name: 'I know that 8 exceptions stay as they are.' });
  expect(box).toHaveProperty('checked', false);
  expect(lock.getByRole('button', { name: 'Lock 9 to 15 Nov' })).toHaveProperty('disabled', true);
});

test('after the lock the focus is on the next step, after a period was opened again on its lock', async () => {
  const { user } = open({ counts: NONE_OPEN, permissions: PAYER });
  answer(lockPeriod, LOCK);
  answerFiles([]);
  answer(previewPayFile, { ...contents, ...ACROSS, leftOutPeople: [], byProfile: { refusal: null, lines: [] } });
  const lock = await step('Lock');
  const button = await lock.findByRole('button', { name: 'Lock 9 to 15 Nov' });
  answer(listPeriodLocks, { results: [LOCK] });
  await user.click(button);
  const focused = (name: RegExp) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));
  await focused(/^4 Hand over/);
  await user.click(screen.getByRole('button', { name: /Lock Locked/ }));
  answer(reopenPeriod, LOCK);
  await user.click(await lock.findByRole('button', { name: 'Re-open' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Re-open/ }));
  await user.type(dialog.getByRole('textbox'), 'A punch came late');
  answer(listPeriodLocks, { results: [] });
  await user.click(dialog.getByRole('button', { name: 'Re-open' }));
  await focused(/^3 Lock/);
});

test('of a period that goes on the days that are over can be locked, of one that is locked in part the rest', async () => {
  const going = open({ counts: NONE_OPEN }, '/employer/payroll');
  expect(await (await step('Lock')).findByText('When the last of these days is over.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Lock 16 to 19 Nov' })).toBeTruthy();
  going.unmount();
  open({ counts: NONE_OPEN, locks: [{ ...LOCK, from: '2026-11-10', to: '2026-11-12' }] });
  const part = await step('Lock');
  expect(await part.findByText('Not all of these days are locked.')).toBeTruthy();
  expect(part.getByText(/locked by Ann Smith/)).toBeTruthy();
  expect(part.getByRole('button', { name: 'Lock 9 Nov' })).toBeTruthy();
});

test('a lock of days that are over asks about the exceptions of these days alone, and names who is not settled', async () => {
  const { user } = open({ permissions: PAYER }, '/employer/payroll?step=lock');
  const counted = answer(countExceptions, ({ query: { to } = {} }) => ({
    ...NONE_OPEN,
    toFix: to === '2026-11-19' ? 28 : 29,
  }));
  const locked = answer(lockPeriod, { ...LOCK, toFix: 28, toDecide: 0 });
  const lock = await step('Lock');
  expect(await lock.findByText('1 person has open pay.')).toBeTruthy();
  await user.click(await lock.findByRole('checkbox', { name: 'I know that 28 exceptions stay as they are.' }));
  await user.click(lock.getByRole('button', { name: 'Lock 16 to 19 Nov' }));
  expect(locked[0]?.body).toEqual({ from: '2026-11-16', to: '2026-11-19', knownOpen: 28 });
  expect(counted.some(({ query }) => query?.to === '2026-11-20')).toBe(true);
});

test('steps and sums that cannot be loaded say so, with another try', async () => {
  open({ permissions: PAYER });
  answer(countExceptions, refused(503, 'BUSY'));
  answer(getEarnings, refused(503, 'BUSY'));
  expect(await screen.findByText('Failed to load the steps', undefined, { timeout: 20_000 })).toBeTruthy();
  expect(await screen.findByText('Failed to load pay')).toBeTruthy();
});

test('two locks that cover the period are a lock of all of it', async () => {
  open({
    counts: NONE_OPEN,
    locks: [
      { ...LOCK, from: '2026-11-12', to: '2026-11-20' },
      { ...LOCK, _id: idOf(5), from: '2026-10-01', to: '2026-11-11' },
    ],
  });
  expect(await (await step('Lock')).findByRole('button', { name: 'done Lock Locked' })).toBeTruthy();
});

test('before the lock, who is not settled is named with the reason; its sums are links to the people', async () => {
  open({ counts: NONE_OPEN, permissions: PAYER });
  const lock = await step('Lock');
  expect(await lock.findByText('1 person has open pay.')).toBeTruthy();
  expect(lock.getByRole('link', { name: 'Ann Ama' })).toBeTruthy();
  expect(lock.getByText(/A punch is missing, or work goes on/)).toBeTruthy();
  const sums = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(sums.map(([label, figure]) => `${label} ${figure?.replaceAll('\u00a0', ' ')}`)).toEqual([
    ...['Employees 1', 'Paid Hours 46:00', 'Open Days 1', 'Total R 1,220.11', 'Open R 310.00'],
  ]);
  expect(screen.getByRole('link', { name: '46:00' }).getAttribute('href')).toBe(
    '/employer/payroll/hours?from=2026-11-09&to=2026-11-15',
  );
});

test('users who see no pay close a period without money', async () => {
  open({ counts: NONE_OPEN, locks: [LOCK] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Period' })).toBeTruthy();
  const handOver = await step('Hand over');
  expect(await handOver.findByText('The days are locked: export the report.')).toBeTruthy();
  expect(screen.queryByText(/R\s/)).toBeNull();
});

const contents = { ...WEEK, isDelta: false, currency: 'ZAR', people: 2, lines: 7, total: '1220.11', leftOut: 0 };
const ACROSS = { earlier: '0.00', later: '0.00' };
const profile = { _id: idOf(3), name: 'Own', layout: 'csv' as const };
const file: PayFile = {
  ...{ _id: idOf(4), number: 1, lockId: idOf(2), ...contents, hash: 'f'.repeat(64), dataVersion: 7 },
  ...{ at: '2026-11-16T07:00:00.000Z', by: 'Ann Smith' },
};
const answerFiles = (files: (PayFile & { events: PayFileEvent[] })[], profiles = [profile]) =>
  answer(listPayFiles, { files, locks: [{ _id: LOCK._id, ...WEEK, at: LOCK.at }], profiles });

test('of a locked period, what is left to hand over is said with what stops it, and the file is made on the spot', async () => {
  answerFiles([]);
  const refusal = 'Code missing: Sunday hours (3 people)';
  answer(previewPayFile, {
    ...{ ...contents, leftOut: 1, leftOutPeople: [], earlier: '12.50', later: '228.11' },
    byProfile: { refusal, lines: [] },
  });
  const { user } = open({ counts: NONE_OPEN, locks: [LOCK], permissions: PAYER });
  const handOver = await step('Hand over');
  const text = await handOver.findByText(/^File for Own: 2 people/);
  expect(text.textContent?.replaceAll('\u00a0', ' ')).toBe(
    `File for Own: 2 people, 7 lines, R 1,220.11 in all. Of it, R 12.50 is for days before this period, of a week that ends in it. R 228.11 for these days comes with the next period, in which their week ends. 1 person has open pay. ${refusal}.`,
  );
  await user.click(handOver.getByRole('button', { name: 'Make the payroll file' }));
  expect(await screen.findByRole('dialog', { name: 'Payroll file, 9 Nov 2026 to 15 Nov 2026' })).toBeTruthy();
});

test.each(['-27.90', '27.90'])(
  'what a file is to be adjusted by is said although no day differs from its lock: %s',
  async (total) => {
    answerFiles([{ ...file, events: [] }]);
    const byProfile = { refusal: null, lines: [] };
    const delta = { ...contents, isDelta: true, people: 1, lines: 1, total };
    answer(previewPayFile, { ...delta, ...ACROSS, leftOutPeople: [], byProfile });
    open({ counts: NONE_OPEN, locks: [LOCK], permissions: PAYER });
    const handOver = await step('Hand over');
    const text = await handOver.findByText(/^File for Own: Adjustments since/);
    const sum = total.replace('-27', '-R 27').replace(/^27/, 'R 27');
    expect(text.textContent?.replaceAll('\u00a0', ' ')).toBe(
      `File for Own: Adjustments since 16 Nov 2026, 09:00 GMT+2: 1 person, 1 line, ${sum} in all.`,
    );
    expect(handOver.getByRole('button', { name: 'Make the adjustments' })).toBeTruthy();
  },
);

test('without a profile the payroll program is chosen first', async () => {
  answerFiles([], []);
  answer(previewPayFile, { ...contents, ...ACROSS, leftOutPeople: [], byProfile: null });
  const { user } = open({ counts: NONE_OPEN, locks: [LOCK], permissions: PAYER });
  await user.click(await screen.findByRole('button', { name: 'Choose your payroll program' }));
  expect(await screen.findByRole('dialog', { name: 'Add profile' })).toBeTruthy();
});

test('what became of its files stands in the last step', async () => {
  const taken = { kind: 'taken' as const, name: 'SAGE', profileVersion: null, hash: null, at: file.at, by: 'SAGE' };
  answerFiles([{ ...file, events: [taken] }]);
  answer(previewPayFile, {
    ...contents,
    ...ACROSS,
    lines: 0,
    leftOutPeople: [],
    isDelta: true,
    byProfile: { refusal: null, lines: [] },
  });
  open({ counts: NONE_OPEN, locks: [LOCK], permissions: [...LOCKER, 'Pay.VIEW'] });
  const handOver = await step('Hand over');
  expect(await handOver.findByText(/^File for Own: File 1 has everything\. Taken by SAGE/)).toBeTruthy();
  expect(handOver.getByRole('button', { name: 'Download file 1' })).toBeTruthy();
  expect(handOver.queryByRole('button', { name: /^Make/ })).toBeNull();
});
