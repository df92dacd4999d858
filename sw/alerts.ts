import type { PushMessage } from '#contract/reports/push.ts';
import { forgetPath, keepPath, OPEN, readMark } from './deviceMark.ts';

declare const self: ServiceWorkerGlobalScope;

const ANSWER_MS = 1_000;
const LOG_IN = '/login?redirect=';
/** In the language of the browser: whose message it is, or in which language, is not known. */
const NEWS: Record<string, string> = {
  af: 'Meld aan om te sien wat nuut is.',
  es: 'Inicie sesión para ver las novedades.',
  fr: 'Connectez-vous pour voir les nouveautés.',
  pt: 'Entre para ver as novidades.',
};

/** Read without zod, which would weigh more than the whole worker. */
function read(data: PushMessageData | null): PushMessage | undefined {
  try {
    const message = data?.json();
    const { v, for: mark, tag, category, date } = message;
    const isMessage =
      v === 1 &&
      mark &&
      tag &&
      /^(attendance|piecework|break|event|report) \d{4}-\d\d-\d\d$/.test(`${category} ${date}`);
    return isMessage ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what the message says in the language of its user, which for English is left to this worker. */
const textOf = ({ text, category }: PushMessage) =>
  text ?? `A new ${category}${category === 'report' ? '' : ' summary'} is ready.`;

/**
 * Always shows a notification: browsers withdraw the permission of an application that receives messages without showing any. A message with another
 * mark only says that there is something, and ends the subscription. One that cannot be read, perhaps because a newer server sent it, says the same
 * but ends nothing.
 */
async function show(data: PushMessageData | null) {
  const message = read(data);
  // Null: IndexedDB cannot be read, which happens now and then in WebKit.
  const mark = await readMark().catch(() => null);
  const isOurs = message !== undefined && message.for === mark;
  await self.registration.showNotification('Tallyboard', {
    body: isOurs ? textOf(message) : (NEWS[navigator.language.slice(0, 2)] ?? 'Log in to see what is new.'),
    tag: isOurs ? message.tag : 'new',
    icon: '/icons/icon-192.png',
    badge: '/icons/monochrome-512.png',
    data: isOurs ? `/employer/overview?date=${message.date}` : '/employer/overview',
  });
  if (message && mark !== null && !isOurs) await (await self.registration.pushManager.getSubscription())?.unsubscribe();
}

/** Opens the day of a summary: in a window that is open already, else through the log-in. */
async function open(path: string) {
  await keepPath(path).catch(() => undefined);
  const windows = await self.clients.matchAll({ type: 'window' });
  const page = windows.find(({ url }) => !new URL(url).pathname.startsWith('/rc'));
  if (!page) return void (await self.clients.openWindow(LOG_IN + encodeURIComponent(path)));
  // Browsers allow it only after a click, which a test cannot make.
  await page.focus().catch(() => undefined);
  if (await hasOpened(page, path)) await forgetPath().catch(() => undefined);
  else await page.navigate(path);
}

/** Asks a page to navigate to a path; resolves to false when it does not answer. */
function hasOpened(page: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
    page.postMessage({ type: OPEN, path }, [port2]);
  });
}

/** Shows messages of the server as notifications, and opens the application at their day. */
export function listenForAlerts() {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(String(event.notification.data)));
  });
}
