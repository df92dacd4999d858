import type { RegisteredRouter } from '@tanstack/react-router';

/** Chromium's launch queue; not in TypeScript's DOM library. */
type LaunchQueue = { setConsumer: (consumer: (launch: { targetURL?: string }) => void) => void };

/** A shortcut or a link that focused this window: the router goes there, and the session stays. */
export function followLaunches(router: RegisteredRouter) {
  if (!('launchQueue' in window)) return;
  const queue = window.launchQueue as LaunchQueue;
  let first = true;
  queue.setConsumer(({ targetURL }) => {
    // The first is the address this page was opened with.
    if (first || !targetURL) {
      first = false;
      return;
    }
    const { origin, pathname, search } = new URL(targetURL);
    if (origin === location.origin) router.history.push(pathname + search);
  });
}
