/**
 * Takes pictures of a running demo (`npm run demo`; give it a minute of life):
 *
 *     npm run screenshots -- app          what an installing browser shows (public/screenshots)
 *     npm run screenshots -- docs         the README's (docs/screenshots)
 *     npm run screenshots -- all          every screen and dialog at three widths in both colour schemes (test-results/screens)
 *
 * `--origin`, `--only` (part of a name), `--widths 390,1440`, `--schemes dark`, `--into` a folder, `--employer`, `--admin` (username:password).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { adminStops, EMPLOYER_STOPS, PUBLIC_STOPS, type Stop, settle, visit } from '../tests/support/tour.ts';
import { CHROMIUM_ARGS, findChromium } from './chromium.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    origin: { type: 'string', default: 'http://localhost:8080' },
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '390,1024,1440' },
    schemes: { type: 'string', default: 'light,dark' },
    into: { type: 'string' },
    employer: { type: 'string', default: 'employer:demo-employer' },
    admin: { type: 'string', default: 'admin:demo-admin' },
  },
});
const { origin } = options;
const root = join(import.meta.dirname, '..');
const heightOf = (width: number) => (width < 768 ? 844 : 900);

async function signedIn(browser: Browser, login: string, context: BrowserContextOptions): Promise<Page> {
  const [username = '', password = ''] = login.split(':');
  const page = await (await browser.newContext({ serviceWorkers: 'block', ...context })).newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  return page;
}

/** Returns the ids of the demo's account and its employer, which the administrator's screens show. */
async function subjects(page: Page) {
  await page.goto(`${origin}/manage/accounts/all`);
  const row = page.getByRole('link', { name: /BERGVLIET|MUCH/ }).first();
  const accountId = (await row.getAttribute('href'))?.split('/')[4] ?? '';
  await page.goto(`${origin}/manage/accounts/edit/${accountId}/users`);
  const user = page.getByRole('link', { name: /EMPLOYER/i }).first();
  return { accountId, userId: (await user.getAttribute('href'))?.split('/')[4] ?? '' };
}

async function shoot(page: Page, stops: readonly Stop[], folder: string, name: (stop: Stop) => string) {
  for (const stop of stops.filter((each) => each.name.includes(options.only))) {
    try {
      await visit(page, origin, stop);
      const dialog = (await page.getByRole('dialog').count()) > 0;
      await page.screenshot({ path: join(folder, `${name(stop)}.png`), fullPage: !dialog });
    } catch (error) {
      console.error(`${stop.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
  }
}

async function everything(browser: Browser) {
  const folder = options.into ?? join(root, 'test-results/screens');
  await mkdir(folder, { recursive: true });
  for (const colorScheme of options.schemes.split(',') as ('light' | 'dark')[])
    for (const width of options.widths.split(',').map(Number)) {
      const context = { colorScheme, viewport: { width, height: heightOf(width) }, reducedMotion: 'reduce' as const };
      const name = ({ name: stop }: Stop) => `${stop}-${width}-${colorScheme}`;
      const visitor = await (await browser.newContext({ serviceWorkers: 'block', ...context })).newPage();
      await shoot(visitor, PUBLIC_STOPS, folder, name);
      await shoot(await signedIn(browser, options.employer, context), EMPLOYER_STOPS, folder, name);
      const admin = await signedIn(browser, options.admin, context);
      const { accountId, userId } = await subjects(admin);
      await shoot(admin, adminStops(accountId, userId), folder, name);
      for (const each of browser.contexts()) await each.close();
    }
}

type Picture = {
  name: string;
  width: number;
  height: number;
  query: string;
  colorScheme: 'light' | 'dark';
  fullPage?: true;
};
const PICTURES: Record<'app' | 'docs', { folder: string; pictures: Picture[] }> = {
  app: {
    folder: 'public/screenshots',
    pictures: [
      { name: 'overview-wide', width: 1280, height: 800, query: '', colorScheme: 'light' },
      { name: 'overview-narrow', width: 390, height: 844, query: '', colorScheme: 'light' },
      { name: 'present-narrow', width: 390, height: 844, query: '?open=list&status=present', colorScheme: 'light' },
    ],
  },
  docs: {
    folder: 'docs/screenshots',
    pictures: [
      { name: 'dashboard-1440-light', width: 1440, height: 900, query: '', colorScheme: 'light', fullPage: true },
      { name: 'dashboard-390-dark', width: 390, height: 844, query: '', colorScheme: 'dark' },
      { name: 'why-1024-light', width: 1024, height: 760, query: '?open=list&status=late', colorScheme: 'light' },
    ],
  },
};

async function pictures(browser: Browser, of: 'app' | 'docs') {
  const folder = options.into ?? join(root, PICTURES[of].folder);
  await mkdir(folder, { recursive: true });
  for (const { name, width, height, query, colorScheme, fullPage } of PICTURES[of].pictures) {
    const page = await signedIn(browser, options.employer, { colorScheme, viewport: { width, height } });
    await visit(page, origin, { name, path: `/employer/overview${query}` });
    // Below the cards, after them: the first picture shows what today comes to.
    if (fullPage) await page.getByRole('heading', { name: 'Pay today' }).waitFor();
    if (name.startsWith('why')) {
      await page
        .getByRole('button', { name: /Why\?$/ })
        .first()
        .click();
      await settle(page);
    }
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
    await page.context().close();
  }
}

const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
try {
  const [what = 'app'] = positionals;
  if (what === 'app' || what === 'docs') await pictures(browser, what);
  else if (what === 'all') await everything(browser);
  else throw new Error(`What is '${what}'? One of app, docs, all.`);
} finally {
  await browser.close();
}
