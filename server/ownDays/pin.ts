import { pbkdf2, randomBytes, randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { openedOrNull, type Secrets } from '../secrets/secrets.ts';

/** The PIN with which an employee answers to their own days on a Recorder, besides the badge (spec/privacy.md V5). */

/** As a Recorder derives it (recorder/app/code.ts). */
const ITERATIONS = 600_000;
const derive = promisify(pbkdf2);

/** Returns a PIN of 4 digits at random, and by what a Recorder recognises it: salt and hash in hexadecimal. */
export async function newPin(): Promise<{ pin: string; check: string }> {
  const pin = String(randomInt(10_000)).padStart(4, '0');
  const salt = randomBytes(16);
  const hash = await derive(pin, salt, ITERATIONS, 32, 'sha256');
  return { pin, check: `${salt.toString('hex')}.${hash.toString('hex')}` };
}

const context = (accountId: string, employeeId: string) => `own-days-pin:${accountId}:${employeeId}`;
type Of = { accountId: string; employeeId: string };
/** Seals a check for its employee: 10,000 guesses find the PIN from it. */
export const sealPin = (secrets: Secrets, { accountId, employeeId }: Of, check: string) =>
  secrets.seal(check, context(accountId, employeeId));
/** Returns the check of a PIN; undefined where there is none, or another instance key sealed it. */
export const openPin = (secrets: Secrets, { accountId, employeeId }: Of, sealed: string | null): string | undefined =>
  sealed === null ? undefined : openedOrNull(secrets, sealed, context(accountId, employeeId))?.toString();
