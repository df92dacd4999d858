import { type ChildProcess, spawn } from 'node:child_process';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.ts';

/** Steps of end-to-end tests on the Recorder's page; badges come by the keys of a scanner. */
export const SUPERVISOR_CODE = '4711';

type Mode = 'kiosk' | 'crew' | 'count' | 'delivery';
/** From the address with the code to the first scan, in a mode. */
export async function setUpRecorder(page: Page, origin: string, code: string, mode: Mode = 'crew') {
  await page.goto(`${origin}/rc/#${code}`);
  await setUpAgain(page, mode);
}
const FIRST = { kiosk: 'Clock', crew: 'Clock', count: /^(What is counted\?|Count)$/, delivery: 'Delivery' };
/** From a redeemed code to the first screen of the mode: in 'count' the choice of what is counted, or Count. */
export async function setUpAgain(page: Page, mode: Mode) {
  await page.getByLabel('Choose a supervisor code').fill(SUPERVISOR_CODE);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('3 people and 1 product here')).toBeVisible();
  await page.getByLabel('This device').selectOption(mode);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: FIRST[mode] })).toBeVisible();
}
export async function openWithCode(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByLabel('Supervisor code').fill(SUPERVISOR_CODE);
  await page.getByRole('button', { name: 'OK' }).click();
}
/** The keys of a scanner, with times as close as its own: by the clock of a busy machine they would be typing. */
export const scan = (page: Page, text: string) =>
  page.evaluate((keys) => {
    const sentAt = performance.now();
    for (const [place, key] of [...keys, 'Enter'].entries()) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true });
      Object.defineProperty(event, 'timeStamp', { value: sentAt + place });
      document.dispatchEvent(event);
    }
  }, text);
type StoredRecord = { id: string; state: string; sequence?: number; reason?: string; at?: string; clock?: string };
/** All records that the page has confirmed, from its database. */
export const storedRecords = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<StoredRecord[]>((resolve, reject) => {
        const opening = indexedDB.open('recorder');
        opening.onerror = () => reject(opening.error);
        // Only the Recorder itself creates its database.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onsuccess = () => {
          const reading = opening.result.transaction('log').objectStore('log').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
          reading.onerror = () => reject(reading.error);
        };
      }),
  );
export const storedIds = async (page: Page) => (await storedRecords(page)).map(({ id }) => id);

/** Runs in the page before its scripts: marks it once the database of a fresh log (recorder/app/freshLog.ts) is open, and once it is removed. */
export function markFreshLog() {
  const { open, deleteDatabase } = indexedDB;
  const NAME = 'recorder-fresh-log';
  const mark = (request: IDBOpenDBRequest, name: string, what: string) => {
    const reached = () => document.documentElement.setAttribute('data-fresh-log', what);
    if (name === NAME) request.addEventListener('success', reached);
    return request;
  };
  indexedDB.open = (name, version) => mark(open.call(indexedDB, name, version), name, 'open');
  indexedDB.deleteDatabase = (name) => mark(deleteDatabase.call(indexedDB, name), name, 'removed');
}

/** The ms after which no record is held any more. */
const AFTER_HOLD_MS = 15_000;
/** Lets time pass on the clock of a page (`clock.install`), so that what was recorded is sent now. */
export async function passHold(page: Page) {
  await page.clock.fastForward(AFTER_HOLD_MS);
  await page.evaluate(() => dispatchEvent(new Event('online')));
}
/** Lets time pass until the server has what was recorded. */
export const expectSent = (page: Page, recordIds: () => Promise<string[]>, count: number) =>
  expect(async () => {
    await passHold(page);
    expect(await recordIds()).toHaveLength(count);
  }).toPass({ timeout: 40_000, intervals: [200, 500, 1_000] });

export type OpenedBrowser = { child: ChildProcess; browser: Browser };
/** A browser of our own, so that it can be killed by its id. */
export async function openBrowser(profile: string): Promise<OpenedBrowser> {
  const args = [
    ...CHROMIUM_ARGS,
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ];
  const child = spawn(chromiumPath() ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise<string>((resolve, reject) => {
    let told = '';
    child.stderr?.on('data', (text: Buffer) => {
      told += text;
      const found = /DevTools listening on (ws:\S+)/.exec(told)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`Chromium ended: ${told}`)));
  });
  return { child, browser: await chromium.connectOverCDP(address) };
}
/** Kills the browser as an empty battery would: only the disk is left. */
export async function killBrowser({ child, browser }: OpenedBrowser) {
  const isGone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await isGone;
  await browser.close().catch(() => undefined);
}
