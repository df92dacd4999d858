import { asMissing } from '../lib/missingChunk.ts';
import { tabStorage } from '../lib/storage.ts';
import { reachability } from '../state/reachability.ts';
import { fetchVersion } from './poll.ts';
import { reloadPage } from './reload.ts';
import { isShellStale } from './stale.ts';

const KEY = 'tb.chunks';

/**
 * A part of the application that did not come. Where the server answers, a release took it away: the page loads again, once per address.
 * Where it does not, a page that is left would be lost: it stays, and the component that needs the file says so (`ui/lazyWithRetry.tsx`). Covers lazy dialogs and
 * charts, and the router's chunks: at words that are not the browser's it does not reload by itself.
 */
export function reloadOnLostChunk() {
  addEventListener('vite:preloadError', (event) => {
    const { message } = asMissing('payload' in event ? event.payload : undefined);
    void reloadWhereAnswered(message.match(/https?:\S+/)?.[0] ?? message);
  });
}

async function reloadWhereAnswered(address: string) {
  const seen = tabStorage.get(KEY)?.split('\n') ?? [];
  if (seen.includes(address) && !isShellStale()) return;
  reachability.unanswered();
  await fetchVersion();
  if (!reachability.isOnline()) return;
  if (!tabStorage.set(KEY, [...seen.slice(-20), address].join('\n'))) return;
  reloadPage(isShellStale() ? 'plain' : 'network', address);
}
