import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { INSTANCE_KEY_FILE, loadInstanceKey, parseInstanceKey } from '#server/platform/secrets/instanceKey.ts';
import { createSecrets, randomToken, SealBroken, tokenHash } from '#server/platform/secrets/secrets.ts';

const folders: string[] = [];
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'tb-key-'));
  folders.push(path);
  return path;
};
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

const secrets = createSecrets(randomBytes(32));

it('an installation is known by 16 digits of its key, which later versions must find again', () => {
  expect(createSecrets(Buffer.alloc(32, 7)).keyId).toBe('833592ac3db787e7');
});

it('opens what it sealed, and nothing else: no other context, key or changed byte', () => {
  const sealed = secrets.seal('finger 7', 'template:a:b');
  expect(secrets.open(sealed, 'template:a:b').toString()).toBe('finger 7');
  expect(sealed).not.toContain('finger');
  expect(secrets.seal('finger 7', 'template:a:b')).not.toBe(sealed);
  expect(() => secrets.open(sealed, 'template:a:c')).toThrow(SealBroken);
  expect(() => createSecrets(randomBytes(32)).open(sealed, 'template:a:b')).toThrow(SealBroken);
  for (const broken of ['', 's1.', 's1.AAAA', sealed.slice(0, -2), `s2${sealed.slice(2)}`, sealed.slice(3)])
    expect(() => secrets.open(broken, 'template:a:b'), broken).toThrow(SealBroken);
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    expect(() => secrets.open(`s1.${flipped.toString('base64url')}`, 'template:a:b'), String(at)).toThrow(SealBroken);
  }
});

it('opens what the first version sealed: 12 bytes of nonce, the text, 16 bytes of tag', () => {
  const sealed = 's1.dDSw1yvc4GkMjJJvcJ1SQelWvy05bmgHsYAnkmAmqefWJC3b';
  expect(createSecrets(Buffer.alloc(32, 7)).open(sealed, 'template:a:b').toString()).toBe('finger 7');
});

it('keeps purposes and subjects apart, and is the same for the same key', () => {
  const key = randomBytes(32);
  const [one, same, other] = [createSecrets(key), createSecrets(key), createSecrets(randomBytes(32))];
  expect(one.derive('cache', 'jane')).toEqual(same.derive('cache', 'jane'));
  expect(one.keyId).toBe(same.keyId);
  expect(one.keyId).not.toBe(other.keyId);
  const all = [
    one.derive('cache', 'jane'),
    one.derive('cache', 'bob'),
    one.derive('seal', 'jane'),
    one.hmac('cache', 'jane'),
    one.hmac('throttle', 'jane'),
    other.derive('cache', 'jane'),
  ].map((bytes) => bytes.toString('hex'));
  expect(new Set(all).size).toBe(all.length);
  expect(all.every((hex) => hex.length === 64)).toBe(true);
});

it('bearer secrets have 256 bits and are stored as a hash', () => {
  const tokens = Array.from({ length: 1_000 }, randomToken);
  expect(new Set(tokens).size).toBe(1_000);
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(tokenHash('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('takes SECRET_KEY as hex or base64, and says so when it is not 32 bytes', () => {
  const key = randomBytes(32);
  for (const written of [
    key.toString('hex'),
    key.toString('base64'),
    key.toString('base64url'),
    ` ${key.toString('hex')}\n`,
  ])
    expect(parseInstanceKey(written)).toEqual(key);
  for (const bad of [
    '',
    'short',
    'x'.repeat(64),
    randomBytes(31).toString('base64'),
    randomBytes(33).toString('hex'),
    'a b',
  ])
    expect(() => parseInstanceKey(bad), bad).toThrow('SECRET_KEY must be 32 bytes');
});

it('makes a key file that only its owner can read, once, and keeps it', () => {
  const dataDir = join(folder(), 'data');
  const key = loadInstanceKey({ dataDir });
  const path = join(dataDir, INSTANCE_KEY_FILE);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(loadInstanceKey({ dataDir })).toEqual(key);
  expect(parseInstanceKey(readFileSync(path, 'utf8'))).toEqual(key);
  expect(readdirSync(dataDir)).toEqual([INSTANCE_KEY_FILE]);
  // SECRET_KEY takes precedence, and no file is written.
  const given = randomBytes(32).toString('hex');
  const elsewhere = folder();
  expect(loadInstanceKey({ dataDir: elsewhere, secretKey: given }).toString('hex')).toBe(given);
  expect(readdirSync(elsewhere)).toEqual([]);
});

it('refuses a key file that others may read, and one that is damaged', () => {
  const dataDir = folder();
  loadInstanceKey({ dataDir });
  const path = join(dataDir, INSTANCE_KEY_FILE);
  for (const mode of [0o644, 0o640, 0o604]) {
    chmodSync(path, mode);
    expect(() => loadInstanceKey({ dataDir }), mode.toString(8)).toThrow('can be read by others');
  }
  chmodSync(path, 0o600);
  writeFileSync(path, 'not a key');
  expect(() => loadInstanceKey({ dataDir })).toThrow('32 bytes');
});
