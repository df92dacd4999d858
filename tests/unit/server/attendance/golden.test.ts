import { describe, expect, test } from 'vitest';
import { unitsPerHour, workedMs } from '#server/attendance/piecework.ts';
import { HOUR } from '#server/platform/zone.ts';
import { local, MIN, story, week } from '#tests/support/attendance.ts';

/** The golden cases of docs/reference/attendance.md, line by line. 2026-11-20 is a Friday. */
const D = '2026-11-20';
const NEXT = '2026-11-21';
const at = (time: string, date = D) => `${date} ${time}`;

describe('lateness', () => {
  test('in 07:05:59 is on time, in 07:06:00 is late by 6 minutes', () => {
    expect(story({ punches: [at('07:05:59')] }, D, at('10:00'))).toMatchObject({
      status: 'present',
      late: false,
      lateMs: 0,
    });
    expect(story({ punches: [at('07:06:00')] }, D, at('10:00'))).toMatchObject({ late: true, lateMs: 6 * MIN });
  });

  test('late 20, a gap of 90 minutes with 60 credited: 50 minutes wasted', () => {
    const day = story({ punches: ['07:20', '11:40', '13:10', '16:00'].map((time) => at(time)) }, D, at('17:00'));
    expect(day.lateMs).toBe(20 * MIN);
    expect(day.gaps).toMatchObject([{ creditedMs: 60 * MIN, irregularMs: 30 * MIN }]);
    expect(day.lateMs + day.irregularMs).toBe(50 * MIN);
  });
});

describe('breaks', () => {
  test('a gap of 11:58 to 13:02 is within grace; 09:00 to 09:20 counts in full', () => {
    expect(story({ punches: ['07:00', '11:58', '13:02'].map((t) => at(t)) }, D, at('14:00')).irregularMs).toBe(0);
    expect(story({ punches: ['07:00', '09:00', '09:20'].map((t) => at(t)) }, D, at('14:00')).irregularMs).toBe(
      20 * MIN,
    );
  });

  test('out at 15:00 and no return: live at 15:30, early leaving at 16:01', () => {
    const punches = [at('07:00'), at('15:00')];
    expect(story({ punches }, D, at('15:30'))).toMatchObject({ irregularMs: 30 * MIN, earlyLeaveMs: 0 });
    expect(story({ punches }, D, at('16:01'))).toMatchObject({ irregularMs: 0, earlyLeaveMs: 60 * MIN, gaps: [] });
  });
});

describe('buckets without a punch', () => {
  test.each([
    ['pending at 07:05', at('07:05'), [at('07:04')], { status: 'pending', provisional: false }],
    ['pending through the whole minute', at('07:05:59'), [at('07:05')], { status: 'pending' }],
    ['absent, provisional at 07:06', at('07:06'), [at('07:05')], { status: 'absent', provisional: true }],
    ['unverified with the device silent', at('07:06'), [at('06:10')], { status: 'unverified', provisional: false }],
    ['absent for good at E', at('16:00'), [at('15:59')], { status: 'absent', provisional: false }],
    ['absent while the device was heard from', at('08:56'), [at('08:42')], { status: 'absent', provisional: true }],
    ['unverified once it was not for over 15 min', at('08:58'), [at('08:42')], { status: 'unverified' }],
    ['absent after it came back', at('11:00'), [at('11:00')], { status: 'absent', provisional: true }],
    ['past, not heard from until E + post', at('19:59', NEXT), [at('08:42')], { status: 'unverified' }],
    ['past, for 24 h at most', at('20:00', NEXT), [at('08:42')], { status: 'absent', provisional: false }],
    ['past, heard from on the next day', at('17:30', NEXT), [at('17:00', NEXT)], { status: 'absent' }],
  ])('%s', (_, now, contacts, expected) => {
    expect(story({ contacts }, D, now)).toMatchObject(expected);
  });
  test('a phone that ended its day is not silent, one that went away is', () => {
    const contacts = [at('07:30')];
    expect(story({ contacts, dayEnded: true }, D, at('10:00')).status).toBe('absent');
    expect(story({ contacts, dayEnded: false }, D, at('10:00')).status).toBe('unverified');
    expect(story({ contacts, dayEnded: true }, NEXT, at('10:00', NEXT)).status).toBe('unverified');
  });
});

