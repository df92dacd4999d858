import { createBrowserHistory } from '@tanstack/react-router';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeCorrections, previewCorrections, undoAct } from '#contract/figures/corrections.ts';
import { decideKeys } from '#contract/intake/terminals.ts';
import { countExceptions } from '#contract/office/exceptionCounts.ts';
import {
  type Exception,
  listExceptions,
  type Proposal,
  reviewExceptions,
  undoReviews,
} from '#contract/office/exceptions.ts';
import { listPeriodLocks } from '#contract/office/periodLocks.ts';
import { createSetupEmployee, listSetupEmployees, updateSetupEmployee } from '#contract/office/setup.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { answerDashboard } from '#tests/support/dashboardSamples.ts';
import { answer, later, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { sampleSetupEmployee } from '#tests/support/setupSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const MAY = [...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT', 'Attendance.LOCK_PERIOD', 'Setup.MANAGE'] as const;
const ACT = idOf(4_001);

const forgotten = (number: number): Exception => ({
  key: `missing-out:${number}`,
  kind: 'missing-out',
  day: '2026-11-19',
  employee: { _id: idOf(1_000 + number), number: String(number), firstName: 'Thandi', lastName: `Nkosi ${number}` },
  detail: 'IN 07:00 without an OUT',
  evidence: `e${number}`,
  basis: `b${number}`,
  proposals: [
    {
      label: 'OUT 16:00',
      done: `OUT 16:00 added for Thandi Nkosi ${number}.`,
      reason: 'forgot-to-clock',
      inBulk: true,
      items: [
        {
          day: '2026-11-19',
          basis: `b${number}`,
          change: {
            do: 'add-punch',
            employeeId: idOf(1_000 + number),
            at: '2026-11-19T14:00:00.000Z',
            direction: 'out',
          },
        },
      ],
      undo: [],
      opens: null,
    },
    { label: 'Other time', done: '', reason: 'other', items: [], inBulk: false, undo: [], opens: 'punch' },
  ],
});

const DAYS = { from: '2026-10-21', to: '2026-11-20' };
function given(exceptions: Exception[], permissions: readonly (typeof MAY)[number][] = MAY) {
  signedIn({}, permissions);
  answerDashboard();
  answer(listExceptions, {
    ...DAYS,
    counts: { 'missing-out': exceptions.length },
    exceptions,
    more: false,
  });
  answer(countExceptions, { toFix: exceptions.length, toDecide: 0, absences: 0, absencesLeft: 0, onLockedDays: 0 });
  return renderApp('/employer/exceptions');
}
/** The actions for the rows that are ticked. */
const chosenBar = () => within(screen.getByRole('region', { name: /^\d+ exceptions? chosen/ }));
const moved = {
  outcome: 'conflict',
  errorCode: 'CONFLICT',
  message: 'This day changed while you were looking.',
} as const;
const applied = { outcome: 'applied', correctionId: idOf(3_001) } as const;

