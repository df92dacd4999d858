import fc from 'fast-check';
import { expect, it } from 'vitest';
import { doublesOf, type Scan } from '#server/attendance/containers.ts';

const scan = (id: string, at: number, more: Partial<Scan> = {}): Scan => ({
  id,
  at,
  order: id,
  until: at + 16,
  says: 'count',
  ...more,
});

it.each<[string, Scan[], string[]]>([
  ['the first counts', [scan('a', 0)], []],
  ['a full one does not', [scan('a', 0), scan('b', 15)], ['b']],
  ['one that is empty by itself does', [scan('a', 0), scan('b', 16)], []],
  ['the earlier counts, whichever arrived first', [scan('b', 15), scan('a', 0)], ['b']],
  ['of one instant, by their order', [scan('b', 0), scan('a', 0)], ['b']],
  ['one that was taken back is empty', [scan('a', 0), scan('x', 5, { says: 'back' }), scan('b', 6)], []],
  ['a double does not make it full', [scan('a', 0), scan('b', 15), scan('c', 17)], ['b']],
  [
    'both are right: it is full by the second',
    [scan('a', 0), scan('b', 15, { says: 'right' }), scan('c', 17)],
    ['b', 'c'],
  ],
  ['what is right finds it empty once the first is taken back', [scan('b', 15, { says: 'right' })], []],
  ['what does not count makes nothing full', [scan('a', 0, { says: 'void' }), scan('b', 5)], []],
])('%s', (_name, scans, doubles) => {
  expect([...doublesOf(scans)]).toEqual(doubles);
});

/** Asks of each scan by itself whether the last one before it that counts is full at its instant: no state is carried on. */
function slowly(scans: readonly Scan[]): string[] {
  const before = (a: Scan, b: Scan) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const isDouble = (one: Scan): boolean => {
    if (one.says === 'void' || one.says === 'back') return false;
    const deciding = scans.filter(
      (other) => before(other, one) && other.says !== 'void' && (other.says !== 'count' || !isDouble(other)),
    );
    const last = deciding.find((other) => deciding.every((each) => each === other || before(each, other)));
    return last !== undefined && last.says !== 'back' && one.at < last.until;
  };
  return scans.filter(isDouble).map(({ id }) => id);
}

it('is the same as asking of each scan by itself, in any order of arrival', () => {
  const scans = fc
    .array(
      fc.record({
        at: fc.integer({ min: 0, max: 40 }),
        hours: fc.integer({ min: 1, max: 20 }),
        says: fc.constantFrom('count', 'count', 'count', 'count', 'back', 'right', 'void'),
      }),
      { maxLength: 8 },
    )
    .map((all) => all.map(({ at, hours, says }, i) => scan(`s${i}`, at, { until: at + hours, says })));
  fc.assert(
    fc.property(
      scans.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, arrived]) => {
        expect([...doublesOf(arrived)].sort()).toEqual(slowly(all).sort());
      },
    ),
  );
});
