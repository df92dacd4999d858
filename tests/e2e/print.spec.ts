import type { Page } from '@playwright/test';
import { expect, sharing as test } from '#tests/support/e2e.ts';

/** Printed sheets, as far as only a browser can test them. */

/** The width of a sheet between its margins, in CSS px. */
const A4_LANDSCAPE_PX = Math.round((277 / 25.4) * 96);
const A4_PX = Math.round((186 / 25.4) * 96);

/** Opens the menu of what a list is exported as. */
const openExports = (page: Page) => page.getByRole('button', { name: 'Export' }).click();

/** Presses a print button, or picks it from a menu; returns the sizes of the pages, by how much the widest table is wider than the paper, and the head and number of rows of each sheet. */
async function printed(page: Page, press: string, paperPx: number) {
  const named = { name: press, exact: true };
  await page.getByRole('button', named).or(page.getByRole('menuitem', named)).click();
  const sheets = page.locator('body > [class*="sheet"]');
  const sheet = sheets.first();
  // The days of the month are computed for the first time, which takes longer on a busy machine.
  await expect(sheet).toBeAttached({ timeout: 60_000 });
  await page.emulateMedia({ media: 'print' });
  const wide = await sheet.evaluate((element, paper) => {
    element.style.width = `${paper}px`;
    const widest = Math.max(...[...element.querySelectorAll('table')].map((table) => table.scrollWidth));
    element.style.width = '';
    return widest - paper;
  }, paperPx);
  await page.emulateMedia({ media: null });
  const heads = await sheets.locator('h1').allTextContents();
  const rows = await sheets.evaluateAll((all) => all.map((one) => one.querySelectorAll('tbody tr').length));
  // The sheet is removed after printing.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  return {
    sizes: sizes.map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]),
    wide,
    heads,
    rows,
  };
}

test('the roll of 31 days fits on A4 landscape, a time card on A4', async ({ page, world, open }) => {
  const employer = await world.user({ role: 'employer' });
  await world.employees(employer.accountId, 30);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await open(page, employer, MONTH());
  await openExports(page);
  const roll = await printed(page, 'Print', A4_LANDSCAPE_PX);
  expect(roll.sizes.length).toBeGreaterThan(1);
  expect(roll.sizes.every(([width, height]) => width === 842 && height === 595)).toBe(true);
  expect(roll.wide).toBeLessThanOrEqual(0);
  await page.goto(MONTH());
  await page.getByRole('rowheader').getByRole('button').first().click();
  const card = await printed(page, 'Time card', A4_PX);
  expect(card.sizes[0]).toEqual([595, 842]);
  expect(card.wide).toBeLessThanOrEqual(0);
});

const H = 3_600_000;
const NONE = {
  ...{ overtime1Ms: 0, overtime2Ms: 0, sundayMs: 0, holidayMs: 0, nightMs: 0 },
  takenOffMs: 0,
  earlyMs: 0,
  unsettledMs: 0,
};
const EVERY = {
  ...{ overtime1Ms: 28 * H, overtime2Ms: 11 * H, sundayMs: 12 * H, holidayMs: 12 * H },
  ...{ nightMs: 104 * H, takenOffMs: 21 * H, earlyMs: 0, unsettledMs: 9 * H },
};
/** Gives every day of a person hours of these classes: those of a real month are those of the server's tests; this is about their room on paper. */
async function givenHours(page: Page, classes: Record<string, number>) {
  const paid = { paidMs: 223 * H, ordinaryMs: 160 * H, weightedMs: 280 * H, ...classes };
  const attendance = {
    ...{ timeIn: '2026-11-02T05:00:00Z', timeOut: '2026-11-02T16:00:00Z', onSite: false, timeGroup: null },
    ...{ clockedMs: 11 * H, lateMs: 0, irregularMs: 0, flags: ['missing-out'], gaps: [], changes: [] },
    paid: { ...paid, isSettled: true },
  };
  await page.route('**/v2/stats/person/*', async (route) => {
    const answer = await route.fetch();
    const person = await answer.json();
    for (const day of person.days) day.attendance = { ...attendance, ...day.attendance, paid: attendance.paid };
    person.paid = { ...paid, unsettledDays: 0 };
    await route.fulfill({ response: answer, json: person });
  });
}
const MONTH = () => `/employer/people?from=${date(32)}&to=${date(2)}`;
const date = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

for (const [what, classes, paperPx, size] of [
  ['ordinary time alone', NONE, A4_PX, [595, 842]],
  ['every class', EVERY, A4_LANDSCAPE_PX, [842, 595]],
] as const)
  test(`a time card of a month with paid hours is one page of A4: ${what}`, async ({ page, world, open }) => {
    const employer = await world.user({ role: 'employer' });
    await world.employees(employer.accountId, 1);
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    await givenHours(page, classes);
    await open(page, employer, MONTH());
    await page.getByRole('rowheader').getByRole('button').first().click();
    const card = await printed(page, 'Time card', paperPx);
    expect(card.sizes).toEqual([size]);
    expect(card.wide).toBeLessThanOrEqual(0);
    expect(card).toMatchObject({ heads: [expect.stringMatching(/^Time card, /)], rows: [31] });
  });

test('the time cards of 60 people over a month are 60 pages, each with its head', async ({ page, world, open }) => {
  const employer = await world.user({ role: 'employer' });
  await world.employees(employer.accountId, 60);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await givenHours(page, EVERY);
  await open(page, employer, MONTH());
  await openExports(page);
  const cards = await printed(page, 'Time cards', A4_LANDSCAPE_PX);
  expect(cards.sizes).toEqual(Array.from({ length: 60 }, () => [842, 595]));
  expect(cards.wide).toBeLessThanOrEqual(0);
  expect(new Set(cards.heads).size).toBe(60);
  expect(cards.rows).toEqual(cards.sizes.map(() => 31));
});
