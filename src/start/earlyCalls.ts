import { requestHeaders } from './deviceId.ts';

/**
 * The dashboard's first calls, sent by the page itself while the scripts are loading: their addresses are stored with the tab's last view, and the
 * answers are ready when the application sends the same requests.
 */
type EarlyAnswer = { reply: Response /** When it came, epoch ms. */; at: number };
declare global {
  interface Window {
    tbEarly?: { token: string; asked: Record<string, Promise<EarlyAnswer>> };
  }
}

/** An older answer is requested again: a refresh would have been due by then. */
const FRESH_MS = 30_000;
const MAX_CALLS = 12;

const asked = new Set<string>();
let isOver = false;

/**
 * Sends the calls with a session's token. The answers wait in `window`, because the application is another script; `onAnswer` is told the body of each that
 * is good, as JSON.
 */
export function sendEarly(urls: readonly string[], token: string, onAnswer: (url: string, body: unknown) => void) {
  const calls: Record<string, Promise<EarlyAnswer>> = {};
  for (const url of urls) {
    const answer = fetch(url, { headers: requestHeaders(token), cache: 'no-store' });
    const call = answer.then((reply) => ({ reply, at: Date.now() }));
    // Read from a copy, which is made before the application can take the answer. It also handles a failure.
    const body = call.then(({ reply }) => (reply.ok ? reply.clone().json() : Promise.reject(reply)));
    body.then((answer) => onAnswer(url, answer)).catch(() => undefined);
    calls[url] = call;
  }
  window.tbEarly = { token, asked: calls };
}

/** Records an address that this page fetches, until its first view is stored. */
export function noteCall(url: string) {
  if (!isOver && asked.size < MAX_CALLS) asked.add(url);
}

/** Returns the calls to send at the next start of this tab on the same day: the first calls of this one that are about an account's figures. */
export function startCalls(date: string): string[] {
  isOver = true;
  return [...asked].filter((one) => {
    const { pathname, searchParams } = new URL(one);
    const isFigure = /^\/v2\/(stats|account)\//.test(pathname) && (searchParams.get('cacheKey') ?? '0') === '0';
    return isFigure && (searchParams.get('referenceDate') ?? date) === date;
  });
}

/** Returns, once, the answer to a request that the page has sent already with the same token; undefined when there is none, or when it failed. */
export async function takeEarly(url: string, token: string | undefined): Promise<EarlyAnswer | undefined> {
  const early = window.tbEarly;
  const answer = early?.asked[url];
  if (!early || !answer || early.token !== token || performance.now() > FRESH_MS) return undefined;
  delete early.asked[url];
  return answer.catch(() => undefined);
}
