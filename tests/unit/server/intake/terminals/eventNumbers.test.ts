import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  changedSpan,
  type Numbered,
  noteApart,
  noteNumbers,
  numbersWords,
} from '#server/intake/terminals/eventNumbers.ts';
import { medianCpuRatioOf } from '../../../../support/cpuTime.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const MIN = 60_000;
const at = (minute: number) => NOW - 300 * MIN + minute * MIN;
/** The state after events arrived one request after the other: [number, minute]. */
const after = (...events: (readonly [number, number])[]) =>
  events.reduce<ReturnType<typeof noteNumbers>>(
    (state, [number, minute]) => noteNumbers(state, [{ number, at: at(minute) }], NOW),
    null,
  );
const gaps = (...events: (readonly [number, number])[]) =>
  after(...events)?.gaps.map(({ first, last, from, to }) => [
    first,
    last,
    ...[from, to].map((one) => (one - at(0)) / MIN),
  ]);

test.each<[string, (readonly [number, number])[], number[][]]>([
  [
    'consecutive',
    [
      [7, 0],
      [8, 1],
      [9, 1],
    ],
    [],
  ],
  [
    'a jump, between the events around it',
    [
      [100, 10],
      [115, 40],
    ],
    [[101, 114, 10, 40]],
  ],
  [
    'sent late: narrower on both sides',
    [
      [100, 10],
      [115, 40],
      [107, 20],
    ],
    [
      [101, 106, 10, 20],
      [108, 114, 20, 40],
    ],
  ],
  [
    'sent late, the only one: closed; sent twice: the same',
    [
      [1, 0],
      [3, 9],
      [2, 5],
      [2, 5],
      [3, 9],
    ],
    [],
  ],
  [
    'begins again at 1: nothing is missing',
    [
      [100, 10],
      [1, 20],
      [2, 30],
    ],
    [],
  ],
  [
    'begins again, and the first one heard is 4',
    [
      [100, 10],
      [4, 20],
    ],
    [[1, 3, 10, 20]],
  ],
  [
    'begins again at the same number',
    [
      [1, 10],
      [1, 20],
      [2, 21],
    ],
    [],
  ],
  [
    'sent late from before it began again: no gap, no number of now',
    [
      [100, 10],
      [102, 15],
      [1, 20],
      [101, 12],
      [99, 5],
      [2, 25],
    ],
    [],
  ],
  [
    'a lost one, then begun again: a number of now does not fill it',
    [
      [1, 0],
      [3, 10],
      [1, 20],
      [2, 21],
    ],
    [[2, 2, 0, 10]],
  ],
  [
    'a clock that is put back an hour: next is next',
    [
      [5, 60],
      [6, 1],
      [7, 2],
    ],
    [],
  ],
  [
    'a clock that is years ahead makes no gap longer than now',
    [
      [5, 60],
      [7, 9e9],
      [8, 61],
    ],
    [[6, 6, 60, 300]],
  ],
])('%s', (_, events, expected) => {
  expect(gaps(...events)).toEqual(expected);
});

describe('what arrives in any order, in any batches, with repetitions and losses', () => {
  it('has as missing what was between the first heard and the last and never came', () => {
    const world = fc.record({
      lost: fc.uniqueArray(fc.integer({ min: 2, max: 39 }), { maxLength: 5 }),
      order: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 40, maxLength: 40 }),
      size: fc.integer({ min: 1, max: 7 }),
    });
    fc.assert(
      fc.property(world, ({ lost, order, size }) => {
        const sent = Array.from({ length: 40 }, (_, i) => i + 1).filter((number) => !lost.includes(number));
        // The first is heard first: what came before it is not waited for.
        const [one = 1, ...others] = sent;
        const shuffled = others.toSorted((a, b) => (order[a - 1] ?? 0) - (order[b - 1] ?? 0));
        const events = [one, ...shuffled, ...shuffled.slice(0, 9)].map(
          (number): Numbered => ({ number, at: at(number) }),
        );
        let state: ReturnType<typeof noteNumbers> = null;
        let provesNothing = false;
        for (let i = 0; i < events.length; i += size) {
          state = noteNumbers(state, events.slice(i, i + size), NOW);
          provesNothing ||= state !== null && state.jumps > 5 && state.jumps > state.steps;
        }
        const missing =
          state?.gaps.flatMap(({ first, events: n }) => Array.from({ length: n }, (_, i) => first + i)) ?? [];
        // Once most numbers jumped, as in a history that is sent backwards, what was missing until then is forgotten.
        if (provesNothing) expect(lost).toEqual(expect.arrayContaining(missing));
        else expect(missing.toSorted((a, b) => a - b)).toEqual(lost.toSorted((a, b) => a - b));
      }),
      { numRuns: 2_000 },
    );
  });
});

