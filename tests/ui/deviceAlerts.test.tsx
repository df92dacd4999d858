import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { logOut } from '#contract/access/session.ts';
import { deletePush, getPush, type PushState, savePush, testPush } from '#contract/reports/push.ts';
import { deviceStorage } from '#src/lib/storage.ts';
import { makeRouter } from '#src/router.ts';
import { watchDeviceAlerts } from '#src/shell/deviceAlerts.ts';
import { endSession } from '#src/shell/session/lifecycle.ts';
import { session } from '#src/state/session.ts';
import { keepPath, readMark } from '#sw/deviceMark.ts';
import { answer, asked, refused } from '#tests/support/fakeApi.ts';
import { renderApp, sessionInfo, signedIn } from '#tests/support/ui.tsx';

const bytes = (fill: number, length: number) => new Uint8Array(length).fill(fill);
const base64url = (of: Uint8Array) => Buffer.from(of).toString('base64url');
const PUBLIC_KEY = base64url(bytes(4, 65));
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/abc';
const hashOf = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');

type Made = {
  endpoint: string;
  options: { applicationServerKey: ArrayBuffer };
  unsubscribe: () => Promise<boolean>;
  getKey: (name: string) => ArrayBuffer;
};
/** The state of the fake browser. */
let browser: { made: Made | undefined; permission: NotificationPermission; asked: number; cannot: boolean };
function subscribe({ applicationServerKey }: { applicationServerKey: string }) {
  if (browser.cannot) return Promise.reject(new Error('no push service'));
  browser.made = {
    endpoint: ENDPOINT,
    getKey: (name) => (name === 'auth' ? bytes(1, 16) : bytes(4, 65)).buffer,
    options: { applicationServerKey: Uint8Array.from(Buffer.from(applicationServerKey, 'base64url')).buffer },
    unsubscribe: async () => {
      browser.made = undefined;
      return true;
    },
  };
  return Promise.resolve(browser.made);
}
const pushManager = { subscribe, getSubscription: async () => browser.made ?? null };

beforeEach(() => {
  browser = { made: undefined, permission: 'default', asked: 0, cannot: false };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.asked++;
      if (browser.permission === 'default') browser.permission = 'granted';
      return browser.permission;
    },
  });
  const worker = Object.assign(new EventTarget(), {
    getRegistration: async () => ({ pushManager }),
    startMessages() {},
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'userAgent');
  // Without service workers nothing is watched.
  watchDeviceAlerts(makeRouter());
});

