import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.ts';
import { openDemo } from './support/demo.ts';
import { median, printTable, rounded } from './support/rig.ts';

/**
 * Measures the demo's dashboard in a real browser: the longest task and the layout shift of a load and of a refresh, in real time; then memory over a
 * day of refreshes, with the page's clock moved on by 30 seconds for each. (No shift is counted in that part: an artificial clock moves things that
 * people do not see move.)
 */
const REFRESHES = Number(process.env.BENCH_REFRESHES ?? 2_880);
const LOADS = Number(process.env.BENCH_LOADS ?? 5);
/** Refreshes that are watched in real time, half a minute each. */
const WATCHED = 4;
const SAMPLES = 12;
/** Samples that are not judged: what is cached once (answers, compiled code) is in memory after them. */
const WARM_UP = 2;

type Seen = { tasks: number[]; shift: number };

/** Returns the counts of support/watch.js. */
const seen = (page: Page) => page.evaluate<Seen>('seen');
const forget = (page: Page) => page.evaluate('seen.tasks = []; seen.shift = 0');
const longestOf = ({ tasks }: Seen) => Math.max(0, ...tasks);

/** Resolves with the last answer of the next refresh. */
const refreshed = (page: Page) =>
  page.waitForResponse((reply) => reply.url().includes('/stats/time-wasted/totals'), { timeout: 120_000 });

const allCharts = (page: Page) =>
  Promise.all([
    page.locator('.recharts-bar-rectangle path').first().waitFor(),
    page.locator('[aria-label^="Time wasted"] .recharts-pie-sector').first().waitFor(),
  ]);

/** Returns the bytes in use after a garbage collection, and the numbers of document nodes and listeners. */
async function memory(tools: CDPSession) {
  await tools.send('HeapProfiler.collectGarbage');
  await tools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await tools.send('Runtime.getHeapUsage');
  const { metrics } = await tools.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
  return { heap: usedSize / 1e6, nodes: metric('Nodes'), listeners: metric('JSEventListeners') };
}

const demo = await openDemo();
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript({ path: join(import.meta.dirname, 'support/watch.js') });
  const page = await context.newPage();
  await page.goto(`${demo.origin}/login`);
  await page.locator('#root input[name=username]').fill(demo.username);
  await page.locator('#root input[name=password]').fill(demo.password);
  await page.locator('#root button[type=submit]').click();
  await allCharts(page);

  const loads: Seen[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    await page.reload();
    await allCharts(page);
    await page.waitForTimeout(1_000);
    loads.push(await seen(page));
  }

  const watched: Seen[] = [];
  for (let refresh = 0; refresh < WATCHED; refresh += 1) {
    await forget(page);
    await refreshed(page);
    await page.waitForTimeout(3_000);
    watched.push(await seen(page));
  }

  // From here on the test moves the page's clock; the server's clock runs on.
  await page.clock.install();
  await page.reload();
  await allCharts(page);
  const tools = await context.newCDPSession(page);
  await tools.send('Performance.enable');
  await tools.send('HeapProfiler.enable');
  const refreshControl = page.getByRole('switch', { name: 'Auto-refresh' });
  const extend = page.getByRole('button', { name: 'Extend session' });
  const samples: Awaited<ReturnType<typeof memory>>[] = [];
  for (let refresh = 1; refresh <= REFRESHES; refresh += 1) {
    let isIn = false;
    const answered = refreshed(page).finally(() => {
      isIn = true;
    });
    // The countdown starts when the last answer of the previous refresh has arrived.
    await Promise.all([
      answered,
      (async () => {
        while (!isIn) {
          await page.clock.runFor(5_000);
          if (await extend.isVisible()) await extend.click();
        }
      })(),
    ]);
    await page.clock.runFor(500);
    if (refresh % Math.max(1, Math.floor(REFRESHES / SAMPLES)) !== 0) continue;
    samples.push(await memory(tools));
    console.error(
      `${refresh} of ${REFRESHES}: ${rounded(samples.at(-1)?.heap ?? 0)} MB, ${await refreshControl.getAttribute('data-state')}`,
    );
  }
  const first = samples[WARM_UP] ?? samples[0];
  const last = samples.at(-1);

  const table = (what: string, all: readonly Seen[]) => ({
    [`${all.length} of them`]: what,
    'longest task, ms (0: none over 50), median': Math.round(median(all.map(longestOf))),
    'the longest of all': Math.max(...all.map(longestOf)),
    'layout shift, the most of all': rounded(Math.max(...all.map(({ shift }) => shift)), 4),
  });
  printTable('Loads of the demo’s dashboard, unthrottled, in real time', [table('load', loads)]);
  printTable('Its refreshes', [table('refresh', watched)]);
  printTable(`Memory over ${REFRESHES} refreshes, after a collection`, [
    ...samples.map((sample, index) => ({
      refreshes: Math.round(((index + 1) * REFRESHES) / SAMPLES),
      'heap, MB': rounded(sample.heap),
      nodes: sample.nodes,
      listeners: sample.listeners,
    })),
  ]);
  if (first && last)
    console.log(`\nHeap from the third sample to the last: ${rounded(last.heap / first.heap, 2)} times`);
} finally {
  await browser.close();
  await demo.close();
}
