import 'fake-indexeddb/auto';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { HttpResponse, http } from 'msw';
import React from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { clearToasts } from '#src/state/notices.ts';
import { reachability } from '#src/state/reachability.ts';
import { session } from '#src/state/session.ts';
import { asked, fakeServer } from './fakeApi.ts';

/** A wait makes an error whenever the page changes, of which none is read but the last: the page is printed when it is. */
function elementError(message: string | null, container: Element) {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  // The first line of the stack that is not a package's is the test's.
  Error.captureStackTrace(error, elementError);
  const said = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  Object.defineProperty(error, 'message', { configurable: true, get: said });
  return error;
}
/** Long, because a busy machine may take its time for a lazy chunk, and no test may depend on its speed. */
configure({ asyncUtilTimeout: 60_000, getElementError: elementError });

/** React notes the stack of every element that is made, for messages of its own; past a limit it stops until the next second. */
const react = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(react, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 10_000, set() {} });

/** Stands in for what jsdom lacks and Mantine asks for. */
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;
class NoResize {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = NoResize;
Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};
URL.createObjectURL = () => 'blob:test';
URL.revokeObjectURL = () => {};
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
/** A list of height 0 would render no row. */
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 800 });
Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, get: () => 800 });
Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 800 });
Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, get: () => 800 });
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: { addEventListener() {}, removeEventListener() {}, ready: Promise.resolve() },
});

/** jsdom starts the interval of its frames at need. One that fake timers started would never tick again, so a real one is kept running. */
const [requestFrame, cancelFrame] = [requestAnimationFrame, cancelAnimationFrame];
let frame = requestFrame(function keepDrawing() {
  frame = requestFrame(keepDrawing);
});

/** Not that of a test's fake timers. */
const nextTurn = setTimeout;

beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeServer.listen({ onUnhandledFrame: 'error' });
});
beforeEach(() => {
  fakeServer.use(
    http.get('*/config.json', () =>
      HttpResponse.json({
        apiHost: '',
        deviceHost: '',
        userHost: '',
        supportContact: 'help@example.com',
        copyright: '© 2026',
      }),
    ),
    // Wherever days are chosen, the user's periods are offered.
    http.get('*/v2/session/choices', () => HttpResponse.json({ columns: {}, periods: [], spans: [] })),
    // Both pages of imports list the last ones.
    http.get('*/v2/setup/imports', () => HttpResponse.json({ imports: [] })),
    http.get('*/v2/account/:accountId/imports', () => HttpResponse.json({ imports: [] })),
    // A log-out is repeated until it is answered, if need be during the next tests.
    http.delete('*/v2/session', () => HttpResponse.json({ ok: true })),
    // Every list of an administrator requests it.
    http.get('*/v2/backup-restore/warnings', () =>
      HttpResponse.json({ installation: { lastGoodAt: null, nextAt: null, warnings: [] }, accounts: [] }),
    ),
    http.get('*/v2/backup-restore/:accountId/schedule', () =>
      HttpResponse.json({
        schedule: { frequency: 'off', weekday: 7, time: '02:00', keep: 7, rehearse: true },
        health: { lastGoodAt: null, nextAt: null, warnings: [] },
        rehearsedAt: null,
      }),
    ),
    http.get('*/v2/mail/status', () =>
      HttpResponse.json({ hasServer: true, sender: 'Tallyboard <mail@example.com>', failed: 0, retrying: 0 }),
    ),
  );
});
afterEach(async () => {
  cleanup();
  // A request finds its answer within a turn of the event loop: one of this test would otherwise be counted, and answered, by the next.
  await new Promise((resolve) => nextTurn(resolve));
  fakeServer.resetHandlers();
  asked.length = 0;
  sessionStorage.clear();
  localStorage.clear();
  session.clear();
  clearToasts();
  reachability.answered();
});
// The files of a worker share its window and its packages, not what they left there, and not the modules of the application: most have a state.
afterAll(() => {
  fakeServer.close();
  vi.useRealTimers();
  cancelFrame(frame);
  vi.unstubAllGlobals();
  globalThis.indexedDB = new IDBFactory();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  document.body.replaceChildren();
  document.title = '';
  vi.resetModules();
});
