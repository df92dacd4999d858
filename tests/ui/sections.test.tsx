import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { listAccounts } from '#contract/access/accounts.ts';
import { listUsers } from '#contract/access/users.ts';
import { getMuster, getRoll } from '#contract/figures/people.ts';
import { listPayRates } from '#contract/masterData/payRules.ts';
import { getSetup } from '#contract/office/setup.ts';
import { EMPLOYER_PERMISSIONS, type Permission } from '#contract/platform/permissions.ts';
import { lastScroll, lastSearch, leaveSection } from '#src/state/sections.ts';
import { session } from '#src/state/session.ts';
import { answerDashboard, NOW } from '#tests/support/dashboardSamples.ts';
import { answer } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { sampleSetup } from '#tests/support/setupSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

afterEach(() => sessionStorage.clear());

const OWNER: readonly Permission[] = [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE', 'Attendance.CORRECT'];

test('an area with one section has no tabs; with more they show the present one', async () => {
  answer(listAccounts, { accounts: [], lastIndex: 0 });
  answer(listUsers, { users: [], lastIndex: 0 });
  signedIn({ role: 'admin', accountName: 'system' });
  const { unmount } = renderApp('/manage/accounts/all');
  const tabs = await screen.findByRole('navigation', { name: 'Sections' });
  expect(tabs.textContent).toBe('AccountsUsers');
  await userEvent.click(screen.getByRole('link', { name: 'Users' }));
  expect((await screen.findByRole('link', { name: 'Users' })).getAttribute('data-status')).toBe('active');
  unmount();
  signedIn({ role: 'admin', accountName: 'system' }, ['User.GET']);
  renderApp('/manage/users');
  await screen.findByRole('heading', { name: 'Users' });
  expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull();
});

/** Addresses that were moved, each with its parameters. */
test.each([
  ['/employer/exceptions/pieces?page=plans', '/employer/work?page=plans'],
  ['/employer/people/hours?from=2026-11-09&to=2026-11-15', '/employer/payroll/hours?from=2026-11-09&to=2026-11-15'],
  ['/employer/pay', '/employer/payroll/pay'],
  [`/employer/pay?employee=${idOf(9)}`, `/employer/payroll/pay?employee=${idOf(9)}`],
  ['/employer/pay?page=people&from=2026-11-09&to=2026-11-15', '/employer/payroll/pay?from=2026-11-09&to=2026-11-15'],
  ['/employer/pay?page=cost', '/employer/payroll/cost'],
  ['/employer/pay?page=files', '/employer/payroll/files'],
  ['/employer/pay?page=rates', '/employer/settings?page=rates'],
  ['/employer/pay?page=minimums', '/employer/settings?page=minimums'],
  ['/employer/pay?page=rules', '/employer/settings?page=rules'],
  ['/employer/pay?page=test', '/employer/settings?page=test'],
  ['/employer/setup?page=shifts', '/employer/settings?page=shifts'],
  ['/employer/trends/records', '/employer/reports/records'],
  ['/employer/trends?from=2026-11-13&to=2026-11-19', '/employer/reports/trends?from=2026-11-13&to=2026-11-19'],
])('%s has moved to %s', async (before, now) => {
  signedIn({}, ['Pay.VIEW', 'Pay.MANAGE', 'Setup.MANAGE']);
  const { router } = renderApp(before);
  await waitFor(() => expect(router.state.location.href).toBe(now));
});

test.each([
  ['everything', [...OWNER, 'Pay.VIEW'], 'OverviewPeopleWorkPayrollReportsSettingsMore'],
  ['no pay', OWNER, 'OverviewPeopleWorkPeriodReportsSettingsMore'],
  ['attendance', ['Stats.GET_ATTENDANCE_INFORMATION'], 'OverviewPeoplePeriodReports'],
  ['pay alone', ['Pay.VIEW'], 'OverviewPayroll'],
  ['rates alone', ['Pay.MANAGE'], 'OverviewSettings'],
  ['nothing', [], ''],
] as const)('the sections of who may see %s', async (_who, permissions, shown) => {
  answerDashboard();
  signedIn({}, [...permissions]);
  renderApp('/employer/overview');
  await screen.findByRole('heading', { name: 'Overview' });
  expect(screen.queryByRole('navigation', { name: 'Sections' })?.textContent ?? '').toBe(shown);
});

test('of six sections the last is behind *More* on a phone', async () => {
  answerDashboard();
  signedIn({}, [...OWNER]);
  const { user, router } = renderApp('/employer/overview');
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Settings' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/employer/settings'));
});

