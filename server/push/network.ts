import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import { isPublicAddress } from './endpoint.ts';

/** The way out to push services; a test has its own (spec/signin.md section 6). */
export type PushNetwork = {
  /** Every IP address of a host. */
  resolve(host: string): Promise<readonly string[]>;
  /** A TLS connection to one of them, for `host` by its certificate. */
  dial(address: string, host: string): Duplex;
  /** For all of it: name, connection and answer. */
  timeoutMs: number;
};

export const INTERNET: PushNetwork = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  dial: (address, host) => connect({ host: address, port: 443, servername: host }),
  timeoutMs: 10_000,
};

/** An answer's head; its body is never read. */
const MAX_ANSWER_BYTES = 4_096;

type Posted = { headers: Record<string, string>; body: Buffer };
/** `retryAfter`: the header, as text. */
export type PushAnswer = { status: number; retryAfter: string | undefined };

/**
 * Posts to a push service: every address of its name has to be public, the connection is pinned to one of them, no redirect is followed,
 * and of the answer only status and headers are taken, 4 kB at most (S-114). Rejects without an answer within the network's time.
 */
export async function postTo(network: PushNetwork, endpoint: string, { headers, body }: Posted): Promise<PushAnswer> {
  const signal = AbortSignal.timeout(network.timeoutMs);
  const url = new URL(endpoint);
  const address = await within(signal, pinnedAddress(network, url.hostname));
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      // Without an agent Node would name port 80 in the host header.
      defaultPort: 443,
      headers: { ...headers, 'content-length': String(body.length), connection: 'close' },
      signal,
      maxHeaderSize: MAX_ANSWER_BYTES,
      createConnection: () => network.dial(address, url.hostname),
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

async function pinnedAddress({ resolve }: PushNetwork, host: string): Promise<string> {
  const addresses = await resolve(host);
  const [first] = addresses;
  if (first === undefined || !addresses.every(isPublicAddress))
    throw new Error('The push service has no public address');
  return first;
}

/** Rejects when the time is up, whatever goes on. */
const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
};
