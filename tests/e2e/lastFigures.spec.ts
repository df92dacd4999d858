import type { BrowserContext, Page } from '@playwright/test';
import { loginResponse } from '#contract/access/session.ts';
import type { Login, RemoteWorld } from '#tests/support/e2e.messages.ts';
import { controlled, expect, NEW, setOffline, test } from '#tests/support/e2e.ts';

/** The situations of docs/decisions/037, each as a start of the application without a session after its user has chosen 'Show last figures before log-in'. */
const HOUR_MS = 3_600_000;
const PEOPLE = 1_234;
const MARK = 'tb.lastFigures.stored';
type Open = (page: Page, login: Login, path: string) => Promise<void>;

const figures = (page: Page) => page.locator('#root section').filter({ has: page.locator('dd') });
const mark = (page: Page) => page.evaluate((key) => localStorage.getItem(key), MARK);

/** A device that has stored the figures of an employer, at a page that is closed. */
async function stored(page: Page, world: RemoteWorld, open: Open) {
  const user = await world.user({ role: 'employer' });
  await world.employees(user.accountId, PEOPLE);
  await open(page, user, '/employer/overview');
  await choose(page);
  await expect.poll(() => mark(page)).toBe('1');
  return user;
}
async function choose(page: Page) {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show last figures before log-in' }).click();
  await page.keyboard.press('Escape');
}
/** Starts the application, which was closed. */
async function start(page: Page, path = '/') {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(path);
  await expect(page.locator('#root form')).toBeVisible();
}
async function later(page: Page, ms: number) {
  // An open page would notice the clock, and store its session again.
  await start(page);
  await page.clock.setFixedTime(Date.now() + ms);
}

/** Changes what this browser has stored, as the browser itself may. */
const change = (page: Page, to: 'an older shape' | 'a newer shape' | 'no record') =>
  page.evaluate(async (to) => {
    const opening = indexedDB.open('tallyboard-cache');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const done = (request: IDBRequest) =>
      new Promise<unknown>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const store = (mode: IDBTransactionMode) => opening.result.transaction('q', mode).objectStore('q');
    const key = (await done(store('readonly').get('last-figures-key'))) as CryptoKey;
    const entry = (await done(store('readonly').get('last-figures'))) as { iv: BufferSource; data: BufferSource };
    const plain = new TextDecoder().decode(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv: entry.iv }, key, entry.data),
    );
    const { figures, ...others } = JSON.parse(plain);
    if (to === 'an older shape') delete figures.attendance.pending;
    if (to === 'a newer shape') figures.since = 'a release of tomorrow';
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify({ figures, ...others }));
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text);
    await done(store('readwrite').put(to === 'no record' ? 'nothing of ours' : { ...entry, iv, data }, 'last-figures'));
    opening.result.close();
  }, to);

/** Returns what this browser has stored of the figures, opened with its own key. */
const opened = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('tallyboard-cache');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const store = opening.result.transaction('q').objectStore('q');
    const read = (key: string) =>
      new Promise<unknown>((resolve) => {
        const request = store.get(key);
        request.onsuccess = () => resolve(request.result);
      });
    const key = (await read('last-figures-key')) as CryptoKey;
    const entry = (await read('last-figures')) as { iv: BufferSource; data: BufferSource };
    opening.result.close();
    return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: entry.iv }, key, entry.data));
  });

test('what is stored has no name, number or token of anybody', async ({ page, world, open }) => {
  const { accountId } = await stored(page, world, open);
  const text = await opened(page);
  const { owner, figures } = JSON.parse(text);
  expect(owner).toEqual({ accountId, userId: expect.stringMatching(/^[0-9a-f-]{36}$/), proof: expect.any(String) });
  const texts: string[] = [];
  JSON.parse(JSON.stringify(figures), (_, value) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  expect(texts).toEqual([expect.stringMatching(/^Account /), 'Africa/Johannesburg', '0']);
  const { token, info } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('tb.session') ?? ''));
  for (const secret of [token, info.cacheSecret, info.username, info.lastName]) {
    expect(secret.length).toBeGreaterThan(8);
    expect(text).not.toContain(secret);
  }
});

