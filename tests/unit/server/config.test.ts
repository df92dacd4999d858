import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { relyingParty } from '#server/platform/relyingParty.ts';

const linesOf = (env: Record<string, string>) => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  return [];
};

test('without any variable the defaults of the specification stand', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    sessionTtl: 43_200,
    devicesPerUser: 1,
    trustProxy: false,
    logLevel: 'info',
    allowedOrigins: [],
  });
  expect(config.databaseUrl).toBeUndefined();
  expect(isAbsolute(config.dataDir)).toBe(true);
  expect(config.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});

test('every wrong variable gets a line of its own that names it', () => {
  const lines = linesOf({
    PORT: 'abc',
    SESSION_TTL: '0',
    TIME_ZONE: 'Mars/Base',
    DATABASE_URL: 'mysql://x',
    LOG_LEVEL: 'loud',
  });
  expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
    'DATABASE_URL',
    'LOG_LEVEL',
    'PORT',
    'SESSION_TTL',
    'TIME_ZONE',
  ]);
  expect(lines).toContain('PORT must be a whole number from 0 to 65535');
});

describe('single variables', () => {
  test.each([
    ['PORT', '8080.5'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['ADMIN_PASSWORD', 'short'],
    ['SMTP_URL', 'http://mail'],
    ['MAIL_FROM', 'nobody\r\nBcc: all@example.com'],
    ['METRICS_TOKEN', 'short'],
    ['ALLOWED_ORIGINS', 'https://ok.example, nonsense'],
  ])('%s=%j is refused', (name, value) => {
    const lines = linesOf({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name} `));
  });
  test('an empty variable counts as absent', () => expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(8080));
  test('a slash at the end of PUBLIC_URL does not double in links', () =>
    expect(readConfig({ PUBLIC_URL: 'https://tally.example/' }).publicUrl).toBe('https://tally.example'));
  test.each([
    ['false', false],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.1, 10.1.0.0/16,::1', ['10.0.0.1', '10.1.0.0/16', '::1']],
    ['loopback', ['loopback']],
    ['fd00::/8', ['fd00::/8']],
  ])('TRUST_PROXY=%s', (text, value) => expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(value));
  test.each([
    ...[
      '1',
      '2',
      '0',
      'true',
      'yes',
      'proxy.example.com',
      '10.0.0.1,',
      '10.0.0',
      '10.0.0.0/0',
      '10.0.0.0/33',
      '::1/129',
    ],
    ...['10.0.0.1/8/8', '10.0.0.1/-1', 'fe80::1%eth0', '0x7f.1'],
  ])('TRUST_PROXY=%s is refused with what to write instead', (text) => {
    const lines = linesOf({ TRUST_PROXY: text });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^TRUST_PROXY must be the addresses of the proxies in front, such as 127\.0\.0\.1 /);
  });
});

test('a pooler and connections: ten and five unless told, transaction mode only', () => {
  expect(readConfig({})).toMatchObject({ databaseConnections: 10, databaseIngestConnections: 5 });
  const url = 'postgresql://tallyboard@localhost/tallyboard';
  expect(readConfig({ DATABASE_URL: url, DATABASE_POOLER: 'transaction', DATABASE_CONNECTIONS: '4' })).toMatchObject({
    databasePooler: 'transaction',
    databaseConnections: 4,
  });
  for (const wrong of [
    { DATABASE_POOLER: 'session' },
    { DATABASE_CONNECTIONS: '1' },
    { DATABASE_INGEST_CONNECTIONS: '51' },
  ])
    expect(() => readConfig(wrong)).toThrow(Object.keys(wrong)[0]);
});

test('passkeys are for the host of PUBLIC_URL or PASSKEY_DOMAIN above it; never for an address or plain http', () => {
  const of = (publicUrl: string, domain?: string, allowed: string[] = []) => relyingParty(publicUrl, domain, allowed);
  expect(of('https://tally.farm.example')).toEqual({
    rpId: 'tally.farm.example',
    origins: ['https://tally.farm.example'],
  });
  const others = [
    'https://app.farm.example:8443',
    'https://farm.example.evil',
    'http://app.farm.example',
    'https://notfarm.example',
  ];
  expect(of('https://tally.farm.example', 'farm.example', others)).toEqual({
    rpId: 'farm.example',
    origins: ['https://tally.farm.example', 'https://app.farm.example:8443'],
  });
  expect(of('http://localhost:8080')).toEqual({ rpId: 'localhost', origins: ['http://localhost:8080'] });
  for (const nowhere of ['http://tally.example', 'https://192.168.1.5', 'https://[::1]:8080'])
    expect(of(nowhere)).toEqual({ rpId: '', origins: [] });
  expect(linesOf({ PUBLIC_URL: 'https://tally.example', PASSKEY_DOMAIN: 'evil.example' })).toEqual([
    'PASSKEY_DOMAIN must be the host of PUBLIC_URL or a domain above it',
  ]);
  expect(linesOf({ PUBLIC_URL: 'https://tally.example', PASSKEY_DOMAIN: 'example' })).toHaveLength(1);
});

test.each([
  [
    { PUBLIC_URL: 'https://tally.example/farm' },
    'PUBLIC_URL must have no path: the server answers at the root of a host',
  ],
  [{ API_HOST: 'https://tally.example/v2' }, 'API_HOST must have no path: the server answers at the root of a host'],
  [
    { PUBLIC_URL: 'http://tally.example', WEB_PUSH: 'true' },
    'WEB_PUSH needs PUBLIC_URL with https: browsers take notifications from nowhere else',
  ],
  [
    { DATABASE_URL: 'postgresql://tally:a#b@localhost/tally' },
    'DATABASE_URL is no address: write # as %23, / as %2F, @ as %40 in the password',
  ],
])('%j would not work, and stops the start', (variables, line) => expect(linesOf(variables)).toEqual([line]));

test('notifications work on this machine without https', () =>
  expect(readConfig({ PUBLIC_URL: 'http://localhost:8080', WEB_PUSH: 'true' }).webPush).toBe(true));
