/**
 * Encrypts figures on disk with AES-GCM-256 under the server's `cacheSecret`, which is in the tab's storage beside the token: a device on which
 * nobody is logged in holds nothing readable.
 */
export type Sealed = {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** The time of the figures and of their last use, epoch ms; not encrypted, so that old entries can be deleted without the key. */
  updatedAt: number;
  usedAt: number;
};

/** The key from base64url of 32 bytes; throws on anything else. */
export function importSecret(cacheSecret: string): Promise<CryptoKey> {
  const binary = atob(cacheSecret.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

export async function seal(key: CryptoKey, value: unknown, updatedAt: number, now: number): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain), updatedAt, usedAt: now };
}

/** Returns the decrypted value; throws for another key or changed bytes. */
export async function open(key: CryptoKey, { iv, data }: Sealed): Promise<unknown> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
  return JSON.parse(new TextDecoder().decode(plain));
}
