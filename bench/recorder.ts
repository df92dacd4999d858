import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { z } from 'zod';
import { issueCode } from '#server/intake/devices/activation.ts';
import { givenAccount } from '#tests/support/factories.ts';
import { givenDevice, givenEmployee, givenLookup } from '#tests/support/factories.work.ts';
import { writeVideo } from '#tests/support/y4m.ts';
import { buildIfStale } from '../scripts/build.ts';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.ts';
import { openEmptyPage } from './support/emptyPage.ts';
import { median, openRig, printTable } from './support/rig.ts';
import { countRepeats, measureScanner } from './support/scanner.ts';
import { openThinLine } from './support/thinLine.ts';

/**
 * Measures the Recorder with a camera (a video of badges) on a main thread four times slower: the time until it accepts typing, shows the picture and
 * reads badges, cold and warm on a line of 1.6 Mbit/s; and the time from a frame with a badge to the confirmation, when the record is on disk; and that of
 * containers from a scanner, of that of badges.
 */
const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const SCANS = Number(process.env.BENCH_SCANS ?? 40);
const SLOWER = 4;
const DIST = join(import.meta.dirname, '../dist');
const NUMBERS = ['1001', '1002', '1003'];
const marks = z.object({
  typing: z.number(),
  picture: z.number(),
  decoder: z.number(),
  decodes: z.array(z.number()),
  confirmed: z.array(z.number()),
});
type Marks = z.infer<typeof marks>;

await buildIfStale();
const rig = await openRig({ dist: DIST });
const line = await openThinLine(rig.origin);
const empty = await openEmptyPage();
const emptyLine = await openThinLine(empty.origin);
const directory = mkdtempSync(join(tmpdir(), 'tallyboard-recorder-'));
const video = join(directory, 'badges.y4m');
writeVideo(
  video,
  NUMBERS.flatMap((number) => [
    { text: `TB1:${number}`, seconds: 1 },
    { text: null, seconds: 2.5 },
  ]),
);
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: [
    ...CHROMIUM_ARGS,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ],
});

async function newCode(): Promise<{ accountId: string; code: string }> {
  const { db } = rig.database;
  const accountId = await givenAccount(db);
  for (const number of NUMBERS) await givenEmployee(db, accountId, { number });
  const { deviceId } = await givenDevice(db, accountId, { kind: 'unmanaged' });
  const { config, secrets, clock } = rig.services;
  const { code } = await db.tx((tx) => issueCode(tx, { config, secrets }, { accountId, deviceId }, null, clock.now()));
  return { accountId, code };
}
async function throttledPage(context: BrowserContext) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}
/** Returns the milliseconds until an empty page has loaded on the same line. */
async function loadEmpty(context: BrowserContext): Promise<number> {
  const page = await throttledPage(context);
  await page.addInitScript(NOTE_PARAGRAPH);
  await page.goto(`${emptyLine.origin}/`);
  const there = z.number().parse(await (await page.waitForFunction('window.there')).jsonValue());
  await page.close();
  return there;
}
const NOTE_PARAGRAPH = `new MutationObserver(() => {
  if (document.querySelector('p')) window.there ??= performance.now();
}).observe(document, { childList: true, subtree: true });`;
/** Loads the Recorder in a throttled page and waits until it reads badges; returns the page's marks. */
async function load(context: BrowserContext) {
  const page = await throttledPage(context);
  await page.addInitScript({ path: join(import.meta.dirname, 'support/recorderMarks.js') });
  await page.goto(`${line.origin}/rc/`);
  await page.waitForFunction('marks.typing && marks.picture && marks.decoder', undefined, { timeout: 120_000 });
  const read = async (): Promise<Marks> => marks.parse(await page.evaluate('marks'));
  return { page, read };
}
/** Sets the Recorder up as a kiosk, on a fast line. */
async function setUp(context: BrowserContext) {
  line.isThin = false;
  const page = await context.newPage();
  await page.goto(`${line.origin}/rc/#${(await newCode()).code}`);
  await page.getByLabel('Choose a supervisor code').fill('4711');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('3 people and 0 products here').waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { name: 'Clock' }).waitFor();
  await page.waitForFunction(
    "navigator.serviceWorker.getRegistration('/rc/').then((registration) => registration?.active?.state === 'activated')",
  );
  // Without the pause for repeated badges, one that the video shows again counts again.
  await page.evaluate(countRepeats('repeatClock'));
  await page.close();
  line.isThin = true;
}
const percentile = (values: readonly number[], part: number) =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN);

try {
  const cold: Marks[] = [];
  const warm: Marks[] = [];
  const emptyCold: number[] = [];
  const emptyWarm: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ bypassCSP: true });
    emptyCold.push(await loadEmpty(context));
    const first = await load(context);
    cold.push(await first.read());
    await first.page.close();
    await setUp(context);
    emptyWarm.push(await loadEmpty(context));
    const again = await load(context);
    warm.push(await again.read());
    await context.close();
  }
  const context = await browser.newContext({ bypassCSP: true });
  await setUp(context);
  const { page, read } = await load(context);
  while ((await read()).confirmed.length < SCANS) await page.waitForTimeout(1_000);
  const { decodes, confirmed } = await read();
  const times = (load: string, loads: readonly Marks[], ofEmpty: readonly number[]) => {
    const base = median(ofEmpty);
    const figuresOf = (of: 'typing' | 'picture' | 'decoder') => {
      const ms = median(loads.map((one) => one[of]));
      return `${(ms / 1000).toFixed(1)} (${(ms / base).toFixed(1)})`;
    };
    return {
      load,
      'empty page, s': (base / 1000).toFixed(2),
      typing: figuresOf('typing'),
      picture: figuresOf('picture'),
      'decoder ready': figuresOf('decoder'),
    };
  };
  printTable(`Loads on a thin line, medians of ${RUNS}: seconds, and of the empty page's in the same run`, [
    times('cold', cold, emptyCold),
    times('warm', warm, emptyWarm),
  ]);
  printTable(`${confirmed.length} badges, ${decodes.length} frames, ms`, [
    { what: 'frame to confirmation', p50: percentile(confirmed, 0.5), p95: percentile(confirmed, 0.95) },
    { what: 'decode 640 x 480', p50: percentile(decodes, 0.5), p95: percentile(decodes, 0.95) },
  ]);
  const counting = await newCode();
  await givenLookup(rig.database.db, counting.accountId, 1, 'APPLE');
  const { beside, anHour } = await measureScanner({ rig, browser, ...counting, slower: SLOWER });
  printTable('A scanner’s keys to the answer, ms, and of a badge’s in the same run', beside);
  printTable('Containers one after the other, ms, and of the first', anHour);
} finally {
  await browser.close();
  line.close();
  emptyLine.close();
  empty.close();
  await rig.close();
  rmSync(directory, { recursive: true, force: true });
}
