import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarOf } from '#server/attendance/calendar.ts';
import { deriveHistory, shiftsOf } from '#server/attendance/derive.ts';
import type { HoursRule } from '#server/attendance/hoursRules.ts';
import { judgeDay } from '#server/attendance/judge.ts';
import { paidDayOf } from '#server/pay/paidDay.ts';
import { GROUP, local, type Spoken, story, week } from '#tests/support/attendance.ts';
import { HOURS_RULE, oraclePaid } from '#tests/support/payOracle.ts';
import { size } from '#tests/support/size.ts';
import { holidaysOf, punchesIn, standardTimesOf, worlds } from '#tests/support/worlds.ts';

const H = 3_600_000;
const MIN = 60_000;
const LUNCH = { startTime: '12:00', endTime: '13:00', paid: false };
type Tale = Parameters<typeof story>[0];

/** Returns the paid day of one employee's punches, at midday of three days later. */
function paid(
  tale: Tale,
  date: string,
  rule: Partial<HoursRule> = {},
  working: Parameters<typeof paidDayOf>[0]['working'] = { spans: [], plainMs: 0 },
  approved: readonly string[] = [],
) {
  const { calendar, intervals, flags } = story(tale, date, '2027-12-30 12:00');
  return paidDayOf({
    calendar,
    timeGroupId: GROUP,
    date,
    rule: { ...HOURS_RULE, ...rule },
    shift: calendar.shiftOn(GROUP, date),
    intervals,
    lacksIn: flags.includes('missing-in'),
    approved: new Set(approved),
    working,
  });
}
const thursday = '2026-11-19';
const on = (date: string, ...times: string[]): Spoken[] => times.map((time) => `${date} ${time}`);
const unpaidLunch = (over: object = {}) => week({ breaks: [{ ...LUNCH, ...over }] });

describe('P1, the paid span', () => {
  test('time before the shift does not count', () =>
    expect(paid({ times: week(), punches: on(thursday, '06:30', '16:00') }, thursday)).toMatchObject({
      paidMs: 9 * H,
      earlyMs: 30 * MIN,
    }));
  test('time before the shift counts where early counts', () =>
    expect(paid({ punches: on(thursday, '06:30', '16:00') }, thursday, { earlyCounts: true })).toMatchObject({
      paidMs: 9.5 * H,
      earlyMs: 0,
    }));
  test('time before the shift counts where somebody approves it', () =>
    expect(paid({ punches: on(thursday, '06:30', '16:00') }, thursday, {}, undefined, ['early'])).toMatchObject({
      paidMs: 9.5 * H,
      earlyMs: 0,
    }));
  test('time after the shift is paid', () =>
    expect(paid({ punches: on(thursday, '07:00', '17:30') }, thursday)).toMatchObject({ paidMs: 10.5 * H }));
  test('an estimated OUT is not settled, and not paid', () =>
    expect(paid({ punches: on(thursday, '07:00') }, thursday)).toMatchObject({
      paidMs: 0,
      unsettledMs: 9 * H,
      isSettled: false,
    }));
  test('an OUT without an IN is not settled', () =>
    expect(paid({ punches: [[`${thursday} 16:00`, 'out']] }, thursday)).toMatchObject({
      paidMs: 0,
      unsettledMs: 0,
      isSettled: false,
    }));
  test('seconds are cut at both ends', () =>
    expect(paid({ punches: on(thursday, '07:00:59', '16:00:59') }, thursday)).toMatchObject({ paidMs: 9 * H }));
  const working = {
    spans: [{ start: Date.parse('2026-11-19T05:00Z'), end: Date.parse('2026-11-19T09:00Z') }],
    plainMs: 30 * MIN,
  };
  test('without punches the working time of the Recorder is paid, if the rule says so', () => {
    expect(paid({}, thursday, { paysWorkingTime: true }, working)).toMatchObject({ paidMs: 4.5 * H, isSettled: true });
    expect(paid({}, thursday, {}, working)).toMatchObject({ paidMs: 0, isSettled: true });
  });
  test('with punches the working time is not', () =>
    expect(
      paid({ punches: on(thursday, '07:00', '09:00') }, thursday, { paysWorkingTime: true }, working),
    ).toMatchObject({ paidMs: 2 * H }));
});

