/**
 * `npm run tasks`: does ten daily tasks on a running demo on a phone of 390 px, and prints taps and seconds of each.
 * `--origin` (default http://localhost:8080). Nothing is saved: a task ends where its answer is read, or before the last press.
 */
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './chromium.ts';

const { values } = parseArgs({ options: { origin: { type: 'string', default: 'http://localhost:8080' } } });
const { origin } = values;

type Task = {
  name: string;
  path: string;
  steps: readonly ((page: Page) => Promise<unknown>)[];
  read: (page: Page) => Promise<unknown>;
};
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const tab = (name: string) => (page: Page) =>
  page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click();
const within = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const behindMore = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
};
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();

const OVERVIEW = '/employer/overview';
const TASKS: readonly Task[] = [
  { name: 'How many are here', path: OVERVIEW, steps: [], read: (page) => sees(page, 'Present') },
  { name: 'Who is absent', path: OVERVIEW, steps: [press(/^Absent/)], read: (page) => sees(page, /^\d+ employees?$/) },
  {
    name: 'Reach the number of who is absent',
    path: OVERVIEW,
    steps: [press(/^Absent/)],
    read: (page) =>
      page
        .getByRole('link', { name: /^Call / })
        .first()
        .waitFor(),
  },
  {
    name: 'Excuse who is absent, up to the last press',
    path: OVERVIEW,
    steps: [press(/^Absent/), press(/^Excuse /)],
    read: (page) => page.getByRole('dialog', { name: /^Excuse/ }).waitFor(),
  },
  {
    name: 'Why is one late',
    path: OVERVIEW,
    steps: [press(/^Late/), press(/Why\?$/)],
    read: (page) => page.getByRole('dialog').getByText(/late/i).first().waitFor(),
  },
  {
    name: 'What is to be fixed',
    path: OVERVIEW,
    steps: [tab('Payroll')],
    read: (page) => sees(page, /^\d+ to fix/),
  },
  {
    name: 'Who is on site now',
    path: OVERVIEW,
    steps: [tab('People'), tab('On site')],
    read: (page) =>
      page
        .getByRole('heading', { name: /On site/ })
        .first()
        .waitFor(),
  },
  {
    name: 'Attendance of 28 days',
    path: OVERVIEW,
    steps: [tab('Reports'), within('Trends')],
    read: (page) => sees(page, /^On time \d+/),
  },
  {
    name: 'Open what people earn',
    path: OVERVIEW,
    steps: [tab('Payroll'), within('Pay')],
    read: (page) => page.getByRole('heading', { name: 'Pay' }).first().waitFor(),
  },
  {
    name: 'Add an employee, up to typing',
    path: OVERVIEW,
    steps: [behindMore('Settings'), press('Add employee')],
    read: dialog,
  },
];

const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
try {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('Username').fill('employer');
  await page.getByLabel('Password', { exact: true }).fill('demo-employer');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => url.pathname.startsWith(OVERVIEW));
  page.setDefaultTimeout(15_000);
  for (const { name, path, steps, read } of TASKS) {
    await page.goto(origin + path);
    await sees(page, 'Present');
    const begun = performance.now();
    let said = `${steps.length} taps`;
    try {
      for (const step of steps) await step(page);
      await read(page);
      said += `, ${((performance.now() - begun) / 1000).toFixed(1)} s`;
    } catch (error) {
      said += `, not reached: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
    }
    console.log(`${name}: ${said}`);
  }
} finally {
  await browser.close();
}
