import type { RegisteredRouter } from '@tanstack/react-router';

/** Chromium's launch queue, which TypeScript's DOM library lacks. */
type LaunchQueue = { setConsumer: (consumer: (launch: { targetURL?: string }) => void) => void };

/** Handles a shortcut or link that focused this window: the router opens it, and the session stays. */
export function followLaunches(router: RegisteredRouter) {
  if (!('launchQueue' in window)) return;
  const queue = window.launchQueue as LaunchQueue;
  let first = true;
  queue.setConsumer(({ targetURL }) => {
    // The first is the address with which this page was opened.
    if (first || !targetURL) {
      first = false;
      return;
    }
    const { origin, pathname, search } = new URL(targetURL);
    if (origin === location.origin) router.history.push(pathname + search);
  });
}
