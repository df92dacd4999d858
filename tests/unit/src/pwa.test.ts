import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { GuardedStorage } from '#src/lib/storage.ts';
import { prepareShell, type ShellOutcome } from '#src/pwa/prepareShell.ts';
import { networkShellUrl, type ReloadKind, spendReload, withoutNetworkMark } from '#src/pwa/reload.ts';
import { HOLD_MS, type UpgradeWorld, upgradeCoordinator, VERSION_KEY } from '#src/pwa/upgrade.ts';
import { compareVersions } from '#src/pwa/version.ts';
import { NOT_THE_SHELL } from '#sw/precache.ts';

const memory = (): GuardedStorage => {
  const map = new Map<string, string>();
  return {
    get: (key) => map.get(key) ?? null,
    set: (key, value) => map.set(key, value).has(key),
    remove: (key) => void map.delete(key),
  };
};

describe('versions compare by number', () => {
  test.each([
    ['1.10.0', '1.9.0', 1],
    ['1.9.0', '1.10.0', -1],
    ['1.0.0', '1.0', 0],
    ['2.0.0', '1.99.99', 1],
    ['v1.2.3', '1.2.3', 0],
    ['1.2.3-rc.1', '1.2.3', 0],
    ['nonsense', '0.0.0', 0],
  ])('%s and %s', (one, other, sign) => {
    expect(Math.sign(compareVersions(one, other))).toBe(sign);
  });
  test('one order, whatever the numbers', () => {
    const version = fc.tuple(fc.nat(200), fc.nat(200), fc.nat(200));
    fc.assert(
      fc.property(version, version, (a, b) => {
        const order = a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
        expect(Math.sign(compareVersions(a.join('.'), b.join('.')))).toBe(Math.sign(order));
        expect(Math.sign(compareVersions(b.join('.'), a.join('.')))).toBe(-Math.sign(order) + 0);
      }),
    );
  });
});

describe('the reload budget', () => {
  test('twice per version, then never again for it', () => {
    const storage = memory();
    expect([0, 70_000, 140_000, 9_000_000].map((at) => spendReload('1.1.0', storage, at))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  test('three in a minute whatever the reason, and again after it', () => {
    const storage = memory();
    expect(['a', 'b', 'c', 'd'].map((reason, index) => spendReload(reason, storage, index))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(spendReload('d', storage, 61_000)).toBe(true);
  });
  test('no sequence of reasons and times gets more than three reloads into any minute', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('1', '2', '3', '4', '5'), fc.nat(30_000)), { maxLength: 60 }),
        (steps) => {
          const storage = memory();
          let now = 0;
          const done: number[] = [];
          for (const [reason, pause] of steps) {
            now += pause;
            if (spendReload(reason, storage, now)) done.push(now);
          }
          for (const at of done)
            expect(done.filter((other) => other >= at && other < at + 60_000).length).toBeLessThanOrEqual(3);
          expect(done.length).toBeLessThanOrEqual(10);
        },
      ),
    );
  });
});

test('the mark that lets the shell come from the server is put on and taken off, the rest of the address stays', () => {
  const marked = networkShellUrl('https://x.test/employer/overview?date=2026-11-20#now');
  expect(marked).toBe('https://x.test/employer/overview?date=2026-11-20&shell=network#now');
  expect(withoutNetworkMark(marked)).toBe('/employer/overview?date=2026-11-20#now');
  expect(withoutNetworkMark('https://x.test/login')).toBeNull();
});

test.each([
  ['/v2/available', true],
  ['/v2/stats/x', true],
  ['/iclock/cdata', true],
  ['/assets/gone.js', true],
  ['/config.json', true],
  ['/login?shell=network', true],
  ['/employer/overview', false],
  ['/login/transfer-session/eyJhbGciOi.eyJzdWIi.sig', false],
  ['/v2x', false],
])('a navigation to %s: the worker steps aside: %s', (address, aside) => {
  expect(NOT_THE_SHELL.some((pattern) => pattern.test(address))).toBe(aside);
});

/** A world in which time passes at once and everything is recorded. */
function world(outcome: ShellOutcome, { stored, busyFor = 0 }: { stored?: string; busyFor?: number } = {}) {
  const storage = memory();
  if (stored) storage.set(VERSION_KEY, stored);
  const log: string[] = [];
  const reloads: [ReloadKind, string][] = [];
  let clock = 0;
  const given: UpgradeWorld = {
    storage,
    wait: async (ms) => {
      clock += ms;
    },
    prepareShell: async () => outcome,
    checkForNewShell: () => log.push('look'),
    isBusy: () => clock < busyFor,
    show: (version) => log.push(`Upgrading to ${version}, stored ${storage.get(VERSION_KEY)}`),
    reload: (kind, version) => reloads.push([kind, version]),
    log: () => undefined,
  };
  return { storage, log, reloads, now: () => clock, coordinator: upgradeCoordinator(given) };
}

