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

/** The JSON of a stored text as an object; null for anything else. */
export function parseRecord(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
