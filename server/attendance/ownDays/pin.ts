import { createHmac, pbkdf2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type OwnDayFigures, pinBits, proofText } from '#contract/figures/ownDayFigures.ts';
import { openedOrNull, type Secrets } from '../../platform/secrets/secrets.ts';

/** The PIN with which an employee answers to their own days on a Recorder, besides the badge (docs/reference/privacy.md#their-own-day). */

/** As a Recorder derives it (recorder/app/code.ts). */
const ITERATIONS = 600_000;
const derive = promisify(pbkdf2);

/** Returns a PIN of 4 digits at random, and its check: salt and hash in hexadecimal, and when it was made. */
export async function newPin(now: Date): Promise<{ pin: string; check: string }> {
  const pin = String(randomInt(10_000)).padStart(4, '0');
  const salt = randomBytes(16);
  const hash = await derive(pin, salt, ITERATIONS, 32, 'sha256');
  return { pin, check: `${salt.toString('hex')}.${hash.toString('hex')}.${now.getTime()}` };
}

const context = (accountId: string, employeeId: string) => `own-days-pin:${accountId}:${employeeId}`;
type Of = { accountId: string; employeeId: string };
/** Seals a check for its employee: 10,000 guesses find the PIN from it. */
export const sealPin = (secrets: Secrets, { accountId, employeeId }: Of, check: string) =>
  secrets.seal(check, context(accountId, employeeId));
/** Returns the check of a PIN; undefined where there is none, or another instance key sealed it. */
export const openPin = (secrets: Secrets, { accountId, employeeId }: Of, sealed: string | null): string | undefined =>
  sealed === null ? undefined : openedOrNull(secrets, sealed, context(accountId, employeeId))?.toString();

/** Returns what a Recorder is told of a PIN: its salt and the first bits of its hash. */
export function toldCheck(check: string): string {
  const [salt = '', hash = ''] = check.split('.');
  return `${salt}.${pinBits(hash)}`;
}

type Act = {
  employeeId: string;
  day: string;
  wrong: string | null;
  shown: OwnDayFigures;
  at: string;
  proof: string | null;
};
/** Returns how an answer proves the PIN. 'before': it was made when the employee had no such PIN yet. */
export function judgeProof(check: string, { proof, at, ...act }: Act): 'proved' | 'wrong' | 'missing' | 'before' {
  const [, hash = '', madeAt = '0'] = check.split('.');
  const [nonce = '', sent = ''] = proof?.split('.') ?? [];
  const mac = createHmac('sha256', Buffer.from(hash, 'hex')).update(proofText(act, nonce)).digest();
  const given = Buffer.from(sent, 'hex');
  if (given.length === mac.length && timingSafeEqual(given, mac)) return 'proved';
  if (Date.parse(at) < Number(madeAt)) return 'before';
  return proof === null ? 'missing' : 'wrong';
}
