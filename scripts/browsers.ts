import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { openFront } from '#tests/browsers/front.ts';
import { JOURNEYS } from '#tests/browsers/journeys.ts';
import { startDemo } from '#tests/support/demo.ts';
import { findFirefox } from './firefox.ts';

/**
 * `npm run test:browsers`: Firefox through what people do, against a demo of its own; `-- short` for every change. Where no Firefox can be
 * had it says so and fails nothing. Playwright's tests run in Chromium; it cannot drive the system's Firefox.
 */
const isShort = process.argv.includes('short');
const executablePath = await findFirefox();
if (!executablePath) {
  console.log('Skipped: there is no Firefox. Install the package firefox-esr, or set FIREFOX_PATH.');
  process.exit(0);
}

const downloads = mkdtempSync(join(tmpdir(), 'tallyboard-downloads-'));
const front = await openFront();
process.env.PUBLIC_URL = front.origin;
const demo = await startDemo();
front.behind(demo.origin);
const errors: string[] = [];
let passed = 0;
const failures: string[] = [];
let browser: Browser | undefined;
try {
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 900 },
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.always_ask_before_handling_new_types': false,
    },
  });
  console.log(await browser.version());
  const page = await browser.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  for (const { name, run } of JOURNEYS.filter((journey) => !isShort || journey.isShort)) {
    const started = performance.now();
    try {
      await run({ browser, page, front, downloads });
      if (errors.length > 0) throw new Error(errors.splice(0).join('\n'));
      passed += 1;
      console.log(`passed  ${name} (${((performance.now() - started) / 1_000).toFixed(1)} s)`);
    } catch (error) {
      failures.push(name);
      console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
} finally {
  await browser?.close();
  await demo.stop();
  front.close();
  rmSync(downloads, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
