import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarOf } from '#server/attendance/calendar.ts';
import { deriveHistory, shiftsOf } from '#server/attendance/derive.ts';
import type { HoursRule } from '#server/attendance/hoursRules.ts';
import { judgeDay } from '#server/attendance/judge.ts';
import { paidDayOf } from '#server/figures/pay/paidDay.ts';
import { GROUP, local, type Spoken, story, week } from '#tests/support/attendance.ts';
import { oracleEarlierPaid } from '#tests/support/earlierPayOracle.ts';
import { HOURS_RULE, oraclePaid, type PaidCase } from '#tests/support/payOracle.ts';
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
  working: ReturnType<Parameters<typeof paidDayOf>[0]['working']> = { spans: [], plainMs: 0 },
  approved: readonly string[] = [],
  breaksAt: readonly string[] = [],
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
    breakKeys: new Set(breaksAt.map((time) => local(calendar, `${date} ${time}`))),
    working: () => working,
    goingOn: () => [],
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
  test('who works no longer after it than the break lacks has worked until it, and is paid no less for coming back', () => {
    const times = unpaidLunch({ atLeast: true });
    for (const [until, paidMs, takenOffMs] of [
      ['12:45', 5 * H, 5 * MIN],
      ['13:00', 5 * H, 20 * MIN],
      ['13:10', 5 * H + 10 * MIN, 20 * MIN],
    ] as const)
      expect(paid({ times, punches: on(thursday, '07:00', '12:00', '12:40', until) }, thursday)).toMatchObject({
        paidMs,
        takenOffMs,
      });
  });
  test('a longer gap is taken off as clocked where at least is set', () =>
    expect(
      paid(
        { times: unpaidLunch({ atLeast: true }), punches: on(thursday, '07:00', '12:00', '13:30', '16:00') },
        thursday,
      ),
    ).toMatchObject({ paidMs: 7.5 * H, takenOffMs: 0 }));
  test('a gap over two breaks is one of them, and its paid part none', () => {
    const times = (...breaks: object[]) => week({ breaks: breaks as never });
    const off = { paid: false, atLeast: true };
    const early = { startTime: '12:00', endTime: '13:00', ...off };
    const late = { startTime: '14:00', endTime: '15:00', ...off };
    const rest = { startTime: '13:00', endTime: '13:15' };
    expect(
      paid({ times: times(early, late), punches: on(thursday, '07:00', '12:50', '14:10', '16:00') }, thursday),
    ).toMatchObject({ paidMs: 9 * H - 80 * MIN, takenOffMs: 0 });
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
      paidMs: 5 * H,
      takenOffMs: MIN,
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

const TEA = { startTime: '10:00', endTime: '10:15' };
const OFF = { paid: false };
const AT_LEAST = { paid: false, atLeast: true };
const LUNCHES = [{ ...LUNCH }];
/** A day by hand: its breaks, its punches, and the minutes that are paid, taken off and early. */
type ByHand = [string, readonly object[], string, [number, number, number?], Partial<HoursRule>?];
const BY_HAND: ByHand[] = [
  ['lunch an hour early is the lunch', LUNCHES, '07:00 11:00 12:00 16:00', [480, 0]],
  ['lunch two hours early is the lunch', LUNCHES, '07:00 10:00 11:00 16:00', [480, 0]],
  ['half of it two hours before is the lunch', LUNCHES, '07:00 09:30 10:00 16:00', [510, 0]],
  ['half of it a minute earlier is not', LUNCHES, '07:00 09:29 09:59 16:00', [450, 60]],
  ['half of it two hours after is the lunch', LUNCHES, '07:00 15:00 15:30 16:00', [510, 0]],
  ['half of it a minute later is not', LUNCHES, '07:00 15:01 15:31 16:00', [450, 60]],
  ['a minute less than half is not, and is not taken off twice', LUNCHES, '07:00 12:10 12:39 16:00', [480, 31]],
  ['half of it is', LUNCHES, '07:00 12:10 12:40 16:00', [510, 0]],
  ['a long lunch is taken off as clocked', LUNCHES, '07:00 12:00 14:00 16:00', [420, 0]],
  ['a lunch and another hour away', LUNCHES, '07:00 11:30 12:30 14:00 15:00 16:00', [420, 0]],
  ['five hours and a minute: a minute', LUNCHES, '07:59 13:00', [300, 1]],
  ['five and a half hours: half an hour', LUNCHES, '07:30 13:00', [300, 30]],
  ['six hours: an hour', LUNCHES, '07:00 13:00', [300, 60]],
  ['seven hours: an hour', LUNCHES, '07:00 14:00', [360, 60]],
  ['until the middle of lunch', LUNCHES, '07:00 12:30', [300, 30]],
  ['until lunch', LUNCHES, '07:00 12:00', [300, 0]],
  ['nobody came before lunch was over', LUNCHES, '13:00 20:00', [420, 0]],
  ['hours after lunch do not count before it', LUNCHES, '08:00 12:30 14:45 20:00', [585, 0]],
  ['after four hours', LUNCHES, '08:00 12:30', [240, 30], { breakAfterMinutes: 240 }],
  ['tea and lunch, neither clocked', [{ ...TEA, ...OFF }, LUNCH], '07:00 16:00', [465, 75]],
  ['tea clocked, lunch not', [{ ...TEA, ...OFF }, LUNCH], '07:00 10:00 10:15 16:00', [465, 60]],
  ['lunch clocked, and no five hours before it', [{ ...TEA, ...OFF }, LUNCH], '07:00 12:00 13:00 16:00', [480, 0]],
  [
    'lunch clocked after five and a half',
    [{ ...TEA, ...OFF }, LUNCH],
    '06:30 12:00 13:00 16:00',
    [495, 15],
    { earlyCounts: true },
  ],
  ['both clocked', [{ ...TEA, ...OFF }, LUNCH], '07:00 10:05 10:25 12:00 12:45 16:00', [475, 0]],
  [
    'an early tea is out of reach of lunch',
    [{ ...OFF, startTime: '09:30', endTime: '09:45' }, LUNCH],
    '07:00 12:00 13:00 16:00',
    [465, 15],
  ],
  [
    'one gap is at most one break',
    [
      { ...OFF, startTime: '12:00', endTime: '12:30' },
      { ...OFF, startTime: '13:00', endTime: '13:30' },
    ],
    '07:00 12:00 13:30 16:00',
    [450, 0],
  ],
  // 40 and 30 minutes were taken: the break lacks nothing.
  [
    'a break in two gaps beside its time',
    [{ ...AT_LEAST, startTime: '12:00', endTime: '13:00' }],
    '07:00 11:20 12:00 13:00 13:30 16:00',
    [470, 0],
  ],
  ['at least: two halves are the whole', [{ ...LUNCH, ...AT_LEAST }], '07:00 12:00 12:30 13:30 14:00 16:00', [480, 0]],
  // 45 and 45 of 90.
  [
    'at least: two parts are as long as the break',
    [{ ...AT_LEAST, startTime: '12:00', endTime: '13:30' }],
    '07:00 12:00 12:45 14:00 14:45 16:00',
    [450, 0],
  ],
  // A gap of 15 minutes is no part of an hour's break: it is taken off as clocked, and half an hour is lacking.
  [
    'at least: a short gap is no part of it',
    [{ ...LUNCH, ...AT_LEAST }],
    '07:00 12:00 12:30 14:00 14:15 16:00',
    [465, 30],
  ],
  ['a paid tea in two parts is paid up to its length', [TEA], '07:00 10:00 10:08 11:00 11:08 16:00', [539, 0]],
  ['at least: what an early lunch lacks', [{ ...LUNCH, ...AT_LEAST }], '07:00 11:00 11:40 16:00', [480, 20]],
  ['at least: a lunch of more', [{ ...LUNCH, ...AT_LEAST }], '07:00 11:00 12:10 16:00', [470, 0]],
  [
    'at least: what is left after it does not suffice, and no more is taken',
    [{ ...LUNCH, ...AT_LEAST }],
    '07:00 12:00 12:30 12:40',
    [300, 10],
  ],
  ['a paid tea twenty minutes late is paid', [TEA], '07:00 10:20 10:35 16:00', [540, 0]],
  ['of a long tea its length is paid', [TEA], '07:00 10:00 10:40 16:00', [515, 0]],
  ['of a late and long tea its length is paid', [TEA], '07:00 10:20 11:00 16:00', [515, 0]],
  [
    'a paid tea is no lunch',
    [TEA, { ...OFF, startTime: '12:00', endTime: '12:30' }],
    '07:00 10:16 10:31 16:00',
    [510, 30],
  ],
  ['before the shift, within its margin', [], '06:00 16:00', [540, 0, 60]],
  ['before the margin on, without a gap', [], '04:30 16:00', [570, 0, 120]],
  ['called in before the margin', [], '04:00 04:30 07:00 16:00', [570, 0, 0]],
  ['called in until the margin', [], '04:00 05:00 07:00 16:00', [600, 0, 0]],
  ['called in until within the margin', [], '04:00 05:30 07:00 16:00', [600, 0, 30]],
];
test.each(BY_HAND)('by hand: %s', (_, breaks, clocked, [paidMinutes, takenOff, early = 0], rule) =>
  expect(
    paid({ times: week({ breaks: breaks as never }), punches: on(thursday, ...clocked.split(' ')) }, thursday, rule),
  ).toMatchObject({ paidMs: paidMinutes * MIN, takenOffMs: takenOff * MIN, earlyMs: early * MIN }),
);
test('called in before the shift: 06:00 to 10:00 and 14:00 to 22:00 are 12 h', () =>
  expect(
    paid(
      {
        times: week({ startTime: '14:00', endTime: '22:00', breaks: [] }),
        punches: on(thursday, '06:00', '10:00', '14:00', '22:00'),
      },
      thursday,
    ),
  ).toMatchObject({ paidMs: 12 * H, earlyMs: 0, isSettled: true }));
test.each([
  ['02:00', '03:00', ['22:00', '06:00'], 360, 60],
  ['01:30', '02:30', ['22:00', '06:00'], 360, 60],
  ['02:00', '03:00', ['22:00', '01:30', '03:30', '06:00'], 360, 0],
  ['02:00', '03:00', ['22:00', '01:30', '03:10', '06:00'], 380, 0],
])(
  'the night in which an hour is left out: a break from %s to %s is as long as by the wall',
  (startTime, endTime, clocked, paidMinutes, off) => {
    const punches = clocked.map((time) => `2027-03-${time === '22:00' ? 27 : 28} ${time}`);
    const times = week({ startTime: '22:00', endTime: '06:00', breaks: [{ startTime, endTime, paid: false }] });
    expect(paid({ zone: 'Europe/Brussels', times, punches }, '2027-03-27')).toMatchObject({
      paidMs: paidMinutes * MIN,
      takenOffMs: off * MIN,
    });
  },
);
test('a minute more of work never pays less, whatever is clocked', () =>
  fc.assert(
    fc.property(
      // Three minutes apart at least: two opposite keys within two minutes can be one event.
      fc.uniqueArray(
        fc.integer({ min: 0, max: 200 }).map((nth) => 3 * nth),
        { minLength: 2, maxLength: 6 },
      ),
      fc.subarray([LUNCH, { ...TEA, ...OFF }, { startTime: '14:30', endTime: '14:45', ...OFF }]),
      (minutes, breaks) => {
        const clock = (minute: number) =>
          `${Math.floor(minute / 60) + 7}:${String(minute % 60).padStart(2, '0')}`.padStart(5, '0');
        const own = minutes.slice(0, minutes.length - (minutes.length % 2)).sort((a, b) => a - b);
        const longer = [...own.slice(0, -1), (own.at(-1) ?? 0) + 1];
        const keyed = (times: readonly number[]) =>
          times.map((time, nth): Spoken => [`${thursday} ${clock(time)}`, nth % 2 === 0 ? 'in' : 'out']);
        const paidOf = (times: readonly number[]) =>
          paid({ times: week({ breaks: breaks as never }), punches: keyed(times) }, thursday).paidMs;
        expect(paidOf(longer)).toBeGreaterThanOrEqual(paidOf(own));
      },
    ),
    { numRuns: size(100, 2_000) },
  ));

test.each<[string, string[], [number, number]]>([
  ['07:00 09:00 09:20 16:00', [], [460, 60]],
  ['07:00 09:00 09:20 16:00', ['09:00'], [520, 0]],
  ['07:00 09:00 09:20 16:00', ['09:20'], [520, 0]],
  ['07:00 09:00 09:20 12:00 13:00 16:00', ['09:00'], [460, 0]],
  ['07:00 09:00 09:20 16:00', ['07:00'], [460, 60]],
])('a punch that says break is one whatever its time: %s, %j', (clocked, breaksAt, [minutes, off]) =>
  expect(
    paid({ times: unpaidLunch(), punches: on(thursday, ...clocked.split(' ')) }, thursday, {}, undefined, [], breaksAt),
  ).toMatchObject({ paidMs: minutes * MIN, takenOffMs: off * MIN }),
);

const TABLE = [
  { afterMinutes: 360, breakMinutes: 30 },
  { afterMinutes: 540, breakMinutes: 45 },
];
test.each<[string, [number, number]]>([
  ['07:00 13:00', [360, 0]],
  ['07:00 13:10', [360, 10]],
  ['07:00 13:30', [360, 30]],
  ['07:00 16:00', [510, 30]],
  ['07:00 16:20', [530, 30]],
  ['07:00 16:40', [540, 40]],
  ['07:00 17:00', [555, 45]],
  ['07:00 10:00 10:15 17:00', [555, 30]],
  ['07:00 10:00 10:14 17:00', [541, 45]],
  ['07:00 10:00 10:15 12:00 12:30 17:00', [555, 0]],
  ['07:00 12:00 13:00 17:00', [540, 0]],
  ['07:00 10:00 10:20 13:50', [380, 10]],
])('breaks by hours worked, 30 after 6 h and 45 after 9: %s', (clocked, [minutes, off]) =>
  expect(
    paid({ times: unpaidLunch(), punches: on(thursday, ...clocked.split(' ')) }, thursday, { breakTable: TABLE }),
  ).toMatchObject({ paidMs: minutes * MIN, takenOffMs: off * MIN }),
);
test('worked through: a table takes nothing off', () =>
  expect(
    paid({ punches: on(thursday, '07:00', '16:00') }, thursday, { breakTable: TABLE }, undefined, ['worked-through']),
  ).toMatchObject({ paidMs: 540 * MIN, takenOffMs: 0 }));

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
  test('a gap that is rounded to nothing is as long as it was clocked: too short for the break, which is taken off', () =>
    expect(
      paid({ times: unpaidLunch(), punches: on(thursday, '07:00', '12:08', '12:22', '16:00') }, thursday, {
        roundMinutes: 15,
      }),
    ).toMatchObject({ paidMs: 8 * H, takenOffMs: H }));
  const lunched = on(thursday, '07:07:59', '11:53', '12:38', '16:08');
  test.each<[string, Partial<HoursRule>, number]>([
    ['the first IN and the last OUT to 15 minutes: 07:00 to 16:15 less 45', { roundMinutes: 15 }, 510],
    ['to 10: 07:10 to 16:10 less 45', { roundMinutes: 10 }, 495],
    ['to 6: 07:06 to 16:06 less 45', { roundMinutes: 6 }, 495],
    ['each interval to 15: 07:00 to 12:00, 12:45 to 16:15', { roundMinutes: 15, roundsIntervals: true }, 510],
    ['each interval to 10: 07:10 to 11:50, 12:40 to 16:10', { roundMinutes: 10, roundsIntervals: true }, 490],
  ])('%s', (_, rule, minutes) =>
    expect(
      paid({ punches: lunched, times: week({ breaks: [] }) }, thursday, { roundsIntervals: false, ...rule }),
    ).toMatchObject({
      paidMs: minutes * MIN,
    }),
  );
  test('of a day that is not over the IN is rounded, and no OUT but the last', () =>
    expect(
      paid({ punches: on(thursday, '07:07', '12:04', '12:33'), times: week({ breaks: [] }) }, thursday, {
        ...{ roundMinutes: 15, roundsIntervals: false },
      }),
    ).toMatchObject({ paidMs: 304 * MIN, unsettledMs: 207 * MIN, isSettled: false }));
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
  test('the greater part is of the paid time, without its breaks', () =>
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
    ).toMatchObject({ ordinaryMs: 0, sundayMs: 6.5 * H, takenOffMs: H }));
  test('of two equal parts the holiday has the shift', () =>
    expect(paid({ ...christmas, punches: ['2026-12-24 22:00', '2026-12-25 02:00'] }, '2026-12-24')).toMatchObject({
      holidayMs: 4 * H,
      ordinaryMs: 0,
    }));
  test.each([
    ['Sat 20:00 to Sun 04:00: the Sunday', ['2026-11-21 20:00', '2026-11-22 04:00'], [], { sundayMs: 8 * H }],
    ['Sun 20:00 to Mon 04:00: the Sunday', ['2026-11-22 20:00', '2026-11-23 04:00'], [], { sundayMs: 8 * H }],
    [
      'Sun 20:00 to a holiday 04:00: the holiday',
      ['2026-11-22 20:00', '2026-11-23 04:00'],
      ['2026-11-23'],
      { holidayMs: 8 * H },
    ],
    [
      'a holiday 20:00 to Sun 04:00: the holiday',
      ['2026-11-21 20:00', '2026-11-22 04:00'],
      ['2026-11-21'],
      { holidayMs: 8 * H },
    ],
    ['Sat 19:59 to Sun 04:00: the Saturday', ['2026-11-21 19:59', '2026-11-22 04:00'], [], { ordinaryMs: 8 * H + MIN }],
    ['Thu 20:00 to Fri 04:00: neither', ['2026-11-19 20:00', '2026-11-20 04:00'], [], { ordinaryMs: 8 * H }],
  ])('equal parts, %s', (_, punches, days, classes) => {
    const holidays = days.map((date) => ({ date, name: 'Day', timeGroupId: null }));
    const [date = ''] = (punches[0] ?? '').split(' ');
    expect(paid({ times: [], holidays, punches }, date)).toMatchObject({
      ...{ holidayMs: 0, sundayMs: 0, ordinaryMs: 0 },
      ...classes,
    });
  });
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
  roundsIntervals: fc.boolean(),
  breakTable: fc.constantFrom([], [], [{ afterMinutes: 240, breakMinutes: 20 }], TABLE),
  isWhole: fc.boolean(),
  night: fc.constantFrom(['22:00', '06:00'], ['00:00', '05:00'], ['02:30', '01:45'], ['23:10', '02:20'], [null, null]),
});
const marks = fc.array(fc.record({ paid: fc.boolean(), atLeast: fc.boolean() }), { minLength: 2, maxLength: 2 });
const cases = worlds.chain((world) =>
  fc.record({
    ...{ world: fc.constant(world), punches: punchesIn(world), rule: rules, marks },
    approved: fc.subarray(['worked-through', 'early']),
    work: fc.record({
      spans: fc.array(
        fc.record({ after: fc.integer({ min: -120, max: 600 }), minutes: fc.constantFrom(0, 0, 1, 2, 17, 60, 240) }),
        { maxLength: 6 },
      ),
      plainMinutes: fc.constantFrom(0, 0, 25, 300),
    }),
  }),
);