describe('P2, unpaid breaks', () => {
  test('07:00 to 16:00, no punch at lunch, unpaid 12 to 13: 8:00 with 1:00 taken off', () =>
    expect(paid({ times: unpaidLunch(), punches: on(thursday, '07:00', '16:00') }, thursday)).toMatchObject({
      paidMs: 8 * H,
      takenOffMs: H,
    }));
  test('a break is paid by default, clocked or not', () => {
    expect(paid({ punches: on(thursday, '07:00', '16:00') }, thursday)).toMatchObject({ paidMs: 9 * H, takenOffMs: 0 });
    expect(paid({ punches: on(thursday, '07:00', '12:00', '12:40', '16:00') }, thursday)).toMatchObject({
      paidMs: 9 * H,
    });
  });
  test('only the part of a gap inside a paid break is paid', () =>
    expect(paid({ punches: on(thursday, '07:00', '11:30', '13:20', '16:00') }, thursday)).toMatchObject({
      paidMs: 9 * H - 50 * MIN,
    }));
  test('a gap that was clocked is taken off as clocked', () =>
    expect(
      paid({ times: unpaidLunch(), punches: on(thursday, '07:00', '12:00', '12:40', '16:00') }, thursday),
    ).toMatchObject({ paidMs: 9 * H - 40 * MIN, takenOffMs: 0 }));
  test('but at least the length of the break where that is set', () =>
    expect(
      paid(
        { times: unpaidLunch({ atLeast: true }), punches: on(thursday, '07:00', '12:00', '12:40', '16:00') },
        thursday,
      ),
    ).toMatchObject({ paidMs: 8 * H, takenOffMs: 20 * MIN }));
  test('a longer gap is taken off as clocked where at least is set', () =>
    expect(
      paid(
        { times: unpaidLunch({ atLeast: true }), punches: on(thursday, '07:00', '12:00', '13:30', '16:00') },
        thursday,
      ),
    ).toMatchObject({ paidMs: 7.5 * H, takenOffMs: 0 }));
  test('a gap over two breaks fills each once, and its paid part none', () => {
    const times = (...breaks: object[]) => week({ breaks: breaks as never });
    const off = { paid: false, atLeast: true };
    const early = { startTime: '12:00', endTime: '13:00', ...off };
    const late = { startTime: '14:00', endTime: '15:00', ...off };
    const rest = { startTime: '13:00', endTime: '13:15' };
    expect(
      paid({ times: times(early, late), punches: on(thursday, '07:00', '12:50', '14:10', '16:00') }, thursday),
    ).toMatchObject({ paidMs: 7 * H, takenOffMs: 40 * MIN });
    expect(
      paid({ times: times(early, rest), punches: on(thursday, '07:00', '12:30', '13:15', '16:00') }, thursday),
    ).toMatchObject({ paidMs: 8 * H, takenOffMs: 30 * MIN });
  });
  test('a break in the hour that is repeated is as long as by the clock', () => {
    const times = week({
      startTime: '22:00',
      endTime: '06:00',
      breaks: [{ startTime: '02:00', endTime: '03:00', paid: false }],
    });
    const punches = ['2027-10-30 22:00', '2027-10-31 06:00'];
    expect(paid({ zone: 'Europe/Brussels', times, punches }, '2027-10-30')).toMatchObject({
      paidMs: 8 * H,
      takenOffMs: H,
    });
  });
  const LUNCHED = { times: unpaidLunch({ atLeast: true }), punches: on(thursday, '06:30', '12:10', '12:30', '16:00') };
  test('worked through: nothing is taken off but what was clocked', () => {
    expect(paid(LUNCHED, thursday)).toMatchObject({ paidMs: 8 * H, takenOffMs: 40 * MIN });
    expect(paid(LUNCHED, thursday, {}, undefined, ['worked-through'])).toMatchObject({
      paidMs: 8 * H + 40 * MIN,
      takenOffMs: 0,
    });
  });
  test('after exactly 5 hours of work nothing is taken off, after more it is', () => {
    expect(paid({ times: unpaidLunch(), punches: on(thursday, '08:00', '13:00') }, thursday)).toMatchObject({
      paidMs: 5 * H,
      takenOffMs: 0,
    });
    expect(paid({ times: unpaidLunch(), punches: on(thursday, '07:59', '13:00') }, thursday)).toMatchObject({
      paidMs: 4 * H + MIN,
      takenOffMs: H,
    });
  });
  test('the hours after which it is taken off are the rule’s', () =>
    expect(
      paid({ times: unpaidLunch(), punches: on(thursday, '08:00', '13:00') }, thursday, { breakAfterMinutes: 240 }),
    ).toMatchObject({ paidMs: 4 * H }));
  test('no more is taken off than was worked of the break', () =>
    expect(paid({ times: unpaidLunch(), punches: on(thursday, '07:00', '12:30') }, thursday)).toMatchObject({
      paidMs: 5 * H,
      takenOffMs: 30 * MIN,
    }));
});

