import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HourLimits, NO_LIMITS } from '#contract/figures/hourLimits.ts';
import { calendarOf } from '#server/attendance/calendar.ts';
import { deriveHistory, shiftsOf } from '#server/attendance/derive.ts';
import { judgeDay } from '#server/attendance/judge.ts';
import { brokenAt, findingsOf, passesAt, type WorkedDay } from '#server/figures/pay/limits.ts';
import { nightSpans, paidDayOf } from '#server/figures/pay/paidDay.ts';
import { weekOf } from '#server/figures/pay/payWindow.ts';
import { addDays, datesOf } from '#server/platform/zone.ts';
import { GROUP, local, week } from '#tests/support/attendance.ts';
import { type OracleDay, oracleLimits } from '#tests/support/limitOracle.ts';
import { HOURS_RULE } from '#tests/support/payOracle.ts';
import { size } from '#tests/support/size.ts';

/** Limits of hours (docs/reference/records.md#limits-of-hours): the cases of the specification through real punches, and random weeks against an oracle. */
const MIN = 60_000;
const MONDAY = '2026-11-02';
type Tale = {
  zone?: string;
  punches: readonly string[];
  times?: ReturnType<typeof week>;
  unverified?: readonly string[];
};

/** Derives and pays the punches of one person from MONDAY - 13 on, and returns what the limits say of each date in words: 'day broken 18:10'. */
function told(
  { zone = 'Africa/Johannesburg', punches, times = week({ breaks: [] }), unverified = [] }: Tale,
  over: Partial<HourLimits>,
) {
  const calendar = calendarOf(zone, times);
  const limits = { ...NO_LIMITS, nearMinutes: 0, ...over };
  const rule = { ...HOURS_RULE, nightStart: '22:00', nightEnd: '06:00', earlyCounts: true };
  const shifts = shiftsOf(calendar, GROUP);
  const history = deriveHistory(
    punches.map((text) => ({ at: local(calendar, text), direction: 'auto' as const })),
    [],
    shifts,
  );
  const now = local(calendar, '2027-06-01 12:00');
  const dates = datesOf(addDays(MONDAY, -13), addDays(MONDAY, 20));
  const days = dates.map((date) => {
    const { events } = history.get(date) ?? { events: [] };
    const shift = calendar.shiftOn(GROUP, date);
    const { intervals, flags, timeIn } = judgeDay(events, shift, { asOf: now, now });
    const lacksIn = flags.includes('missing-in');
    const paid = paidDayOf({
      breakKeys: new Set(),
      calendar,
      timeGroupId: GROUP,
      date,
      rule,
      shift,
      intervals,
      lacksIn,
      approved: new Set(),
      working: () => ({ spans: [], plainMs: 0 }),
      goingOn: () => [],
    });
    const end = intervals.at(-1);
    const day: WorkedDay = {
      date,
      limits,
      state: events.length > 0 ? 'worked' : unverified.includes(date) ? 'unverified' : 'off',
      isSettled: paid.isSettled,
      paidMs: paid.paidMs,
      overtimeMs: 0,
      nightMs: paid.nightMs,
      weekEnd: weekOf(date, 1).to,
      first: lacksIn ? null : timeIn,
      last: end ? (end.out ?? end.in) : null,
    };
    return { day, spans: { paid: paid.spans, night: nightSpans({ calendar, rule }, paid.spans) } };
  });
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  return (date: string) => {
    const nth = dates.indexOf(date);
    return findingsOf(days.slice(0, nth + 1).map(({ day }) => day)).map((finding) => {
      const one = days[nth];
      const at = one ? brokenAt(finding, one.day.first, one.spans[finding.limit === 'night' ? 'night' : 'paid']) : null;
      return [finding.limit, finding.state, at !== null && clock.format(at)].filter(Boolean).join(' ');
    });
  };
}
const on = (nth: number, from: string, to: string, ends = 0) => [
  `${addDays(MONDAY, nth)} ${from}`,
  `${addDays(MONDAY, nth + ends)} ${to}`,
];
const each = (days: number, from: string, to: string, ends = 0) =>
  Array.from({ length: days }, (_, nth) => on(nth, from, to, ends)).flat();
