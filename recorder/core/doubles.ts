/** Repeats of the same act by the same badge are taken for doubled scans: clocking for 60 s, counting for 10 s, or as set (0 to 600 s). */
export const REPEAT_SECONDS = { clock: 60, piece: 10 } as const;
export const MAX_REPEAT_SECONDS = 600;
/** A badge must leave the picture for this long to be a new scan. */
const OUT_OF_SIGHT_MS = 1_500;

/** Remembers when an act was recorded last; `at` is ms of a steady clock. */
export class RepeatGuard {
  readonly #last = new Map<string, number>();
  /** Ms since the same act, while that is a repeat; null when it is new. */
  sinceRepeat(act: string, at: number, withinMs: number): number | null {
    const last = this.#last.get(act);
    return last !== undefined && at - last < withinMs ? at - last : null;
  }
  note(act: string, at: number) {
    this.#last.set(act, at);
    // Bounded: nothing older than the longest setting matters.
    if (this.#last.size > 5_000)
      for (const [key, time] of this.#last) if (at - time > MAX_REPEAT_SECONDS * 1000) this.#last.delete(key);
  }
  /** Forgets a text, so that a scan that was undone may come again at once. */
  forget(act: string) {
    this.#last.delete(act);
  }
}

/** Turns what a camera reads eight times a second into scans: the same text counts anew once it was out of sight. */
export class PictureGuard {
  readonly #seen = new Map<string, number>();
  isNew(text: string, at: number): boolean {
    const last = this.#seen.get(text);
    for (const [other, time] of this.#seen) if (at - time > OUT_OF_SIGHT_MS) this.#seen.delete(other);
    this.#seen.set(text, at);
    return last === undefined || at - last > OUT_OF_SIGHT_MS;
  }
}
