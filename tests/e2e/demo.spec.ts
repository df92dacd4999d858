import { expect, test } from '@playwright/test';
import { type Demo, logIn, startDemo } from '#tests/support/demo.ts';

/** The newcomer's first command: a living dashboard. */
test.describe.configure({ mode: 'serial', timeout: 240_000 });

let demo: Demo;
test.beforeAll(async () => {
  // The command builds the application first, which takes longer on a busy machine.
  test.setTimeout(240_000);
  demo = await startDemo();
});
test.afterAll(() => demo?.stop());

const firstUnits = (text: string) => /[\d,]+\.\d\d/.exec(text)?.[0];

test('every tile and chart has figures at once, and they move by themselves within a minute', async ({ page }) => {
  await logIn(page, demo.origin, 'employer');
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