describe('events', () => {
  test('07:00 only, next day in 07:02: missing-out, estimated to 16:00, and on time', () => {
    const tale = { punches: [at('07:00'), at('07:02', NEXT)] };
    const day = story(tale, D, at('08:00', NEXT));
    expect(day).toMatchObject({ flags: ['missing-out'], late: false });
    expect(day.intervals).toEqual([
      { in: local(day.calendar, at('07:00')), out: null, end: local(day.calendar, at('16:00')), estimated: true },
    ]);
    expect(story(tale, NEXT, at('08:00', NEXT))).toMatchObject({ status: 'present', late: false, flags: [] });
  });

  test('two devices 40 s apart are one IN; 16:00:10 and 16:01:30 one OUT, the last', () => {
    const day = story({ punches: ['06:58:00', '06:58:40', '16:00:10', '16:01:30'].map((t) => at(t)) }, D, at('17:00'));
    expect(day.day.events.map(({ at: time, direction }) => [time, direction])).toEqual([
      [local(day.calendar, at('06:58:00')), 'in'],
      [local(day.calendar, at('16:01:30')), 'out'],
    ]);
  });

  test('the OUT key pressed at 06:58 is an IN', () => {
    const day = story({ punches: [[at('06:58'), 'out']] }, D, at('10:00'));
    expect(day).toMatchObject({ status: 'present', flags: ['direction-corrected'] });
    expect(day.timeIn).toBe(local(day.calendar, at('06:58')));
  });

  test('a night shift keeps both punches; the next one is pending until 22:05', () => {
    const times = week({ startTime: '22:00', endTime: '06:00', breaks: [] });
    const punches = [at('21:50'), at('06:10', NEXT)];
    const day = story({ times, punches }, D, at('12:00', NEXT));
    expect(day.day.events).toHaveLength(2);
    expect(day).toMatchObject({ status: 'present', late: false, flags: [] });
    expect(story({ times, punches }, NEXT, at('22:05', NEXT)).status).toBe('pending');
    expect(story({ times, punches }, NEXT, at('22:06', NEXT)).status).toBe('absent');
  });

  test.each([
    ['2027-03-27', 7],
    ['2027-10-30', 9],
  ])('the night of %s in Brussels is a shift of %i hours', (date, hours) => {
    const { calendar } = story(
      { zone: 'Europe/Brussels', times: week({ startTime: '22:00', endTime: '06:00', breaks: [] }) },
      date,
      at('12:00'),
    );
    const shift = calendar.shiftOn('group', date);
    expect(shift && (shift.end - shift.start) / HOUR).toBe(hours);
  });

  test('work on a rest day is present and not late', () => {
    const tale = { times: week({}, [1, 2, 3, 4]), punches: [at('08:00'), at('12:00')] };
    expect(story(tale, D, at('13:00'))).toMatchObject({
      status: 'present',
      late: false,
      lateMs: 0,
      gaps: [],
      flags: [],
    });
    expect(story({ ...tale, punches: [] }, D, at('13:00')).status).toBe('off');
  });

  test('a batch received at 11:00 holding 06:57: absent before, present and on time after', () => {
    expect(story({}, D, at('11:00')).status).toBe('absent');
    expect(story({ punches: [at('06:57')] }, D, at('11:00'))).toMatchObject({ status: 'present', late: false });
  });
});

describe('piecework', () => {
  const entry = (units: string, from?: number, to?: number) => ({
    units,
    startedAt: (from ?? 8) * HOUR,
    endedAt: to === undefined ? null : to * HOUR,
    durationMs: null,
    lookup1: null,
    lookup2: null,
  });
  test('40 units 08:00 to 10:00 and 20 units 09:00 to 11:00: 60 / 3 h = 20.00', () => {
    expect(unitsPerHour('60', workedMs([entry('40', 8, 10), entry('20', 9, 11)]))).toBe(20);
  });
  test('units without time have no Units/hr', () => expect(unitsPerHour('5', workedMs([entry('5')]))).toBeNull());
});

describe('before anything could be known (8)', () => {
  const nineDaysLater = at('12:00', '2026-11-29');
  test('no device ever in contact, no record, nine days ago: unverified', () =>
    expect(story({ firstEvidence: null, contacts: [null] }, D, nineDaysLater).status).toBe('unverified'));
  test.each([
    ['the day before the first contact is unverified for ever', D, 'unverified'],
    ['the day of it is judged', NEXT, 'absent'],
  ])('%s', (_, date, status) => expect(story({ firstEvidence: NEXT }, date, nineDaysLater).status).toBe(status));
  test('somebody not due yet is pending, somebody not expected is off, somebody who punched is present', () => {
    const unknown = { firstEvidence: null };
    expect(story(unknown, D, at('06:00')).status).toBe('pending');
    expect(story({ ...unknown, times: week({}, [1]) }, D, at('12:00')).status).toBe('off');
    expect(story({ ...unknown, punches: [at('07:00')] }, D, at('12:00')).status).toBe('present');
  });
});

