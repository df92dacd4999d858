import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarOf } from '#server/attendance/calendar.ts';
import { deriveDays, deriveHistory, historyOf, shiftsOf } from '#server/attendance/derive.ts';
import { unclockedOf } from '#server/attendance/factRows.ts';
import { judgeDay } from '#server/attendance/judge.ts';
import { pairTotals, togetherMs, workedMs } from '#server/attendance/piecework.ts';
import { addDays } from '#server/platform/zone.ts';
import { factsOf, GROUP } from '#tests/support/attendance.ts';
import {
  oracleDay,
  oracleEntryDate,
  oracleEvents,
  oracleIsUnclocked,
  oracleShifts,
  oracleWorkedMs,
} from '#tests/support/oracle.ts';
import { size } from '#tests/support/size.ts';
import { DAYS, entriesIn, holidaysOf, punchesIn, standardTimesOf, worlds } from '#tests/support/worlds.ts';

/** Compares the server's rules with a simple, slow oracle over 1,000 random histories of 10 days. */
const RUNS = Number(process.env.ORACLE_RUNS ?? size(200, 1_000));

const cases = worlds.chain((world) =>
  fc.record({
    world: fc.constant(world),
    // Some directions come from corrections.
    punches: punchesIn(world).map((punches) =>
      punches.map((punch) => (punch.direction === 'auto' || punch.at % 3_000 > 0 ? punch : { ...punch, final: true })),
    ),
    entries: entriesIn(world),
    /** Minutes after the first day began. */
    moment: fc.integer({ min: 0, max: DAYS * 1440 }),
  }),
);

test('10,000 random work days in six zones equal the oracle’s', () => {
  fc.assert(
    fc.property(cases, ({ world, punches, entries, moment }) => {
      const calendar = calendarOf(world.zone, standardTimesOf(world), holidaysOf(world));
      const shifts = shiftsOf(calendar, GROUP);
      const days = deriveHistory(punches, entries, shifts);

      const expected = oracleEvents(world, punches);
      const settled = [...days]
        .flatMap(([date, { events }]) => events.map(({ at, direction, flags }) => ({ date, at, direction, flags })))
        .sort((a, b) => a.at - b.at);
      expect(settled).toEqual(expected.map(({ date, at, direction, flags }) => ({ date, at, direction, flags })));

      for (const entry of entries) {
        const date = oracleEntryDate(world, expected, entry);
        expect([date, days.get(date)?.entries.includes(entry)]).toEqual([date, true]);
        if (entry.date !== undefined)
          expect([date, unclockedOf(days, shifts)([entry]).length > 0]).toEqual([
            date,
            oracleIsUnclocked(expected, date),
          ]);
      }

      const begin = oracleShifts(world)[0]?.S ?? 0;
      for (const [date, { events, entries: own }] of days) {
        const own16 = own.map((entry) => ({ ...entry, units: Number(entry.units) }));
        expect(workedMs(own)).toBe(oracleWorkedMs(own16));
        // Under a filter by lookup 1, of one code or of several.
        const pairs = pairTotals(own);
        for (const codes of [['A'], ['B', null], [null]] as const) {
          const isOf = ({ lookup1 }: { lookup1: string | null }) => codes.some((code) => code === lookup1);
          expect(togetherMs(pairs.filter(isOf))).toBe(oracleWorkedMs(own16.filter(isOf)));
        }
        const first = events[0]?.at ?? begin;
        const now = Math.floor((first + moment * 6_000) / 60_000) * 60_000;
        const judged = judgeDay(events, shifts.on(date), { asOf: now, now });
        const { timeIn, lateMs, irregularMs, earlyLeaveMs, flags } = judged;
        expect({ timeIn, lateMs, irregularMs, earlyLeaveMs, flags }).toEqual(
          oracleDay(world, expected, date, now, now),
        );
        expect(judged.gaps.reduce((sum, gap) => sum + gap.irregularMs, 0)).toBe(irregularMs);
      }
    }),
    { numRuns: RUNS },
  );
});

// Of the entries of later days only such may lie within a day's paid time: their own day is open until piecework without a clock is decided.
test('an entry of a later work day that reaches into an interval of an earlier one began outside every interval', () => {
  fc.assert(
    fc.property(cases, ({ world, punches, entries, moment }) => {
      const shifts = shiftsOf(calendarOf(world.zone, standardTimesOf(world), holidaysOf(world)), GROUP);
      const days = deriveHistory(punches, entries, shifts);
      const now = (punches.at(-1)?.at ?? 0) + moment * 60_000;
      const intervals = [...days].flatMap(([date, { events }]) =>
        judgeDay(events, shifts.on(date), { asOf: now, now }).intervals.map((one) => ({ ...one, date })),
      );
      for (const [later, { entries: own }] of days)
        for (const { startedAt, endedAt, date: only } of own) {
          // It takes no time of any day.
          if (only !== undefined) continue;
          const isEarlier = ({ date, in: start, out }: (typeof intervals)[number]) =>
            date < later && out !== null && startedAt < out && (endedAt ?? startedAt + 1) > start;
          const holds = ({ in: start, out }: (typeof intervals)[number]) =>
            out !== null && start <= startedAt && startedAt <= out;
          if (intervals.some(isEarlier)) expect([later, intervals.some(holds)]).toEqual([later, false]);
        }
    }),
    { numRuns: RUNS },
  );
});

test('splitting a history into stretches changes nothing, and no day is in two', () => {
  fc.assert(
    fc.property(cases, ({ world, punches, entries }) => {
      const shifts = shiftsOf(calendarOf(world.zone, standardTimesOf(world), holidaysOf(world)), GROUP);
      const whole = deriveDays(historyOf(punches, entries, shifts), shifts);
      expect(deriveHistory(punches, entries, shifts)).toEqual(whole);
    }),
    { numRuns: RUNS },
  );
});

test('order of arrival changes nothing', () => {
  fc.assert(
    fc.property(
      cases.chain((one) =>
        fc.record({
          one: fc.constant(one),
          shuffled: fc.shuffledSubarray(one.punches, { minLength: one.punches.length }),
        }),
      ),
      ({ one: { world, punches, entries }, shuffled }) => {
        const shifts = shiftsOf(calendarOf(world.zone, standardTimesOf(world), holidaysOf(world)), GROUP);
        const derived = deriveHistory(shuffled, [...entries].reverse(), shifts);
        expect(factsOf(derived)).toEqual(factsOf(deriveHistory(punches, entries, shifts)));
      },
    ),
    { numRuns: 200 },
  );
});

test('shifts, their breaks and their windows are those of Temporal', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const calendar = calendarOf(world.zone, standardTimesOf(world), holidaysOf(world));
      const found = [];
      for (let date = world.first; date <= world.last; date = addDays(date, 1)) {
        const shift = calendar.shiftOn(GROUP, date);
        if (shift) found.push([shift.date, shift.start, shift.end, shift.windowStart, shift.windowEnd, shift.graceMs]);
      }
      expect(found).toEqual(
        oracleShifts(world).map((one) => [one.date, one.S, one.E, one.S - one.pre, one.E + one.post, one.grace]),
      );
    }),
    { numRuns: 200 },
  );
});
