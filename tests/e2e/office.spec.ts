import type { Locator, Page } from '@playwright/test';
import { addDays } from '#server/platform/zone.ts';
import { expect, sharing as test } from '#tests/support/e2e.ts';

/** The office's two longest pieces of typing (docs/reference/corrections.md#pieces-in-bulk), by keys and clicks: how many, and how long a script that does not hesitate takes. */
const PEOPLE = 40;
const PRODUCTS = ['Apples', 'Pears', 'Plums', 'Figs', 'Grapes', 'Limes', 'Kiwis', 'Dates'];

/** The name of a day's button in a calendar. */
const dayLabel = (day: string) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));

/** Counts the keys and clicks that follow. */
function counting(page: Page) {
  let inputs = 0;
  const started = performance.now();
  return {
    click: async (name: string | RegExp, role: 'button' | 'option' | 'combobox' | 'textbox' | 'tab' = 'button') => {
      inputs += 1;
      await page.getByRole(role, { name }).first().click();
    },
    pick: async (what: Locator) => {
      inputs += 1;
      await what.click();
    },
    press: async (key: string) => {
      inputs += 1;
      await page.keyboard.press(key);
    },
    type: async (text: string) => {
      inputs += text.length;
      await page.keyboard.type(text);
    },
    told: (what: string) =>
      console.info(`${what}: ${inputs} inputs, ${((performance.now() - started) / 1_000).toFixed(1)} s`),
    inputs: () => inputs,
  };
}

test('a sheet of 40 by 8 by keyboard alone, and a wrong block of 4 people and 300 entries', async ({
  page,
  world,
  open,
}) => {
  test.setTimeout(240_000);
  const permissions = [
    ...['Stats.GET_ATTENDANCE_INFORMATION', 'Stats.GET_PERFORMANCE_METRICS'],
    ...['Attendance.CORRECT', 'Setup.MANAGE'],
  ] as const;
  const user = await world.user({ role: 'employer', permissions: [...permissions] });
  let token = '';
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${world.origin}/v2${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const said = await answer.json();
    expect(answer.status, JSON.stringify(said)).toBe(200);
    return said;
  };
  ({ token } = await ask('/session', { username: user.username, password: user.password }));
  const group = await ask('/setup/groups', { kind: 'employee', name: 'Pickers', code: 'P' });
  for (const [nth, description] of PRODUCTS.entries())
    await ask('/setup/lookups', { lookup: 1, code: `P${nth}`, description });
  for (const block of ['Block 7', 'Block 9'])
    await ask('/setup/lookups', { lookup: 2, code: block.slice(6), description: block });
  for (let nth = 0; nth < PEOPLE; nth++)
    await ask('/setup/employees', {
      number: String(2_000 + nth),
      firstName: 'Thandi',
      lastName: `Nkosi ${nth}`,
      timeId: String(2_000 + nth),
      employeeGroupId: group._id,
      activeFrom: '2026-10-01',
    });
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Johannesburg' }).format(new Date());
  const day = addDays(today, -1);
  const lines = Array.from({ length: 300 }, (_, nth) => {
    const minute = String(nth % 60).padStart(2, '0');
    return `${2_000 + (nth % 4)},${day} ${String(7 + Math.floor(nth / 60)).padStart(2, '0')}:${minute},1,Apples,Block 7`;
  });
  const csv = ['Employee Number,Started At,Units,Lookup 1,Lookup 2', ...lines].join('\n');
  const { added } = await ask(`/account/${user.accountId}/import`, { kind: 'piecework', csv, commit: true });
  expect(added).toBe(300);

  await open(page, user, '/employer/work?page=sheet');
  await page.getByLabel('Day').fill(day);
  await page.getByRole('combobox', { name: 'Employee group' }).click();
  await page.getByRole('option', { name: 'Pickers' }).click();
  await page.getByLabel('From time').fill('07:00');
  await page.getByLabel('Until time').fill('16:00');
  await page.getByRole('combobox', { name: /: the columns$/ }).click();
  for (const name of PRODUCTS) await page.getByRole('option', { name: new RegExp(`^${name}, `) }).click();
  await page.keyboard.press('Escape');
  const first = page.locator('input[data-row="0"][data-column="0"]');
  await first.click();
  const sheet = counting(page);
  for (let row = 0; row < PEOPLE; row++)
    for (const column of PRODUCTS.keys()) {
      await sheet.type(String(10 + ((row + column) % 90)));
      await sheet.press('Tab');
    }
  sheet.told('a sheet of 40 by 8');
  // No column is out of view.
  const table = page.getByRole('region', { name: 'Crew sheet, table' });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(page.locator(`input[data-row="${PEOPLE - 1}"][data-column="7"]`)).toHaveValue(
    String(10 + ((PEOPLE + 6) % 90)),
  );
  expect(sheet.inputs()).toBe(PEOPLE * 8 * 3);

  await page.goto('/employer/work?page=bulk');
  await expect(page.getByRole('heading', { name: 'Which pieces' })).toBeVisible();
  const act = counting(page);
  // The day before: the first day moves both.
  await act.click('From', 'textbox');
  // On the first of a month that day may be on the page before.
  const dayButton = page.getByRole('button', { name: dayLabel(day) });
  const turned = !(await dayButton.isVisible());
  if (turned) await act.click('Previous month');
  await act.pick(dayButton);
  await act.click(/^(Lookup 2|Block)/, 'combobox');
  await act.click(/Block 7/, 'option');
  await act.click(/^New (lookup 2|block)/i, 'combobox');
  await act.click(/Block 9/, 'option');
  await act.click('Change the work: 300');
  await expect(page.getByText(/300/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Undo/ }).first()).toBeVisible();
  act.told('wrong block, 4 people, 300 entries');
  expect(act.inputs()).toBe(turned ? 8 : 7);
});
