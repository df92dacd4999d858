import { addDays } from '#server/platform/zone.ts';
import { expect, sharing as test } from '#tests/support/e2e.ts';

/** A supervisor's work before payroll (docs/reference/corrections.md): fixes, decides, locks, is told of late records, and opens the period again. */
test('one press, 38 in bulk, lock, a late punch, re-open', { tag: '@journey' }, async ({ page, world, open }) => {
  const permissions = [
    ...['Stats.GET_ATTENDANCE_INFORMATION', 'Stats.GENERATE_REPORTS'],
    ...['Attendance.CORRECT', 'Attendance.LOCK_PERIOD'],
  ] as const;
  const user = await world.user({ role: 'employer', permissions: [...permissions] });
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Johannesburg' }).format(new Date());
  const day = addDays(today, -3);
  await world.cameIn(user.accountId, 40, day);

  await open(page, user, `/employer/exceptions?from=${day}&to=${day}`);
  const forgotten = page.getByRole('region', { name: 'No OUT' });
  await expect(forgotten.getByRole('heading', { name: 'No OUT 40' })).toBeVisible();
  await forgotten.getByRole('button', { name: 'OUT 16:00' }).first().click();
  const messages = page.getByRole('status', { name: 'Notifications' });
  await expect(messages.getByText('OUT 16:00 added for Thandi Nkosi 1001.')).toBeVisible();
  await expect(forgotten.getByRole('heading', { name: 'No OUT 39' })).toBeVisible();

  await forgotten.getByRole('checkbox', { name: 'All of: No OUT' }).check();
  await forgotten
    .getByRole('checkbox', { name: /^Choose/ })
    .first()
    .uncheck();
  await page.getByRole('button', { name: 'Apply 38 suggestions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply 38 suggestions' });
  await expect(dialog.getByRole('region', { name: 'What changes' }).getByRole('listitem').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply 38 suggestions' }).click();
  await expect(messages.getByText('38 resolved.')).toBeVisible();
  await expect(forgotten.getByRole('heading', { name: 'No OUT 1' })).toBeVisible();

  const justDone = page.getByRole('region', { name: 'Just done' });
  await expect(justDone.getByRole('button', { name: /^Undo: / })).toHaveCount(2);

  const lock = page.getByRole('region', { name: 'Lock' });
  await page.goto(`/employer/payroll/${day}`);
  await expect(page.getByRole('button', { name: /^1 Fix 1 to fix/ })).toBeVisible();
  await page.getByRole('button', { name: /^3 Lock/ }).click();
  await lock.getByRole('checkbox', { name: 'I know that 1 exception stays as it is.' }).check();
  await lock.getByRole('button', { name: /^Lock / }).click();
  await expect(lock.getByText(/locked by .+ on/)).toBeVisible();

  await world.punched(user.accountId, '1002', `${day}T15:30:00+02:00`, 'out');
  await page.goto(`/employer/exceptions?from=${day}&to=${day}`);
  const moved = page.getByRole('region', { name: 'Changed after the lock' });
  await expect(moved.getByText(/^Records moved this day after/)).toBeVisible();

  await page.goto(`/employer/payroll/${day}?step=lock`);
  await lock.getByRole('button', { name: 'Re-open' }).click();
  const why = page.getByRole('dialog', { name: /^Re-open/ });
  await why.getByRole('textbox', { name: 'Why is it opened again?' }).fill('A punch came late');
  await why.getByRole('button', { name: 'Re-open' }).click();
  await expect(lock.getByRole('button', { name: /^Lock / })).toBeVisible();
});
