import { expect, sharing as test } from '#tests/support/e2e.ts';

test('a passkey is made, and logs in from the username field and from the link', { tag: '@journey' }, async ({
  page,
  world,
  open,
  context,
}) => {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const user = await world.user({ role: 'admin' });
  await open(page, user, '/manage/accounts/all');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log-in options' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey 1')).toBeVisible();

  // From now on this browser's log-in page offers passkeys.
  expect(await page.evaluate(() => localStorage.getItem('tb.passkey'))).toBe('1');
  // The authenticator accepts the offer in the username field by itself.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/login');
  await expect(page).toHaveURL(/\/manage\/accounts/);
  await page.getByRole('button', { name: /^User menu/ }).click();
  // A pending offer ends before the dialog opens. The test holds it until the press, because the authenticator could accept it first.
  await page.evaluate(() => {
    const { get } = navigator.credentials;
    navigator.credentials.get = async function (asked) {
      if (asked?.mediation !== 'conditional') return get.call(this, asked);
      document.documentElement.dataset.offered = '';
      return new Promise((_, fail) => asked.signal?.addEventListener('abort', () => fail(asked.signal?.reason)));
    };
  });
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  const link = page.getByRole('button', { name: 'Log in with a passkey' });
  await expect(page.locator('html[data-offered]')).toBeAttached();
  await link.click();
  await expect(page).toHaveURL(/\/manage\/accounts/);

  // Nothing has been signalled so far; the browser is told of a passkey that is removed.
  const kept = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
  expect(await kept()).toBe(1);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log-in options' }).click();
  await page.getByRole('button', { name: 'Remove Passkey 1' }).click();
  await expect(page.getByText('Passkey 1')).toHaveCount(0);
  await expect.poll(kept).toBe(0);
});
