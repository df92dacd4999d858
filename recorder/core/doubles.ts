/**
 * A repeat of the same act with the same badge counts as a double scan within 60 s for clocking and 10 s for counting, unless set otherwise (0 to 600
 * s).
 */
export const REPEAT_SECONDS = { clock: 60, piece: 10 } as const;
export const MAX_REPEAT_SECONDS = 600;
/** A badge must be out of the picture for this long to count as a new scan. */
const OUT_OF_SIGHT_MS = 1_500;

/** Remembers when an act was last recorded; `at` is ms of a monotonic clock. */
export class RepeatGuard {
  readonly #last = new Map<string, number>();
  /** Returns the ms since the same act, if that makes it a repeat; else null. */
  sinceRepeat(act: string, at: number, withinMs: number): number | null {
    const last = this.#last.get(act);
    return last !== undefined && at - last < withinMs ? at - last : null;
  }
  note(act: string, at: number) {
    this.#last.set(act, at);
    // Bounded: acts older than the longest setting do not matter.
    if (this.#last.size > 5_000)
      for (const [key, time] of this.#last) if (at - time > MAX_REPEAT_SECONDS * 1000) this.#last.delete(key);
  }
  /** Forgets an act, so that a scan that was undone may be repeated at once. */
  forget(act: string) {
    this.#last.delete(act);
  }
}

/** Turns what a camera reads eight times a second into scans: the same text counts again once it was out of sight. */
export class PictureGuard {
  readonly #seen = new Map<string, number>();
  isNew(text: string, at: number): boolean {
    const last = this.#seen.get(text);
    for (const [other, time] of this.#seen) if (at - time > OUT_OF_SIGHT_MS) this.#seen.delete(other);
    this.#seen.set(text, at);
    return last === undefined || at - last > OUT_OF_SIGHT_MS;
  }
}