describe('P3, rounding', () => {
  const punches = on(thursday, '07:07', '16:08');
  test.each([
    [0, 9 * H + MIN],
    [5, 9 * H + 5 * MIN],
    [6, 9 * H],
    [10, 9 * H],
    [15, 9.25 * H],
  ])('to the nearest %i minutes', (roundMinutes, ms) =>
    expect(paid({ punches }, thursday, { roundMinutes })).toMatchObject({ paidMs: ms }),
  );
  test('a gap that is rounded to nothing was clocked, so the break is not taken off', () =>
    expect(
      paid({ times: unpaidLunch(), punches: on(thursday, '07:00', '12:08', '12:22', '16:00') }, thursday, {
        roundMinutes: 15,
      }),
    ).toMatchObject({ paidMs: 9 * H, takenOffMs: 0 }));
  test('does not pay time before the shift', () =>
    expect(
      paid({ times: week({ startTime: '07:05' }), punches: on(thursday, '07:02', '16:00') }, thursday, {
        roundMinutes: 15,
      }),
    ).toMatchObject({ paidMs: 8 * H + 55 * MIN }));
});

describe('P4, classes', () => {
  const nights = week({ startTime: '22:00', endTime: '06:00', breaks: [] });
  test('Sat 22:00 to Sun 06:00: 8 h Sunday', () =>
    expect(paid({ times: nights, punches: ['2026-11-21 22:00', '2026-11-22 06:00'] }, '2026-11-21')).toMatchObject({
      sundayMs: 8 * H,
      ordinaryMs: 0,
    }));
  test('the same, cut at midnight: 2 h ordinary and 6 h Sunday', () =>
    expect(
      paid({ times: nights, punches: ['2026-11-21 22:00', '2026-11-22 06:00'] }, '2026-11-21', { isWhole: false }),
    ).toMatchObject({ sundayMs: 6 * H, ordinaryMs: 2 * H }));
  const christmas = {
    times: week({ startTime: '20:00', endTime: '02:00', breaks: [] }),
    holidays: [{ date: '2026-12-25', name: 'Christmas Day', timeGroupId: null }],
    punches: ['2026-12-24 20:00', '2026-12-25 02:00'],
  };
  test('24 Dec 20:00 to 25 Dec 02:00: 0 h holiday', () =>
    expect(paid(christmas, '2026-12-24')).toMatchObject({ holidayMs: 0, ordinaryMs: 6 * H }));
  test('the same, cut at midnight: 2 h holiday', () =>
    expect(paid(christmas, '2026-12-24', { isWhole: false })).toMatchObject({ holidayMs: 2 * H, ordinaryMs: 4 * H }));
  test('the greater part is of the shift, its breaks included', () =>
    expect(
      paid(
        {
          times: week({
            startTime: '20:00',
            endTime: '03:30',
            breaks: [{ startTime: '22:00', endTime: '23:00', paid: false }],
          }),
          punches: ['2026-11-21 20:00', '2026-11-22 03:30'],
        },
        '2026-11-21',
      ),
    ).toMatchObject({ ordinaryMs: 6.5 * H, sundayMs: 0, takenOffMs: H }));
  test('of two equal parts the earlier date has the shift', () =>
    expect(paid({ ...christmas, punches: ['2026-12-24 22:00', '2026-12-25 02:00'] }, '2026-12-24')).toMatchObject({
      holidayMs: 0,
      ordinaryMs: 4 * H,
    }));
  test('a holiday on a Sunday is a holiday; that of another time group is not', () => {
    const sunday = { date: '2026-11-22', name: 'Day', timeGroupId: null };
    const punches = on('2026-11-22', '08:00', '12:00');
    expect(paid({ holidays: [sunday], punches }, '2026-11-22')).toMatchObject({ holidayMs: 4 * H, sundayMs: 0 });
    expect(paid({ holidays: [{ ...sunday, timeGroupId: 'other' }], punches }, '2026-11-22')).toMatchObject({
      holidayMs: 0,
      sundayMs: 4 * H,
    });
  });
  test('night is marked beside the class', () =>
    expect(
      paid({ times: nights, punches: ['2026-11-19 22:00', '2026-11-20 06:00'] }, thursday, {
        nightStart: '23:00',
        nightEnd: '05:00',
      }),
    ).toMatchObject({ ordinaryMs: 8 * H, nightMs: 6 * H }));
  test.each([
    ['22:00', '02:30', 5],
    ['02:30', '06:00', 4],
    ['02:15', '02:45', 1],
  ])(
    'night from %s to %s in the hour that is repeated is that of the clock, both times',
    (nightStart, nightEnd, hours) => {
      const tale = { zone: 'Europe/Brussels', times: nights, punches: ['2027-10-30 22:00', '2027-10-31 06:00'] };
      expect(paid(tale, '2027-10-30', { nightStart, nightEnd })).toMatchObject({ nightMs: hours * H });
    },
  );
  test.each([
    ['2027-03-27', 7],
    ['2027-10-30', 9],
  ])('the night of %s, in which clocks change: %i h', (date, hours) => {
    const next = date.replace(/\d+$/, (day) => String(Number(day) + 1));
    const tale = { zone: 'Europe/Brussels', times: nights, punches: [`${date} 22:00`, `${next} 06:00`] };
    expect(paid(tale, date, { nightStart: '22:00', nightEnd: '06:00' })).toMatchObject({
      paidMs: hours * H,
      nightMs: hours * H,
    });
  });
});

