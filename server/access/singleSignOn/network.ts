import { isLoopback, type Provider } from '../../platform/providers.ts';

/** For a whole request: name, connection, head and body. */
const TIMEOUT_MS = 8_000;
/** The longest answer that is read: key sets and groups of people are far below. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** A request that was not made, or an answer that is not read. */
export class NotAsked extends Error {}

/** Tells whether an address may be called, or a browser sent there, for a provider: https, or http where the issuer is on this machine. */
export function isSecure(address: string, { issuer }: Pick<Provider, 'issuer'>): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname) && isLocal(issuer));
}
export const isLocal = (issuer: string) => new URL(issuer).protocol === 'http:';

/** Tells whether the server itself may call an address: only hosts that the operator configured, at the usual port or the issuer's. */
export function mayCall(address: string, provider: Pick<Provider, 'issuer' | 'hosts'>): boolean {
  const url = URL.parse(address);
  if (!url || !isSecure(address, provider) || !provider.hosts.includes(url.hostname)) return false;
  return url.port === '' || url.port === new URL(provider.issuer).port;
}

/** The function that the libraries call in place of `fetch`; `init` are options of it. */
export type ProviderFetch = (address: string, init: object) => Promise<Response>;

/**
 * Returns the `fetch` of one provider: calls only its hosts, follows no redirect, ends after 8 seconds, and reads 256 kB at most, so that neither a
 * provider nor an address in its description can make the server call something else, or keep it busy.
 */
export function createFetch(provider: Provider): ProviderFetch {
  return async (address, init) => {
    if (!mayCall(address, provider))
      throw new NotAsked(
        `${URL.parse(address)?.hostname ?? 'an address'} is not a host of the provider ${provider.id}`,
      );
    const answer = await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = await readBounded(answer);
    const { status, statusText, headers } = answer;
    // A redirect stays one, and is refused by who asked.
    return new Response(NO_BODY.has(status) ? null : body, { status, statusText, headers });
  };
}

const NO_BODY = new Set([204, 205, 304]);

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.byteLength;
    if (length > MAX_ANSWER_BYTES) throw new NotAsked(`an answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
