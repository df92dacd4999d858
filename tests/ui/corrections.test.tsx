import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  type CorrectedDay,
  type Correction,
  type CorrectionResult,
  makeCorrections,
  previewCorrections,
  undoCorrections,
} from '#contract/figures/corrections.ts';
import { type DayExplanation, explainDay } from '#contract/figures/explain.ts';
import { listByAttendanceStatus } from '#contract/figures/stats.ts';
import { getGroups, getLookups } from '#contract/masterData/groups.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { getChoices } from '#contract/reports/choices.ts';
import { DayLedger } from '#src/features/office/corrections/DayLedger.tsx';
import { instantsOf } from '#src/lib/wallClock.ts';
import { reachability } from '#src/state/reachability.ts';
import { answerDashboard, sampleEntry } from '#tests/support/dashboardSamples.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { renderApp, renderWith, signedIn } from '#tests/support/ui.tsx';

const THANDI = { _id: idOf(1_007), number: '7', firstName: 'Thandi', lastName: 'Nkosi' };
const RECORD = idOf(2_001);
const CORRECTION = idOf(3_001);

const explanation = (changes: Partial<DayExplanation> = {}): DayExplanation => ({
  employee: THANDI,
  referenceDate: '2026-11-20',
  timeZone: 'Africa/Johannesburg',
  asOf: '2026-11-20T07:40:00.000Z',
  status: 'present',
  late: false,
  lateMs: 0,
  provisional: false,
  rule: 8,
  reason: 'On time.',
  flags: [],
  shift: null,
  noShift: null,
  events: [
    {
      at: '2026-11-20T05:00:00.000Z',
      direction: 'in',
      flags: [],
      punches: [
        {
          recordId: 'a',
          clockRecordId: RECORD,
          at: '2026-11-20T05:00:00.000Z',
          direction: 'in',
          kept: true,
          device: 'Gate A',
          receivedAt: '2026-11-20T05:00:04.000Z',
          clockedBy: null,
          workCode: null,
        },
      ],
    },
  ],
  gaps: [],
  lateTimeMs: 0,
  irregularBreakTimeMs: 0,
  earlyLeaveMs: 0,
  devices: [],
  entries: [],
  basis: 'basis-1',
  corrections: [],
  setAside: [],
  excuses: [],
  locked: null,
  ...changes,
});
const judged = (clockedMs: number): CorrectedDay => ({
  status: 'present',
  timeIn: '2026-11-20T05:00:00.000Z',
  timeOut: null,
  clockedMs,
  lateMs: 0,
  irregularMs: 0,
  earlyLeaveMs: 0,
  excusedMs: 0,
  excused: false,
  flags: [],
  units: '0',
  paidMs: null,
});
const result = (changes: Partial<CorrectionResult> = {}): CorrectionResult => ({
  actId: idOf(4_001),
  results: [{ outcome: 'applied', correctionId: CORRECTION }],
  effects: [
    { employee: THANDI, day: '2026-11-20', before: judged(9 * 3_600_000), after: judged(9 * 3_600_000 + 600_000) },
  ],
  ...changes,
});
const added: Correction = {
  _id: CORRECTION,
  actId: idOf(4_001),
  do: 'add-punch',
  at: '2026-11-20T06:12:00.000Z',
  by: 'M. Botha',
  employee: THANDI,
  days: ['2026-11-20'],
  was: null,
  is: 'OUT 16:10',
  reason: 'Forgot to clock',
  note: null,
  excuseKind: null,
  inBulk: false,
  undone: null,
  basis: 'basis-2',
};

