import { useSyncExternalStore } from 'react';
import { TOAST_MS } from '#contract/limits.ts';

export type Severity = 'error' | 'success' | 'warning' | 'info';
export type Toast = { id: number; severity: Severity; text: string };

/** Queued, one at a time, the same text only once in the queue, gone after 10 s each (spec section 4). */
let queue: readonly Toast[] = [];
let lastId = 0;
let hiding: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]) {
  const shown = queue[0]?.id;
  queue = next;
  if (queue[0]?.id !== shown) {
    clearTimeout(hiding);
    hiding = queue[0] && setTimeout(() => change(queue.slice(1)), TOAST_MS);
  }
  for (const listener of listeners) listener();
}

/** Tells the person something, once. */
export function notify(severity: Severity, text: string) {
  if (queue.some((toast) => toast.text === text)) return;
  lastId += 1;
  change([...queue, { id: lastId, severity, text }]);
}

/** Hides the toast on show; the next in the queue follows. */
export const dismissToast = (id: number) => change(queue.filter((toast) => toast.id !== id));

/** Forgets the queue: the next user must not read what the last one was told. */
export const clearToasts = () => change([]);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useToast = () => useSyncExternalStore(subscribe, () => queue[0]);
