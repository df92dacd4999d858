import { act, screen, waitFor, within } from '@testing-library/react';
import { clear, createStore, entries } from 'idb-keyval';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkLastFigures } from '#contract/access/lastFigures.ts';
import { logOut } from '#contract/access/session.ts';
import { createPasskeyChallenge } from '#contract/access/signIn.ts';
import { getGroups } from '#contract/masterData/groups.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { createQueryClient } from '#src/api/queryClient.ts';
import { resetDisk } from '#src/cache/disk.ts';
import { forgetLastFigures, type LastFigures, readLastFigures, storeLastFigures } from '#src/cache/lastFigures.ts';
import { openFigureCache } from '#src/cache/persistence.ts';
import { open, type Sealed } from '#src/cache/seal.ts';
import { attendanceTotalsQuery } from '#src/features/figures/stats/stats.queries.ts';
import StoresLastFigures from '#src/routes/employer/-LastFigures.tsx';
import { showLastFigures, shownFigures } from '#src/routes/login/-shownFigures.ts';
import { chooseLastFigures } from '#src/shell/lastFigures.ts';
import { endSession, loggedOutAutomatically, loggedOutElsewhere, logOutNow } from '#src/shell/session/lifecycle.ts';
import { LAST_FIGURES_MARK } from '#src/start/lastFiguresMark.ts';
import { PASSKEY_MARK } from '#src/start/passkeyMark.ts';
import { setLastUser } from '#src/state/lastUser.ts';
import { reachability } from '#src/state/reachability.ts';
import { type Session, session } from '#src/state/session.ts';
import { answerDashboard, NOW, sampleEntry, TODAY } from '#tests/support/dashboardSamples.ts';
import { sampleTotals } from '#tests/support/dashboardTotals.ts';
import { answer, later } from '#tests/support/fakeApi.ts';
import { ACCOUNT_ID, renderApp, renderWith, sessionInfo, signedIn } from '#tests/support/ui.tsx';

/** 'Show last figures before log-in' (issue of a glance without a connection): what is stored, for how long, and what is seen of it. */

const disk = () => createStore('tallyboard-cache', 'q');
const OTHER = '0199a000-0000-7000-8000-0000000000bb';
const client = () => createQueryClient(() => {});
type Groups = ResponseOf<typeof getGroups>;
const HOUR_MS = 3_600_000;
const FIGURES: LastFigures = {
  account: 'Sunny Farm',
  groups: ['Packhouse'],
  timeZone: 'Africa/Johannesburg',
  asOf: NOW,
  attendance: { present: 86, absent: 6, late: 8, total: 100, onTime: 78, expected: 92, pending: 0, unverified: 0 },
  lateMs: 1.5 * HOUR_MS,
  irregularMs: HOUR_MS,
  units: '1234.5',
};

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  resetDisk();
  await clear(disk());
  shownFigures.set(null);
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  reachability.answered();
  session.clear();
});

/** A session whose figures this device has stored, at a time when its user wanted that. */
async function given(changes: Parameters<typeof signedIn>[0] = {}): Promise<Session> {
  const started = signedIn(changes);
  await chooseLastFigures(started, true);
  await storeLastFigures(started, FIGURES, NOW);
  return started;
}
async function left(): Promise<LastFigures | null> {
  const found = await readLastFigures(Date.now());
  if (!found) return null;
  const { receivedAt: _, owner: __, ...figures } = found;
  return figures;
}

describe('what ends them', () => {
  test.each<[string, boolean, (started: Session) => unknown]>([
    ['nothing: the application was closed', true, () => session.clear()],
    ['a log-out', false, () => logOutNow()],
    ['the session ran out on this page', true, () => endSession({ message: loggedOutAutomatically() })],
    [
      'the session had run out when the device woke up',
      true,
      (started) => {
        session.setExpiry(started.id, Date.now() - 1);
        session.expire(started.id);
        return endSession({ message: loggedOutElsewhere() });
      },
    ],
    [
      'the server took the session back',
      false,
      (started) => {
        session.expire(started.id);
        return endSession({ message: loggedOutElsewhere() });
      },
    ],
    [
      'a failed log-in of somebody',
      true,
      () => {
        session.clear();
        return endSession({ stay: true });
      },
    ],
    ['the same user logs in again', true, () => openFigureCache(signedIn(), client(), 'h')],
    [
      'another user logs in',
      false,
      () => openFigureCache(signedIn({ userId: OTHER, lastFigures: 'theirs' }), client(), 'h'),
    ],
    [
      'other rights or scope',
      false,
      () => openFigureCache(signedIn({ lastFigures: 'of other rights' }), client(), 'h'),
    ],
    ['the account forbids them', false, () => openFigureCache(signedIn({ lastFigures: null }), client(), 'h')],
    ['the user takes it back', false, (started) => chooseLastFigures(started, false)],
    ['23 hours', true, () => vi.setSystemTime(NOW + 23 * HOUR_MS)],
    ['24 hours', false, () => vi.setSystemTime(NOW + 24 * HOUR_MS + 1)],
    ['a clock that was far ahead', false, () => vi.setSystemTime(NOW - HOUR_MS)],
  ])('%s: they stay: %s', async (_, stays, end) => {
    answer(logOut, { ok: true });
    renderApp('/login');
    const started = await given();
    await end(started);
    expect(await left()).toEqual(stays ? FIGURES : null);
    expect((await entries(disk())).map(([key]) => key)).toEqual(stays ? ['last-figures', 'last-figures-key'] : []);
  });

  test('nothing is stored for a session that has ended meanwhile', async () => {
    const started = signedIn();
    session.clear();
    await storeLastFigures(started, FIGURES, Date.now());
    expect(await entries(disk())).toEqual([]);
  });
});

