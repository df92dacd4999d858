import { isIP } from 'node:net';

/**
 * The domain and the origins of passkeys. `rpId` is '' where none work: browsers refuse passkeys on IP addresses and, except on localhost, on plain
 * http.
 */
export type RelyingParty = { rpId: string; origins: readonly string[] };

/**
 * Returns the domain of passkeys (PASSKEY_DOMAIN, or the host of PUBLIC_URL) and the origins whose signatures are accepted: PUBLIC_URL's, and those
 * of ALLOWED_ORIGINS within that domain. Throws a RangeError with what is wrong with PASSKEY_DOMAIN.
 */
export function relyingParty(
  publicUrl: string,
  passkeyDomain: string | undefined,
  allowedOrigins: readonly string[],
): RelyingParty {
  const { hostname } = new URL(publicUrl);
  const rpId = passkeyDomain?.toLowerCase() ?? hostname;
  if (!isWithin(hostname, rpId) || (passkeyDomain && rpId !== 'localhost' && !rpId.includes('.')))
    throw new RangeError('must be the host of PUBLIC_URL or a domain above it');
  if (!allows(publicUrl)) return { rpId: '', origins: [] };
  const others = allowedOrigins.filter((origin) => allows(origin) && isWithin(new URL(origin).hostname, rpId));
  return { rpId, origins: [...new Set([publicUrl, ...others].map((address) => new URL(address).origin))] };
}

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

function allows(address: string): boolean {
  const { hostname, protocol } = new URL(address);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return false;
  return protocol === 'https:' || isWithin(hostname, 'localhost');
}