it('numbers that jump with most events prove nothing, which is said', () => {
  const events = Array.from({ length: 12 }, (_, n) => [n * 3 + 1, n] as const);
  const state = after(...events);
  expect(state?.gaps).toEqual([]);
  expect(numbersWords(state, String)).toMatch(/^Its numbers jump with most events/);
  const healed = after(...events, ...Array.from({ length: 20 }, (_, n) => [35 + n, 20 + n] as const), [60, 50]);
  expect(healed?.gaps).toHaveLength(1);
});

it('no more than 50 gaps, none of 46 days ago, and counts that do not grow', () => {
  let state: ReturnType<typeof noteNumbers> = null;
  for (let n = 0; n < 120; n++)
    state = noteNumbers(
      state,
      [10 * n, 10 * n + 2, 10 * n + 3, 10 * n + 4].map((number) => ({ number, at: at(n) })),
      NOW,
    );
  expect(state?.gaps.length).toBeLessThanOrEqual(50);
  expect((state?.steps ?? 0) + (state?.jumps ?? 0)).toBeLessThanOrEqual(200);
  const old = noteNumbers(after([1, 0], [3, 1]), [{ number: 4, at: NOW }], NOW + 46 * 86_400_000);
  expect(old?.gaps).toEqual([]);
});

it('tells which span is judged again: none where no gap changed', () => {
  const before = after([1, 0], [3, 10]);
  const same = noteNumbers(before, [{ number: 4, at: at(20) }], NOW);
  expect(same && changedSpan(before, same)).toBeNull();
  const closed = noteNumbers(before, [{ number: 2, at: at(4) }], NOW);
  expect(closed && changedSpan(before, closed)).toEqual({ from: at(0), to: at(10) });
});

it('takes no longer for numbers of which each leaves a gap and then lies in one than for consecutive ones', async () => {
  const numbered = (numberOf: (n: number) => number): Numbered[] =>
    Array.from({ length: 20_000 }, (_, n) => ({ number: numberOf(n), at: NOW + n }));
  const jumping = numbered((n) => (n < 10_000 ? 10 * (n + 1) : 10 * (n - 10_000) + 5));
  const late = numbered((n) => (n < 10_000 ? 2 * n + 1 : 2 * (n - 10_000) + 2));
  const plain = numbered((n) => n + 1);
  for (const worst of [jumping, late]) {
    const ratio = await medianCpuRatioOf(5, [() => noteNumbers(null, worst, NOW), () => noteNumbers(null, plain, NOW)]);
    // 200 and more while each event copied all gaps before it.
    expect(ratio).toBeLessThan(20);
    expect(noteNumbers(null, worst, NOW)?.gaps.length).toBeLessThanOrEqual(50);
  }
  const open = noteNumbers(
    null,
    [1, 2, 3, 4, 5, 30_000].map((number) => ({ number, at: at(number / 1_000) })),
    NOW,
  );
  const apart = numbered((n) => 2 * n + 6).map(({ number }) => ({ number, at: at(10) }));
  const ratio = await medianCpuRatioOf(5, [() => noteApart(open, apart, NOW), () => noteNumbers(null, plain, NOW)]);
  expect(ratio).toBeLessThan(20);
});