const rules = fc.record({
  earlyCounts: fc.boolean(),
  breakAfterMinutes: fc.constantFrom(0, 120, 300),
  roundMinutes: fc.constantFrom(0, 0, 5, 6, 10, 15),
  isWhole: fc.boolean(),
  night: fc.constantFrom(['22:00', '06:00'], ['00:00', '05:00'], ['02:30', '01:45'], ['23:10', '02:20'], [null, null]),
});
const marks = fc.array(fc.record({ paid: fc.boolean(), atLeast: fc.boolean() }), { minLength: 2, maxLength: 2 });
const cases = worlds.chain((world) =>
  fc.record({
    ...{ world: fc.constant(world), punches: punchesIn(world), rule: rules, marks },
    approved: fc.subarray(['worked-through', 'early']),
  }),
);

test('random days in six zones, nights and changing clocks equal the oracle’s, minute by minute', () => {
  fc.assert(
    fc.property(cases, ({ world, punches, rule: { night, ...own }, marks: marked, approved }) => {
      const times = standardTimesOf(world).map((time) => ({
        ...time,
        breaks: time.breaks.map((pause, nth) => ({ ...pause, ...marked[nth] })),
      }));
      const rule = { ...HOURS_RULE, ...own, nightStart: night[0] ?? null, nightEnd: night[1] ?? null };
      const calendar = calendarOf(world.zone, times, holidaysOf(world));
      const shifts = shiftsOf(calendar, GROUP);
      const now = local(calendar, '2030-01-01 00:00');
      for (const [date, { events }] of deriveHistory(punches, [], shifts)) {
        const shift = shifts.on(date);
        const { intervals, flags } = judgeDay(events, shift, { asOf: now, now });
        const lacksIn = flags.includes('missing-in');
        const {
          isSettled,
          spans: _,
          ...figures
        } = paidDayOf({
          calendar,
          timeGroupId: GROUP,
          date,
          rule,
          shift,
          intervals,
          lacksIn,
          approved: new Set(approved),
          working: { spans: [], plainMs: 0 },
        });
        expect(figures).toEqual(
          oraclePaid({
            zone: world.zone,
            holidays: world.holidays,
            rule,
            shift: shift && { start: shift.start, breaks: shift.payBreaks },
            intervals,
            approved,
          }),
        );
        expect(figures.holidayMs + figures.sundayMs + figures.ordinaryMs).toBe(figures.paidMs);
        expect(isSettled).toBe(!lacksIn && intervals.every(({ out }) => out !== null));
      }
    }),
    { numRuns: Number(process.env.ORACLE_RUNS ?? size(40, 300)) },
  );
});