test('the tabs of *Payroll* show the period that was chosen, and pay only to who may see it', async () => {
  answerDashboard();
  signedIn({}, ['Stats.GET_ATTENDANCE_INFORMATION', 'Pay.VIEW']);
  const { unmount } = renderApp('/employer/payroll/hours?from=2026-11-09&to=2026-11-15');
  const tabs = within(await screen.findByRole('tablist', { name: 'Payroll' })).getAllByRole('tab');
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href'), tab.getAttribute('aria-selected')])).toEqual([
    ['Period', '/employer/payroll/2026-11-09', 'false'],
    ['Hours', '/employer/payroll/hours?from=2026-11-09&to=2026-11-15', 'true'],
    ['Pay', '/employer/payroll/pay?from=2026-11-09&to=2026-11-15', 'false'],
    ['Cost', '/employer/payroll/cost?from=2026-11-09&to=2026-11-15', 'false'],
    ['Files', '/employer/payroll/files?from=2026-11-09&to=2026-11-15', 'false'],
  ]);
  unmount();
  signedIn({}, ['Stats.GET_ATTENDANCE_INFORMATION']);
  renderApp('/employer/payroll/hours');
  const own = within(await screen.findByRole('tablist', { name: 'Period' })).getAllByRole('tab');
  expect(own.map(({ textContent }) => textContent)).toEqual(['Period', 'Hours']);
});

test('*Reports* offers every report that the user may make, and those that are sent by themselves', async () => {
  answerDashboard();
  signedIn({}, ['Stats.GENERATE_REPORTS', 'Stats.GET_PERFORMANCE_METRICS', 'GET_ALL_ALERTS']);
  const { user } = renderApp('/employer/reports');
  const list = within(await screen.findByRole('region', { name: 'Piecework' }));
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Piecework Totals',
    'Piecework Time Spent',
    'Containers',
    'Quality',
  ]);
  expect(screen.queryByRole('region', { name: 'Attendance' })).toBeNull();
  await user.click(list.getByRole('button', { name: 'Piecework Totals' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export Piecework Totals Report' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Scheduled reports' }));
  expect(await screen.findByRole('tab', { name: /^Report/, selected: true })).toBeTruthy();
});

test('the settings have five tabs, and rates need no permission for the rest', async () => {
  answerDashboard();
  answer(listPayRates, { currency: 'ZAR', rates: [] });
  answer(getSetup, sampleSetup());
  signedIn({}, ['Setup.MANAGE', 'Pay.MANAGE']);
  const { unmount } = renderApp('/employer/settings?page=minimums');
  const tabs = within(await screen.findByRole('tablist', { name: 'Settings' })).getAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'People and shifts',
    'Products and rates',
    'Pay rules',
    'Phones and terminals',
    'Users and access',
  ]);
  const below = within(screen.getByRole('tablist', { name: 'Pay rules' })).getAllByRole('tab');
  expect(below.map(({ textContent }) => textContent)).toEqual([
    'Hours rules',
    'Minimum wage',
    'Pay rules',
    'Pay calculator',
  ]);
  expect(screen.getByRole('link', { name: 'Import' })).toBeTruthy();
  unmount();
  signedIn({}, ['Pay.MANAGE']);
  renderApp('/employer/settings');
  const own = within(await screen.findByRole('tablist', { name: 'Settings' })).getAllByRole('tab');
  expect(own.map(({ textContent }) => textContent)).toEqual(['Rates', 'Pay rules']);
  expect(await screen.findByRole('button', { name: 'Add rate' })).toBeTruthy();
});

test('the state of a section is stored for the tab, and deleted with the session', () => {
  signedIn({});
  expect(lastSearch('/employer/overview')).toBeUndefined();
  leaveSection('/employer/overview', { search: { date: '2026-11-20' }, scrollY: 120 });
  expect(lastSearch('/employer/overview')).toEqual({ date: '2026-11-20' });
  expect(lastScroll('/employer/overview')).toBe(120);
  session.clear();
  leaveSection('/employer/reports/trends', { search: { range: '7' }, scrollY: 5 });
  expect(lastSearch('/employer/overview')).toBeUndefined();
  signedIn({});
  for (const path of ['/employer/overview', '/employer/reports/trends']) {
    expect(lastSearch(path)).toBeUndefined();
    expect(lastScroll(path)).toBe(0);
  }
});

test('a section is stored while it is open: a date that cannot be shown is not there after it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  answerDashboard();
  const none = { present: 0, late: 0, absent: 0, clockedMs: 0, wastedMs: 0, units: 0 };
  answer(getRoll, { days: [], rows: [], totals: none, lastIndex: 0, total: 0 });
  answer(getMuster, { asOf: '2026-11-20T07:40:00.000Z', timeZone: 'Africa/Johannesburg', entries: [] });
  signedIn({});
  leaveSection('/employer/overview', { search: { date: '2026-11-03' }, scrollY: 0 });
  const { router, user } = renderApp('/employer/overview?date=2026-12-24');
  await waitFor(() => expect(router.state.location.href).toBe('/employer/overview'));
  expect(lastSearch('/employer/overview')).toEqual({});
  await user.click(await screen.findByRole('link', { name: 'People' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/employer/people'));
  await user.click(await screen.findByRole('link', { name: 'Overview' }));
  await waitFor(() => expect(router.state.location.href).toBe('/employer/overview'));
  vi.useRealTimers();
});

test('a stored value of an unknown form is ignored', () => {
  for (const text of ['[]', '{"x":1}', '{"/employer/overview":{"search":3,"scrollY":"a"}}', '{']) {
    sessionStorage.setItem('tb.sections', text);
    expect(lastSearch('/employer/overview')).toBeUndefined();
    expect(lastScroll('/employer/overview')).toBe(0);
  }
});
