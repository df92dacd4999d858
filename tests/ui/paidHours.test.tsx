import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getPayHours } from '#contract/figures/hours.ts';
import { createHoursRule, HOURS_RULE_DEFAULTS, listHoursRules } from '#contract/masterData/hoursRules.ts';
import { createAuditSample, endAuditSample, listAuditSamples } from '#contract/office/auditSamples.ts';
import { getSetup } from '#contract/office/setup.ts';
import { listSetupGroups, listSetupLookups } from '#contract/office/setupLists.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { minutesIn } from '#src/lib/typed.ts';
import { answerDashboard, NOW } from '#tests/support/dashboardSamples.ts';
import { answer } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { sampleSetup, sampleSetupGroup } from '#tests/support/setupSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const NOBODY = { people: 0, days: 0, from: null, employees: [] };
const H = 3_600_000;
const sums = {
  paidMs: 46 * H,
  ordinaryMs: 45 * H,
  overtime1Ms: H,
  overtime2Ms: 0,
  sundayMs: 0,
  holidayMs: 0,
  weightedMs: 46.5 * H,
  nightMs: 0,
  takenOffMs: 0,
  earlyMs: 0,
  unsettledMs: 0,
  unsettledDays: 1,
};

const hoursOfWeek = {
  from: '2026-11-16',
  to: '2026-11-20',
  periods: [
    { from: '2026-11-16', to: '2026-11-22' },
    { from: '2026-11-09', to: '2026-11-15' },
  ],
  rows: [{ employee: { _id: idOf(1), number: '7', firstName: 'Ann', lastName: 'Ama' }, sums }],
  totals: sums,
  lastIndex: 0,
  total: 1,
};

test('an auditor’s sample is drawn of the days that are over, with a link that is shown once and ended by hand', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  answerDashboard();
  answer(getPayHours, hoursOfWeek);
  const sample = {
    ...{ _id: idOf(9), name: 'Ethical Audits Ltd', seed: 'oak', from: '2026-11-16', to: '2026-11-19', people: 10 },
    ...{ madeAt: '2026-11-20T08:00:00.000Z', madeBy: 'ann', endsAt: '2026-11-27T08:00:00.000Z', lastOpenedAt: null },
  };
  answer(listAuditSamples, { samples: [sample] });
  const drawn = answer(createAuditSample, { sample, link: 'https://farm.test/v2/audit-sample/x' });
  const ended = answer(endAuditSample, { ok: true });
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE']);
  const { user } = renderApp('/employer/payroll/hours');
  expect(await screen.findByText('10 people')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New sample' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sample, 16 Nov 2026 to 19 Nov 2026' });
  await user.type(within(dialog).getByLabelText(/^Auditor/), 'Ethical Audits Ltd');
  await user.type(within(dialog).getByLabelText('Seed'), 'oak');
  await user.click(within(dialog).getByRole('button', { name: 'Draw' }));
  expect(await screen.findByText('https://farm.test/v2/audit-sample/x')).toBeTruthy();
  screen.getByRole('button', { name: 'Copy link' });
  const dates = { from: '2026-11-16', to: '2026-11-19' };
  expect(drawn[0]?.body).toEqual({ name: 'Ethical Audits Ltd', dates, seed: 'oak', days: 7 });
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await user.click(screen.getByRole('button', { name: 'End the link of Ethical Audits Ltd' }));
  await user.click(await screen.findByRole('button', { name: 'End' }));
  await waitFor(() => expect(ended).toHaveLength(1));
});

test('paid hours of a pay period: sums on top, a row per person, and another period', async () => {
  answerDashboard();
  const asked = answer(getPayHours, hoursOfWeek);
  signedIn({}, [...EMPLOYER_PERMISSIONS]);
  const { user } = renderApp('/employer/payroll/hours');
  const table = await screen.findByRole('region', { name: 'Paid hours, table' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Name', 'Number', 'Paid', 'Ordinary', 'Overtime 1', 'Weighted', 'Open Days']]);
  expect(
    within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    ...['Ann Ama', '7', '46:00', '45:00', '1:00', '46:30', '1'],
    ...['', '46:00', '45:00', '1:00', '46:30', '1'],
  ]);
  const sums = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(sums.map((sum) => sum.join(' '))).toEqual(['Employees 1', 'Paid 46:00', 'Weighted 46:30', 'Open Days 1']);
  await user.click(screen.getByRole('button', { name: 'Generate report' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    ...['Paid Hours per Pay Period', 'Paid Hours per Day', 'Working Hours'],
  ]);
  await user.keyboard('{Escape}');
  const search = screen.getByRole('searchbox', { name: 'Search by number or name' });
  await user.type(search, 'Ben');
  expect(await screen.findByText('No employees match this filter', undefined, { timeout: 3_000 })).toBeTruthy();
  await user.clear(search);
  await user.type(search, 'áma 7');
  expect(await screen.findByRole('cell', { name: 'Ann Ama' }, { timeout: 3_000 })).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Pay period'), '9 Nov 2026 to 15 Nov 2026');
  await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('to')).toBe('2026-11-15'));
});

