/** How people identify themselves at a terminal: the words for the numbers in punches (protocol notes, section 5). */
const MODES: Readonly<Record<number, string>> = {
  1: 'Fingerprint',
  2: 'PIN',
  3: 'Password',
  4: 'Card',
  5: 'Fingerprint or password',
  6: 'Fingerprint or card',
  7: 'Card or password',
  8: 'PIN and fingerprint',
  9: 'Fingerprint and password',
  10: 'Card and fingerprint',
  11: 'Card and password',
  12: 'Fingerprint, password and card',
  13: 'PIN, fingerprint and password',
  14: 'PIN or card, and fingerprint',
  15: 'Face',
  16: 'Face and fingerprint',
  17: 'Face and password',
  18: 'Face and card',
  19: 'Face, fingerprint and card',
  20: 'Face, fingerprint and password',
  21: 'Finger vein',
  22: 'Finger vein and password',
  23: 'Finger vein and card',
  24: 'Finger vein, password and card',
  25: 'Palm',
  26: 'Palm and card',
  27: 'Palm and face',
  28: 'Palm and fingerprint',
  29: 'Palm, face and fingerprint',
  200: 'Other',
};
/** Terminals from before PUSH 2 announce no version, so their dialect is unknown. */
const OLD_MODES: Readonly<Record<number, string>> = { 0: 'Password', 1: 'Fingerprint', 2: 'Card', 9: 'Other' };

/** Returns how an employee clocked, in words; null where the terminal did not report it (0 of newer ones means any way). */
export function verifyWords(mode: number | null, dialect: string | null): string | null {
  if (mode === null) return null;
  const known = (dialect === null ? OLD_MODES[mode] : undefined) ?? MODES[mode];
  return known ?? (mode === 0 ? null : `Mode ${mode}`);
}
