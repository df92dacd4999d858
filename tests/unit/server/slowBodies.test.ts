import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { expectBody, refuseSlowBodies } from '#server/platform/http/slowBodies.ts';

const LIMIT_MS = 150;
const TERMINAL_MS = 30_000;
const FILE_MS = 60_000;
const ARCHIVE_MS = 600_000;
let app: FastifyInstance;
let admit: () => Promise<void>;
let requests: IncomingMessage[];
beforeEach(async () => {
  requests = [];
  app = Fastify({ requestTimeout: 0 });
  refuseSlowBodies(app, {
    json: LIMIT_MS,
    stranger: LIMIT_MS,
    terminal: TERMINAL_MS,
    file: FILE_MS,
    archive: ARCHIVE_MS,
  });
  app.addHook('onRequest', ({ raw }) => {
    requests.push(raw);
    return admit();
  });
  app.post('/v2/anything', { bodyLimit: 1_000_000 }, async ({ body }) => ({ length: JSON.stringify(body).length }));
  const upload = (kind: 'file' | 'archive') => ({ config: { upload: kind } });
  app.post('/v2/backup-restore/:accountId/restore/upload', upload('archive'), async ({ body }) => body);
  app.post('/v2/setup/workbook', upload('file'), async ({ body }) => body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/** Sends bytes and then nothing more; resolves to the first line of the answer once the other side has closed. */
const answerTo = (text: string) =>
  new Promise<string>((resolve) => {
    let answer = '';
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('error', () => undefined).on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });

const post = (body: string, length = body.length, url = '/v2/anything') =>
  `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;

/** Polls without timers, because `expect.poll` advances fake ones. */
async function until(isTrue: () => boolean) {
  while (!isTrue()) await new Promise(setImmediate);
}

/** Expects the connection to stay open until just before the time for the body is over, and to be closed then. */
async function closesAfter(limitMs: number) {
  await until(() => vi.getTimerCount() === 1);
  vi.advanceTimersByTime(limitMs - 1);
  expect(requests.at(-1)?.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(requests.at(-1)?.destroyed).toBe(true);
}

it('a body that does not arrive closes its socket', async () => {
  admit = async () => {};
  const answer = answerTo(post('{"a":', 100));
  await closesAfter(LIMIT_MS);
  expect(await answer).toBe('');
});

it.each([
  ['/v2/backup-restore/7/restore/upload', ARCHIVE_MS],
  ['/v2/setup/workbook', FILE_MS],
  ['/v2/anything?x=/restore/upload', LIMIT_MS],
  ['/v2/restore/upload', LIMIT_MS],
  ['/iclock/x?/restore/upload', LIMIT_MS],
])('%s has %d ms: an upload its time, and nothing else by what its address says of itself', async (url, limitMs) => {
  admit = async () => {};
  const answer = answerTo(post('{"a":', 100, url));
  await closesAfter(limitMs);
  await answer;
});

it('a terminal has its time only once it is let in', async () => {
  admit = async () => expectBody(requests.at(-1) as IncomingMessage);
  const answer = answerTo(post('{"a":', 100, '/iclock/cdata'));
  await until(() => requests.length === 1);
  await closesAfter(TERMINAL_MS);
  await answer;
});

it.each([10, 500_000])('a body of %d characters that waits for its caller to be known has no limit', async (size) => {
  const known = Promise.withResolvers<void>();
  admit = () => known.promise;
  const answer = answerTo(post(JSON.stringify({ a: 'x'.repeat(size) })).replace('\r\n', '\r\nConnection: close\r\n'));
  await until(() => requests.length === 1);
  vi.advanceTimersByTime(ARCHIVE_MS);
  known.resolve();
  expect(await answer).toBe('HTTP/1.1 200 OK');
});

it('who is refused before the body came does not hold the socket either', async () => {
  admit = async () => {
    throw Object.assign(new Error('no'), { statusCode: 401 });
  };
  const answer = answerTo(post('{"a":', 100));
  await closesAfter(LIMIT_MS);
  expect(await answer).toBe('HTTP/1.1 401 Unauthorized');
});
