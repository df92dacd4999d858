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
  /** How many presses and keys there were before it. */
  after: number;
};

/** A toast replaced sooner than this after it appeared is shown again. */
const MIN_SHOWN_MS = 2_000;

/**
 * Queued, one at a time, the same text only once in the queue, gone after 10 s each (spec section 4). What answers a newer action of the
 * person does not wait behind what was told of an older one: it takes its place, and what was hardly seen comes again.
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

/** Tells the person something, once. */
export function notify(severity: Severity, text: string, action?: NoticeAction) {
  if (queue.get().some((queued) => queued.text === text)) return;
  lastId += 1;
  const toast = { id: lastId, severity, text, action, after: actions };
  const [shown, ...waiting] = queue.get();
  if (!shown || shown.after === actions) return change([...queue.get(), toast]);
  change([toast, ...(Date.now() - shownAt < MIN_SHOWN_MS ? [shown] : []), ...waiting]);
}

/** Counts presses and keys from now on, so that it is known what a message answers. Returns what stops it. */
export function watchActions(): () => void {
  const stop = new AbortController();
  const count = () => {
    actions += 1;
  };
  for (const type of ['pointerdown', 'keydown'])
    document.addEventListener(type, count, { capture: true, signal: stop.signal });
  return () => stop.abort();
}

/** Hides the toast on show; the next in the queue follows. */
export const dismissToast = (id: number) => change(queue.get().filter((toast) => toast.id !== id));

/** Forgets the queue: the next user must not read what the last one was told. */
export const clearToasts = () => change([]);

/** Returns the toast on show, if any. */
export const useToast = () => useStore(queue)[0];
