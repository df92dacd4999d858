import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../platform/secrets/secrets.ts';

export const CHALLENGE_SECONDS = 600;
const NONCE_BYTES = 16;
const EXPIRY_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + EXPIRY_BYTES;

/** `prove`: to log in or to prove one's identity; `make`: to create a passkey for the user that `subject` names. */
type Use = { purpose: 'prove'; subject: '' } | { purpose: 'make'; subject: string };

/**
 * Returns the text that a passkey signs: a nonce, an expiry, and an HMAC over both, the purpose and the subject. Nothing is stored until it
 * was signed correctly.
 */
export function newChallenge(secrets: Secrets, use: Use, now: Date): string {
  const head = Buffer.alloc(HEAD_BYTES);
  randomBytes(NONCE_BYTES).copy(head);
  head.writeUIntBE(now.getTime() + CHALLENGE_SECONDS * 1_000, NONCE_BYTES, EXPIRY_BYTES);
  return Buffer.concat([head, seal(secrets, use, head)]).toString('base64url');
}

/** Returns true for a challenge that this installation made for this use and that has not expired. */
export function isOurs(secrets: Secrets, use: Use, challenge: string, now: Date): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const [head, tag] = [bytes.subarray(0, HEAD_BYTES), bytes.subarray(HEAD_BYTES)];
  if (bytes.toString('base64url') !== challenge || head.length < HEAD_BYTES) return false;
  const right = seal(secrets, use, head);
  const isSealed = tag.length === right.length && timingSafeEqual(tag, right);
  return isSealed && head.readUIntBE(NONCE_BYTES, EXPIRY_BYTES) > now.getTime();
}

const seal = (secrets: Secrets, { purpose, subject }: Use, head: Buffer) =>
  secrets.hmac('passkey challenge', Buffer.concat([Buffer.from(`${purpose}\0${subject}\0`), head]));
