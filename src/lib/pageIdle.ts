/** The longest wait for a page that never becomes idle. */
const MAX_WAIT_MS = 20_000;

/** Returns a function that resolves once the page has loaded and for `ms` none of `entryTypes` (of the browser's performance timeline) came, at most 20 s later. */
function idleFor(ms: number, entryTypes: readonly string[]): () => Promise<void> {
  let idle: Promise<void> | undefined;
  const wait = (resolve: () => void) => {
    const done = () => {
      watch?.disconnect();
      clearTimeout(quiet);
      clearTimeout(limit);
      resolve();
    };
    let quiet = setTimeout(done, ms);
    const limit = setTimeout(done, MAX_WAIT_MS);
    const watch =
      'PerformanceObserver' in window
        ? new PerformanceObserver(() => {
            clearTimeout(quiet);
            quiet = setTimeout(done, ms);
          })
        : undefined;
    watch?.observe({ entryTypes: [...entryTypes] });
  };
  return () => {
    idle ??= new Promise((resolve) => {
      if (document.readyState === 'complete') wait(resolve);
      else addEventListener('load', () => wait(resolve), { once: true });
    });
    return idle;
  };
}

/**
 * Resolves once neither the network nor the main thread has been busy for a second: then things that are not on screen may be loaded, which would
 * have delayed the first figures before.
 */
export const whenPageIsIdle = idleFor(1_000, ['resource', 'longtask']);

/** Resolves once the pending answers have arrived, whatever is still being rendered. */
export const whenNetworkIsIdle = idleFor(300, ['resource']);
