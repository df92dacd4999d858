/**
 * The browser's storage. It may be blocked (then even naming it throws), be full, or have been cleared: reading then returns null and writing does
 * nothing, because everything in it is a convenience.
 */
type Kind = 'localStorage' | 'sessionStorage';

export type GuardedStorage = ReturnType<typeof guarded>;

function guarded(kind: Kind) {
  return {
    get(key: string): string | null {
      try {
        return window[kind].getItem(key);
      } catch {
        return null;
      }
    },
    /** Returns false if nothing could be stored. */
    set(key: string, value: string): boolean {
      try {
        window[kind].setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    remove(key: string) {
      try {
        window[kind].removeItem(key);
      } catch {
        // Blocked: then nothing was stored either.
      }
    },
  };
}

/** Storage of this device, shared by all tabs. */
export const deviceStorage = guarded('localStorage');
/** Storage of this tab, which survives reloads. */
export const tabStorage = guarded('sessionStorage');

/** Returns the fields of an object, each still to be checked; none for anything else. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};

/** Returns the fields of a stored object; none where the text is missing, damaged or something else. */
export function parseRecord(text: string | null): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(text ?? 'null'));
  } catch {
    return {};
  }
}
