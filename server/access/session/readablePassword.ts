import { randomBytes } from 'node:crypto';

/** Returns a password of 100 random bits in groups that can be typed from a terminal, without look-alikes. */
export function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const picked: string[] = [];
  while (picked.length < 20) {
    const byte = randomBytes(1)[0] ?? 255;
    // Larger bytes are skipped: they would favour the first letters.
    if (byte < letters.length * 8) picked.push(letters[byte % letters.length] ?? '');
  }
  return (picked.join('').match(/.{5}/g) ?? []).join('-');
}
