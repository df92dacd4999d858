import { createBrowserHistory } from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getSession } from '#contract/access/session.ts';
import { explainDay } from '#contract/figures/explain.ts';
import { getAttendanceTotals, listByAttendanceStatus } from '#contract/figures/stats.ts';
import { countExceptions } from '#contract/office/exceptionCounts.ts';
import { getSyncStatus } from '#contract/operations/accountStatistics.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { attendanceTotalsQuery } from '#src/features/figures/stats/stats.queries.ts';
import { syncStatusQuery } from '#src/features/figures/syncStatus/syncStatus.queries.ts';
import { timeOf } from '#src/lib/zoned.ts';
import { reachability } from '#src/state/reachability.ts';
import {
  answerDashboard,
  answerEmptyAccount,
  NOW,
  sampleEntry,
  sampleStatus,
  TODAY,
} from '#tests/support/dashboardSamples.ts';
import { emptyTotals, sampleTotals } from '#tests/support/dashboardTotals.ts';
import { answer, asked, fakeServer, later, noNetwork, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { theDay } from '#tests/support/theDay.ts';
import { renderApp, sessionInfo, signedIn } from '#tests/support/ui.tsx';

const OVERVIEW = '/employer/overview';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  answerDashboard();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a tile by its label; a search by role takes a second in a document of this size. */
const tileOf = (name: string) =>
  screen
    .queryAllByText(name)
    .map((label) => label.closest('button[aria-haspopup="dialog"]:not([data-status])'))
    .find((found) => found !== null);
const tile = (name: string) =>
  waitFor(() => {
    const found = tileOf(name);
    if (!found) throw new Error(`No tile ${name}`);
    return found;
  });
const card = (name: string) => screen.queryByText(name, { selector: 'h2' });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Lets time pass until `at`: the clock also goes on by itself while a test waits. */
const passUntil = (at: number) => pass(Math.max(0, at - Date.now()));
/** Waits until the last call of the test before has been counted. */
async function settled() {
  await pass(100);
  asked.length = 0;
}
/** Waits for a figure or text on a tile. */
const shows = (name: string, text: string) =>
  waitFor(async () => expect((await tile(name)).textContent).toContain(text));
/** Counts the requests for totals in one test. */
function countTotals() {
  const requests = answer(getAttendanceTotals, sampleTotals());
  return () => requests.length;
}

test('an account whose time zone was corrected since the log-in is shown on its own date, without another log-in', async () => {
  signedIn({ timeZone: 'Pacific/Pago_Pago' });
  answer(getSession, sessionInfo());
  answer(getAttendanceTotals, ({ url }) =>
    url.searchParams.get('referenceDate') === TODAY
      ? sampleTotals()
      : refused(400, 'DATE_OUT_OF_RANGE', 'Choose a date from 2026-08-25 to 2026-11-22.'),
  );
  renderApp(OVERVIEW);
  await shows('Present', '120');
});

describe('who sees what', () => {
  test('an administrator sees the invalid-role page', async () => {
    signedIn({ role: 'admin' });
    renderApp(OVERVIEW);
    expect(await screen.findByText('Your user account is not allowed to log in.')).toBeTruthy();
  });

  test('without the Dashboard module: no access', async () => {
    signedIn({ modules: [] });
    renderApp('/employer');
    expect(await screen.findByText('You do not have access to this module.')).toBeTruthy();
  });

  test('/employer leads to the overview with every tile and card', async () => {
    signedIn();
    const { router } = renderApp('/employer');
    await shows('Present', '120');
    expect(router.state.location.pathname).toBe(OVERVIEW);
    for (const [name, figure] of [
      ['Payroll Systems', '1'],
      ['Devices', '2'],
      ['Employees', '200'],
      ['Absent', '30'],
      ['Late', '12'],
    ] as const)
      await shows(name, figure);
    for (const name of [
      'Piecework Totals',
      'Employee Attendance',
      'Top 10 Best Performers',
      'Bottom 10 Worst Performers',
      'Piecework Time Spent',
      'Time Wasted',
    ])
      expect(card(name)).toBeTruthy();
  });

  const without = (permission: string) => EMPLOYER_PERMISSIONS.filter((each) => each !== permission);
  test.each([
    ['Account.GET_SYNC_STATUSES', ['Payroll Systems', 'Devices'], []],
    [
      'Stats.GET_ATTENDANCE_INFORMATION',
      ['Employees', 'Present', 'Absent', 'Late'],
      ['Time Wasted', 'Employee Attendance'],
    ],
    [
      'Stats.GET_PERFORMANCE_METRICS',
      [],
      ['Piecework Totals', 'Top 10 Best Performers', 'Bottom 10 Worst Performers', 'Piecework Time Spent'],
    ],
  ] as const)(
    'without %s neither its tiles nor its cards are there, and nothing of it is asked',
    async (permission, tiles, cards) => {
      await settled();
      signedIn({}, without(permission));
      renderApp(OVERVIEW);
      await tile(permission === 'Account.GET_SYNC_STATUSES' ? 'Present' : 'Devices');
      for (const name of tiles) expect(tileOf(name)).toBeUndefined();
      for (const name of cards) expect(card(name)).toBeNull();
      const path = {
        'Account.GET_SYNC_STATUSES': /sync-status|\/v2\/device/,
        'Stats.GET_ATTENDANCE_INFORMATION': /employee\/|time-wasted/,
        'Stats.GET_PERFORMANCE_METRICS': /piecework/,
      }[permission];
      expect(asked.filter((line) => path.test(line))).toEqual([]);
    },
  );

  test('a user without any right is told so, not shown a blank page', async () => {
    signedIn({}, []);
    renderApp(OVERVIEW);
    expect(
      await screen.findByText(
        'Your user account has no permission to see any figures. Your administrator can give it.',
      ),
    ).toBeTruthy();
  });

  test('without GET_ALL_ALERTS there is no alerts button; without GENERATE_REPORTS no report action', async () => {
    signedIn({}, ['Stats.GET_ATTENDANCE_INFORMATION']);
    renderApp(OVERVIEW);
    await shows('Present', 'on time');
    expect(screen.queryByRole('button', { name: /Manage Alerts/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Generate report' })).toBeNull();
  });
});

describe('the reference date', () => {
  test('is today with a clock; the clock is updated every 5 seconds', async () => {
    signedIn();
    renderApp(OVERVIEW);
    const button = await screen.findByRole('button', { name: /Reference date/ });
    expect(button.textContent).toContain('20 Nov 2026');
    expect(button.textContent).toContain('09:40');
    vi.setSystemTime(NOW + 61_000);
    await pass(5_000);
    expect(button.textContent).toContain('09:41');
  });

  test('comes from the address and is sent; clearing returns to today', async () => {
    signedIn();
    const requests = answer(getAttendanceTotals, sampleTotals());
    const { router, user } = renderApp(`${OVERVIEW}?date=2026-11-03`);
    await shows('Present', 'on time');
    expect(requests.at(-1)?.query?.referenceDate).toBe('2026-11-03');
    await user.click(screen.getByRole('button', { name: 'Clear reference date' }));
    await waitFor(() => expect(requests.at(-1)?.query?.referenceDate).toBe('2026-11-20'));
    expect(router.state.location.search).toEqual({});
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Reference date/ }));
  });

  test.each([
    ['2026-11-21', '21 Nov 2026 is still to come. This is today.'],
    ['2026-08-22', 'The dashboard has the last 90 days: 22 Aug 2026 is older. This is today.'],
    ['2026-02-30', 'The address has no date that can be read. This is today.'],
    ['nonsense', 'The address has no date that can be read. This is today.'],
    ['20261103', 'The address has no date that can be read. This is today.'],
  ])('%s cannot be shown: that is said, the address corrected, and today shown', async (date, words) => {
    signedIn();
    const requests = answer(getAttendanceTotals, sampleTotals());
    const { router } = renderApp(`${OVERVIEW}?date=${date}`);
    await shows('Present', 'on time');
    expect(requests[0]?.query?.referenceDate).toBe('2026-11-20');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(router.state.location.href).toBe(OVERVIEW);
  });

  test('today is not stored as a date: picked or in a link, it moves on at midnight', async () => {
    signedIn();
    const requests = answer(getAttendanceTotals, sampleTotals());
    const { router, user } = renderApp(`${OVERVIEW}?date=2026-11-20`);
    await shows('Present', 'on time');
    await waitFor(() => expect(router.state.location.href).toBe(OVERVIEW));
    await act(() => router.navigate({ to: OVERVIEW, search: { date: '2026-11-03' } }));
    await user.click(await screen.findByRole('button', { name: /Reference date/ }));
    fireEvent.click(await screen.findByLabelText('Friday, 20 November 2026'));
    await waitFor(() => expect(router.state.location.href).toBe(OVERVIEW));
    vi.setSystemTime(Date.parse('2026-11-20T22:00:10Z'));
    await pass(6_000);
    await waitFor(() => expect(requests.at(-1)?.query?.referenceDate).toBe('2026-11-21'));
  });

  test('the oldest day within the retention is shown', async () => {
    signedIn();
    const requests = answer(getAttendanceTotals, sampleTotals());
    const { router } = renderApp(`${OVERVIEW}?date=2026-08-23`);
    await shows('Present', 'on time');
    expect(requests[0]?.query?.referenceDate).toBe('2026-08-23');
    expect(router.state.location.search).toEqual({ date: '2026-08-23' });
  });

  test('the picker offers the retention and picks a day', async () => {
    signedIn();
    const { router, user } = renderApp(OVERVIEW);
    await user.click(await screen.findByRole('button', { name: /Reference date/ }));
    // jsdom has no layout: the popover is never placed, so it counts as hidden.
    fireEvent.click(await screen.findByLabelText('Tuesday, 3 November 2026'));
    await waitFor(() => expect(router.state.location.search).toEqual({ date: '2026-11-03' }));
    // The button that opens the picker is the one that gets the focus back, also after it was opened.
    await user.click(screen.getByRole('button', { name: 'Clear reference date' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Reference date/ }));
  });

  test('the day before and the day after are one press away, within the retention', async () => {
    signedIn();
    const { router, user } = renderApp(OVERVIEW);
    const step = (name: string) => screen.findByRole('button', { name });
    expect(await step('Next day')).toHaveProperty('disabled', true);
    await user.click(await step('Previous day'));
    await waitFor(() => expect(router.state.location.search).toEqual({ date: '2026-11-19' }));
    await user.click(await step('Next day'));
    await waitFor(() => expect(router.state.location.href).toBe(OVERVIEW));
    await act(() => router.navigate({ to: OVERVIEW, search: { date: '2026-08-23' } }));
    await waitFor(async () => expect(await step('Previous day')).toHaveProperty('disabled', true));
  });

  test('figures of another day are never shown under its heading', async () => {
    signedIn();
    const slow = later<void>();
    answer(getAttendanceTotals, async ({ url }) => {
      if (url.searchParams.get('referenceDate') === '2026-11-03') await slow.promise;
      return sampleTotals();
    });
    const { router } = renderApp(OVERVIEW);
    await shows('Present', '120');
    await act(() => router.navigate({ to: OVERVIEW, search: { date: '2026-11-03' } }));
    await waitFor(() => expect(screen.getByRole('img', { name: 'Loading Present' })).toBeTruthy());
    slow.settle();
    await shows('Present', '120');
  });
});

describe('auto-refresh', () => {
  const toggle = () => screen.findByRole('switch', { name: 'Auto-refresh' });

  test('after 30 seconds the cache key rises and every figure is fetched again', async () => {
    signedIn();
    const requests = answer(getAttendanceTotals, sampleTotals());
    const statuses = answer(getSyncStatus, sampleStatus());
    renderApp(OVERVIEW);
    await shows('Present', '120');
    const first = Number(requests[0]?.query?.cacheKey);
    // The countdown began at NOW or later.
    await passUntil(NOW + 29_000);
    expect(requests.length).toBe(1);
    answer(getAttendanceTotals, sampleTotals({ present: 121 }));
    await pass(2_000);
    await shows('Present', '121');
    await waitFor(() => expect(statuses.length).toBe(2));
    const again = answer(getAttendanceTotals, sampleTotals());
    await pass(31_000);
    await waitFor(() => expect(Number(again[0]?.query?.cacheKey)).toBe(first + 2));
  });

  test('the next countdown starts when the last answer is in', async () => {
    signedIn();
    renderApp(OVERVIEW);
    await shows('Present', 'on time');
    const slow = later<void>();
    const requests = answer(getAttendanceTotals, async () => {
      await slow.promise;
      return sampleTotals({ present: 122 });
    });
    await pass(31_000);
    await waitFor(() => expect(requests.length).toBe(1));
    await pass(90_000);
    expect(requests.length).toBe(1);
    await shows('Present', '120');
    const settledAt = Date.now();
    slow.settle();
    await shows('Present', '122');
    await passUntil(settledAt + 29_000);
    expect(requests.length).toBe(1);
    await pass(2_000);
    await waitFor(() => expect(requests.length).toBe(2));
  });

  test('is off for a past date, and cannot be switched on', async () => {
    signedIn();
    const totalsAsked = countTotals();
    const { user } = renderApp(`${OVERVIEW}?date=2026-11-03`);
    await shows('Present', 'on time');
    expect((await toggle()).getAttribute('aria-checked')).toBe('false');
    await user.click(await toggle());
    expect((await toggle()).getAttribute('aria-checked')).toBe('false');
    await pass(65_000);
    expect(totalsAsked()).toBe(1);
  });

  test('can be switched off and on', async () => {
    signedIn();
    const totalsAsked = countTotals();
    const { user } = renderApp(OVERVIEW);
    await shows('Present', 'on time');
    expect((await toggle()).getAttribute('aria-checked')).toBe('true');
    await user.click(await toggle());
    expect((await toggle()).getAttribute('aria-checked')).toBe('false');
    await pass(65_000);
    expect(totalsAsked()).toBe(1);
    await user.click(await toggle());
    await pass(31_000);
    await waitFor(() => expect(totalsAsked()).toBe(2));
  });

  test('switched off it stays off after a reload, and is on for who logs in next', async () => {
    signedIn();
    const before = renderApp(OVERVIEW);
    await before.user.click(await toggle());
    before.unmount();
    const again = renderApp(OVERVIEW);
    expect((await toggle()).getAttribute('aria-checked')).toBe('false');
    again.unmount();
    signedIn();
    renderApp(OVERVIEW);
    expect((await toggle()).getAttribute('aria-checked')).toBe('true');
  });

  test('stays off on this device until it is switched on', async () => {
    signedIn();
    const first = renderApp(OVERVIEW);
    await first.user.click(await toggle());
    first.unmount();
    const again = renderApp(OVERVIEW);
    expect((await toggle()).getAttribute('aria-checked')).toBe('false');
    await again.user.click(await toggle());
    again.unmount();
    renderApp(OVERVIEW);
    expect((await toggle()).getAttribute('aria-checked')).toBe('true');
  });

  test('Refresh now fetches at once, and the countdown restarts', async () => {
    signedIn();
    const totalsAsked = countTotals();
    const { user } = renderApp(OVERVIEW);
    await shows('Present', 'on time');
    await pass(20_000);
    await user.click(screen.getByRole('button', { name: 'Refresh now' }));
    await waitFor(() => expect(totalsAsked()).toBe(2));
    await pass(20_000);
    expect(totalsAsked()).toBe(2);
    await pass(12_000);
    await waitFor(() => expect(totalsAsked()).toBe(3));
  });

  test('a past date refreshes on request; without a connection nothing is fetched, and the button says why', async () => {
    signedIn();
    const totalsAsked = countTotals();
    const { user } = renderApp(`${OVERVIEW}?date=2026-11-03`);
    await shows('Present', 'on time');
    await user.click(screen.getByRole('button', { name: 'Refresh now' }));
    await waitFor(() => expect(totalsAsked()).toBe(2));
    act(() => reachability.lost());
    const button = screen.getByRole('button', { name: 'Refresh now' });
    expect(button.getAttribute('aria-description')).toBe('You are offline. This needs a connection.');
    await user.click(button);
    await pass(500);
    expect(totalsAsked()).toBe(2);
  });

  test('pauses while offline, says so, and refreshes at once when the server is back', async () => {
    signedIn();
    const totalsAsked = countTotals();
    renderApp(OVERVIEW);
    await shows('Present', 'on time');
    act(() => reachability.lost());
    expect(await screen.findByText('Paused, offline')).toBeTruthy();
    await pass(40_000);
    expect(totalsAsked()).toBe(1);
    act(() => reachability.answered());
    await waitFor(() => expect(totalsAsked()).toBe(2));
    expect(screen.queryByText('Paused, offline')).toBeNull();
  });

  test('a failed refresh keeps the figures with their age, and the error is reported once', async () => {
    signedIn();
    renderApp(OVERVIEW);
    await shows('Present', '120');
    answer(getAttendanceTotals, () => refused(503, 'UNAVAILABLE', 'The database is away.'));
    await pass(31_000);
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    // The time in the account's zone, two hours ahead of the test's. It stands once for the four tiles.
    expect(await screen.findByText(/Not refreshed since/)).toHaveProperty('textContent', 'Not refreshed since 09:40');
    await shows('Present', '120');
    for (const name of ['Present', 'Late', 'Devices']) expect((await tile(name)).textContent).not.toContain('as of');
  });

  test('a first answer that never comes is reported on the tile', async () => {
    signedIn();
    answer(getAttendanceTotals, noNetwork);
    renderApp(OVERVIEW);
    await shows('Present', 'Failed to load statistics');
    expect(await screen.findByText('A network error occurred. Please try again.')).toBeTruthy();
  });
});

describe('without a connection', () => {
  const strip = () => screen.queryByText(/^You are offline\./)?.closest('[role="status"]')?.textContent ?? '';
  const goneAt = (at: number) =>
    `You are offline. What you see is what was last known, as of ${timeOf(at, 'Africa/Johannesburg')}.`;
  /** Breaks the network and waits until the application knows. */
  const lose = () => {
    fakeServer.use(http.all('*/v2/*', noNetwork));
    act(() => reachability.lost());
  };
  const red = () => screen.queryAllByText(/^Failed to|network error/);

  test('the strip shows once how old the oldest figure is; no tile or card repeats it or calls it a failure', async () => {
    signedIn();
    const { queryClient } = renderApp(OVERVIEW);
    await shows('Present', '120');
    // Names are requested once: they are not figures and do not refresh.
    await pass(125_000);
    fireEvent.click(screen.getByRole('button', { name: 'Refresh now' }));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    const refreshed = Date.now();
    lose();
    await waitFor(() => expect(strip()).toBe(goneAt(refreshed)));
    await pass(2_000);
    for (const name of ['Present', 'Payroll Systems']) expect((await tile(name)).textContent).not.toContain('as of');
    expect(red()).toEqual([]);
  });

  test('figures from the disk show their age, and one that is older than the rest shows it itself', async () => {
    signedIn();
    act(() => reachability.lost());
    fakeServer.use(http.all('*/v2/*', noNetwork));
    const { queryClient } = renderApp(OVERVIEW);
    const day = theDay();
    await screen.findByText(/are not available offline\. Connect/);
    act(() => {
      queryClient.setQueryData(attendanceTotalsQuery(day).queryKey, sampleTotals(), { updatedAt: NOW - 600_000 });
      queryClient.setQueryData(syncStatusQuery(day).queryKey, sampleStatus(), { updatedAt: NOW - 7_200_000 });
    });
    await shows('Present', '120');
    expect(strip()).toBe(goneAt(NOW - 7_200_000));
    await shows('Devices', 'as of 07:40');
    expect(red()).toEqual([]);
  });

  test('another day that is not stored is one plain sentence, and loads by itself', async () => {
    signedIn();
    const { router, user } = renderApp(OVERVIEW);
    await shows('Present', '120');
    lose();
    await user.click(screen.getByRole('button', { name: 'Previous day' }));
    expect(
      await screen.findByText('The figures of 19 Nov 2026 are not available offline. Connect to see them.'),
    ).toBeTruthy();
    expect((await tile('Present')).closest('[hidden]')).toBeTruthy();
    // No figures are shown, so there is no age either.
    expect(strip()).toBe('You are offline. ');
    expect(red()).toEqual([]);
    answerDashboard();
    act(() => reachability.answered());
    await shows('Present', '120');
    await waitFor(async () => expect((await tile('Present')).closest('[hidden]')).toBeNull());
    expect(router.state.location.search).toEqual({ date: '2026-11-19' });
  });

  test('a list that was opened before is there again with its age; another one says what it needs', async () => {
    signedIn();
    answer(listByAttendanceStatus, { entries: [sampleEntry(1)] });
    const { user } = renderApp(OVERVIEW);
    await user.click(await tile('Late'));
    await screen.findByText('First1 Last1');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // By then unused queries have been removed.
    await pass(10 * 60_000);
    lose();
    await user.click(await tile('Late'));
    expect(await screen.findByText('First1 Last1')).toBeTruthy();
    const said = within(screen.getByRole('dialog')).getByText(/^You are offline\./);
    expect(said.textContent).toBe('You are offline. As of 09:40');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await tile('Absent'));
    expect(await screen.findByText(/^Not available offline\./)).toBeTruthy();
    expect(red()).toEqual([]);
  });
});