describe('the day of the first contact, Tue 08:56 (8)', () => {
  const first = { firstEvidence: '2026-11-24 08:56' };
  const [TUE, THU] = ['2026-11-24', '2026-11-26'];
  test.each([`${TUE} 09:00`, `${THU} 12:00`])('no punch, shift 07:00 to 16:00, at %s: unverified', (now) =>
    expect(story({ ...first, contacts: [now] }, TUE, now).status).toBe('unverified'),
  );
  test('first punch 09:02: present, not late', () =>
    expect(story({ ...first, punches: [`${TUE} 09:02`] }, TUE, `${TUE} 10:00`)).toMatchObject({
      status: 'present',
      late: false,
      lateMs: 0,
    }));
  test('a shift from 14:00 on that day is judged as ever', () => {
    const tale = { ...first, times: week({ startTime: '14:00', endTime: '22:00', breaks: [] }) };
    expect(story(tale, TUE, `${THU} 12:00`).status).toBe('absent');
    expect(story({ ...tale, punches: [`${TUE} 14:10`] }, TUE, `${THU} 12:00`).lateMs).toBe(10 * MIN);
  });
  test('the day after is judged', () => expect(story(first, '2026-11-25', `${THU} 12:00`).status).toBe('absent'));
});

describe('opposite keys within two minutes (4), and two OUTs (5)', () => {
  const keys = (...presses: string[]) =>
    presses.map((press) => {
      const [key = '', time = ''] = press.split(' ');
      return [at(time), key === 'IN' ? 'in' : 'out'] as const;
    });
  const clocked = ({ intervals }: ReturnType<typeof story>) =>
    intervals.map((one) => (one.end - one.in) / 1000).map((s) => [s / 3600, (s / 60) % 60, s % 60].map(Math.floor));
  const shown = ({ day: { events } }: ReturnType<typeof story>) =>
    events.map(({ at: time, direction }) => [
      direction.toUpperCase(),
      new Date(time + 2 * HOUR).toISOString().slice(11, 19),
    ]);
  const dayOf = (...presses: string[]) => story({ punches: keys(...presses) }, D, at('22:00'));

  test('four keys a day, two of them 11 s apart: two intervals, 9:06:39 clocked, nothing to fix', () => {
    const day = dayOf('IN 07:56:10', 'OUT 12:08:48', 'IN 12:08:59', 'OUT 17:03:00');
    expect(clocked(day)).toEqual([
      [4, 12, 38],
      [4, 54, 1],
    ]);
    expect(day.flags).toEqual([]);
  });
  test('back for a minute at the end: 4:06 and 0:01:30, no more than with 130 s between', () => {
    const day = dayOf('IN 07:55', 'OUT 12:01', 'IN 15:58:00', 'OUT 15:59:30');
    expect(clocked(day)).toEqual([
      [4, 6, 0],
      [0, 1, 30],
    ]);
    expect(day.irregularMs).toBe((237 - 59) * MIN);
    expect(dayOf('IN 07:55', 'OUT 12:01', 'IN 15:58:00', 'OUT 16:00:10').irregularMs).toBe(day.irregularMs);
  });
  test('a minute of work within the lunch: the lunch is a gap', () => {
    const day = dayOf('IN 07:55', 'OUT 12:01', 'IN 12:58:00', 'OUT 12:59:30', 'IN 13:05');
    expect(day.intervals.map(({ in: start, out }) => (out === null ? null : (out - start) / 1000))).toEqual([
      4 * 3600 + 6 * 60,
      90,
      null,
    ]);
  });
  test.each([
    ['at the end, from an open interval', ['IN 08:00', 'IN 16:00:02', 'OUT 16:00:15'], ['OUT', '16:00:15'], []],
    ['at the start, OUT then IN', ['OUT 06:58:00', 'IN 06:58:12'], ['IN', '06:58:00'], []],
    ['at the start, IN then OUT', ['IN 06:58:00', 'OUT 06:58:20'], ['IN', '06:58:00'], ['direction-corrected']],
  ])('a slip of the key %s', (_, presses, last, flags) => {
    const day = dayOf(...presses);
    expect(shown(day).at(-1)).toEqual(last);
    expect(day.flags).toEqual(flags);
  });
  test('a slip whose keys belong to two days: Mon is missing an OUT, Tue has IN 05:58', () => {
    const times = [
      ...week({ startTime: '14:00', endTime: '22:00', breaks: [] }, [1]),
      ...week({ startTime: '06:00', endTime: '14:00', breaks: [] }, [2]),
    ];
    const [MON, TUE] = ['2026-11-23', '2026-11-24'];
    const punches = [
      [`${MON} 14:00`, 'in'],
      [`${TUE} 05:58:10`, 'out'],
      [`${TUE} 05:58:20`, 'in'],
    ] as const;
    const now = `${TUE} 20:00`;
    expect(story({ times, punches }, MON, now).flags).toEqual(['missing-out']);
    expect(shown(story({ times, punches }, TUE, now))).toEqual([['IN', '05:58:10']]);
  });
  test('two OUTs more than 15 minutes apart flag missing-in; the hours stand', () => {
    const day = dayOf('IN 07:55', 'OUT 12:00', 'OUT 12:55', 'OUT 17:05');
    expect(clocked(day)).toEqual([[9, 10, 0]]);
    expect(day.flags).toEqual(['missing-in']);
    expect(day.day.events.map(({ flags }) => flags.length)).toEqual([0, 0, 1, 1]);
  });
  test.each([
    ['OUT 12:04', []],
    ['OUT 12:15', []],
    ['OUT 12:15:01', ['missing-in']],
  ])('IN 07:55, OUT 12:00, %s', (second, flags) => {
    const day = dayOf('IN 07:55', 'OUT 12:00', second);
    expect(day.flags).toEqual(flags);
    expect(shown(day).at(-1)?.[1]).toBe(second.slice(4).padEnd(8, ':00'));
  });
  test('AUTO says nothing: it is of the key before it', () => {
    const punches = [...keys('IN 07:55', 'OUT 12:00:00'), at('12:00:30'), ...keys('IN 12:01:00')];
    expect(shown(story({ punches }, D, at('22:00')))).toEqual([
      ['IN', '07:55:00'],
      ['OUT', '12:00:30'],
      ['IN', '12:01:00'],
    ]);
  });
});