test('in each language, light and dark, on a narrow phone, from right to left', async ({ page, world, open }) => {
  await stored(page, world, open);
  await page.setViewportSize({ width: 320, height: 700 });
  const words = {
    en: ['Present', 'Late', 'just now'],
    af: ['Teenwoordig', 'Laat'],
    es: ['Presentes', 'Tarde'],
    fr: ['Présent', 'Employés'],
    pt: ['Presente', 'Trabalhadores'],
  };
  const cards = new Set<string>();
  for (const [language, expected] of Object.entries(words)) {
    await page.emulateMedia({ colorScheme: cards.size % 2 ? 'dark' : 'light' });
    await page.evaluate((language) => localStorage.setItem('tb.language', language), language);
    await start(page);
    const number = await page.evaluate(([tag, people]) => new Intl.NumberFormat(tag).format(people), [
      language === 'pt' ? 'pt-PT' : language,
      PEOPLE,
    ] as const);
    await expect(figures(page).locator('dd strong', { hasText: number }).first()).toBeVisible();
    for (const word of expected) await expect(figures(page)).toContainText(word);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    cards.add(await figures(page).evaluate((one) => getComputedStyle(one.parentElement ?? one).backgroundColor));
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((direction) => document.documentElement.setAttribute('dir', direction), direction);
      const { width, starts } = await page.evaluate(() => {
        const label = document.querySelector('#root section dt') ?? document.body;
        const text = document.createRange();
        text.selectNodeContents(label);
        const [box, words] = [label.getBoundingClientRect(), text.getBoundingClientRect()];
        const starts = words.left - box.left < box.right - words.right ? 'ltr' : 'rtl';
        return { width: document.documentElement.scrollWidth, starts };
      });
      expect([language, direction, width, starts]).toEqual([language, direction, 320, direction]);
    }
  }
  expect(cards.size).toBe(2);
});

type Given = { page: Page; context: BrowserContext; world: RemoteWorld; user: Login };
const SITUATIONS: readonly [string, 'figures' | 'nothing', (given: Given) => Promise<unknown>][] = [
  ['a new release', 'figures', ({ world }) => world.deploy({ api: NEW, shell: NEW })],
  ['figures of a newer release', 'figures', ({ page }) => change(page, 'a newer shape')],
  ['figures of an older release that cannot be read', 'nothing', ({ page }) => change(page, 'an older shape')],
  ['something else in their place', 'nothing', ({ page }) => change(page, 'no record')],
  ['23 hours later', 'figures', ({ page }) => later(page, 23 * HOUR_MS)],
  ['24 hours later', 'nothing', ({ page }) => later(page, 24 * HOUR_MS + 60_000)],
  ['a clock that was an hour ahead', 'nothing', ({ page }) => later(page, -HOUR_MS)],
  [
    'the browser has lost its database',
    'nothing',
    ({ page }) =>
      page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            sessionStorage.clear();
            const deleting = indexedDB.deleteDatabase('tallyboard-cache');
            deleting.onsuccess = deleting.onblocked = () => resolve();
          }),
      ),
  ],
  [
    'the browser refuses its database',
    'nothing',
    ({ page }) =>
      page.addInitScript(() => {
        indexedDB.open = () => {
          throw new DOMException('Refused', 'SecurityError');
        };
      }),
  ],
  [
    'the browser refuses all storage',
    'nothing',
    ({ page }) =>
      page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('Refused', 'SecurityError');
            },
          });
      }),
  ],
  ['the account forbids them', 'nothing', ({ world, user }) => forbid(world, user)],
  [
    'another user has logged in on this tablet',
    'nothing',
    async ({ page, world }) => {
      const other = await world.user({ role: 'employer' });
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('/login');
      await page.locator('#root').getByLabel('Username').fill(other.username);
      await page.getByLabel('Password', { exact: true }).fill(other.password);
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
      await expect.poll(() => mark(page)).toBeNull();
    },
  ],
];
for (const [name, seen, happen] of SITUATIONS)
  test(`${name}: the log-in page shows ${seen}`, async ({ page, context, world, open }) => {
    const user = await stored(page, world, open);
    await happen({ page, context, world, user });
    await start(page);
    if (seen === 'figures') return expect(figures(page)).toContainText('1,234');
    await expect(figures(page)).toHaveCount(0);
    // And the form is not hidden, as it is while figures are awaited.
    await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  });

