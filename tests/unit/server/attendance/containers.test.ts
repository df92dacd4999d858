import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Scan, type Standing, standingsOf } from '#server/attendance/containers.ts';

const scan = (id: string, at: number, more: Partial<Scan> = {}): Scan => ({
  id,
  at,
  order: id,
  until: at + 16,
  by: 'a',
  standing: 'counted',
  says: 'count',
  ...more,
});

const idsOf = (standings: ReadonlyMap<string, Standing>, standing: Standing) =>
  [...standings].flatMap(([id, one]) => (one === standing ? [id] : [])).sort();

it.each<[what: string, Scan[], duplicates: string[], takenBack?: string[]]>([
  ['the first counts', [scan('a', 0)], []],
  ['a full one does not', [scan('a', 0), scan('b', 15)], ['b']],
  ['one that is empty by itself does', [scan('a', 0), scan('b', 16)], []],
  ['the earlier counts, whichever arrived first', [scan('b', 15), scan('a', 0)], ['b']],
  ['of one instant, by their order', [scan('b', 0), scan('a', 0)], ['b']],
  ['one that was taken back is empty', [scan('a', 0), scan('x', 5, { says: 'back' }), scan('b', 6)], [], ['a', 'x']],
  ['a delivery empties it', [scan('a', 0), scan('x', 5, { says: 'delivered' }), scan('b', 6)], []],
  [
    'what does not count is taken back without effect',
    [scan('a', 0), scan('b', 5, { by: 'b' }), scan('x', 6, { says: 'back', by: 'b' }), scan('c', 7)],
    ['c'],
    ['b', 'x'],
  ],
  [
    'each takes back their own',
    [scan('a', 0), scan('b', 5, { by: 'b' }), scan('x', 6, { says: 'back' }), scan('y', 7, { says: 'back', by: 'b' })],
    [],
    ['a', 'b', 'x', 'y'],
  ],
  [
    'what was emptied before is taken back without emptying what is counted since',
    [
      scan('a', 0),
      scan('d', 1, { says: 'delivered' }),
      scan('b', 5, { by: 'b' }),
      scan('x', 6, { says: 'back' }),
      scan('c', 7),
    ],
    ['c'],
    ['a', 'x'],
  ],
  [
    'what was counted longer ago is taken back as it was',
    [scan('x', 6, { says: 'back', standing: 'duplicate' })],
    ['x'],
  ],
  ['a double does not make it full', [scan('a', 0), scan('b', 15), scan('c', 17)], ['b']],
  [
    'both are right: it is full by the second',
    [scan('a', 0), scan('b', 15, { says: 'right' }), scan('c', 17)],
    ['b', 'c'],
  ],
  ['what is right finds it empty once the first is taken back', [scan('b', 15, { says: 'right' })], []],
  ['what does not count makes nothing full', [scan('a', 0, { says: 'void' }), scan('b', 5)], []],
  [
    'what a user said is right, or does not count, is taken back like the others',
    [
      scan('a', 0),
      scan('b', 5, { says: 'right', by: 'b' }),
      scan('y', 6, { says: 'back', by: 'b' }),
      scan('c', 20, { says: 'void', by: 'c' }),
      scan('z', 21, { says: 'back', by: 'c' }),
    ],
    [],
    ['b', 'c', 'y', 'z'],
  ],
])('%s', (_name, scans, duplicates, takenBack = []) => {
  const standings = standingsOf(scans);
  expect(idsOf(standings, 'duplicate')).toEqual(duplicates.toSorted());
  expect(idsOf(standings, 'taken-back')).toEqual(takenBack);
});

/** Asks of each scan by itself what the scans before it leave: no state is carried on. */
function slowly(scans: readonly Scan[]): Record<Standing, string[]> {
  const before = (a: Scan, b: Scan) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const isEntry = ({ says }: Scan) => says === 'count' || says === 'right' || says === 'void';
  /** Returns the scan that one takes back: backwards through those of the same hand, the first entry that no later one takes back. */
  const takenBy = (one: Scan): Scan | undefined => {
    let owed = 1;
    const own = scans.filter((other) => other.by === one.by && other.says !== 'delivered' && before(other, one));
    for (const other of own.sort((a, b) => (before(a, b) ? 1 : -1))) {
      owed += isEntry(other) ? -1 : takenBy(other) === undefined ? 0 : 1;
      if (owed === 0) return other;
    }
    return undefined;
  };
  const makesFull = (one: Scan): boolean => one.says === 'right' || (one.says === 'count' && !findsFull(one));
  const empties = (one: Scan, last: Scan) => {
    if (one.says === 'delivered') return true;
    if (one.says !== 'back') return false;
    const taken = takenBy(one);
    return taken === undefined ? one.standing !== 'duplicate' : taken === last;
  };
  const findsFull = (one: Scan): boolean => {
    if (one.says === 'void') return false;
    const earlier = scans.filter((other) => before(other, one));
    const counted = earlier.filter((other) => isEntry(other) && makesFull(other));
    const last = counted.find((other) => counted.every((each) => each === other || before(each, other)));
    if (last === undefined || one.at >= last.until) return false;
    return !earlier.some((other) => before(last, other) && empties(other, last));
  };
  const standingOf = (one: Scan): Standing => {
    if (one.says !== 'back')
      return scans.some((other) => other.says === 'back' && takenBy(other) === one)
        ? 'taken-back'
        : findsFull(one)
          ? 'duplicate'
          : 'counted';
    if (takenBy(one) !== undefined) return 'taken-back';
    return one.standing === 'duplicate' ? 'duplicate' : 'counted';
  };
  const ids = (standing: Standing) =>
    scans.flatMap((one) => (one.says !== 'delivered' && standingOf(one) === standing ? [one.id] : [])).sort();
  return { counted: ids('counted'), duplicate: ids('duplicate'), 'taken-back': ids('taken-back') };
}

it('is the same as asking of each scan by itself, in any order of arrival', () => {
  const scans = fc
    .array(
      fc.record({
        at: fc.integer({ min: 0, max: 40 }),
        hours: fc.integer({ min: 1, max: 20 }),
        says: fc.constantFrom('count', 'count', 'count', 'count', 'back', 'back', 'delivered', 'right', 'void'),
        by: fc.constantFrom('a', 'b'),
        standing: fc.constantFrom<Standing>('counted', 'duplicate', 'taken-back'),
      }),
      { maxLength: 8 },
    )
    .map((all) => all.map(({ at, hours, ...said }, i) => scan(`s${i}`, at, { until: at + hours, ...said })));
  fc.assert(
    fc.property(
      scans.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, arrived]) => {
        const standings = standingsOf(arrived);
        expect({
          counted: idsOf(standings, 'counted'),
          duplicate: idsOf(standings, 'duplicate'),
          'taken-back': idsOf(standings, 'taken-back'),
        }).toEqual(slowly(all));
      },
    ),
  );
});
