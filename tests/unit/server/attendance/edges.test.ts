import { describe, expect, test } from 'vitest';
import { daysBetween } from '#contract/platform/common.ts';
import { type Activity, activityAfter } from '#server/attendance/activity.ts';
import { judgeBucket } from '#server/attendance/bucket.ts';
import { calendarOf } from '#server/attendance/calendar.ts';
import { marginOf, stretches } from '#server/attendance/cuts.ts';
import { historyOf, shiftsOf } from '#server/attendance/derive.ts';
import type { SentDirection } from '#server/attendance/events.ts';
import { type DayFigures, excuseFigures } from '#server/attendance/judge.ts';
import { datesOfEntries, type Entry, MIN_RANKED_MS, unitsPerHour } from '#server/attendance/piecework.ts';
import {
  decidedAround,
  decidedBetween,
  decidedOver,
  MAX_TRIES,
  trustStart,
  widened,
} from '#server/attendance/window.ts';
import { Units } from '#server/platform/units.ts';
import { addDays, HOUR, isoOf, isSameClock, weekdayOf, zoneOf } from '#server/platform/zone.ts';
import { GROUP, local, MIN, story, week } from '#tests/support/attendance.ts';

/** Edge cases that other tests cannot detect, because later steps repeat the check or lead to the same result. */
const D = '2026-11-20';
const calendar = calendarOf('UTC', week());
const shifts = shiftsOf(calendar, GROUP);
const at = (time: string) => local(calendar, time);
const punch = (time: string, direction: SentDirection = 'auto') => ({ at: at(time), direction });
const entry = (time: string): Entry => ({
  startedAt: at(time),
  endedAt: null,
  durationMs: null,
  units: '1',
  lookup1: null,
  lookup2: null,
});

test('a date without a shift says why', () => {
  const reasonOf = (...args: Parameters<typeof calendarOf>) => calendarOf(...args).noShiftReason(GROUP, '2026-11-20');
  expect(reasonOf('UTC', [])).toBe('No standard times: everybody is expected every day');
  expect(reasonOf('UTC', week({}, [1]))).toBe('Rest day');
  expect(reasonOf('UTC', week({}, [5]))).toBeNull();
  expect(calendarOf('UTC', week({}, [5])).noShiftReason(null, '2026-11-20')).toBe('None assigned');
});

describe('how much is read around a record', () => {
  /** No window reaches further than two hours before and four after, 26 of a shift and 26 of a date; an open interval does, by 16 hours. */
  const margin = 58 * HOUR;
  const open = 16 * HOUR;
  const [one, two] = stretches(
    historyOf([punch(`${D} 07:00`, 'in'), punch(`${D} 16:00`, 'out'), punch('2026-11-27 07:00', 'in')], [], shifts),
    shifts,
  );

  test('each try reads four times as far, and the last one everything', () => {
    const tries = Array.from({ length: MAX_TRIES }, (_, n) => widened(10, n));
    expect(tries).toEqual([10, 40, 160, 640, Number.POSITIVE_INFINITY]);
  });

  test('the longest window is that of a shift of a day, an hour more and its two margins', () => {
    expect(calendar.reachMs).toBe(32 * HOUR);
  });

  test('the first stretch is trusted when more than a margin and an open interval lie before it, others after a margin', () => {
    if (!one || !two) throw new Error('Two weeks are two stretches');
    const first = at(`${D} 07:00`);
    expect(trustStart(calendar, first - margin - open)(one, 0)).toBe(false);
    expect(trustStart(calendar, first - margin - open - 1)(one, 0)).toBe(true);
    const second = at('2026-11-27 07:00');
    expect(trustStart(calendar, second - margin)(two, 1)).toBe(false);
    expect(trustStart(calendar, second - margin - 1)(two, 1)).toBe(true);
  });

  const over = (to: number, punches = [punch(`${D} 07:00`, 'in'), punch(`${D} 16:00`, 'out')], last = D) =>
    decidedOver(calendar, shifts, { from: Number.NEGATIVE_INFINITY, to, punches, entries: [] }, { from: D, to: last });

  test('the last stretch ends for certain when more than a margin and an open interval lie behind it', () => {
    const last = at(`${D} 16:00`);
    expect(over(last + margin + open)).toBeNull();
    expect(over(last + margin + open + 1)).toMatchObject({ low: D, high: D });
  });

  test('or when a stretch of later days begins more than a margin before the end of what was read', () => {
    const later = [punch(`${D} 07:00`, 'in'), punch(`${D} 16:00`, 'out'), punch('2026-11-27 07:00', 'in')];
    expect(over(at('2026-11-27 07:00') + margin, later)).toBeNull();
    expect(over(at('2026-11-27 07:00') + margin + 1, later)).toMatchObject({ low: D, high: D });
  });

  test('no records of these days are certain when a margin lies behind them, and behind a longer day before them', () => {
    // A shift of a day, whose window reaches three hours into the day after the next.
    const times = week({ startTime: '23:00', endTime: '22:59', postMinutes: 240 }, [5]);
    const long = calendarOf('UTC', times);
    const punches = [punch(`${D} 23:00`, 'in'), punch('2026-11-22 02:30', 'out')];
    const on = (to: number) =>
      decidedOver(
        long,
        shiftsOf(long, GROUP),
        { from: Number.NEGATIVE_INFINITY, to, punches, entries: [] },
        { from: '2026-11-21', to: '2026-11-21' },
      );
    expect(on(at('2026-11-22 02:30') + marginOf(long))).toBeNull();
    expect(on(at('2026-11-22 02:30') + marginOf(long) + 1)).toBe('nothing');
  });

  test('several stretches are decided from the first day of the first to the last of the last', () => {
    const both = [punch(`${D} 07:00`, 'in'), punch('2026-11-27 07:00', 'in')];
    expect(over(Number.POSITIVE_INFINITY, both, '2026-11-27')).toMatchObject({ low: D, high: '2026-11-27' });
    expect(over(Number.POSITIVE_INFINITY, [])).toBe('nothing');
  });
});

