import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Calendar, calendarOf } from '#server/attendance/calendar.ts';
import { decidedSince, firstDifference, type Hours } from '#server/attendance/changed.ts';
import { deriveDays, deriveHistory, shiftsOf, type WorkDay } from '#server/attendance/derive.ts';
import type { Punch } from '#server/attendance/events.ts';
import { type Entry, reachOf } from '#server/attendance/piecework.ts';
import {
  type DaySpan,
  type Decided,
  decidedAround,
  decidedBetween,
  decidedOver,
  firstReach,
  type ReadHistory,
} from '#server/attendance/window.ts';
import { addDays, dayBounds } from '#server/platform/zone.ts';
import { factsOf, GROUP, week } from '#tests/support/attendance.ts';
import { size } from '#tests/support/size.ts';
import { DAYS, entriesIn, holidaysOf, otherTimes, punchesIn, standardTimesOf, worlds } from '#tests/support/worlds.ts';

/** The store without a database: it reads a window, decides a stretch and replaces the facts of its days. */

const RUNS = Number(process.env.ORACLE_RUNS ?? size(150, 600));

const cases = worlds.chain((world) =>
  fc.record({
    world: fc.constant(world),
    punches: punchesIn(world),
    entries: entriesIn(world),
    seed: fc.infiniteStream(fc.nat()),
    /** The share of the usual first window that is read: small windows must be widened and never lead to a wrong decision. */
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

const timesOf = ({ entry, at }: Arrival) => (entry ? reachOf(entry) : [at]);

/** A store of one employee that begins empty; `take` stores a batch. */
function storeOf(calendar: Calendar, share = 1) {
  let hours: Hours = { calendar, timeGroupId: GROUP };
  const known: Known = { punches: [], entries: [] };
  const facts = new Map<string, WorkDay>();
  const store = { facts, known, widened: 0, kept: 0, take, change, correct };
  return store;

  /** Reads as much history as the decision needs, replaces the facts of its days, and leaves other days alone. */
  function decide(first: number, last: number, ask: (history: ReadHistory) => Decided | 'nothing' | null) {
    let decided: Decided | 'nothing' | null = null;
    for (let reach = firstReach(hours.calendar) * share; decided === null; reach *= 4) {
      const span = reach > 1e11 ? Number.POSITIVE_INFINITY : reach;
      decided = ask(within(known, first - span, last + span));
      if (decided === null) store.widened++;
    }
    if (decided === 'nothing') throw new Error('There is something to decide');
    const { low, high, steps } = decided;
    for (const day of facts.keys()) {
      if (day >= low && day <= high) facts.delete(day);
      else store.kept++;
    }
    for (const [day, work] of deriveDays(steps, shiftsOf(hours.calendar, hours.timeGroupId)))
      if (day >= low && day <= high) facts.set(day, work);
  }

  /** Changes master data. */
  function change(after: Hours, days: DaySpan) {
    const before = hours;
    hours = after;
    const difference = firstDifference(before, after, days);
    if (!difference) return;
    const end = dayBounds(after.calendar.zone, days.to).end;
    decide(difference.at, end, (history) => decidedSince(before, after, history, difference, days.to));
  }

  /** Corrects records: removes some and adds others. */
  function correct(gone: readonly Arrival[], come: readonly Arrival[]) {
    const after: Known = { punches: [...known.punches], entries: [...known.entries] };
    for (const { punch, entry } of gone) {
      if (punch) after.punches.splice(after.punches.indexOf(punch), 1);
      if (entry) after.entries.splice(after.entries.indexOf(entry), 1);
    }
    for (const { punch, entry } of come) {
      if (punch) after.punches.push(punch);
      if (entry) after.entries.push(entry);
    }
    const times = [...gone, ...come].flatMap(timesOf);
    const touched = { first: Math.min(...times), last: Math.max(...times) };
    const shifts = shiftsOf(hours.calendar, hours.timeGroupId);
    decide(touched.first, touched.last, (history) =>
      decidedBetween(
        hours.calendar,
        shifts,
        history,
        { ...history, ...within(after, history.from, history.to) },
        touched,
      ),
    );
    known.punches = after.punches;
    known.entries = after.entries;
  }

  function take(batch: readonly Arrival[]) {
    for (const { punch, entry } of batch) {
      if (punch) known.punches.push(punch);
      if (entry) known.entries.push(entry);
    }
    const times = batch.flatMap(timesOf);
    const touched = { first: Math.min(...times), last: Math.max(...times) };
    const { calendar: own, timeGroupId } = hours;
    const shifts = shiftsOf(own, timeGroupId);
    decide(touched.first, touched.last, (history) => decidedAround(own, shifts, history, touched));
  }
}

test('records that arrive one batch at a time, in any order, give the facts of a rebuild', () => {
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
  // Both cases must occur; otherwise the test would prove nothing. The bounds are a third below the least of ten seeds.
  expect(widened).toBeGreaterThan((7 / 2) * RUNS);
  expect(kept).toBeGreaterThan(4 * RUNS);
});

test('records that are voided, moved and added, in any order, give the facts of a rebuild, and undone the former ones', () => {
  let kept = 0;
  fc.assert(
    fc.property(
      cases,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: -300, max: 300 }), fc.nat()), { minLength: 1, maxLength: 6 }),
      (one, acts) => {
        const { world, punches, entries, share } = one;
        const calendar = calendarOf(world.zone, standardTimesOf(world), holidaysOf(world));
        const shifts = shiftsOf(calendar, GROUP);
        const all = [...punches.map(arrivalOf), ...entries.map(arrivalOfEntry)];
        const store = storeOf(calendar, share);
        store.take(all);
        const original = JSON.stringify(factsOf(store.facts));
        const undos: [Arrival[], Arrival[]][] = [];
        for (const [which, minutes, what] of acts) {
          const known = [...store.known.punches.map(arrivalOf), ...store.known.entries.map(arrivalOfEntry)];
          const chosen = known[which % Math.max(1, known.length)];
          const at = (chosen?.at ?? Date.parse(`${world.start}T12:00:00Z`)) + minutes * 60_000;
          const moved = arrivalOf({ at, direction: what % 2 === 0 ? 'in' : 'out', final: true });
          const isAdded = what % 3 === 0 || !chosen;
          const gone = isAdded ? [] : [chosen];
          const come = isAdded || what % 3 === 1 ? [moved] : [];
          store.correct(gone, come);
          undos.unshift([come, gone]);
          const { punches: p, entries: e } = store.known;
          expect(factsOf(store.facts)).toEqual(factsOf(deriveHistory(p, e, shifts)));
        }
        for (const [gone, come] of undos) store.correct(gone, come);
        kept += store.kept;
        expect(JSON.stringify(factsOf(store.facts))).toBe(original);
      },
    ),
    { numRuns: RUNS },
  );
  expect(kept).toBeGreaterThan(10 * RUNS);
});

