import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type PushMessage, pushMessage } from '#contract/reports/push.ts';
import { connectToAny, type PushNetwork } from '#server/platform/pushService/network.ts';
import { PUSH_CERTIFICATE, PUSH_KEY } from './pushCertificate.ts';

/** How it answers: with a status and 'Retry-After'; without an end; never; with another protocol; or it hangs up after accepting the message. */
export type PushMood =
  | { status: number; retryAfter?: string; location?: string }
  | 'endless'
  | 'silent'
  | 'upgrades'
  | 'hangs up';
export type Taken = { endpoint: string; message: PushMessage; topic: string; length: number };

/** A browser that has subscribed: what it sends to the server, and what only it knows. */
export type Subscribed = { endpoint: string; keys: { p256dh: string; auth: string } };

/** How long an answer is waited for that never comes, ms. */
const SILENCE_MS = 1_000;

/** A strict push service on loopback: it verifies the sender (RFC 8292) and decrypts what was sent (RFC 8291). */
export async function openPushService({ now = () => new Date(), timeoutMs = 60_000 } = {}) {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  const taken: Taken[] = [];
  const complaints: string[] = [];
  const dialed: string[] = [];
  const served: { mood: PushMood; addresses: readonly string[]; asked: number } = {
    mood: { status: 201 },
    addresses: ['142.250.1.2', '2a00:1450:4001::5f'],
    asked: 0,
  };

  const take = async (request: IncomingMessage): Promise<void> => {
    const endpoint = `https://${request.headers.host}${request.url}`;
    const body = await buffer(request);
    const browser = browsers.get(endpoint);
    if (!browser) throw new Error(`nobody subscribed at ${endpoint}`);
    const { headers } = request;
    checkSender(headers.authorization ?? '', new URL(endpoint).origin, now());
    const expected = { 'content-encoding': 'aes128gcm', ttl: '14400', urgency: 'high' };
    for (const [name, value] of Object.entries(expected))
      if (headers[name] !== value) throw new Error(`${name}: ${headers[name]}`);
    const topic = String(headers.topic);
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(topic)) throw new Error(`topic ${topic}`);
    const message = pushMessage.parse(JSON.parse(open(browser, body)));
    taken.push({ endpoint, message, topic, length: body.length });
  };

  const answer = (response: ServerResponse) => {
    const { mood } = served;
    if (mood === 'silent') return;
    if (mood === 'hangs up') return void response.destroy();
    if (mood === 'upgrades')
      return void response.socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      );
    if (mood !== 'endless') {
      const { status, retryAfter, location } = mood;
      response.writeHead(status, { ...(retryAfter && { 'retry-after': retryAfter }), ...(location && { location }) });
      return void response.end('x'.repeat(100_000));
    }
    response.writeHead(201);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };

  const server = createServer({ key: PUSH_KEY, cert: PUSH_CERTIFICATE }, async (request, response) => {
    served.asked++;
    response.on('error', () => undefined);
    await take(request).catch((error: unknown) => complaints.push(String(error)));
    answer(response);
  });
  server.on('clientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const loopback = networkTo(port, timeoutMs);
  const network: PushNetwork = {
    ...loopback,
    get timeoutMs() {
      return served.mood === 'silent' || served.mood === 'upgrades' ? SILENCE_MS : timeoutMs;
    },
    resolve: async () => served.addresses,
    dial(addresses, host) {
      dialed.push(`${host} ${addresses.join(' ')}`);
      return loopback.dial(addresses, host);
    },
  };
  return {
    network,
    taken,
    complaints,
    dialed,
    served,
    port,
    /** Subscribes a browser at this service. */
    subscribe(name = randomBytes(16).toString('base64url'), host = 'fcm.googleapis.com'): Subscribed {
      const endpoint = `https://${host}/fcm/send/${name}`;
      const ecdh = createECDH('prime256v1');
      const auth = randomBytes(16);
      browsers.set(endpoint, { ecdh, auth });
      const p256dh = ecdh.generateKeys('base64url');
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
/** Returns a network that leads to the fake service on a port of this machine, whatever address is called. */
export const networkTo = (port: number, timeoutMs: number): PushNetwork => ({
  resolve: async () => ['142.250.1.2'],
  // The first address does not answer.
  dial: (_addresses, host) => connectToAny(['::1', '127.0.0.1'], { host, port, ca: PUSH_CERTIFICATE }),
  timeoutMs,
});

const header = z.strictObject({ typ: z.literal('JWT'), alg: z.literal('ES256') });
const claims = z.strictObject({ aud: z.string(), exp: z.int(), sub: z.url() });

/** Verifies RFC 8292: a signature with the shown key, for this service, for a day at most. */
function checkSender(authorization: string, origin: string, now: Date) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const given = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${head}.${body}`), given, Buffer.from(signature, 'base64url')))
    throw new Error('not signed by the key that is shown');
  const read = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString());
  header.parse(read(head));
  const { aud, exp } = claims.parse(read(body));
  if (aud !== origin) throw new Error(`for ${aud}`);
  const seconds = exp - now.getTime() / 1_000;
  if (seconds <= 0 || seconds > 24 * 3_600) throw new Error(`ends in ${seconds} s`);
}

/** The receiving side of RFC 8291 and RFC 8188, for one record. */
function open({ ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const size = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const serverKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > size) throw new Error('more than one record');
  const expand = (secret: Buffer, from: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey]);
  const secret = expand(ecdh.computeSecret(serverKey), auth, info, 32);
  const key = expand(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const decipher = createDecipheriv('aes-128-gcm', key, expand(secret, salt, 'Content-Encoding: nonce\0', 12));
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('padded with something');
  return plain.subarray(0, end).toString();
}
