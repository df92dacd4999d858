import { reloadPage } from './reload.ts';
import { isShellStale } from './stale.ts';

const KEY = 'tb.chunks';

/**
 * A part of the application that is no longer there (a release came in between): the page loads again, once per address. Covers
 * lazy dialogs and charts; the router reloads for its own chunks.
 */
export function reloadOnLostChunk() {
  addEventListener('vite:preloadError', (event) => {
    const error: unknown = 'payload' in event ? event.payload : undefined;
    const address = error instanceof Error ? (error.message.match(/https?:\S+/)?.[0] ?? error.message) : 'chunk';
    const seen = sessionStorage.getItem(KEY)?.split('\n') ?? [];
    if (seen.includes(address) && !isShellStale()) return;
    // Offline it would lead nowhere: the import fails with its own words.
    if (navigator.onLine === false) return;
    sessionStorage.setItem(KEY, [...seen.slice(-20), address].join('\n'));
    reloadPage(isShellStale() ? 'plain' : 'network', address);
  });
}
