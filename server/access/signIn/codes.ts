import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '#contract/platform/limits.ts';
import { tokenHash } from '../../platform/secrets/secrets.ts';

const SEED_BYTES = 20;
const STEP_MS = 30_000;

/** A key for an authenticator app: 160 bits in base32. */
export const newSeed = () => new Secret({ size: SEED_BYTES }).base32;

/** Returns the code generator that every app uses: SHA-1, 6 digits, 30 seconds. */
const appOf = (seed: string, username = '') =>
  new TOTP({
    issuer: 'Tallyboard',
    label: username,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: Secret.fromBase32(seed),
  });

/** The key as an otpauth:// address, which a QR code carries. */
export const appUrl = (seed: string, username: string) => appOf(seed, username).toString();

export const isAppCode = (code: string) => /^\d{6}$/.test(code);

/**
 * Returns the time step (RFC 6238, 30 seconds) of a code: that of `now` or one next to it, but only one later than `lastStep`, so that each code is
 * accepted once. Undefined for a wrong code.
 */
export function stepOf(seed: string, code: string, now: Date, lastStep: number | null): number | undefined {
  if (!isAppCode(code)) return undefined;
  const app = appOf(seed);
  const current = Math.floor(now.getTime() / STEP_MS);
  return [current, current - 1, current + 1].find(
    (step) => step > (lastStep ?? -1) && isSame(app.generate({ timestamp: step * STEP_MS }), code),
  );
}

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Crockford's letters, none of which is easily confused with another. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_LENGTH = 24;

/** Returns new recovery codes of 120 bits each, in groups of four. */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(RECOVERY_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
    return letters.replace(/.{4}(?=.)/g, '$&-');
  });

/** Returns the stored form of a recovery code, however it was typed. */
export function recoveryHash(code: string): Buffer {
  const plain = code.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return tokenHash(plain.replace(/O/g, '0').replace(/[IL]/g, '1'));
}
