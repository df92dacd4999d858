import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pollVersion, VERSION_CHECK_MS, VERSION_RETRY_MS } from '#src/pwa/poll.ts';

/** Many tabs while the server is down for ten minutes and after it returns. Only the second of each request matters. */
const TABS = 100;
const AWAY_MS = 10 * 60_000;
const numbers = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each([
  ['refuses connections', 20],
  ['lets nobody through and says nothing', 10_000],
])('a server that %s finds its tabs spread when it is back, all of them soon and no burst', async (_, failsAfterMs) => {
  const random = numbers(32);
  let isAway = false;
  const known = new Map<number, number>();
  const stops: (() => void)[] = [];
  const answer = (tab: number) => async () => {
    if (!isAway) {
      if (!known.has(tab)) known.set(tab, Date.now());
      return '1.0.0';
    }
    await new Promise((resolve) => setTimeout(resolve, failsAfterMs * (0.9 + random() / 5)));
    return null;
  };
  // The tabs are opened over the course of a minute.
  for (let tab = 0; tab < TABS; tab++)
    setTimeout(() => stops.push(pollVersion(() => undefined, answer(tab))), random() * 60_000);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  isAway = true;
  await vi.advanceTimersByTimeAsync(AWAY_MS);
  isAway = false;
  known.clear();
  const back = Date.now();
  await vi.advanceTimersByTimeAsync(VERSION_CHECK_MS + failsAfterMs);
  for (const stop of stops) stop();

  expect(known.size).toBe(TABS);
  const waits = [...known.values()].map((at) => at - back);
  // Requests that were in flight when the server returned still fail.
  const longest = VERSION_RETRY_MS + failsAfterMs * 1.1;
  expect(Math.max(...waits)).toBeLessThanOrEqual(longest);
  const perSecond = Map.groupBy(waits, (wait) => Math.floor(wait / 1_000));
  const busiest = Math.max(...[...perSecond.values()].map(({ length }) => length));
  expect(busiest).toBeLessThanOrEqual((3 * TABS) / (longest / 1_000));
});
