import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type Correction, listCorrections, undoCorrections } from '#contract/figures/corrections.ts';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import {
  endOwnDaysLink,
  endOwnDaysPin,
  getOwnDaysLink,
  makeOwnDaysLink,
  makeOwnDaysPin,
} from '#contract/office/ownDaysLinks.ts';
import {
  erasePerson,
  getConsents,
  giveConsent,
  listReturned,
  previewErasure,
  withdrawConsent,
} from '#contract/office/privacy.ts';
import {
  EMPLOYEE_FIELDS,
  getSetup,
  listSetupEmployees,
  moveSetupEmployees,
  updateSetupEmployee,
} from '#contract/office/setup.ts';
import {
  deleteSetupHoliday,
  listSetupGroups,
  listSetupHolidays,
  listSetupLookups,
  listSetupShifts,
  rotateSetupShifts,
  type SetupShifts,
  setSetupShifts,
  updateSetupHoliday,
} from '#contract/office/setupLists.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { reachability } from '#src/state/reachability.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { sampleSetup, sampleSetupEmployee, sampleSetupGroup, sampleShifts } from '#tests/support/setupSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const NOBODY = { people: 0, days: 0, from: null, employees: [] };
const NIGHT = sampleSetupGroup(502, 'Night', { employees: 0 });
beforeEach(() => {
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE']);
  answer(getSetup, sampleSetup());
  answer(listSetupGroups, { groups: [sampleSetupGroup(501, 'Day'), NIGHT] });
  answer(listSetupLookups, { lookups: [] });
  answer(listReturned, { people: [] });
  answer(getOwnDaysLink, { link: null, hasPin: false });
  answer(getConsents, { isRequired: false, text: null, mayHoldTemplates: true, entries: [] });
});
const own = sampleSetupEmployee('1001', { firstName: 'Thandi', lastName: 'Mokoena' });
const synced = sampleSetupEmployee('1002', {
  firstName: 'Jan',
  lastName: 'Botha',
  owner: 'PAYROLL',
  isLocked: true,
  lockedFields: EMPLOYEE_FIELDS.filter((field) => field !== 'timeId'),
});

test('employees are searched, and fields of a payroll system are locked with its name', async () => {
  answer(listSetupEmployees, { employees: [own, synced], lastIndex: 2 });
  const { user } = renderApp('/employer/settings');
  await screen.findByText('Thandi Mokoena');
  await user.type(screen.getByRole('searchbox', { name: 'Search employees' }), 'botha{Enter}');
  expect(screen.queryByText('Thandi Mokoena')).toBeNull();
  await user.click(screen.getByText('Jan Botha'));
  const dialog = await screen.findByRole('dialog', { name: 'Employee Jan Botha' });
  expect((within(dialog).getByLabelText('Last name *') as HTMLInputElement).disabled).toBe(true);
  expect((within(dialog).getByLabelText('Time ID') as HTMLInputElement).disabled).toBe(false);
  expect(within(dialog).getAllByText('PAYROLL owns this: change it there.').length).toBeGreaterThan(5);
  expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
});

test('the system that owns all of them is said once, above', async () => {
  answer(listSetupEmployees, { employees: [synced, { ...synced, _id: idOf(9), number: '1003' }], lastIndex: 2 });
  renderApp('/employer/settings');
  expect(await screen.findAllByText(/PAYROLL/)).toHaveLength(1);
  expect(screen.getByText('Managed in PAYROLL')).toBeTruthy();
});

