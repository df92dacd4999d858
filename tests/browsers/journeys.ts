import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_LOGINS } from '#server/operations/demo/setUp.ts';
import type { Front } from './front.ts';
import { type Tab, until } from './tab.ts';

export type Journey = { name: string; isShort?: true; run: (tour: Tour) => Promise<unknown> };
/** `downloads`: the folder that the browser saves into. */
export type Tour = { tab: Tab; front: Front; downloads: string };

/** One that can be pressed: a driver presses one that is disabled to no effect. */
const button = (text: string) => `//button[contains(normalize-space(.), "${text}") and not(@disabled)]`;
const field = (label: string) => `//input[@id=//label[starts-with(normalize-space(.), "${label}")]/@for]`;
const DIALOG = '[role="dialog"]';

/** Waits until an expression is true in the page, also over a page that goes meanwhile. */
const becomes = (tab: Tab, expression: string) =>
  until(expression, async () => (await tab.evaluate(expression).catch(() => false)) || undefined);
const shows = (tab: Tab, text: string) => becomes(tab, `document.body.textContent.includes(${JSON.stringify(text)})`);
const has = (tab: Tab, selector: string) =>
  becomes(tab, `document.querySelector(${JSON.stringify(selector)}) !== null`);
const hasNo = (tab: Tab, selector: string) =>
  becomes(tab, `document.querySelector(${JSON.stringify(selector)}) === null`);
const leads = (tab: Tab, path: string) =>
  until(path, async () => ((await tab.url()).includes(path) ? true : undefined));

async function logIn(tab: Tab, username: keyof typeof DEMO_LOGINS) {
  await tab.fill(field('Username'), username);
  await tab.fill(field('Password'), DEMO_LOGINS[username]);
  await tab.click(button('Login'));
}
const dashboard = (front: Front, query = '') => `${front.origin}/employer/overview${query}`;

/** The journeys of a user in any browser, in order: each goes on where the one before ended. */
export const JOURNEYS: readonly Journey[] = [
  {
    name: 'log in',
    isShort: true,
    async run({ tab, front }) {
      await tab.goto(`${front.origin}/login`);
      await logIn(tab, 'employer');
      await leads(tab, '/employer/overview');
    },
  },
  {
    name: 'figures and charts',
    isShort: true,
    async run({ tab }) {
      await shows(tab, 'attended');
      await has(tab, 'main svg path.recharts-sector, main .recharts-pie path');
    },
  },
  {
    name: 'a list opens, and Escape closes it',
    isShort: true,
    async run({ tab }) {
      await tab.click('//main//button[contains(., "Employees")]');
      await has(tab, DIALOG);
      await shows(tab, 'Why?');
      await tab.escape();
      await hasNo(tab, DIALOG);
    },
  },
  {
    name: 'without a connection a reload shows the last figures',
    isShort: true,
    async run({ tab, front }) {
      await becomes(tab, 'navigator.serviceWorker.controller !== null');
      front.connected(false);
      await tab.reload();
      await shows(tab, 'attended');
      await becomes(tab, '/offline/i.test(document.body.textContent)');
      front.connected(true);
      await becomes(tab, '!/offline/i.test(document.body.textContent)');
    },
  },
  {
    name: 'a report is saved',
    async run({ tab, front, downloads }) {
      await tab.goto(dashboard(front, '?open=report&report=employee-attendance'));
      await has(tab, DIALOG);
      await tab.click('//*[@role="dialog"]//button[normalize-space(.) = "Export"]');
      const file = await until('the file', () =>
        readdirSync(downloads).find((name) => /^employee-attendance.*\.csv$/.test(name)),
      );
      await until('its rows', () => readFileSync(join(downloads, file), 'utf8').split('\r\n')[2] || undefined);
    },
  },
  {
    name: 'an upgrade reloads the page once',
    async run({ tab, front }) {
      await tab.goto(dashboard(front));
      await shows(tab, 'attended');
      await tab.evaluate("document.body.setAttribute('data-before-upgrade', '')");
      front.version('9.9.9');
      await hasNo(tab, '[data-before-upgrade]');
      front.version(undefined);
      await shows(tab, 'attended');
    },
  },
  {
    name: 'log out; administration lists accounts and opens one',
    async run({ tab }) {
      await tab.click('//button[starts-with(@aria-label, "User menu")]');
      // Loaded and at rest: where an item stands before that is not where it is pressed.
      await has(tab, '[role="menu"] [role="menuitem"]');
      await becomes(tab, `document.querySelector('[role="menu"]').getAnimations({ subtree: true }).length === 0`);
      await tab.click('//*[@role="menuitem"][contains(., "Log Out")]');
      await leads(tab, '/login');
      await has(tab, '#root form');
      await logIn(tab, 'admin');
      await tab.click('//a[contains(., "Bergvliet")]');
      await leads(tab, '/manage/accounts/edit/');
      await shows(tab, 'Delete Account');
    },
  },
];
