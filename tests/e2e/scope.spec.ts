import { logIn } from '#contract/access/session.ts';
import { setUserScope } from '#contract/access/userScopes.ts';
import { createSetupGroup } from '#contract/office/setupLists.ts';
import { createCall } from '#server/operations/demo/client.ts';
import { expect, sharing as test } from '#tests/support/e2e.ts';
import { noonZone } from '#tests/support/noonZone.ts';

/** A scope that changes while pages are open (docs/reference/scope.md#what-is-cached): two tabs with two users. */
test('a changed scope empties what one tab shows and keeps, closes nothing that is being typed, and leaves the other tab alone', async ({
  page,
  context,
  world,
  open,
}) => {
  const { timeZone, day } = noonZone(new Date());
  const supervisor = await world.user({ role: 'employer', account: { timeZone } });
  const { accountId } = supervisor;
  const manager = await world.user({ role: 'employer', accountId });
  await world.cameIn(accountId, 3, day);
  const call = createCall(world.origin);
  const owner = await world.user({ role: 'employer', accountId, permissions: ['Setup.MANAGE'] });
  const { token: by } = await call(logIn, { body: { username: owner.username, password: owner.password } });
  const group = await call(
    createSetupGroup,
    { query: {}, body: { kind: 'time', code: 'NIGHT', name: 'Night shift' } },
    by,
  );

  await open(page, supervisor, '/employer/overview');
  const other = await context.newPage();
  await open(other, manager, '/employer/overview');
  const total = (of: typeof page) => of.getByRole('button', { name: /^Employees/ }).getByTestId('figure');
  await expect(total(page)).toHaveText('3');
  await expect(total(other)).toHaveText('3');

  await page.bringToFront();
  await page.getByRole('button', { name: /Manage Alerts/ }).click();
  await page.getByRole('button', { name: 'Create Attendance Alert' }).click();
  const form = page.getByRole('dialog', { name: 'Create Attendance Alert' });
  await form.getByLabel('Description').fill('Half a sent');
  const nights = { scope: { timeGroups: [group._id] } };
  await call(setUserScope, { params: { userId: supervisor.userId }, body: nights }, by);
  await form.getByRole('button', { name: 'What this would send now' }).click();
  await expect(page.getByText('The people whom you see have been changed.')).toBeVisible();
  await expect(form.getByLabel('Description')).toHaveValue('Half a sent');
  // On a phone both are read: the account, and to whom they are limited.
  await page.setViewportSize({ width: 390, height: 844 });
  const chip = page.getByRole('banner').getByText(group.name, { exact: true });
  await expect(chip).toBeVisible();
  expect(await chip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(chip.locator('xpath=preceding-sibling::span[1]')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  // Nobody works nights: as in an account without employees.
  await expect(total(page)).toHaveText('–');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await other.bringToFront();
  await other.reload();
  await expect(total(other)).toHaveText('3');
  await expect(other.getByText('The people whom you see have been changed.')).toHaveCount(0);
});
