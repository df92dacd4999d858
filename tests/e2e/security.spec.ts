import { expect, sharing as test } from '../support/e2e.ts';

test('injected text becomes neither markup nor code', { tag: '@journey' }, async ({ another }) => {
  const page = await (await another()).newPage();
  await page.goto('/login');
  await page.getByLabel('Username').waitFor();
  const refused = await page.evaluate(() => {
    const sinks: Record<string, () => unknown> = {
      innerHTML: () => {
        document.createElement('div').innerHTML = '<img src=x onerror="window.ran = 1">';
      },
      document: () => new DOMParser().parseFromString('<p>', 'text/html'),
      script: () => {
        document.createElement('script').src = '/sw.js';
      },
      policy: () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
        ).trustedTypes.createPolicy('mine', {}),
    };
    return Promise.all(
      Object.entries(sinks).map(async ([name, use]) => {
        try {
          await use();
          return `${name} went through`;
        } catch {
          return name;
        }
      }),
    );
  });
  expect(refused).toEqual(['innerHTML', 'document', 'script', 'policy']);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('another colour scheme writes no style that the policy refuses', async ({ employerPage: page }) => {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // Errors that the browser reports fail the test elsewhere.
});
