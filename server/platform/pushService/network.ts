import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';
import { isPublicAddress } from './endpoint.ts';

/** The connection to push services, which tests replace. */
export type PushNetwork = {
  /** Returns every IP address of a host. */
  resolve(host: string): Promise<readonly string[]>;
  /** Opens a TLS connection to the first address that answers, checking the certificate for `host`. */
  dial(addresses: readonly string[], host: string): Duplex;
  /** For the whole request: name, connection and answer. */
  timeoutMs: number;
};

export const INTERNET: PushNetwork = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  dial: (addresses, host) => connectToAny(addresses, { host, port: 443 }),
  timeoutMs: 10_000,
};

/** After this time the next address is tried as well. */
const ATTEMPT_MS = 2_000;
/** Opens a TLS connection to `host` at the first of these addresses that answers, without a look-up of its own. */
export function connectToAny(addresses: readonly string[], to: ConnectionOptions & { host: string }): Duplex {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const pinned = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ATTEMPT_MS };
  return connect({ ...to, ...pinned, servername: to.host, lookup: (_host, _options, done) => done(null, found) });
}

/** The limit of an answer's head; its body is never read. */
const MAX_ANSWER_BYTES = 4_096;

type Posted = { headers: Record<string, string>; body: Buffer };
/** `retryAfter`: the header's text. */
export type PushAnswer = { status: number; retryAfter: string | undefined };

/**
 * Posts to a push service. Every address of its name must be public, the connection is pinned to these addresses, no redirect is followed, and only
 * status and headers of the answer are used, 4 kB at most. Rejects when there is no answer in time.
 */
export async function postTo(network: PushNetwork, endpoint: string, { headers, body }: Posted): Promise<PushAnswer> {
  const signal = AbortSignal.timeout(network.timeoutMs);
  const url = new URL(endpoint);
  const addresses = await within(signal, publicAddresses(network, url.hostname));
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      // Without an agent Node would add port 80 to the host header.
      defaultPort: 443,
      headers: { ...headers, 'content-length': String(body.length), connection: 'close' },
      signal,
      maxHeaderSize: MAX_ANSWER_BYTES,
      createConnection: () => network.dial(addresses, url.hostname),
    });
    outgoing.on('error', reject);
    // Closed with neither answer nor error: the server changed the protocol (101).
    outgoing.on('close', () => reject(new Error('The push service gave no answer')));
    outgoing.on('response', ({ statusCode = 0, headers: answered }) => {
      resolve({ status: statusCode, retryAfter: answered['retry-after'] });
      outgoing.destroy();
    });
    outgoing.end(body);
  });
}

async function publicAddresses({ resolve }: PushNetwork, host: string): Promise<readonly string[]> {
  const addresses = await resolve(host);
  if (addresses.length === 0 || !addresses.every(isPublicAddress))
    throw new Error('The push service has no public address');
  return addresses;
}

/** Rejects when the time is up, whatever is still going on. */
const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
};
