import { describe, expect, test } from 'vitest';
import { activeOn, activityAfter } from '#server/attendance/activity.ts';
import { isSilent } from '#server/attendance/bucket.ts';
import { union } from '#server/attendance/calendar.ts';
import type { SentDirection } from '#server/attendance/events.ts';
import { readEvents, writeEvents } from '#server/attendance/fact.ts';
import { byNumber, byText } from '#server/attendance/order.ts';
import { type Entry, pairTotals, unitsPerHour, workedMs } from '#server/attendance/piecework.ts';
import { DAY, HOUR, instantOf, instantOn, isoOf, midnightUtc, zoneOf } from '#server/platform/zone.ts';
import { local, MIN, story, week } from '#tests/support/attendance.ts';

/** How the rules of docs/reference/attendance.md are read, and their edges, as tables. */
const D = '2026-11-20';
const at = (time: string, date = D) => `${date} ${time}`;
type Told = readonly [string, SentDirection];
const told = (...punches: Told[]): Told[] => punches.map(([time, sent]) => [at(time), sent]);

const directions = (punches: Told[], date = D, times = week()) => {
  const { day, calendar } = story({ punches, times }, date, at('23:00', date));
  return day.events.map(
    (event) => `${isoOf(calendar.zone, event.at).slice(11, 19)} ${[event.direction, ...event.flags].join(' ')}`,
  );
};

describe('time (1)', () => {
  const zone = zoneOf('Europe/Brussels');
  test.each([
    ['in the spring gap: forward by the gap', '2027-03-28', '02:30', '2027-03-28T03:30:00+02:00'],
    ['twice: the first', '2027-10-31', '02:30', '2027-10-31T02:30:00+02:00'],
    ['ordinary', '2027-06-01', '02:30', '2027-06-01T02:30:00+02:00'],
  ])('%s', (_, date, time, iso) => expect(isoOf(zone, instantOn(zone, date, time))).toBe(iso));

  test('a time that exists twice is the second if the first lies before the previous record', () => {
    const wall = midnightUtc('2027-10-31') + 2.5 * HOUR;
    const first = instantOf(zone, wall);
    expect(instantOf(zone, wall, first + 1)).toBe(first + HOUR);
    expect(instantOf(zone, wall, first)).toBe(first);
  });
  test('a zone that does not exist is refused', () => expect(() => zoneOf('Nowhere/Else')).toThrow(RangeError));
  test('half an hour of change, and a quarter of an hour of offset', () => {
    const lordHowe = zoneOf('Australia/Lord_Howe');
    expect(isoOf(lordHowe, instantOn(lordHowe, '2027-10-03', '02:15'))).toBe('2027-10-03T02:45:00+11:00');
    expect(isoOf(zoneOf('Asia/Kathmandu'), 0)).toBe('1970-01-01T05:30:00+05:30');
  });
});

