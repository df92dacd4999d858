import { asMissing } from '../lib/missingChunk.ts';
import { tabStorage } from '../lib/storage.ts';
import { reachability } from '../state/reachability.ts';
import { fetchVersion } from './poll.ts';
import { reloadPage } from './reload.ts';
import { isShellStale } from './stale.ts';

const KEY = 'tb.chunks';

/**
 * Handles a file of the application that could not be loaded. If the server answers, a release has deleted it: the page reloads, once per address. If
 * it does not, reloading would lose the page, so the component that needs the file shows the failure (`ui/lazyWithRetry.tsx`). This covers lazy
 * dialogs and charts, and the router's chunks, which the router would otherwise reload for by itself.
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
