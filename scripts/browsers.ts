import { openFirefox } from '#tests/browsers/firefox.ts';
import { type Front, openFront } from '#tests/browsers/front.ts';
import { JOURNEYS } from '#tests/browsers/journeys.ts';
import type { TestBrowser } from '#tests/browsers/tab.ts';
import { openWebKit } from '#tests/browsers/webkit.ts';
import { startDemo } from '#tests/support/demo.ts';
import { findFirefox } from './firefox.ts';
import { findWebKit } from './webkit.ts';
import { within } from './within.ts';

/**
 * `npm run test:browsers`: drives Firefox and WebKitGTK, which Playwright cannot, through the journeys of people, against a demo of its own. `--
 * short` is the form for every change. A browser that cannot be found or installed is skipped with a message.
 */
const isShort = process.argv.includes('short');
const [firefox, webKit] = [await findFirefox(), await findWebKit()];
if (!firefox) console.log('Skipped: there is no Firefox. Install the package firefox-esr, or set FIREFOX_PATH.');
if (!webKit)
  console.log('Skipped: there is no WebKitGTK. Install the packages webkit2gtk-driver, xvfb, xauth and dbus-daemon.');
const opens = [...(firefox ? [() => openFirefox(firefox)] : []), ...(webKit ? [() => openWebKit(webKit)] : [])];
if (opens.length === 0) process.exit(0);

const JOURNEY_MINUTES = 5;
const START_MINUTES = 10;
const total = { passed: 0, failed: 0 };

/** Runs the journeys; a failed one does not stop the others. */
async function travel({ name, tab, downloads, errors }: TestBrowser, front: Front) {
  console.log(name);
  for (const journey of JOURNEYS.filter((each) => !isShort || each.isShort)) {
    const started = performance.now();
    try {
      await within(JOURNEY_MINUTES, journey.name, journey.run({ tab, front, downloads }));
      const thrown = await errors();
      if (thrown.length > 0) throw new Error(thrown.join('\n'));
      total.passed += 1;
      console.log(`passed  ${journey.name} (${((performance.now() - started) / 1_000).toFixed(1)} s)`);
    } catch (error) {
      total.failed += 1;
      console.log(`FAILED  ${journey.name}: ${error instanceof Error ? error.message : error}`);
      console.log(await tab.evaluate('location.href + " " + document.body.innerText').catch(String));
      console.log(await errors().catch(String));
    }
  }
}

const front = await openFront();
process.env.PUBLIC_URL = front.origin;
const demo = await within(START_MINUTES, 'the start of the demo', startDemo());
front.behind(demo.origin);
try {
  for (const open of opens) {
    const browser = await within(START_MINUTES, 'the start of a browser', open());
    try {
      await travel(browser, front);
    } finally {
      await within(JOURNEY_MINUTES, 'the end of a browser', browser.close());
    }
  }
} finally {
  await within(JOURNEY_MINUTES, 'the end of the demo', demo.stop());
  front.close();
}
console.log(`${total.passed} passed, ${total.failed} failed`);
// A browser that hung may have left something open that would keep this process.
process.exit(total.failed === 0 ? 0 : 1);
