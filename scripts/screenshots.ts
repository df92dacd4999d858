/**
 * Takes the pictures that an installing browser shows (public/screenshots) from a running demo:
 * `npm run screenshots -- http://localhost:8080`. Run `npm run demo` first and give it a minute of life.
 */
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './chromium.ts';

const origin = process.argv[2] ?? 'http://localhost:8080';
const target = new URL('../public/screenshots/', import.meta.url);
const PICTURES = [
  { name: 'overview-wide', width: 1280, height: 800, path: '/employer/overview' },
  { name: 'overview-narrow', width: 390, height: 844, path: '/employer/overview' },
  { name: 'present-narrow', width: 390, height: 844, path: '/employer/overview?open=list&status=present' },
];

await mkdir(target, { recursive: true });
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
const context = await browser.newContext({ colorScheme: 'light', serviceWorkers: 'block' });
const page = await context.newPage();
await page.goto(`${origin}/login`);
await page.locator('#root h1').waitFor();
await page.getByLabel('Username').fill('employer');
await page.getByLabel('Password', { exact: true }).fill('demo-employer');
await page.getByRole('button', { name: 'Login' }).click();
await page.getByTestId('figure').first().waitFor();
for (const { name, width, height, path } of PICTURES) {
  await page.setViewportSize({ width, height });
  await page.goto(origin + path);
  await page.getByTestId('figure').first().waitFor();
  // Charts mount after the tiles, lazily, and animate.
  await page.waitForTimeout(4_000);
  await page.screenshot({ path: new URL(`${name}.png`, target).pathname });
}
await browser.close();
