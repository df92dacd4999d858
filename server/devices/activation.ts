import { randomInt } from 'node:crypto';
import { ACTIVATION_TTL_MS } from '#contract/limits.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/errors.ts';
import { randomToken, type Secrets, tokenHash } from '../secrets/secrets.ts';
import {
  type Activation,
  insertActivation,
  replaceToken,
  selectCurrentActivation,
  useActivation,
  voidActivations,
} from './activation.sql.ts';

/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;

const newCode = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** As typed: case, spaces and dashes aside, and the look-alikes that people read into it. */
export const normalisedCode = (typed: string) =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

const codeHash = (secrets: Secrets, code: string) => secrets.hmac('activation code', normalisedCode(code));
const sealContext = (deviceId: string) => `activation:${deviceId}`;

export type Code = { code: string; qrPath: string; expiresAt: Date };
type Of = { accountId: string; deviceId: string };

/** A new code for a V2 device: ends the old one and, unless the device is new, its token (S-44). */
export async function issueCode(
  tx: Db,
  secrets: Secrets,
  of: Of,
  qr: { size: number; payload: (code: string) => string } | null,
  now: Date,
): Promise<Code> {
  await voidActivations(tx, of);
  const code = newCode();
  const expiresAt = new Date(now.getTime() + ACTIVATION_TTL_MS);
  const qrPath = `${randomToken()}/${code}`;
  await insertActivation(tx, of, {
    codeHash: codeHash(secrets, code),
    codeSealed: secrets.seal(code, sealContext(of.deviceId)),
    qrPath: qr && qrPathHash(qrPath),
    qrPayload: qr && secrets.seal(qr.payload(code), sealContext(of.deviceId)),
    qrSize: qr?.size ?? null,
    createdAt: now,
    expiresAt,
  });
  return { code, qrPath, expiresAt };
}

/** The address of an enrolment QR code is a secret: only its hash is stored. */
export const qrPathHash = (path: string) => tokenHash(path).toString('base64url');
export const openQrPayload = (secrets: Secrets, { deviceId, qrPayload }: { deviceId: string; qrPayload: string }) =>
  secrets.open(qrPayload, sealContext(deviceId)).toString('utf8');

/** The code that is in force, to be shown or mailed again; undefined when there is none or it was used. */
export async function currentCode(
  db: Db,
  secrets: Secrets,
  of: Of,
  now: Date,
): Promise<{ code: string; expiresAt: Date } | undefined> {
  const found = await selectCurrentActivation(db, of, now);
  return (
    found && {
      code: secrets.open(found.codeSealed, sealContext(of.deviceId)).toString('utf8'),
      expiresAt: new Date(found.expiresAt),
    }
  );
}

/**
 * Exchanges a code, once, for the device's token. Throws NOT_FOUND for a code that never was, EXPIRED for one that was used, replaced
 * or is older than 24 hours. Of parallel calls one succeeds.
 */
export async function redeemCode(
  tx: Db,
  secrets: Secrets,
  typed: string,
  now: Date,
): Promise<Activation & { deviceToken: string }> {
  const outcome = await useActivation(tx, codeHash(secrets, typed), now);
  if (outcome === 'unknown') throw new Refusal('NOT_FOUND', 'This activation code is not known.');
  if (outcome === 'expired') throw new Refusal('EXPIRED', 'This activation code was used or has expired.');
  const deviceToken = randomToken();
  await replaceToken(tx, outcome, tokenHash(deviceToken), now);
  return { ...outcome, deviceToken };
}
