import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { freePort } from '../faults/rig.ts';

/** The newcomer's first command: a living dashboard, in both colour schemes and at the three widths. */
test.describe.configure({ mode: 'serial', timeout: 240_000 });

let demo: ChildProcess;
let origin: string;
const dataDir = mkdtempSync(join(tmpdir(), 'tallyboard-demo-'));

test.beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  demo = spawn(process.execPath, ['scripts/demo.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    demo.stdout?.on('data', (chunk) => {
      said += chunk;
      if (said.includes('Tallyboard demo:')) resolve();
    });
    demo.once('exit', () => reject(new Error(`The demo ended: ${said}`)));
  });
});
test.afterAll(async () => {
  const gone = new Promise((resolve) => demo.once('exit', resolve));
  demo.kill('SIGTERM');
  await gone;
  rmSync(dataDir, { recursive: true, force: true });
});

async function logIn(page: Page, username: string, password: string) {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

const firstUnits = (text: string) => /[\d,]+\.\d\d/.exec(text)?.[0];

test('every tile and chart has figures at once, and they move by themselves within a minute', async ({ page }) => {
  await logIn(page, 'employer', 'demo-employer');
  for (const tile of ['Payroll Systems', 'Devices', 'Employees', 'Present', 'Absent', 'Late'])
    await expect(
      page
        .getByRole('button', { name: new RegExp(`^${tile}`) })
        .or(page.getByLabel(tile, { exact: false }))
        .first(),
    ).toContainText(/\d/, { timeout: 15_000 });
  await expect(page.getByText(/\d+ of \d+ attended/)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('No data to display')).toHaveCount(0);
  const figures = async () => (await page.locator('main').textContent()) ?? '';
  const first = firstUnits(await figures());
  await expect.poll(async () => firstUnits(await figures()), { timeout: 75_000, intervals: [2_000] }).not.toBe(first);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`screens at 390, 1024 and 1440 px, ${colorScheme}`, async ({ browser }, info) => {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    await logIn(page, 'employer', 'demo-employer');
    await expect(page.getByText(/\d+ of \d+ attended/)).toBeVisible({ timeout: 20_000 });
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      // The charts follow the width in their own time.
      await page.waitForTimeout(1_200);
      const isSideways = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(isSideways, `the page scrolls sideways at ${width} px`).toBe(false);
      const path = join(info.project.outputDir, 'screens', `dashboard-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
    await context.close();
  });