describe('events (3, 4, 5)', () => {
  test('120 s apart are one, 121 s are two', () => {
    expect(directions(told(['07:00:00', 'auto'], ['07:02:00', 'auto']))).toEqual(['07:00:00 in']);
    expect(directions(told(['07:00:00', 'auto'], ['07:02:01', 'auto']))).toEqual(['07:00:00 in', '07:02:01 out']);
  });
  test('a chain goes on from the previous punch, and its last direction decides', () => {
    expect(directions(told(['07:00:00', 'in'], ['07:01:50', 'out'], ['07:03:40', 'in'], ['07:05:00', 'auto']))).toEqual(
      ['07:00:00 in'],
    );
    expect(directions(told(['07:00', 'in'], ['11:00:00', 'in'], ['11:01:30', 'out']))).toEqual([
      '07:00:00 in',
      '11:01:30 out',
    ]);
  });
  test('two punches of one second: in, then out, then auto', () => {
    expect(directions(told(['07:00', 'in'], ['12:00', 'out'], ['12:00', 'in']))).toEqual([
      '07:00:00 in',
      '12:00:00 out',
    ]);
  });
  test('the midpoint belongs to the second half', () => {
    expect(directions(told(['11:29:59', 'out']))).toEqual(['11:29:59 in direction-corrected']);
    expect(directions(told(['11:30:00', 'out']))).toEqual(['11:30:00 out missing-in']);
    expect(directions(told(['13:00', 'auto']))).toEqual(['13:00:00 in']);
  });
  test('two INs flag the earlier, of two OUTs the later wins', () => {
    expect(directions(told(['07:00', 'in'], ['09:00', 'in'], ['16:00', 'out']))).toEqual([
      '07:00:00 in missing-out',
      '09:00:00 in',
      '16:00:00 out',
    ]);
    // The cut lies somewhere before the second event, or at it.
    const twice = story({ punches: told(['07:00', 'in'], ['09:00', 'in'], ['16:00', 'out']) }, D, at('16:30'));
    expect(twice.intervals).toMatchObject([
      { end: local(twice.calendar, at('09:00')), estimated: true },
      { end: local(twice.calendar, at('16:00')), estimated: false },
    ]);
    const day = story({ punches: told(['07:00', 'in'], ['15:00', 'out'], ['15:30', 'out']) }, D, at('15:50'));
    expect(day.gaps).toMatchObject([{ out: local(day.calendar, at('15:30')), in: null, irregularMs: 20 * MIN }]);
    expect(day.intervals).toMatchObject([{ out: local(day.calendar, at('15:30')), estimated: false }]);
  });
  test('missing-in is flagged on a rest day too', () => {
    expect(directions(told(['10:00', 'out']), D, week({}, [1]))).toEqual(['10:00:00 out missing-in']);
  });
  test('a punch equally near two shifts belongs to the earlier', () => {
    const times = [...week({ startTime: '22:00', endTime: '23:00', preMinutes: 1440, postMinutes: 1440, breaks: [] })];
    expect([...story({ times, punches: [at('10:00')] }, D, at('23:30')).days.keys()]).toEqual(['2026-11-19']);
    expect([...story({ times, punches: [at('10:00:01')] }, D, at('23:30')).days.keys()]).toEqual([D]);
  });
  test('an early punch outside the window opens the work day of its date', () => {
    expect(directions(told(['03:00', 'out'], ['07:00', 'auto']))).toEqual([
      '03:00:00 in direction-corrected',
      '07:00:00 out',
    ]);
  });
  test('after E + post an open interval includes an out, or an auto that starts no other shift, but not an in', () => {
    const days = (sent: SentDirection, time: string, date: string) => [
      ...story(
        {
          punches: [
            [at('14:00'), 'in'],
            [`${date} ${time}`, sent],
          ],
          times: week(),
        },
        D,
        at('12:00', '2026-11-22'),
      ).days.keys(),
    ];
    expect(days('out', '05:30', '2026-11-21')).toEqual([D]);
    expect(days('auto', '04:30', '2026-11-21')).toEqual([D]);
    expect(days('auto', '05:30', '2026-11-21')).toEqual([D, '2026-11-21']);
    expect(days('in', '20:00:01', D)).toEqual([D]);
    expect(days('in', '04:00', '2026-11-21')).toEqual([D, '2026-11-21']);
    expect(days('out', '06:00:01', '2026-11-21')).toEqual([D, '2026-11-21']);
  });
  test('unscheduled punches at most 4 h apart stay on the date of the first', () => {
    const rest = week({}, [1]);
    const days = (time: string) => [
      ...story(
        {
          times: rest,
          punches: [
            [at('21:00'), 'out'],
            [`2026-11-21 ${time}`, 'out'],
          ],
        },
        D,
        at('12:00', '2026-11-21'),
      ).days.keys(),
    ];
    expect(days('01:00:00')).toEqual([D]);
    expect(days('01:00:01')).toEqual([D, '2026-11-21']);
  });
});

