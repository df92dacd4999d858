import { setTimeout as pause } from 'node:timers/promises';

/** How long a piece of long work should keep others waiting, and the most rest after one. */
const PIECE_MS = 60;
const REST_MS = 50;

/**
 * Sizes the pieces of long work so that each takes about 60 ms, whatever the machine. The embedded database serves one transaction at a time:
 * work that may take seconds is done in pieces, each a transaction complete in itself, and others are served between them. `first` is the
 * size of the first piece, which should be small; none is smaller than a quarter of it, whatever each costs, and none larger than `most`.
 */
export function createPace({ first, most }: { first: number; most: number }) {
  const least = Math.ceil(first / 4);
  let size = first;
  return {
    get size() {
      return size;
    },
    /** Does a piece within its transaction, and sizes the next one by the time that it took. */
    async keep<T>(work: () => Promise<T>): Promise<T> {
      const started = performance.now();
      const result = await work();
      const factor = PIECE_MS / Math.max(1, performance.now() - started);
      size = Math.max(least, Math.min(most, Math.round(size * Math.min(2, Math.max(0.25, factor)))));
      return result;
    },
  };
}
export type Pace = ReturnType<typeof createPace>;

/** Rests after a piece: what others ask for is several statements, one after the other, that no piece should come between. */
const rest = (ms: number) => pause(Math.min(REST_MS, ms));

/** Yields everything there is in order, piece by piece, with a rest after each. */
export async function* inPieces<T>(all: readonly T[], pace: Pace): AsyncGenerator<T[]> {
  for (let at = 0; at < all.length; ) {
    const piece = all.slice(at, at + pace.size);
    const started = performance.now();
    yield piece;
    at += piece.length;
    if (at < all.length) await rest(performance.now() - started);
  }
}

/** Repeats `work`, which is told how many rows it may take and returns how many it took, until it finds fewer. */
export async function untilDone(pace: Pace, work: (limit: number) => Promise<number>): Promise<void> {
  for (;;) {
    const limit = pace.size;
    const started = performance.now();
    if ((await work(limit)) < limit) return;
    await rest(performance.now() - started);
  }
}
