import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getAttendanceTrend, getPieceworkTrend } from '#contract/figures/trends.ts';
import { getGroups } from '#contract/masterData/groups.ts';
import { answerDashboard, NOW } from '#tests/support/dashboardSamples.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { sampleAttendanceTrend, samplePieceworkTrend } from '#tests/support/trendSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const TRENDS = '/employer/reports/trends?from=2026-11-13&to=2026-11-19';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  answerDashboard();
  answer(getPieceworkTrend, samplePieceworkTrend());
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

const card = (name: string) => screen.findByRole('region', { name });

test('the last 28 days without today unless the address names others', async () => {
  const requests = answer(getAttendanceTrend, sampleAttendanceTrend());
  signedIn();
  const { user, router } = renderApp('/employer/reports/trends');
  await card('Attendance');
  await waitFor(() => expect(requests[0]?.query).toMatchObject({ from: '2026-10-23', to: '2026-11-19' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), '7 days');
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ from: '2026-11-13', to: '2026-11-19' }));
  expect(router.state.location.search).toMatchObject({ from: '2026-11-13', to: '2026-11-19' });
});

test('the figures in words beside those of the range before; silent devices are named', async () => {
  answer(getAttendanceTrend, sampleAttendanceTrend());
  signedIn();
  renderApp(TRENDS);
  const attendance = await card('Attendance');
  await waitFor(() => expect(attendance.textContent).toContain('On time 91%late 6%, absent 3% of 600 expected'));
  expect(attendance.textContent).toContain('Before: on time 89%, late 8%, absent 3%');
  expect(attendance.textContent).toContain('devices were silent on 18 Nov');
  expect(attendance.textContent).not.toContain('unverified');
  const piecework = await card('Piecework');
  await waitFor(() => expect(piecework.textContent).toContain('Before: 512.50'));
  const pace = await card('Pace');
  await waitFor(() => expect(pace.textContent).toContain('44.50units an hour, the median of 6 days'));
  expect(pace.textContent).toContain('Before: 41.25');
});

test('a day whose night shift goes on is said to be incomplete, not to be today', async () => {
  const { days } = sampleAttendanceTrend();
  answer(
    getAttendanceTrend,
    sampleAttendanceTrend({ days: days.map((day) => ({ ...day, unfinished: day.date === '2026-11-19' })) }),
  );
  signedIn();
  renderApp(TRENDS);
  const attendance = await card('Attendance');
  await waitFor(() => expect(attendance.textContent).toContain('Pale: the day or a shift of it is not over yet.'));
});

test('people who are not judged are in the words: the shares add up', async () => {
  const { sums } = sampleAttendanceTrend();
  const days = { ...sums, onTime: 246, unverified: 300 };
  answer(getAttendanceTrend, sampleAttendanceTrend({ sums: days, before: days }));
  signedIn();
  renderApp(TRENDS);
  const attendance = await card('Attendance');
  await waitFor(() =>
    expect(attendance.textContent).toContain(
      'On time 41%late 6%, absent 3%, can’t tell yet 50% of 600 expectedBefore: on time 41%, late 6%, absent 3%, can’t tell yet 50%',
    ),
  );
});

test('each day stands in the table, a day without anybody as a gap; its date leads to the dashboard', async () => {
  answer(getAttendanceTrend, sampleAttendanceTrend());
  signedIn();
  const { user } = renderApp(TRENDS);
  const attendance = await card('Attendance');
  await user.click(await within(attendance).findByRole('button', { name: 'Show raw data' }));
  const sunday = (await within(attendance).findByRole('link', { name: '15 Nov 2026' })).closest('tr');
  expect(sunday?.textContent).toBe('15 Nov 2026');
  const monday = within(attendance).getByRole('link', { name: '16 Nov 2026' });
  expect(monday.getAttribute('href')).toBe('/employer/overview?date=2026-11-16');
  // Expected, on time, late, absent, unverified, excused, pending, silent devices.
  expect(monday.closest('tr')?.textContent).toBe(`16 Nov 2026${[100, 91, 6, 3, 0, 2, 0, 0].join('')}`);
});

test('who was often late, on which days, also as a table and a report', async () => {
  answer(getAttendanceTrend, sampleAttendanceTrend());
  signedIn();
  const { user } = renderApp(TRENDS);
  const late = await card('Often late');
  const person = await within(late).findByRole('button', { name: /First7 Last7/ });
  expect(person.textContent).toContain('3 days');
  expect(within(person).getByRole('img').getAttribute('aria-label')).toBe('on 13 Nov, 16 Nov, 19 Nov');
  expect((await card('Often absent')).textContent).toContain('Nobody was absent');
  await user.click(within(late).getByRole('button', { name: 'Show raw data' }));
  const row = (await within(late).findByRole('cell', { name: '7' })).closest('tr');
  expect(row?.textContent).toBe('7First7 Last7313 Nov, 16 Nov, 19 Nov');
  expect(within(late).getByRole('button', { name: 'Generate report' })).toBeTruthy();
});

test('a filter applies to every query, is shown in chips and is stored; everybody ends it', async () => {
  const group = { _id: idOf(31), systemId: 'A', name: 'Packhouse', deletedAt: null };
  answer(getGroups, { employeeGroups: [], timeGroups: [group], jobDescriptions: [] });
  const requests = answer(getAttendanceTrend, sampleAttendanceTrend());
  signedIn();
  const { user, unmount } = renderApp(`${TRENDS}&timeGroups=${idOf(31)}`);
  expect(await screen.findByRole('button', { name: 'Remove Packhouse' })).toBeTruthy();
  await waitFor(() => expect(requests[0]?.query).toMatchObject({ timeGroups: idOf(31) }));
  await user.click(screen.getByRole('button', { name: 'Show everybody' }));
  await waitFor(() => expect(requests.at(-1)?.query).not.toHaveProperty('timeGroups'));
  unmount();
});

test('without the permission to see piecework its cards are not there', async () => {
  answer(getAttendanceTrend, sampleAttendanceTrend());
  signedIn({}, ['Stats.GET_ATTENDANCE_INFORMATION']);
  renderApp(TRENDS);
  await card('Attendance');
  expect(screen.queryByRole('heading', { name: 'Pace' })).toBeNull();
});

test('a failure is said on the card', async () => {
  answer(getAttendanceTrend, refused(500, 'INTERNAL_SERVER_ERROR'));
  signedIn();
  renderApp(TRENDS);
  const attendance = await card('Attendance');
  expect(await within(attendance).findByText('Failed to load statistics')).toBeTruthy();
});
