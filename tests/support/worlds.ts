import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { SentDirection } from '#server/attendance/events.ts';
import type { Entry } from '#server/attendance/piecework.ts';
import { GROUP } from './attendance.ts';
import type { OracleWorld } from './oracle.ts';

/** Random worlds for property tests: zones with their clock changes, shifts of all kinds, and people who clock oddly. */

/** A date near which the zone's clocks change, or an ordinary one. */
const PLACES = [
  ['Africa/Johannesburg', '2026-11-16'],
  ['Europe/Brussels', '2027-03-24'],
  ['Europe/Brussels', '2027-10-27'],
  ['America/New_York', '2027-03-10'],
  ['America/New_York', '2027-11-03'],
  ['Australia/Lord_Howe', '2027-03-31'],
  ['Australia/Lord_Howe', '2027-09-29'],
  ['Asia/Kathmandu', '2026-12-28'],
] as const;
export const DAYS = 10;

const clock = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`;
});
const hours = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(['07:00', '16:00'], ['22:00', '06:00'], ['06:00', '14:00'], ['01:30', '09:30']),
  },
  { weight: 1, arbitrary: fc.tuple(clock, clock) },
);
const pauses = fc.oneof<fc.Arbitrary<{ startTime: string; endTime: string }[]>[]>(
  fc.constant([]),
  fc.constant([{ startTime: '12:00', endTime: '13:00' }]),
  fc.constant([
    { startTime: '02:00', endTime: '02:45' },
    { startTime: '02:30', endTime: '03:00' },
  ]),
  fc.array(fc.record({ startTime: clock, endTime: clock }), { maxLength: 2 }),
);
const margins = fc.constantFrom([120, 240], [120, 240], [0, 0], [60, 600], [1440, 1440]);

const weekTimes = fc
  .record({
    hours,
    breaks: pauses,
    margins,
    graceMinutes: fc.constantFrom(0, 5, 15),
    breakGraceMinutes: fc.constantFrom(0, 5),
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 3 }),
    effective: fc.boolean(),
  })
  .map(
    ({
      hours: [startTime = '', endTime = ''],
      margins: [preMinutes = 0, postMinutes = 0],
      weekdays,
      effective,
      ...rest
    }) => weekdays.map((weekday) => ({ ...rest, weekday, startTime, endTime, preMinutes, postMinutes, effective })),
  );

const days = (date: string, count: number) => Temporal.PlainDate.from(date).add({ days: count }).toString();

/** A week's shifts of another kind, in force from the beginning or from a day of the world. */
export const otherTimes = weekTimes.map((times) =>
  times.map(({ effective, ...time }) => ({ ...time, effectiveFrom: null as string | null })),
);

export const worlds = fc
  .record({
    place: fc.constantFrom(...PLACES),
    weeks: fc.array(weekTimes, { minLength: 0, maxLength: 2 }),
    holiday: fc.option(fc.integer({ min: 0, max: DAYS - 1 })),
  })
  .map(({ place: [zone, start], weeks, holiday }): OracleWorld & { start: string } => ({
    zone,
    start,
    first: days(start, -6),
    last: days(start, DAYS + 6),
    holidays: holiday === null ? [] : [days(start, holiday)],
    times: weeks.flatMap((times, i) =>
      times.map(({ effective, ...time }) => ({
        ...time,
        effectiveFrom: i > 0 || effective ? days(start, i * 4 - 3) : null,
      })),
    ),
  }));

export const standardTimesOf = (world: OracleWorld) => world.times.map((time) => ({ ...time, timeGroupId: GROUP }));
export const holidaysOf = (world: OracleWorld) =>
  world.holidays.map((date) => ({ date, name: 'Holiday', timeGroupId: null }));

/** Keys that are trusted now and then, always, or never. */
const direction = fc.constantFrom<SentDirection>('auto', 'auto', 'auto', 'in', 'out');
const directions = fc.oneof(direction, fc.constantFrom<SentDirection>('in', 'out'), fc.constant<SentDirection>('auto'));
const SECOND = 1000;
/** The times between two punches: repeats, breaks, shifts, nights, weekends. */
const step = fc.oneof(
  fc.integer({ min: 0, max: 240 }),
  fc.integer({ min: 10, max: 150 }).map((minutes) => minutes * 60),
  fc.integer({ min: 2 * 60, max: 10 * 60 }).map((minutes) => minutes * 60),
  fc.constantFrom(3600 * 4, 3600 * 4 + 1, 3600 * 16, 3600 * 16 + 1, 120, 121),
  fc.integer({ min: 10 * 60, max: 40 * 60 }).map((minutes) => minutes * 60),
);
/** Returns an employee's punches over the world's days; no two have the same second and direction. */
export const punchesIn = (world: { zone: string; start: string }) =>
  fc
    .tuple(fc.integer({ min: 0, max: 86_399 }), fc.array(fc.tuple(step, directions), { minLength: 1, maxLength: 40 }))
    .map(([offset, steps]) => {
      const begin = Temporal.PlainDate.from(world.start).toZonedDateTime(world.zone).epochMilliseconds;
      const end = begin + DAYS * 86_400 * SECOND;
      const punches = new Map<string, { at: number; direction: SentDirection }>();
      let at = begin + offset * SECOND;
      for (const [seconds, sent] of steps) {
        if (at > end) break;
        punches.set(`${at} ${sent}`, { at, direction: sent });
        at += seconds * SECOND;
      }
      return [...punches.values()];
    });

export const entriesIn = (world: { zone: string; start: string }) =>
  fc.array(
    fc
      .record({
        second: fc.integer({ min: 0, max: DAYS * 86_400 }),
        kind: fc.constantFrom('interval', 'duration', 'units'),
        length: fc.integer({ min: 0, max: 4 * 3600 }),
        thousandths: fc.integer({ min: -5000, max: 900_000 }),
        lookup1: fc.constantFrom('A', 'B', null),
        lookup2: fc.constantFrom('N', null),
        isDated: fc.boolean(),
      })
      .map(({ second, kind, length, thousandths, lookup1, lookup2, isDated }): Entry => {
        const begin = Temporal.PlainDate.from(world.start).toZonedDateTime(world.zone).epochMilliseconds;
        const at = begin + second * SECOND;
        const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(world.zone).toPlainDate();
        const hasDateAlone = isDated && kind !== 'interval';
        const startedAt = hasDateAlone ? date.toZonedDateTime(world.zone).epochMilliseconds : at;
        return {
          startedAt,
          ...(hasDateAlone && { date: date.toString() }),
          endedAt: kind === 'interval' ? startedAt + length * SECOND : null,
          durationMs: kind === 'duration' ? length * SECOND : null,
          units: (thousandths / 1000).toFixed(3),
          lookup1,
          lookup2,
        };
      }),
    { maxLength: 8 },
  );