const OFF: PushState = { publicKey: PUBLIC_KEY, device: null };
const onWith = async (over = {}): Promise<PushState> => ({
  publicKey: PUBLIC_KEY,
  device: { mark: 'mine', categories: ['attendance', 'piecework'], endpointHash: await hashOf(ENDPOINT), ...over },
});
async function openDialog() {
  const app = renderApp('/employer/overview');
  await app.user.click(await screen.findByRole('button', { name: /^User menu/ }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Alerts on this device' }));
  return { ...app, dialog: await screen.findByRole('dialog', { name: 'Alerts on this device' }) };
}
const signIn = () => signedIn(sessionInfo({ deviceAlerts: true }));

test('for users who may not have them, or on a server without them, the menu does not mention them', async () => {
  signedIn(sessionInfo());
  const app = renderApp('/employer/overview');
  await app.user.click(await screen.findByRole('button', { name: /^User menu/ }));
  await screen.findByRole('menuitem', { name: 'Log Out' });
  expect(screen.queryByText('Alerts on this device')).toBeNull();
});

describe('a browser that cannot have them says why', () => {
  test.each<[string, () => unknown]>([
    ['Alerts need an address that begins with https.', () => vi.stubGlobal('isSecureContext', false)],
    [
      'Install Tallyboard first.',
      () => Object.defineProperty(navigator, 'userAgent', { configurable: true, value: 'iPhone' }),
    ],
    ['This browser cannot receive alerts.', () => Reflect.deleteProperty(window, 'PushManager')],
    [
      'Notifications are blocked for Tallyboard. Allow them in the settings of this browser.',
      () => {
        browser.permission = 'denied';
      },
    ],
  ])('%s', async (words, given) => {
    given();
    signIn();
    const { dialog } = await openDialog();
    expect(within(dialog).getByText(words)).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Turn on' })).toBeNull();
    expect(asked.filter((line) => line.includes('push'))).toEqual([]);
  });
});

test('are turned on in one tap, tested, chosen, and turned off', async () => {
  signIn();
  answer(getPush, OFF);
  const saved = answer(savePush, { mark: 'mine' });
  const { dialog, user } = await openDialog();
  expect(
    await within(dialog).findByText('A notification says only that a summary is ready. You log in to read it.'),
  ).toBeTruthy();
  const turnOn = within(dialog).getByRole('button', { name: 'Turn on' });
  expect(turnOn.hasAttribute('disabled')).toBe(true);
  expect(browser.asked).toBe(0);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Break' }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'This device is mine alone' }));
  answer(getPush, await onWith({ categories: ['attendance', 'piecework', 'event'] }));
  await user.click(turnOn);
  await within(dialog).findByRole('button', { name: 'Turn off' });
  expect(saved.map(({ body }) => body)).toEqual([
    {
      endpoint: ENDPOINT,
      keys: { p256dh: base64url(bytes(4, 65)), auth: base64url(bytes(1, 16)) },
      categories: ['attendance', 'piecework', 'event', 'report'],
      isMine: true,
    },
  ]);
  expect([await readMark(), deviceStorage.get('tb.alerts')]).toEqual(['mine', session.get()?.info.userId]);

  const tested = answer(testPush, { ok: true });
  await user.click(within(dialog).getByRole('button', { name: 'Send a test' }));
  expect(await within(dialog).findByText('A test is on its way to this device.')).toBeTruthy();
  expect(tested).toHaveLength(1);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Events' }));
  await waitFor(() => expect(saved.at(-1)?.body).toMatchObject({ categories: ['attendance', 'piecework'] }));
  answer(deletePush, { ok: true });
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Turn off' }).hasAttribute('disabled')).toBe(false),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Turn off' }));
  await within(dialog).findByRole('button', { name: 'Turn on' });
  expect([browser.made, await readMark(), deviceStorage.get('tb.alerts')]).toEqual([undefined, undefined, null]);
});

test('a refusal of browser or server is shown, and nothing is left behind', async () => {
  signIn();
  answer(getPush, OFF);
  const { dialog, user } = await openDialog();
  await user.click(await within(dialog).findByRole('checkbox', { name: 'This device is mine alone' }));
  const turnOn = () => user.click(within(dialog).getByRole('button', { name: 'Turn on' }));
  browser.cannot = true;
  await turnOn();
  expect(await within(dialog).findByText('This browser cannot receive alerts.')).toBeTruthy();
  browser.cannot = false;
  answer(savePush, refused(409, 'LIMIT_REACHED', 'You have alerts on 5 devices. Turn them off on one first.'));
  await turnOn();
  expect(await within(dialog).findByText(/^You have alerts on 5 devices/)).toBeTruthy();
  expect([browser.made, deviceStorage.get('tb.alerts')]).toEqual([undefined, null]);
  browser.permission = 'denied';
  await turnOn();
  expect(await within(dialog).findByText(/^Notifications are blocked/)).toBeTruthy();
});

test('if alerts were switched off since the log-in the dialog says so', async () => {
  signIn();
  answer(getPush, refused(404, 'NOT_FOUND', 'Alerts on devices are switched off.'));
  const { dialog } = await openDialog();
  expect(await within(dialog).findByText('Alerts on devices are switched off.')).toBeTruthy();
});

/** Signs in a user whose browser already has alerts when the application starts. */
async function givenAlerts(state: PushState | Response, permission: NotificationPermission = 'granted') {
  signIn();
  browser.permission = permission;
  await subscribe({ applicationServerKey: PUBLIC_KEY });
  deviceStorage.set('tb.alerts', session.get()?.info.userId ?? '');
  const compared = answer(getPush, state);
  const app = renderApp('/nologin');
  watchDeviceAlerts(app.router);
  await waitFor(() => expect(compared.length).toBeGreaterThan(0));
  return app;
}

