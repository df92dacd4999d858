import type { Page } from '@playwright/test';
import { expect, sharing as test } from '#tests/support/e2e.ts';

/** Printed sheets, as far as only a browser can test them. */

/** The width of a sheet between its margins, in CSS px. */
const A4_LANDSCAPE_PX = Math.round((277 / 25.4) * 96);
const A4_PX = Math.round((186 / 25.4) * 96);

/** Presses a print button; returns the number of pages, and by how much the widest table is wider than the paper. */
async function printed(page: Page, press: string, paperPx: number) {
  await page.getByRole('button', { name: press, exact: true }).click();
  const sheet = page.locator('body > [class*="sheet"]');
  // The days of the month are computed for the first time, which takes longer on a busy machine.
  await expect(sheet).toBeAttached({ timeout: 30_000 });
  await page.emulateMedia({ media: 'print' });
  const wide = await sheet.evaluate((element, paper) => {
    element.style.width = `${paper}px`;
    const widest = Math.max(...[...element.querySelectorAll('table')].map((table) => table.scrollWidth));
    element.style.width = '';
    return widest - paper;
  }, paperPx);
  await page.emulateMedia({ media: null });
  // The sheet is removed after printing.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  return { sizes: sizes.map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]), wide };
}

test('the roll of 31 days fits on A4 landscape, a time card on A4', async ({ page, world, open }) => {
  const employer = await world.user({ role: 'employer' });
  await world.employees(employer.accountId, 30);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  const date = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await open(page, employer, `/employer/people?from=${date(32)}&to=${date(2)}`);
  const roll = await printed(page, 'Print', A4_LANDSCAPE_PX);
  expect(roll.sizes.length).toBeGreaterThan(1);
  expect(roll.sizes.every(([width, height]) => width === 842 && height === 595)).toBe(true);
  expect(roll.wide).toBeLessThanOrEqual(0);
  await page.goto(`/employer/people?from=${date(32)}&to=${date(2)}`);
  await page.getByRole('rowheader').getByRole('button').first().click();
  const card = await printed(page, 'Time card', A4_PX);
  expect(card.sizes[0]).toEqual([595, 842]);
  expect(card.wide).toBeLessThanOrEqual(0);
});
