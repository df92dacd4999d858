/** Nothing has come or been computed for so long, ms: whatever the page shows is there. */
const QUIET_MS = 1_000;
/** Of a page that never rests. */
const LONGEST_MS = 20_000;

let quiet: Promise<void> | undefined;

/**
 * Resolves once the page has loaded and for a second nothing has come over its line or kept its thread busy, at most 20 s after the
 * load: then may be asked for what nobody looks at yet, which would make the first figures wait.
 */
export function whenQuiet(): Promise<void> {
  quiet ??= new Promise((resolve) => {
    const begin = () => {
      const done = () => {
        watch?.disconnect();
        clearTimeout(rest);
        clearTimeout(limit);
        resolve();
      };
      let rest = setTimeout(done, QUIET_MS);
      const limit = setTimeout(done, LONGEST_MS);
      const watch =
        'PerformanceObserver' in window
          ? new PerformanceObserver(() => {
              clearTimeout(rest);
              rest = setTimeout(done, QUIET_MS);
            })
          : undefined;
      watch?.observe({ entryTypes: ['resource', 'longtask'] });
    };
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin, { once: true });
  });
  return quiet;
}
