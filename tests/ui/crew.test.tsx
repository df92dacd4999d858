import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getAttendanceTotals, getPieceworkTotals, getTopPerformers } from '#contract/figures/stats.ts';
import { getAttendanceTrend, getPieceworkTrend } from '#contract/figures/trends.ts';
import { getUsual } from '#contract/figures/usual.ts';
import { getGroups } from '#contract/masterData/groups.ts';
import { getSyncStatus } from '#contract/operations/accountStatistics.ts';
import { nameCrew } from '#src/features/figures/crew/myCrew.ts';
import { answerDashboard, NOW, sampleStatus } from '#tests/support/dashboardSamples.ts';
import { sampleTotals } from '#tests/support/dashboardTotals.ts';
import { answer } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { sampleAttendanceTrend, samplePieceworkTrend } from '#tests/support/trendSamples.ts';
import { renderApp, sessionInfo, signedIn } from '#tests/support/ui.tsx';

const OVERVIEW = '/employer/overview';
const PACKHOUSE = idOf(31);
const CREW = `timeGroups=${PACKHOUSE}`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  answerDashboard();
  const timeGroups = [
    { _id: PACKHOUSE, systemId: 'A', name: 'Packhouse', deletedAt: null },
    { _id: idOf(32), systemId: 'B', name: 'Orchard', deletedAt: null },
  ];
  answer(getGroups, { employeeGroups: [], timeGroups, jobDescriptions: [] });
  answer(getUsual, { at: '09:40', present: 46, late: 0, units: 922.5, days: ['2026-11-13', '2026-11-06'] });
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

test('the dashboard’s filter applies to every figure but not to devices; its dialogs keep it; everybody ends it', async () => {
  const totals = answer(getAttendanceTotals, sampleTotals());
  const best = answer(getTopPerformers, { performers: [] });
  const status = answer(getSyncStatus, sampleStatus());
  signedIn();
  const { user, router } = renderApp(`${OVERVIEW}?${CREW}`);
  expect(await screen.findByRole('button', { name: 'Remove Packhouse' })).toBeTruthy();
  await waitFor(() => expect(totals[0]?.query).toMatchObject({ timeGroups: PACKHOUSE }));
  await waitFor(() => expect(best[0]?.query).toMatchObject({ timeGroups: PACKHOUSE }));
  expect(status[0]?.query).not.toHaveProperty('timeGroups');
  await user.click(screen.getByRole('button', { name: /^Devices/ }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ open: 'devices', timeGroups: PACKHOUSE }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toEqual({ timeGroups: PACKHOUSE }));
  await user.click(screen.getByRole('button', { name: 'Show everybody' }));
  await waitFor(() => expect(totals.at(-1)?.query).not.toHaveProperty('timeGroups'));
  expect(router.state.location.search).toEqual({});
  expect(localStorage.getItem('tb.crew')).toBeNull();
});

