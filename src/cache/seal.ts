/**
 * Figures on disk are sealed with AES-GCM-256 under the server's `cacheSecret`, which lives in the tab's storage beside the
 * token: a device on which nobody is logged in holds nothing readable (spec/pwa.md, decisions).
 */
export type Sealed = {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** Epoch ms of the figures, and of the last use; in the clear, so that old entries can go without the key. */
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

/** The value; throws when the key is another or a byte was changed. */
export async function open(key: CryptoKey, { iv, data }: Sealed): Promise<unknown> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
  return JSON.parse(new TextDecoder().decode(plain));
}