const changes = fc.oneof(
  fc.record({ kind: fc.constant('holiday' as const), day: fc.integer({ min: -1, max: DAYS }) }),
  fc.record({ kind: fc.constant('times' as const), times: otherTimes }),
  fc.record({ kind: fc.constant('from' as const), times: otherTimes, day: fc.integer({ min: 0, max: DAYS }) }),
  fc.record({ kind: fc.constant('group' as const) }),
  fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom('Africa/Johannesburg', 'Asia/Kathmandu') }),
);

test('master data that changes between records, in any order, gives the facts of a rebuild (rule 14)', () => {
  let changed = 0;
  let kept = 0;
  fc.assert(
    fc.property(cases, fc.array(changes, { minLength: 1, maxLength: 4 }), (one, generated) => {
      const told = [...generated];
      const { punches, entries, seed, share } = one;
      const world = { ...one.world, holidays: [...one.world.holidays] };
      let timeGroupId: string | null = GROUP;
      const hours = (): Hours => ({
        calendar: calendarOf(world.zone, standardTimesOf(world), holidaysOf(world)),
        timeGroupId,
      });
      const days = { from: world.first, to: world.last };
      const random = () => seed.next().value ?? 0;
      const store = storeOf(hours().calendar, share);
      const waiting = [...punches.map(arrivalOf), ...entries.map(arrivalOfEntry)];
      const tell = (change: (typeof told)[number]) => {
        if (change.kind === 'group') timeGroupId = timeGroupId === null ? GROUP : null;
        if (change.kind === 'zone') world.zone = change.zone;
        if (change.kind === 'times') world.times = change.times;
        if (change.kind === 'from') {
          const effectiveFrom = addDays(world.start, change.day);
          world.times = [...world.times, ...change.times.map((time) => ({ ...time, effectiveFrom }))];
        }
        if (change.kind === 'holiday') {
          const date = addDays(world.start, change.day);
          if (world.holidays.includes(date)) world.holidays.splice(world.holidays.indexOf(date), 1);
          else world.holidays.push(date);
        }
        const before = JSON.stringify(factsOf(store.facts));
        store.change(hours(), days);
        if (before !== JSON.stringify(factsOf(store.facts))) changed++;
      };
      while (waiting.length > 0 || told.length > 0) {
        const next = told.length > 0 && random() % 4 === 0 ? told.shift() : undefined;
        if (next) tell(next);
        const batch = Array.from({ length: Math.min(waiting.length, 1 + (random() % 9)) }, () =>
          waiting.splice(random() % waiting.length, 1),
        ).flat();
        if (batch.length > 0) store.take(batch);
        else if (told.length > 0 && !next) tell(told.shift() ?? { kind: 'group' });
      }
      kept += store.kept;
      const { calendar } = hours();
      expect(factsOf(store.facts)).toEqual(factsOf(deriveHistory(punches, entries, shiftsOf(calendar, timeGroupId))));
    }),
    { numRuns: RUNS },
  );
  // Both cases must occur; otherwise the test would prove nothing.
  expect(changed).toBeGreaterThan(RUNS / 2);
  expect(kept).toBeGreaterThan((7 / 4) * RUNS);
});

describe('former bugs', () => {
  const calendar = calendarOf('UTC', week({}, [7]));
  const at = (time: string) => Date.parse(`2026-11-${time}Z`);
  const punch = (time: string, direction: Punch['direction'] = 'auto') => arrivalOf({ at: at(time), direction });
  const kept = (...batches: Arrival[][]) => {
    const store = storeOf(calendar);
    for (const batch of batches) store.take(batch);
    return factsOf(store.facts);
  };

  test('a punch that leads a later one over midnight moves it too', () => {
    const [first, second, third] = [punch('17T23:58:30'), punch('18T00:00:00'), punch('18T16:30:00')];
    expect(kept([second, third], [first])).toEqual(kept([first, second, third]));
  });
  test('an IN between an entry and the OUT after it changes the OUT too', () => {
    const none = { endedAt: null, durationMs: null, units: '1', lookup1: null, lookup2: null };
    const entry = arrivalOfEntry({ ...none, startedAt: at('18T00:30:00') });
    const [evening, night, out] = [punch('17T20:00:00', 'in'), punch('18T00:45:00', 'in'), punch('18T01:00:00', 'out')];
    expect(kept([evening, entry, out], [night])).toEqual(kept([evening, night, entry, out]));
  });
});

test('days derived again on their own equal those of the whole history', () => {
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
});