test('the filter is chosen in the top bar, stored, and put into the address of the next page', async () => {
  answer(getAttendanceTrend, sampleAttendanceTrend());
  answer(getPieceworkTrend, samplePieceworkTrend());
  signedIn();
  const { user, router, unmount } = renderApp(OVERVIEW);
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
  await user.click(await dialog.findByRole('button', { name: /^Shifts/ }));
  // Nothing is ticked, which is everybody.
  expect(dialog.getByRole('button', { name: 'Shifts Everybody' })).toBeTruthy();
  await user.click(await dialog.findByRole('checkbox', { name: 'Packhouse', checked: false }));
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ timeGroups: PACKHOUSE }));
  await user.click(screen.getByRole('link', { name: 'Reports' }));
  await user.click(await screen.findByRole('tab', { name: 'Trends' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/employer/reports/trends'));
  await waitFor(() => expect(router.state.location.search).toEqual({ timeGroups: PACKHOUSE }));
  unmount();
  const another = renderApp(OVERVIEW);
  await waitFor(() => expect(another.router.state.location.search).toEqual({ timeGroups: PACKHOUSE }));
});

test('a named filter is a button above the figures: one press shows its people, another one everybody', async () => {
  signedIn();
  const { user, router } = renderApp(OVERVIEW);
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  let dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
  await user.click(await dialog.findByRole('button', { name: /^Shifts/ }));
  await user.click(await dialog.findByRole('checkbox', { name: 'Packhouse' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'My crew');
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  const people = within(await screen.findByRole('group', { name: 'People on show' }));
  expect(people.getByRole('button', { name: 'My crew', pressed: true })).toBeTruthy();
  await user.click(people.getByRole('button', { name: 'Everybody' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  await user.click(people.getByRole('button', { name: 'My crew', pressed: false }));
  await waitFor(() => expect(router.state.location.search).toEqual({ timeGroups: PACKHOUSE }));
  // Without its name, or with nothing ticked, it is no button any more.
  await user.click(screen.getByRole('button', { name: 'Filter, on' }));
  dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
  await user.clear(dialog.getByRole('textbox', { name: 'Name' }));
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'People on show' })).toBeNull());
  expect(await screen.findByRole('button', { name: 'Remove Packhouse' })).toBeTruthy();
});

test('on a shared device the next user does not see the names of the last one’s filters', async () => {
  signedIn();
  const { unmount } = renderApp(OVERVIEW);
  nameCrew(sessionInfo().accountId, { name: 'Slow ones', crew: { timeGroups: PACKHOUSE } });
  expect(await screen.findByRole('button', { name: 'Slow ones' })).toBeTruthy();
  unmount();
  signedIn({ userId: idOf(77) });
  renderApp(OVERVIEW);
  await screen.findByRole('button', { name: 'Filter' });
  expect(screen.queryByRole('button', { name: 'Slow ones' })).toBeNull();
});

test('a filter of which everything is unticked again is everybody, and so is one with everything ticked', async () => {
  signedIn();
  const { user, router } = renderApp(`${OVERVIEW}?${CREW}`);
  const press = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: /^Filter/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
    await user.click(await dialog.findByRole('button', { name: /^Shifts/ }));
    await user.click(await dialog.findByRole('checkbox', { name }));
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
  };
  await press('Packhouse');
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  await press('Packhouse');
  await waitFor(() => expect(router.state.location.search).toEqual({ timeGroups: PACKHOUSE }));
  await press('Orchard');
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('a filter that matches nobody says so, and is not shown as an empty account', async () => {
  const none = { present: 0, absent: 0, late: 0, onTime: 0, pending: 0, unverified: 0, off: 0, expected: 0 };
  answer(getAttendanceTotals, sampleTotals({ total: 0, ...none }));
  signedIn();
  renderApp(`${OVERVIEW}?${CREW}`);
  expect((await screen.findAllByText('Nobody fits the filter')).length).toBeGreaterThan(0);
  expect(screen.queryByText(/waiting for its first data/)).toBeNull();
});

test('today is compared with what is usual, in words; people on site and those who left', async () => {
  answer(getAttendanceTotals, sampleTotals({ onSite: 118, left: 2 }));
  signedIn();
  renderApp(OVERVIEW);
  const present = await screen.findByRole('button', { name: /^Present/ });
  await waitFor(() => expect(present.textContent).toContain('118 on site, 2 leftUsually 46 by 09:40'));
  expect(screen.getByRole('button', { name: /^Late ?12 ?of/ }).textContent).toContain('Usually 0 by 09:40');
  expect(screen.getByRole('button', { name: /^Absent ?30 ?5 not due yet/ }).textContent).not.toContain('Usually');
  expect(await screen.findByText('units, 312 more than usual by 09:40')).toBeTruthy();
});

test('on a past date, and where nothing is known, there is no pace', async () => {
  answer(getAttendanceTotals, sampleTotals({ onSite: 118, left: 2 }));
  const requests = answer(getUsual, { at: '09:40', present: null, late: null, units: null, days: [] });
  const groups = answer(getPieceworkTotals, { groups: [] });
  signedIn();
  const { unmount } = renderApp(`${OVERVIEW}?date=2026-11-19`);
  const present = await screen.findByRole('button', { name: /^Present/ });
  await waitFor(() => expect(present.textContent).toContain('108 on time'));
  await waitFor(() => expect(groups.length).toBeGreaterThan(0));
  expect(requests).toHaveLength(0);
  unmount();
  renderApp(OVERVIEW);
  await waitFor(() => expect(requests.length).toBeGreaterThan(0));
  expect(screen.queryByText(/Usually/)).toBeNull();
});