test('a tab in which somebody is still logged in stores nothing for the next start once another user has logged in', async () => {
  const first = await given();
  setLastUser(OTHER);
  await storeLastFigures(first, FIGURES, Date.now());
  expect(await left()).toBeNull();
  expect(await entries(disk())).toEqual([]);
});

test('another tab of a user who has logged out stores nothing, until they log in again', async () => {
  answer(logOut, { ok: true });
  renderApp('/login');
  const other = await given();
  await logOutNow();
  session.set(other);
  await storeLastFigures(other, FIGURES, Date.now());
  expect(await left()).toBeNull();
  setLastUser(other.info.userId);
  await storeLastFigures(other, FIGURES, Date.now());
  expect(await left()).toEqual(FIGURES);
});

test('a choice that is taken back in one tab ends it in the others', async () => {
  const started = await given();
  answerDashboard();
  const { queryClient } = renderApp('/employer/overview');
  await screen.findByText('hours wasted');
  await waitFor(async () => expect((await left())?.groups).toEqual([]));
  localStorage.setItem('tb.lastFigures', JSON.stringify({ [started.info.userId]: false }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'tb.lastFigures' })));
  await forgetLastFigures();
  vi.setSystemTime(NOW + 60_000);
  await act(() => queryClient.invalidateQueries({ queryKey: ['stats'] }));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(await left()).toBeNull();
});

test('looking at old figures without a connection does not make them younger', async () => {
  answerDashboard();
  await given();
  vi.setSystemTime(NOW + 20 * HOUR_MS);
  const day = { accountId: ACCOUNT_ID, referenceDate: TODAY, timeZone: 'Africa/Johannesburg', live: true };
  const { queryClient } = renderWith(<StoresLastFigures day={day} />);
  queryClient.setQueryData(attendanceTotalsQuery(day).queryKey, sampleTotals(), { updatedAt: NOW });
  await waitFor(async () => expect((await left())?.groups).toEqual([]));
  vi.setSystemTime(NOW + 25 * HOUR_MS);
  expect(await left()).toBeNull();
});

test('the Overview stores its numbers at each refresh: no name, number or token is among them', async () => {
  const started = signedIn({ scopeNames: ['Packhouse'] });
  await chooseLastFigures(started, true);
  answerDashboard();
  renderApp('/employer/overview');
  await waitFor(async () =>
    expect(await left()).toMatchObject({ units: expect.any(String), lateMs: expect.any(Number) }),
  );
  const { present, absent } = sampleTotals();
  expect(await left()).toMatchObject({ account: 'Sunny Farm', groups: ['Packhouse'], attendance: { present, absent } });

  const stored = new Map(await entries(disk()));
  const key = stored.get('last-figures-key') as CryptoKey;
  expect(key.extractable).toBe(false);
  const plain = JSON.stringify(await open(key, stored.get('last-figures') as Sealed));
  const { employee } = sampleEntry(1);
  for (const secret of [
    employee.firstName,
    'First',
    'Last',
    started.token,
    started.info.cacheSecret,
    started.info.lastName,
  ])
    expect(plain).not.toContain(secret);
  expect([...stored.keys()].sort()).toEqual(['last-figures', 'last-figures-key']);
});

test('figures of people by their devices are not stored: a device may be named after a person', async () => {
  const started = signedIn({ scope: 'devices', scopeNames: [] });
  await chooseLastFigures(started, true);
  answerDashboard();
  const { queryClient } = renderApp('/employer/overview');
  await screen.findByText('hours wasted');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(await entries(disk())).toEqual([]);
});

