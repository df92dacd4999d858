import { randomInt } from 'node:crypto';
import { ACTIVATION_TTL_MS, QR_SIZE } from '#contract/platform/limits.ts';
import { words } from '#contract/platform/words.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { randomToken, type Secrets, tokenHash } from '../../platform/secrets/secrets.ts';
import { activate, currentCode, insertCode, lockCode, revokeToken, voidCodes } from './activation.sql.ts';
import { provisioningPayload } from './provisioning.ts';

/** Without 0, 1, I, L, O and U, which are easily confused on a label. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;
/** Counting spaces and dashes; a scanned token is longer. */
const MAX_TYPED = 20;

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** Returns a typed code in its normal form: capitals, without spaces and dashes. A scanned token is long and stays as it is. */
const normaliseCode = (typed: string): string => {
  const plain = typed.trim();
  return plain.length > MAX_TYPED ? plain : plain.toUpperCase().replace(/[\s-]/g, '');
};

/**
 * Returns the first half of a typed code, which names the device, so that guesses at one device are counted whatever address they come from.
 * Undefined for a scanned token, which cannot be guessed.
 */
export function codeBeginning(typed: string): string | undefined {
  const code = normaliseCode(typed);
  return code.length > MAX_TYPED ? undefined : code.slice(0, CODE_LENGTH / 2);
}

/** Only the HMAC of a code is stored, to find it by. */
const codeHash = (secrets: Secrets, code: string): Buffer => secrets.hmac('activation code', normaliseCode(code));
/** The address of a QR code is a secret too. */
export const qrPathHash = (path: string): string => tokenHash(path).toString('base64url');
/** Returns the context under which a code is sealed. */
export const codeContext = (deviceId: string) => `activation:${deviceId}`;

type Of = { accountId: string; deviceId: string };
export type Issued = { code: string; expiresAt: Date; qrPath: string | null };
/** The settings of a managed device's QR code. */
type Managed = { profile: string; qrCodeSize: number | undefined };

/**
 * Creates a code for a device; earlier codes and the device's token become invalid. A managed device also gets a QR code with a token of 256 bits of
 * its own: redeeming either invalidates both.
 */
export async function issueCode(
  tx: Db,
  { config, secrets }: { config: Config; secrets: Secrets },
  of: Of,
  managed: Managed | null,
  now: Date,
): Promise<Issued> {
  const code = newCode();
  const expiresAt = new Date(now.getTime() + ACTIVATION_TTL_MS);
  const life = { ...of, createdAt: now, expiresAt };
  const seal = (text: string) => secrets.seal(text, codeContext(of.deviceId));
  await voidCodes(tx, of, now);
  await revokeToken(tx, of);
  const typed = { ...life, codeHash: codeHash(secrets, code), sealedCode: seal(code) };
  if (managed === null) {
    await insertCode(tx, { ...typed, qr: null });
    return { code, expiresAt, qrPath: null };
  }
  const token = randomToken();
  // The address ends with the code, so that people can read it; the random part that protects it comes first.
  const qrPath = `${randomToken()}/${code}`;
  const payload = provisioningPayload(config, { token, profile: managed.profile });
  const qr = { pathHash: qrPathHash(qrPath), sealed: seal(payload), size: managed.qrCodeSize ?? QR_SIZE.managed };
  await insertCode(tx, { ...typed, qr });
  await insertCode(tx, { ...life, codeHash: codeHash(secrets, token), sealedCode: '', qr: null });
  return { code, expiresAt, qrPath };
}

/** Returns the valid code of a device and the content of its QR code. Throws EXPIRED when there is none. */
export async function codeInForce(tx: Db, secrets: Secrets, of: Of, now: Date) {
  const current = await currentCode(tx, of, now);
  if (!current)
    throw new Refusal('EXPIRED', words('The activation code was used or has expired. Regenerate it first.'));
  const open = (sealed: string) => secrets.open(sealed, codeContext(of.deviceId)).toString('utf8');
  const { sealedCode, sealedQr, expiresAt } = current;
  return { code: open(sealedCode), qrText: sealedQr === null ? null : open(sealedQr), expiresAt };
}

type Redeemed = Of & { deviceToken: string; accountName: string; timeZone: string };

/**
 * Exchanges a code, once, for the device's token. Throws NOT_FOUND for an unknown code, EXPIRED for one that was used, replaced or is older than 24
 * hours. Of parallel calls one succeeds.
 */
export async function redeemCode(tx: Db, secrets: Secrets, typed: string, now: Date): Promise<Redeemed> {
  const found = await lockCode(tx, codeHash(secrets, typed), now);
  if (!found) throw new Refusal('NOT_FOUND', words('This activation code is not known.'));
  const expired = new Refusal('EXPIRED', words('This activation code was used or has expired.'));
  if (!found.isValid) throw expired;
  const of = { accountId: found.accountId, deviceId: found.deviceId };
  const deviceToken = randomToken();
  const account = await activate(tx, of, tokenHash(deviceToken), now);
  if (!account) throw expired;
  await voidCodes(tx, of, now);
  return { ...of, ...account, deviceToken };
}
