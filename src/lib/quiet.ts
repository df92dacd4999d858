/** Of a page that never rests. */
const LONGEST_MS = 20_000;

/** Resolves once the page has loaded and for `ms` none of `entryTypes` (of the browser's performance timeline) came, at most 20 s later. */
function rest(ms: number, entryTypes: readonly string[]): () => Promise<void> {
  let rested: Promise<void> | undefined;
  const wait = (resolve: () => void) => {
    const done = () => {
      watch?.disconnect();
      clearTimeout(quiet);
      clearTimeout(limit);
      resolve();
    };
    let quiet = setTimeout(done, ms);
    const limit = setTimeout(done, LONGEST_MS);
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
    rested ??= new Promise((resolve) => {
      if (document.readyState === 'complete') wait(resolve);
      else addEventListener('load', () => wait(resolve), { once: true });
    });
    return rested;
  };
}

/**
 * Once for a second nothing has come over the page's line or kept its thread busy: then may be asked for what nobody looks at yet, which
 * would make the first figures wait.
 */
export const whenQuiet = rest(1_000, ['resource', 'longtask']);

/** Once the answers that were under way are here: the line is free, whatever is still being drawn. */
export const whenLineIsFree = rest(300, ['resource']);
