import type { ServerResponse } from 'node:http';

export type TerminalReply = { status: number; body: string | Uint8Array; headers?: Record<string, string> };

/** Idle, acknowledged, understood: exactly `OK` without a line end, which old firmware would take for a command. */
export const OK: TerminalReply = { status: 200, body: 'OK' };
export const accepted = (lines: number): TerminalReply => ({ status: 200, body: `OK: ${lines}` });
export const text = (body: TerminalReply['body']): TerminalReply => ({ status: 200, body });
/** Not 200: the terminal keeps what it has and comes again. */
export const refused = (status: number, body: string): TerminalReply => ({
  ...{ status, body },
  // For proxies and monitors: a terminal comes again when its own menu says.
  ...(status === 503 && { headers: { 'Retry-After': '5' } }),
});

/**
 * Writes a reply as old firmware needs it: header names in this exact case, text/plain, a length, the server's clock, and
 * next to nothing else (it copies the headers into 2 KB), all of it in one write.
 * @param now ms; the `Date` header is the terminal's clock source.
 */
export function sendReply(
  response: ServerResponse,
  { status, body, headers }: TerminalReply,
  now: number,
  close: boolean,
) {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : Buffer.from(body);
  response.sendDate = false;
  response.writeHead(status, {
    Date: new Date(now).toUTCString(),
    'Content-Type': 'text/plain',
    'Content-Length': String(bytes.length),
    ...headers,
    ...(close && { Connection: 'close' }),
  });
  response.end(bytes);
}

const countOf = (params: ReadonlyMap<string, string>, lines: number) => params.get('count') ?? String(lines);

/** The reply to a table: 3.x sends it again until it hears `<tablename>=<count>`. */
export function tableReply(params: ReadonlyMap<string, string>, lines: number): TerminalReply {
  const name = params.get('tablename');
  if (name && /^[A-Za-z0-9_]{1,40}$/.test(name))
    return text(`${name}=${countOf(params, lines).replace(/\D/g, '') || '0'}`);
  return OK;
}
