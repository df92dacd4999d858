/** Parses a badge, a typed number or an NFC tag: our own badges name a number, other text is a number, else a time id. */
export type Badge = { text: string; isOurs: boolean };

const PREFIX = 'TB1:';
const MAX_TEXT = 60;

/** Returns null for an empty text, for one that can be no number and no time id, and for control characters. */
export function readBadge(raw: string): Badge | null {
  const text = raw.trim();
  const isOurs = text.startsWith(PREFIX);
  const name = isOurs ? text.slice(PREFIX.length).trim() : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
  if (name === '' || name.length > MAX_TEXT || /[\u0000-\u001f\u007f]/.test(name) || !name.isWellFormed()) return null;
  return { text: name, isOurs };
}

/** The longest time id (contract/platform/records.ts). */
export const MAX_TIME_ID = 24;

/** Keys of a hardware scanner come faster than a person types, and end with Enter or a pause. */
const KEY_GAP_MS = 100;
export const KEY_REST_MS = 300;
const MIN_KEYS = 3;

/**
 * Collects the keys of a hardware scanner. `key` returns the whole scans that a key ends: that which Enter ends, and one without Enter when the next
 * begins; `rest` returns one when the keys have stopped.
 */
export class ScannerKeys {
  #keys = '';
  #last = Number.NEGATIVE_INFINITY;

  /** `at`: ms of a monotonic clock. */
  key(key: string, at: number): string[] {
    const before = at - this.#last > KEY_GAP_MS ? this.#take() : null;
    this.#last = at;
    if (key.length === 1) this.#keys += key;
    const ended = key === 'Enter' ? this.#take() : null;
    return [before, ended].filter((scan) => scan !== null);
  }
  rest(at: number): string | null {
    return at - this.#last >= KEY_REST_MS ? this.#take() : null;
  }
  /** Returns true if a key at this moment starts a new scan. */
  isEmptyAt(at: number): boolean {
    return this.#keys === '' || at - this.#last > KEY_GAP_MS;
  }
  /** Returns true if several keys came faster than anybody types. */
  get isScanning() {
    return this.#keys.length >= MIN_KEYS;
  }
  #take(): string | null {
    const keys = this.#keys;
    this.#keys = '';
    return keys.length >= MIN_KEYS ? keys : null;
  }
}
