import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { axeFindings } from '#tests/support/axe.ts';
import type { Login } from '#tests/support/e2e.messages.ts';
import { expect, OLD, test } from '#tests/support/e2e.ts';
import { tooWide } from '#tests/support/fits.ts';
import {
  adminStops,
  EMPLOYER_STOPS,
  PUBLIC_STOPS,
  SIGN_ON_STOPS,
  SIGN_ON_USER_STOPS,
  type Stop,
  settle,
  signOnAdminStops,
  twoFrames,
  visit,
} from '#tests/support/tour.ts';
import { givenTourAccounts } from '#tests/support/tourAccounts.ts';

/**
 * Screens, dialogs and menus, in both colour schemes, with nothing, little and much: nothing for axe to complain about, nothing wider
 * than its screen down to 320 px (1280 px at 400 %), and with TOUR_ONLY a picture of each at three widths, kept in test-results/screens.
 */
test.describe.configure({ timeout: process.env.TOUR_ONLY ? 3_600_000 : 600_000 });

let accounts: Awaited<ReturnType<typeof givenTourAccounts>> | undefined;
let admin: Login;
test.beforeEach(async ({ world, baseURL: _ }) => {
  if (accounts) return;
  admin = await world.user({ role: 'admin' });
  accounts = await givenTourAccounts(world.origin, admin, new Date(), world);
});
function tourAccounts() {
  if (!accounts) throw new Error('There are no accounts to walk through');
  return accounts;
}

const softly = expect.configure({ soft: true });
/**
 * All of it takes a quarter of an hour: `TOUR_ONLY=. npm run test:e2e -- a11y.screens` (or a part: `TOUR_ONLY=date-picker`). Every run
 * of the tests looks at one of each kind: pages, cards, a picker, lists, tables, forms.
 */
const ONE_OF_EACH =
  '^(login|search|helper|date-picker|attendance-raw|account-devices|account-settings|account-sign-on|sign-on-\\w+|user-settings|(nothing|much)-dashboard)$';
const ONLY = new RegExp(process.env.TOUR_ONLY ?? ONE_OF_EACH);

/** A path without the application: a session is stored there, and the first stop loads. */
const ICON = '/icons/icon.svg';

type Tour = { origin: string; outputDir: string; prefix?: string };

async function walk(page: Page, stops: readonly Stop[], { origin, outputDir, prefix = '' }: Tour) {
  // A stop is opened in the scheme in which the last one was left, so that both are opened in and both are changed to.
  const schemes: ('light' | 'dark')[] = ['dark', 'light'];
  for (const stop of stops) {
    const name = `${prefix}${stop.name}`;
    if (!ONLY.test(name)) continue;
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await visit(page, origin, stop);
      schemes.reverse();
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await settle(page);
        expect.soft(await axeFindings(page), `${name} in ${colorScheme}`).toEqual([]);
      }
      for (const width of [1440, 1024, 390, 320]) {
        await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
        await settle(page);
        await softly.poll(() => tooWide(page), `${name} at ${width} px`).toEqual([]);
        if (width === 320 || !process.env.TOUR_ONLY) continue;
        const isDialog = (await page.getByRole('dialog').count()) > 0;
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          await settle(page);
          const path = join(outputDir, 'screens', colorScheme, `${name}-${width}.png`);
          await page.screenshot({ path, fullPage: !isDialog });
        }
      }
    });
  }
}

const stopsOf = (...names: string[]) => EMPLOYER_STOPS.filter(({ name }) => names.includes(name));
const tabsOf = ({ accountId, userId }: { accountId: string; userId: string }) =>
  adminStops(accountId, userId).filter(({ name }) =>
    /^account-(general|users|devices|data|settings|statistics)$/.test(name),
  );

/** One context, which keeps the application in its cache, with a page for each visitor. */
let context: Promise<BrowserContext> | undefined;
async function visitor(browser: Browser) {
  context ??= browser.newContext({ reducedMotion: 'reduce' });
  const page = await (await context).newPage();
  // What is not there fails its stop, however long the whole tour may take.
  page.setDefaultTimeout(60_000);
  return page;
}

