import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarOf } from '#server/attendance/calendar.ts';
import { deriveDays, deriveHistory, shiftsOf, type WorkDay } from '#server/attendance/derive.ts';
import type { Punch } from '#server/attendance/events.ts';
import type { Entry } from '#server/attendance/piecework.ts';
import { type Decided, decidedAround, decidedOver, firstReach } from '#server/attendance/window.ts';
import { addDays, dayBounds } from '#server/attendance/zone.ts';
import { factsOf, GROUP } from '#tests/support/attendance.ts';
import { DAYS, entriesIn, holidaysOf, punchesIn, standardTimesOf, worlds } from '#tests/support/worlds.ts';

/** What the store does, without a database: read a window, decide a stretch, replace the facts of its days. */

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

test('records that arrive one batch at a time, in any order, leave the facts of a rebuild', () => {
  let widened = 0;
  let kept = 0;
  fc.assert(
    fc.property(cases, ({ world, punches, entries, seed, share }) => {
      const calendar = calendarOf(world.zone, standardTimesOf(world), holidaysOf(world));
      const shifts = shiftsOf(calendar, GROUP);
      const random = () => seed.next().value ?? 0;
      const waiting = [
        ...punches.map((punch) => ({ punch, entry: null, at: punch.at })),
        ...entries.map((entry) => ({ punch: null, entry, at: entry.startedAt })),
      ];
      const known: Known = { punches: [], entries: [] };
      const facts = new Map<string, WorkDay>();
      while (waiting.length > 0) {
        const batch = Array.from(
          { length: 1 + (random() % 3) },
          () => waiting.splice(random() % waiting.length, 1)[0],
        ).filter((one) => one !== undefined);
        for (const { punch, entry } of batch) {
          if (punch) known.punches.push(punch);
          if (entry) known.entries.push(entry);
        }
        const touched = { first: Math.min(...batch.map(({ at }) => at)), last: Math.max(...batch.map(({ at }) => at)) };
        let decided: Decided | 'nothing' | null = null;
        for (let reach = firstReach(calendar) * share; decided === null; reach *= 4) {
          const span = reach > 1e11 ? Number.POSITIVE_INFINITY : reach;
          decided = decidedAround(calendar, shifts, within(known, touched.first - span, touched.last + span), touched);
          if (decided === null) widened++;
        }
        if (decided === 'nothing') throw new Error('There is something: the batch');
        for (const day of facts.keys()) {
          if (day >= decided.low && day <= decided.high) facts.delete(day);
          else kept++;
        }
        for (const [day, work] of deriveDays(decided.steps, shifts)) facts.set(day, work);
      }
      expect(factsOf(facts)).toEqual(factsOf(deriveHistory(punches, entries, shifts)));
    }),
    { numRuns: 600 },
  );
  // Both happen, or the test would show nothing.
  expect(widened).toBeGreaterThan(100);
  expect(kept).toBeGreaterThan(1_000);
}, 30_000);

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
    { numRuns: 600 },
  );
}, 30_000);
