import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { DEMO_LOGINS } from '#server/demo/setUp.ts';
import type { Front } from './front.ts';

export type Journey = { name: string; isShort?: true; run: (tour: Tour) => Promise<unknown> };
/** `downloads`: the folder that the browser saves into. `page`: the employer's. */
export type Tour = { browser: Browser; page: Page; front: Front; downloads: string };

const PATIENCE_MS = 30_000;
const xpath = (expression: string) => `::-p-xpath(${expression})`;
const button = (text: string) => xpath(`//button[contains(normalize-space(.), "${text}")]`);
const field = (label: string) => xpath(`//input[@id=//label[starts-with(normalize-space(.), "${label}")]/@for]`);
/** Scripts for the page are text: their names are the page's, not this process's. */
const becomes = (page: Page, expression: string) => page.waitForFunction(expression, { timeout: PATIENCE_MS });
const shows = (page: Page, text: string) =>
  becomes(page, `document.body.textContent.includes(${JSON.stringify(text)})`);

/** Polls until something is there. */
async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function logIn(page: Page, origin: string, username: keyof typeof DEMO_LOGINS) {
  await page.goto(`${origin}/login`);
  await page.locator(field('Username')).fill(username);
  await page.locator(field('Password')).fill(DEMO_LOGINS[username]);
  await page.locator(button('Login')).click();
}
const dashboard = (front: Front, query = '') => `${front.origin}/employer/overview${query}`;
const noDialog = (page: Page) => page.waitForSelector('[role="dialog"]', { hidden: true, timeout: PATIENCE_MS });

/** The journeys of a user in any browser, in order: each goes on where the one before ended. */
export const JOURNEYS: readonly Journey[] = [
  {
    name: 'log in',
    isShort: true,
    async run({ page, front }) {
      await logIn(page, front.origin, 'employer');
      await until('the dashboard', () => (page.url().startsWith(dashboard(front)) ? true : undefined));
    },
  },
  {
    name: 'figures and charts',
    isShort: true,
    async run({ page }) {
      await shows(page, 'attended');
      await page.waitForSelector('main svg path.recharts-sector, main .recharts-pie path', { timeout: PATIENCE_MS });
    },
  },
  {
    name: 'a list opens, and Escape closes it',
    isShort: true,
    async run({ page }) {
      await page.locator(xpath('//main//button[contains(., "Employees")]')).click();
      await page.waitForSelector('[role="dialog"]', { timeout: PATIENCE_MS });
      await shows(page, 'Why?');
      await page.keyboard.press('Escape');
      await noDialog(page);
    },
  },
  {
    name: 'without a connection a reload shows the last figures',
    isShort: true,
    async run({ page, front }) {
      await becomes(page, 'navigator.serviceWorker.controller !== null');
      front.connected(false);
      await page.reload();
      await shows(page, 'attended');
      await becomes(page, '/offline/i.test(document.body.textContent)');
      front.connected(true);
      await becomes(page, '!/offline/i.test(document.body.textContent)');
    },
  },
  {
    name: 'a report is saved',
    async run({ page, front, downloads }) {
      await page.goto(dashboard(front, '?open=report&report=employee-attendance'));
      await page.waitForSelector('[role="dialog"]', { timeout: PATIENCE_MS });
      await page.locator(xpath('//*[@role="dialog"]//button[normalize-space(.) = "Export"]')).click();
      const file = await until('the file', () =>
        readdirSync(downloads).find((name) => /^employee-attendance.*\.csv$/.test(name)),
      );
      await until('its rows', () => readFileSync(join(downloads, file), 'utf8').split('\r\n')[2] || undefined);
    },
  },
  {
    name: 'an upgrade reloads the page once',
    async run({ page, front }) {
      await page.goto(dashboard(front));
      await shows(page, 'attended');
      await page.evaluate("document.body.setAttribute('data-before-upgrade', '')");
      front.version('9.9.9');
      const isOld = () => page.evaluate("document.body.hasAttribute('data-before-upgrade')").catch(() => true);
      await until('the reload', async () => ((await isOld()) ? undefined : true));
      front.version(undefined);
      await shows(page, 'attended');
    },
  },
  {
    name: 'administration lists accounts and opens one',
    async run({ browser, front }) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await logIn(page, front.origin, 'admin');
      await page.locator(xpath('//a[contains(., "Bergvliet")]')).click();
      await until('the account', () => (page.url().includes('/manage/accounts/edit/') ? true : undefined));
      await shows(page, 'Delete Account');
      await context.close();
    },
  },
];
