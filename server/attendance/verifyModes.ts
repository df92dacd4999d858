import { words } from '#contract/platform/words.ts';

/** How people identify themselves at a terminal: the words for the numbers in punches (protocol notes, section 5). */
const MODES: Readonly<Record<number, string>> = {
  1: words('Fingerprint'),
  2: words('PIN'),
  3: words('Password'),
  4: words('Card'),
  5: words('Fingerprint or password'),
  6: words('Fingerprint or card'),
  7: words('Card or password'),
  8: words('PIN and fingerprint'),
  9: words('Fingerprint and password'),
  10: words('Card and fingerprint'),
  11: words('Card and password'),
  12: words('Fingerprint, password and card'),
  13: words('PIN, fingerprint and password'),
  14: words('PIN or card, and fingerprint'),
  15: words('Face'),
  16: words('Face and fingerprint'),
  17: words('Face and password'),
  18: words('Face and card'),
  19: words('Face, fingerprint and card'),
  20: words('Face, fingerprint and password'),
  21: words('Finger vein'),
  22: words('Finger vein and password'),
  23: words('Finger vein and card'),
  24: words('Finger vein, password and card'),
  25: words('Palm'),
  26: words('Palm and card'),
  27: words('Palm and face'),
  28: words('Palm and fingerprint'),
  29: words('Palm, face and fingerprint'),
  200: words('Other'),
};
/** Terminals from before PUSH 2 announce no version, so their dialect is unknown. */
const OLD_MODES: Readonly<Record<number, string>> = {
  0: words('Password'),
  1: words('Fingerprint'),
  2: words('Card'),
  9: words('Other'),
};

/** Returns how an employee clocked, in words; null where the terminal did not report it (0 of newer ones means any way). */
export function verifyWords(mode: number | null, dialect: string | null): string | null {
  if (mode === null) return null;
  const known = (dialect === null ? OLD_MODES[mode] : undefined) ?? MODES[mode];
  return known ?? (mode === 0 ? null : `Mode ${mode}`);
}
