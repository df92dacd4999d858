import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { datesToDrop, isTooOld, localDateOf, referenceDateOf } from '#src/cache/keep.ts';
import { importSecret, open, seal } from '#src/cache/seal.ts';

const HOUR = 3_600_000;
const noon = Date.parse('2026-11-20T12:00:00Z');
const key = (referenceDate?: string) => ['stats', 'account', 'tile', { referenceDate }];
const secret = (fill: number) => Buffer.alloc(32, fill).toString('base64url');

describe('what comes back from the disk', () => {
  test.each([
    ['today, 11 hours old', '2026-11-20', noon - 11 * HOUR, false],
    ['today, 13 hours old', '2026-11-19', noon - 13 * HOUR, true],
    ['a past date, 13 hours old', '2026-11-01', noon - 13 * HOUR, false],
    ['a past date, 25 hours old', '2026-11-01', noon - 25 * HOUR, true],
    ['without a date, 13 hours old', undefined, noon - 13 * HOUR, true],
    ['4 minutes ahead of our clock', '2026-11-20', noon + 4 * 60_000, false],
    ['6 minutes ahead of our clock', '2026-11-20', noon + 6 * 60_000, true],
  ])('%s', (_, date, updatedAt, tooOld) => {
    expect(isTooOld(key(date), updatedAt, noon, 'UTC')).toBe(tooOld);
  });
  test('the date is the local one of the account', () => {
    expect(localDateOf(Date.parse('2026-11-20T23:30:00Z'), 'Africa/Johannesburg')).toBe('2026-11-21');
  });
  test('the reference date is found in any part of a key', () => {
    expect(referenceDateOf(key('2026-11-20'))).toBe('2026-11-20');
    expect(referenceDateOf(['account', 1, null, 'x'])).toBeUndefined();
  });
});

test('today and the two past dates last used stay', () => {
  const used = new Map([
    ['2026-11-20', 1],
    ['2026-11-19', 5],
    ['2026-11-18', 3],
    ['2026-11-01', 9],
  ]);
  expect(datesToDrop(used, '2026-11-20')).toEqual(['2026-11-18']);
});

describe('sealing', () => {
  test('what was sealed opens to the same value', async () => {
    const own = await importSecret(secret(7));
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(await open(own, await seal(own, plain, 1, 2))).toEqual(plain);
      }),
      { numRuns: 50 },
    );
  });
  test("another user's secret opens nothing, nor does a changed byte", async () => {
    const [own, other] = await Promise.all([importSecret(secret(1)), importSecret(secret(2))]);
    const sealed = await seal(own, { names: ['Ann'] }, 1, 2);
    await expect(open(other, sealed)).rejects.toThrow();
    new Uint8Array(sealed.data)[3] = (new Uint8Array(sealed.data)[3] ?? 0) ^ 1;
    await expect(open(own, sealed)).rejects.toThrow();
  });
  test('nothing readable is in what is written, and no two writes are alike', async () => {
    const own = await importSecret(secret(3));
    const [one, two] = [await seal(own, 'Johannes Mokoena', 1, 2), await seal(own, 'Johannes Mokoena', 1, 2)];
    expect(Buffer.from(one.data).includes('Mokoena')).toBe(false);
    expect(Buffer.from(one.data).equals(Buffer.from(two.data))).toBe(false);
  });
  test('a damaged secret is refused', async () => {
    await expect(importSecret('AAAA')).rejects.toThrow();
  });
});