/** The setting of the account, changed as an administrator's page does. */
async function forbid(world: RemoteWorld, { accountId }: Login) {
  const { username, password, userId } = await world.user({ role: 'admin' });
  const ask = async (path: string, method: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', 'x-device-id': userId, authorization: token };
    const reply = await fetch(`${world.origin}/v2/${path}`, { method, headers, body: JSON.stringify(body) });
    expect(reply.status, path).toBe(200);
    return reply.json();
  };
  const { token } = loginResponse.parse(await ask('session', 'POST', { username, password }));
  await ask(`account/settings/${accountId}`, 'PUT', { lastFigures: false }, token);
}

test('a private window has none of them', async ({ page, world, open, another }) => {
  await stored(page, world, open);
  const other = await (await another()).newPage();
  await other.goto('/');
  await expect(other.locator('#root form')).toBeVisible();
  await expect(figures(other)).toHaveCount(0);
});

test('a start asks the server once whether they may be shown, and a log-out on the same page takes them away', async ({
  page,
  world,
  open,
}) => {
  const { username, password } = await stored(page, world, open);
  await world.forget();
  await start(page);
  await expect(figures(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const asked = (await world.asked()).filter(({ line }) => line.includes('/session/last-figures'));
  expect(asked.map(({ line, status }) => [line, status])).toEqual([['POST /v2/session/last-figures', 200]]);

  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  // Whatever is shown for a moment is seen.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const isLoggedOut = location.pathname === '/login' && !sessionStorage.getItem('tb.session');
      if (isLoggedOut && document.querySelector('section dl')) document.documentElement.dataset.flashed = '';
    }).observe(document, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.locator('#root form')).toBeVisible();
  await expect(figures(page)).toHaveCount(0);
  await expect(page.locator('html[data-flashed]')).toHaveCount(0);
});

test.describe('an installed application', () => {
  test.use({ serviceWorkers: 'allow' });
  test('they are in the first picture, before the page is rendered, and do not move when it is', async ({
    page,
    world,
    open,
  }) => {
    await stored(page, world, open);
    await page.addInitScript(() => {
      const top = (root: string) => document.querySelector(`${root} section dl`)?.getBoundingClientRect().top;
      new MutationObserver(() => {
        const { dataset } = document.documentElement;
        const places = { first: top('#shell #shell-figures'), rendered: top('#root') };
        for (const [name, place] of Object.entries(places))
          if (place !== undefined && dataset[name] === undefined) dataset[name] = place.toFixed();
      }).observe(document, { childList: true, subtree: true });
    });
    await controlled(page);
    for (const isOffline of [false, true])
      for (const width of [320, 390, 1440]) {
        await setOffline(page.context(), isOffline);
        await page.setViewportSize({ width, height: 800 });
        const html = page.locator('html');
        // On a busy machine the page may be rendered before the figures are read.
        for (let starts = 0; starts < 3; starts += 1) {
          await start(page);
          await expect(html).toHaveAttribute('data-rendered', /\d/);
          if ((await html.getAttribute('data-first')) !== null) break;
        }
        await expect(html).toHaveAttribute('data-first', (await html.getAttribute('data-rendered')) ?? '');
        await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toHaveCount(isOffline ? 1 : 0);
      }
  });
});

test('with a passkey of the device the press logs in', async ({ page, world, open, context }) => {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const user = await stored(page, world, open);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log-in options' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey 1')).toBeVisible();
  // The authenticator would accept the offer in the username field by itself, before the press.
  await page.addInitScript(() => {
    const { get } = navigator.credentials;
    navigator.credentials.get = async function (asked) {
      if (asked?.mediation !== 'conditional') return get.call(this, asked);
      return new Promise((_, fail) => asked.signal?.addEventListener('abort', () => fail(asked.signal?.reason)));
    };
  });
  await start(page);
  await figures(page).getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/employer\/overview/);
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
});