test('without employees there is nothing to search, to choose or to print', async () => {
  answer(listSetupEmployees, { employees: [], lastIndex: 0 });
  renderApp('/employer/settings');
  expect(await screen.findByRole('button', { name: 'Add employee' })).toBeTruthy();
  for (const name of ['Choose all 0', 'Search employees']) expect(screen.queryByLabelText(name)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Print badges' })).toBeNull();
});

test('a consent is recorded with how it was given, and withdrawn after a question', async () => {
  answer(listSetupEmployees, { employees: [own], lastIndex: 1 });
  const text = { version: 3, text: 'A pattern of your finger.' };
  const asked = { isRequired: true, text, mayHoldTemplates: false, entries: [] };
  answer(getConsents, asked);
  const given = answer(giveConsent, asked);
  const withdrawn = answer(withdrawConsent, { ok: true });
  const { user } = renderApp('/employer/settings');
  await user.click(await screen.findByText('Thandi Mokoena'));
  const part = within(await screen.findByRole('region', { name: 'Consent' }));
  expect(part.getByText('Not asked yet: no fingerprint or face is stored or sent.')).toBeTruthy();
  await user.click(part.getByRole('button', { name: 'Record consent' }));
  const question = within(await screen.findByRole('dialog', { name: 'Record consent' }));
  expect(question.getByText('A pattern of your finger.')).toBeTruthy();
  await user.selectOptions(question.getByLabelText('How'), 'On a screen');
  const entry = {
    kind: 'given' as const,
    version: 3,
    how: 'screen' as const,
    by: 'office',
    at: '2026-11-02T06:00:00.000Z',
  };
  answer(getConsents, { ...asked, mayHoldTemplates: true, entries: [entry] });
  await user.click(question.getByRole('button', { name: 'Has agreed' }));
  expect(await part.findByText(/^Agreed on a screen, .* recorded by office\.$/)).toBeTruthy();
  expect(given[0]?.body).toEqual({ version: 3, how: 'screen' });
  expect(part.queryByRole('button', { name: 'Record consent' })).toBeNull();
  expect(
    within(screen.getByRole('region', { name: 'Personal data' })).getByRole('button', { name: 'Download' }),
  ).toBeTruthy();
  await user.click(part.getByRole('button', { name: 'Withdraw consent' }));
  const sure = within(await screen.findByRole('dialog', { name: 'Withdraw consent' }));
  await user.click(sure.getByRole('button', { name: 'Withdraw consent' }));
  await waitFor(() => expect(withdrawn).toHaveLength(1));
});

test('a link to own days is made, shown once as a code and as text, and ended after a question', async () => {
  answer(listSetupEmployees, { employees: [own], lastIndex: 1 });
  answer(getOwnDaysLink, { link: null, hasPin: false });
  const link = {
    ...{ madeAt: '2026-11-02T06:00:00.000Z', madeBy: 'office', endsAt: '2026-12-02T06:00:00.000Z' },
    lastOpenedAt: null,
  };
  const made = answer(makeOwnDaysLink, { link, address: 'https://farm.test/v2/own-days/abc' });
  const ended = answer(endOwnDaysLink, { ok: true });
  const { user } = renderApp('/employer/settings');
  await user.click(await screen.findByText('Thandi Mokoena'));
  const part = within(await screen.findByRole('region', { name: 'Own days' }));
  expect(await part.findByText('No link.')).toBeTruthy();
  answer(getOwnDaysLink, { link, hasPin: false });
  await user.click(part.getByRole('button', { name: 'Make link' }));
  const once = within(await screen.findByRole('dialog', { name: 'Link to own days' }));
  expect(once.getByText('https://farm.test/v2/own-days/abc')).toBeTruthy();
  expect(await once.findByRole('img', { name: 'Link to own days' })).toBeTruthy();
  expect(once.getByRole('button', { name: 'Copy link' })).toBeTruthy();
  expect(made).toHaveLength(1);
  await user.click(once.getByRole('button', { name: 'Done' }));
  expect(await part.findByText(/^Made by office, ends .*\. Not opened yet\.$/)).toBeTruthy();
  await user.click(part.getByRole('button', { name: 'End link to own days' }));
  const sure = within(await screen.findByRole('dialog', { name: 'End link' }));
  await user.click(sure.getByRole('button', { name: 'End' }));
  await waitFor(() => expect(ended).toHaveLength(1));
});

test('a PIN for own days is made, shown once, and removed after a question', async () => {
  answer(listSetupEmployees, { employees: [own], lastIndex: 1 });
  const made = answer(makeOwnDaysPin, { pin: '0417' });
  const ended = answer(endOwnDaysPin, { ok: true });
  const { user } = renderApp('/employer/settings');
  await user.click(await screen.findByText('Thandi Mokoena'));
  const part = within(await screen.findByRole('region', { name: 'Own days' }));
  expect(await part.findByText('No PIN: the badge is enough on Recorders.')).toBeTruthy();
  answer(getOwnDaysLink, { link: null, hasPin: true });
  await user.click(part.getByRole('button', { name: 'Make PIN' }));
  const once = within(await screen.findByRole('dialog', { name: 'PIN for own days' }));
  expect(once.getByText('0417')).toBeTruthy();
  expect(once.getByRole('button', { name: 'Copy PIN' })).toBeTruthy();
  expect(made).toHaveLength(1);
  await user.click(once.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('0417')).toBeNull();
  await user.click(await part.findByRole('button', { name: 'Remove PIN for own days' }));
  const sure = within(await screen.findByRole('dialog', { name: 'Remove PIN' }));
  await user.click(sure.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(ended).toHaveLength(1));
});

test('a person is erased after the preview and their number; who is back is named, to be erased again', async () => {
  answer(listSetupEmployees, { employees: [own], lastIndex: 1 });
  const person = { employeeId: own._id, number: '1001', firstName: 'Thandi', lastName: 'Mokoena' };
  answer(listReturned, { people: [{ ...person, erasedAt: '2026-11-02T06:00:00.000Z' }] });
  const shown = { becomes: 'Removed 12', goes: [{ what: 'Punches', rows: 1_204 }], remains: ['3 backups hold them.'] };
  answer(previewErasure, { ...shown, reasons: ['3 days of theirs not locked, the first 2026-11-03.'] });
  const erased = answer(erasePerson, { becomes: 'Removed 12' });
  const { user } = renderApp('/employer/settings');
  await user.click(await screen.findByRole('button', { name: 'Erase again' }));
  const refused = within(await screen.findByRole('dialog', { name: 'Erase Thandi Mokoena' }));
  expect(await refused.findByText('3 days of theirs not locked, the first 2026-11-03.')).toBeTruthy();
  expect(refused.queryByLabelText(/^Type the employee number/)).toBeNull();
  await user.keyboard('{Escape}');
  answer(previewErasure, { ...shown, reasons: [] });
  await user.click(await screen.findByText('Thandi Mokoena'));
  const part = within(await screen.findByRole('region', { name: 'Personal data' }));
  await user.click(part.getByRole('button', { name: 'Erase' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Thandi Mokoena' }));
  expect(await dialog.findByText('Punches: 1,204')).toBeTruthy();
  expect(dialog.getByText('3 backups hold them.')).toBeTruthy();
  const go = dialog.getByRole('button', { name: 'Erase for good' });
  expect(go).toHaveProperty('disabled', true);
  await user.type(dialog.getByLabelText('Type the employee number 1001'), '1001');
  await user.click(go);
  expect(await screen.findByText('Erased here. Terminals are told: see ‘Deleted on terminals’.')).toBeTruthy();
  expect(erased[0]?.body).toEqual({ number: '1001' });
});

test('an address with a page that there is not opens the first one', async () => {
  answer(listSetupEmployees, { employees: [own], lastIndex: 1 });
  renderApp('/employer/settings?page=rosters');
  await screen.findByText('Thandi Mokoena');
});

test('tried-out punches can be removed on the following days, even after somebody has clocked', async () => {
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE', 'Attendance.CORRECT']);
  answer(listSetupEmployees, { employees: [own], lastIndex: 1 });
  const tried: Correction = {
    _id: idOf(901),
    actId: idOf(900),
    do: 'add-punch',
    at: '2026-11-21T05:00:00.000Z',
    by: 'owner',
    employee: null,
    days: ['2026-11-21'],
    was: null,
    is: 'IN 07:00',
    reason: 'Another reason',
    note: 'Try-out of the set-up',
    excuseKind: null,
    inBulk: false,
    undone: null,
    basis: 'as shown',
  };
  answer(listCorrections, ({ query: { from, to } = {} }) => {
    const isIn = from !== undefined && from <= '2026-11-21' && to !== undefined && to >= '2026-11-21';
    return { results: isIn ? [tried] : [], lastIndex: isIn ? 1 : 0 };
  });
  const undone = answer(undoCorrections, refused(409, 'CONFLICT', 'Look again.'));
  const { user } = renderApp('/employer/settings');
  await user.click(await screen.findByRole('tab', { name: 'First steps' }));
  await user.click(await screen.findByRole('button', { name: 'Remove the try-out' }));
  await waitFor(() => expect(undone.at(-1)?.body).toEqual({ items: [{ correctionId: tried._id, basis: 'as shown' }] }));
});

test('a first employee group asks from when it decides rates, so that a locked day is no dead end', async () => {
  answer(listSetupEmployees, { employees: [own], lastIndex: 1 });
  answer(listSetupGroups, {
    groups: [sampleSetupGroup(501, 'Day'), sampleSetupGroup(777, 'Pickers', { kind: 'employee' })],
  });
  const saves = answer(updateSetupEmployee, { employee: own, rejudged: NOBODY });
  const { user } = renderApp('/employer/settings');
  await user.click(await screen.findByText('Thandi Mokoena'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByLabelText('Paid by this group and job from')).toBeNull();
  await user.selectOptions(dialog.getByLabelText('Employee group'), 'Pickers');
  const from = dialog.getByLabelText('Paid by this group and job from');
  expect(from).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('checkbox', { name: 'Always: the past is judged anew' }));
  fireEvent.change(from, { target: { value: '2026-11-12' } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saves.at(-1)?.body).toEqual({
      ...{ basis: own.basis, employeeGroupId: idOf(777), employeeGroupFrom: '2026-11-12' },
    }),
  );
});

test.each([
  ['Another person', false],
  ['The same person, another name', true],
])('a name that changes in all its parts: %s', async (choice, samePerson) => {
  answer(listSetupEmployees, { employees: [own], lastIndex: 1 });
  const saves = answer(updateSetupEmployee, { employee: own, rejudged: NOBODY });
  const { user } = renderApp('/employer/settings');
  await user.click(await screen.findByText('Thandi Mokoena'));
  const dialog = within(await screen.findByRole('dialog'));
  const type = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label, { exact: false }));
    await user.type(dialog.getByLabelText(label, { exact: false }), text);
  };
  await type('First name', 'Lindiwe');
  expect(dialog.queryByRole('radiogroup', { name: 'Is this the same person?' })).toBeNull();
  await type('Last name', 'Botha');
  const question = within(dialog.getByRole('radiogroup', { name: 'Is this the same person?' }));
  expect(question.getByRole('radio', { name: 'Another person' })).toHaveProperty('checked', true);
  await user.click(question.getByRole('radio', { name: choice }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saves.at(-1)?.body).toEqual({ basis: own.basis, firstName: 'Lindiwe', lastName: 'Botha', samePerson }),
  );
});

test('a change by somebody else is reported, and typed text stays and can be saved again', async () => {
  let basis = 'as shown';
  answer(listSetupEmployees, () => ({ employees: [{ ...own, basis, lastName: basis }], lastIndex: 1 }));
  const saves = answer(updateSetupEmployee, ({ body }) =>
    (body as { basis: string }).basis === 'theirs'
      ? { employee: own, rejudged: { people: 0, days: 0, from: null, employees: [] } }
      : refused(409, 'OUTDATED', 'Someone changed this while you were editing.'),
  );
  const { user } = renderApp('/employer/settings');
  await user.click(await screen.findByText('Thandi as shown'));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Time ID'), '7');
  const cards = within(dialog).getByLabelText('Card numbers');
  await user.type(cards, '00:12:ea:30, 4711, ?');
  await user.tab();
  await within(dialog).findByText('A card number has 1 to 32 letters and digits');
  await user.type(cards, '{Backspace}{Backspace}{Backspace}');
  basis = 'theirs';
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText(/Someone changed this while you were editing\./);
  expect((within(dialog).getByLabelText('Time ID') as HTMLInputElement).value).toBe('10017');
  await screen.findByText('Thandi theirs');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Employee saved');
  // Only changed fields are sent, so another user's change of the name stays.
  expect(saves[1]?.body).toEqual({ basis: 'theirs', timeId: '10017', cards: ['12EA30', '4711'] });
});

test('badges are printed for those who are chosen, else for everybody', async () => {
  answer(listSetupEmployees, { employees: [own, synced], lastIndex: 2 });
  const { user } = renderApp('/employer/settings');
  await user.click(await screen.findByRole('button', { name: 'Print badges' }));
  const dialog = await screen.findByRole('dialog', { name: 'Print badges' });
  await within(dialog).findByRole('button', { name: 'Print 2 badges' });
  await user.keyboard('{Escape}');
  await user.click(screen.getByLabelText(/^Choose Jan Botha/));
  await user.click(screen.getByRole('button', { name: 'Print badges' }));
  await screen.findByRole('button', { name: 'Print 1 badge' });
});

test('many are moved to another shift from today on', async () => {
  answer(listSetupEmployees, { employees: [own, { ...own, _id: idOf(9), number: '1003' }], lastIndex: 2 });
  const moves = answer(moveSetupEmployees, {
    moved: 2,
    rejudged: { people: 2, days: 2, from: '2026-11-22', employees: [own, synced] },
  });
  const { user } = renderApp('/employer/settings');
  await user.click(await screen.findByLabelText('Choose all 2'));
  await user.click(screen.getByRole('button', { name: 'Move to another shift' }));
  const dialog = await screen.findByRole('dialog');
  await user.selectOptions(within(dialog).getByLabelText('To'), 'Night');
  await within(dialog).findByText(
    /2 days of 2 people will be judged anew, from 22 Nov 2026: Thandi Mokoena, Jan Botha\./,
  );
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('2 people moved. 2 days are judged anew.');
  expect(moves[0]?.body).toMatchObject({ timeGroupId: NIGHT._id, from: '2026-11-22' });
});

test('a day of a week is changed for others too from today on, with warnings and the people judged again', async () => {
  const shifts: SetupShifts = sampleShifts();
  answer(listSetupShifts, { shifts: [shifts] });
  const puts = answer(setSetupShifts, {
    shifts,
    rejudged: { people: 5, days: 5, from: '2026-11-22', employees: [own] },
  });
  const { user } = renderApp('/employer/settings?page=shifts');
  await user.click(await screen.findByRole('button', { name: /^Monday/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Monday, Day' });
  const start = within(dialog).getByLabelText(/^Start/);
  await user.clear(start);
  await user.type(start, '330');
  await user.tab();
  expect((start as HTMLInputElement).value).toBe('03:30');
  await user.type(within(dialog).getByLabelText('Late'), '{Control>}a{/Control}700');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Tue' }));
  await within(dialog).findByText(
    /5 days of 5 people will be judged anew, from 22 Nov 2026: Thandi Mokoena and 4 others/,
  );
  expect(within(dialog).getByText('A punch at 01:30 could belong to either shift.')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Shifts saved');
  const saved = puts.findLast(({ url }) => !url.searchParams.has('preview'));
  expect(saved?.body).toMatchObject({ from: '2026-11-22', days: [{ weekday: 1, startTime: '03:30' }, { weekday: 2 }] });
});

test('hours that break a limit are told where they are shown, whatever they came from', async () => {
  const rule = { ...HOURS_RULE_DEFAULTS, maxDayMinutes: 480, from: '2026-11-01' };
  answer(listSetupShifts, {
    shifts: [sampleShifts({ rules: [rule] }), sampleShifts({ timeGroupId: NIGHT._id, name: 'Night' })],
  });
  renderApp('/employer/settings?page=shifts');
  const told = await screen.findByRole('note', { name: 'Limits that Day breaks' });
  expect(told.textContent).toContain('Monday breaks a limit: Hours a day');
  expect(screen.queryByRole('note', { name: 'Limits that Night breaks' })).toBeNull();
});

test('weeks repeat: day and night in turn from next Monday, drawn before they are saved', async () => {
  const shifts: SetupShifts = sampleShifts();
  const night = sampleShifts({ timeGroupId: NIGHT._id, name: 'Night' });
  answer(listSetupShifts, { shifts: [shifts, night] });
  const puts = answer(rotateSetupShifts, { shifts, rejudged: { people: 0, days: 0, from: null, employees: [] } });
  const { user } = renderApp('/employer/settings?page=shifts');
  await user.click(await screen.findByRole('button', { name: 'Repeat weeks of Day' }));
  const dialog = await screen.findByRole('dialog', { name: 'Repeat weeks of Day' });
  await user.click(within(dialog).getByRole('button', { name: 'Add week' }));
  const drawn = within(within(dialog).getByRole('table', { name: 'The first weeks' }));
  expect(drawn.getAllByRole('row').map((row) => row.textContent)).toEqual([
    ...['From 23 Nov 2026Day', 'From 30 Nov 2026Night', 'From 7 Dec 2026Day'],
    ...['From 14 Dec 2026Day', 'From 21 Dec 2026Night', 'From 28 Dec 2026Day'],
  ]);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Shifts saved');
  const saved = puts.findLast(({ url }) => !url.searchParams.has('preview'));
  const weeks = [shifts.timeGroupId, NIGHT._id, shifts.timeGroupId];
  expect(saved?.body).toMatchObject({ from: '2026-11-23', until: '2027-02-14', weeks });
});

test('a preview is asked for once the typing rests, not for each letter', async () => {
  const holiday = {
    ...sampleSetupGroup(801, 'Harvest feast'),
    date: '2026-11-18',
    timeGroupId: null,
  };
  answer(listSetupHolidays, { holidays: [holiday] });
  answer(deleteSetupHoliday, { rejudged: NOBODY });
  const puts = answer(updateSetupHoliday, { holiday, rejudged: NOBODY });
  const { user } = renderApp('/employer/settings?page=holidays');
  await user.click(await screen.findByRole('button', { name: /18 Nov/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Harvest feast' });
  await user.type(within(dialog).getByLabelText('Name *'), ' of the farm');
  await waitFor(() => expect(puts.at(-1)?.body).toMatchObject({ name: 'Harvest feast of the farm' }));
  // A slow machine may rest between two letters; twelve letters are twelve previews otherwise.
  expect(puts.length).toBeLessThan(6);
});

test('a day of a future week is changed from when that week is in force', async () => {
  const [now] = sampleShifts().weeks;
  const shifts = sampleShifts({
    weeks: [
      { from: null, days: now?.days ?? [] },
      { from: '2026-12-01', days: now?.days ?? [] },
    ],
  });
  answer(listSetupShifts, { shifts: [shifts] });
  const { user } = renderApp('/employer/settings?page=shifts');
  await user.selectOptions(await screen.findByLabelText('Week of Day'), 'From 1 Dec 2026');
  await user.click(screen.getByRole('button', { name: /^Monday/ }));
  const from = await screen.findByLabelText('In force from');
  expect((from as HTMLInputElement).value).toBe('1 Dec 2026');
});

test('offline nothing can be saved, and what was typed stays', async () => {
  answer(listSetupEmployees, { employees: [own], lastIndex: 1 });
  const { user } = renderApp('/employer/settings');
  await user.click(await screen.findByText('Thandi Mokoena'));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('First name *'), ' Grace');
  reachability.lost();
  const save = within(dialog).getByRole('button', { name: 'Save' });
  await waitFor(() => expect(save.getAttribute('aria-description')).toMatch(/You are offline/));
  await user.click(save);
  expect((within(dialog).getByLabelText('First name *') as HTMLInputElement).value).toBe('Thandi Grace');
  reachability.answered();
});
