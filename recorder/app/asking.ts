import { RepeatGuard } from '../core/doubles.ts';
import type { LogRecord } from '../core/record.ts';
import type { Found } from '../store/roster.ts';
import { actOf, type How, type Outcome } from './outcome.ts';

type Scan = {
  found: Found;
  /** The action that a repeat would do again (`actOf`). */
  act: string;
  repeatSeconds: number;
  how: How;
  /** The device was ended: it knows nobody any more, and scans go on by number. */
  isEnded: boolean;
  /** The scan once more, after an answer. */
  anew: (more: Partial<How>) => Promise<Outcome>;
};

/** Asks about repeats and unknown numbers before a scan is recorded. */
export class Asking {
  readonly #repeats = new RepeatGuard();
  /** A badge that was scanned just before a reload is not taken twice either. `wall`: the device's clock (ms). */
  recall(records: readonly LogRecord[], wall: number) {
    for (const record of records)
      if (record.wall <= wall && record.kind !== 'time')
        this.#repeats.note(actOf(record), performance.now() - (wall - record.wall));
  }

  /** The question, or null: then the scan is recorded. */
  ask({ found, act, repeatSeconds, how, isEnded, anew }: Scan): Outcome | null {
    const sinceMs = this.#repeats.sinceRepeat(act, performance.now(), repeatSeconds * 1000);
    if (sinceMs !== null && !how.isAgain)
      return { kind: 'repeat', sinceMs, again: () => anew({ isAgain: true, isAnyway: true }) };
    if (found.known === null && !how.isAnyway && !isEnded) {
      const text = found.person.number ?? found.person.badge;
      return { kind: 'unknown', text, anyway: () => anew({ isAnyway: true }) };
    }
    // Noted before it is stored: a badge that is read again meanwhile is a repeat.
    this.#repeats.note(act, performance.now());
    return null;
  }
  /** Forgets acts that were undone or not stored: they may come again at once. */
  forget(acts: readonly string[]) {
    for (const act of acts) this.#repeats.forget(act);
  }
}