describe('what a new record decides', () => {
  const history = (...punches: ReturnType<typeof punch>[]) => ({
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
    punches,
    entries: [],
  });
  const around = (known: ReturnType<typeof history>, time: string) =>
    decidedAround(calendar, shifts, known, { first: at(time), last: at(time) });
  const [first, second] = [punch(`${D} 07:00`, 'in'), punch('2026-11-27 07:00', 'in')];

  test('the stretch that it is in, from a cut that was one before it came', () => {
    expect(around(history(first, second), '2026-11-27 09:00')).toMatchObject({ low: '2026-11-27' });
    expect(around(history(first, second), '2026-11-27 07:00')).toMatchObject({ low: D, high: '2026-11-27' });
    expect(around(history(), `${D} 07:00`)).toBe('nothing');
  });
  test('nothing, while too little of what follows was read', () => {
    expect(around({ ...history(first), to: at(`${D} 08:00`) }, `${D} 07:00`)).toBeNull();
  });
});

describe('what a correction decides', () => {
  const history = (punches: ReturnType<typeof punch>[], to = Number.POSITIVE_INFINITY) => ({
    from: Number.NEGATIVE_INFINITY,
    to,
    punches,
    entries: [],
  });
  const touched = { first: at(`${D} 07:00`), last: at(`${D} 07:00`) };
  const between = (before: ReturnType<typeof history>, after: ReturnType<typeof history>) =>
    decidedBetween(calendar, shifts, before, after, touched);
  const only = punch(`${D} 07:00`, 'in');

  test('the day of the only record, when it goes and when it comes', () => {
    expect(between(history([only]), history([]))).toMatchObject({ low: D, high: D, steps: [], stood: [{}] });
    expect(between(history([]), history([only]))).toMatchObject({ low: D, high: D, steps: [{}], stood: [] });
    expect(between(history([]), history([]))).toBe('nothing');
  });
  test('the day that the first record leaves, when an earlier one comes', () => {
    const earlier = punch('2026-11-13 07:00', 'in');
    const moved = { first: at('2026-11-13 07:00'), last: at(`${D} 07:00`) };
    expect(decidedBetween(calendar, shifts, history([only]), history([earlier]), moved)).toMatchObject({
      low: '2026-11-13',
      high: D,
      steps: [{}],
      stood: [{}],
    });
  });
  test('nothing, while an interval that was open before what was read could reach it', () => {
    const margin = marginOf(calendar) + 16 * HOUR;
    const readFrom = (from: number) => between({ ...history([only]), from }, { ...history([]), from });
    expect(readFrom(at(`${D} 07:00`) - margin)).toBeNull();
    expect(readFrom(at(`${D} 07:00`) - margin - 1)).toMatchObject({ low: D, high: D });
  });
  test('nothing, while too little of what follows was read', () => {
    const to = at(`${D} 08:00`);
    expect(between(history([only], to), history([], to))).toBeNull();
  });
});