const SIXTY = { maxSevenDaysMinutes: 3_600 };

describe('the cases of the specification', () => {
  test('six days of 10:00 are kept', () =>
    expect(told({ punches: each(6, '07:00', '17:00') }, SIXTY)(addDays(MONDAY, 5))).toEqual(['sevenDays near']));
  test('six days of 10:01 are broken, in the minute after 60 hours', () => {
    const says = told({ punches: each(6, '07:00', '17:01') }, SIXTY);
    expect(says(addDays(MONDAY, 4))).toEqual(['sevenDays kept']);
    expect(says(addDays(MONDAY, 5))).toEqual(['sevenDays broken 16:55']);
  });
  test('seven days in a row are broken on the seventh', () => {
    const says = told({ punches: each(8, '07:00', '16:00') }, { restDays: '1 in 7' });
    expect([4, 5, 6, 7].map((nth) => says(addDays(MONDAY, nth))[0])).toEqual([
      'restDays kept',
      'restDays near',
      'restDays broken 07:00',
      'restDays broken 07:00',
    ]);
  });
  test('seven nights in a row are broken on the seventh, though they cross midnight', () => {
    const nights = week({ startTime: '22:00', endTime: '06:00', breaks: [] });
    const says = told({ punches: each(7, '22:00', '06:00', 1), times: nights }, { restDays: '1 in 7' });
    expect([3, 5, 6, 7].map((nth) => says(addDays(MONDAY, nth))[0])).toEqual([
      'restDays kept',
      'restDays near',
      'restDays broken 22:00',
      undefined,
    ]);
  });
  test('a late punch repairs a broken day', () => {
    const day = on(0, '06:00', '19:00');
    const limit = { maxDayMinutes: 720 };
    expect(told({ punches: day }, limit)(MONDAY)).toEqual(['day broken 18:00']);
    const [from = '', to = ''] = day;
    expect(told({ punches: [from, `${MONDAY} 12:00`, `${MONDAY} 13:30`, to] }, limit)(MONDAY)).toEqual(['day kept']);
  });
  test('a late punch repairs a missing rest day only where it moves the work', () => {
    const estimated = [...each(6, '07:00', '16:00'), `${addDays(MONDAY, 6)} 07:00`];
    // The IN alone is evidence that they came: only the hours of the day are estimated.
    expect(told({ punches: estimated }, { restDays: '1 in 7' })(addDays(MONDAY, 6))).toEqual(['restDays broken 07:00']);
  });
});

describe('what cannot be said', () => {
  test('an estimate breaks no limit', () =>
    expect(
      told(
        { punches: [`${MONDAY} 04:00`], times: week({ startTime: '04:00', endTime: '17:00', breaks: [] }) },
        { maxDayMinutes: 720 },
      )(MONDAY),
    ).toEqual(['day unknown']));
  test('what is certain breaks it, whatever is missing besides', () => {
    const missing = [`${MONDAY} 07:00`, ...Array.from({ length: 6 }, (_, nth) => on(nth + 1, '07:00', '18:00')).flat()];
    expect(told({ punches: missing }, SIXTY)(addDays(MONDAY, 6))).toEqual(['sevenDays broken 12:00']);
  });
  test('an unverified day makes it unknown, until it is off or worked', () => {
    const six = Array.from({ length: 6 }, (_, nth) => on(nth + 1, '07:00', '16:00')).flat();
    const limit = { restDays: '1 in 7', ...SIXTY } as const;
    const sunday = addDays(MONDAY, 6);
    expect(told({ punches: six, unverified: [MONDAY] }, limit)(sunday)).toEqual([
      'sevenDays unknown',
      'restDays unknown',
    ]);
    expect(told({ punches: six, unverified: [MONDAY] }, limit)(MONDAY)).toEqual(['sevenDays unknown', 'restDays kept']);
    expect(told({ punches: six }, limit)(sunday)).toEqual(['sevenDays kept', 'restDays near']);
  });
});

