import { msg } from '#contract/platform/words.ts';
import { directionOf, type KeyTrust, tellsDirection } from './line.ts';

/** The in and out keys of a terminal, held against the days of its people. */

/** One work day of one person: of each event, in time order, the key with which it was sent, null where this terminal did not send it or no key. */
export type KeyedDay = { person: string; day: string; keys: readonly (number | null)[] };

export type KeyCount = {
  punches: number;
  /** Those with a key that tells a direction. */
  keyed: number;
  /** Those with a key other than that which terminals without keys always send. */
  telling: number;
  /** Those of `keyed` that contradict the order of their day. */
  contradicting: number;
  /** The days with such a key. */
  badDays: number;
  people: number;
  days: number;
};

/**
 * Counts keys against the order of the days: of a day with an even number of events, from which nothing is missing, the first is an IN, and they alternate.
 * Of days with an odd number nothing is said. `trust`: which of the keys are looked at.
 */
export function countKeys(days: readonly KeyedDay[], trust: KeyTrust): KeyCount {
  const count = { punches: 0, keyed: 0, telling: 0, contradicting: 0, badDays: 0 };
  const people = new Set<string>();
  const dates = new Set<string>();
  for (const { person, day, keys } of days) {
    const directions = keys.map((key) => directionOf(key, trust));
    count.punches += keys.filter((key) => key !== null).length;
    count.telling += keys.filter((key, i) => directions[i] !== 'auto' && tellsDirection(key)).length;
    if (keys.length % 2 === 1 || directions.every((direction) => direction === 'auto')) continue;
    const against = directions.filter((one, i) => one !== 'auto' && one !== (i % 2 === 0 ? 'in' : 'out')).length;
    count.keyed += directions.filter((one) => one !== 'auto').length;
    count.contradicting += against;
    if (against > 0) count.badDays++;
    people.add(person);
    dates.add(day);
  }
  return { ...count, people: people.size, days: dates.size };
}

/** Fewer people or days show nothing. */
const ENOUGH = { people: 5, days: 3 };
const isEnough = ({ people, days }: KeyCount) => people >= ENOUGH.people && days >= ENOUGH.days;
/** At most one key in ten may contradict its day: people err. */
const agrees = ({ keyed, contradicting }: KeyCount) => 10 * contradicting <= keyed;
/** A fifth of the punches must have another key than the one that terminals without keys always send. */
const tells = ({ punches, telling }: KeyCount) => 5 * telling >= punches;

/** Returns what follows for a terminal whose keys are trusted so far: they are trusted from now on, no longer, or as before (null). */
export function verdictOn(
  days: readonly KeyedDay[],
  trust: KeyTrust,
): { verdict: 'trust' | 'doubt' | null; count: KeyCount } {
  const count = countKeys(days, trust === 'none' ? 'all' : trust);
  if (trust !== 'none' && isEnough(count) && !agrees(count)) return { verdict: 'doubt', count };
  if (trust === 'all') return { verdict: null, count };
  const all = countKeys(days, 'all');
  // Where what people chose is trusted already, only the side of a door is still to be found.
  const isMore = trust === 'none' || all.keyed > count.keyed;
  return isMore && isEnough(all) && agrees(all) && tells(all)
    ? { verdict: 'trust', count: all }
    : { verdict: null, count };
}

/** Returns what is told of keys that contradict the days, and of the exceptions that they would cause. */
export const keysWords = ({ contradicting, keyed, days }: { contradicting: number; keyed: number; days: number }) =>
  msg(
    'Its keys contradict the days: {contradicting} of {keyed}. In and out alternate now; trusting its keys would cause exceptions on {days, plural, one {# day} other {# days}}.',
    { contradicting, keyed, days },
  );
