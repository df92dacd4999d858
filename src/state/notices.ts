import { createStore, useStore } from './createStore.ts';

const TOAST_MS = 10_000;

export type Severity = 'error' | 'success' | 'warning' | 'info';
/** The button of a message: 'Undo'. */
export type NoticeAction = { label: string; run: () => void };
export type Toast = {
  id: number;
  severity: Severity;
  text: string;
  action?: NoticeAction | undefined;
  /** The number of presses and keys before it. */
  after: number;
};

/** A toast replaced sooner than this after it appeared is shown again. */
const MIN_SHOWN_MS = 2_000;

/**
 * The queue of toasts: shown one at a time, the same text only once, each for 10 s (spec section 4). A message that answers a newer action of the
 * user replaces one that answered an older action, which is shown again if it was hardly seen, or is an error.
 */
const queue = createStore<readonly Toast[]>([]);
let lastId = 0;
let shownAt = 0;
let actions = 0;
let hiding: ReturnType<typeof setTimeout> | undefined;

function change(next: readonly Toast[]) {
  if (next[0]?.id !== queue.get()[0]?.id) {
    clearTimeout(hiding);
    shownAt = Date.now();
    hiding = next[0] && setTimeout(() => change(queue.get().slice(1)), TOAST_MS);
  }
  queue.set(next);
}

/** Shows the user a message, once. */
export function notify(severity: Severity, text: string, action?: NoticeAction) {
  if (queue.get().some((queued) => queued.text === text)) return;
  lastId += 1;
  const toast = { id: lastId, severity, text, action, after: actions };
  const [shown, ...waiting] = queue.get();
  if (!shown || shown.after === actions) return change([...queue.get(), toast]);
  const isShownAgain = shown.severity === 'error' || Date.now() - shownAt < MIN_SHOWN_MS;
  change([toast, ...(isShownAgain ? [shown] : []), ...waiting]);
}

/** Counts presses and keys from now on, to know which action a message answers. Returns the function that stops it. */
export function watchActions(): () => void {
  const stop = new AbortController();
  const count = () => {
    actions += 1;
  };
  for (const type of ['pointerdown', 'keydown'])
    document.addEventListener(type, count, { capture: true, signal: stop.signal });
  return () => stop.abort();
}

/** Hides the shown toast; the next in the queue follows. */
export const dismissToast = (id: number) => change(queue.get().filter((toast) => toast.id !== id));

/** Clears the queue: the next user must not read messages for the last one. */
export const clearToasts = () => change([]);

/** Returns the shown toast, if any. */
export const useToast = () => useStore(queue)[0];
