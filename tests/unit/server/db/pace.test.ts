import fc from 'fast-check';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

// The files of a worker share their modules: the rests are left out of this file's own copy only.
vi.resetModules();
vi.doMock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));
const { createPace, inPieces, untilDone } = await import('#server/db/pace.ts');
afterAll(() => {
  vi.doUnmock('node:timers/promises');
  vi.resetModules();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A clock that advances only with work, by `msEach` for each item. */
const useClock = (msEach: number) => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return async (things: number) => {
    now += things * msEach;
  };
};

test('pieces of work hold everything once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(300),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0.01, 1, 50),
      async (total, first, msEach) => {
        const cost = useClock(msEach);
        const all = Array.from({ length: total }, (_, n) => n);
        const seen: number[] = [];
        const pace = createPace({ first, most: 100 });
        for await (const piece of inPieces(all, pace)) {
          await pace.keep(() => cost(piece.length));
          seen.push(...piece);
        }
        expect(seen).toEqual(all);
      },
    ),
    { numRuns: 20 },
  );
});

test('a piece grows and shrinks to what takes about 60 ms, within its bounds', async () => {
  const sizeAfter = async (msEach: number) => {
    const cost = useClock(msEach);
    const pace = createPace({ first: 50, most: 1_000 });
    for (let n = 0; n < 12; n++) await pace.keep(() => cost(pace.size));
    return pace.size;
  };
  expect(await sizeAfter(1)).toBe(60);
  expect(await sizeAfter(0.001)).toBe(1_000);
  expect(await sizeAfter(4)).toBe(15);
  expect(await sizeAfter(5_000)).toBe(13);
});

test('work that is told how much it may take is asked until it finds less', async () => {
  const cost = useClock(1);
  let left = 1_234;
  const pace = createPace({ first: 10, most: 200 });
  const taken: number[] = [];
  await untilDone(pace, (limit) =>
    pace.keep(async () => {
      const some = Math.min(limit, left);
      left -= some;
      taken.push(some);
      await cost(some);
      return some;
    }),
  );
  expect(left).toBe(0);
  expect(taken.reduce((sum, n) => sum + n, 0)).toBe(1_234);
  expect(Math.max(...taken)).toBeLessThanOrEqual(200);
});