test('without an hours rule the page says where it is set up', async () => {
  answerDashboard();
  answer(getPayHours, {
    ...{ from: '2026-11-01', to: '2026-11-20', periods: [], rows: [] },
    ...{ totals: { ...sums, paidMs: 0 }, lastIndex: -1, total: 0 },
  });
  signedIn({}, [...EMPLOYER_PERMISSIONS]);
  renderApp('/employer/payroll/hours');
  expect(await screen.findByText(/No paid hours.*Hours rules/)).toBeTruthy();
});

test('an hours rule is typed in hours, within its limits', async () => {
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE']);
  answer(getSetup, sampleSetup());
  answer(listSetupGroups, { groups: [sampleSetupGroup(501, 'Day')] });
  answer(listSetupLookups, { lookups: [] });
  answer(listHoursRules, { hoursRules: [] });
  const own = { _id: idOf(1), systemId: 'CSV', owner: 'Tallyboard', isLocked: false, basis: 'b' };
  const posts = answer(createHoursRule, {
    hoursRule: { ...own, timeGroupId: null, from: null, ...HOURS_RULE_DEFAULTS },
    rejudged: NOBODY,
  });
  const { user } = renderApp('/employer/settings?page=hours');
  expect(await screen.findByText('There are none yet: no hours are shown as paid.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add rule' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add hours rule' });
  const week = within(dialog).getByLabelText('Ordinary hours a week');
  await user.clear(week);
  await user.type(week, '169');
  await user.tab();
  expect(within(dialog).getByText('More than 0 and at most 168 hours')).toBeTruthy();
  await user.clear(week);
  await user.type(week, '42:30');
  expect(within(dialog).queryByLabelText('Number of weeks')).toBeNull();
  await user.type(within(dialog).getByLabelText('Ordinary hours in several weeks'), '152');
  expect(within(dialog).getByLabelText('Number of weeks')).toHaveProperty('value', '4');
  expect(within(dialog).queryByLabelText('Round each IN and OUT')).toBeNull();
  await user.selectOptions(within(dialog).getByLabelText('Rounding'), 'nearest 15');
  expect(within(dialog).getByLabelText('Round each IN and OUT')).toHaveProperty('checked', false);
  await user.click(within(dialog).getByLabelText('Paid hours of Sundays and holidays fill the week'));
  const breaks = within(dialog).getByLabelText('Breaks by hours worked');
  await user.type(breaks, '6=30, 9');
  await user.tab();
  expect(within(dialog).getByText('Hours of work and minutes of break, such as 6=30, 9=45')).toBeTruthy();
  await user.type(breaks, ':30=45');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const saved = posts.findLast(({ url }) => !url.searchParams.has('preview'));
  expect(saved?.body).toMatchObject({
    dayLimitMinutes: 540,
    weekLimitMinutes: 2_550,
    ...{ weeksLimitMinutes: 9_120, limitWeeks: 4, limitWeeksFrom: '2026-01-05' },
    ...{ rounding: 'nearest 15', roundsIntervals: false, sundaysFillWeek: true, nightStart: null },
    breakTable: [
      { afterMinutes: 360, breakMinutes: 30 },
      { afterMinutes: 570, breakMinutes: 45 },
    ],
  });
});

test('a rule that is added beside one for always begins today, so that the dialog opens without an error', async () => {
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE']);
  answer(getSetup, sampleSetup());
  answer(listSetupGroups, { groups: [sampleSetupGroup(501, 'Day')] });
  answer(listSetupLookups, { lookups: [] });
  const own = { _id: idOf(1), systemId: 'CSV', owner: 'Tallyboard', isLocked: false, basis: 'b' };
  const hoursRule = { ...own, timeGroupId: null, from: null, ...HOURS_RULE_DEFAULTS };
  answer(listHoursRules, { hoursRules: [hoursRule] });
  const posts = answer(createHoursRule, { hoursRule, rejudged: NOBODY });
  const { user } = renderApp('/employer/settings?page=hours');
  await user.click(await screen.findByRole('button', { name: 'Add rule' }));
  await screen.findByRole('dialog', { name: 'Add hours rule' });
  await waitFor(() => expect(posts).toHaveLength(1));
  expect(posts[0]?.body).toMatchObject({ from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), timeGroupId: null });
});

test.each([
  ['', null],
  ['9', 540],
  ['7:30', 450],
  ['7.5', 450],
  ['7,5', 450],
  ['7:60', undefined],
  ['nine', undefined],
])('%s as hours', (text, minutes) => expect(minutesIn(text)).toBe(minutes));