test('one press applies the likely fix, reports it, and can be undone', async () => {
  const made = answer(makeCorrections, { actId: ACT, results: [applied], effects: [] });
  const undone = answer(undoAct, { undone: 1, refused: 0, message: null });
  const { user } = given([forgotten(7)]);
  await user.click(await screen.findByRole('button', { name: 'OUT 16:00' }));
  const messages = within(await screen.findByRole('status', { name: 'Notifications' }));
  expect(await messages.findByText('OUT 16:00 added for Thandi Nkosi 7.')).toBeTruthy();
  expect(made[0]?.body).toEqual({ reason: 'forgot-to-clock', items: forgotten(7).proposals[0]?.items });
  await user.click(await messages.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Correction undone')).toBeTruthy();
  expect(undone[0]?.params.actId).toBe(ACT);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Just done' })).toBeNull());
});

test('a row whose fix was applied stays where it is with its undo, so that a double press fixes one person', async () => {
  const made = answer(makeCorrections, { actId: ACT, results: [applied], effects: [] });
  const undone = answer(undoAct, { undone: 1, refused: 0, message: null });
  const rows = [forgotten(7), forgotten(8)];
  const { user } = given(rows);
  const [button] = await screen.findAllByRole('button', { name: 'OUT 16:00' });
  if (!button) throw new Error('There is no such button');
  answer(listExceptions, { ...DAYS, counts: { 'missing-out': 1 }, exceptions: rows.slice(1), more: false });
  await user.dblClick(button);
  const undo = await screen.findByRole('button', { name: 'Undo: OUT 16:00 added for Thandi Nkosi 7.' });
  const items = within(screen.getByRole('region', { name: 'No OUT' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => /Nkosi \d/.exec(textContent ?? '')?.[0])).toEqual(['Nkosi 7', 'Nkosi 8']);
  expect(made).toHaveLength(1);
  expect(screen.getAllByRole('checkbox', { name: /^Choose/ })).toHaveLength(1);
  await user.click(undo);
  await waitFor(() => expect(undone).toHaveLength(1));
  await user.click(await screen.findByRole('heading', { level: 1 }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('a refusal of what has been done already is not shown', async () => {
  const { user } = given([forgotten(7)]);
  answer(makeCorrections, () => refused(409, 'ALREADY_EXISTS', 'There is a punch of that second already.'));
  const button = await screen.findByRole('button', { name: 'OUT 16:00' });
  answer(listExceptions, { ...DAYS, counts: {}, exceptions: [], more: false });
  await user.click(button);
  expect(await screen.findByText('Nothing to fix.')).toBeTruthy();
  expect(screen.queryByText('There is a punch of that second already.')).toBeNull();
});

test('what lowers paid time is on top, in words, and the button counts what it will do', async () => {
  const day = { status: 'present', excused: false, timeIn: '2026-11-19T05:00:00Z', lateMs: 0, irregularMs: 0 } as const;
  const rest = { earlyLeaveMs: 0, excusedMs: 0, units: '0', flags: [], timeOut: null, clockedMs: 0 };
  const rows = [forgotten(1), forgotten(2), forgotten(3)];
  const [better, worse] = rows.map(({ employee }, nth) => ({
    employee: employee ?? { _id: '', number: '', firstName: '', lastName: '' },
    day: '2026-11-19',
    before: { ...day, ...rest, paidMs: 3_600_000 },
    after: { ...day, ...rest, paidMs: nth === 0 ? 7_200_000 : 0 },
  }));
  const refusal = { outcome: 'refused', errorCode: 'VALIDATION_FAILED', message: 'Decide them one by one.' } as const;
  const results = [applied, applied, refusal];
  const asked = answer(previewCorrections, { actId: ACT, results, effects: better && worse ? [better, worse] : [] });
  const { user } = given(rows);
  await user.click(await screen.findByRole('button', { name: 'Apply 3 suggestions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply 3 suggestions' }));
  expect(await dialog.findByRole('button', { name: 'Apply 2 of 3' })).toBeTruthy();
  const changes = within(dialog.getByRole('region', { name: 'What changes' }));
  const alert = within(changes.getByRole('alert'));
  expect(alert.getByText('Lowers paid time or leaves a punch missing')).toBeTruthy();
  expect(alert.getByRole('listitem').textContent).toContain('Nkosi 2');
  expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 14))).toEqual([
    'Thandi Nkosi 2',
    'Thandi Nkosi 1',
  ]);
  expect(asked[0]?.body).toMatchObject({ onlySafe: true });
});

test('what is left as it is is listed and can be undone; locked days are a line of their own', async () => {
  const reviewed = answer(reviewExceptions, { ok: true, actId: ACT });
  const undone = answer(undoReviews, { ok: true });
  const rows = [forgotten(7), forgotten(8)];
  const { user } = given(rows);
  answer(countExceptions, { toFix: 2, toDecide: 0, absences: 0, absencesLeft: 0, onLockedDays: 39 });
  await user.click(await screen.findByRole('checkbox', { name: 'All of: No OUT' }));
  await user.click(screen.getByRole('button', { name: 'Leave 2 as they are' }));
  const list = within(await screen.findByRole('region', { name: 'Just done' }));
  expect(reviewed).toHaveLength(1);
  await user.click(list.getByRole('button', { name: 'Undo: Left as it is: 2 exceptions' }));
  await waitFor(() => expect(undone[0]?.params.actId).toBe(ACT));
  expect((await screen.findByText('On locked days')).nextElementSibling?.textContent).toBe('39');
});

test('what was done can be undone when its message has gone, also what was resolved together in several acts', async () => {
  const rows = Array.from({ length: 201 }, (_, number) => forgotten(number));
  answer(previewCorrections, { actId: ACT, results: [], effects: [] });
  let acts = 0;
  answer(makeCorrections, (asked) => {
    acts += 1;
    const { items } = makeCorrections.body.parse(asked.body);
    return { actId: idOf(4_000 + acts), effects: [], results: items.map(() => applied) };
  });
  const undone = answer(undoAct, { undone: 1, refused: 0, message: null });
  const { user, router } = given(rows);
  await user.click(await screen.findByRole('button', { name: 'Apply 201 suggestions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply 201 suggestions' }));
  await user.click(dialog.getByRole('button', { name: 'Apply 201 suggestions' }));
  await screen.findByText('201 resolved.');
  await act(() => router.navigate({ to: '/employer/figures' }));
  await act(() => router.navigate({ to: '/employer/exceptions' }));
  const list = within(await screen.findByRole('region', { name: 'Just done' }));
  await user.click(list.getByRole('button', { name: 'Undo: Apply 201 suggestions: 201 resolved.' }));
  await waitFor(() => expect(undone).toHaveLength(2));
  expect(undone.map(({ params }) => params.actId)).toEqual([idOf(4_001), idOf(4_002)]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Just done' })).toBeNull());
});

test('a long list shows kinds with their counts, and the rows of those that are opened or picked', async () => {
  const absences = Array.from({ length: 4 }, (_, number): Exception => {
    const proposal: Proposal = {
      label: 'Excuse',
      done: '',
      reason: 'other',
      items: [],
      inBulk: false,
      undo: [],
      opens: 'excuse',
    };
    return { ...forgotten(number), kind: 'absence', key: `absence:${number}`, detail: 'Absent', proposals: [proposal] };
  });
  const { user } = given([...Array.from({ length: 9 }, (_, number) => forgotten(number)), ...absences]);
  const out = within(await screen.findByRole('region', { name: 'No OUT' }));
  const absent = within(screen.getByRole('region', { name: 'Absent without a reason' }));
  expect(screen.queryByRole('listitem')).toBeNull();
  // Excuses are decided one by one or by ticks: none is likelier than another.
  expect(absent.queryByRole('button', { name: /^Apply/ })).toBeNull();
  await user.click(out.getByRole('button', { name: /^No OUT/ }));
  expect(out.getAllByRole('listitem')).toHaveLength(9);
  const kinds = within(screen.getByRole('group', { name: 'Kinds on show' }));
  await user.click(kinds.getByRole('button', { name: 'Absent without a reason 4' }));
  expect(screen.queryByRole('region', { name: 'No OUT' })).toBeNull();
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  await user.click(kinds.getByRole('button', { name: 'Absent without a reason 4', pressed: true }));
  expect(screen.getAllByRole('region', { name: /^(No OUT|Absent)/ })).toHaveLength(2);
});

test('what changes for several people is a line each', async () => {
  const day = { status: 'present', excused: false, timeIn: '2026-11-19T05:00:00Z', lateMs: 0, irregularMs: 0 } as const;
  const rest = { paidMs: null, earlyLeaveMs: 0, excusedMs: 0, units: '0', flags: [] };
  const effectOf = ({ employee }: Exception) => ({
    employee: employee ?? { _id: '', number: '', firstName: '', lastName: '' },
    day: '2026-11-19',
    before: { ...day, ...rest, timeOut: null, clockedMs: 0 },
    after: { ...day, ...rest, timeOut: '2026-11-19T14:00:00Z', clockedMs: 32_400_000 },
  });
  const rows = [forgotten(1), forgotten(2)];
  answer(previewCorrections, { actId: ACT, results: [applied, applied], effects: rows.map(effectOf) });
  const { user } = given(rows);
  await user.click(await screen.findByRole('button', { name: 'Apply 2 suggestions' }));
  const changes = within(await screen.findByRole('region', { name: 'What changes' }));
  expect((await changes.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Thandi Nkosi 1, Thu 19 Nov: Out – → 16:00, Hours 0:00 → 9:00',
    'Thandi Nkosi 2, Thu 19 Nov: Out – → 16:00, Hours 0:00 → 9:00',
  ]);
});

test('keys of a terminal that contradict the days are decided by one press, either way', async () => {
  const deviceId = idOf(2_001);
  const doubted: Exception = {
    ...forgotten(7),
    kind: 'doubted-keys',
    employee: null,
    detail: 'Gate C: Its keys contradict the days: 9 of 40.',
    keysOf: { deviceId },
    proposals: [],
  };
  const decided = answer(decideKeys, { ok: true });
  const { user } = given([doubted]);
  await user.click(await screen.findByRole('button', { name: 'Alternate in and out' }));
  await user.click(await screen.findByRole('button', { name: 'Trust its in and out keys' }));
  expect(decided.map(({ params, body }) => [params.deviceId, body?.directions])).toEqual([
    [deviceId, 'alternate'],
    [deviceId, 'trust'],
  ]);
});

test('an employee counts from the day of a record by one press, for users who may set employees up', async () => {
  const employee = sampleSetupEmployee('7');
  const early: Exception = {
    ...forgotten(7),
    kind: 'inactive-clocked',
    employee: { _id: employee._id, number: '7', firstName: 'Thandi', lastName: 'Nkosi' },
    proposals: [
      {
        label: 'Count from 19 Nov',
        done: 'Thandi Nkosi counts from 19 Nov.',
        reason: 'other',
        items: [],
        inBulk: false,
        undo: [],
        opens: 'start',
      },
    ],
  };
  answer(listSetupEmployees, { employees: [sampleSetupEmployee('17'), employee], lastIndex: 2 });
  const saved = answer(updateSetupEmployee, {
    employee: { ...employee, activeFrom: '2026-11-19' },
    rejudged: { people: 1, days: 2, from: '2026-11-19', employees: [] },
  });
  const { user, unmount } = given([early]);
  await user.click(await screen.findByRole('button', { name: 'Count from 19 Nov' }));
  expect(await screen.findByText('Thandi Nkosi counts from 19 Nov.')).toBeTruthy();
  expect(saved.map(({ params, body }) => [params.employeeId, body])).toEqual([
    [employee._id, { activeFrom: '2026-11-19', basis: employee.basis }],
  ]);
  unmount();
  given([early], [...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT']);
  expect(await screen.findByRole('button', { name: 'Why?' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Count from 19 Nov' })).toBeNull();
});

test('38 are resolved together: what is done, effects, one reason, and what changed meanwhile', async () => {
  const rows = Array.from({ length: 38 }, (_, number) => forgotten(number));
  answer(previewCorrections, { actId: ACT, results: rows.map(() => applied), effects: [] });
  const made = answer(makeCorrections, {
    actId: ACT,
    effects: [],
    results: rows.map((_, index) => (index < 36 ? applied : moved)),
  });
  const { user } = given(rows);
  await user.click(await screen.findByRole('checkbox', { name: 'All of: No OUT' }));
  await user.click(chosenBar().getByRole('button', { name: 'Apply 38 suggestions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply 38 suggestions' }));
  expect(dialog.getByText('OUT 16:00, 38 ×')).toBeTruthy();
  await user.selectOptions(dialog.getByLabelText('Reason'), 'Device failed');
  await user.click(dialog.getByRole('button', { name: 'Apply 38 suggestions' }));
  expect(await screen.findByText('36 resolved. 2 changed meanwhile and are still listed.')).toBeTruthy();
  expect(made[0]?.body).toMatchObject({ reason: 'device-failed', items: { length: 38 } });
});

test('the dialog closes with the answer, while the page is still being read again', async () => {
  const rows = [forgotten(1), forgotten(2)];
  answer(previewCorrections, { actId: ACT, results: rows.map(() => applied), effects: [] });
  answer(makeCorrections, { actId: ACT, effects: [], results: rows.map(() => applied) });
  const { user } = given(rows);
  await user.click(await screen.findByRole('button', { name: 'Apply 2 suggestions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply 2 suggestions' }));
  answer(listExceptions, () => later<Response>().promise);
  await user.click(dialog.getByRole('button', { name: 'Apply 2 suggestions' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('button', { name: 'Undo: Apply 2 suggestions: 2 resolved.' })).toBeTruthy();
});

test('an exception that a colleague has resolved meanwhile is not said to be listed', async () => {
  const rows = Array.from({ length: 3 }, (_, number) => forgotten(number));
  answer(previewCorrections, { actId: ACT, results: rows.map(() => applied), effects: [] });
  answer(makeCorrections, { actId: ACT, effects: [], results: [applied, moved, moved] });
  const { user } = given(rows);
  await user.click(await screen.findByRole('checkbox', { name: 'All of: No OUT' }));
  await user.click(chosenBar().getByRole('button', { name: 'Apply 3 suggestions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply 3 suggestions' }));
  answer(listExceptions, { ...DAYS, counts: { 'missing-out': 1 }, exceptions: rows.slice(2), more: false });
  await user.click(dialog.getByRole('button', { name: 'Apply 3 suggestions' }));
  expect(
    await screen.findByText('1 resolved. 1 changed meanwhile and is still listed. 1 was resolved by another user.'),
  ).toBeTruthy();
});

test('more absences than one act may have are excused in several acts', async () => {
  const rows = Array.from({ length: 201 }, (_, number): Exception => {
    const proposal: Proposal = {
      label: 'Excuse',
      done: '',
      reason: 'other',
      items: [],
      inBulk: false,
      undo: [],
      opens: 'excuse',
    };
    return { ...forgotten(number), kind: 'absence', key: `absence:${number}`, proposals: [proposal] };
  });
  answer(previewCorrections, { actId: ACT, results: [], effects: [] });
  const made = answer(makeCorrections, (asked) => ({
    actId: ACT,
    effects: [],
    results: makeCorrections.body.parse(asked.body).items.map(() => applied),
  }));
  const { user } = given(rows);
  await user.click(await screen.findByRole('checkbox', { name: 'All of: Absent without a reason' }));
  await user.click(screen.getByRole('button', { name: 'Excuse 201' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excuse 201 absences' }));
  await user.click(dialog.getByRole('button', { name: 'Excuse' }));
  expect(await screen.findByText('201 absences excused.')).toBeTruthy();
  expect(made.map(({ body }) => makeCorrections.body.parse(body).items.length)).toEqual([200, 1]);
});

test('each exception that was not resolved shows why', async () => {
  const rows = Array.from({ length: 6 }, (_, number) => forgotten(number));
  const not = (errorCode: 'PERIOD_LOCKED' | 'OWN_RECORD' | 'DATE_OUT_OF_RANGE') =>
    ({ outcome: 'refused', errorCode, message: 'No' }) as const;
  answer(previewCorrections, { actId: ACT, results: rows.map(() => applied), effects: [] });
  const ends = [applied, moved, not('PERIOD_LOCKED'), not('OWN_RECORD'), not('DATE_OUT_OF_RANGE'), applied];
  answer(makeCorrections, { actId: ACT, effects: [], results: ends });
  const { user } = given(rows);
  await user.click(await screen.findByRole('checkbox', { name: 'All of: No OUT' }));
  await user.click(chosenBar().getByRole('button', { name: 'Apply 6 suggestions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply 6 suggestions' }));
  await user.click(dialog.getByRole('button', { name: 'Apply 6 suggestions' }));
  const told =
    '2 resolved. 1 changed meanwhile and is still listed. 1 is of a locked period. 1 is too old to be corrected. 1 is your own: another user corrects it.';
  expect(await screen.findByText(told)).toBeTruthy();
});

test('a late record replaces the added one, or both are kept', async () => {
  const reviewed = answer(reviewExceptions, { ok: true, actId: ACT });
  const choice = { done: 'The record counts.', reason: 'other' as const, items: [], inBulk: false };
  const overtaken: Exception = {
    ...forgotten(7),
    kind: 'overtaken',
    key: 'overtaken:7',
    detail: 'OUT 16:00 was added; the record of 15:41 came afterwards',
    proposals: [
      { ...choice, label: 'Use the record', undo: [{ correctionId: idOf(3_001), basis: 'b' }], opens: null },
      { ...choice, label: 'Keep both', undo: [], opens: 'review' },
    ],
  };
  const { user } = given([overtaken]);
  expect(await screen.findByRole('button', { name: 'Use the record' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^More: OUT 16:00 was added/ }));
  // For this exception 'Keep both' leaves it as it is.
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Keep both', 'Why?']);
  await user.click(screen.getByRole('menuitem', { name: 'Keep both' }));
  expect(await screen.findByText('Left as it is: Thandi Nkosi 7, Thu 19 Nov', { selector: 'span, div' })).toBeTruthy();
  expect(reviewed[0]?.body).toEqual({ items: [{ key: 'overtaken:7', evidence: 'e7' }] });
});
test('a press that comes too late says so; a row can be left as it is; nothing to fix is said in words', async () => {
  answer(makeCorrections, () => refused(409, 'CONFLICT', 'This day changed while you were looking.'));
  const reviewed = answer(reviewExceptions, { ok: true, actId: ACT });
  const { user } = given([forgotten(7)]);
  await user.click(await screen.findByRole('button', { name: 'OUT 16:00' }));
  expect(await screen.findByText('This day changed while you were looking.')).toBeTruthy();
  answer(listExceptions, { from: '2026-10-21', to: '2026-11-20', counts: {}, exceptions: [], more: false });
  await user.click(screen.getByRole('button', { name: 'More: IN 07:00 without an OUT' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Leave as it is' }));
  expect(await screen.findByText('Nothing to fix.')).toBeTruthy();
  expect(reviewed[0]?.body).toEqual({ items: [{ key: 'missing-out:7', evidence: 'e7' }] });
});

test('users who may not correct see them, with Why? and no fix', async () => {
  given([forgotten(7)], EMPLOYER_PERMISSIONS);
  expect(await screen.findByRole('button', { name: 'Why?' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Period 1 to fix' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'OUT 16:00' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('the report opens over the list, and leaves the place as it was', async () => {
  signedIn({}, MAY);
  answerDashboard();
  answer(listExceptions, { from: '2026-11-02', to: '2026-11-08', counts: {}, exceptions: [], more: false });
  answer(countExceptions, { toFix: 7, toDecide: 6, absences: 0, absencesLeft: 0, onLockedDays: 0 });
  answer(listPeriodLocks, { results: [] });
  const place = '/employer/exceptions?from=2026-11-02&to=2026-11-08';
  // The browser's own history: another one does not ask the dialog before it goes back.
  const history = createBrowserHistory();
  history.replace('/employer/figures');
  const { router, user } = renderApp('', history);
  await act(() => router.navigate({ to: '/employer/exceptions', search: { from: '2026-11-02', to: '2026-11-08' } }));
  await user.click(await screen.findByRole('button', { name: 'Generate report' }));
  await screen.findByRole('dialog', { name: 'Export Corrections Report' });
  // The back gesture closes the dialog, which is in no address.
  act(() => router.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.href).toBe(place);
});

test('somebody whom a Recorder has named is made an employee: the form starts with their name, number and first day', async () => {
  signedIn({}, MAY);
  answerDashboard();
  const newPerson = { name: 'Sipho Dlamini', number: '4711', timeId: '4711' };
  const of = (day: string): Exception => ({
    ...{ key: `unmatched-pin:${day}:4711`, kind: 'unmatched-pin', day, employee: null, evidence: 'e', basis: '' },
    ...{ detail: 'Sipho Dlamini (PIN 4711) is no employee yet: 3 records waiting', newPerson },
    proposals: [
      { label: 'Make employee', done: '', reason: 'other', items: [], inBulk: false, undo: [], opens: 'make-employee' },
    ],
  });
  answer(listExceptions, {
    ...{ from: '2026-11-18', to: '2026-11-20', counts: { 'unmatched-pin': 2 }, more: false },
    exceptions: [of('2026-11-20'), of('2026-11-19')],
  });
  const made = answer(createSetupEmployee, {
    employee: sampleSetupEmployee('4711'),
    rejudged: { people: 1, days: 1, from: '2026-11-19', employees: [] },
  });
  const { user } = renderApp('/employer/exceptions');
  const [button] = await screen.findAllByText('Make employee');
  if (button) await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Make Sipho Dlamini an employee' });
  await user.click(within(dialog).getByText('Save'));
  await waitFor(() =>
    expect(made.at(-1)?.body).toEqual({
      ...{ number: '4711', timeId: '4711', firstName: 'Sipho', lastName: 'Dlamini' },
      ...{ timeGroupId: null, activeFrom: '2026-11-19' },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a dispute is settled with a note, which is required', async () => {
  const reviewed = answer(reviewExceptions, { ok: true, actId: ACT });
  const choice = { done: '', reason: 'other' as const, items: [], inBulk: false, undo: [] };
  const detail = 'Pieces missing, said at 16:05. Shown: IN 06:58, OUT 16:00; 14 Apples';
  const dispute: Exception = {
    ...{ ...forgotten(7), kind: 'dispute', key: 'dispute:7', detail },
    proposals: [
      { ...choice, label: 'Look at the day', opens: 'why' },
      { ...choice, label: 'Settle', opens: 'settle' },
    ],
  };
  const { user } = given([dispute]);
  expect(await screen.findByRole('heading', { name: 'Something is wrong, says the employee 1' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: `More: ${detail}` }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Settle']);
  await user.click(screen.getByRole('menuitem', { name: 'Settle' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Settle' }));
  expect(dialog.getByRole('button', { name: 'Settle' })).toHaveProperty('disabled', true);
  await user.type(dialog.getByRole('textbox', { name: 'How it was settled' }), 'Counted again: 14');
  await user.click(dialog.getByRole('button', { name: 'Settle' }));
  expect(await screen.findByText('Settled')).toBeTruthy();
  expect(reviewed[0]?.body).toEqual({ items: [{ key: 'dispute:7', evidence: 'e7', note: 'Counted again: 14' }] });
});
