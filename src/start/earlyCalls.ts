import { requestHeaders } from './deviceId.ts';

/**
 * The dashboard's first calls, sent by the page itself while the scripts are on their way: their addresses are kept with the tab's last
 * view, and the answers are there when the application asks for the same.
 */
type EarlyAnswer = { reply: Response /** When it came, epoch ms. */; at: number };
declare global {
  interface Window {
    tbEarly?: { token: string; asked: Record<string, Promise<EarlyAnswer>> };
  }
}

/** An older answer is asked for anew: a refresh would have come round by then. */
const FRESH_MS = 30_000;
const MAX_CALLS = 12;

const asked = new Set<string>();
let isOver = false;

/** Sends the calls with a session's token. The answers wait in `window`, because the application is another script. */
export function sendEarly(urls: readonly string[], token: string) {
  const calls: Record<string, Promise<EarlyAnswer>> = {};
  for (const url of urls) {
    const answer = fetch(url, { headers: requestHeaders(token), cache: 'no-store' });
    const call = answer.then((reply) => ({ reply, at: Date.now() }));
    // A failure is met by whoever takes the answer, or by nobody.
    call.catch(() => undefined);
    calls[url] = call;
  }
  window.tbEarly = { token, asked: calls };
}

/** Notes an address that this page reads, until its first view is kept. */
export function noteCall(url: string) {
  if (!isOver && asked.size < MAX_CALLS) asked.add(url);
}

/** Returns what the next start of this tab will ask for the same day: the first calls of this one that are of an account's figures. */
export function startCalls(date: string): string[] {
  isOver = true;
  return [...asked].filter((one) => {
    const { pathname, searchParams } = new URL(one);
    const isFigure = /^\/v2\/(stats|account)\//.test(pathname) && (searchParams.get('cacheKey') ?? '0') === '0';
    return isFigure && (searchParams.get('referenceDate') ?? date) === date;
  });
}

/** The answer to what the page has asked already with the same token, once; undefined when there is none, or when it failed. */
export async function takeEarly(url: string, token: string | undefined): Promise<EarlyAnswer | undefined> {
  const early = window.tbEarly;
  const answer = early?.asked[url];
  if (!early || !answer || early.token !== token || performance.now() > FRESH_MS) return undefined;
  delete early.asked[url];
  return answer.catch(() => undefined);
}