test('the Overview stores nothing for a user who has not chosen it, or whose account forbids it', async () => {
  for (const lastFigures of ['proof', null]) {
    const started = signedIn({ lastFigures });
    await chooseLastFigures(started, lastFigures === null);
    answerDashboard();
    const { unmount, queryClient } = renderApp('/employer/overview');
    await screen.findByText('hours wasted');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(await left()).toBeNull();
    expect(await entries(disk())).toEqual([]);
    unmount();
  }
});

test('figures of some people are not stored as the account’s while the name of their group is not known', async () => {
  const started = signedIn();
  await chooseLastFigures(started, true);
  const group = '0199a000-0000-7000-8000-0000000000d1';
  const named = later<Groups>();
  answerDashboard();
  answer(getGroups, async () => HttpResponse.json(await named.promise));
  const { queryClient } = renderApp(`/employer/overview?timeGroups=${group}`);
  await screen.findByText('hours wasted');
  await waitFor(() => expect(queryClient.isFetching({ queryKey: ['stats'] })).toBe(0));
  expect(await left()).toBeNull();
  const day = { _id: group, name: 'Day', systemId: 'CSV', deletedAt: null };
  named.settle({ employeeGroups: [], jobDescriptions: [], timeGroups: [day] });
  await waitFor(async () => expect((await left())?.groups).toEqual(['Day']));
});

describe('on the log-in page', () => {
  /** The log-in page of a device that stored figures, `later` ms ago. */
  async function seen(later: number) {
    await given();
    session.clear();
    vi.setSystemTime(NOW + later);
    await showLastFigures();
    const { user } = renderApp('/login');
    return { user, figures: await screen.findByRole('region', { name: 'Last figures' }) };
  }

  test('they say whose they are, how old, and the numbers; also without a connection', async () => {
    reachability.lost();
    const { figures } = await seen(5 * 60_000);
    expect(figures.textContent).toContain('Sunny Farm, Packhouse');
    expect(figures.textContent).toContain('As of 09:40, 5 minutes ago');
    for (const text of ['Present86', 'Absent6', 'Late8', 'Time Wasted2:30', 'Piecework1,234.50'])
      expect(figures.textContent).toContain(text);
    screen.getByText('You are offline. Logging in needs a connection.');
  });

  test('the bar is explained by the states and their numbers; of this minute they are of just now', async () => {
    const { figures } = await seen(0);
    expect(figures.textContent).toContain('As of 09:40, just now');
    expect(
      within(figures)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toContain('Late 8');
  });

  test('their age is by the clock of the device, though it is two hours behind', async () => {
    const started = signedIn();
    await chooseLastFigures(started, true);
    await storeLastFigures(started, { ...FIGURES, asOf: NOW + 2 * HOUR_MS }, NOW);
    session.clear();
    vi.setSystemTime(NOW + 10 * 60_000);
    await showLastFigures();
    renderApp('/login');
    expect((await screen.findByRole('region', { name: 'Last figures' })).textContent).toContain('10 minutes ago');
  });

  test('on the next day with the date', async () => {
    const { figures } = await seen(20 * HOUR_MS);
    expect(figures.textContent).toContain('As of 20 Nov, 09:40, 20:00 hours ago');
  });

  test('a press leads to the log-in form', async () => {
    const { user, figures } = await seen(60_000);
    await user.click(within(figures).getByRole('button', { name: 'Log in' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  });

  test('with a passkey of the device the press is the log-in; without a connection it leads to the form', async () => {
    localStorage.setItem(PASSKEY_MARK, '1');
    const challenges = answer(createPasskeyChallenge, { challenge: 'AAAA', rpId: 'localhost', expiresIn: 600 });
    const { user, figures } = await seen(60_000);
    const press = () => user.click(within(figures).getByRole('button', { name: 'Log in' }));
    reachability.lost();
    await screen.findByText('You are offline. Logging in needs a connection.');
    await press();
    expect([challenges.length, document.activeElement]).toEqual([0, screen.getByLabelText('Username')]);
    reachability.answered();
    await waitFor(() => expect(screen.queryByText(/^You are offline/)).toBeNull());
    await press();
    await waitFor(() => expect(challenges).toHaveLength(1));
  });

  test('they go when the server says that this device may no longer show them, and stay where it says nothing', async () => {
    const asked = answer(checkLastFigures, { isAllowed: true });
    await seen(60_000);
    await waitFor(() => expect(asked).toHaveLength(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(asked, 'a start asks once').toHaveLength(1);
    expect(asked[0]?.body).toEqual({ accountId: ACCOUNT_ID, userId: sessionInfo().userId, proof: 'proof' });
    answer(checkLastFigures, () => HttpResponse.json({ errorCode: 'TOO_MANY_REQUESTS' }, { status: 429 }));
    await act(showLastFigures);
    answer(checkLastFigures, () => HttpResponse.error());
    await act(showLastFigures);
    screen.getByRole('region', { name: 'Last figures' });
    answer(checkLastFigures, { isAllowed: false });
    await act(showLastFigures);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Last figures' })).toBeNull());
    await waitFor(async () => expect(await entries(disk())).toEqual([]));
  });

  test('an open log-in page removes the figures when another tab deletes them', async () => {
    answer(checkLastFigures, { isAllowed: true });
    await seen(60_000);
    localStorage.removeItem(LAST_FIGURES_MARK);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: LAST_FIGURES_MARK, newValue: null })));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Last figures' })).toBeNull());
  });

  test('of a device without them nothing is read, and nothing shown', async () => {
    await showLastFigures();
    renderApp('/login');
    await screen.findByLabelText('Username');
    expect(screen.queryByRole('region', { name: 'Last figures' })).toBeNull();
  });

  test('a bookmark without a session shows them too, and its address is opened after the log-in', async () => {
    await given();
    session.clear();
    await showLastFigures();
    const { user, router } = renderApp('/employer/overview?view=table');
    const figures = await screen.findByRole('region', { name: 'Last figures' });
    screen.getByText('You are not logged in with an active session.');
    expect(screen.queryByRole('link', { name: 'Back to Login' }), 'one way to the log-in').toBeNull();
    await user.click(within(figures).getByRole('button', { name: 'Log in' }));
    await screen.findByLabelText('Username');
    expect(router.state.location.search).toMatchObject({ redirect: '/employer/overview?view=table' });
  });

  test('damaged ones are deleted', async () => {
    await given();
    session.clear();
    await clear(disk());
    await showLastFigures();
    expect([shownFigures.get(), localStorage.getItem('tb.lastFigures.stored')]).toEqual([null, null]);
  });
});

test('where the browser stores nothing, nothing is stored and the Overview goes on', async () => {
  const started = signedIn();
  await chooseLastFigures(started, true);
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('QuotaExceededError');
  });
  await storeLastFigures(started, FIGURES, Date.now());
  refuse.mockRestore();
  expect([await left(), await entries(disk())]).toEqual([null, []]);
});

