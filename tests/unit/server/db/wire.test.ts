import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { query } from '#server/db/embedded/messages.ts';
import { serveWire, URGENT_NAME, type WireOptions } from '#server/db/embedded/wire.ts';

/** An engine that records its messages: 'begin' opens a transaction, 'commit' and 'rollback' end it. */
function createEngine() {
  const seen: string[] = [];
  const begun: string[] = [];
  let inTransaction = false;
  let release: (() => void) | undefined;
  return {
    seen,
    /** The same as `seen`, with the waiting one. */
    begun,
    /** Holds the next batch until the result is called. */
    hold() {
      const held = Promise.withResolvers<void>();
      release = held.resolve;
      waiting = held.promise;
      return () => release?.();
    },
    engine: {
      async execute(messages: Uint8Array, onData: (answer: Uint8Array) => void) {
        const bytes = Buffer.from(messages);
        const isSimple = bytes[0] === 0x51;
        const text = isSimple
          ? `Q ${bytes.toString('latin1', 5, bytes.length - 1)}`
          : bytes.toString('latin1').replace(/[^\x20-\x7e]/g, ' ');
        begun.push(text);
        await waiting;
        seen.push(text);
        if (/\bbegin\b/.test(text)) inTransaction = true;
        if (/\b(commit|rollback)\b/.test(text)) inTransaction = false;
        onData(Buffer.from(`done ${text}\n`));
      },
      isInTransaction: () => inTransaction,
    },
  };
}
let waiting: Promise<void> | undefined;

const STARTUP = (name: string) => {
  const body = Buffer.from(`\0\x03\0\0application_name\0${name}\0\0`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
};
const extended = (letter: string, text: string) => {
  const body = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.write(letter, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const directory = mkdtempSync(join(tmpdir(), 'tb-wire-'));
let count = 0;
let close = async () => {};
afterEach(async () => {
  vi.useRealTimers();
  waiting = undefined;
  await close();
});

/** The server's side of each connection, in order. */
const ends: Socket[] = [];
const connected = z.object({ socket: z.custom<Socket>() });
const onConnected = (message: unknown) => void ends.push(connected.parse(message).socket);
beforeAll(() => subscribe('net.server.socket', onConnected));
afterAll(() => {
  unsubscribe('net.server.socket', onConnected);
  rmSync(directory, { recursive: true, force: true });
});

async function serve(options: Partial<WireOptions> = {}) {
  const path = join(directory, `${++count}.sock`);
  const { engine, ...told } = createEngine();
  const wire = await serveWire({ path, engine, ...options });
  const sockets: ReturnType<typeof connect>[] = [];
  close = async () => {
    for (const socket of sockets) socket.destroy();
    await wire.close();
  };
  const client = async (name = 'test') => {
    const socket = connect(path);
    sockets.push(socket);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.write(STARTUP(name));
    await expect.poll(() => received).toContain('server_version');
    const end = z.custom<Socket>((value) => value !== undefined).parse(ends.at(-1));
    return {
      socket,
      end,
      received: () => received,
      send: (...parts: Buffer[]) => socket.write(Buffer.concat(parts)),
      /** Waits until the server has read all that was sent. */
      arrived: () => expect.poll(() => end.bytesRead).toBe(socket.bytesWritten),
    };
  };
  return { client, ...told };
}

test('the messages of one extended query reach the engine together, whoever else is asking', async () => {
  const { client, seen } = await serve();
  const [a, b] = [await client(), await client()];
  // The query is cut in the middle; the rest arrives after the other client's whole query.
  a.send(extended('P', 'parse a'), extended('B', 'bind a'));
  b.send(extended('P', 'parse b'), extended('B', 'bind b'), extended('E', 'exec b'), extended('S', ''));
  await expect.poll(() => seen.length).toBe(1);
  a.send(extended('E', 'exec a'), extended('S', ''));
  await expect.poll(() => seen.length).toBe(2);
  expect(seen[0]).toMatch(/parse b.*bind b.*exec b/);
  expect(seen[1]).toMatch(/parse a.*bind a.*exec a/);
});

test('a connection in a transaction is served alone until it ends', async () => {
  const { client, seen } = await serve();
  const [a, b] = [await client(), await client()];
  a.send(query('begin'));
  await expect.poll(() => seen).toEqual(['Q begin']);
  b.send(query('other'));
  a.send(query('mine'));
  await expect.poll(() => seen).toEqual(['Q begin', 'Q mine']);
  a.send(query('commit'));
  await expect.poll(() => seen).toEqual(['Q begin', 'Q mine', 'Q commit', 'Q other']);
});

test('a client that goes away in a transaction is rolled back, and what it still wanted is dropped', async () => {
  const { client, seen, begun, hold } = await serve();
  const [a, b] = [await client(), await client()];
  a.send(query('begin'));
  await expect.poll(() => seen.length).toBe(1);
  const letGo = hold();
  a.send(query('running'), query('never'));
  b.send(query('other'));
  await Promise.all([a.arrived(), b.arrived(), expect.poll(() => begun).toContain('Q running')]);
  const gone = once(a.end, 'close');
  a.socket.destroy();
  await gone;
  letGo();
  await expect.poll(() => seen).toEqual(['Q begin', 'Q running', 'Q rollback', 'Q other']);
});

test('a transaction that says nothing while others wait is ended with its reason', async () => {
  const { client, seen } = await serve({ idleTransactionMs: 60_000 });
  const [a, b] = [await client(), await client()];
  a.send(query('begin'));
  await expect.poll(() => seen.length).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.advanceTimersByTime(600_000);
  b.send(query('other'));
  // `expect.poll` would advance the fake timers.
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
  vi.advanceTimersByTime(59_999);
  expect(a.end.writable).toBe(true);
  vi.advanceTimersByTime(1);
  expect(a.end.writable).toBe(false);
  vi.useRealTimers();
  await expect.poll(() => seen).toEqual(['Q begin', 'Q rollback', 'Q other']);
  expect(a.received()).toContain('C25P03');
});

test('what devices deliver goes before everything else that waits', async () => {
  const { client, seen, begun, hold } = await serve();
  const [a, b, ingest] = [await client(), await client(), await client(URGENT_NAME)];
  const letGo = hold();
  a.send(query('first'));
  await expect.poll(() => begun).toEqual(['Q first']);
  for (const [from, text] of [
    [b, 'report'],
    [a, 'dashboard'],
    [ingest, 'punch'],
  ] as const) {
    from.send(query(text));
    await from.arrived();
  }
  letGo();
  await expect.poll(() => seen).toEqual(['Q first', 'Q punch', 'Q report', 'Q dashboard']);
});

test('the watchdog is told how long a batch may take, by a transaction until its end and by a comment once', async () => {
  const told: number[] = [];
  const { client, seen } = await serve({ onBusy: (deadlineMs) => told.push(deadlineMs) });
  const a = await client();
  for (const text of [
    'begin; set local statement_timeout = 600000',
    'work',
    'commit',
    'later',
    '/* deadline = 5000 */ vacuum',
    'last',
  ])
    a.send(query(text));
  await expect.poll(() => seen.length).toBe(6);
  expect(told).toEqual([600_000, 600_000, 600_000, 30_000, 5_000, 30_000]);
});
