import { expect, test } from 'vitest';
import { createAnswers } from '#server/figures/trends/answers.ts';
import type { OneState, State } from '#server/figures/trends/oneState.ts';
import type { Db } from '#server/platform/db/db.ts';

const MORNING = '2026-11-20T08:00';
function given() {
  // Each state is of the version that its caller knew.
  const oneState = async <T>({ dataVersion }: { dataVersion: number }, read: (state: State) => Promise<T>) =>
    read({ dataVersion } as State);
  const answered = createAnswers({} as Db, oneState as unknown as OneState);
  let computed = 0;
  const ask = async (
    { accountId = 'a', dataVersion = 1, at = `${MORNING}:00Z`, url = '/v2/stats/trends/attendance?from=1' } = {},
    compute = async () => ({ nth: ++computed }),
  ) => {
    const header = () => undefined;
    const serialize = (answer: unknown) => JSON.stringify(answer);
    const reply = { request: { url }, serialize, hasHeader: () => false, header };
    const query = Object.fromEntries(new URL(url, 'http://tallyboard.test').searchParams);
    const caller = { accountId, timeZone: 'UTC', dataVersion, scope: null };
    return (await answered({ caller, now: new Date(at), reply, query }, compute)).text;
  };
  return ask;
}

test('one answer for all who ask the same of the same version in the same minute, and while it is computed', async () => {
  const ask = given();
  expect(await Promise.all([ask(), ask({ at: `${MORNING}:20Z` })])).toEqual(['{"nth":1}', '{"nth":1}']);
  expect(await ask({ url: '/v2/stats/trends/attendance?from=1&cacheKey=2' })).toBe('{"nth":1}');
});

test('another version, minute, question or account has an answer of its own; an older version gets the newer one', async () => {
  const ask = given();
  await ask();
  expect(await ask({ dataVersion: 2 })).toBe('{"nth":2}');
  expect(await ask()).toBe('{"nth":2}');
  expect(await ask({ dataVersion: 2, at: '2026-11-20T08:01:00Z' })).toBe('{"nth":3}');
  expect(await ask({ dataVersion: 2, at: '2026-11-20T08:01:00Z', accountId: 'b' })).toBe('{"nth":4}');
  expect(await ask({ dataVersion: 2, at: '2026-11-20T08:01:00Z', url: '/v2/stats/trends/piecework' })).toBe(
    '{"nth":5}',
  );
});

test('what failed is computed again', async () => {
  const ask = given();
  await expect(ask({}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await ask()).toBe('{"nth":1}');
});
