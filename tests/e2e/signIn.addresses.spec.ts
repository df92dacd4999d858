import { expect, test } from '#tests/support/e2e.ts';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.ts';

const NAME = 'tallyboard.lan';
test.use({
  launchOptions: {
    executablePath: chromiumPath() ?? '',
    args: [...CHROMIUM_ARGS, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  },
});

for (const [host, words] of [
  // The context is secure, but a passkey cannot be made for its host.
  ['127.0.0.1', /^A notification says only/],
  [NAME, /^Alerts need an address that begins with https\.$/],
] as const)
  test(`at http://${host} people log in, and are told what works elsewhere only`, async ({ page, world, baseURL }) => {
    const user = await world.user({ role: 'employer' });
    await page.goto(`http://${host}:${new URL(baseURL ?? '').port}/login`);
    await page.getByLabel('Username').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Alerts on this device' }).click();
    const alerts = page.getByRole('dialog', { name: 'Alerts on this device' });
    await expect(alerts.getByText(words)).toBeVisible();
    await alerts.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Log-in options' }).click();
    await expect(page.getByText(`Passkeys work at ${world.origin} only.`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
    // An authenticator app needs no domain.
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  });

test('at a plain http name the Recorder says which address it needs', async ({ page, baseURL }) => {
  await page.goto(`http://${NAME}:${new URL(baseURL ?? '').port}/rc/`);
  await expect(page.getByText('Ask for an address that begins with https.')).toBeVisible();
});