describe('rest between shifts, and night', () => {
  const ELEVEN = { minRestMinutes: 660 };
  test('ten hours and a half are broken at the next IN, eleven are kept', () => {
    expect(
      told({ punches: [...on(0, '07:00', '20:30'), ...on(1, '07:00', '16:00')] }, ELEVEN)(addDays(MONDAY, 1)),
    ).toEqual(['rest broken 07:00']);
    expect(
      told({ punches: [...on(0, '07:00', '20:00'), ...on(1, '07:00', '16:00')] }, ELEVEN)(addDays(MONDAY, 1)),
    ).toEqual(['rest kept']);
  });
  test('after a missing OUT it cannot be said, unless even the last IN was too late', () => {
    expect(told({ punches: [`${MONDAY} 07:00`, ...on(1, '07:00', '16:00')] }, ELEVEN)(addDays(MONDAY, 1))).toEqual([
      'rest unknown',
    ]);
    const evening = week({ startTime: '14:00', endTime: '23:30', breaks: [] }, [1]).concat(
      week({ breaks: [] }, [2, 3, 4, 5, 6, 7]),
    );
    const late = [`${MONDAY} 14:00`, `${MONDAY} 18:00`, `${MONDAY} 21:00`, ...on(1, '07:00', '16:00')];
    expect(told({ punches: late, times: evening }, ELEVEN)(addDays(MONDAY, 1))).toEqual(['rest broken 07:00']);
  });
  test('rest over the night of a changing clock is the time that passed: 11:30 from 20:30 to 07:00', () => {
    const punches = ['2026-10-24 07:00', '2026-10-24 20:30', '2026-10-25 07:00', '2026-10-25 16:00'];
    expect(told({ zone: 'Europe/Brussels', punches }, ELEVEN)('2026-10-25')).toEqual(['rest kept']);
    expect(told({ punches }, ELEVEN)('2026-10-25')).toEqual(['rest broken 07:00']);
  });
  test('night work is broken in its own minute, not in that of the day', () => {
    const nights = week({ startTime: '18:00', endTime: '07:00', breaks: [] });
    expect(told({ punches: each(1, '18:00', '07:00', 1), times: nights }, { maxNightMinutes: 420 })(MONDAY)).toEqual([
      'night broken 05:00',
    ]);
    expect(told({ punches: each(1, '14:00', '21:00'), times: nights }, { maxNightMinutes: 0 })(MONDAY)).toEqual([
      'night kept',
    ]);
    expect(told({ punches: each(1, '14:00', '22:30'), times: nights }, { maxNightMinutes: 0 })(MONDAY)).toEqual([
      'night broken 22:00',
    ]);
  });
});

test('a threshold of the account says how near is near', () => {
  const punches = on(0, '07:00', '18:10');
  expect(told({ punches }, { maxDayMinutes: 720, nearMinutes: 49 })(MONDAY)).toEqual(['day kept']);
  expect(told({ punches }, { maxDayMinutes: 720, nearMinutes: 50 })(MONDAY)).toEqual(['day near']);
});

test('who goes on passes 12 h at 18:10, an unpaid break that is not clocked included', () => {
  const minutes = (text: string) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  const plain = passesAt(720 * MIN, minutes('08:00') * MIN, (at) => at - minutes('06:10') * MIN);
  expect(plain).toBe(minutes('18:10') * MIN);
  const withLunch = (at: number) => {
    const worked = at - minutes('06:10') * MIN;
    return worked > 300 * MIN ? worked - 60 * MIN : worked;
  };
  expect(passesAt(720 * MIN, minutes('08:00') * MIN, withLunch)).toBe(minutes('19:10') * MIN);
  expect(passesAt(720 * MIN, 0, () => 0)).toBeNull();
});

