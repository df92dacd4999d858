import { createServer, type Server, type Socket } from 'node:net';
import { STATEMENT_DEADLINE_MS } from '../pool.ts';
import { errorMessage, FrontendMessages, type Message, PARSED, query, STARTED } from './messages.ts';

/** The engine behind the socket: one session, one statement at a time. */
export type Engine = {
  /** Runs protocol messages up to a Sync, a simple query or a Flush, and passes on what the engine answers. */
  execute(messages: Uint8Array, onData: (answer: Uint8Array) => void): Promise<void>;
  isInTransaction(): boolean;
};

export type WireOptions = {
  path: string;
  engine: Engine;
  /** Called before and after each batch, with its deadline, for the watchdog. */
  onBusy?: (deadlineMs: number) => void;
  onIdle?: () => void;
  /** A transaction that sends nothing for so long, while others wait, is rolled back. */
  idleTransactionMs?: number;
};

type Client = { socket: Socket; urgent: boolean; started: boolean; deadlineMs: number; pending: Message[] };
type Batch = { client: Client; messages: Message[] };

/** Connections with this name are served before all others: punches before reads. */
export const URGENT_NAME = 'tallyboard-ingest';

/**
 * Serves PostgreSQL's wire protocol over a Unix socket for an engine with a single session. The messages of an extended query are passed to the
 * engine as one batch, so that two connections never mix their unnamed statements, and a connection that has begun a transaction is served alone
 * until it ends. (pglite-socket passes on single messages, which lets them mix.)
 */
export async function serveWire({ path, engine, onBusy, onIdle, idleTransactionMs = 15_000 }: WireOptions) {
  const clients = new Set<Client>();
  // The engine's one session keeps each named statement once, whichever connection prepared it.
  const prepared = new Set<string>();
  let queue: Batch[] = [];
  let owner: Client | undefined;
  let running = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const next = (): Batch | undefined => {
    let i = 0;
    if (owner) i = queue.findIndex((batch) => batch.client === owner);
    else
      i = Math.max(
        0,
        queue.findIndex((batch) => batch.client.urgent),
      );
    return i < 0 ? undefined : queue.splice(i, 1)[0];
  };

  const pump = async () => {
    if (running) return;
    const batch = next();
    if (!batch) {
      if (owner && queue.length > 0) idleTimer ??= setTimeout(endIdleTransaction, idleTransactionMs);
      return;
    }
    running = true;
    clearTimeout(idleTimer);
    idleTimer = undefined;
    const { client, messages } = batch;
    await execute(client, messages);
    const flushed = messages.at(-1)?.type === 'H';
    owner = flushed || engine.isInTransaction() ? client : undefined;
    if (!owner) client.deadlineMs = STATEMENT_DEADLINE_MS;
    if (owner?.socket.destroyed) await rollBack(owner);
    running = false;
    // Lets the answers be written before the engine blocks the thread again.
    setImmediate(pump);
  };

  const execute = async (client: Client, messages: Message[]) => {
    for (const { type, bytes } of messages)
      if (type === 'Q') client.deadlineMs = deadlineOf(bytes) ?? client.deadlineMs;
    onBusy?.(client.deadlineMs);
    const name = preparedName(messages[0]);
    const isPrepared = name !== undefined && prepared.has(name);
    if (isPrepared && client.socket.writable) client.socket.write(PARSED);
    const sent = isPrepared ? messages.slice(1) : messages;
    let isFirst = true;
    try {
      await engine.execute(Buffer.concat(sent.map(({ bytes }) => bytes)), (answer) => {
        if (isFirst && name !== undefined && answer[0] === PARSED[0]) prepared.add(name);
        isFirst = false;
        // Copied, because the engine reuses its buffer and the socket may write later.
        if (client.socket.writable) client.socket.write(Buffer.from(answer));
      });
    } finally {
      onIdle?.();
    }
  };

  const rollBack = async (client: Client) => {
    if (owner === client && engine.isInTransaction()) {
      onBusy?.(STATEMENT_DEADLINE_MS);
      await engine.execute(query('rollback'), () => {}).finally(() => onIdle?.());
    }
    if (owner === client) owner = undefined;
  };

  const endIdleTransaction = () => {
    idleTimer = undefined;
    owner?.socket.end(errorMessage('25P03', 'A transaction waited too long while others were waiting for it'));
    owner?.socket.destroySoon();
  };

  const forget = async (client: Client) => {
    clients.delete(client);
    queue = queue.filter((batch) => batch.client !== client);
    // While a batch runs, pump() does the rollback after it.
    if (!running && owner === client) {
      running = true;
      await rollBack(client);
      running = false;
    }
    setImmediate(pump);
  };

  const take = (client: Client, message: Message) => {
    if (message.type === 'startup') {
      if (message.code === 'cancel') return client.socket.destroy();
      if (message.code === 'ssl') return client.socket.write('N');
      client.urgent = message.bytes.includes(URGENT_NAME);
      return client.socket.write(STARTED);
    }
    if (message.type === 'X') return client.socket.end();
    client.pending.push(message);
    if (!'QSH'.includes(message.type)) return;
    queue.push({ client, messages: client.pending });
    client.pending = [];
    return pump();
  };

  const server = createServer((socket) => {
    const client: Client = { socket, urgent: false, started: false, deadlineMs: STATEMENT_DEADLINE_MS, pending: [] };
    const parser = new FrontendMessages();
    clients.add(client);
    socket.on('data', (chunk) => {
      try {
        for (const message of parser.push(chunk)) take(client, message);
      } catch (error) {
        socket.end(errorMessage('08P01', String(error)));
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => forget(client));
  });
  await listen(server, path);

  return {
    /** Stops listening, lets the running batch finish and closes all connections. */
    async close() {
      server.close();
      while (running) await new Promise((resolve) => setTimeout(resolve, 5));
      clearTimeout(idleTimer);
      if (owner) await rollBack(owner);
      for (const { socket } of clients) socket.destroy();
      queue = [];
    },
  };
}

/** Returns the name and text of the statement that a Parse message prepares; undefined for any other message. */
function preparedName(message: Message | undefined): string | undefined {
  if (message?.type !== 'P' || message.bytes[5] === 0) return undefined;
  return message.bytes.toString('utf8', 5);
}

/** Returns the deadline that a long transaction (db.ts) or a statement's comment (maintenance.ts) announces. */
function deadlineOf(simpleQuery: Buffer): number | undefined {
  const words = simpleQuery.toString('latin1', 5, 160);
  const match = /^(?:begin\b[^;]*; set local statement_timeout|\/\* deadline) = (\d+)/.exec(words);
  return match ? Number(match[1]) : undefined;
}

const listen = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