const MAY = [...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT'] as const;
function why(
  explained: Parameters<typeof answer<typeof explainDay>>[1],
  permissions: readonly (typeof MAY)[number][] = MAY,
) {
  signedIn({}, permissions);
  answerDashboard();
  answer(explainDay, explained);
  return renderApp(`/employer/overview?open=why&why=${THANDI._id}`);
}
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
/** Waits for its text first, because a search by role of the whole page after each change of it takes seconds on a busy machine. */
const button = async (name: string) => {
  await screen.findByText(name);
  return screen.getByRole('button', { name });
};
const menuOf = async (user: ReturnType<typeof why>['user'], item: string) => {
  await user.click(await screen.findByRole('button', { name: 'Correct IN 07:00' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
  return within(await dialog('Correct Thandi Nkosi, Fri 20 Nov'));
};

test('a punch is added at a time on the account’s clock, and what changes is shown before it is saved', async () => {
  answer(previewCorrections, result());
  const made = answer(makeCorrections, result());
  const { user } = why(explanation());
  await user.click(await button('Add punch'));
  const form = within(await dialog('Correct Thandi Nkosi, Fri 20 Nov'));
  await user.type(form.getByLabelText(/^Time/, { selector: 'input' }), '16:10');
  const changes = within(await form.findByRole('region', { name: 'What changes: Thandi Nkosi, Fri 20 Nov, table' }));
  expect(changes.getByRole('row', { name: 'Hours 9:00 9:10' })).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Save correction' }));
  expect(await screen.findByText('Correction saved')).toBeTruthy();
  expect(made[0]?.body).toEqual({
    reason: 'forgot-to-clock',
    items: [
      {
        day: '2026-11-20',
        basis: 'basis-1',
        change: { do: 'add-punch', employeeId: THANDI._id, at: '2026-11-20T14:10:00.000Z', direction: 'out' },
      },
    ],
  });
});

test('piecework is added with a code of the list, by its description; typed where there is no list', async () => {
  answer(previewCorrections, result());
  const made = answer(makeCorrections, result());
  const { user } = why(explanation());
  const deletedAt = null;
  answer(getLookups, {
    lookups: [{ lookup: 1, name: 'Crop', entries: [{ _id: idOf(6), code: 'A', description: 'Apples', deletedAt }] }],
  });
  await user.click(await button('Add piecework'));
  const form = within(await dialog('Correct Thandi Nkosi, Fri 20 Nov'));
  await user.type(form.getByLabelText(/^Units/), '12');
  await user.type(form.getByLabelText(/^Start/, { selector: 'input' }), '08:00');
  await user.type(await form.findByLabelText('Block code'), 'B7');
  await user.click(form.getByLabelText('Crop', { selector: 'input' }));
  // jsdom has no layout: the list is never placed, so it counts as hidden.
  await user.click(await screen.findByRole('option', { name: 'Apples, A', hidden: true }));
  await user.click(form.getByRole('button', { name: 'Save correction' }));
  expect(await screen.findByText('Correction saved')).toBeTruthy();
  expect(made[0]?.body).toMatchObject({ items: [{ change: { units: '12', lookup1Code: 'A', lookup2Code: 'B7' } }] });
});

test('the job of an entry is chosen where the account has some, and stays as it is otherwise', async () => {
  answer(previewCorrections, result());
  const made = answer(makeCorrections, result());
  const at = {
    startedAt: '2026-11-20T06:00:00.000Z',
    endedAt: null,
    durationMs: null,
    receivedAt: '2026-11-20T06:00:04.000Z',
  };
  const codes = { lookup1Code: null, lookup2Code: null, jobName: 'Picker', device: null, clock: null };
  const entry = { entryId: idOf(2_050), correctionId: null, units: '12', ...at, ...codes };
  const { user } = why(explanation({ entries: [entry] }));
  const job = { _id: idOf(7_100), systemId: 'payroll', name: 'Packer', code: 'PACK', deletedAt: null };
  answer(getGroups, { employeeGroups: [], timeGroups: [], jobDescriptions: [job] });
  await user.click(await screen.findByRole('button', { name: /^Correct 12/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change count or time' }));
  const form = within(await dialog('Correct Thandi Nkosi, Fri 20 Nov'));
  await user.click(await form.findByLabelText('Job description', { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: 'Packer, PACK', hidden: true }));
  await user.click(form.getByRole('button', { name: 'Save correction' }));
  expect(await screen.findByText('Correction saved')).toBeTruthy();
  expect(made[0]?.body).toMatchObject({
    items: [{ change: { do: 'replace-entry', recordId: entry.entryId, jobDescriptionCode: 'PACK' } }],
  });
});

test('an entry of which only the date is known shows no time, and stays so when its count is changed', async () => {
  answer(previewCorrections, result());
  const made = answer(makeCorrections, result());
  const codes = { lookup1Code: null, lookup2Code: null, device: null, clock: null, durationMs: null, endedAt: null };
  const at = { startedAt: '2026-11-19T22:00:00.000Z', date: '2026-11-20', receivedAt: '2026-11-21T06:00:04.000Z' };
  const entry = { entryId: idOf(2_050), correctionId: null, units: '12', ...at, ...codes };
  const { user } = why(explanation({ entries: [entry] }));
  await user.click(await screen.findByRole('button', { name: /^Correct 12\S* units$/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change count or time' }));
  const form = within(await dialog('Correct Thandi Nkosi, Fri 20 Nov'));
  expect(form.getByLabelText('Start')).toHaveProperty('value', '');
  await user.clear(form.getByLabelText(/^Units/));
  await user.type(form.getByLabelText(/^Units/), '13');
  await user.click(form.getByRole('button', { name: 'Save correction' }));
  expect(await screen.findByText('Correction saved')).toBeTruthy();
  expect(made[0]?.body).toMatchObject({
    items: [{ change: { do: 'replace-entry', recordId: entry.entryId, units: '13' } }],
  });
  expect(JSON.stringify(made[0]?.body)).not.toContain('startedAt');
});

test('Other needs a note; a changed day is reported, and typed text stays', async () => {
  answer(previewCorrections, result());
  const made = answer(makeCorrections, () => refused(409, 'CONFLICT', 'This day changed while you were looking.'));
  const { user } = why(explanation());
  const form = await menuOf(user, 'Does not count');
  await user.selectOptions(form.getByLabelText('Reason'), 'Other');
  await user.click(form.getByRole('button', { name: 'Save correction' }));
  expect(await form.findByText('Say why')).toBeTruthy();
  expect(made).toHaveLength(0);
  await user.type(form.getByLabelText(/^Note/), 'Clocked for a friend');
  await user.click(form.getByRole('button', { name: 'Save correction' }));
  expect(await form.findByText('This day changed while you were looking.')).toBeTruthy();
  expect(form.getByLabelText(/^Note/)).toHaveProperty('value', 'Clocked for a friend');
  answer(explainDay, explanation({ basis: 'basis-9' }));
  answer(makeCorrections, (asked) => {
    made.push(asked as never);
    return result();
  });
  await user.click(form.getByRole('button', { name: 'Show it as it is now' }));
  await waitFor(async () => {
    await user.click(form.getByRole('button', { name: 'Save correction' }));
    expect(await screen.findByText('Correction saved')).toBeTruthy();
  });
  expect(made.at(-1)?.body).toMatchObject({ items: [{ basis: 'basis-9' }], note: 'Clocked for a friend' });
});

test('a user’s own day is refused in words before anything is saved; offline the buttons are disabled', async () => {
  answer(previewCorrections, () => refused(409, 'OWN_RECORD', 'You cannot correct your own day.'));
  const { user } = why(explanation());
  const form = await menuOf(user, 'Change direction');
  expect(await form.findByText('You cannot correct your own day.')).toBeTruthy();
  act(() => reachability.lost());
  expect((await form.findAllByText('You are offline. Corrections need a connection.')).length).toBeGreaterThan(0);
  expect(form.getByRole('button', { name: 'Save correction' }).getAttribute('aria-disabled')).toBe('true');
  act(() => reachability.answered());
});

test('what was done is listed with its undo; a locked day only shows by whom', async () => {
  const undone = answer(undoCorrections, result());
  const late = { ...added, at: '2026-11-24T06:12:00.000Z' };
  const { user } = why(explanation({ corrections: [late] }));
  const undo = await screen.findByRole('button', {
    name: 'Undo: OUT 16:10 added by M. Botha, 24 Nov 08:12. Forgot to clock',
  });
  await user.click(undo);
  expect(await screen.findByText('Correction undone')).toBeTruthy();
  expect(undone[0]?.body).toEqual({ items: [{ correctionId: CORRECTION, basis: 'basis-2' }] });
});

test('a line of piecework has units of two decimals and the names of what was done, or its code', () => {
  const entry = {
    entryId: idOf(6_001),
    correctionId: null,
    startedAt: '2026-11-20T06:00:00.000Z',
    endedAt: null,
    durationMs: null,
    units: '13.100',
    lookup1Code: 'STR',
    lookup1Name: 'Strawberries, tray',
    lookup2Code: 'B10',
    lookup2Name: null,
    device: 'Field tablet 1',
    receivedAt: '2026-11-20T07:00:00.000Z',
    clock: null,
  };
  signedIn({}, EMPLOYER_PERMISSIONS);
  renderWith(<DayLedger answer={explanation({ entries: [entry] })} onPick={() => undefined} />);
  const line = screen.getByRole('listitem');
  expect(line.textContent).toBe('13.10 units 08:00, Strawberries, tray, B10, Field tablet 1');
});

test('time that the hours rule takes off is approved from ‘Why?’, where there is some', async () => {
  const H = 3_600_000;
  const paid = {
    ...{ paidMs: 8 * H, ordinaryMs: 8 * H, sundayMs: 0, holidayMs: 0, nightMs: 0, takenOffMs: H, earlyMs: 0 },
    ...{ unsettledMs: 0, isSettled: true, rule: 'Hours rule: not rounded.' },
    divided: { ordinaryMs: 7 * H, overtime1Ms: H, overtime2Ms: 0 },
  };
  const effect = { employee: THANDI, day: '2026-11-20' };
  const effects = [
    { ...effect, before: { ...judged(9 * H), paidMs: 8 * H }, after: { ...judged(9 * H), paidMs: 9 * H } },
  ];
  answer(previewCorrections, { ...result(), effects });
  const made = answer(makeCorrections, result());
  const { user } = why(explanation({ paid }));
  const worked = await button('Worked through');
  expect(screen.getByText('7:00 ordinary time')).toBeTruthy();
  expect(screen.getByText('1:00 overtime 1, over the limit of the day or the week')).toBeTruthy();
  await user.click(worked);
  expect(screen.queryByRole('button', { name: 'Approve time before the shift' })).toBeNull();
  const form = within(await dialog('Worked through: Thandi Nkosi, Fri 20 Nov'));
  expect(await form.findByRole('row', { name: 'Paid 8:00 9:00' })).toBeTruthy();
  expect(form.queryByLabelText('Reason')).toBeNull();
  await user.click(form.getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(made.at(-1)?.body).toEqual({
      items: [
        {
          ...{ day: '2026-11-20', basis: 'basis-1' },
          change: { do: 'approve', employeeId: THANDI._id, what: 'worked-through', day: '2026-11-20' },
        },
      ],
    }),
  );
});

test.each([
  [
    'locked',
    explanation({ corrections: [added], locked: { lockId: idOf(5), by: 'P. Naidoo', at: '2026-11-16T08:00:00Z' } }),
    MAY,
  ],
  ['seen only', explanation({ corrections: [added] }), EMPLOYER_PERMISSIONS],
] as const)('a day that is %s has no menus', async (what, explained, permissions) => {
  why(explained, permissions);
  expect(await screen.findByText(/OUT 16:10 added by M. Botha/)).toBeTruthy();
  expect(screen.queryByText('Locked by P. Naidoo on 16 Nov. Re-open the period to correct it.') !== null).toBe(
    what === 'locked',
  );
  for (const name of [/^Undo/, /^Correct IN/, 'Add punch', 'Excuse'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test.each([
  ['2026-11-23', '16:10', 'Africa/Johannesburg', ['2026-11-23T14:10:00.000Z']],
  ['2026-10-25', '02:30', 'Europe/Berlin', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
  ['2026-03-29', '02:30', 'Europe/Berlin', []],
  ['2026-11-23', '07:00:10', 'Asia/Kathmandu', ['2026-11-23T01:15:10.000Z']],
  ['2026-11-23', '', 'UTC', []],
])('%s %s in %s', (date, time, zone, instants) => {
  expect(instantsOf(date, time, zone).map((at) => new Date(at).toISOString())).toEqual(instants);
});

test('who is absent is called and excused from the list behind Absent, and a day that cannot be read is said', async () => {
  signedIn({}, MAY);
  answerDashboard();
  const absent = sampleEntry(7, { status: 'absent', present: false, timeIn: null, phoneNumber: '+27 82 555 0142' });
  answer(listByAttendanceStatus, { entries: [absent, sampleEntry(8)] });
  const made = answer(makeCorrections, result());
  answer(previewCorrections, result());
  const week = { rule: null, periods: [{ from: '2026-11-16', to: '2026-11-22' }] };
  answer(getChoices, { columns: {}, periods: [], spans: [week] });
  answer(explainDay, () => refused(404, 'NOT_FOUND', 'No employee has this id.'));
  const { user } = renderApp('/employer/overview?open=list&status=absent');
  const excuse = await screen.findByRole('button', { name: /^Excuse / });
  const [callThem, ...more] = screen.getAllByRole('link', { name: /^Call / });
  expect(callThem?.getAttribute('href')).toBe('tel:+27825550142');
  expect(more).toEqual([]);
  await user.click(excuse);
  expect(await screen.findByText('No employee has this id.')).toBeTruthy();
  answer(explainDay, explanation({ status: 'absent' }));
  await user.click(excuse);
  const form = within(await dialog('Excuse Thandi Nkosi, Fri 20 Nov'));
  await user.selectOptions(
    await form.findByRole('combobox', { name: 'Period' }),
    await form.findByRole('option', { name: '16 Nov 2026 to 22 Nov 2026' }),
  );
  await user.click(form.getByRole('button', { name: 'Excuse' }));
  expect(await screen.findByText('Thandi Nkosi is excused.')).toBeTruthy();
  const span = { from: '2026-11-16', to: '2026-11-22' };
  expect(made[0]?.body).toMatchObject({
    items: [{ change: { do: 'excuse', judgement: 'absence', kind: 'leave', ...span } }],
  });
});
