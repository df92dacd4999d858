import { axeFindings } from '#tests/support/axe.ts';
import { controlled, expect, setOffline, test } from '#tests/support/e2e.ts';
import { tooWide } from '#tests/support/fits.ts';

const PAGES = ['/help/', '/help/guide/late.html', '/help/reference/attendance.html', '/help/reference/pay.html'];

test('the help is fit for readers in both colours and at every width', async ({ page }) => {
  for (const path of PAGES) {
    await page.goto(path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page), `${path} in ${colorScheme}`).toEqual([]);
    }
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await tooWide(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('the help can be read without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/help/`);
  await page.getByRole('main').getByRole('link', { name: 'Attendance figures' }).click();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Late', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Late', exact: true })).toBeInViewport();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await context.close();
});

test('the search finds the section of a word', async ({ page }) => {
  await page.goto('/help/');
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('grace threshold');
  await page.getByRole('link', { name: 'Attendance figures: Late', exact: true }).click();
  await expect(page).toHaveURL('/help/reference/attendance.html#late');
  await page.getByRole('searchbox').fill('zebra crossing');
  await expect(page.getByText('Nothing has all of these words.')).toBeVisible();
});

test('the rule of a tile is two presses away', { tag: '@journey' }, async ({ employerPage: page }) => {
  await page.getByRole('button', { name: /^Late/ }).click();
  const help = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('link', { name: 'How is this computed?' }).click();
  await expect((await help).getByRole('heading', { name: 'Late', exact: true })).toBeInViewport();
});

test.describe('where the application is installed', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the help comes from the server, and says without a connection that it needs one', async ({ page }) => {
    await page.goto('/login');
    await controlled(page);
    await page.goto('/help/guide/late.html');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why an employee counts as late');
    await setOffline(page.context(), true);
    await page.reload();
    await expect(page.getByText('Help needs a connection.')).toBeVisible();
    await setOffline(page.context(), false);
  });
});