test('random weeks, against the oracle of minutes', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 1_300 }), fc.integer({ min: 1, max: 900 }));
  const oneDay = fc.record({
    state: fc.constantFrom(
      'worked' as const,
      'worked' as const,
      'worked' as const,
      'worked' as const,
      'worked' as const,
      'unverified' as const,
      'off' as const,
    ),
    isSettled: fc.constantFrom(true, true, true, true, true, true, true, false),
    spans: fc.array(span, { minLength: 1, maxLength: 3 }),
    overtime: fc.integer({ min: 0, max: 300 }),
    lacks: fc.constantFrom('', '', '', '', '', 'first', 'last'),
  });
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const limits = fc.record({
    maxDayMinutes: maybe(fc.integer({ min: 60, max: 1_440 })),
    maxSevenDaysMinutes: maybe(fc.integer({ min: 600, max: 6_000 })),
    maxOvertimeMinutes: maybe(fc.integer({ min: 0, max: 900 })),
    minRestMinutes: maybe(fc.integer({ min: 60, max: 1_440 })),
    restDays: fc.constantFrom('none' as const, '1 in 7' as const, '2 in 14' as const),
    maxNightMinutes: maybe(fc.integer({ min: 0, max: 480 })),
    nearMinutes: fc.integer({ min: 0, max: 600 }),
    isUnder18: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(oneDay, { minLength: 1, maxLength: 18 }),
      limits,
      fc.integer({ min: 0, max: 6 }),
      (made, rule, shift) => {
        let end = 0;
        const days = made.map(({ state, isSettled, spans, overtime, lacks }, nth) => {
          // Each span after the one before it; a day's work may reach into the next date.
          const minutes: number[] = [];
          let at = Math.max(end, nth * 1_440);
          const own: { start: number; end: number }[] = [];
          if (state === 'worked')
            for (const [gap, length] of spans) {
              const start = at + (gap % 200);
              own.push({ start: start * MIN, end: (start + length) * MIN });
              for (let minute = start; minute < start + length; minute++) minutes.push(minute);
              at = start + length;
            }
          if (minutes.length > 0) end = at;
          const isNight = (minute: number) => minute % 1_440 >= 1_320 || minute % 1_440 < 360;
          const first = lacks === 'first' ? null : (minutes[0] ?? null);
          const last = lacks === 'last' || minutes.length === 0 ? null : at;
          const ofWeek = Math.floor((nth + shift) / 7);
          const oracle: OracleDay = {
            state,
            isSettled,
            paid: minutes,
            night: minutes.filter(isNight),
            overtime: minutes.slice(Math.max(0, minutes.length - overtime)),
            week: ofWeek,
            first,
            last,
          };
          const night: { start: number; end: number }[] = oracle.night.map((minute) => ({
            start: minute * MIN,
            end: (minute + 1) * MIN,
          }));
          const day: WorkedDay = {
            date: addDays('2026-01-05', nth),
            limits: rule,
            state,
            isSettled,
            paidMs: minutes.length * MIN,
            overtimeMs: oracle.overtime.length * MIN,
            nightMs: oracle.night.length * MIN,
            weekEnd: addDays('2026-01-04', (ofWeek + 1) * 7 - shift),
            first: first === null ? null : first * MIN,
            last: last === null ? null : last * MIN,
          };
          return { oracle, day, spans: { paid: own, night } };
        });
        const [mine, oracles] = [days.map(({ day }) => day), days.map(({ oracle }) => oracle)];
        for (const [nth, { day, spans }] of days.entries()) {
          const found = findingsOf(mine.slice(0, nth + 1)).map((finding) => {
            const at = brokenAt(finding, day.first, spans[finding.limit === 'night' ? 'night' : 'paid']);
            return { limit: finding.limit, state: finding.state, at: at === null ? null : at / MIN };
          });
          const wanted = oracleLimits(oracles, nth, rule);
          expect(found.toSorted((a, b) => (a.limit < b.limit ? -1 : 1))).toEqual(
            wanted.toSorted((a, b) => (a.limit < b.limit ? -1 : 1)),
          );
        }
      },
    ),
    { numRuns: size(200, 3_000) },
  );
});
