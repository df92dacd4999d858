import type { CDPSession, Worker } from '@playwright/test';
import { controlled, expect, test, WHOLE_BROWSER } from '#tests/support/e2e.ts';

test.use({ serviceWorkers: 'allow', ...WHOLE_BROWSER });

type Shown = { body: string; tag: string };
/** The types of a worker's globals, because the tests are compiled with those of pages. */
type Scope = { registration: ServiceWorkerRegistration; NotificationEvent: new (type: string, init: object) => Event };

/** Delivers a push message to a page's worker, as a push service would. */
async function pushTo(cdp: CDPSession, origin: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [ours] = registrations.filter(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
    if (ours) resolve(ours.registrationId);
  });
  let isStopped = false;
  cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { scriptURL, runningStatus } of versions)
      if (scriptURL === `${origin}/sw.js`) isStopped = runningStatus === 'stopped';
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await promise;
  return {
    deliver: (data: string) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    /** Ends the worker, as the browser does with idle ones. */
    async stop() {
      await cdp.send('ServiceWorker.stopAllWorkers');
      await expect.poll(() => isStopped).toBe(true);
    },
  };
}

const shownBy = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const scope = self as unknown as Scope;
    return (await scope.registration.getNotifications()).map(({ body, tag }) => ({ body, tag }));
  });

test('alerts are turned on, shown, and lead to their day', async ({ page, context, world, login }) => {
  await context.grantPermissions(['notifications'], { origin: world.origin });
  // The test has no push service, so the subscription is made by hand.
  await page.addInitScript(() => {
    let made: object | null = null;
    const subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const keys = {
        p256dh: await crypto.subtle.exportKey('raw', pair.publicKey),
        auth: crypto.getRandomValues(new Uint8Array(16)).buffer,
      };
      const text = applicationServerKey.replace(/-/g, '+').replace(/_/g, '/');
      made = {
        endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
        options: { applicationServerKey: Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer },
        getKey: (name: 'p256dh' | 'auth') => keys[name],
        unsubscribe: async () => true,
      };
      return made;
    };
    Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => made });
  });
  await login(page, await world.user({ role: 'employer' }));
  await controlled(page);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Alerts on this device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alerts on this device' });
  await dialog.getByLabel('This device is mine alone').check();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const { mark } = await (await saved).json();
  await expect(dialog.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const worker = context.serviceWorkers().find((one) => one.url() === `${world.origin}/sw.js`);
  if (!worker) throw new Error('No worker');
  const { deliver, stop } = await pushTo(await context.newCDPSession(page), world.origin);
  const message = { v: 1, for: mark, tag: 'a', category: 'piecework', date: '2026-11-20' };
  const ours = { body: 'A new piecework summary is ready.', tag: 'a' };
  const unknown = { body: 'Log in to see what is new.', tag: 'new' };

  // The message is shown once, however often it is delivered.
  for (let n = 0; n < 2; n++) await deliver(JSON.stringify(message));
  await expect.poll(() => shownBy(worker)).toEqual([ours]);
  await worker.evaluate(() => {
    const { pushManager } = (self as unknown as Scope).registration;
    Object.assign(self, { ended: 0 });
    const unsubscribe = async () => Object.assign(self, { ended: Number(Reflect.get(self, 'ended')) + 1 });
    Object.assign(Object.getPrototypeOf(pushManager), { getSubscription: async () => ({ unsubscribe }) });
  });
  const ended = () => worker.evaluate(() => Number(Reflect.get(self, 'ended')));
  // A message that cannot be read, or that a newer server sends, shows a general notification and ends no subscription.
  for (const data of ['', 'no JSON', '{}', JSON.stringify({ ...message, v: 2 })]) await deliver(data);
  await expect.poll(() => shownBy(worker)).toEqual(expect.arrayContaining([ours, unknown]));
  expect(await ended()).toBe(0);
  // A message for another user is not shown, and its subscription ends.
  await deliver(JSON.stringify({ ...message, for: 'another', tag: 'b' }));
  await expect.poll(ended).toBe(1);
  expect((await shownBy(worker)).map(({ tag }) => tag).sort()).toEqual(['a', 'new']);

  const click = () =>
    worker.evaluate(async () => {
      const scope = self as unknown as Scope;
      const [notification] = await scope.registration.getNotifications({ tag: 'a' });
      if (!notification) throw new Error('Nothing is shown');
      self.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    });
  await click();
  await expect(page).toHaveURL(/\/employer\/overview\?date=2026-11-20/);
  await expect.poll(async () => (await shownBy(worker)).map(({ tag }) => tag)).toEqual(['new']);

  await stop();
  await deliver(JSON.stringify({ ...message, tag: 'c' }));
  const tags = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (await registration?.getNotifications())?.map(({ tag }) => tag).sort();
    });
  await expect.poll(tags).toEqual(['c', 'new']);
});
