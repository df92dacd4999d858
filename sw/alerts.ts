import type { PushMessage } from '#contract/push.ts';
import { forgetPath, keepPath, OPEN, readMark } from './deviceMark.ts';

declare const self: ServiceWorkerGlobalScope;

const ANSWER_MS = 1_000;
const LOG_IN = '/login?redirect=';

/** By hand: zod would weigh more than the worker. */
function read(data: PushMessageData | null): PushMessage | undefined {
  try {
    const message = data?.json();
    const { v, for: mark, tag, category, date } = message;
    const isMessage =
      v === 1 && mark && tag && /^(attendance|piecework|break) \d{4}-\d\d-\d\d$/.test(`${category} ${date}`);
    return isMessage ? message : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Shows a message, always: browsers take the right away from whoever gets some without showing any. One for another mark says nothing but
 * that there is something, and ends the subscription; so does not one that cannot be read, which a newer server may have sent.
 */
async function show(data: PushMessageData | null) {
  const message = read(data);
  // Null: the disk does not say, as WebKit's now and then.
  const mark = await readMark().catch(() => null);
  const isOurs = message !== undefined && message.for === mark;
  await self.registration.showNotification('Tallyboard', {
    body: isOurs ? `A new ${message.category} summary is ready.` : 'Log in to see what is new.',
    tag: isOurs ? message.tag : 'new',
    icon: '/icons/icon-192.png',
    badge: '/icons/monochrome-512.png',
    data: isOurs ? `/employer/overview?date=${message.date}` : '/employer/overview',
  });
  if (message && mark !== null && !isOurs) await (await self.registration.pushManager.getSubscription())?.unsubscribe();
}

/** Opens the day of a summary: in a window that is there, else behind the log-in. */
async function open(path: string) {
  await keepPath(path).catch(() => undefined);
  const windows = await self.clients.matchAll({ type: 'window' });
  const page = windows.find(({ url }) => !new URL(url).pathname.startsWith('/rc'));
  if (!page) return void (await self.clients.openWindow(LOG_IN + encodeURIComponent(path)));
  // Allowed after a click only, which nothing but a browser makes.
  await page.focus().catch(() => undefined);
  if (await hasOpened(page, path)) await forgetPath().catch(() => undefined);
  else await page.navigate(path);
}

/** Asks a page to go to a path; false when it does not answer. */
function hasOpened(page: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
    page.postMessage({ type: OPEN, path }, [port2]);
  });
}

/** Shows what the server sends, and leads from there into the application (spec/signin.md section 2). */
export function listenForAlerts() {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(String(event.notification.data)));
  });
}
