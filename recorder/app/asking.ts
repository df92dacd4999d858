import { RepeatGuard } from '../core/doubles.ts';
import type { LogRecord } from '../core/record.ts';
import type { Found } from '../store/roster.ts';
import { actOf, type How, type Outcome } from './outcome.ts';

type Scan = {
  found: Found;
  /** A key of the action that a repeated scan would do again (`actOf`). */
  act: string;
  repeatSeconds: number;
  how: How;
  /** The device's activation has ended: it knows no names any more, and scans go on by number. */
  isEnded: boolean;
  /** Does the scan again after an answer. */
  anew: (more: Partial<How>) => Promise<Outcome>;
};

/** Asks about repeats and unknown numbers before a scan is recorded. */
export class Asking {
  readonly #repeats = new RepeatGuard();
  /** Restores the last scans after a reload, so that a badge scanned just before it is not recorded twice. `wall`: the device's clock (ms). */
  recall(records: readonly LogRecord[], wall: number) {
    for (const record of records)
      if (record.wall <= wall && (record.kind === 'clock' || record.kind === 'piece'))
        this.#repeats.note(actOf(record), performance.now() - (wall - record.wall));
  }

  /** Returns the question to ask, or null if the scan can be recorded. */
  ask({ found, act, repeatSeconds, how, isEnded, anew }: Scan): Outcome | null {
    const sinceMs = this.#repeats.sinceRepeat(act, performance.now(), repeatSeconds * 1000);
    if (sinceMs !== null && !how.isAgain)
      return { kind: 'repeat', sinceMs, again: () => anew({ isAgain: true, isAnyway: true }) };
    if (found.known === null && found.named === undefined && !how.isAnyway && !isEnded) {
      const text = found.person.number ?? found.person.badge;
      return { kind: 'unknown', text, takesName: true, anyway: (name) => anew({ isAnyway: true, name }) };
    }
    // Noted before it is stored: a badge that is read again meanwhile is a repeat.
    this.#repeats.note(act, performance.now());
    return null;
  }
  /** Forgets actions that were undone or not stored, so that they may be scanned again at once. */
  forget(acts: readonly string[]) {
    for (const act of acts) this.#repeats.forget(act);
  }
}