/** The situations and their sentences: tests/unit/src/features/dayAnswer.test.ts. */
describe('the first answer of the day', () => {
  const silentDevices = [{ id: idOf(202), name: 'Gate B', since: '2026-11-20T04:10:00.000Z' }];
  const silent = { unverified: 42, devices: { reporting: 6, silent: 1, silentDevices } };
  const said = async () => (await screen.findByText(/^As of/)).closest('p')?.textContent;
  const fixing = (toFix: number) => ({ toFix, toDecide: 0, absences: 0, absencesLeft: 0, onLockedDays: 0 });

  test('each sentence leads to its act: the device, who is missing, the exceptions of today, the pay period', async () => {
    signedIn();
    answer(getAttendanceTotals, sampleTotals({ ...silent, payPeriodEnds: TODAY }));
    const counted = answer(countExceptions, fixing(2));
    const { router, user } = renderApp(OVERVIEW);
    await screen.findByText('Nothing else needs you.');
    expect(counted.map(({ query }) => query)).toContainEqual({ from: TODAY, to: TODAY });
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(link('2 exceptions of the day are to be fixed.')).toBe(`/employer/exceptions?from=${TODAY}&to=${TODAY}`);
    expect(link('The pay period ends on 20 Nov.')).toBe('/employer/payroll');
    await user.click(screen.getByText('30 people are missing.'));
    expect(router.state.location.search).toMatchObject({ open: 'list', status: 'absent' });
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByText('Gate B has been silent since 06:10: 42 people cannot be counted.'));
    const dialog = await screen.findByRole('dialog', { name: 'Devices' });
    const concerned = await within(dialog).findByText('Gate B');
    expect(concerned.closest('li')?.getAttribute('aria-current')).toBe('true');
  });

  test('promises nothing before the exceptions are known, nor without a connection', async () => {
    signedIn();
    answer(countExceptions, refused(503, 'BUSY'));
    renderApp(OVERVIEW);
    expect(await said()).toBe('30 people are missing.As of 09:40');
    answer(countExceptions, fixing(0));
    await pass(31_000);
    expect(await screen.findByText('Nothing else needs you.')).toBeTruthy();
    act(() => reachability.lost());
    await waitFor(() => expect(screen.queryByText('Nothing else needs you.')).toBeNull());
  });

  test('a user without the devices reads what a device holds up, and has no button for it', async () => {
    signedIn(
      {},
      EMPLOYER_PERMISSIONS.filter((one) => one !== 'Account.GET_SYNC_STATUSES'),
    );
    answer(getAttendanceTotals, sampleTotals(silent));
    renderApp(OVERVIEW);
    expect((await screen.findByText(/^Gate B has been silent/)).tagName).toBe('SPAN');
  });

  test('a user who is limited to some people sees the name of these beside the account’s', async () => {
    signedIn({ scope: 'k', scopeNames: ['Packhouse', 'Orchard'] });
    renderApp(OVERVIEW);
    const home = await screen.findByRole('link', { name: /^Tallyboard home/ });
    expect(home.textContent).toBe('Tallyboard home, Sunny Farm Packhouse, Orchard');
  });

  test('pending and unverified people are shown in words and open their lists', async () => {
    signedIn();
    answer(getAttendanceTotals, sampleTotals(silent));
    answer(listByAttendanceStatus, {
      entries: [sampleEntry(1, { present: false, timeIn: null, status: 'unverified' })],
    });
    const { user } = renderApp(OVERVIEW);
    await shows('Absent', '5 not due yet, can’t tell yet: 42');
    await user.click(screen.getByRole('button', { name: 'Can’t tell yet 42' }));
    expect(await screen.findByRole('dialog', { name: 'Can’t tell yet, 20 Nov 2026' })).toBeTruthy();
  });

  test('Absent and Late are there once: their tiles', async () => {
    signedIn();
    renderApp(OVERVIEW);
    await shows('Present', '120');
    expect(screen.getByRole('button', { name: 'Off 45' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Late|Absent) \d+$/ })).toBeNull();
  });
});

