import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFindSession } from '#server/access/session/findSessions.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Query } from '#server/platform/db/rows.ts';

type Read = PromiseWithResolvers<[]> & { tokens: string[] };

/** A database that holds its answers until it is told to send them. */
function givenReads() {
  const reads: Read[] = [];
  const rows = (_schema: unknown, { values }: Query) => {
    const [hashes] = values as [Buffer[]];
    const read = { ...Promise.withResolvers<[]>(), tokens: hashes.map(String) };
    reads.push(read);
    return read.promise;
  };
  const find = createFindSession({ rows } as unknown as Db);
  return { reads, ask: (token: string) => find(Buffer.from(token)) };
}
const aTurn = () => vi.advanceTimersByTimeAsync(1);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is asked in one turn is one read, each token once', async () => {
  const { reads, ask } = givenReads();
  const answers = Promise.all([ask('a'), ask('b'), ask('a')]);
  await aTurn();
  expect(reads.map(({ tokens }) => tokens)).toEqual([['a', 'b']]);
  reads[0]?.resolve([]);
  expect(await answers).toEqual([undefined, undefined, undefined]);
});

test('what is asked during a read is read after it, all of it at once', async () => {
  const { reads, ask } = givenReads();
  void ask('a');
  await aTurn();
  let isAnswered = false;
  const again = ask('a').then(() => (isAnswered = true));
  await aTurn();
  void ask('b');
  expect(reads).toHaveLength(1);
  reads[0]?.resolve([]);
  await aTurn();
  // A read that began earlier cannot be reused, because a permission may have been withdrawn since.
  expect(isAnswered).toBe(false);
  expect(reads.map(({ tokens }) => tokens)).toEqual([['a'], ['a', 'b']]);
  reads[1]?.resolve([]);
  await again;
});

test('a read that hangs is not waited for', async () => {
  const { reads, ask } = givenReads();
  void ask('a');
  await aTurn();
  const other = ask('b');
  await vi.advanceTimersByTimeAsync(25);
  expect(reads.map(({ tokens }) => tokens)).toEqual([['a'], ['b']]);
  reads[1]?.resolve([]);
  expect(await other).toBeUndefined();
});

test('a read that fails fails for those whom it was for', async () => {
  const { reads, ask } = givenReads();
  const first = expect(ask('a')).rejects.toThrow('the database is away');
  await aTurn();
  const second = ask('b');
  reads[0]?.reject(new Error('the database is away'));
  await first;
  await aTurn();
  reads[1]?.resolve([]);
  expect(await second).toBeUndefined();
});
