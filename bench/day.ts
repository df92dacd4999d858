import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.ts';
import { openDemo } from './support/demo.ts';
import { median, printTable, rounded } from './support/rig.ts';

/**
 * A day of the dashboard of the demo in a real browser, its clock moved on by 30 seconds for each refresh: the longest task of the load
 * and of a refresh, layout shifts, and memory from hour to hour.
 */
const REFRESHES = Number(process.env.BENCH_REFRESHES ?? 2_880);
const LOADS = Number(process.env.BENCH_LOADS ?? 5);
const SAMPLES = 12;
/** Left out of the judgement: what is kept once (answers, code compiled) is there by then. */
const WARM_UP = 2;

type Seen = { tasks: number[]; shift: number };

/** What support/watch.js counted. */
const seen = (page: Page) => page.evaluate<Seen>('seen');
const forget = (page: Page) => page.evaluate('seen.tasks = []');

const allCharts = (page: Page) =>
  Promise.all([
    page.locator('.recharts-bar-rectangle path').first().waitFor(),
    page.locator('[aria-label^="Time wasted"] .recharts-pie-sector').first().waitFor(),
  ]);

/** Bytes in use after a collection, nodes of the document and listeners. */
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

  // From here on the page's clock is ours; the server's is not.
  await page.clock.install();
  await page.reload();
  await allCharts(page);
  const tools = await context.newCDPSession(page);
  await tools.send('Performance.enable');
  await tools.send('HeapProfiler.enable');
  const refreshControl = page.getByRole('switch', { name: 'Auto-refresh' });
  const extend = page.getByRole('button', { name: 'Extend session' });
  const samples: Awaited<ReturnType<typeof memory>>[] = [];
  const longest: number[] = [];
  await forget(page);
  for (let refresh = 1; refresh <= REFRESHES; refresh += 1) {
    let isIn = false;
    const answered = page
      .waitForResponse((reply) => reply.url().includes('/stats/time-wasted/totals'), { timeout: 120_000 })
      .finally(() => {
        isIn = true;
      });
    // The countdown begins when the last answer of the refresh before is in.
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
    const { tasks } = await seen(page);
    longest.push(Math.max(0, ...tasks));
    await forget(page);
    samples.push(await memory(tools));
    console.error(
      `${refresh} of ${REFRESHES}: ${rounded(samples.at(-1)?.heap ?? 0)} MB, ${await refreshControl.getAttribute('data-state')}`,
    );
  }
  const { shift } = await seen(page);
  const first = samples[WARM_UP] ?? samples[0];
  const last = samples.at(-1);

  printTable(`The dashboard of the demo, unthrottled; medians of ${LOADS} loads`, [
    {
      'longest task of a load, ms': Math.round(median(loads.map(({ tasks }) => Math.max(0, ...tasks)))),
      'layout shift of a load': rounded(Math.max(...loads.map((load) => load.shift)), 3),
      'longest task of a refresh, ms (0: none over 50), median of a twelfth of the day': Math.round(median(longest)),
      'layout shift of the day': rounded(shift, 3),
    },
  ]);
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