describe('first minutes', () => {
  test('an employer without data sees why and what is coming, not zeros', async () => {
    signedIn();
    answerEmptyAccount();
    renderApp(OVERVIEW);
    expect(await screen.findByText('Your dashboard is waiting for its first data')).toBeTruthy();
    expect((await tile('Present')).textContent).not.toContain('0');
    expect(screen.getByText(/None is enrolled yet/)).toBeTruthy();
  });

  test('a user who is limited to people of whom there are none is told that, not that the account is empty', async () => {
    signedIn({ scope: 'k' });
    answer(getAttendanceTotals, emptyTotals());
    renderApp(OVERVIEW);
    expect(await screen.findByText('You see no employees yet')).toBeTruthy();
    expect(screen.queryByText(/None is enrolled yet|waiting for its first data/)).toBeNull();
  });

  test('a past day on which nobody counted waits for nothing', async () => {
    signedIn();
    answer(getAttendanceTotals, emptyTotals());
    renderApp(`${OVERVIEW}?date=2026-11-03`);
    await waitFor(async () => expect((await tile('Present')).textContent).toContain('Nobody counted that day'));
    expect(screen.queryByText(/No employees yet/)).toBeNull();
    expect(screen.queryByText('Your dashboard is waiting for its first data')).toBeNull();
  });
});

