import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';
import { literalsIn } from '../support/pseudo.ts';
import { SUPERVISOR_CODE, scan } from '../support/recorderPage.ts';

/** The Recorder in two pseudo-languages: each message in brackets and 40 % longer, from left to right and from right to left. */
const PSEUDO = `export default new Proxy({}, {
  get: (_, english) => '[' + english + '~'.repeat(Math.ceil(english.length * 0.4)) + ']',
});`;
/** Names that are no messages: of the account, the device, people, lookups and languages. */
const DATA =
  /Account acme\d+|Device SN\d+|Thandi M\.|Pieter B\.|Lookup 1|Apples|APPLE|English|Afrikaans|Español|Français|Português/g;
const WIDTHS = [320, 390, 1024];

for (const direction of ['ltr', 'rtl'] as const)
  test(`the Recorder shows nothing literal, cut or wider than the screen in a longer language, ${direction}`, async ({
    page,
    world,
    baseURL,
  }) => {
    test.slow();
    const { code } = await world.recorder();
    await page.route('**/rc/assets/es-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: PSEUDO }),
    );
    await page.addInitScript((dir) => {
      addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('dir', dir));
    }, direction);
    const shows = async (what: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await page.evaluate(tooWide), `${what} at ${width}`).toEqual([]);
      }
      expect.soft(await page.locator('body').evaluate(literalsIn, DATA), what).toEqual([]);
    };
    const press = (name: string) =>
      page
        .getByRole('button', { name: pseudo(name) })
        .first()
        .click();
    const enterCode = async () => {
      await page.getByLabel('Supervisor code').fill(SUPERVISOR_CODE);
      await press('OK');
    };

    await page.goto(`${baseURL}/rc/`);
    await page.getByLabel('Language').selectOption('es');
    await expect(page.getByText('[Translation not yet checked by a native speaker~')).toBeVisible();
    await shows('Set up');
    await page.goto(`${baseURL}/rc/#${code}`);
    await expect(page.getByLabel('Choose a supervisor code')).toBeVisible();
    await shows('Choose a supervisor code');
    await page.getByLabel('Choose a supervisor code').fill(SUPERVISOR_CODE);
    await press('Done');
    await expect(page.getByText('3 people and 1 product here')).toBeVisible();
    await shows('Ready');
    await page.getByLabel('This device').selectOption('crew');
    await press('Start');

    await expect(page.getByRole('heading', { name: pseudo('Clock') })).toBeVisible();
    await shows('Clock');
    if (direction === 'rtl') await expectTurned(page);
    await scan(page, 'TB1:1001');
    await expect(page.getByText('Thandi M.')).toBeVisible();
    await shows('what was taken');
    await scan(page, 'TB1:1001');
    await expect(page.getByText('Already recorded')).toBeVisible();
    await shows('a repeat');
    await scan(page, '4711');
    await expect(page.getByText('Not known: 4711')).toBeVisible();
    await shows('an unknown badge');

    await press('Count');
    await shows('What is counted?');
    await page.getByLabel('Lookup 1').selectOption('APPLE');
    await press('Start');
    await expect(page.getByRole('heading', { name: pseudo('Count') })).toBeVisible();
    await scan(page, 'TB1:1002');
    await expect(page.getByText('+1')).toBeVisible();
    await shows('Count');
    await press('Shared');
    await scan(page, 'TB1:1001');
    await expect(page.getByRole('listitem').filter({ hasText: 'Thandi M.' })).toBeVisible();
    await shows('Shared');

    await press('More');
    await shows('More');
    await press('My day');
    await expect(page.getByText('Scan your badge to see your day')).toBeVisible();
    await scan(page, 'TB1:1001');
    await press('Something is wrong');
    await shows('What is wrong?');
    await press('Wrong product');
    await expect(page.getByText('for the office')).toBeVisible();
    await shows('My day');
    await press('Close');
    await press('Working time');
    await press('All who are clocked in here');
    await expect(page.getByText('1 working')).toBeVisible();
    await shows('Working time');
    await press('Close');
    await press('Correct');
    await shows('the supervisor code');
    await enterCode();
    await expect(page.getByText('Thandi M.').first()).toBeVisible();
    await shows('Correct');
    await press('Other units');
    await shows('Other units');
    await page.keyboard.press('Escape');
    await press('Close');
    await press('End of day');
    await enterCode();
    await expect(page.getByRole('button', { name: pseudo('Print') })).toBeVisible();
    await shows('End of day');
    await press('Close');
    await press('Settings');
    await enterCode();
    await press('Remove this device');
    await shows('Settings');
  });

/** The name of a control in the pseudo-language; what is no word may be before it. */
const pseudo = (english: string) => new RegExp(`^(\\S )?\\[${english.replaceAll('?', '\\?')}~+\\]$`);

/** Expects lines that begin at the right: 'OUT' is left of 'IN'. */
async function expectTurned(page: Page) {
  const leftOf = async (name: string) => (await page.getByRole('button', { name: pseudo(name) }).boundingBox())?.x ?? 0;
  expect(await leftOf('OUT')).toBeLessThan(await leftOf('IN'));
}

/** Returns what does not fit into the screen, or its text not into it. */
function tooWide(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('#root *')) {
    // The table scrolls within its frame.
    if (element.closest('option, .hidden, .tally > *')) continue;
    const style = getComputedStyle(element);
    // The text of a choice is shown over the browser's own, which newer browsers measure.
    if (style.opacity === '0') continue;
    const { left, right, width } = element.getBoundingClientRect();
    const tell = (what: string) => found.push(`${what}: ${element.tagName} ${element.textContent.slice(0, 50)}`);
    if (width > 0 && (left < -1 || right > innerWidth + 1)) tell('beside the screen');
    if (style.display !== 'inline' && !element.matches('.tally') && element.scrollWidth > element.clientWidth + 1)
      tell('wider than its box');
    if (style.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1) tell('cut below');
  }
  return found;
}
