import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';

/** A sealed value that cannot be opened: sealed with another key or for another context, or changed. */
export class SealBroken extends Error {
  constructor() {
    super('This was encrypted under another key, or it was changed.');
    this.name = 'SealBroken';
  }
}

/**
 * The uses of the instance key. `context` names the place of a sealed value ('template:<account>:<employee>'), so that one that was moved to another
 * row cannot be opened. `purpose` separates derived keys: no two uses share one.
 */
export type Secrets = {
  /** Encrypts with AES-256-GCM under the instance key; returns text. */
  seal(plain: string | Uint8Array, context: string): string;
  /** Opens a sealed value; throws SealBroken. */
  open(sealed: string, context: string): Buffer;
  hmac(purpose: string, value: string | Uint8Array): Buffer;
  /** Derives 32 bytes from the instance key by HKDF-SHA-256, for one purpose and one subject. */
  derive(purpose: string, subject: string): Buffer;
  /** Identifies the installation without revealing anything about the key (backup manifests). */
  keyId: string;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEAL_PREFIX = 's1.';

export function createSecrets(instanceKey: Buffer): Secrets {
  const derive = (purpose: string, subject: string) =>
    Buffer.from(hkdfSync('sha256', instanceKey, 'tallyboard', `${purpose}\0${subject}`, 32));
  const sealKey = derive('seal', '');
  return {
    derive,
    keyId: derive('key id', '').toString('hex').slice(0, 16),
    hmac: (purpose, value) => createHmac('sha256', derive('hmac', purpose)).update(value).digest(),
    seal(plain, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const body = [iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
      return SEAL_PREFIX + Buffer.concat(body).toString('base64url');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed.slice(SEAL_PREFIX.length), 'base64url');
      if (!sealed.startsWith(SEAL_PREFIX) || bytes.length < IV_BYTES + TAG_BYTES) throw new SealBroken();
      try {
        const cipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        });
        cipher.setAAD(Buffer.from(context));
        cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), cipher.final()]);
      } catch {
        throw new SealBroken();
      }
    },
  };
}

/** Returns what was sealed; null where it cannot be opened. */
export function openedOrNull(secrets: Secrets, sealed: string, context: string): Buffer | null {
  try {
    return secrets.open(sealed, context);
  } catch {
    return null;
  }
}

/** Returns a bearer secret of 256 random bits, URL safe. Only its hash is stored. */
export const randomToken = () => randomBytes(32).toString('base64url');
/** Returns 132 random bits for a path that a person types into a device. */
export const newSecretPath = () => randomToken().slice(0, 22);

/** Returns the SHA-256 of a bearer secret, which is stored in its place. */
export const tokenHash = (token: string) => hash('sha256', token, 'buffer');
