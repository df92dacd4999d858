import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  type Response,
  type WebError,
} from '@playwright/test';
import { loginResponse, type SessionInfo, sessionInfo } from '#contract/access/session.ts';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.ts';
import { NEW, OLD } from './e2e.builds.ts';
import type { Login, RemoteWorld, World } from './e2e.messages.ts';

export { expect, NEW, OLD };

/** For tests of what the headless shell lacks: notifications and installed applications. */
export const WHOLE_BROWSER = { launchOptions: { executablePath: chromiumPath() ?? '', args: CHROMIUM_ARGS } };

type Answer = { id: number; value?: unknown; error?: string };

/** Starts the servers of this worker and returns their calls as methods. */
async function startWorld(): Promise<RemoteWorld> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'e2e.server.ts'), { execArgv: [], stdio: 'inherit' });
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { origin: string }) => resolve(message.origin));
    child.once('exit', (code) => reject(new Error(`The test server ended with ${code}`)));
  });
  let lastId = 0;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  child.on('message', ({ id, value, error }: Answer) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (error) caller?.reject(new Error(error));
    else caller?.resolve(value);
  });
  const call =
    (name: keyof World) =>
    (...args: unknown[]) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        child.send({ id: lastId, name, args });
      });
  const names: (keyof World)[] = [
    'deploy',
    'deployWithProviders',
    'person',
    'provider',
    'fault',
    'clearFaults',
    'down',
    'up',
    'user',
    'accounts',
    'employees',
    'cameIn',
    'punched',
    'fallSilent',
    'loginElsewhere',
    'mailedLink',
    'work',
    'recorder',
    'recorded',
    'codeAnew',
    'asked',
    'forget',
  ];
  const close = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.disconnect();
    });
  // World gives each name its type.
  return { ...Object.fromEntries(names.map((name) => [name, call(name)])), origin, close } as unknown as RemoteWorld;
}

type Who = Pick<Login, 'username' | 'password'>;
type Fixtures = {
  /** Everything that the browser reports: CSP violations and uncaught errors fail the test. */
  complaints: string[];
  /** Logs in by the form. */
  login: (page: Page, login: Who) => Promise<void>;
  /** Opens a page as somebody who has logged in: for tests of what comes after a log-in, whose form takes a load of its own. */
  open: (page: Page, login: Who, path: string) => Promise<void>;
  /** The page of a logged-in employer with the default permissions, at the dashboard. */
  employerPage: Page;
  /** The page of a logged-in administrator, at the accounts. */
  adminPage: Page;
  another: () => Promise<BrowserContext>;
};

export const test = base.extend<Fixtures, { world: RemoteWorld }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const world = await startWorld();
      await use(world);
      await world.close();
    },
    // On a busy machine it takes longer than the minute that a test may take.
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ world }, use) => {
    await world.up();
    await world.clearFaults();
    await world.forget();
    await world.deploy({ api: OLD });
    await use(world.origin);
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      const said = (message: ConsoleMessage) => {
        if (/Content Security Policy|Refused to|Trusted(HTML|Script|Type)/.test(message.text()))
          complaints.push(message.text());
      };
      const threw = (error: WebError) => complaints.push(String(error.error()));
      context.on('console', said);
      context.on('weberror', threw);
      await use(complaints);
      context.off('console', said);
      context.off('weberror', threw);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  login: async ({ baseURL: _ }, use) => {
    await use(async (page, { username, password }) => {
      await page.goto('/login');
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    });
  },
  open: async ({ world, baseURL: _ }, use) => {
    await use(async (page, login, path) => {
      const session = await startSession(world.origin, login);
      const script = await page.addInitScript(storeSession, session);
      await page.goto(path);
      await script.dispose();
    });
  },
  employerPage: async ({ page, world, open }, use) => {
    await open(page, await world.user({ role: 'employer' }), '/employer/overview');
    await use(page);
  },
  adminPage: async ({ page, world, open }, use) => {
    await open(page, await world.user({ role: 'admin' }), '/manage/accounts/all');
    await use(page);
  },
  another: async ({ browser, baseURL }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL });
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