describe('work days up to the last that was locked by earlier rules', () => {
  const punches = [
    [at('07:55'), 'in'],
    [at('12:01'), 'out'],
    [at('15:58'), 'in'],
    [at('15:59:30'), 'out'],
  ] as const;
  test.each([
    [D, 2],
    [NEXT, 1],
  ])('rules of %s on: %i intervals', (rulesFrom, count) =>
    expect(story({ punches, rulesFrom }, D, at('22:00')).intervals).toHaveLength(count),
  );
});

describe('unscheduled clusters (Readings)', () => {
  test('no shift, IN 20:00, OUT 00:30, IN 01:00, OUT 05:00 is one work day', () => {
    const punches = [at('20:00'), at('00:30', NEXT), at('01:00', NEXT), at('05:00', NEXT)];
    const { days } = story({ group: null, punches }, D, at('12:00', NEXT));
    expect([...days].map(([date, { events }]) => [date, events.map(({ direction }) => direction)])).toEqual([
      [D, ['in', 'out', 'in', 'out']],
    ]);
  });
});

describe('a holiday that is added late (14)', () => {
  test('auto punches Sun 22:00, Mon to Sat 06:00 and 16:00, shift on Mondays only; then Mon is a holiday: Thu in 16:00', () => {
    const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];
    const punches = [at('22:00', '2026-11-15'), ...dates.flatMap((date) => [at('06:00', date), at('16:00', date)])];
    const tale = { times: week({}, [1]), punches };
    const timeIn = (holidays: { date: string; name: string; timeGroupId: null }[]) => {
      const day = story({ ...tale, holidays }, '2026-11-19', at('12:00', '2026-11-22'));
      return [
        day.timeIn,
        local(day.calendar, at('06:00', '2026-11-19')),
        local(day.calendar, at('16:00', '2026-11-19')),
      ];
    };
    const [before, six] = timeIn([]);
    expect(before).toBe(six);
    const [after, , four] = timeIn([{ date: '2026-11-16', name: 'Holiday', timeGroupId: null }]);
    expect(after).toBe(four);
  });
});
