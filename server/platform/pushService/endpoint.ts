import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The push services of the browsers; '*.' means any host below. PUSH_HOSTS adds others. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;

/** Tells whether messages may be sent to an address: in its normal spelling, https on port 443, at a known push service. */
export function isPushEndpoint(text: string, moreHosts: readonly string[]): boolean {
  const url = URL.parse(text);
  if (url?.href !== text || url.protocol !== 'https:' || url.port !== '') return false;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  // A URL may be 'https://.push.apple.com/', which names no host.
  if (url.hostname.split('.').includes('')) return false;
  return [...PUSH_HOSTS, ...moreHosts].some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  );
}

/** Every address that is not on the public internet (IANA's special-purpose registries). */
const RESERVED = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  RESERVED.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  RESERVED.addSubnet(network, prefix, 'ipv6');
const GLOBAL_V6 = new BlockList();
GLOBAL_V6.addSubnet('2000::', 3, 'ipv6');

/** Tells whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !RESERVED.check(address, 'ipv4');
  return isIPv6(address) && GLOBAL_V6.check(address, 'ipv6') && !RESERVED.check(address, 'ipv6');
}
