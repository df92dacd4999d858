import type { IncomingMessage } from 'node:http';
import { SERIAL } from '#contract/platform/serial.ts';

/**
 * Parses a terminal's request line in all the shapes that firmwares send (protocol notes: GET/POST `/iclock/cdata?SN=...`): any case, `.aspx`,
 * trailing slash, doubled prefix, bare `/cdata`, a secret path in front.
 */
const ENDPOINTS = [
  'cdata',
  'fdata',
  'getrequest',
  'devicecmd',
  'ping',
  'registry',
  'push',
  'exchange',
  'querydata',
  'rtdata',
  'file',
] as const;
type TerminalEndpoint = (typeof ENDPOINTS)[number] | 'other';

export type TerminalRequest = {
  endpoint: TerminalEndpoint;
  /** The serial number in its normal form (capitals), or null. */
  serial: string | null;
  /** In the terminal's spelling, which it expects in replies and uses in its proof. */
  sentSerial: string;
  serialProblem: 'missing' | 'malformed' | 'conflicting' | null;
  /** The token of `/d/{token}/iclock`, when the terminal was given a secret path. */
  secret: string | null;
  /** The first value of each parameter, by name in lower case. */
  params: ReadonlyMap<string, string>;
};

const PREFIX = /^(?:\/d\/([A-Za-z0-9_-]{1,128}))?((?:\/iclock)*)(?:\/(.*))?$/i;
const TERMINAL_PATH =
  /^(\/d\/[^/]+)?\/(iclock(\/|$)|(cdata|edata|fdata|getrequest|devicecmd|ping|registry|push|exchange|querydata|rtdata)(\.(aspx?|php|jsp|cgi))?\/?$)/i;

/** Returns true for a terminal's path (without its query). It must be cheap, because it is called for every connection. */
export const isTerminalPath = (path: string): boolean => TERMINAL_PATH.test(path.replace(/\/{2,}/g, '/'));

/** Percent-decodes what can be decoded; a stray `%` and bytes that are not UTF-8 stay as they are. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ').replace(/%00/g, '');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** `serials`: the spellings that were sent, by their normal form. */
function parseQuery(query: string): { params: Map<string, string>; serials: Map<string, string> } {
  const params = new Map<string, string>();
  const serials = new Map<string, string>();
  for (const pair of query.split('&').slice(0, 100)) {
    if (!pair) continue;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at))
      .trim()
      .toLowerCase();
    const value = at < 0 ? '' : decode(pair.slice(at + 1)).trim();
    // A space within a serial number is refused below; people may type one (contract/platform/serial.ts).
    const serial = value.toUpperCase();
    if (name === 'sn' && !serials.has(serial)) serials.set(serial, value);
    if (!params.has(name)) params.set(name, value);
  }
  return { params, serials };
}

function serialOf(
  serials: ReadonlyMap<string, string>,
): Pick<TerminalRequest, 'serial' | 'sentSerial' | 'serialProblem'> {
  const none = { serial: null, sentSerial: '' };
  if (serials.size > 1) return { ...none, serialProblem: 'conflicting' };
  const [[serial, sent] = ['', '']] = serials;
  if (!serial) return { ...none, serialProblem: 'missing' };
  if (!SERIAL.test(serial)) return { ...none, serialProblem: 'malformed' };
  return { serial, sentSerial: sent, serialProblem: null };
}

const PHOTO_TABLE = /^(att|face)photo$/i;

/**
 * Returns the endpoint that a path's last word means. An upload counts as one wherever it is sent: `edata`, and any unknown word or `fdata` with a
 * table or stamp, unless it is a photo.
 */
function endpointOf(word: string, params: ReadonlyMap<string, string>): TerminalEndpoint {
  const known = ENDPOINTS.find((name) => name === word);
  if (word === 'edata') return 'cdata';
  if (known !== undefined && known !== 'fdata') return known;
  const table = params.get('table');
  const isUpload = table !== undefined ? !PHOTO_TABLE.test(table) : params.has('stamp') || params.has('opstamp');
  return isUpload ? 'cdata' : (known ?? 'other');
}

/** Returns true for a POST with data but without its length: the body cannot be separated from what follows, so nothing is acknowledged. */
export function lacksLength(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  { endpoint, params }: TerminalRequest,
): boolean {
  if (method !== 'POST' || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
    return false;
  if (endpoint === 'cdata') return !['options', 'pushver', 'pin'].some((name) => params.has(name));
  return endpoint === 'devicecmd' || endpoint === 'querydata' || endpoint === 'fdata';
}

/** Returns a path for logs: without its query, and without the secret in front. */
export const loggablePath = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/^\/+([dt])\/+[^/]*/i, '/$1/[removed]').slice(0, 200);

/** @param url path and query as the server received them, e.g. `/iclock/cdata.aspx?SN=ABC&options=all`. */
export function parseTerminalRequest(url: string): TerminalRequest {
  const at = url.indexOf('?');
  const path = (at < 0 ? url : url.slice(0, at)).replace(/\/{2,}/g, '/');
  const { params, serials } = parseQuery(at < 0 ? '' : url.slice(at + 1));
  const match = PREFIX.exec(path);
  const secret = match?.[1] ?? null;
  const tail = (match?.[3] ?? '')
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.(aspx?|php|jsp|cgi)$/, '');
  return { endpoint: endpointOf(tail, params), ...serialOf(serials), secret, params };
}
