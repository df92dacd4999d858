/**
 * Calls `look` every `ms`, and at once whenever the page may have been suspended: visible, focused, shown from the back-forward cache, resumed.
 * `look` compares with a deadline and never counts ticks. Returns the function that stops it.
 */
export function ticker(look: () => void, ms: number): () => void {
  const timer = setInterval(look, ms);
  document.addEventListener('visibilitychange', look);
  document.addEventListener('resume', look);
  addEventListener('focus', look);
  addEventListener('pageshow', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    document.removeEventListener('resume', look);
    removeEventListener('focus', look);
    removeEventListener('pageshow', look);
  };
}

/** Whole seconds from `now` to `deadline` (epoch ms), never below 0. */
export const secondsLeft = (deadline: number, now: number) => Math.max(0, Math.ceil((deadline - now) / 1_000));
