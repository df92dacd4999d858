import { afterEach, describe, expect, test, vi } from 'vitest';
import { rememberCrew } from '#src/features/figures/crew/myCrew.ts';
import { deviceStorage, parseRecord, tabStorage } from '#src/lib/storage.ts';
import { deviceId } from '#src/start/deviceId.ts';
import { labelsOf, liveWords } from '#src/start/liveTiles.ts';
import { shellOf } from '#src/start/shell.ts';
import { storeCalls } from '#src/start/storedCalls.ts';
import { readStoredSession } from '#src/start/storedSession.ts';
import { session } from '#src/state/session.ts';
import { ACCOUNT_ID, signedIn } from '#tests/support/ui.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  sessionStorage.clear();
  localStorage.clear();
});

test.each([
  ['/', false, 'login'],
  ['/', true, 'area'],
  ['/login', true, 'login'],
  ['/login/', false, 'login'],
  ['/login/request-reset', false, 'other'],
  ['/employer/overview', true, 'area'],
  ['/employer/overview', false, 'other'],
  ['/manage', true, 'area'],
  ['/manager', true, 'other'],
])('%s begins, signed in: %s, with %s', (path, signedIn, shell) => {
  expect(shellOf(path, signedIn)).toBe(shell);
});

describe('the stored session', () => {
  test('is what the application wrote', () => {
    const { id, token } = signedIn();
    expect(readStoredSession()).toMatchObject({ id, token, info: { mustChangePassword: false } });
  });
  test.each(['', 'null', '[]', '"text"', '{', '{"id":"1","token":"2","expiresAt":"3","info":{}}', '{"id":"1"}'])(
    'is none when damaged: %s',
    (text) => {
      sessionStorage.setItem('tb.session', text);
      expect(readStoredSession()).toBeNull();
    },
  );
});

describe('the first calls', () => {
  const now = Date.UTC(2026, 10, 21, 8);
  const calls = {
    session: 'one',
    date: '2026-11-21',
    until: Date.UTC(2026, 10, 21, 22),
    urls: ['https://x.test/v2/stats/time-wasted/totals'],
  };
  const sent = async (changes: object, search = '', { path = '/employer/overview', expired = false } = {}) => {
    vi.useFakeTimers({ toFake: ['Date'], now: expired ? now - 24 * 3_600_000 : now });
    const { id } = signedIn();
    vi.setSystemTime(now);
    document.documentElement.setAttribute('data-shell', 'area');
    history.replaceState(null, '', `${path}${search}`);
    storeCalls({ ...calls, session: id, ...changes });
    const fetched = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('{}'));
    vi.resetModules();
    await import('#src/start/firstCalls.ts');
    window.tbEarly = undefined;
    document.documentElement.removeAttribute('data-shell');
    history.replaceState(null, '', '/');
    return fetched.mock.calls;
  };
  test('are sent with the session’s token', async () => {
    const [[url, init] = [], ...others] = await sent({});
    expect([url]).toEqual(calls.urls);
    expect(new Headers(init?.headers).get('authorization')).toBe('token-1');
    expect(others).toEqual([]);
  });
  test('are sent for the day in the address, whatever today is', async () => {
    expect(await sent({ until: now - 1 }, '?date=2026-11-21')).toHaveLength(1);
  });
  test.each<[string, object, string?, { path: string }?]>([
    ['a new day has begun', { until: now }],
    ['the address names another day', {}, '?date=2026-11-20'],
    ['the address names a crew', {}, '?employeeGroups=00000000-0000-4000-8000-000000000001'],
    ['the calls are of another session', { session: 'another' }],
    ['another page is opened', {}, '', { path: '/employer/people' }],
    ['the end of the day is none', { until: '22:00' }],
    ['there is no date', { date: undefined }],
    ['the addresses are none', { urls: [1] }],
    ['an address is damaged', { urls: ['https://'] }],
  ])('are not sent where %s', async (_, changes, search, options) => {
    expect(await sent(changes, search, options)).toEqual([]);
  });
  test('are not sent where this device has stored a crew, which the dashboard will apply', async () => {
    rememberCrew(ACCOUNT_ID, { devices: '00000000-0000-4000-8000-000000000001' });
    expect(await sent({})).toEqual([]);
  });
  test('are not sent once the session has expired, or without a network', async () => {
    expect(await sent({}, '', { expired: true })).toEqual([]);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await sent({})).toEqual([]);
  });
  test('are deleted with the session', async () => {
    signedIn();
    storeCalls(calls);
    session.clear();
    expect(sessionStorage.length).toBe(0);
  });
});

