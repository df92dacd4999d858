import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { listAccounts } from '#contract/access/accounts.ts';
import { listUsers } from '#contract/access/users.ts';
import { getMuster, getRoll } from '#contract/figures/people.ts';
import { lastScroll, lastSearch, leaveSection } from '#src/state/sections.ts';
import { session } from '#src/state/session.ts';
import { answerDashboard, NOW } from '#tests/support/dashboardSamples.ts';
import { answer } from '#tests/support/fakeApi.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

afterEach(() => sessionStorage.clear());

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

test('the state of a section is stored for the tab, and deleted with the session', () => {
  signedIn({});
  expect(lastSearch('/employer/overview')).toBeUndefined();
  leaveSection('/employer/overview', { search: { date: '2026-11-20' }, scrollY: 120 });
  expect(lastSearch('/employer/overview')).toEqual({ date: '2026-11-20' });
  expect(lastScroll('/employer/overview')).toBe(120);
  session.clear();
  leaveSection('/employer/trends', { search: { range: '7' }, scrollY: 5 });
  expect(lastSearch('/employer/overview')).toBeUndefined();
  signedIn({});
  for (const path of ['/employer/overview', '/employer/trends']) {
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