describe('where a history is cut', () => {
  const lengths = (punches: ReturnType<typeof punch>[], entries: Entry[] = []) =>
    stretches(historyOf(punches, entries, shifts), shifts).map(({ steps }) => steps.length);
  const day = [punch(`${D} 07:00`, 'in'), punch(`${D} 16:00`, 'out')];

  test('before an IN of the next day, and before a punch without direction that begins a shift; not before an OUT', () => {
    expect(lengths([...day, punch('2026-11-21 07:00', 'in')])).toEqual([2, 1]);
    expect(lengths([...day, punch('2026-11-21 07:00')])).toEqual([2, 1]);
    expect(lengths([...day, punch('2026-11-21 07:00', 'out')])).toEqual([3]);
    // After the middle of the shift a single punch may be an OUT.
    expect(lengths([punch(`${D} 22:00`, 'in'), punch('2026-11-21 11:30')])).toEqual([2]);
  });

  test('between the days of one history, and never within one', () => {
    expect(lengths([...day, punch('2026-11-27 07:00', 'in'), punch('2026-11-30 07:00', 'in')])).toEqual([2, 1, 1]);
    expect(lengths([...day, punch(`${D} 20:30`, 'in'), punch('2026-11-27 07:00', 'in')])).toEqual([3, 1]);
  });

  test('between entries of two days, but not before one whose next punch belongs to what is before', () => {
    expect(lengths([], [entry(`${D} 10:00`), entry('2026-11-22 10:00')])).toEqual([1, 1]);
    const night = [punch(`${D} 20:30`, 'in'), punch('2026-11-21 04:30', 'out')];
    expect(lengths(night, [entry('2026-11-21 03:00')])).toEqual([3]);
    expect(lengths(night.slice(0, 1), [entry('2026-11-21 03:00')])).toEqual([1, 1]);
  });

  // Sunday's window begins on Saturday at 05:00, an hour before Saturday's own.
  const times = [...week({ preMinutes: 60 }, [6]), ...week({ startTime: '05:00', preMinutes: 1_440 }, [7])];
  const weekend = shiftsOf(calendarOf('UTC', times), GROUP);
  test('not before what can only be of a later day than what comes behind it', () => {
    const entries = [entry('2026-11-21 01:00'), entry('2026-11-21 05:30'), entry('2026-11-21 06:30')];
    expect(stretches(historyOf([], entries, weekend), weekend)).toHaveLength(1);
  });
  test('punches that are one event can be of every day that one of them can be of', () => {
    const [only] = stretches(
      historyOf([punch('2026-11-21 05:59:00'), punch('2026-11-21 06:00:30')], [], weekend),
      weekend,
    );
    expect(only).toMatchObject({ low: '2026-11-21', high: '2026-11-22' });
  });
});

describe('the work day of an entry', () => {
  const rest = shiftsOf(calendarOf('UTC', week({}, [1])), GROUP);
  const before = (time: string) => ({ date: D, at: at(`${D} ${time}`), direction: 'in' as const });

  test('is that of an open interval until E + post, and then its own', () => {
    expect(datesOfEntries([before('19:00')], shifts)(at(`${D} 20:00`))).toBe(D);
    expect(datesOfEntries([before('20:30')], shifts)(at('2026-11-21 03:00'))).toBe('2026-11-21');
  });
  test('is its own where the open interval has no shift', () => {
    expect(datesOfEntries([before('23:00')], rest)(at('2026-11-21 01:00'))).toBe('2026-11-21');
  });
  test.each([
    ['within it', '01:00', D],
    ['at its OUT', '03:00', D],
    ['after its OUT', '03:01', '2026-11-21'],
  ])('is that of an interval with an OUT, without a shift: %s', (_, time, date) => {
    const out = { date: D, at: at('2026-11-21 03:00'), direction: 'out' as const };
    expect(datesOfEntries([before('23:00'), out], rest)(at(`2026-11-21 ${time}`))).toBe(date);
  });
});

test('weekdays go from 1, Monday, to 7, week after week', () => {
  const days = Array.from({ length: 14 }, (_, n) => weekdayOf(addDays('2026-11-16', n)));
  expect(days).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7]);
});

test('days between two dates are those of the calendar, also over a change of clocks and back', () => {
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
  expect(daysBetween('2027-03-01', '2027-02-27')).toBe(-2);
  expect(daysBetween(D, D)).toBe(0);
});

test('two zones have the same clock on a day on which they agree from its beginning to its end', () => {
  const isSame = (one: string, other: string, date: string) => isSameClock(zoneOf(one), zoneOf(other), date);
  expect(isSame('Africa/Lagos', 'Europe/Brussels', '2026-11-20')).toBe(true);
  expect(isSame('Africa/Lagos', 'Europe/Brussels', '2026-07-20')).toBe(false);
  // Brussels leaves summer time in that night.
  expect(isSame('Africa/Lagos', 'Europe/Brussels', '2026-10-25')).toBe(false);
  expect(isSame('Africa/Johannesburg', 'Europe/Brussels', '2026-10-25')).toBe(false);
});

test('rule 16: a rate is ranked from 15 minutes on', () => {
  expect(MIN_RANKED_MS).toBe(15 * 60_000);
});

test('an account with one standard time has its shift', () => {
  const friday = calendarOf('UTC', week({}, [5]));
  expect(friday.shiftsNear(GROUP, at(`${D} 08:00`)).map(({ date }) => date)).toContain(D);
});

