import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { Secrets } from '../../platform/secrets/secrets.ts';

/** The key by which push services know this installation (RFC 8292). `publicKey`: 65 bytes. */
export type VapidKey = { publicKey: Buffer; privateKey: KeyObject };

const LIFETIME_SECONDS = 12 * 3_600;

/** Derives the key from the instance key, so that nothing is stored and every process has the same one. */
export function vapidKeyOf(secrets: Pick<Secrets, 'derive'>): VapidKey {
  const pair = createECDH('prime256v1');
  const scalar = scalarOf(secrets, (bytes) => pair.setPrivateKey(bytes));
  const publicKey = pair.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString('base64url');
  const point = { x: text(publicKey.subarray(1, 33)), y: text(publicKey.subarray(33)) };
  const key = { kty: 'EC', crv: 'P-256', d: text(scalar), ...point };
  return { publicKey, privateKey: createPrivateKey({ format: 'jwk', key }) };
}

/** Returns the first derived number that is a valid private key; one in four thousand million is not. */
function scalarOf({ derive }: Pick<Secrets, 'derive'>, use: (bytes: Buffer) => void): Buffer {
  for (let n = 0; ; n++) {
    const bytes = derive('vapid', String(n));
    try {
      use(bytes);
      return bytes;
    } catch (error) {
      if (n > 8) throw error;
    }
  }
}

/** Returns the authorization header for a push service. `subject`: an address at which its operators can reach us. */
export function vapidHeader(
  { publicKey, privateKey }: VapidKey,
  { endpoint, subject, now }: { endpoint: string; subject: string; now: Date },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(now.getTime() / 1_000) + LIFETIME_SECONDS;
  const claim = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp, sub: subject })}`;
  const signature = sign('sha256', Buffer.from(claim), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${claim}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`;
}
