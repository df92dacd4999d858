import { readFileSync } from 'node:fs';
import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { terminalAddressOf } from '#server/intake/devices/terminalAddress.ts';

const at = (address: string, internal = false): NetworkInterfaceInfo => ({
  address,
  internal,
  family: 'IPv4',
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
});
const FARM = { lo: [at('127.0.0.1', true)], docker0: [at('172.17.0.1')], eth0: [at('169.254.9.9'), at('192.168.1.5')] };
const config = { host: '0.0.0.0', port: 8080, publicUrl: 'http://localhost:8080', terminalUrl: undefined };

test.each([
  ['this machine’s address in its network', config, '192.168.1.5', 8080, null],
  ['the address it is bound to', { ...config, host: '10.0.0.7' }, '10.0.0.7', 8080, null],
  [
    'what only it can reach',
    { ...config, host: '127.0.0.1' },
    '192.168.1.5',
    8080,
    /HOST=127\.0\.0\.1.*set HOST=0\.0\.0\.0/,
  ],
  ['what people call over http', { ...config, publicUrl: 'http://tally.farm:81' }, 'tally.farm', 81, null],
  [
    'a proxy with TLS',
    { ...config, publicUrl: 'https://tally.farm' },
    'tally.farm',
    80,
    /do not speak https: let tally\.farm/,
  ],
  ['a setting', { ...config, publicUrl: 'https://tally.farm', terminalUrl: 'http://10.1.1.1' }, '10.1.1.1', 80, null],
  [
    'a setting with https',
    { ...config, terminalUrl: 'https://t.farm' },
    't.farm',
    443,
    /give TERMINAL_URL an http address/,
  ],
] as const)('%s', (_what, given, host, port, warning) => {
  const address = terminalAddressOf(given, FARM);
  expect([address.host, address.port]).toEqual([host, port]);
  if (warning) expect(address.warning).toMatch(warning);
  else expect(address.warning).toBeNull();
});

test.each([
  ['https, as people call it', { ...config, publicUrl: 'https://tally.farm' }, 'https://tally.farm'],
  ['what people call over http', { ...config, publicUrl: 'http://tally.farm:81' }, 'http://tally.farm:81'],
  [
    'a setting',
    { ...config, publicUrl: 'https://tally.farm', terminalUrl: 'https://t.farm:8443' },
    'https://t.farm:8443',
  ],
  ['this machine in its network', config, 'http://192.168.1.5:8080'],
] as const)('software is told %s', (_what, given, origin) =>
  expect(terminalAddressOf(given, FARM).origin).toBe(origin),
);

test('a machine without a network says that a setting is needed, never localhost', () =>
  expect(terminalAddressOf(config, { lo: FARM.lo })).toEqual({
    host: null,
    port: 8080,
    origin: null,
    warning: 'This machine has no address in a network: set TERMINAL_URL.',
    words: 'This machine has no address in a network: set TERMINAL_URL.',
  }));

test('the systemd unit lets the server ask for the addresses of the machine', () => {
  const [, families = ''] =
    /^RestrictAddressFamilies=(.*)$/m.exec(readFileSync('deploy/tallyboard.service', 'utf8')) ?? [];
  expect(families.split(' ')).toContain('AF_NETLINK');
});