/** Compares the paid hours of each day of random worlds with an oracle's. */
type Oracle = (
  of: PaidCase,
) => Omit<ReturnType<typeof oraclePaid>, 'pieceTime'> & Partial<ReturnType<typeof oraclePaid>>;
const compare = (oracle: Oracle, paidRulesFrom: string | null, numRuns: number) =>
  fc.assert(
    fc.property(cases, ({ world, punches, rule: { night, ...own }, marks: marked, approved, work }) => {
      const times = standardTimesOf(world).map((time) => ({
        ...time,
        breaks: time.breaks.map((pause, nth) => ({ ...pause, ...marked[nth] })),
      }));
      // Rules of before had no choice of what they round, and no table.
      const earlier = paidRulesFrom === null ? {} : { roundsIntervals: true, breakTable: [] };
      const rule = { ...HOURS_RULE, ...own, ...earlier, nightStart: night[0] ?? null, nightEnd: night[1] ?? null };
      const calendar = calendarOf(world.zone, times, holidaysOf(world), [], { paidRulesFrom });
      const shifts = shiftsOf(calendar, GROUP);
      const now = local(calendar, '2030-01-01 00:00');
      for (const [date, { events }] of deriveHistory(punches, [], shifts)) {
        const shift = shifts.on(date);
        const { intervals, flags } = judgeDay(events, shift, { asOf: now, now });
        const lacksIn = flags.includes('missing-in');
        const first = intervals[0]?.in ?? 0;
        const entries = work.spans.map(({ after, minutes }) => ({
          start: first + after * MIN + 20_000,
          end: first + (after + minutes) * MIN + 45_000,
        }));
        const working = () => ({ spans: entries, plainMs: work.plainMinutes * MIN });
        const day = { calendar, timeGroupId: GROUP, date, rule, shift, intervals, lacksIn, working };
        const { isSettled, spans, pieceTime, ...figures } = paidDayOf({
          ...day,
          goingOn: () => [],
          breakKeys: new Set(),
          approved: new Set(approved),
        });
        const { pieceTime: expected, ...hours } = oracle({
          ...{ zone: world.zone, holidays: world.holidays, rule, intervals, approved },
          shift: shift && { ...shift, breaks: shift.payBreaks },
          entries: { spans: entries, plainMinutes: work.plainMinutes },
        });
        expect(figures).toEqual(hours);
        if (expected) {
          const { ordinaryMinutes: ends, ...rest } = pieceTime();
          const minutes = ends.flatMap((from, nth) =>
            nth % 2 === 0 ? Array.from({ length: (ends[nth + 1] ?? from) - from }, (_, at) => from + at) : [],
          );
          expect({ ...rest, ordinaryMinutes: minutes }).toEqual(expected);
        }
        expect(figures.holidayMs + figures.sundayMs + figures.ordinaryMs).toBe(figures.paidMs);
        expect(spans.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(figures.paidMs);
        expect(isSettled).toBe(!lacksIn && intervals.every(({ out }) => out !== null));
      }
    }),
    { numRuns },
  );
test('random days in six zones, nights and changing clocks equal the oracle’s, minute by minute', () =>
  compare(oraclePaid, null, Number(process.env.ORACLE_RUNS ?? size(40, 300))));
test('days that were locked by the earlier rules equal the earlier oracle’s', () =>
  compare(oracleEarlierPaid, '2100-01-01', size(20, 150)));