describe('shift (2)', () => {
  test('the version in force on the day, holidays of the account and of the group, no time group', () => {
    const times = [...week(), ...week({ startTime: '09:00', effectiveFrom: D })];
    expect(story({ times, punches: [at('08:00')] }, D, at('10:00')).late).toBe(false);
    expect(story({ times, punches: [at('08:00', '2026-11-19')] }, '2026-11-19', at('10:00')).lateMs).toBe(60 * MIN);
    for (const timeGroupId of [null, 'group'])
      expect(story({ holidays: [{ date: D, name: 'H', timeGroupId }] }, D, at('10:00')).status).toBe('off');
    expect(story({ holidays: [{ date: D, name: 'H', timeGroupId: 'other' }] }, D, at('10:00')).status).toBe('absent');
    expect(story({ group: null }, D, at('10:00')).status).toBe('off');
  });
  test('a break before the start of a night shift is on the next date', () => {
    const times = week({ startTime: '22:00', endTime: '06:00', breaks: [{ startTime: '02:00', endTime: '03:00' }] });
    const punches = [at('22:00'), at('02:00', '2026-11-21'), at('03:00', '2026-11-21'), at('06:00', '2026-11-21')];
    expect(story({ times, punches }, D, at('12:00', '2026-11-21')).gaps).toMatchObject([
      { creditedMs: 60 * MIN, irregularMs: 0 },
    ]);
  });
  test('breaks in any order, overlapping, touching, empty and backward, count as the time they cover', () => {
    const span = (start: number, end: number) => ({ start, end });
    expect(
      union([span(40, 50), span(10, 20), span(0, 5), span(4, 12), span(30, 30), span(9, 8), span(20, 22)]),
    ).toEqual([span(0, 22), span(40, 50)]);
  });
  test('no standard times at all: expected on holidays too, pending until the day is over', () => {
    const tale = { times: [], holidays: [{ date: D, name: 'H', timeGroupId: null }], group: null };
    expect(story(tale, D, at('23:59')).status).toBe('pending');
    expect(story(tale, D, at('00:01', '2026-11-21'))).toMatchObject({ status: 'absent', provisional: false });
    expect(story({ ...tale, contacts: [at('22:00', '2026-11-19')] }, D, at('00:01', '2026-11-21')).status).toBe(
      'unverified',
    );
    expect(story({ ...tale, punches: [at('12:00')] }, D, at('13:00'))).toMatchObject({
      status: 'present',
      late: false,
    });
  });
});

