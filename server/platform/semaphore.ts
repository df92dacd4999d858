import { tooMany } from './http/errors.ts';

export type Semaphore = {
  /**
   * Runs `work` when there is room; rejects with the signal's reason when that is aborted while the work waits. `key`: whose work it is. Throws
   * TOO_MANY_REQUESTS, with when to try again, where too much work of that key waits already.
   */
  run<T>(signal: AbortSignal, work: () => Promise<T>, key?: string): Promise<T>;
};

type Limits = {
  /** The most of one key that may run and wait together; default `atOnce`. */
  perKey?: number;
  waitingPerKey?: number;
};

/**
 * Runs at most `atOnce` pieces of work at a time in this process. The others wait: those of one key in order of arrival, the keys in turn, so that a
 * hundred reports of one account do not keep a single one of another account waiting.
 */
export function createSemaphore(
  atOnce: number,
  { perKey = atOnce, waitingPerKey = Number.POSITIVE_INFINITY }: Limits = {},
): Semaphore {
  let running = 0;
  const runningOf = new Map<string, number>();
  /** Waiting work by key; the key that has waited longest for its turn comes first. */
  const waiting = new Map<string, (() => void)[]>();
  /** The duration of the last piece: how long a refused caller is asked to wait. */
  let lastMs = 1_000;

  const hasRoom = (key: string) => running < atOnce && (runningOf.get(key) ?? 0) < perKey;
  const start = (key: string) => {
    running++;
    runningOf.set(key, (runningOf.get(key) ?? 0) + 1);
  };
  const startNext = () => {
    const key = [...waiting.keys()].find(hasRoom);
    if (key === undefined) return;
    const queue = waiting.get(key) ?? [];
    const next = queue.shift();
    waiting.delete(key);
    if (queue.length > 0) waiting.set(key, queue);
    start(key);
    next?.();
  };
  const finish = (key: string) => {
    running--;
    const left = (runningOf.get(key) ?? 1) - 1;
    if (left > 0) runningOf.set(key, left);
    else runningOf.delete(key);
    startNext();
  };
  const wait = (key: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const queue = waiting.get(key) ?? [];
      if (queue.length >= waitingPerKey)
        return reject(tooMany(Math.max(1, Math.ceil((lastMs * (queue.length + 1)) / perKey / 1_000))));
      const leave = () => {
        const rest = (waiting.get(key) ?? []).filter((one) => one !== proceed);
        if (rest.length > 0) waiting.set(key, rest);
        else waiting.delete(key);
        reject(signal.reason);
      };
      const proceed = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.set(key, [...queue, proceed]);
    });

  return {
    async run(signal, work, key = '') {
      signal.throwIfAborted();
      if (hasRoom(key)) start(key);
      else await wait(key, signal);
      const startedAt = performance.now();
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        lastMs = performance.now() - startedAt;
        finish(key);
      }
    },
  };
}
