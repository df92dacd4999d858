/**
 * The browser's storage, which may be refused altogether (site data blocked: even naming it throws), be full, or have been emptied. Reading
 * then gives null and writing does nothing: whatever is stored is a convenience, never needed to go on.
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
    /** Returns false where nothing could be stored. */
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
        // Refused: then nothing was stored either.
      }
    },
  };
}

/** Kept on this device, for every tab. */
export const deviceStorage = guarded('localStorage');
/** Kept for this tab, over reloads. */
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
