import fc from 'fast-check';
import { storeRecords } from '#server/attendance/store.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from './factories.ts';
import { givenEmployee, givenGroup, givenLookup, givenStandardTimes } from './factories.work.ts';
import type { useTestApp } from './testApp.ts';

/** Random people with punches and work on four days, for tests of reports. */

export const MINUTE = 60_000;
export const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'];
export const span = { from: '2026-11-16', to: '2026-11-19' };

/** One employee's day in minutes of the day, which the world is made from and the oracle reads. */
export type Day = {
  day: string;
  /** Punch times, alternately IN and OUT. */
  punches: number[];
  work: { lookup1: string | null; lookup2: string | null; milliUnits: number; start: number; minutes: number | null }[];
};
export type Someone = { number: string; firstName: string; lastName: string; groups: (number | null)[]; days: Day[] };

const nasty = fc.oneof(
  fc.constantFrom(
    '=1+1',
    '+27 21',
    '-x',
    '@import',
    'O"Neil',
    'a,b',
    'two\nlines',
    'خالد',
    ' spaced ',
    '＝full',
    '\ttab',
    "'quoted",
  ),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((name) => !name.includes('\u0000')),
);
const dayArbitrary = (day: string): fc.Arbitrary<Day> =>
  fc.record({
    day: fc.constant(day),
    punches: fc.oneof<fc.Arbitrary<number[]>[]>(
      fc.constant<number[]>([]),
      fc.tuple(fc.integer({ min: 380, max: 500 }), fc.integer({ min: 700, max: 1_000 })).map((pair) => [...pair]),
      fc
        .tuple(
          fc.integer({ min: 380, max: 480 }),
          fc.integer({ min: 500, max: 730 }),
          fc.integer({ min: 735, max: 900 }),
          fc.integer({ min: 910, max: 1_000 }),
        )
        .map((four) => [...four]),
    ),
    work: fc.array(
      fc.record({
        lookup1: fc.constantFrom('A', 'B', 'GONE', 'UNKNOWN', null),
        lookup2: fc.constantFrom('X', 'Y', null),
        milliUnits: fc.integer({ min: -2_000, max: 90_000 }),
        start: fc.integer({ min: 0, max: 5 }),
        minutes: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 55 })),
      }),
      { maxLength: 4 },
    ),
  });
export const world = (size: number, seed: number): Someone[] => {
  const [people = []] = fc.sample(
    fc.array(
      fc.record({
        number: fc.constant(''),
        firstName: nasty,
        lastName: nasty,
        groups: fc
          .tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 1, null), fc.constantFrom(0, 1, null))
          .map((all) => [...all]),
        days: fc.tuple(...DAYS.map(dayArbitrary)).map((all) => [...all]),
      }),
      { minLength: size, maxLength: size },
    ),
    { numRuns: 1, seed },
  );
  return people.map((one, i) => ({ ...one, number: i % 3 === 0 ? String(i) : `A${i}` }));
};

const local = (day: string, minute: number) => new Date(Date.parse(`${day}T00:00:00+02:00`) + minute * MINUTE);
/** Entries of one day follow each other, an hour each. */
const startOf = (index: number) => 420 + index * 60;

/** An account of these people, with their punches and work. */
export async function givenWorld(t: ReturnType<typeof useTestApp>, people: readonly Someone[]) {
  const employer = await givenEmployer(t.db);
  const { accountId } = employer;
  const groups: string[][] = [];
  for (const kind of ['time', 'employee', 'job'] as const)
    groups.push([
      await givenGroup(t.db, accountId, kind, { name: `${kind} one` }),
      await givenGroup(t.db, accountId, kind, { name: `=${kind} two`, deletedAt: '2026-11-01T00:00:00Z' }),
    ]);
  for (const timeGroupId of groups[0] ?? [])
    await givenStandardTimes(t.db, accountId, timeGroupId, {
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      start: '07:00',
      end: '16:00',
      breaks: [{ startTime: '12:00', endTime: '13:00' }],
    });
  const lookups = {
    A: await givenLookup(t.db, accountId, 1, 'A', 'Apples'),
    B: await givenLookup(t.db, accountId, 1, 'B', '@Bananas'),
    GONE: await givenLookup(t.db, accountId, 1, 'GONE', 'Gone, but known'),
    X: await givenLookup(t.db, accountId, 2, 'X', 'Line "X"'),
  };
  await t.db.run(sql`update lookup_entry set deleted_at = now() where code = 'GONE'`);
  for (const { groups: chosen, days, ...names } of people) {
    const [timeGroupId, employeeGroupId, jobDescriptionId] = chosen.map((at, kind) =>
      at === null ? null : (groups[kind]?.[at] ?? null),
    );
    const employeeId = await givenEmployee(t.db, accountId, {
      ...names,
      timeGroupId,
      employeeGroupId,
      jobDescriptionId,
    });
    await t.db.tenant(accountId, (tx) =>
      storeRecords(tx, {
        accountId,
        receivedAt: new Date('2026-11-20T05:00:00Z'),
        clockRecords: days.flatMap(({ day, punches }) =>
          punches.map((minute, i) => ({
            employeeId,
            source: 'test',
            at: local(day, minute),
            direction: i % 2 === 0 ? ('in' as const) : ('out' as const),
          })),
        ),
        pieceworkEntries: days.flatMap(({ day, work }) =>
          work.map((entry, i) => ({
            employeeId,
            source: 'test',
            recordId: `${employeeId} ${day} ${i}`,
            lookup1Code: entry.lookup1,
            lookup2Code: entry.lookup2,
            units: (entry.milliUnits / 1_000).toFixed(3),
            startedAt: local(day, startOf(i) + entry.start),
            endedAt: entry.minutes === null ? null : local(day, startOf(i) + entry.start + Math.min(entry.minutes, 54)),
          })),
        ),
      }),
    );
  }
  return { ...employer, groups, lookups };
}
