import { asMissing, spared } from '../lib/missingChunk.ts';
import { tabStorage } from '../lib/storage.ts';
import { reachability } from '../state/reachability.ts';
import { fetchVersion } from './poll.ts';
import { reloadPage } from './reload.ts';
import { isShellStale } from './stale.ts';

const KEY = 'tb.chunks';

/**
 * Handles a file of the application that could not be loaded. If the server then tells its version, a release has deleted the file: the page reloads,
 * once per address. If it does not, reloading would lose the page, so the component that needs the file shows the failure
 * (`ui/lazyWithRetry.tsx`). This covers lazy dialogs and charts, and the router's chunks, which the router would otherwise reload for by itself.
 * Returns the function that stops it.
 */
export function reloadOnLostChunk(ask = fetchVersion, reload = reloadPage): () => void {
  async function onLost(event: Event) {
    const error = asMissing('payload' in event ? event.payload : undefined);
    const { message } = error;
    const address = message.match(/https?:\S+/)?.[0] ?? message;
    const seen = tabStorage.get(KEY)?.split('\n') ?? [];
    if (seen.includes(address) && !isShellStale()) return;
    reachability.unanswered();
    // Not `reachability`: the late answer of an earlier call, whose connection is gone by now, counts there as well.
    if ((await ask()) === null || spared.has(error)) return;
    if (!tabStorage.set(KEY, [...seen.slice(-20), address].join('\n'))) return;
    reload(isShellStale() ? 'plain' : 'network', address);
  }
  addEventListener('vite:preloadError', onLost);
  return () => removeEventListener('vite:preloadError', onLost);
}
