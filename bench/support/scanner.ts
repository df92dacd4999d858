import type { Browser, Page } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { upsertContainerKind } from '#server/masterData/containerKinds.sql.ts';
import { type Rig, type Row, rounded } from './rig.ts';

/**
 * Measures a scanner's keys until the Recorder's answer, when the record is on disk: badges of one person each, as they were counted before there were containers,
 * and containers, in turns in one page; then many containers one after the other.
 */
export type Scans = { rig: Rig; browser: Browser; accountId: string; code: string; slower: number };
const TURNS = 6;
const SCANS_OF_A_TURN = 20;
const AN_HOUR = Number(process.env.BENCH_CONTAINERS ?? 2_000);
const NUMBERS = ['1001', '1002', '1003'];

/** Source text, because it runs in the page and benchmarks are type-checked without the DOM: scans a text, and returns the milliseconds until a new answer. */
const SCAN = `(text) => new Promise((resolve) => {
  const before = document.querySelector('.result');
  const job = document.querySelector('p.job[role=status]')?.textContent;
  const sentAt = performance.now();
  const watch = new MutationObserver(() => {
    const result = document.querySelector('.result');
    const isNew = result && result !== before;
    if (!isNew && document.querySelector('p.job[role=status]')?.textContent === job) return;
    watch.disconnect();
    resolve({ ms: performance.now() - sentAt, kind: isNew ? result.dataset.kind : 'badge' });
  });
  watch.observe(document, { childList: true, subtree: true, characterData: true });
  [...text, 'Enter'].forEach((key, place) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: sentAt + place });
    document.dispatchEvent(event);
  });
})`;
/** Returns the source of what sets a pause for repeated badges to none; text, because it runs in the page and benchmarks are type-checked without the DOM. */
export const countRepeats = (setting: 'repeatClock' | 'repeatPiece') => `new Promise((resolve, reject) => {
  const opening = indexedDB.open('recorder');
  opening.onsuccess = () => {
    const transaction = opening.result.transaction('meta', 'readwrite');
    const meta = transaction.objectStore('meta');
    const reading = meta.get('settings');
    reading.onsuccess = () => meta.put({ ...reading.result, ${setting}: 0 }, 'settings');
    transaction.oncomplete = resolve;
    transaction.onabort = reject;
  };
})`;
const answer = z.object({ ms: z.number(), kind: z.string() });
async function scan(page: Page, text: string, kind: string): Promise<number> {
  const said = answer.parse(await page.evaluate(`(${SCAN})(${JSON.stringify(text)})`));
  if (said.kind !== kind) throw new Error(`${text} was answered with ${said.kind}`);
  return said.ms;
}
const choose = (page: Page, way: string) => page.getByRole('button', { name: way, exact: true }).click();

async function openCount({ rig, browser, accountId, code, slower }: Scans): Promise<Page> {
  const kind = { name: 'Bin', units: '350', lookup1Code: null, hours: 16, keepsRejected: false };
  await rig.database.db.tx((tx) => upsertContainerKind(tx, accountId, { id: uuidv7(), ...kind }));
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${rig.origin}/rc/#${code}`);
  await page.getByLabel('Choose a supervisor code').fill('4711');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('3 people and 1 product here').waitFor();
  await page.getByLabel('This device').selectOption('count');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByLabel('Lookup 1').selectOption('APPLE');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Containers', exact: true }).waitFor();
  await page.evaluate(countRepeats('repeatPiece'));
  await page.reload();
  await page.getByRole('button', { name: 'Containers', exact: true }).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return page;
}

const percentile = (values: readonly number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;

/** Returns the rows of both tables: badges beside containers, and the first and last of as many containers as come in an hour. */
export async function measureScanner(scans: Scans): Promise<{ beside: Row[]; anHour: Row[] }> {
  const page = await openCount(scans);
  const badges: number[] = [];
  const containers: number[] = [];
  let number = 0;
  const nextBin = () => {
    number += 1;
    return `BIN-${number}`;
  };
  for (let turn = 0; turn < TURNS; turn += 1) {
    await choose(page, 'One person');
    for (let nth = 0; nth < SCANS_OF_A_TURN; nth += 1)
      badges.push(await scan(page, `TB1:${NUMBERS[nth % NUMBERS.length]}`, 'taken'));
    await choose(page, 'Containers');
    await page.getByText('Scan a badge', { exact: true }).waitFor();
    await scan(page, 'TB1:1001', 'badge');
    for (let nth = 0; nth < SCANS_OF_A_TURN; nth += 1) containers.push(await scan(page, nextBin(), 'taken'));
  }
  const rowOf = (what: string, times: readonly number[], than: readonly number[]) => {
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    const [of50, of95] = [p50 / percentile(than, 0.5), p95 / percentile(than, 0.95)];
    return {
      what,
      p50: Math.round(p50),
      p95: Math.round(p95),
      'ratio p50': rounded(of50, 2),
      'ratio p95': rounded(of95, 2),
    };
  };
  const beside = [rowOf('badge, one person', badges, badges), rowOf('container', containers, badges)];

  const many: number[] = [];
  const started = performance.now();
  while (many.length < AN_HOUR) many.push(await scan(page, nextBin(), 'taken'));
  const hours = (performance.now() - started) / 3_600_000;
  const part = Math.floor(AN_HOUR / 10);
  const [first, last] = [many.slice(0, part), many.slice(-part)];
  const anHour = [rowOf(`the first ${part}`, first, first), rowOf(`the last ${part} of ${AN_HOUR}`, last, first)];
  await page.context().close();
  return { beside, anHour: anHour.map((row) => ({ ...row, 'an hour': Math.round(AN_HOUR / hours) })) };
}