test.each([
  ['a disk', () => vi.spyOn(indexedDB, 'open')],
  ['storage', () => vi.spyOn(Storage.prototype, 'setItem')],
])('without %s the choice is taken back, and it is said why', async (_, refused) => {
  const started = signedIn();
  answerDashboard();
  renderApp('/employer/overview');
  const refuse = refused().mockImplementation(() => {
    throw new DOMException('Refused');
  });
  resetDisk();
  await act(() => chooseLastFigures(started, true));
  refuse.mockRestore();
  resetDisk();
  await screen.findByText('This browser stores nothing: it cannot show figures before log-in.');
});

test('an installed application offers it once to each user, and does what is pressed', async () => {
  const installed = vi.spyOn(window, 'matchMedia');
  const usual = installed.getMockImplementation();
  installed.mockImplementation((query) => ({
    ...(usual?.(query) ?? {}),
    ...{ media: query, matches: query === '(display-mode: standalone)', onchange: null },
    ...{ addListener() {}, removeListener() {}, addEventListener() {}, removeEventListener() {} },
    dispatchEvent: () => false,
  }));
  const started = signedIn({ userId: '0199a000-0000-7000-8000-0000000000cc' });
  answerDashboard();
  const first = renderApp('/employer/overview');
  await first.user.click(await screen.findByRole('button', { name: 'Show them' }));
  await waitFor(async () => expect(await left()).not.toBeNull());
  first.unmount();
  renderApp('/employer/overview');
  await screen.findByText('hours wasted');
  expect(screen.queryByRole('button', { name: 'Show them' })).toBeNull();
  await chooseLastFigures(started, false);
  installed.mockRestore();
});

test('the choice stands in the user’s menu, of each user alone', async () => {
  await chooseLastFigures(signedIn(), false);
  answerDashboard();
  const { user } = renderApp('/employer/overview');
  await user.click(await screen.findByRole('button', { name: /^User menu/ }));
  const item = await screen.findByRole('menuitemcheckbox', { name: 'Show last figures before log-in' });
  expect(item.getAttribute('aria-checked')).toBe('false');
  await user.click(item);
  const { userId } = sessionInfo();
  expect(JSON.parse(localStorage.getItem('tb.lastFigures') ?? '')).toMatchObject({ [userId]: true });
});
