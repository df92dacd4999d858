/**
 * A terminal's request line, understood in all the shapes that firmwares send (docs of the protocol: GET/POST
 * `/iclock/cdata?SN=...`): any case, `.aspx`, trailing slash, doubled prefix, bare `/cdata`, a secret path in front.
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
  /** The serial number, or why there is none. */
  serial: string | null;
  serialProblem: 'missing' | 'malformed' | 'conflicting' | null;
  /** The token of `/d/{token}/iclock`, when the terminal was given a secret path. */
  secret: string | null;
  /** Parameters by lower-case name, the first of each. */
  params: ReadonlyMap<string, string>;
};

const SERIAL = /^[A-Za-z0-9_-]{1,64}$/;
const PREFIX = /^(?:\/d\/([A-Za-z0-9_-]{1,128}))?((?:\/iclock)*)(?:\/(.*))?$/i;
const TERMINAL_PATH =
  /^(\/d\/[^/]+)?\/(iclock(\/|$)|(cdata|fdata|getrequest|devicecmd|ping|registry|push|exchange|querydata|rtdata)(\.aspx)?\/?$)/i;

/** Does this path (without its query) belong to the terminals? Cheap: asked for every connection. */
export const isTerminalPath = (path: string): boolean => TERMINAL_PATH.test(path.replace(/\/{2,}/g, '/'));

/** Percent-decodes what can be decoded; a stray `%` or bytes that are not UTF-8 stay as they came. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ').replace(/%00/g, '');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function parseQuery(query: string): { params: Map<string, string>; serials: Set<string> } {
  const params = new Map<string, string>();
  const serials = new Set<string>();
  for (const pair of query.split('&').slice(0, 100)) {
    if (!pair) continue;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at))
      .trim()
      .toLowerCase();
    const value = at < 0 ? '' : decode(pair.slice(at + 1)).trim();
    if (name === 'sn') serials.add(value);
    if (!params.has(name)) params.set(name, value);
  }
  return { params, serials };
}

function serialOf(serials: Set<string>): Pick<TerminalRequest, 'serial' | 'serialProblem'> {
  if (serials.size > 1) return { serial: null, serialProblem: 'conflicting' };
  const [serial] = serials;
  if (!serial) return { serial: null, serialProblem: 'missing' };
  return SERIAL.test(serial) ? { serial, serialProblem: null } : { serial: null, serialProblem: 'malformed' };
}

/** A path as logs may have it: without its query, and without the secret in front (S-71). */
export const loggablePath = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/^\/+d\/+[^/]*/i, '/d/[removed]').slice(0, 200);

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
    .replace(/\.aspx$/, '');
  const endpoint = ENDPOINTS.find((name) => name === tail) ?? 'other';
  return { endpoint, ...serialOf(serials), secret, params };
}
