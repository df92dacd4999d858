import { BlockList, isIP } from 'node:net';

/** Named ranges of the proxy-addr library: 127.0.0.1/8 and ::1, the link-local and the private networks. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];
const ADVICE =
  'must be the addresses of the proxies in front, such as 127.0.0.1 or 10.0.0.5, 10.1.0.0/16 (or loopback, linklocal, uniquelocal), separated by commas, or false';

/**
 * Returns the proxies whose X-Forwarded-For is trusted, from a text such as `127.0.0.1, 10.1.0.0/16`; false for `false`. A number of proxies and
 * `true` are refused: a hop count cannot distinguish a proxy from a client that connects directly, so Fastify would trust nobody, and `true` believes
 * whatever a client writes. Throws a RangeError with what to write instead.
 */
export function trustedProxies(text: string): false | string[] {
  if (text.trim() === 'false') return false;
  const entries = text.split(',').map((entry) => entry.trim());
  const wrong = entries.find((entry) => !isTrustable(entry));
  if (wrong !== undefined) throw new RangeError(`${ADVICE}; '${wrong}' is none of these`);
  return entries;
}

function isTrustable(entry: string): boolean {
  if (RANGES.includes(entry)) return true;
  const [address = '', bits, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** The ranges of the names in proxy-addr. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Returns a function that tells whether a socket's address is one of the proxies that trustedProxies returned. */
export function proxyMatcher(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of proxies.flatMap((proxy) => NAMED[proxy] ?? [proxy])) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (text) => {
    const address = text.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}
