const KEY = 'tb.device';

/** The random id that names this browser to the server (S-16); made once, kept across log-ins. */
export function deviceId(): string {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored) return stored;
    const made = crypto.randomUUID();
    localStorage.setItem(KEY, made);
    return made;
  } catch {
    return '';
  }
}
