import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.ts';
import { modulesOf } from '../support/barcodes.ts';
import { expect, test } from '../support/e2e.ts';
import { killBrowser, markFreshLog, openBrowser, scan, setUpRecorder } from '../support/recorderPage.ts';
import { writeVideo } from '../support/y4m.ts';

const folder = mkdtempSync(join(tmpdir(), 'tb-recorder-'));
// A process of a killed browser may write a last time meanwhile.
test.afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

test('the camera reads badges that are turned, tilted, blurred and dirty, and no policy is broken', async ({
  world,
  baseURL,
}) => {
  test.slow();
  const video = join(folder, 'badges.y4m');
  const empty = { text: null, seconds: 2 };
  writeVideo(video, [
    empty,
    { text: 'TB1:1001', seconds: 1.5, turned: 33 },
    empty,
    { text: 'TB1:1002', seconds: 1.5, tilted: 0.7, blurred: 2 },
    empty,
    { text: 'TB1:1003', seconds: 1.5, turned: -12, dirty: true },
  ]);
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const args = [...CHROMIUM_ARGS, ...camera, `--use-file-for-fake-video-capture=${video}`];
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Refused|Trusted/.test(message.text())) complaints.push(message.text());
    });
    const { accountId, code } = await world.recorder();
    await setUpRecorder(page, baseURL ?? '', code, 'kiosk');
    await expect(page.getByText(/^(Thandi M|Pieter B|Aisha D)\.$/)).toBeVisible({ timeout: 30_000 });
    await expect(async () => expect((await world.recorded(accountId)).recordIds).toHaveLength(3)).toPass({
      timeout: 60_000,
    });
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('the camera reads the labels that containers have already', async ({ world, baseURL }) => {
  test.slow();
  const video = join(folder, 'labels.y4m');
  const empty = { text: null, seconds: 2 };
  const labels = [
    ['BIN-7', 'DataMatrix'],
    ['BIN-8', 'Code128'],
  ] as const;
  const scenes = await Promise.all(
    labels.map(async ([text, format]) => [{ text: await modulesOf(text, format), seconds: 3 }, empty]),
  );
  writeVideo(video, [empty, ...scenes.flat()]);
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const args = [...CHROMIUM_ARGS, ...camera, `--use-file-for-fake-video-capture=${video}`];
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args });
  try {
    const page = await browser.newPage();
    const { code } = await world.recorder();
    await setUpRecorder(page, baseURL ?? '', code, 'delivery');
    for (const [text] of labels)
      await expect(page.getByRole('heading', { name: text, exact: true })).toBeVisible({ timeout: 30_000 });
  } finally {
    await browser.close();
  }
});

const PEOPLE = [
  ['1001', 'Thandi M.'],
  ['1002', 'Pieter B.'],
  ['1003', 'Aisha D.'],
] as const;
/** The number of kills; a variable sets 20 for the long run. */
const KILLS = Number(process.env.RECORDER_KILLS ?? 3);

/** Returns the write-ahead log of the page's databases. */
function logOf(profile: string): string {
  const folder = join(profile, 'Default/IndexedDB');
  const [database = ''] = readdirSync(folder);
  const logs = readdirSync(join(folder, database)).filter((name) => name.endsWith('.log'));
  return join(folder, database, logs.sort().at(-1) ?? '');
}

/** A start that ends as soon as the Recorder begins a new log: the browser is killed while it writes that. */
async function startAndKill(profile: string, url: string) {
  const opened = await openBrowser(profile);
  try {
    const context = opened.browser.contexts()[0] ?? (await opened.browser.newContext());
    const page = context.pages()[0] ?? (await context.newPage());
    await page.addInitScript(markFreshLog);
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('html[data-fresh-log]').waitFor({ state: 'attached' });
  } finally {
    await killBrowser(opened);
  }
}

test('what was confirmed is on the server once, however often the browser is killed, even during a write or a start', async ({
  world,
  baseURL,
}) => {
  test.setTimeout(120_000 + KILLS * 30_000);
  const { accountId, code } = await world.recorder();
  // The journal is outside the browser's profile, so that kills do not affect it.
  const journal = join(folder, 'journal');
  appendFileSync(journal, '');
  const profile = join(folder, 'profile');
  let torn = '';
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const opened = await openBrowser(profile);
    const { browser } = opened;
    try {
      const context = browser.contexts()[0] ?? (await browser.newContext());
      const page = context.pages()[0] ?? (await context.newPage());
      if (kill === 0) await setUpRecorder(page, baseURL ?? '', code, 'kiosk');
      else await page.goto(`${baseURL}/rc/`);
      await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible({ timeout: 20_000 });
      if (torn) await expect.poll(() => existsSync(torn)).toBe(false);
      if (kill < KILLS) {
        const direction = page.getByRole('button', { name: kill % 2 ? 'OUT' : 'IN', exact: true });
        await direction.click();
        await expect(direction).toHaveAttribute('aria-pressed', 'true');
        for (const [number, name] of PEOPLE) {
          await scan(page, `TB1:${number}`);
          // The same direction within a minute counts as a repeated scan, even after a kill.
          const again = page.getByRole('button', { name: 'Record again' });
          await expect(page.getByText(name).or(again)).toBeVisible();
          if (await again.isVisible()) await again.click();
          await expect(page.getByText(name)).toBeVisible();
          appendFileSync(journal, `${kill} ${number}\n`);
        }
      } else {
        const confirmed = readFileSync(journal, 'utf8').trim().split('\n');
        await expect(async () => {
          const { recordIds } = await world.recorded(accountId);
          expect(new Set(recordIds).size).toBe(confirmed.length);
          expect(recordIds).toHaveLength(confirmed.length);
        }).toPass({ timeout: 60_000 });
      }
    } finally {
      await killBrowser(opened);
    }
    if (kill % 2 === 0) {
      // The header of a 200-byte record whose data is missing; the browser appends behind it.
      torn = logOf(profile);
      appendFileSync(torn, Buffer.from([1, 2, 3, 4, 200, 0, 1]));
    } else {
      torn = '';
      await startAndKill(profile, `${baseURL}/rc/`);
    }
  }
});