test('the offset of UTC has a plus, and one behind it a minus', () => {
  expect(isoOf(zoneOf('UTC'), 0)).toBe('1970-01-01T00:00:00+00:00');
  expect(isoOf(zoneOf('America/St_Johns'), at('2026-11-20 12:00'))).toBe('2026-11-20T08:30:00-03:30');
});

test('whoever is on site is so until now, and no longer than to the end of the shift', () => {
  const punches = [[`${D} 07:00`, 'in']] as const;
  const endAt = (now: string) => {
    const { intervals, calendar: own } = story({ punches }, D, `${D} ${now}`);
    return intervals.map(({ end }) => isoOf(own.zone, end).slice(11, 16));
  };
  expect([endAt('10:00'), endAt('17:00')]).toEqual([['10:00'], ['16:00']]);
});

test('who is not expected, or excused, is off for good', () => {
  const nothing = { punched: false, worked: false, untimed: false, silent: false, quarantined: false };
  const moment = { asOf: 0, now: 0 };
  const off = { status: 'off', provisional: false };
  expect(judgeBucket({ ...nothing, beforeEvidence: false, expected: null }, moment)).toEqual(off);
  const expected = { start: 0, end: HOUR, windowStart: 0, windowEnd: HOUR, graceMs: 0 };
  const present = { status: 'present', provisional: false };
  expect(judgeBucket({ ...nothing, punched: true, beforeEvidence: false, expected }, moment)).toEqual(present);
  expect(judgeBucket({ ...nothing, beforeEvidence: false, expected, excused: true }, moment)).toEqual(off);
  expect(judgeBucket({ ...nothing, beforeEvidence: true, expected }, { asOf: 1, now: 1 })).toEqual({
    status: 'unverified',
    provisional: false,
    doubt: 'nothing yet',
  });
});

describe('what is excused is taken out, and nothing else', () => {
  const gap = { out: 0, in: 1, creditedMs: 0, irregularMs: 1 };
  const figures: DayFigures = {
    timeIn: 0,
    late: true,
    lateMs: MIN,
    flags: [],
    isOpen: false,
    lacksFirstIn: false,
    intervals: [],
    gaps: [gap],
    irregularMs: 1,
    earlyLeaveMs: 0,
  };
  test('nothing', () => expect(excuseFigures(figures, new Set())).toEqual({ ...figures, excusedMs: 0 }));
  test('lateness', () =>
    expect(excuseFigures(figures, new Set(['lateness']))).toEqual({
      ...figures,
      late: false,
      lateMs: 0,
      excusedMs: MIN,
    }));
  test('breaks', () =>
    expect(excuseFigures(figures, new Set(['breaks']))).toEqual({
      ...figures,
      gaps: [{ ...gap, irregularMs: 0 }],
      irregularMs: 0,
      excusedMs: 1,
    }));
  test('who was not late is not made so', () => {
    const onTime = { ...figures, late: false, lateMs: 0 };
    expect(excuseFigures(onTime, new Set(['lateness'])).late).toBe(false);
  });
});

describe('a stated beginning of activity (13)', () => {
  const [A, B, C, E] = ['2026-11-01', '2026-11-10', '2026-11-20', '2026-11-15'];
  const on = (from: string | null) => ({ from, isActive: true });
  const off = (from: string) => ({ from, isActive: false });
  const cases: [string, Activity, string | null, Activity][] = [
    ['of somebody new', [], A, [on(A)]],
    ['of somebody who was always there', [on(null)], A, [on(A)]],
    ['is taken back', [on(A)], null, [on(null)]],
    ['after the end begins again', [on(A), off(B)], C, [on(A), off(B), on(C)]],
    ['moves the return', [on(A), off(B), on(C)], E, [on(A), off(B), on(E)]],
    [
      'before the end is that of the time before',
      [on(A), off(B), on(C)],
      '2026-11-05',
      [on('2026-11-05'), off(B), on(C)],
    ],
    ['on the day of the end goes on', [on(A), off(B)], B, [on(A)]],
    ['on the day of an earlier end changes nothing', [on(A), off(B), on(C)], B, [on(A), off(B), on(C)]],
    ['on the first day that is known changes nothing', [on(A)], A, [on(A)]],
  ];
  test.each(cases)('%s', (_, activity, activeFrom, expected) => {
    expect(activityAfter(activity, { isActive: true, activeFrom }, '2026-11-25')).toEqual(expected);
  });
});

test('units an hour of a sum are those of its text', () => {
  expect(unitsPerHour(new Units('1.005'), HOUR)).toBe(1.01);
  expect(unitsPerHour(new Units('-0.005'), HOUR)).toBe(-0.01);
});
