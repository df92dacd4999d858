import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page, type Response } from '@playwright/test';
import { NEW, OLD } from './e2e.builds.ts';
import type { Login, RemoteWorld, World } from './e2e.messages.ts';

export { expect, NEW, OLD };

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

type Fixtures = {
  /** Everything that the browser reports: CSP violations and uncaught errors fail the test. */
  complaints: string[];
  login: (page: Page, login: Pick<Login, 'username' | 'password'>) => Promise<void>;
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
      context.on('console', (message) => {
        if (/Content Security Policy|Refused to|Trusted(HTML|Script|Type)/.test(message.text()))
          complaints.push(message.text());
      });
      context.on('weberror', (error) => complaints.push(String(error.error())));
      await use(complaints);
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
  employerPage: async ({ page, world, login }, use) => {
    await login(page, await world.user({ role: 'employer' }));
    await page.waitForURL('**/employer/overview**');
    await use(page);
  },
  adminPage: async ({ page, world, login }, use) => {
    await login(page, await world.user({ role: 'admin' }));
    await page.waitForURL('**/manage/accounts/**');
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

/** Waits until the worker serves the page, not only until it is installed. */
export const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 15_000 });

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
