import { setTimeout as pause } from 'node:timers/promises';

/** The target duration of a piece of long work, for which others wait, and the longest rest after a piece. */
const PIECE_MS = 60;
const REST_MS = 50;

/**
 * Sizes the pieces of long work so that each takes about 60 ms on any machine. The embedded database serves one transaction at a time: work that may
 * take seconds is done in pieces, each a complete transaction, and others are served in between. `first` is the size of the first piece, which should
 * be small. No piece is smaller than a quarter of it, whatever it costs, or larger than `most`.
 */
export function createPace({ first, most }: { first: number; most: number }) {
  const least = Math.ceil(first / 4);
  let size = first;
  return {
    get size() {
      return size;
    },
    /** Runs a piece within its transaction, and sizes the next one by the time that it took. */
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

/** Rests after a piece, because a request of others is several statements, and no piece should come between them. */
const rest = (ms: number) => pause(Math.min(REST_MS, ms));

/** Yields all items in order, piece by piece, with a rest after each piece. */
export async function* inPieces<T>(all: readonly T[], pace: Pace): AsyncGenerator<T[]> {
  for (let at = 0; at < all.length; ) {
    const piece = all.slice(at, at + pace.size);
    const started = performance.now();
    yield piece;
    at += piece.length;
    if (at < all.length) await rest(performance.now() - started);
  }
}

/** Calls `work` with the number of rows that it may handle, until it reports that it found fewer. */
export async function untilDone(pace: Pace, work: (limit: number) => Promise<number>): Promise<void> {
  for (;;) {
    const limit = pace.size;
    const started = performance.now();
    if ((await work(limit)) < limit) return;
    await rest(performance.now() - started);
  }
}