test('before the log-in and of an employer', async ({ browser, world, open }, info) => {
  const page = await visitor(browser);
  const tour = { origin: world.origin, outputDir: info.project.outputDir };
  await walk(page, PUBLIC_STOPS, tour);
  await open(page, tourAccounts().little.login, ICON);
  await walk(page, EMPLOYER_STOPS, tour);
  await page.close();
});

test('of an administrator', async ({ browser, world, open }, info) => {
  const page = await visitor(browser);
  const { little, nothing } = tourAccounts();
  await open(page, admin, ICON);
  const tour = { origin: world.origin, outputDir: info.project.outputDir };
  await walk(page, adminStops(little.accountId, little.userId), tour);
  await walk(page, tabsOf(nothing), { ...tour, prefix: 'nothing-' });
  await page.close();
});

test('with nothing, and with more than fits', async ({ browser, world, open }, info) => {
  const { nothing, much } = tourAccounts();
  const tour = { origin: world.origin, outputDir: info.project.outputDir };
  const page = await visitor(browser);
  await open(page, nothing.login, ICON);
  await walk(page, stopsOf('dashboard', 'devices', 'payroll', 'list-total', 'exceptions'), {
    ...tour,
    prefix: 'nothing-',
  });
  const other = await visitor(browser);
  await open(other, much.login, ICON);
  const stops = stopsOf('dashboard', 'user-menu', 'list-total', 'list-late', 'why', 'exceptions', 'piecework-raw');
  const more = stopsOf('report-piecework-performance', 'devices', 'alert-new');
  await walk(other, [...stops, ...more], { ...tour, prefix: 'much-' });
  await open(other, admin, ICON);
  await walk(other, tabsOf(much), { ...tour, prefix: 'much-' });
  for (const each of [page, other]) await each.close();
});

test('where there are providers of single sign-on', async ({ browser, world, open }, info) => {
  await world.deployWithProviders(OLD);
  const { little, nothing } = tourAccounts();
  await world.person('a person with a long name at a provider', {}, little.userId);
  const tour = { origin: world.origin, outputDir: info.project.outputDir };
  const page = await visitor(browser);
  await walk(page, SIGN_ON_STOPS, tour);
  await open(page, little.login, ICON);
  await walk(page, SIGN_ON_USER_STOPS, tour);
  await open(page, admin, ICON);
  await walk(page, signOnAdminStops(little.accountId, little.userId, nothing.userId), tour);
  await page.close();
});

test('charts have a text alternative and a table with the figures; nothing moves where that is unwanted', async ({
  browser,
  open,
}) => {
  const page = await visitor(browser);
  await open(page, tourAccounts().little.login, '/employer/overview');
  for (const [card, said] of [
    ['Piecework Totals', /^Piecework totals by .+ units in \d+ groups\. Most: /],
    ['Employee Attendance', /^Employee attendance: \d+ of \d+ attended\. On Time \d+, Absent \d+, Late \d+\./],
    ['Piecework Time Spent', /^Piecework time spent: \d+:\d\d hours\. /],
    ['Time Wasted', /\d+:\d\d/],
  ] as const) {
    const region = page.getByRole('region', { name: card, exact: true });
    await expect(region.getByRole('img', { name: said })).toBeVisible({ timeout: 20_000 });
    await region.getByRole('button', { name: 'Show raw data' }).click();
    await expect(region.getByRole('table')).toBeVisible();
  }
  for (const card of ['Top 10 Best Performers', 'Bottom 10 Worst Performers'])
    await expect(page.getByRole('region', { name: card }).getByRole('list')).toBeVisible();
  // By now animations have begun.
  await twoFrames(page);
  // A transition of no length runs for a moment as well.
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().activeDuration) > 1,
      )
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 200) : 'unknown')),
  );
  expect(moving).toEqual([]);
  await page.close();
});