describe('the text of the first answers, before the application has loaded', () => {
  const host = 'https://x.test/v2';
  const [totalsUrl, statusUrl] = [
    `${host}/stats/employee/attendance-status-totals?referenceDate=2026-11-21&cacheKey=0`,
    `${host}/account/sync-status?cacheKey=0`,
  ];
  const totals = {
    total: 120,
    present: 46,
    absent: 60,
    late: 5,
    onTime: 41,
    pending: 10,
    unverified: 4,
    off: 0,
    expected: 116,
    unverifiedBySilence: 4,
    onSite: 40,
    left: 6,
    asOf: '2026-11-21T07:40:00Z',
    timeZone: 'Africa/Johannesburg',
    devices: { reporting: 1, silent: 1, silentDevices: [{ id: 'b', name: 'Gate B', since: '2026-11-21T04:10:00Z' }] },
  };
  const status = {
    payrollSystems: [{ id: 'p', name: 'Sage', lastSync: '2026-11-21T04:00:00Z' }],
    devices: [{ id: 'a', online: true, lastSync: null }],
  };
  const shown = { date: '2026-11-21', today: '2026-11-21', timeZone: 'Africa/Johannesburg' };

  test('has the labels of the tiles that the calls fill, in the order of the dashboard', () => {
    const words = (urls: string[]) => labelsOf(urls).map(([, label]) => label);
    const attendance = ['Present', 'Absent', 'Late', 'Employees'];
    expect(words([totalsUrl, statusUrl])).toEqual([...attendance, 'Payroll Systems', 'Devices']);
    expect(words([totalsUrl])).toEqual(attendance);
    expect(words([`${host}/stats/time-wasted/totals`])).toEqual([]);
  });
  test('is what the tiles and the sentences above them show', () => {
    expect(liveWords(totalsUrl, totals, shown)).toEqual({
      tiles: {
        total: { figure: '120', below: '116 expected' },
        present: { figure: '46', below: '40 on site, 6 left' },
        absent: { figure: '60', below: '10 not due yet, can’t tell yet: 4' },
        late: { figure: '5', below: 'of 46 present' },
      },
      answer: [
        { text: 'Gate B has been silent since 06:10: 4 people cannot be counted.', isKnown: true },
        { text: '60 people are missing.', isKnown: true },
        // Before exceptions were counted nobody knows it.
        { text: 'Nothing else needs you.', isKnown: false },
        { text: 'As of 09:40', isKnown: true },
      ],
    });
    expect(liveWords(statusUrl, status, shown)).toEqual({
      tiles: {
        payroll: { figure: '1', below: 'Last sync 06:00' },
        devices: { figure: '1', below: '1 online' },
      },
    });
  });
  test.each([
    ['another call', `${host}/stats/time-wasted/totals`, totals],
    ['nothing', totalsUrl, null],
    ['a figure that is none', totalsUrl, { ...totals, late: '5' }],
    ['a time that is none', totalsUrl, { ...totals, asOf: 'now' }],
    ['devices without names', totalsUrl, { ...totals, devices: { ...totals.devices, silentDevices: [{ id: 'b' }] } }],
    ['a list that is none', statusUrl, { ...status, devices: {} }],
  ])('is nothing for %s', (_, url, answer) => {
    expect(liveWords(url, answer, shown)).toBeNull();
  });
});

test('without storage nothing is stored and nothing throws', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse);
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
  expect(tabStorage.get('tb.session')).toBeNull();
  expect(tabStorage.set('tb.session', '1')).toBe(false);
  deviceStorage.remove('tb.device');
  expect(deviceId()).toBe('');
  expect(readStoredSession()).toBeNull();
  signedIn();
  expect(session.get()).not.toBeNull();
});

test('a stored text is accepted only if it is an object', () => {
  expect(parseRecord('{"a":1}')).toEqual({ a: 1 });
  for (const text of [null, '1', '[1]', 'null', '{']) expect(parseRecord(text)).toEqual({});
});
