import type { ServerResponse } from 'node:http';

export type TerminalReply = { status: number; body: string | Uint8Array; headers?: Record<string, string> };

/** For a poll without commands and for anything acknowledged: exactly `OK` without a line end, which old firmware would take for a command. */
export const OK: TerminalReply = { status: 200, body: 'OK' };
export const accepted = (lines: number): TerminalReply => ({ status: 200, body: `OK: ${lines}` });
export const text = (body: TerminalReply['body']): TerminalReply => ({ status: 200, body });
/** A status other than 200: the terminal keeps its data and tries again. */
export const refused = (status: number, body: string): TerminalReply => ({
  status,
  body,
  // For proxies and monitors: terminals retry after the interval set in their own menu.
  ...(status === 503 && { headers: { 'Retry-After': '5' } }),
});

/**
 * Writes a reply as old firmware needs it: header names in exactly this case, text/plain, a length, the server's clock, and hardly anything else (it
 * copies headers into 2 KB), all in one write. @param now epoch ms; the terminal sets its clock by the `Date` header.
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

/** Returns the reply to a table: 3.x repeats the table until it gets `<tablename>=<count>`. */
export function tableReply(params: ReadonlyMap<string, string>, lines: number): TerminalReply {
  const name = params.get('tablename');
  if (name && /^[A-Za-z0-9_]{1,40}$/.test(name))
    return text(`${name}=${countOf(params, lines).replace(/\D/g, '') || '0'}`);
  return OK;
}
