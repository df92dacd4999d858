/**
 * Returns the network of an address, /24 of IPv4 or /64 of IPv6, in one spelling; any other text as it is. `host` identifies a single subscriber: the
 * IPv4 address itself, or the /64 of IPv6.
 */
export function networkOf(address: string): { network: string; host: string } {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  const v4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(plain);
  if (v4) return { network: `${v4[1]}.0/24`, host: plain };
  if (!plain.includes(':')) return { network: plain, host: plain };
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) => group.replace(/^0+(?=.)/, ''));
  const network = `${groups.slice(0, 4).join(':')}::/64`;
  return { network, host: network };
}
