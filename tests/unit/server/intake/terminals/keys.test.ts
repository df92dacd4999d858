import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { countKeys, type KeyedDay, verdictOn } from '#server/intake/terminals/keys.ts';
import { DOOR_KEY } from '#server/intake/terminals/line.ts';

/** Days of some people on some dates, all with the same keys. */
const days = (people: number, dates: number, keysOf: (person: number, date: number) => (number | null)[]): KeyedDay[] =>
  Array.from({ length: people * dates }, (_, i) => {
    const [person, date] = [i % people, Math.floor(i / people)];
    return { person: `${person}`, day: `2026-11-${10 + date}`, keys: keysOf(person, date) };
  });
const FOUR = [0, 1, 0, 1];

test.each<[string, KeyedDay[], 'trust' | 'doubt' | null]>([
  ['keys that agree with the days of five people on three', days(5, 3, () => FOUR), 'trust'],
  ['four people', days(4, 9, () => FOUR), null],
  ['two days', days(30, 2, () => FOUR), null],
  ['a key that is always IN', days(9, 9, () => [0, 0, 0, 0]), null],
  ['a key that is always OUT', days(9, 9, () => [1, 1]), null],
  ['a key that follows the clock: IN before noon, OUT after it', days(9, 9, () => [0, 0, 1, 1]), null],
  ['a stray key of one person', days(9, 9, (person, date) => (person + date === 0 ? [1, 0] : [0, 0])), null],
  ['one day in ten with a wrong key', days(10, 9, (person) => (person === 0 ? [0, 0] : [0, 1])), 'trust'],
  ['two in ten', days(10, 9, (person) => (person < 2 ? [1, 0] : [0, 1])), null],
  ['punches of another terminal between, which has no keys', days(9, 9, () => [0, null, null, 1]), 'trust'],
  ['days of which something is missing', days(9, 9, () => [0, 1, 0]), null],
  ['no key at all', days(9, 9, () => [255, 255]), null],
])('%s: %3$s', (_, some, verdict) => expect(verdictOn(some, 'none').verdict).toBe(verdict));

describe('keys that were trusted', () => {
  it.each([
    ['agree', days(9, 9, () => FOUR), null],
    ['are always one from some day on', days(9, 9, () => [0, 0]), 'doubt'],
    ['are forgotten now and then', days(10, 9, (person) => (person === 0 ? [0, 0, 0] : [0, 1])), null],
    ['of too few people', days(4, 9, () => [1, 0]), null],
  ] as const)('%s', (_, some, verdict) => {
    expect(verdictOn(some, 'all').verdict).toBe(verdict);
    expect(verdictOn(some, 'chosen').verdict).toBe(verdict);
  });

  it('as far as a person chose them say nothing of the side of a door, which is found by itself', () => {
    const entry = days(9, 9, () => [DOOR_KEY.in, DOOR_KEY.in]);
    expect(verdictOn(entry, 'chosen')).toMatchObject({ verdict: null, count: { keyed: 0 } });
    const sides = days(9, 9, () => [DOOR_KEY.in, DOOR_KEY.out]);
    expect(verdictOn(sides, 'chosen').verdict).toBe('trust');
    expect(verdictOn(sides, 'all').verdict).toBe(null);
  });
});

it('are counted as by hand, whatever comes in whatever order', () => {
  const key = fc.constantFrom(null, 0, 1, 2, 3, 255);
  const day = fc.record({
    person: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    day: fc.constantFrom('2026-11-10', '2026-11-11', '2026-11-12'),
    keys: fc.array(key, { maxLength: 5 }),
  });
  fc.assert(
    fc.property(fc.array(day), (some) => {
      let contradicting = 0;
      let keyed = 0;
      for (const { keys } of some)
        for (const [i, one] of keys.entries()) {
          if (keys.length % 2 === 1 || one === null || one === 255) continue;
          keyed++;
          if ((one === 0 || one === 3) !== (i % 2 === 0)) contradicting++;
        }
      expect(countKeys(some, 'all')).toMatchObject({ keyed, contradicting });
    }),
  );
});