describe('dialogs in the address', () => {
  test('a link opens the list; Escape closes it and the date stays', async () => {
    signedIn();
    answer(listByAttendanceStatus, { entries: [sampleEntry(1)] });
    const { router } = renderApp(`${OVERVIEW}?date=2026-11-03&open=list&status=present`);
    const dialog = await screen.findByRole('dialog', { name: 'Present, 3 Nov 2026' });
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(router.state.location.search).toEqual({ date: '2026-11-03' }));
  });

  test('the back gesture closes a dialog that a tile opened', async () => {
    signedIn();
    answer(listByAttendanceStatus, { entries: [] });
    const { router, user } = renderApp(OVERVIEW);
    await user.click(await tile('Late'));
    await screen.findByRole('dialog', { name: 'Late, 20 Nov 2026' });
    act(() => router.history.back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe(OVERVIEW);
  });

  test('X never leaves the page that a link opened, whatever was left by going back', async () => {
    signedIn();
    answer(listByAttendanceStatus, { entries: [sampleEntry(1)] });
    answer(explainDay, () => refused(404, 'NOT_FOUND', 'Not found.'));
    const { router, user } = renderApp(`${OVERVIEW}?open=list&status=present`);
    const back = vi.spyOn(router.history, 'back');
    await user.click(await screen.findByRole('button', { name: /Why\?$/ }));
    await screen.findByRole('dialog', { name: /^Why\?/ });
    act(() => router.history.back());
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Why\?/ })).toBeNull());
    back.mockClear();
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(router.state.location.href).toBe(OVERVIEW));
    expect(back).not.toHaveBeenCalled();
  });

  test('a double press closes a dialog once and stays on the page, for each way of closing', async () => {
    signedIn();
    answer(listByAttendanceStatus, { entries: [sampleEntry(1)] });
    // The browser's own history, in which going back takes effect later.
    const history = createBrowserHistory();
    history.replace('/employer/figures');
    const { router, user } = renderApp('', history);
    await act(() => router.navigate({ to: '/employer/overview' }));
    const back = vi.spyOn(history, 'back');
    const closes = async (opener: Element | undefined, close: (dialog: HTMLElement) => unknown) => {
      back.mockClear();
      await user.click(opener as HTMLElement);
      await close(await screen.findByRole('dialog'));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await pass(50);
      expect(back).toHaveBeenCalledTimes(1);
      expect(router.state.location.href).toBe(OVERVIEW);
    };
    const twice = (name: string) => async (dialog: HTMLElement) => {
      const button = await within(dialog).findByRole('button', { name });
      // Both presses reach the dialog before the browser has gone back.
      fireEvent.click(button);
      fireEvent.click(button);
    };
    await closes(await tile('Present'), twice('Close'));
    await closes(await tile('Devices'), (dialog) => {
      fireEvent.keyDown(dialog, { key: 'Escape' });
      fireEvent.keyDown(dialog, { key: 'Escape' });
    });
    await closes(screen.getByRole('button', { name: /^Manage alerts/i }), () => {
      const ground = document.querySelector('.mantine-Modal-overlay');
      fireEvent.click(ground as Element);
      fireEvent.click(ground as Element);
    });
    await closes((await screen.findAllByRole('button', { name: /^Generate report/ }))[0], twice('Cancel'));
  });

  test('the second press of a double click that closed a dialog does not reach what lay beneath it', async () => {
    signedIn();
    answer(listByAttendanceStatus, { entries: [sampleEntry(1)] });
    const { router, user } = renderApp(`${OVERVIEW}?open=list&status=present`);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }), { detail: 1 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click((await tile('Late')) as HTMLElement, { detail: 2 });
    expect(router.state.location.href).toBe(OVERVIEW);
    await user.click(await tile('Late'));
    expect(await screen.findByRole('dialog', { name: 'Late, 20 Nov 2026' })).toBeTruthy();
  });

  test('by keyboard from a tile to its list and Why?, and back: the focus returns to the row, then to the tile', async () => {
    signedIn();
    answer(listByAttendanceStatus, { entries: [sampleEntry(1)] });
    answer(explainDay, () => refused(404, 'NOT_FOUND', 'Not found.'));
    const { user } = renderApp(OVERVIEW);
    const opener = await tile('Late');
    if (opener instanceof HTMLElement) opener.focus();
    await user.keyboard('{Enter}');
    const row = await screen.findByRole('button', { name: /Why\?$/ });
    row.focus();
    await user.keyboard('{Enter}');
    const why = await screen.findByRole('dialog', { name: /^Why\?/ });
    await waitFor(() => expect(why.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(row));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  test("a ranking's row opens Why? over the dashboard, for users who may see attendance", async () => {
    signedIn();
    answer(explainDay, () => refused(404, 'NOT_FOUND', 'Not found.'));
    const { router, user, unmount } = renderApp(OVERVIEW);
    await user.click((await screen.findAllByRole('button', { name: /^Thandi Nkosi/ }))[0] as HTMLElement);
    const why = await screen.findByRole('dialog', { name: 'Why?' });
    expect(router.state.location.search).toEqual({ open: 'why', why: idOf(1_007) });
    fireEvent.keyDown(why, { key: 'Escape' });
    await waitFor(() => expect(router.state.location.href).toBe(OVERVIEW));
    unmount();
    signedIn({}, ['Stats.GET_PERFORMANCE_METRICS']);
    renderApp(OVERVIEW);
    await screen.findAllByText('Thandi Nkosi');
    expect(screen.queryByRole('button', { name: /^Thandi Nkosi/ })).toBeNull();
  });

  test('helpers of cards lead to the rule in the help, and the user menu to its start', async () => {
    signedIn();
    const { user } = renderApp(OVERVIEW);
    await user.hover(await screen.findByRole('button', { name: 'About Time Wasted' }));
    const rule = await screen.findByRole('link', { name: 'How is this computed?' });
    expect(rule.getAttribute('href')).toBe('/help/reference/attendance.html#time-wasted');
    expect(rule.getAttribute('target')).toBe('_blank');
    await user.click(await screen.findByRole('button', { name: /^User menu/ }));
    expect((await screen.findByRole('menuitem', { name: 'Help' })).getAttribute('href')).toBe('/help/');
  });

  test('a dialog that the user may not see does not open', async () => {
    signedIn({}, ['Stats.GET_ATTENDANCE_INFORMATION']);
    renderApp(`${OVERVIEW}?open=alerts`);
    await shows('Present', 'on time');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
