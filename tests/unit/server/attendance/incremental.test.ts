import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Calendar, calendarOf } from '#server/attendance/calendar.ts';
import { deriveDays, deriveHistory, shiftsOf, type WorkDay } from '#server/attendance/derive.ts';
import type { Punch } from '#server/attendance/events.ts';
import type { Entry } from '#server/attendance/piecework.ts';
import { type Decided, decidedAround, decidedOver, firstReach } from '#server/attendance/window.ts';
import { addDays, dayBounds } from '#server/attendance/zone.ts';
import { factsOf, GROUP, week } from '#tests/support/attendance.ts';
import { DAYS, entriesIn, holidaysOf, punchesIn, standardTimesOf, worlds } from '#tests/support/worlds.ts';

/** What the store does, without a database: read a window, decide a stretch, replace the facts of its days. */

const RUNS = Number(process.env.ORACLE_RUNS ?? 600);

const cases = worlds.chain((world) =>
  fc.record({
    world: fc.constant(world),
    punches: punchesIn(world),
    entries: entriesIn(world),
    seed: fc.infiniteStream(fc.nat()),
    /** How much of the first reach is read at first: small windows must widen, never guess. */
    share: fc.constantFrom(1, 0.5, 0.1),
  }),
);

type Known = { punches: Punch[]; entries: Entry[] };
const within = ({ punches, entries }: Known, from: number, to: number) => ({
  from,
  to,
  punches: punches.filter(({ at }) => at >= from && at <= to),
  entries: entries.filter(({ startedAt }) => startedAt >= from && startedAt <= to),
});

type Arrival = { punch: Punch; entry: null; at: number } | { punch: null; entry: Entry; at: number };
const arrivalOf = (punch: Punch): Arrival => ({ punch, entry: null, at: punch.at });
const arrivalOfEntry = (entry: Entry): Arrival => ({ punch: null, entry, at: entry.startedAt });

/** A store of one employee that begins empty; `take` is what storing a batch does. */
function storeOf(calendar: Calendar, share = 1) {
  const shifts = shiftsOf(calendar, GROUP);
  const known: Known = { punches: [], entries: [] };
  const facts = new Map<string, WorkDay>();
  const store = { facts, widened: 0, kept: 0, take };
  return store;

  function take(batch: readonly Arrival[]) {
    for (const { punch, entry } of batch) {
      if (punch) known.punches.push(punch);
      if (entry) known.entries.push(entry);
    }
    const touched = { first: Math.min(...batch.map(({ at }) => at)), last: Math.max(...batch.map(({ at }) => at)) };
    let decided: Decided | 'nothing' | null = null;
    for (let reach = firstReach(calendar) * share; decided === null; reach *= 4) {
      const span = reach > 1e11 ? Number.POSITIVE_INFINITY : reach;
      decided = decidedAround(calendar, shifts, within(known, touched.first - span, touched.last + span), touched);
      if (decided === null) store.widened++;
    }
    if (decided === 'nothing') throw new Error('There is something: the batch');
    for (const day of facts.keys()) {
      if (day >= decided.low && day <= decided.high) facts.delete(day);
      else store.kept++;
    }
    for (const [day, work] of deriveDays(decided.steps, shifts)) facts.set(day, work);
  }
}

test('records that arrive one batch at a time, in any order, leave the facts of a rebuild', () => {
  let widened = 0;
  let kept = 0;
  fc.assert(
    fc.property(cases, ({ world, punches, entries, seed, share }) => {
      const calendar = calendarOf(world.zone, standardTimesOf(world), holidaysOf(world));
      const random = () => seed.next().value ?? 0;
      const waiting = [...punches.map(arrivalOf), ...entries.map(arrivalOfEntry)];
      const store = storeOf(calendar, share);
      while (waiting.length > 0)
        store.take(
          Array.from({ length: 1 + (random() % 3) }, () => waiting.splice(random() % waiting.length, 1)).flat(),
        );
      widened += store.widened;
      kept += store.kept;
      const rebuilt = deriveHistory(punches, entries, shiftsOf(calendar, GROUP));
      expect(factsOf(store.facts)).toEqual(factsOf(rebuilt));
    }),
    { numRuns: RUNS },
  );
  // Both happen, or the test would show nothing.
  expect(widened).toBeGreaterThan(100);
  expect(kept).toBeGreaterThan(1_000);
}, 60_000);

describe('what once went wrong', () => {
  const calendar = calendarOf('UTC', week({}, [7]));
  const at = (time: string) => Date.parse(`2026-11-${time}Z`);
  const punch = (time: string, direction: Punch['direction'] = 'auto') => arrivalOf({ at: at(time), direction });
  const kept = (...batches: Arrival[][]) => {
    const store = storeOf(calendar);
    for (const batch of batches) store.take(batch);
    return factsOf(store.facts);
  };

  test('a punch that leads a later one over midnight takes it along', () => {
    const [first, second, third] = [punch('17T23:58:30'), punch('18T00:00:00'), punch('18T16:30:00')];
    expect(kept([second, third], [first])).toEqual(kept([first, second, third]));
  });
  test('an IN between an entry and the OUT after it takes the OUT along', () => {
    const none = { endedAt: null, durationMs: null, units: '1', lookup1: null, lookup2: null };
    const entry = arrivalOfEntry({ ...none, startedAt: at('18T00:30:00') });
    const [evening, night, out] = [punch('17T20:00:00', 'in'), punch('18T00:45:00', 'in'), punch('18T01:00:00', 'out')];
    expect(kept([evening, entry, out], [night])).toEqual(kept([evening, night, entry, out]));
  });
});

test('days derived again by themselves are those of the whole history', () => {
  fc.assert(
    fc.property(cases, fc.integer({ min: -1, max: DAYS }), fc.integer({ min: 0, max: 4 }), (one, skip, length) => {
      const { world, punches, entries, share } = one;
      const calendar = calendarOf(world.zone, standardTimesOf(world), holidaysOf(world));
      const shifts = shiftsOf(calendar, GROUP);
      const days = { from: addDays(world.start, skip), to: addDays(world.start, skip + length) };
      let decided: Decided | 'nothing' | null = null;
      for (let reach = firstReach(calendar) * share; decided === null; reach *= 4) {
        const span = reach > 1e11 ? Number.POSITIVE_INFINITY : reach;
        const from = dayBounds(calendar.zone, days.from).start - span;
        const to = dayBounds(calendar.zone, days.to).end + span;
        decided = decidedOver(calendar, shifts, within({ punches, entries }, from, to), days);
      }
      const inside = (all: ReadonlyMap<string, WorkDay>) =>
        factsOf(new Map([...all].filter(([day]) => day >= days.from && day <= days.to)));
      expect(inside(decided === 'nothing' ? new Map() : deriveDays(decided.steps, shifts))).toEqual(
        inside(deriveHistory(punches, entries, shifts)),
      );
    }),
    { numRuns: RUNS },
  );
}, 60_000);
