import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';
import { isPublicAddress } from './endpoint.ts';

/** The way out to push services; a test has its own (spec/signin.md section 6). */
export type PushNetwork = {
  /** Every IP address of a host. */
  resolve(host: string): Promise<readonly string[]>;
  /** A TLS connection to the first of them that answers, for `host` by its certificate. */
  dial(addresses: readonly string[], host: string): Duplex;
  /** For all of it: name, connection and answer. */
  timeoutMs: number;
};

export const INTERNET: PushNetwork = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  dial: (addresses, host) => connectToAny(addresses, { host, port: 443 }),
  timeoutMs: 10_000,
};

/** So long an address may take before the next is tried as well. */
const ATTEMPT_MS = 2_000;
/** A TLS connection to `host` at the first of these addresses that answers; nothing is looked up (S-114). */
export function connectToAny(addresses: readonly string[], to: ConnectionOptions & { host: string }): Duplex {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const pinned = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ATTEMPT_MS };
  return connect({ ...to, ...pinned, servername: to.host, lookup: (_host, _options, done) => done(null, found) });
}

/** An answer's head; its body is never read. */
const MAX_ANSWER_BYTES = 4_096;

type Posted = { headers: Record<string, string>; body: Buffer };
/** `retryAfter`: the header, as text. */
export type PushAnswer = { status: number; retryAfter: string | undefined };

/**
 * Posts to a push service: every address of its name has to be public, the connection is pinned to them, no redirect is followed,
 * and of the answer only status and headers are taken, 4 kB at most (S-114). Rejects without an answer within the network's time.
 */
export async function postTo(network: PushNetwork, endpoint: string, { headers, body }: Posted): Promise<PushAnswer> {
  const signal = AbortSignal.timeout(network.timeoutMs);
  const url = new URL(endpoint);
  const addresses = await within(signal, publicAddresses(network, url.hostname));
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      // Without an agent Node would name port 80 in the host header.
      defaultPort: 443,
      headers: { ...headers, 'content-length': String(body.length), connection: 'close' },
      signal,
      maxHeaderSize: MAX_ANSWER_BYTES,
      createConnection: () => network.dial(addresses, url.hostname),
    });
    outgoing.on('error', reject);
    // Without an answer and without an error: it changed the protocol (101).
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

/** Rejects when the time is up, whatever goes on. */
const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
};
