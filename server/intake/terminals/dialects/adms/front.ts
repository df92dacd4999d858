import http from 'node:http';
import type { Socket } from 'node:net';
import type { Admit } from '../../../../platform/http/socketCap.ts';
import { TerminalConnection } from './connection.ts';
import { isTerminalLine } from './framing.ts';

/**
 * Terminals send requests that Node's parser refuses (framing.ts). This server reads the first line of each connection: a terminal's connection is
 * repaired for as long as it lasts, any other reaches the parser unchanged.
 */
const MAX_FIRST_LINE = 16_384;
const FIRST_LINE_MS = 10_000;

type Pass = (seen: Buffer, isTerminal: boolean) => void;

function readFirstLine(socket: Socket, pass: Pass, pending: Set<Socket>) {
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
    pass(seen, end >= 0 && isTerminalLine(seen.subarray(0, end).toString('latin1')));
  };
  socket.on('readable', onReadable).on('end', drop).on('error', drop).on('close', drop);
}

/**
 * Returns an HTTP server that understands terminals: no Host header needed, their requests repaired. For Fastify's `serverFactory`. @param options
 * passed to `http.createServer`; `requireHostHeader` is always off. @param admits asked for each connection; one that is not admitted is closed
 * unread.
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
    const pass: Pass = (seen, isTerminal) => {
      if (!isTerminal) socket.unshift(seen);
      const connection = isTerminal ? new TerminalConnection(socket, seen) : socket;
      for (const listener of accept) listener.call(server, connection);
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
