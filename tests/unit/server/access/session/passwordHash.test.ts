import { argon2Sync } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  createPasswordHasher,
  DEFAULT_HASH_COST,
  LOWEST_HASH_COST,
  parsePhc,
} from '#server/access/session/passwordHash.ts';
import { Refusal } from '#server/platform/http/errors.ts';

const hasher = createPasswordHasher(LOWEST_HASH_COST);

it('costs what was decided, and refuses to start below the floor', async () => {
  expect(await createPasswordHasher(DEFAULT_HASH_COST).hash('orchard rain at nine')).toMatch(
    /^\$argon2id\$v=19\$m=65536,t=3,p=1\$/,
  );
  expect(() => createPasswordHasher({ memoryKiB: 19_455, passes: 2 })).toThrow('at least');
  expect(() => createPasswordHasher({ memoryKiB: 19_456, passes: 1 })).toThrow('at least');
});

it('writes a PHC string that an independent computation confirms', async () => {
  const phc = await hasher.hash('orchard rain at nine');
  const [, , , cost, salt = '', tag = ''] = phc.split('$');
  expect([phc.slice(0, 16), cost]).toEqual(['$argon2id$v=19$m', 'm=19456,t=2,p=1']);
  const nonce = Buffer.from(salt, 'base64');
  expect([nonce.length, Buffer.from(tag, 'base64').length]).toEqual([16, 32]);
  const parameters = {
    message: 'orchard rain at nine',
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 19_456,
    passes: 2,
  };
  expect(argon2Sync('argon2id', parameters).toString('base64').replace(/=+$/, '')).toBe(tag);
});

it('salts: one password twice is two hashes', async () => {
  expect(await hasher.hash('orchard rain at nine')).not.toBe(await hasher.hash('orchard rain at nine'));
});

it('neither trims nor cuts, and takes both ways of writing an accent for one', async () => {
  const long = 'x'.repeat(127);
  const phc = await hasher.hash(`${long}y`);
  expect((await hasher.verify(`${long}y`, phc)).matches).toBe(true);
  expect((await hasher.verify(`${long}z`, phc)).matches).toBe(false);
  const spaced = await hasher.hash(' orchard rain ');
  expect((await hasher.verify('orchard rain', spaced)).matches).toBe(false);
  const accented = await hasher.hash('caf\u00e9 au lait noir');
  expect((await hasher.verify('cafe\u0301 au lait noir', accented)).matches).toBe(true);
});

it('does the same work without a hash, and says no', async () => {
  expect(await hasher.verify('anything at all', null)).toEqual({ matches: false, outdated: false });
  expect(await hasher.verify('anything at all', 'not a hash')).toEqual({ matches: false, outdated: false });
});

it('calls a cheaper hash outdated, a dearer one not', async () => {
  const cheap = await hasher.hash('orchard rain at nine');
  const dearer = createPasswordHasher({ memoryKiB: 20_480, passes: 2 });
  expect(await dearer.verify('orchard rain at nine', cheap)).toEqual({ matches: true, outdated: true });
  expect(await dearer.verify('orchard rain at ten', cheap)).toEqual({ matches: false, outdated: false });
  expect(await hasher.verify('orchard rain at nine', await dearer.hash('orchard rain at nine'))).toEqual({
    matches: true,
    outdated: false,
  });
});

it('takes no hash of another kind or of unbearable cost', () => {
  const [salt, tag] = ['A'.repeat(22), 'A'.repeat(43)];
  expect(parsePhc(`$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag}`)).not.toBeNull();
  for (const bad of [
    `$argon2i$v=19$m=19456,t=2,p=1$${salt}$${tag}`,
    `$argon2id$v=16$m=19456,t=2,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=9999999,t=2,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=19456,t=99,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=19456,t=2,p=9$${salt}$${tag}`,
    `$argon2id$v=19$m=19456,t=2,p=1$$${tag}`,
    '$2b$12$abcdefghijklmnopqrstuv',
    'plain',
    '',
  ])
    expect(parsePhc(bad), bad).toBeNull();
});

it('four at once, a hundred waiting, the next is told to come back', async () => {
  const asked = Array.from({ length: 110 }, () =>
    hasher.verify('x', null).then(
      () => 'done',
      (error) => error,
    ),
  );
  const answers = await Promise.all(asked);
  const refused = answers.filter((answer) => answer instanceof Refusal);
  expect(refused).toHaveLength(6);
  expect(refused[0]).toMatchObject({ errorCode: 'UNAVAILABLE', retryAfter: 5 });
  // The semaphore is free again afterwards.
  expect((await hasher.verify('x', null)).matches).toBe(false);
});