type Started = { deviceId: string; token: string; ttl: number; info: SessionInfo };
async function startSession(origin: string, { username, password }: Who): Promise<Started> {
  const deviceId = randomUUID();
  const headers = { 'content-type': 'application/json', 'x-device-id': deviceId };
  const ask = async (given: RequestInit & { headers: Record<string, string> }) => {
    const reply = await fetch(`${origin}/v2/session`, given);
    if (!reply.ok) throw new Error(`${username} could not log in: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const { token, ttl } = loginResponse.parse(
    await ask({ method: 'POST', headers, body: JSON.stringify({ username, password }) }),
  );
  const info = sessionInfo.parse(await ask({ headers: { ...headers, authorization: token } }));
  return { deviceId, token, ttl, info };
}
/** Leaves in the browser what a log-in leaves there (src/shell/session/lifecycle.ts). */
function storeSession({ deviceId, token, ttl, info }: Started) {
  localStorage.setItem('tb.device', deviceId);
  localStorage.setItem('tb.user', info.userId);
  const expiresAt = Date.now() + ttl * 1_000 - 120_000;
  sessionStorage.setItem('tb.session', JSON.stringify({ id: deviceId, token, expiresAt, info }));
}

let shared: Promise<{ context: BrowserContext; empty: (origin: string) => Promise<void> }> | undefined;
/** A context, and what empties it for the next test: only what the browser's cache holds stays. */
async function openShared(browser: Browser) {
  const context = await browser.newContext();
  const keeper = await context.newPage();
  const session = await context.newCDPSession(keeper);
  const empty = async (origin: string) => {
    for (const page of context.pages()) if (page !== keeper) await page.close();
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await context.clearCookies();
    await context.clearPermissions();
    await context.setOffline(false);
  };
  return { context, empty };
}

/**
 * Tests that share a context, whose storage is emptied in between: its cache keeps the application, and a load costs a third. Not for tests of
 * workers and of loads, nor with a clock, which stays with its context.
 */
export const sharing = test.extend({
  context: async ({ browser, world, baseURL: _ }, use) => {
    shared ??= openShared(browser);
    const { context, empty } = await shared;
    await use(context);
    await empty(world.origin);
  },
});

/** The most ms until a worker is registered and installed: the page first waits for a silent network, for longer than `expect` does. */
export const INSTALL_MS = 60_000;

/** Waits until the worker serves the page, not only until it is installed. */
export const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: INSTALL_MS });

/**
 * Sets a browser offline or online. Its driver tells the pages first, then each service worker, and waits without a limit for one that is being
 * stopped or replaced, which is told when it starts again. A page that hangs is not hidden by this: what it shows is looked at afterwards.
 */
export async function setOffline(context: BrowserContext, isOffline: boolean) {
  const told = context.setOffline(isOffline).then(
    () => true,
    () => true,
  );
  if (await Promise.race([told, setTimeout(10_000, false)])) return;
  const workers = context.serviceWorkers().map((worker) => worker.url());
  test.info().annotations.push({ type: 'silent driver', description: `offline ${isOffline}; workers: ${workers}` });
}

/** Returns what counts the requests of a page that are under way and whose address has this part. */
export function underWay(page: Page, part: string): () => number {
  const pending = new Set<Request>();
  page.on('request', (request) => request.url().includes(part) && pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return () => pending.size;
}

/** Makes the page believe that it is hidden or visible again: background pages of a driven browser stay 'visible'. */
export const pretend = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** Makes the page check the version at once. */
export const checkVersion = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')));

/**
 * Waits until one document of the page has had two answers to its version check. No upgrade is under way then: one that starts stops the checks until
 * its reload, and the first answer was handled before the second was requested.
 */
export async function versionChecked(page: Page) {
  let answers = 0;
  const answered = (reply: Response) => {
    if (reply.url().includes('/v2/available')) answers += 1;
  };
  const started = () => {
    answers = 0;
  };
  page.on('response', answered);
  page.on('domcontentloaded', started);
  await expect
    .poll(
      async () => {
        // A page that is being left cannot be asked.
        await checkVersion(page).catch(() => undefined);
        return answers;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(2);
  page.off('response', answered);
  page.off('domcontentloaded', started);
}

/** Returns the version of the running shell. */
export const shellOf = (page: Page) => page.locator('meta[name="version"]').getAttribute('content');
