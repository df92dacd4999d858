import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noteSequences, type SequenceState, sequencesOf } from '#server/intake/sync/sequence.ts';

it('reads the numbers of a batch, of whatever else stands in it', () => {
  expect(
    sequencesOf([{ sequence: 3 }, { sequence: 1, at: 'bad' }, { sequence: 3 }, null, 'x', { sequence: -1 }, {}]),
  ).toEqual([1, 3]);
  expect(sequencesOf([{ recordId: 'a' }, { sequence: 1.5 }])).toBe(null);
});

it.each<[SequenceState | null, number[], SequenceState]>([
  [null, [1, 2, 3], { last: 3, missing: [] }],
  [null, [3], { last: 3, missing: [[1, 2]] }],
  [{ last: 3, missing: [] }, [2, 3, 4], { last: 4, missing: [] }],
  [
    { last: 3, missing: [] },
    [6, 9],
    {
      last: 9,
      missing: [
        [4, 5],
        [7, 8],
      ],
    },
  ],
  [
    { last: 9, missing: [[4, 8]] },
    [6],
    {
      last: 9,
      missing: [
        [4, 5],
        [7, 8],
      ],
    },
  ],
  [{ last: 9, missing: [[4, 4]] }, [4], { last: 9, missing: [] }],
])('%j and then %j', (known, numbers, after) => expect(noteSequences(known, numbers)).toEqual(after));

it('in whatever batches and order they come, what is missing is what never came', () => {
  const batches = fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }), { maxLength: 12 });
  fc.assert(
    fc.property(batches, (all) => {
      const state = all.reduce<SequenceState | null>(
        (known, batch) =>
          noteSequences(
            known,
            [...new Set(batch)].sort((a, b) => a - b),
          ),
        null,
      );
      const came = new Set(all.flat());
      const highest = Math.max(0, ...came);
      const never = Array.from({ length: highest }, (_, i) => i + 1).filter((number) => !came.has(number));
      const told = (state?.missing ?? []).flatMap(([from, to]) =>
        Array.from({ length: to - from + 1 }, (_, i) => from + i),
      );
      expect([state?.last ?? 0, told]).toEqual([highest, never]);
    }),
  );
});

it('numbers that a device makes up cost no more than those that it counts', () => {
  const highest = Number.MAX_SAFE_INTEGER;
  const every = Array.from({ length: 5_000 }, (_, n) => 2 * n + 2);
  // If each batch were compared with every gap, it would take half a second.
  for (let batch = 0; batch < 100; batch++)
    expect(noteSequences({ last: highest, missing: [[1, highest - 1]] }, every)).toMatchObject({ last: highest });
});
