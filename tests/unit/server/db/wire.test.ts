import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { query } from '#server/db/embedded/messages.ts';
import { serveWire, URGENT_NAME, type WireOptions } from '#server/db/embedded/wire.ts';

/** An engine that writes down what it was given: 'begin' opens a transaction, 'commit' and 'rollback' end it. */
function createEngine() {
  const seen: string[] = [];
  let inTransaction = false;
  let release: (() => void) | undefined;
  return {
    seen,
    /** The next batch waits until the answer is called. */
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
  waiting = undefined;
  await close();
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function serve(options: Partial<WireOptions> = {}) {
  const path = join(directory, `${++count}.sock`);
  const { engine, seen, hold } = createEngine();
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
    return { socket, received: () => received, send: (...parts: Buffer[]) => socket.write(Buffer.concat(parts)) };
  };
  return { client, seen, hold };
}

test('the messages of one extended query reach the engine together, whoever else is asking', async () => {
  const { client, seen } = await serve();
  const [a, b] = [await client(), await client()];
  // Cut in the middle: the rest comes after the other client's whole query.
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
  const { client, seen, hold } = await serve();
  const [a, b] = [await client(), await client()];
  a.send(query('begin'));
  await expect.poll(() => seen.length).toBe(1);
  const letGo = hold();
  a.send(query('running'), query('never'));
  b.send(query('other'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  a.socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  letGo();
  await expect.poll(() => seen).toEqual(['Q begin', 'Q running', 'Q rollback', 'Q other']);
});

test('a transaction that says nothing while others wait is ended with its reason', async () => {
  const { client, seen } = await serve({ idleTransactionMs: 80 });
  const [a, b] = [await client(), await client()];
  a.send(query('begin'));
  await expect.poll(() => seen.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(seen).toEqual(['Q begin']);
  b.send(query('other'));
  await expect.poll(() => seen, { timeout: 3_000 }).toEqual(['Q begin', 'Q rollback', 'Q other']);
  expect(a.received()).toContain('C25P03');
});

test('what devices deliver goes before everything else that waits', async () => {
  const { client, seen, hold } = await serve();
  const [a, b, ingest] = [await client(), await client(), await client(URGENT_NAME)];
  const letGo = hold();
  a.send(query('first'));
  await new Promise((resolve) => setTimeout(resolve, 30));
  b.send(query('report'));
  a.send(query('dashboard'));
  await new Promise((resolve) => setTimeout(resolve, 30));
  ingest.send(query('punch'));
  await new Promise((resolve) => setTimeout(resolve, 30));
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
