import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { TerminalAddress } from '#contract/intake/enrolment.ts';
import { english, type Message, msg, words } from '#contract/platform/words.ts';
import type { Config } from '../../platform/config.ts';

type Settings = Pick<Config, 'host' | 'port' | 'publicUrl' | 'terminalUrl'>;

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;
const WILDCARD = /^(0\.0\.0\.0|::)$/;

/**
 * Returns the address at which terminals can reach this server: TERMINAL_URL; else the address that people use, if it is another machine's (port 80
 * of a proxy that serves https, because few terminals support https, though software does); else this machine's address in its network. Never localhost.
 */
export function terminalAddressOf(config: Settings, interfaces = knownInterfaces()): TerminalAddress {
  const found = foundIn(config, interfaces);
  const open = new URL(config.publicUrl);
  const isOpen = !config.terminalUrl && open.protocol === 'https:';
  const here = found.host && new URL(config.terminalUrl ?? `http://${found.host}:${found.port}`).origin;
  const { said, ...place } = found;
  return { ...place, origin: isOpen ? open.origin : here, warning: said && english(said), words: said };
}

type Found = Pick<TerminalAddress, 'host' | 'port'> & { said: string | Message | null };
function foundIn(config: Settings, interfaces: Interfaces): Found {
  const { host, port, publicUrl, terminalUrl } = config;
  if (terminalUrl) return { ...placeOf(new URL(terminalUrl)), said: httpsWarning(terminalUrl) };
  const open = new URL(publicUrl);
  if (open.protocol === 'https:')
    return {
      host: open.hostname,
      port: 80,
      said: msg(
        'Most terminals do not speak https: let {host} pass plain HTTP on port 80 under /iclock/, /d/ and /t/ on to this server, or set TERMINAL_URL to where it does.',
        { host: open.hostname },
      ),
    };
  if (!LOOPBACK.test(open.hostname)) return { ...placeOf(open), said: null };
  if (LOOPBACK.test(host))
    return {
      host: lanAddress(interfaces),
      port,
      said: msg(
        'The server listens on this machine only (HOST={host}), terminals cannot reach it: set HOST=0.0.0.0, or TERMINAL_URL to what passes their calls on.',
        { host },
      ),
    };
  const lan = WILDCARD.test(host) ? lanAddress(interfaces) : host;
  return { host: lan, port, said: lan ? null : words('This machine has no address in a network: set TERMINAL_URL.') };
}

/** Warns at start about anything that keeps terminals from reaching this server. */
export function warnOfTerminalAddress(config: Settings, log: Pick<FastifyBaseLogger, 'warn' | 'info'>): void {
  const { host, port, warning } = terminalAddressOf(config);
  if (warning) log.warn(`Terminals: ${warning}`);
  else log.info(`Terminals are told to call ${host}, port ${port}`);
}

const DEFAULT_PORT: Record<string, number> = { 'http:': 80, 'https:': 443 };
const placeOf = ({ hostname, port, protocol }: URL) => ({
  host: hostname,
  port: Number(port) || (DEFAULT_PORT[protocol] ?? 80),
});
const httpsWarning = (url: string) =>
  url.startsWith('https:') ? words('Most terminals do not speak https: give TERMINAL_URL an http address.') : null;

/** Empty where a sandbox forbids the query (AF_NETLINK), which is no reason not to start. */
function knownInterfaces() {
  try {
    return networkInterfaces();
  } catch {
    return {};
  }
}

/** Returns the first IPv4 address that is not loopback: real networks before those of containers and tunnels. */
function lanAddress(interfaces: Interfaces): string | null {
  const found = Object.entries(interfaces)
    .flatMap(([name, addresses = []]) => addresses.map((address) => ({ ...address, isReal: /^(e|w)/.test(name) })))
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'));
  return (found.find(({ isReal }) => isReal) ?? found[0])?.address ?? null;
}
