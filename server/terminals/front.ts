import http from 'node:http';
import type { Socket } from 'node:net';
import type { Admit } from '../http/socketCap.ts';
import { isTerminalPath } from './request.ts';

/**
 * Terminals write request lines that Node's parser refuses: raw spaces in the target (`INFO=Ver 6.39 Apr 28 2008,...`), bytes that
 * are not ASCII, an absolute URL, a missing leading slash. This front reads the first line of each connection, repairs
 * those of terminal paths, and hands the socket on; anything else reaches the parser untouched.
 */
const MAX_FIRST_LINE = 16_384;
const FIRST_LINE_MS = 10_000;
const METHOD = /^[A-Za-z]{1,10}(?=[ \t])/;
const VERSION = /[ \t](HTTP\/1\.[01])[ \t]*\r?$/i;
const BLANKS = /^[ \t]+|(?<![ \t])[ \t]+$/g;

const repaired = new WeakSet<Socket>();
/** Was a request line of this connection repaired? Then it is closed after the reply: only its first line was read here. */
export const wasRepaired = (socket: Socket): boolean => repaired.has(socket);

/** Percent-encodes every byte that may not stand in a request target. */
const encodeTarget = (target: string) =>
  target.replace(
    /[^\x21-\x7e]|[<>"\\^`{|}#]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/** The request line as Node accepts it, or null when there is nothing to repair. `line` is latin1, without its LF. */
export function repairRequestLine(line: string): string | null {
  const method = METHOD.exec(line)?.[0];
  const version = VERSION.exec(line);
  if (!method || !version) return null;
  const given = line.slice(method.length, version.index).replace(BLANKS, '');
  const relative = given.replace(/^https?:\/\/[^/?]*/i, '');
  const target = encodeTarget(relative.startsWith('/') ? relative : `/${relative}`);
  if (!isTerminalPath(target.split('?')[0] ?? '')) return null;
  const fixed = `${method.toUpperCase()} ${target} ${version[1]?.toUpperCase()}\r`;
  return fixed === line ? null : fixed;
}

function readFirstLine(socket: Socket, pass: () => void, pending: Set<Socket>) {
  let seen: Buffer = Buffer.alloc(0);
  pending.add(socket);
  const give = () => {
    clearTimeout(timer);
    socket.off('readable', onReadable).off('end', drop).off('error', drop).off('close', drop);
    pending.delete(socket);
  };
  const drop = () => {
    give();
    socket.destroy();
  };
  const timer = setTimeout(drop, FIRST_LINE_MS);
  timer.unref();
  const onReadable = () => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read())
      seen = seen.length ? Buffer.concat([seen, chunk]) : chunk;
    const end = seen.indexOf(10);
    if (end < 0 && seen.length < MAX_FIRST_LINE) return;
    give();
    const fixed = end < 0 ? null : repairRequestLine(seen.subarray(0, end).toString('latin1'));
    if (fixed !== null) {
      repaired.add(socket);
      seen = Buffer.concat([Buffer.from(fixed, 'latin1'), seen.subarray(end)]);
    }
    socket.unshift(seen);
    pass();
  };
  socket.on('readable', onReadable).on('end', drop).on('error', drop).on('close', drop);
}

/**
 * An HTTP server that understands terminals: no Host needed, request lines repaired. For Fastify's `serverFactory`.
 * @param options passed to `http.createServer`; `requireHostHeader` is always off.
 * @param admits asked for each connection; one that is not admitted is closed unread.
 */
export function createTerminalServer(
  handler: http.RequestListener,
  options: http.ServerOptions = {},
  admits: Admit = () => true,
): http.Server {
  const server = http.createServer({ ...options, requireHostHeader: false }, handler);
  const accept = server.listeners('connection');
  const pending = new Set<Socket>();
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!admits(socket)) return socket.destroy();
    const pass = () => {
      for (const listener of accept) listener.call(server, socket);
    };
    readFirstLine(socket, pass, pending);
  });
  const close = server.close.bind(server);
  server.close = (callback) => {
    for (const socket of pending) socket.destroy();
    return close(callback);
  };
  return server;
}
