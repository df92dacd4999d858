import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { ERROR_STATUS } from '#contract/platform/errors.ts';
import { givenFuzzWorld } from '../support/fuzzWorld.ts';
import { isPage, roleOf, shapeOf, urlOf, valuesOf } from '../support/requests.ts';
import { sampled } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Every call of the contract with a valid request in a wrong wrapping: another content type, a body that is deep, cut, compressed or written twice,
 * and headers that are odd, many or large. Endpoints in turn: a ninth of them in the short form.
 */
const CANARY = 'CANARY';
const t = useTestApp();
let world: Awaited<ReturnType<typeof givenFuzzWorld>>;
beforeEach(async () => {
  world = await givenFuzzWorld(t.db, CANARY);
});
const outcomes: Record<string, number> = {};
afterAll(() => console.info('wrong wrappings:', outcomes));

/** Types that a form of another site can send without asking first, and types that name no JSON. */
const OTHER_TYPES = [
  'text/plain',
  'text/plain; x=application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/octet-stream',
  'application/jsonx',
  '*/*',
  ' ',
];
const DEEP = 100_000;
/** Bodies that are no JSON of this call, whatever the call is. */
const BODIES: readonly [string, string | Buffer][] = [
  ['deep lists', '['.repeat(DEEP)],
  ['deep objects', '{"a":'.repeat(DEEP)],
  ['deep and closed', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
  ['cut', '{"a":'],
  ['two values', '{}{}'],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['prototype', '{"__proto__":{"isAdmin":true}}'],
  ['constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['a number', '1'],
  ['a text', '"x"'],
  ['nothing but space', ' '.repeat(100_000)],
];
const HEADERS: readonly [string, Record<string, string>][] = [
  ['another method', { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }],
  ['another address', { 'x-original-url': '/v2/admin/accounts', 'x-rewrite-url': '/v2/admin/accounts' }],
  ['another host', { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }],
  ['a chain of proxies', { 'x-forwarded-for': '1.2.3.4, '.repeat(500), 'x-forwarded-proto': 'javascript' }],
  ['odd conditions', { 'if-none-match': '"'.repeat(1_000), 'if-modified-since': 'never', range: 'bytes=0-,-1,5-2' }],
  ['odd languages', { 'accept-language': 'x-'.repeat(2_000), 'accept-encoding': 'gzip;q=9, x;q=, *' }],
  ['an odd key', { 'idempotency-key': '\u00e9'.repeat(300) }],
  ['an odd length of cookies', { cookie: 'a=b; '.repeat(1_000) }],
];

const random = (schema: z.ZodType | undefined) =>
  schema && fc.sample(valuesOf(shapeOf(schema), world.ids), { numRuns: 1, seed: 1 })[0];
function requestOf(endpoint: Endpoint) {
  const body = random(endpoint.body);
  return {
    method: endpoint.method,
    url: urlOf(endpoint, random(endpoint.params), random(endpoint.query)),
    headers: {
      authorization: world.tokens[roleOf(endpoint)] ?? '',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    } as Record<string, string>,
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  };
}

async function refusedOrTaken(endpoint: Endpoint, what: string, request: InjectOptions) {
  const { statusCode, headers, body } = await t.app.inject(request);
  const told = `${what} -> ${statusCode} ${body.slice(0, 300)}`;
  outcomes[statusCode] = (outcomes[statusCode] ?? 0) + 1;
  expect(statusCode, told).toBeLessThan(500);
  expect(String(headers.location ?? ''), told).not.toContain('evil.test');
  expect(body, told).not.toContain('evil.test');
  if (roleOf(endpoint) !== 'admin') expect(body, told).not.toContain(CANARY);
  if (statusCode >= 400 && !isPage(headers)) {
    const { errorCode, message } = JSON.parse(body);
    expect(ERROR_STATUS, told).toHaveProperty(errorCode, statusCode);
    expect(message, told).toMatch(/\S/);
    expect(message.length, told).toBeLessThan(2_000);
  }
  return statusCode;
}

const named = sampled(
  Object.entries(ENDPOINTS).sort(([one], [other]) => (one < other ? -1 : 1)),
  9,
);
const withBody = named.filter(([, { method, body, upload }]) => method !== 'GET' && body && !upload);

it.each(withBody)('%s takes JSON only', async (name, endpoint) => {
  const { headers, ...request } = requestOf(endpoint);
  for (const type of OTHER_TYPES) {
    const status = await refusedOrTaken(endpoint, `${name} as ${type}`, {
      ...request,
      headers: { ...headers, 'content-type': type },
    });
    expect([400, 401, 415, 429], `${name} as ${type}`).toContain(status);
  }
  const { 'content-type': _, ...untyped } = headers;
  expect(await refusedOrTaken(endpoint, `${name} untyped`, { ...request, headers: untyped })).toBeGreaterThanOrEqual(
    400,
  );
  for (const encoding of ['gzip', 'deflate', 'br', 'x'])
    await refusedOrTaken(endpoint, `${name} ${encoding}`, {
      ...request,
      headers: { ...headers, 'content-encoding': encoding },
    });
  for (const [what, payload] of BODIES)
    expect(
      await refusedOrTaken(endpoint, `${name} ${what}`, { ...request, headers, payload }),
      `${name} ${what}`,
    ).toBeGreaterThanOrEqual(400);
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
});

it.each(named)('%s is not steered by headers', async (name, endpoint) => {
  const { headers, ...request } = requestOf(endpoint);
  const ends = name === 'logOut' || name === 'changePassword';
  for (const [what, more] of ends ? [] : HEADERS)
    await refusedOrTaken(endpoint, `${name} ${what}`, { ...request, headers: { ...headers, ...more } });
  await t.jobs.drain();
});

describe('at the socket', () => {
  /** Sends text as it is and returns all of the answer, until the server closes the connection. */
  async function answerTo(text: string) {
    if (!t.app.server.listening) await t.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = t.app.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('error', () => {});
    socket.write(text);
    // The line with the status comes first, and whole.
    await Promise.race([once(socket, 'close'), once(socket, 'data')]);
    socket.destroy();
    return answer;
  }
  const start = (method: string, path: string, ...headers: string[]) =>
    `${[`${method} ${path} HTTP/1.1`, 'host: x', ...headers].join('\r\n')}\r\n\r\n`;

  it.each([
    ['20 kB of one header', start('GET', '/v2/health', `x-a: ${'x'.repeat(20_000)}`), 431],
    ['5,000 headers', start('GET', '/v2/health', ...Array.from({ length: 5_000 }, (_, i) => `x-${i}: y`)), 431],
    ['20 kB of address', start('GET', `/v2/${'x'.repeat(20_000)}`), 431],
    ['two lengths', start('POST', '/v2/session', 'content-length: 2', 'content-length: 3'), 400],
    ['a length and chunks', start('POST', '/v2/session', 'content-length: 2', 'transfer-encoding: chunked'), 400],
    ['an unknown coding', start('POST', '/v2/session', 'transfer-encoding: gzip, x'), 400],
    ['a length that is no number', start('POST', '/v2/session', 'content-length: -1'), 400],
    ['a bare line feed in a header', 'GET /v2/health HTTP/1.1\r\nhost: x\r\nx-a: b\nx-c: d\rx-e: f\r\n\r\n', 400],
    ['an unknown method', start('FROB', '/v2/health'), 400],
  ])('%s is refused', async (_, text, status) => {
    expect(await answerTo(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});
