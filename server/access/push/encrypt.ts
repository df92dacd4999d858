import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
/** A message is one record; push services accept 4 kB. */
const RECORD_BYTES = 4_096;
const TAG_BYTES = 16;
const DELIMITER = 2;

/** The keys that a browser made for its subscription, in base64url. */
export type BrowserKeys = { p256dh: string; auth: string };
/** Given by test vectors only. */
type Randomness = { privateKey: Buffer; salt: Buffer };

/**
 * Encrypts a message for one browser (RFC 8291, in the aes128gcm coding of RFC 8188). `paddedTo`: its length in bytes before encryption, so that the
 * length reveals nothing. Throws for a public key that is no point of the curve.
 */
export function encryptFor(
  { p256dh, auth }: BrowserKeys,
  message: string,
  { paddedTo = 0, randomness }: { paddedTo?: number; randomness?: Randomness } = {},
): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url');
  const own = createECDH(CURVE);
  if (randomness) own.setPrivateKey(randomness.privateKey);
  else own.generateKeys();
  const ownKey = own.getPublicKey();
  const salt = randomness?.salt ?? randomBytes(16);
  const derive = (secret: Buffer, saltOfStep: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, saltOfStep, info, length));
  const shared = own.computeSecret(browserKey);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey]);
  const secret = derive(shared, Buffer.from(auth, 'base64url'), keyInfo, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const text = Buffer.from(message);
  const plain = Buffer.concat([text, Buffer.of(DELIMITER), Buffer.alloc(Math.max(0, paddedTo - text.length))]);
  if (plain.length + TAG_BYTES > RECORD_BYTES) throw new RangeError('The message is too long for one record');
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES });
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(RECORD_BYTES);
  const header = [salt, recordSize, Buffer.of(ownKey.length), ownKey];
  return Buffer.concat([...header, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Tells whether text in base64url is a point of the curve, as browsers write theirs. */
export function isBrowserKey(p256dh: string): boolean {
  try {
    const key = Buffer.from(p256dh, 'base64url');
    return key[0] === 4 && ECDH.convertKey(key, CURVE).length > 0;
  } catch {
    return false;
  }
}