describe('the upgrade coordinator', () => {
  test.each<[ShellOutcome, ReloadKind]>([
    ['controlled', 'plain'],
    ['no-sw', 'plain'],
    ['no-update', 'plain'],
    ['redundant', 'network'],
    ['update-error', 'network'],
    ['timeout', 'network'],
  ])('%s ends in one %s reload, 3 s after detection', async (outcome, kind) => {
    const { coordinator, reloads, log, now } = world(outcome, { stored: '1.9.0' });
    await coordinator.observe('1.10.0');
    expect(reloads).toEqual([[kind, '1.10.0']]);
    expect(log).toEqual(['Upgrading to 1.10.0, stored 1.10.0']);
    expect(now()).toBe(3_000);
  });
  test('the version is stored first, so the page after the reload starts nothing', async () => {
    const { coordinator, storage, reloads } = world('no-update', { stored: '1.0.0' });
    await coordinator.observe('1.1.0');
    const next = upgradeCoordinator({ ...world('no-update'), storage } as never as UpgradeWorld);
    await next.observe('1.1.0');
    expect(next.isRunning()).toBe(false);
    expect(reloads.length).toBe(1);
  });
  test('the first version seen is only remembered', async () => {
    const { coordinator, storage, reloads } = world('controlled');
    await coordinator.observe('1.1.0');
    expect([storage.get(VERSION_KEY), reloads.length]).toEqual(['1.1.0', 0]);
  });
  test('a rollback is remembered and looked for, without a reload', async () => {
    const { coordinator, storage, reloads, log } = world('controlled', { stored: '1.1.0' });
    await coordinator.observe('1.0.0');
    expect([storage.get(VERSION_KEY), reloads.length, log]).toEqual(['1.0.0', 0, ['look']]);
  });
  test('a second answer during an upgrade starts nothing', async () => {
    const { coordinator, reloads } = world('controlled', { stored: '1.0.0' });
    await Promise.all([coordinator.observe('1.1.0'), coordinator.observe('1.2.0')]);
    expect(reloads).toEqual([['plain', '1.1.0']]);
  });
  test('running work holds the reload back, 60 s at most', async () => {
    const short = world('controlled', { stored: '1.0.0', busyFor: 10_000 });
    await short.coordinator.observe('1.1.0');
    expect(short.now()).toBe(10_000);
    const endless = world('controlled', { stored: '1.0.0', busyFor: Number.POSITIVE_INFINITY });
    await endless.coordinator.observe('1.1.0');
    expect(endless.now()).toBe(3_000 + HOLD_MS);
    expect(endless.reloads.length).toBe(1);
  });
});

/** A worker and its registration, as far as the coordinator reads them. */
class FakeWorker extends EventTarget {
  state: string;
  onMessage: () => void = () => undefined;
  readonly #followed = Promise.withResolvers<void>();
  /** Resolves when the page listens to the worker's states. */
  readonly followed = this.#followed.promise;
  constructor(state: string) {
    super();
    this.state = state;
  }
  override addEventListener(...listener: Parameters<EventTarget['addEventListener']>) {
    super.addEventListener(...listener);
    this.#followed.resolve();
  }
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  postMessage() {
    this.onMessage();
  }
}
function container(registration: object | undefined, controller: object | null = {}) {
  const target = Object.assign(new EventTarget(), { controller, getRegistration: async () => registration });
  return target as unknown as ServiceWorkerContainer & EventTarget;
}

describe('preparing the new shell', () => {
  test('no worker controls the page', async () => {
    expect(await prepareShell(undefined)).toBe('no-sw');
    expect(await prepareShell(container({}, null))).toBe('no-sw');
  });
  test('an install, then the take-over', async () => {
    const worker = new FakeWorker('installing');
    const registration: { installing: FakeWorker | null; waiting: null; update: () => Promise<void> } = {
      installing: null,
      waiting: null,
      update: async () => {
        registration.installing = worker;
      },
    };
    const page = container(registration);
    worker.onMessage = () => page.dispatchEvent(new Event('controllerchange'));
    const prepared = prepareShell(page);
    await worker.followed;
    worker.become('installed');
    expect(await prepared).toBe('controlled');
  });
  test('a worker that already waits takes over without asking the server', async () => {
    const worker = new FakeWorker('installed');
    const page = container({ waiting: worker, installing: null, update: () => Promise.reject(new Error('not asked')) });
    worker.onMessage = () => page.dispatchEvent(new Event('controllerchange'));
    expect(await prepareShell(page)).toBe('controlled');
  });
  test('in a browser that is older than Promise.withResolvers', async () => {
    vi.spyOn(Promise, 'withResolvers').mockImplementation(() => {
      throw new TypeError('Promise.withResolvers is not a function');
    });
    const idle = { waiting: null, installing: null, update: async () => undefined };
    expect(await prepareShell(container(idle))).toBe('no-update');
    vi.restoreAllMocks();
  });
  test('nothing newer', async () => {
    expect(await prepareShell(container({ waiting: null, installing: null, update: async () => undefined }))).toBe(
      'no-update',
    );
  });
  test('sw.js cannot be had', async () => {
    const failing = { waiting: null, installing: null, update: () => Promise.reject(new TypeError('503')) };
    expect(await prepareShell(container(failing))).toBe('update-error');
  });
  test('a broken precache', async () => {
    const worker = new FakeWorker('installing');
    const prepared = prepareShell(container({ waiting: null, installing: worker, update: async () => undefined }));
    await worker.followed;
    worker.become('redundant');
    expect(await prepared).toBe('redundant');
  });
  test('an install that takes too long', async () => {
    const worker = new FakeWorker('installing');
    expect(
      await prepareShell(container({ waiting: null, installing: worker, update: async () => undefined }), 20),
    ).toBe('timeout');
  });
});
