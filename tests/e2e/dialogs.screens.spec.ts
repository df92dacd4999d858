import type { Page } from '@playwright/test';
import type { Login } from '#tests/support/e2e.messages.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { adminStops, EMPLOYER_STOPS, type Stop, settle } from '#tests/support/tour.ts';
import { givenTourAccounts } from '#tests/support/tourAccounts.ts';
import { CHROMIUM_ARGS, headlessShellPath } from '../../scripts/chromium.ts';

/**
 * Every dialog of the tour closes, in every way, and leaves the page as it was. All ways of all dialogs take half an hour:
 * `TOUR_ONLY=. npm run test:e2e -- dialogs.screens` (or a part: `TOUR_ONLY=notes`). Every other run closes each dialog in one way, the ways in turn.
 */
// With scroll bars, whose place some libraries fill by styles that the content security policy refuses.
test.use({
  launchOptions: {
    executablePath: headlessShellPath() ?? '',
    args: CHROMIUM_ARGS,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});
test.describe.configure({ timeout: process.env.TOUR_ONLY ? 3_600_000 : 900_000 });

const WAYS = ['the cross', 'Escape', 'the ground', 'Cancel', 'Back', 'a double press', 'Escape while offline'] as const;
type Way = (typeof WAYS)[number];
const ONLY = new RegExp(process.env.TOUR_ONLY ?? '.');
/** A question that is no dialog of the page: it has its own buttons only. */
const NO_DIALOG = new Set(['session-ending', 'session-ended']);

/** The dialogs of the dashboard's address, opened by a press as people open them: the tour opens them by their address. */
const PRESSED: readonly Stop[] = [
  { name: 'pressed-notes', button: /^Add note/ },
  { name: 'pressed-devices', button: /^Devices/ },
  { name: 'pressed-alerts', button: /^Alerts|^Manage Alerts/ },
  { name: 'pressed-list', button: /^Employees \d/ },
  { name: 'pressed-report', button: /^Generate report/ },
].map(({ name, button }) => ({
  name,
  path: '/employer/overview',
  async open(page) {
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
}));

let accounts: Awaited<ReturnType<typeof givenTourAccounts>> | undefined;
let admin: Login;
test.beforeEach(async ({ world, baseURL: _ }) => {
  if (accounts) return;
  admin = await world.user({ role: 'admin' });
  accounts = await givenTourAccounts(world.origin, admin, new Date(), world);
});

const topmost = (page: Page) => page.getByRole('dialog').last();

/** Presses what closes the topmost dialog; returns false where it does not have it. */
async function close(page: Page, way: Way): Promise<boolean> {
  const cross = topmost(page).getByRole('button', { name: 'Close', exact: true }).first();
  if (way === 'Back') await page.goBack();
  else if (way.startsWith('Escape')) await page.keyboard.press('Escape');
  else if (way === 'the ground') await page.mouse.click(8, 880);
  else if (way === 'a double press' || way === 'the cross') {
    // The search has none.
    if ((await cross.count()) === 0) return false;
    await cross.click({ clickCount: way === 'the cross' ? 1 : 2 });
  } else {
    const cancel = topmost(page).getByRole('button', { name: 'Cancel', exact: true });
    if ((await cancel.count()) === 0) return false;
    await cancel.first().click();
  }
  return true;
}

/** Opens a stop on a page that has another entry of the application before it, to which Back would go. */
async function openStop(page: Page, origin: string, { path, open }: Stop) {
  await page.goto(origin + path);
  await page.locator('#root h1').first().waitFor();
  await settle(page);
  await page.evaluate(() => {
    const at = {
      ...history.state,
      __TSR_index: (history.state?.__TSR_index ?? 0) + 1,
      key: 'again',
      __TSR_key: 'again',
    };
    history.pushState(at, '', location.href);
  });
  if (open) await open(page);
  await settle(page);
}

/**
 * Closes dialog by dialog, from the topmost down, and answers 'Discard changes?'. Fails where one does not close, or the browser moves on. Returns false
 * where one has no such way.
 */
async function closeAll(page: Page, way: Way): Promise<boolean> {
  const moves = await page.evaluateHandle(() => {
    const counted = { moves: 0 };
    addEventListener('popstate', () => (counted.moves += 1));
    return counted;
  });
  const month = page.locator('[data-dates-dropdown]');
  for (let left = await page.getByRole('dialog').count(); left > 0; left--) {
    if (way.startsWith('Escape') && (await month.count()) > 0) {
      // The first Escape closes an open month, the next one the dialog below it.
      await page.keyboard.press('Escape');
      await expect(month).toHaveCount(0);
    }
    if (!(await close(page, way))) return false;
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await expect(async () => {
      if ((await question.count()) > 0)
        await question.getByRole('button', { name: 'Discard' }).click({ timeout: 1_000 });
      expect(await page.getByRole('dialog').count()).toBeLessThan(left);
    }).toPass({ timeout: 10_000 });
    left = (await page.getByRole('dialog').count()) + 1;
  }
  // A dialog that went on closing itself would go on moving.
  expect((await moves.jsonValue()).moves).toBeLessThan(12);
  return true;
}

/** Expects that the page below the dialog works again: the search opens and closes. */
async function searches(page: Page) {
  const search = page.getByRole('combobox', { name: 'Search' });
  // The focus may still be on its way back.
  await expect(async () => {
    if ((await search.count()) === 0) await page.keyboard.press('Control+k');
    await expect(search).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
}

async function walk(page: Page, origin: string, stops: readonly Stop[], works?: (page: Page) => Promise<void>) {
  await page.setViewportSize({ width: 1440, height: 900 });
  let turn = 0;
  for (const stop of stops) {
    if (!ONLY.test(stop.name) || NO_DIALOG.has(stop.name) || stop.isLink) continue;
    // A page alone has none.
    if (!stop.open && !stop.path.includes('open=')) continue;
    const first = WAYS[turn % WAYS.length] ?? 'Escape';
    for (const way of process.env.TOUR_ONLY ? WAYS : [first]) {
      await test.step(`${stop.name}, ${way}`, async () => {
        await openStop(page, origin, stop);
        if ((await page.getByRole('dialog').count()) === 0) return;
        turn += 1;
        await page.context().setOffline(way === 'Escape while offline');
        const isClosed = await closeAll(page, way);
        await page.context().setOffline(false);
        if (!isClosed) return;
        await expect(page.getByRole('dialog')).toHaveCount(0);
        expect(new URL(page.url()).pathname).toBe(new URL(stop.path, origin).pathname);
        await works?.(page);
      });
    }
  }
}

test('every dialog of an employer closes in every way', async ({ page, world, open }) => {
  if (!accounts) throw new Error('There are no accounts to walk through');
  page.setDefaultTimeout(60_000);
  await open(page, accounts.little.login, '/icons/icon.svg');
  await walk(page, world.origin, [...PRESSED, ...EMPLOYER_STOPS], searches);
});

test('every dialog of an administrator closes in every way', async ({ page, world, open }) => {
  if (!accounts) throw new Error('There are no accounts to walk through');
  page.setDefaultTimeout(60_000);
  await open(page, admin, '/icons/icon.svg');
  await walk(page, world.origin, adminStops(accounts.little.accountId, accounts.little.userId));
});
