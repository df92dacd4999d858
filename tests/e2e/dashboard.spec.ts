import type { Page } from '@playwright/test';
import { axeFindings } from '#tests/support/axe.ts';
import { expect, sharing, test } from '#tests/support/e2e.ts';
import { settle } from '#tests/support/tour.ts';

const tile = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

test('at 390 px attendance comes first, and at 320 px the bar cuts no word', async ({ page, world, open }) => {
  const permissions = [
    ...['Account.GET_SYNC_STATUSES', 'Stats.GET_ATTENDANCE_INFORMATION', 'Stats.GET_PERFORMANCE_METRICS'],
    ...['Attendance.CORRECT', 'Setup.MANAGE'],
  ] as const;
  const user = await world.user({ role: 'employer', permissions: [...permissions] });
  await world.employees(user.accountId, 3);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, user, '/employer/overview');
  await expect(tile(page, 'Employees')).toContainText('3');
  const label = async (at: number) =>
    page.getByTestId('figure').nth(at).locator('xpath=ancestor::button').textContent();
  expect(await label(0)).toMatch(/^Present/);
  expect(await label(5)).toMatch(/^Devices/);
  // Of the roll the names come first: a title, a search, and one button for the rest.
  await page.goto('/employer/people');
  const search = page.getByRole('searchbox', { name: 'Search by number or name' });
  const columns = page.getByRole('button', { name: 'Columns' });
  await expect(search).toBeVisible();
  await expect(columns).toBeHidden();
  await page.getByRole('button', { name: /^Choices/ }).click();
  await expect(columns).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByRole('button', { name: /^Choices/ })).toBeHidden();
  await page.setViewportSize({ width: 320, height: 640 });
  const sections = page.getByRole('navigation', { name: 'Sections' });
  // A word for screen readers is 1 px wide.
  const cut = () =>
    sections
      .locator('span')
      .evaluateAll(
        (spans) => spans.filter((span) => span.clientWidth > 1 && span.scrollWidth > span.clientWidth).length,
      );
  await expect(sections.getByRole('link')).toHaveCount(5);
  expect(await cut()).toBe(0);
});

test('an empty account says what is coming; people appear at the next refresh, each with a Why?', {
  tag: '@journey',
}, async ({ page, world, open }) => {
  await page.clock.install();
  const employer = await world.user({ role: 'employer' });
  await open(page, employer, '/employer/overview');
  await expect(page.getByText('Your dashboard is waiting for its first data')).toBeVisible();
  await expect(tile(page, 'Employees')).toContainText('–');

  await world.employees(employer.accountId, 12);
  await page.clock.fastForward('00:31');
  await expect(tile(page, 'Employees')).toContainText('12');
  await expect(page.getByText('Your dashboard is waiting for its first data')).toHaveCount(0);

  await tile(page, 'Employees').click();
  const list = page.getByRole('dialog', { name: /^Employees/ });
  await expect(list.getByText('12 employees')).toBeVisible();
  await list.getByRole('searchbox').fill('nobody at all');
  await expect(list.getByText('No employees match this filter')).toBeVisible();
  await list.getByRole('searchbox').fill('');
  await list.getByRole('button', { name: /Why\?/ }).first().click();
  const why = page.getByRole('dialog', { name: /^Why\?/ });
  await expect(why.getByText(/^Not punched yet/)).toBeVisible();
  await expect(why.locator(':focus'), 'the focus is in the dialog that came with the first press').toHaveCount(1);
  await page.reload();
  await expect(why).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(why).toHaveCount(0);
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
});

sharing('the back gesture closes a dialog; the address keeps the date', async ({ employerPage: page }) => {
  await page.getByRole('button', { name: /Reference date/ }).click();
  const today = page.getByRole('dialog', { name: 'Reference date' }).locator('[data-selected]');
  await expect(today, 'the day on show stands out').not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  // The dialog of the picker has the days; the first that can be picked in the month before is within the retention.
  await page
    .getByRole('dialog', { name: 'Reference date' })
    .locator('button[data-previous], [data-direction="previous"]')
    .first()
    .click();
  await page.getByRole('button', { name: /^\w+day, 15 / }).click();
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-15/);
  await expect(page.getByRole('switch', { name: 'Auto-refresh' })).toHaveAttribute('aria-checked', 'false');
  await tile(page, 'Devices').click();
  await expect(page.getByRole('dialog', { name: 'Devices' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-15/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Clear reference date' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear reference date' }).click();
  await expect(page).not.toHaveURL(/date=/);
});

/** The dashboard itself is in a11y.screens. */
sharing('its dialogs in light and dark: nothing for axe to complain about', async ({ page, world, open }) => {
  sharing.slow();
  const employer = await world.user({ role: 'employer' });
  await world.employees(employer.accountId, 3);
  const views = [
    '?open=list&status=total',
    '?open=devices',
    '?open=payroll',
    '?open=alerts',
    '?open=report&report=breaks',
  ];
  for (const [index, view] of views.entries()) {
    const path = `/employer/overview${view}`;
    await (index === 0 ? open(page, employer, path) : page.goto(path));
    await expect(page.getByRole('dialog')).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Contrast can be measured only once the dialog has faded in.
      await settle(page);
      expect(await axeFindings(page), `${view} ${colorScheme}`).toEqual([]);
    }
  }
});

sharing('without a permission its tiles, cards and actions are not there', async ({ page, world, open }) => {
  const user = await world.user({ role: 'employer', permissions: ['Account.GET_SYNC_STATUSES'] });
  await open(page, user, '/employer/overview');
  await expect(tile(page, 'Devices')).toBeVisible();
  await expect(tile(page, 'Present')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Piecework Totals' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Manage Alerts/ })).toHaveCount(0);
});