describe('buckets over time (8)', () => {
  test('unverified becomes absent 24 h after E + post', () => {
    const contacts = [at('06:10')];
    expect(story({ contacts }, D, at('19:59', '2026-11-21')).status).toBe('unverified');
    expect(story({ contacts }, D, at('20:00', '2026-11-21')).status).toBe('absent');
  });
  test('recorded piecework keeps somebody from being absent', () => {
    const day = story({}, D, at('10:00'));
    const entry = {
      startedAt: local(day.calendar, at('08:00')),
      endedAt: null,
      durationMs: null,
      units: '1',
      lookup1: null,
      lookup2: null,
    };
    expect(story({ entries: [entry] }, D, at('10:00')).status).toBe('unverified');
  });
  test('silent is: in contact since 7 days before S, but not at the limit or later', () => {
    const span = {
      ...{ start: 100 * DAY, limit: 100 * DAY + 60 * MIN, dayStart: 100 * DAY - 7 * 60 * MIN },
      ...{ windowStart: 100 * DAY - 120 * MIN, windowEnd: 100 * DAY + 600 * MIN },
    };
    const silent = (lastContact: number | null, dayEnded = false) => isSilent({ lastContact, dayEnded }, span);
    const { start, limit, dayStart } = span;
    expect([null, limit, limit - 1, start - 7 * DAY, start - 7 * DAY - 1].map((at) => silent(at))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
    expect([limit - 1, dayStart, dayStart - 1].map((at) => silent(at, true))).toEqual([false, false, true]);
    // A device in contact that has lost events is none to ask either, within the window of the shift.
    const lost = (from: number, to: number) =>
      isSilent({ lastContact: limit, dayEnded: false, gaps: [{ events: 1, from, to }] }, span);
    const { windowStart, windowEnd } = span;
    expect([
      lost(0, windowStart - 1),
      lost(0, windowStart),
      lost(start, start),
      lost(windowEnd, windowEnd + 1),
      lost(windowEnd + 1, windowEnd + 2),
    ]).toEqual([false, true, true, true, false]);
  });
  test('the window of last night’s shift is still open: its limit goes by the clock, not by E + post', () => {
    const night = { times: week({ startTime: '22:00', endTime: '06:00' }), contacts: [at('05:00', '2026-11-21')] };
    expect(story(night, D, at('05:15', '2026-11-21')).status).toBe('absent');
    expect(story(night, D, at('05:16', '2026-11-21')).status).toBe('unverified');
  });
  test('a past day is judged as of E + post, or of now while that is still to come', () => {
    const past = story({ punches: [] }, D, at('12:00', '2026-11-22'));
    expect(past.moment.asOf).toBe(local(past.calendar, at('20:00')));
    const night = story({ times: week({ startTime: '22:00', endTime: '06:00' }) }, D, at('05:00', '2026-11-21'));
    expect(night.moment.asOf).toBe(local(night.calendar, at('05:00', '2026-11-21')));
  });
  test('the 16 hours of a missing out are measured by the real clock', () => {
    const punches: Told[] = [[at('07:00'), 'in']];
    expect(story({ punches }, D, at('22:59')).flags).toEqual([]);
    expect(story({ punches }, D, at('23:00')).flags).toEqual(['missing-out']);
    const rest = story({ punches, times: week({}, [1]) }, D, at('23:00'));
    expect(rest.intervals).toMatchObject([{ end: rest.timeIn, estimated: true }]);
  });
});

describe('gaps (11)', () => {
  const gaps = (punches: Told[], now = '17:00') => story({ punches }, D, at(now));
  test('an IN exactly at E still closes a break; a second later it was early leaving', () => {
    expect(gaps(told(['07:00', 'in'], ['15:30', 'out'], ['16:00:00', 'in']))).toMatchObject({
      irregularMs: 30 * MIN,
      earlyLeaveMs: 0,
    });
    expect(gaps(told(['07:00', 'in'], ['15:30', 'out'], ['16:00:01', 'in']))).toMatchObject({
      irregularMs: 0,
      earlyLeaveMs: 30 * MIN,
      gaps: [],
    });
  });
  test('of a gap that starts before S the part inside counts, with its real times', () => {
    const day = gaps(told(['06:00', 'in'], ['06:40', 'out'], ['07:30', 'in']));
    expect(day).toMatchObject({ late: false, irregularMs: 30 * MIN });
    expect(day.gaps[0]?.out).toBe(local(day.calendar, at('06:40')));
  });
  test('an excess of exactly the grace is 0 and is listed', () => {
    expect(gaps(told(['07:00', 'in'], ['09:00', 'out'], ['09:05', 'in'])).gaps).toMatchObject([{ irregularMs: 0 }]);
    expect(gaps(told(['07:00', 'in'], ['09:00', 'out'], ['09:05:01', 'in'])).irregularMs).toBe(5 * MIN + 1000);
  });
  test('no time in: no breaks, no lateness, no early leaving', () => {
    expect(gaps(told(['13:00', 'out']))).toMatchObject({
      timeIn: null,
      lateMs: 0,
      gaps: [],
      earlyLeaveMs: 0,
      flags: ['missing-in'],
    });
    expect(gaps(told(['13:00', 'out'], ['14:00', 'in'], ['15:00', 'out'], ['15:10', 'in']))).toMatchObject({
      late: false,
      irregularMs: 10 * MIN,
    });
  });
});

describe('piecework (15, 16, 17)', () => {
  const entry = (
    units: string,
    startedAt: number,
    endedAt: number | null,
    durationMs: number | null = null,
  ): Entry => ({
    units,
    startedAt,
    endedAt,
    durationMs,
    lookup1: 'A',
    lookup2: null,
  });
  test('a plain duration overlaps nothing; endedAt takes precedence over durationMs', () => {
    expect(workedMs([entry('1', 0, HOUR), entry('1', 0, null, HOUR), entry('1', 0, HOUR, 5 * HOUR)])).toBe(2 * HOUR);
    expect(workedMs([entry('1', HOUR, HOUR), entry('1', HOUR, 0)])).toBe(0);
    expect(pairTotals([entry('1', HOUR, HOUR)])).toMatchObject([{ timeMs: 0 }]);
  });
  test('sums are exact, with corrections', () => {
    expect(pairTotals([entry('0.1', 0, null), entry('0.2', 0, null), entry('-0.3', 0, null)])).toMatchObject([
      { units: '0', entries: 3, timeMs: 0 },
    ]);
  });
  test('Units/hr rounds half away from zero', () => {
    expect(unitsPerHour('0.005', HOUR)).toBe(0.01);
    expect(unitsPerHour('-0.005', HOUR)).toBe(-0.01);
    expect(unitsPerHour('1', 3 * HOUR)).toBe(0.33);
    expect(unitsPerHour('1.005', HOUR)).toBe(1.01);
  });
  test('outside every window its own date counts; an open interval includes it until E + post', () => {
    const night = week({ startTime: '22:00', endTime: '06:00', breaks: [] });
    const dayOf = (time: string, date: string) => {
      const { calendar } = story({}, D, at('10:00'));
      const one = entry('1', local(calendar, `${date} ${time}`), null);
      return [...story({ times: night, entries: [one], punches: [[at('21:50'), 'in']] }, D, at('10:00')).days]
        .filter(([, { entries }]) => entries.length > 0)
        .map(([date]) => date);
    };
    expect(dayOf('01:00', '2026-11-21')).toEqual([D]);
    expect(dayOf('10:00', '2026-11-21')).toEqual([D]);
    expect(dayOf('10:01', '2026-11-21')).toEqual(['2026-11-21']);
  });
});

describe('order', () => {
  test('numbers: digit runs as numbers, the rest by code point', () => {
    const sorted = ['A10', '10', 'A2', '2', '02', 'a1', 'A', '\u{1F600}', '\uFF21', '10b', '1'].sort(byNumber);
    expect(sorted).toEqual(['1', '02', '2', '10', '10b', 'A', 'A2', 'A10', 'a1', '\uFF21', '\u{1F600}']);
  });
  test('text by code point', () => expect(['b', 'B', 'é', 'a'].sort(byText)).toEqual(['B', 'a', 'b', 'é']));
});

describe('activity (13)', () => {
  test('from a date on; never active is in no count', () => {
    const activity = activityAfter([], { isActive: true, inactiveFrom: '2026-11-10' }, D);
    expect(['2026-11-09', '2026-11-10'].map((date) => activeOn(activity, date))).toEqual([true, false]);
    expect(activeOn(activityAfter([], { isActive: false }, D), '2020-01-01')).toBe(false);
    expect(activeOn([], D)).toBe(false);
  });
  test('saying it without a date counts from the day it is said; saying it again changes nothing', () => {
    const active = activityAfter([], { isActive: true }, '2026-11-01');
    const left = activityAfter(active, { isActive: false }, D);
    expect([activeOn(left, '2026-11-19'), activeOn(left, D)]).toEqual([true, false]);
    expect(activityAfter(left, { isActive: false }, '2026-12-01')).toBe(left);
    const back = activityAfter(left, { isActive: true }, '2026-12-01');
    expect(['2026-11-25', '2026-12-01'].map((date) => activeOn(back, date))).toEqual([false, true]);
  });
  test('a correction of the date moves it', () => {
    const left = activityAfter(activityAfter([], { isActive: true }, '2026-11-01'), { isActive: false }, D);
    const corrected = activityAfter(left, { isActive: false, inactiveFrom: '2026-11-15' }, '2026-11-22');
    expect(['2026-11-14', '2026-11-15'].map((date) => activeOn(corrected, date))).toEqual([true, false]);
  });
});

test('events are kept as text and read back', () => {
  const events = [
    { at: 1_763_620_680_000, direction: 'in', flags: ['direction-corrected', 'missing-out'] },
    { at: 1_763_653_290_000, direction: 'out', flags: [] },
    { at: -5_000, direction: 'out', flags: ['missing-in'] },
  ] as const;
  expect(readEvents(writeEvents(events))).toEqual(events);
  expect(readEvents('')).toEqual([]);
  for (const other of ['*12', '+', '+ -12', '+12 ', '+12  -13', '+1.5'])
    expect(() => readEvents(other), other).toThrow(/Not a settled event|Not a flag/);
  expect(() => readEvents('+12z')).toThrow('Not a flag');
});
