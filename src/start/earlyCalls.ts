import { hasCrew } from './crew.ts';
import { requestHeaders } from './deviceId.ts';

/**
 * The dashboard's first calls, sent by the page itself while the scripts are loading: their addresses are stored (storedCalls.ts), and the
 * answers are ready when the application sends the same requests.
 */
type EarlyAnswer = { reply: Response /** When it came, epoch ms. */; at: number };
declare global {
  interface Window {
    tbEarly?: { token: string; answers: Record<string, Promise<EarlyAnswer>> };
  }
}

/** An older answer is requested again: a refresh would have been due by then. */
const FRESH_MS = 30_000;
const MAX_CALLS = 12;

const addresses = new Set<string>();
let isOver = false;

/**
 * Sends the calls with a session's token. Their answers wait in `window`, because the application is another script: a caller that reads one before it reads
 * a copy.
 */
export function sendEarly(urls: readonly string[], token: string) {
  const answers: Record<string, Promise<EarlyAnswer>> = {};
  for (const url of urls) {
    const answer = fetch(url, { headers: requestHeaders(token), cache: 'no-store' });
    const call = answer.then((reply) => ({ reply, at: Date.now() }));
    // A failure is handled by the caller that takes the answer, if there is one.
    call.catch(() => undefined);
    answers[url] = call;
  }
  window.tbEarly = { token, answers };
}

/** Records an address that this page fetches, until the first calls are stored. */
export function noteCall(url: string) {
  if (!isOver && addresses.size < MAX_CALLS) addresses.add(url);
}

/** Returns the calls to send at the next start of this tab on the same day: the first calls of this one that are about the figures of
 * everybody in an account. */
export function startCalls(date: string): string[] {
  isOver = true;
  return [...addresses].filter((one) => {
    const { pathname, searchParams } = new URL(one);
    const isFigure =
      /^\/v2\/(stats|account)\//.test(pathname) &&
      (searchParams.get('cacheKey') ?? '0') === '0' &&
      !hasCrew(searchParams);
    return isFigure && (searchParams.get('referenceDate') ?? date) === date;
  });
}

/** Returns, once, the answer to a request that the page has sent already with the same token; undefined when there is none, or when it failed. */
export async function takeEarly(url: string, token: string | undefined): Promise<EarlyAnswer | undefined> {
  const early = window.tbEarly;
  const answer = early?.answers[url];
  if (!early || !answer || early.token !== token || performance.now() > FRESH_MS) return undefined;
  delete early.answers[url];
  return answer.catch(() => undefined);
}
