import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refuseSlowBodies } from '#server/http/slowBodies.ts';

const LIMIT_MS = 150;
const SLOWER_MS = 4 * LIMIT_MS;
let app: FastifyInstance;
let admit: () => Promise<void>;
beforeEach(async () => {
  app = Fastify({ requestTimeout: 0 });
  refuseSlowBodies(app, { json: LIMIT_MS, terminal: LIMIT_MS, upload: 600_000 });
  app.addHook('onRequest', () => admit());
  app.post('/v2/anything', { bodyLimit: 1_000_000 }, async ({ body }) => ({ length: JSON.stringify(body).length }));
  const upload = { config: { isUpload: true } };
  app.post('/v2/backup-restore/:accountId/restore/upload', upload, async ({ body }) => body);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sends this, and then nothing more; what comes back until the other side closes, or 'open' when it does not. */
const answerTo = (text: string, patienceMs = SLOWER_MS + 1_500) =>
  new Promise<string>((resolve) => {
    let answer = '';
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text));
    const patience = setTimeout(() => end('open'), patienceMs);
    const end = (how: string) => {
      clearTimeout(patience);
      socket.destroy();
      resolve(`${answer.split('\r\n')[0]} ${how}`.trim());
    };
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('error', () => undefined).on('close', () => end('closed'));
  });

const post = (body: string, length = body.length, url = '/v2/anything') =>
  `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`;

it('a body that does not arrive closes its socket', async () => {
  admit = async () => {};
  expect(await answerTo(post('{"a":', 100))).toBe('closed');
});

it('an upload may take its time, and nothing else does by what its address says of itself', async () => {
  admit = async () => {};
  const started = (url: string) => answerTo(post('{"a":', 100, url), SLOWER_MS);
  expect(await started('/v2/backup-restore/7/restore/upload')).toBe('open');
  for (const url of ['/v2/anything?x=/restore/upload', '/v2/restore/upload', '/iclock/x?/restore/upload'])
    expect(await started(url), url).toMatch(/closed$/);
});

it.each([10, 500_000])(
  'a body of %d characters that has to wait for us is answered however long that takes',
  async (size) => {
    admit = () => pause(SLOWER_MS);
    expect(await answerTo(post(JSON.stringify({ a: 'x'.repeat(size) })))).toBe('HTTP/1.1 200 OK closed');
  },
);

it('who is refused before the body came does not hold the socket either', async () => {
  admit = async () => {
    throw Object.assign(new Error('no'), { statusCode: 401 });
  };
  const keptOpen = post('{"a":', 100).replace('Connection: close\r\n', '');
  expect(await answerTo(keptOpen)).toBe('HTTP/1.1 401 Unauthorized closed');
});
