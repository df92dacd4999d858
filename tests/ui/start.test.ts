import { afterEach, describe, expect, test, vi } from 'vitest';
import { deviceStorage, parseRecord, tabStorage } from '#src/lib/storage.ts';
import { chartsShown } from '#src/start/chartsShown.ts';
import { deviceId } from '#src/start/deviceId.ts';
import { keepView, type LastView, readView } from '#src/start/lastView.ts';
import { liveWords } from '#src/start/liveTiles.ts';
import { shellOf } from '#src/start/shell.ts';
import { readStoredSession } from '#src/start/storedSession.ts';
import { session } from '#src/state/session.ts';
import { signedIn } from '#tests/support/ui.tsx';

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

describe('the last view', () => {
  const view: LastView = {
    session: 'one',
    date: '2026-11-21',
    until: Date.UTC(2026, 10, 21, 22),
    at: 1,
    trust: 'As of 09:40.',
    tiles: [{ key: 'present', label: 'Present', figure: '41', below: '38 on time' }],
    width: 1280,
    charts: [
      {
        title: 'Time Wasted',
        card: [16, 300, 600, 400],
        drawing: [20, 80, 168, 168],
        parts: [['M84,84L84,0A84,84,0,1,1,83.9,1.6e-5Z', 'rgb(211, 120, 18)']],
      },
    ],
    calls: ['https://x.test/v2/stats/time-wasted/totals'],
  };
  const [chart] = view.charts;
  const [tile] = view.tiles;
  test('is restored as it was stored', () => {
    keepView(view);
    expect(readView()).toEqual(view);
  });
  test.each([
    ['a tile without a figure', { ...view, tiles: [{ key: 'present', label: 'Present', below: '' }] }],
    ['a tile of which it is not known what it shows', { ...view, tiles: [{ ...tile, key: undefined }] }],
    ['addresses that are none', { ...view, calls: [1] }],
    ['no date', { ...view, date: undefined }],
    ['no charts', { ...view, charts: undefined }],
    ['an end of the day that is none', { ...view, until: '22:00' }],
    ['nothing', null],
  ])('is none with %s', (_, damaged) => {
    sessionStorage.setItem('tb.view', JSON.stringify(damaged));
    expect(readView()).toBeNull();
  });
  test.each([
    ['a chart without a place', { ...chart, card: ['1', 2, 3, 4] }],
    ['an outline that is none', { ...chart, parts: [['M0,0"/>', 'rgb(0, 0, 0)']] }],
    ['a colour that names a file', { ...chart, parts: [['M0,0', 'url(//x.test/a)']] }],
  ])('is there without a chart that is damaged: %s', (_, damaged) => {
    sessionStorage.setItem('tb.view', JSON.stringify({ ...view, charts: [damaged, chart] }));
    expect(readView()).toEqual(view);
  });
  test('stores each chart’s place, outlines and colours as they are shown', () => {
    document.body.innerHTML =
      '<section><h2>Time Wasted</h2><div role="img"><svg><path d="M0,0h5v5z" fill="var(--late)"/><path d="M0,0h9"/></svg></div></section><section><h2>Ranking</h2></section>';
    vi.spyOn(window, 'getComputedStyle').mockReturnValue({ fill: 'rgb(1, 2, 3)' } as CSSStyleDeclaration); // Only the fill is read.
    const box = (element: Element) => (element.tagName === 'SECTION' ? [16, 300, 600, 400] : [36, 380, 168, 168]);
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const [left, top, width, height] = box(this);
      return new DOMRect(left, top, width, height);
    });
    expect(chartsShown()).toEqual([
      {
        title: 'Time Wasted',
        card: [16, 300, 600, 400],
        drawing: [20, 80, 168, 168],
        parts: [['M0,0h5v5z', 'rgb(1, 2, 3)']],
      },
    ]);
    document.body.innerHTML = '';
  });
  test('is drawn by the page itself: tiles in words, charts as outlines in their places, but not in a window of another width', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 8) });
    document.documentElement.setAttribute('data-shell', 'area');
    history.replaceState(null, '', '/employer/overview');
    const { id } = signedIn();
    const draw = async (width: number) => {
      document.body.innerHTML =
        '<div class="shell-area"><p class="shell-trust"></p><div class="shell-tiles"></div></div>';
      keepView({ ...view, session: id, at: Date.now(), width, calls: [] });
      vi.resetModules();
      await import('#src/start/lastFigures.ts');
      expect(document.querySelector('.shell-tiles')?.textContent).toBe('Present4138 on time');
      expect(document.querySelector('.shell-trust')?.textContent).toBe('As of 09:40.');
      return document.querySelectorAll<HTMLElement>('.shell-chart');
    };
    const [drawn, ...others] = await draw(window.innerWidth);
    expect(others).toEqual([]);
    expect(drawn?.textContent).toBe('Time Wasted');
    expect(drawn?.style.cssText).toBe('left: 16px; top: 300px; width: 600px; height: 400px;');
    const path = drawn?.querySelector('svg path');
    expect([path?.getAttribute('d'), path?.getAttribute('fill')]).toEqual(chart?.parts[0]);
    expect(await draw(window.innerWidth + 1)).toHaveLength(0);
    document.body.innerHTML = '';
    document.documentElement.removeAttribute('data-shell');
    history.replaceState(null, '', '/');
  });
  describe('the first calls', () => {
    const now = Date.UTC(2026, 10, 21, 8);
    const { calls } = view;
    const sent = async (changes: Partial<LastView>, path = '/employer/overview', expired = false) => {
      vi.useFakeTimers({ toFake: ['Date'], now: expired ? now - 24 * 3_600_000 : now });
      const { id } = signedIn();
      vi.setSystemTime(now);
      document.documentElement.setAttribute('data-shell', 'area');
      history.replaceState(null, '', path);
      keepView({ ...view, session: id, at: now, ...changes });
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
      expect([url]).toEqual(calls);
      expect(new Headers(init?.headers).get('authorization')).toBe('token-1');
      expect(others).toEqual([]);
    });
    test('are sent for the day in the address, whatever today is', async () => {
      expect(await sent({ until: now - 1 }, '/employer/overview?date=2026-11-21')).toHaveLength(1);
    });
    test.each<[string, Partial<LastView>, string?]>([
      ['a new day has begun', { until: now }],
      ['the address names another day', {}, '/employer/overview?date=2026-11-20'],
      ['the view is of another session', { session: 'another' }],
      ['the view is 12 hours old', { at: now - 12 * 3_600_000 - 1 }],
      ['another page is opened', {}, '/employer/people'],
    ])('are not sent where %s', async (_, changes, path) => {
      expect(await sent(changes, path)).toEqual([]);
    });
    test('are not sent once the session has expired, or without a network', async () => {
      expect(await sent({}, undefined, true)).toEqual([]);
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      expect(await sent({})).toEqual([]);
    });
  });
  test('is deleted with the session', () => {
    signedIn();
    keepView(view);
    session.clear();
    expect(readView()).toBeNull();
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

  test('is what the tiles and the line above them show', () => {
    expect(liveWords(totalsUrl, totals, shown)).toEqual({
      tiles: {
        total: { figure: '120', below: '116 expected' },
        present: { figure: '46', below: '40 on site, 6 left' },
        absent: { figure: '60', below: '10 pending, 4 unverified' },
        late: { figure: '5', below: 'of 46 present' },
      },
      trust: 'As of 09:40, 1 of 2 devices heard from. Gate B silent since 06:10: 4 people not judged',
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
