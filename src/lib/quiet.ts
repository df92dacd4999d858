/** Nothing has come or been computed for so long, ms: whatever the page shows is there. */
const QUIET_MS = 1_000;
/** Long enough for the answers that are under way: what must be there soon, and does not come over the page's own line. */
export const BREATH_MS = 300;
/** Of a page that never rests. */
const LONGEST_MS = 20_000;

const quiet = new Map<number, Promise<void>>();

/**
 * Resolves once the page has loaded and for a second (or `ms`) nothing has come over its line or kept its thread busy, at most 20 s
 * after the load: then may be asked for what nobody looks at yet, which would make the first figures wait.
 */
export function whenQuiet(ms = QUIET_MS): Promise<void> {
  const known = quiet.get(ms);
  if (known) return known;
  const rested = new Promise<void>((resolve) => {
    const begin = () => {
      const done = () => {
        watch?.disconnect();
        clearTimeout(rest);
        clearTimeout(limit);
        resolve();
      };
      let rest = setTimeout(done, ms);
      const limit = setTimeout(done, LONGEST_MS);
      const watch =
        'PerformanceObserver' in window
          ? new PerformanceObserver(() => {
              clearTimeout(rest);
              rest = setTimeout(done, ms);
            })
          : undefined;
      watch?.observe({ entryTypes: ['resource', 'longtask'] });
    };
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin, { once: true });
  });
  quiet.set(ms, rested);
  return rested;
}
