import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import type { Browser, Page, TestInfo } from '@playwright/test';
import type { Login, RemoteWorld } from '#tests/support/e2e.messages.ts';
import { expect, OLD, test } from '#tests/support/e2e.ts';
import { cutIn, tooWide } from '#tests/support/fits.ts';
import { gatherData, literalsOf, type Pseudo, servePseudo, speakPseudo } from '#tests/support/pseudoTour.ts';
import {
  adminStops,
  EMPLOYER_STOPS,
  LOGGED_OUT_ELSEWHERE,
  PUBLIC_STOPS,
  SIGN_ON_STOPS,
  SIGN_ON_USER_STOPS,
  type Stop,
  settle,
  signOnAdminStops,
  visit,
} from '#tests/support/tour.ts';
import { givenTourAccounts } from '#tests/support/tourAccounts.ts';

/**
 * The screens of a11y.screens in two pseudo-languages: nothing that is no message, nothing cut, nothing wider than its screen at
 * 320, 390, 1024 and 1440 px. Each stop is opened in English and then changes its language as it is. It takes half an hour, so it runs when asked:
 * `PSEUDO=en-XA,ar-XB npx playwright test pseudo.screens`, of a part `TOUR_ONLY=date-picker`; what it finds is in faults.txt of its results.
 */
const PSEUDO = (process.env.PSEUDO ?? '').split(',').filter((one): one is Pseudo => one === 'en-XA' || one === 'ar-XB');
const ONLY = new RegExp(process.env.TOUR_ONLY ?? '.');
test.skip(PSEUDO.length === 0, 'PSEUDO names no pseudo-language');
test.describe.configure({ timeout: 3_600_000 });
test.beforeAll(() => void execFileSync('npm', ['run', 'words'], { stdio: 'ignore' }));

/** Looks at a stop; returns a line for each fault. One that is opened by its address is loaded again, to tell what only does not follow a change. */
async function faultsAt(page: Page, { name, open, again }: Stop, data: ReadonlySet<string>): Promise<string[]> {
  const faults = new Set<string>();
  // Long names are cut on purpose, the account's beside the logo as well.
  const long = [...[...data].filter((text) => text.length > 20), 'System Account'];
  for (const pseudo of PSEUDO) {
    await speakPseudo(page, pseudo);
    await again?.(page);
    await settle(page);
    const literals = await literalsOf(page, data);
    for (const width of [1440, 1024, 390, 320]) {
      await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
      await settle(page);
      for (const one of await tooWide(page)) faults.add(`too wide in ${pseudo} at ${width} px: ${one}`);
      for (const one of await cutIn(page, long)) faults.add(`cut in ${pseudo} at ${width} px: ${one}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    if (!open && literals.length > 0) {
      await page.reload();
      await page.locator('#root h1').first().waitFor();
      await settle(page);
    }
    const still = await literalsOf(page, data);
    for (const text of literals) faults.add(`${still.includes(text) ? 'no message' : 'does not follow'}: ${text}`);
  }
  await speakPseudo(page, null);
  return [...faults].map((fault) => `${name}: ${fault}`);
}

const withoutStop = (line: string) => line.slice(line.indexOf(': '));

async function walk(page: Page, { world, info }: { world: RemoteWorld; info: TestInfo }, stops: readonly Stop[]) {
  const data = gatherData(page);
  // What a page said before the language changed stays as it was said.
  data.add(LOGGED_OUT_ELSEWHERE);
  const told = new Set<string>();
  for (const stop of stops) {
    if (stop.isLink || !ONLY.test(stop.name)) continue;
    await page.setViewportSize({ width: 1440, height: 900 });
    // One that cannot be opened is told, and the others are looked at.
    const found = await visit(page, world.origin, stop)
      .then(() => faultsAt(page, stop, data))
      .catch((error: unknown) => [`${stop.name}: not looked at: ${String(error).split('\n')[0]}`]);
    // What every page has is told of the first.
    const fresh = found.filter((line) => !told.has(withoutStop(line)));
    for (const line of fresh) told.add(withoutStop(line));
    appendFileSync(info.outputPath('faults.txt'), fresh.map((line) => `${line}\n`).join(''));
  }
  expect.soft([...told]).toEqual([]);
}

async function visitor(browser: Browser) {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await servePseudo(context);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

let made: Promise<{ admin: Login; accounts: Awaited<ReturnType<typeof givenTourAccounts>> }> | undefined;
test.beforeEach(async ({ world, baseURL: _ }) => {
  made ??= world
    .user({ role: 'admin' })
    .then(async (admin) => ({ admin, accounts: await givenTourAccounts(world.origin, admin, new Date(), world) }));
  await made;
});

test('before the log-in', async ({ browser, world }, info) => {
  await walk(await visitor(browser), { world, info }, PUBLIC_STOPS);
});

test('of an employer', async ({ browser, world, open }, info) => {
  const page = await visitor(browser);
  const { accounts } = await (made ?? Promise.reject(new Error('There are no accounts')));
  await open(page, accounts.little.login, '/icons/icon.svg');
  await walk(page, { world, info }, EMPLOYER_STOPS);
});

test('of an administrator', async ({ browser, world, open }, info) => {
  const page = await visitor(browser);
  const { admin, accounts } = await (made ?? Promise.reject(new Error('There are no accounts')));
  await open(page, admin, '/icons/icon.svg');
  await walk(page, { world, info }, adminStops(accounts.little.accountId, accounts.little.userId));
});

test('where there are providers of single sign-on', async ({ browser, world, open }, info) => {
  const { admin, accounts } = await (made ?? Promise.reject(new Error('There are no accounts')));
  const { little, nothing } = accounts;
  await world.deployWithProviders(OLD);
  await world.person('a person with a long name at a provider', {}, little.userId);
  const page = await visitor(browser);
  await walk(page, { world, info }, SIGN_ON_STOPS);
  await open(page, little.login, '/icons/icon.svg');
  await walk(page, { world, info }, SIGN_ON_USER_STOPS);
  await open(page, admin, '/icons/icon.svg');
  await walk(page, { world, info }, signOnAdminStops(little.accountId, little.userId, nothing.userId));
});