describe('at each start, and at each log-in', () => {
  test('a browser that agrees with the server is left alone', async () => {
    await givenAlerts(await onWith());
    await waitFor(async () => expect(await readMark()).toBe('mine'));
    expect([browser.made?.endpoint, asked.includes('PUT /v2/push')]).toEqual([ENDPOINT, false]);
  });

  test.each<[string, () => Promise<PushState>]>([
    ['key', async () => ({ ...(await onWith()), publicKey: base64url(bytes(5, 65)) })],
    ['endpoint', () => onWith({ endpointHash: 'f'.repeat(64) })],
  ])('another %s than the server knows: subscribed anew, with the categories of before', async (_, state) => {
    const saved = answer(savePush, { mark: 'mine' });
    const known = await state();
    await givenAlerts(known);
    await waitFor(() => expect(saved).toMatchObject([{ body: { categories: ['attendance', 'piecework'] } }]));
    expect(base64url(new Uint8Array(browser.made?.options.applicationServerKey ?? new ArrayBuffer()))).toBe(
      known.publicKey,
    );
  });

  test('a server that does not know it any more, or has alerts off, ends it', async () => {
    await givenAlerts(OFF);
    await waitFor(() => expect(deviceStorage.get('tb.alerts')).toBeNull());
    expect([browser.made, await readMark()]).toEqual([undefined, undefined]);
  });

  test('a new password ends it, even in the session that continues', async () => {
    await givenAlerts(await onWith());
    await waitFor(async () => expect(await readMark()).toBe('mine'));
    answer(getPush, OFF);
    const { id = '', info } = session.get() ?? {};
    if (info) session.setInfo(id, { ...info, cacheSecret: 'BBECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8' });
    await waitFor(async () =>
      expect([browser.made, deviceStorage.get('tb.alerts'), await readMark()]).toEqual([undefined, null, undefined]),
    );
  });

  test('a withdrawn right ends it', async () => {
    await givenAlerts(refused(401, 'PERMISSION_DENIED', 'You may not do this.'));
    await waitFor(async () =>
      expect([browser.made, deviceStorage.get('tb.alerts'), await readMark()]).toEqual([undefined, null, undefined]),
    );
  });

  test('a withdrawn browser permission ends it on the server too', async () => {
    const deleted = answer(deletePush, { ok: true });
    await givenAlerts(await onWith(), 'denied');
    await waitFor(() => expect([deleted.length, browser.made]).toEqual([1, undefined]));
  });

  test('a log-out ends it here, even without a connection; a session that ran out keeps it', async () => {
    await givenAlerts(await onWith());
    await waitFor(async () => expect(await readMark()).toBe('mine'));
    const told = answer(logOut, { ok: true });
    await endSession({ message: 'Your session ran out', tellServer: true });
    await waitFor(() => expect(told.map(({ url }) => url.search)).toEqual(['?reason=timeout']));
    expect(deviceStorage.get('tb.alerts')).not.toBeNull();
    signIn();
    answer(logOut, () => Response.error());
    await endSession({ tellServer: true });
    await waitFor(() => expect([browser.made, deviceStorage.get('tb.alerts')]).toEqual([undefined, null]));
    await waitFor(async () => expect(await readMark()).toBeUndefined());
    // A log-out is repeated until the server has it.
    const repeated = answer(logOut, { ok: true });
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(repeated).toHaveLength(1);
    });
  });

  test('another user who logs in has none', async () => {
    await givenAlerts(await onWith());
    await endSession({ message: 'Your session ran out' });
    signedIn(sessionInfo({ userId: '0199a000-0000-7000-8000-00000000000f' }));
    await waitFor(() => expect([browser.made, deviceStorage.get('tb.alerts')]).toEqual([undefined, null]));
  });

  test('a notification opens its day: in this window, or after the next log-in within five minutes', async () => {
    const { router } = await givenAlerts(await onWith());
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    const data = { type: 'OPEN', path: '/employer/overview?date=2026-11-20' };
    navigator.serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port2] }));
    expect(await answered).toBe(true);
    await waitFor(() => expect(router.history.location.href).toContain('date=2026-11-20'));
    await keepPath('/employer/overview?date=2026-11-19');
    await endSession({ message: 'Your session ran out' });
    await screen.findByLabelText('Username');
    await waitFor(() => expect(router.state.status).toBe('idle'));
    signIn();
    await waitFor(() => expect(router.history.location.href).toContain('date=2026-11-19'));
  });
});
