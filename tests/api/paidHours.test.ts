import { describe, expect, test } from 'vitest';
import type { PersonTrend } from '#contract/figures/people.ts';
import { HOURS_RULE_DEFAULTS, type HoursRuleValue } from '#contract/masterData/hoursRules.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenPaid, period, span, WEEK } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Paid hours through the front door (docs/reference/paid-hours.md): rules set up, punches synced, hours read. */
const t = useTestApp();
const H = 3_600_000;
const given = (...args: Given) => givenPaid(t, ...args);
type Given = Parameters<typeof givenPaid> extends [unknown, ...infer R] ? R : never;

describe('P5, limits', () => {
  test('45 h a week and 9 h a day; 9 h x 5 but 10 h on Monday: 1 h overtime though Friday is taken off', async () => {
    const monday = { [WEEK[0] ?? '']: ['07:00', '17:00'] };
    const { rule, hours } = await given({
      1: { ...span(WEEK.slice(0, 4), '07:00', '16:00'), ...monday },
      2: { ...span(WEEK, '07:00', '16:00'), ...monday },
      3: span([...WEEK, '2026-11-14'], '07:00', '16:00'),
    });
    await rule({ dayLimitMinutes: 540, weekLimitMinutes: 2_700 });
    const { rows, totals } = await hours(period);
    expect(rows.map(({ employee, sums }) => [employee.number, sums.ordinaryMs / H, sums.overtime1Ms / H])).toEqual([
      ['1', 36, 1],
      ['2', 45, 1],
      ['3', 45, 9],
    ]);
    expect(totals).toMatchObject({
      ordinaryMs: 126 * H,
      overtime1Ms: 11 * H,
      paidMs: 137 * H,
      weightedMs: (126 + 16.5) * H,
    });
  });

  test('overtime 2 from the second limits on, and the day before the period fills the week', async () => {
    const { rule, hours } = await given({
      1: { '2026-11-09': ['07:00', '21:00'], '2026-11-10': ['07:00', '16:00'], '2026-11-11': ['07:00', '16:00'] },
    });
    await rule({ dayLimitMinutes: 480, dayLimit2Minutes: 720, weekLimitMinutes: 1_200 });
    expect((await hours('from=2026-11-09&to=2026-11-09')).totals).toMatchObject({
      ordinaryMs: 8 * H,
      overtime1Ms: 4 * H,
      overtime2Ms: 2 * H,
    });
    expect((await hours('from=2026-11-11&to=2026-11-11')).totals).toMatchObject({
      ordinaryMs: 4 * H,
      overtime1Ms: 5 * H,
      overtime2Ms: 0,
    });
  });

  test('the week starts on the day of the rule', async () => {
    const { rule, hours } = await given({ 1: span(['2026-11-13', '2026-11-14', '2026-11-16'], '07:00', '16:00') });
    await rule({ weekLimitMinutes: 1_200, weekStart: 6 });
    expect((await hours('from=2026-11-13&to=2026-11-16')).totals).toMatchObject({ overtime1Ms: 0 });
  });

  test('a time group’s own rule comes before that for everybody, from its date on', async () => {
    const { ask, rule, hours } = await given({ 1: span(WEEK, '07:00', '16:00') });
    const [{ _id }] = (await ask('/setup/groups')).groups;
    await rule({ dayLimitMinutes: 480 });
    await rule({ dayLimitMinutes: 420, timeGroupId: _id, from: '2026-11-12' });
    expect((await hours(period)).totals).toMatchObject({ overtime1Ms: (3 + 2 * 2) * H });
  });

  test('a rule with another week’s start does not lose the hours of the week that has begun', async () => {
    // Mon 9 to Sun 15 goes on to its end; Mon 16 and Tue 17 are a short week before the first that starts on a Wednesday.
    const { rule, hours } = await given({
      1: span([...WEEK, '2026-11-16', '2026-11-17', '2026-11-18'], '07:00', '16:00'),
    });
    await rule({ weekLimitMinutes: 36 * 60 });
    await rule({ weekLimitMinutes: 36 * 60, weekStart: 3, from: '2026-11-11' });
    expect((await hours(period)).totals).toMatchObject({ ordinaryMs: 36 * H, overtime1Ms: 9 * H });
    expect((await hours('from=2026-11-13&to=2026-11-13')).totals).toMatchObject({ ordinaryMs: 0, overtime1Ms: 9 * H });
    expect((await hours('from=2026-11-16&to=2026-11-18')).totals).toMatchObject({ ordinaryMs: 27 * H, overtime1Ms: 0 });
  });

  test('a rule of the same limits within a week changes nothing', async () => {
    const { rule, hours } = await given({ 1: { ...span(WEEK, '07:00', '16:00'), '2026-11-09': ['07:00', '17:00'] } });
    await rule({ dayLimitMinutes: 540, weekLimitMinutes: 2_700 });
    await rule({ dayLimitMinutes: 540, weekLimitMinutes: 2_700, rounding: 'nearest 5', from: '2026-11-11' });
    expect((await hours(period)).totals).toMatchObject({ ordinaryMs: 45 * H, overtime1Ms: H });
  });

  test('a finer limit of one rule never takes overtime of the next one', async () => {
    const paid = async (dayLimitMinutes: number | null) => {
      const { rule, hours } = await given({
        1: { '2026-11-09': ['07:00', '19:00'], ...span(['2026-11-10', '2026-11-11'], '07:00', '16:00') },
      });
      await rule({ dayLimitMinutes, weekLimitMinutes: 20 * 60 });
      await rule({ weekLimitMinutes: 29 * 60, from: '2026-11-11' });
      return (await hours(period)).totals;
    };
    expect(await paid(null)).toMatchObject({ ordinaryMs: 29 * H, overtime1Ms: H });
    expect(await paid(11 * 60)).toMatchObject({ ordinaryMs: 29 * H, overtime1Ms: H });
  });

  test('hours under other factors fill the week whole', async () => {
    const { rule, hours } = await given({
      1: { '2026-11-09': ['07:00', '19:00'], ...span(['2026-11-10', '2026-11-11'], '07:00', '16:00') },
    });
    await rule({ dayLimitMinutes: 10 * 60, overtime1Factor: 1.25 });
    await rule({ weekLimitMinutes: 29 * 60, from: '2026-11-11' });
    expect((await hours(period)).totals).toMatchObject({ ordinaryMs: (10 + 9 + 8) * H, overtime1Ms: 3 * H });
  });

  test('what is over the second limit of a week is overtime 2, though a day’s limit has left ordinary time', async () => {
    const { rule, hours } = await given({ 1: span(WEEK, '07:00', '19:00') });
    await rule({ weekLimitMinutes: 45 * 60, weekLimit2Minutes: 50 * 60 });
    expect((await hours(period)).totals).toMatchObject({ ordinaryMs: 45 * H, overtime1Ms: 5 * H, overtime2Ms: 10 * H });
    await rule({ dayLimitMinutes: 540, weekLimitMinutes: 45 * 60, weekLimit2Minutes: 50 * 60, from: '2026-11-01' });
    expect((await hours(period)).totals).toMatchObject({
      ordinaryMs: 38 * H,
      overtime1Ms: 12 * H,
      overtime2Ms: 10 * H,
    });
  });

  const tenHours = (dates: readonly string[]) => span(dates, '07:00', '17:00');
  const weekdays = (monday: string) => [0, 1, 2, 3, 4].map((day) => addDays(monday, day));
  test.each<[string, Partial<HoursRuleValue>, string, object]>([
    // Weeks of 50, 30, 50 and 30 hours, from 19 October to 15 November.
    [
      '152 hours in 4 weeks',
      { weeksLimitMinutes: 152 * 60 },
      'from=2026-10-19&to=2026-11-15',
      { ordinaryMs: 152 * H, overtime1Ms: 8 * H },
    ],
    [
      'its last week alone',
      { weeksLimitMinutes: 152 * 60 },
      'from=2026-11-09&to=2026-11-15',
      { ordinaryMs: 22 * H, overtime1Ms: 8 * H },
    ],
    [
      'its first three weeks',
      { weeksLimitMinutes: 152 * 60 },
      'from=2026-10-19&to=2026-11-08',
      { ordinaryMs: 130 * H, overtime1Ms: 0 },
    ],
    [
      '76 hours in 2 weeks',
      { weeksLimitMinutes: 76 * 60, limitWeeks: 2 },
      'from=2026-10-19&to=2026-11-15',
      { ordinaryMs: 152 * H, overtime1Ms: 8 * H },
    ],
    [
      '76 hours in 2 weeks from a week later',
      { weeksLimitMinutes: 76 * 60, limitWeeks: 2, limitWeeksFrom: '2026-10-26' },
      'from=2026-10-26&to=2026-11-08',
      { ordinaryMs: 76 * H, overtime1Ms: 4 * H },
    ],
    [
      'and at most 45 hours a week',
      { weeksLimitMinutes: 152 * 60, weekLimitMinutes: 45 * 60 },
      'from=2026-10-19&to=2026-11-15',
      { ordinaryMs: 150 * H, overtime1Ms: 10 * H },
    ],
    [
      'and at most 9 hours a day',
      { weeksLimitMinutes: 140 * 60, dayLimitMinutes: 540 },
      'from=2026-10-19&to=2026-11-15',
      { ordinaryMs: 140 * H, overtime1Ms: 20 * H },
    ],
    [
      'more than was worked',
      { weeksLimitMinutes: 160 * 60 },
      'from=2026-10-19&to=2026-11-15',
      { ordinaryMs: 160 * H, overtime1Ms: 0 },
    ],
  ])('a limit of several weeks: %s', async (_, own, query, sums) => {
    const { rule, hours } = await given({
      1: tenHours([
        ...weekdays('2026-10-19'),
        ...weekdays('2026-10-26').slice(0, 3),
        ...weekdays('2026-11-02'),
        ...weekdays('2026-11-09').slice(0, 3),
      ]),
    });
    await rule({ limitWeeksFrom: '2026-10-19', ...own });
    expect((await hours(query)).totals).toMatchObject(sums);
  });

  test('Sundays and holidays fill the first limits of a week only where the rule says so, and the second ones always', async () => {
    const { rule, hours, ask } = await given(
      {
        1: span(['2026-11-08', '2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'], '07:00', '16:00'),
      },
      { holidays: [{ code: 'H', date: '2026-11-10', name: 'Day' }] },
    );
    const own = { weekStart: 7, weekLimitMinutes: 27 * 60, weekLimit2Minutes: 40 * 60 };
    const { hoursRule } = await rule(own);
    const query = 'from=2026-11-08&to=2026-11-14';
    // 9 h on Sunday, 9 h on the holiday, and 36 h of the four other days: all hours reach 40 after 4 h on Thursday, before ordinary ones reach 27.
    expect((await hours(query)).totals).toMatchObject({
      ...{ sundayMs: 9 * H, holidayMs: 9 * H, ordinaryMs: 22 * H, overtime1Ms: 0, overtime2Ms: 14 * H },
    });
    const { _id, isLocked: _l, systemId: _s, owner: _o, ...sent } = hoursRule;
    const changed = await ask(`/setup/hours-rules/${_id}`, { ...sent, sundaysFillWeek: true }, 'PUT');
    expect(changed).toMatchObject({ hoursRule: { sundaysFillWeek: true } });
    // Sunday 9; Monday 9 ordinary to 18; the holiday to 27; 9 h to 36 overtime 1; 4 h to 40, then overtime 2.
    expect((await hours(query)).totals).toMatchObject({
      ...{ sundayMs: 9 * H, holidayMs: 9 * H, ordinaryMs: 9 * H, overtime1Ms: 13 * H, overtime2Ms: 14 * H },
    });
  });
});

test('a person’s days and sums, the person’s ‘Why?’, and sums over the crew', async () => {
  const lunch = [{ startTime: '12:00', endTime: '13:00', paid: false }];
  const { ask, rule, hours } = await given(
    { 1: span(WEEK, '06:30', '16:00'), 2: { '2026-11-09': ['07:00'] } },
    {},
    lunch,
  );
  await rule({ dayLimitMinutes: 420, overtime1Factor: 1.333_333_3 });
  const { rows } = await hours(period);
  expect(
    rows.map(({ employee, sums }) => [employee.number, sums.paidMs, sums.unsettledMs, sums.unsettledDays]),
  ).toEqual([
    ['1', 40 * H, 0, 0],
    ['2', 0, 9 * H, 1],
  ]);
  const roll = await ask('/stats/roll?from=2026-11-09&to=2026-11-13&sort=-paid');
  expect(roll.rows.map(({ sums }: { sums: { paidMs?: number } }) => sums.paidMs)).toEqual([40 * H, 0]);
  const id = rows[0]?.employee._id;
  const person: PersonTrend = await ask(`/stats/person/${id}?from=2026-11-09&to=2026-11-13`);
  expect(person.days[0]?.attendance?.paid).toMatchObject({
    paidMs: 8 * H,
    ordinaryMs: 7 * H,
    overtime1Ms: H,
    takenOffMs: H,
    earlyMs: H / 2,
    isSettled: true,
  });
  expect(person.paid).toMatchObject({ paidMs: 40 * H, overtime1Ms: 5 * H });
  // Rounded by the day in both.
  expect([person.paid?.weightedMs, rows[0]?.sums.weightedMs]).toEqual([150_000_000, 150_000_000]);
  expect(await ask(`/stats/employee/${id}/day?referenceDate=2026-11-09`)).toMatchObject({
    paid: {
      paidMs: 8 * H,
      divided: { ordinaryMs: 7 * H, overtime1Ms: H, overtime2Ms: 0 },
      takenOffMs: H,
      earlyMs: H / 2,
      rule: expect.stringContaining('ordinary time up to 7:00 h a day'),
    },
  });
});

test('a correction, its undoing, a late punch and a changed rule change the hours of past days', async () => {
  const { sync, ask, rule, hours } = await given({ 1: { '2026-11-09': ['07:00'] } });
  const { hoursRule } = await rule();
  const { rows, totals } = await hours(period);
  expect(totals).toMatchObject({ paidMs: 0, unsettledMs: 9 * H, unsettledDays: 1 });
  const employeeId = rows[0]?.employee._id;
  const { basis: dayBasis } = await ask(`/stats/employee/${employeeId}/day?referenceDate=2026-11-09`);
  const change = { do: 'add-punch', employeeId, at: '2026-11-09T15:00:00+02:00', direction: 'out' };
  const { results } = await ask('/corrections', {
    reason: 'forgot-to-clock',
    items: [{ day: '2026-11-09', basis: dayBasis, change }],
  });
  expect((await hours(period)).totals).toMatchObject({ paidMs: 8 * H, unsettledMs: 0, unsettledDays: 0 });
  const { results: made } = await ask('/corrections?from=2026-11-09&to=2026-11-09&startRow=0&endRow=10');
  await ask('/corrections/undo', { items: [{ correctionId: results[0].correctionId, basis: made[0].basis }] });
  expect((await hours(period)).totals).toEqual(totals);
  await sync({ clockRecords: [{ code: 'late', employeeCode: '1', at: '2026-11-09T16:00:00+02:00' }] });
  expect((await hours(period)).totals).toMatchObject({ paidMs: 9 * H, overtime1Ms: 0, unsettledDays: 0 });
  const { _id, basis, systemId: _, owner: __, isLocked: ___, ...fields } = hoursRule;
  expect(await ask(`/setup/hours-rules/${_id}`, { ...fields, basis, dayLimitMinutes: 480 }, 'PUT')).toMatchObject({
    hoursRule: { dayLimitMinutes: 480 },
    rejudged: { people: 1 },
  });
  expect((await hours(period)).totals).toMatchObject({ ordinaryMs: 8 * H, overtime1Ms: H });
});

test('without a rule there are no hours, and today’s pay period is the month', async () => {
  const { hours } = await given({ 1: span(WEEK, '07:00', '16:00') });
  expect(await hours()).toMatchObject({ from: '2026-11-01', to: '2026-11-20', rows: [], total: 0 });
});

test('pay periods: fortnights from the first day of one, and a rule from a date on starts its own', async () => {
  const { rule, hours } = await given({});
  await rule({ payPeriod: 'fortnightly', periodStart: '2026-11-02' });
  expect(await hours()).toMatchObject({
    from: '2026-11-16',
    to: '2026-11-20',
    periods: expect.arrayContaining([{ from: '2026-11-02', to: '2026-11-15' }]),
  });
  await rule({ payPeriod: 'monthly', periodStart: '2026-11-16', from: '2026-11-18' });
  const { periods } = await hours();
  expect(periods.slice(0, 3)).toEqual([
    { from: '2026-11-18', to: '2026-12-15' },
    { from: '2026-11-16', to: '2026-11-17' },
    { from: '2026-11-02', to: '2026-11-15' },
  ]);
});

test('pay periods by a list of one’s own: from each date to the day before the next, and calendar months outside of it', async () => {
  const { rule, hours } = await given({});
  await rule({
    payPeriod: 'list',
    periodDates: ['2026-09-14', '2026-10-05', '2026-10-26', '2026-11-16', '2026-12-14'],
  });
  expect(await hours()).toMatchObject({ from: '2026-11-16', to: '2026-11-20' });
  const { periods } = await hours();
  expect(periods.slice(0, 5)).toEqual([
    { from: '2026-11-16', to: '2026-12-13' },
    { from: '2026-10-26', to: '2026-11-15' },
    { from: '2026-10-05', to: '2026-10-25' },
    { from: '2026-09-14', to: '2026-10-04' },
    { from: '2026-09-01', to: '2026-09-13' },
  ]);
  await rule({ payPeriod: 'list', periodDates: ['2026-10-26', '2026-11-16'], from: '2026-10-01' });
  expect(await hours()).toMatchObject({
    from: '2026-11-16',
    periods: expect.arrayContaining([{ from: '2026-11-16', to: '2026-11-30' }]),
  });
});

test('every pay period that is offered can be opened', async () => {
  const { rule, hours } = await given({});
  await rule({ payPeriod: 'weekly', periodStart: '2026-11-05' });
  const { periods } = await hours();
  const [oldest] = periods.toReversed();
  expect(oldest).toEqual({ from: '2026-08-27', to: '2026-09-02' });
  expect(await hours(`from=${oldest?.from}&to=${oldest?.to}`)).toMatchObject(oldest ?? {});
});

describe('bad input, by name and place', () => {
  const wrong: [string, object, string, string][] = [
    ['rounding that only cuts', { rounding: 'in up, out down 15' }, 'rounding', 'This would cut pay.'],
    [
      'another rounding',
      { rounding: 'nearest 7' },
      'rounding',
      'Use one of: none, nearest 5, nearest 6, nearest 10, nearest 15',
    ],
    ['more than 24 hours a day', { dayLimitMinutes: 1_441 }, 'dayLimitMinutes', 'At most 24 hours'],
    ['more than 168 hours a week', { weekLimitMinutes: 10_081 }, 'weekLimitMinutes', 'At most 168 hours'],
    ['a factor below 1', { sundayFactor: 0.5 }, 'sundayFactor', 'A factor below 1 would cut pay.'],
    [
      'a second limit below the first',
      { dayLimitMinutes: 540, dayLimit2Minutes: 480 },
      'dayLimit2Minutes',
      'Not below the limit for overtime 1',
    ],
    [
      'a table with less break of more work',
      {
        breakTable: [
          { afterMinutes: 360, breakMinutes: 30 },
          { afterMinutes: 540, breakMinutes: 30 },
        ],
      },
      'breakTable',
      'Each row with more work and more break than the one before it',
    ],
    [
      'a table with more break than work',
      { breakTable: [{ afterMinutes: 20, breakMinutes: 30 }] },
      'breakTable',
      'Each row with more work and more break than the one before it',
    ],
    [
      'weeks that start in a week',
      { weeksLimitMinutes: 9_000, limitWeeksFrom: '2026-01-06' },
      'limitWeeksFrom',
      'A day on which the week of this rule starts',
    ],
    [
      'more hours than two weeks have',
      { weeksLimitMinutes: 337 * 60, limitWeeks: 2 },
      'weeksLimitMinutes',
      'At most 336 hours',
    ],
    ['one week', { weeksLimitMinutes: 9_000, limitWeeks: 1 }, 'limitWeeks', 'At least 2 weeks'],
    ['nine weeks', { weeksLimitMinutes: 9_000, limitWeeks: 9 }, 'limitWeeks', 'At most 8 weeks'],
    ['half a night', { nightStart: '22:00' }, 'nightEnd', 'Both, or neither'],
    ['a list of no period', { payPeriod: 'list', periodDates: ['2026-11-01'] }, 'periodDates', 'At least two dates'],
    [
      'a list that is not in order',
      { payPeriod: 'list', periodDates: ['2026-11-15', '2026-11-01'] },
      'periodDates',
      'Each date after the one before it, at most 31 days',
    ],
    [
      'a listed period of more than 31 days',
      { payPeriod: 'list', periodDates: ['2026-10-01', '2026-11-02'] },
      'periodDates',
      'Each date after the one before it, at most 31 days',
    ],
    ['a month from day 31', { periodStart: '2026-01-31' }, 'periodStart', 'A day of the month from 1 to 28'],
  ];
  test.each(wrong)('%s', async (_name, over, path, message) => {
    const { rule, sync } = await given({});
    expect(await rule(over)).toMatchObject({
      errorCode: 'VALIDATION_FAILED',
      issues: [{ path: expect.stringContaining(path), message }],
    });
    expect(await sync({ hoursRules: [{ code: 'R', ...over }] })).toMatchObject({
      rejected: [{ part: 'hoursRules', code: 'R', reason: `${path}: ${message}` }],
    });
  });

  test('two rules of one time group and date', async () => {
    const { rule, sync } = await given({});
    await rule({ from: '2026-11-01' });
    expect(await rule({ from: '2026-11-01' })).toMatchObject({
      errorCode: 'ALREADY_EXISTS',
      message: 'There is an hours rule of that date already.',
    });
    const sent = (code: string) => ({ code, effectiveFrom: '2026-11-01' });
    expect(await sync({ hoursRules: [sent('R'), sent('S')] })).toMatchObject({
      rejected: [{ code: 'S', reason: 'duplicate-date' }],
    });
  });

  test('a break longer than its shift', async () => {
    const { sync, ask } = await given({});
    const long = { startTime: '07:00', endTime: '16:01' };
    expect(
      await sync({
        standardTimes: [
          { code: 'D1', timeGroupCode: 'DAY', weekday: 1, startTime: '07:00', endTime: '16:00', breaks: [long] },
        ],
      }),
    ).toMatchObject({
      rejected: [{ reason: 'breaks: A break is longer than its shift' }],
    });
    expect(
      await ask('/setup/pasted', {
        sheet: 'shifts',
        rows: [
          ['Time Group', 'Days', 'Start', 'End', 'Breaks'],
          ['Night', 'Mon', '07:00', '16:00', '07:00-16:01'],
        ],
      }),
    ).toMatchObject({
      sheets: [{ refused: 1 }],
    });
  });

  test('a rule that reaches a locked day', async () => {
    const { ask, rule } = await given({ 1: span(WEEK, '07:00', '16:00') });
    await ask('/period-locks', { from: '2026-11-09', to: '2026-11-10' });
    expect(await rule()).toMatchObject({
      errorCode: 'PERIOD_LOCKED',
      message: expect.stringContaining('2026-11-09 was locked by'),
    });
    expect(await rule({ from: '2026-11-11' })).toMatchObject({
      hoursRule: { from: '2026-11-11' },
      rejudged: { people: 1, days: 10 },
    });
  });

  test('a correction of a day that the week of a locked day counts', async () => {
    const { ask, rule, hours } = await given({
      1: { ...span(WEEK.slice(1), '07:00', '16:00'), '2026-11-09': ['07:00'], '2026-11-06': ['07:00'] },
    });
    await rule({ weekLimitMinutes: 36 * 60, from: '2026-11-01' });
    await ask('/period-locks', { from: '2026-11-13', to: '2026-11-13' });
    const { rows, totals } = await hours(period);
    const employeeId = rows[0]?.employee._id;
    const addOut = async (day: string) => {
      const { basis } = await ask(`/stats/employee/${employeeId}/day?referenceDate=${day}`);
      const change = { do: 'add-punch', employeeId, at: `${day}T16:00:00+02:00`, direction: 'out' };
      return ask('/corrections', { reason: 'forgot-to-clock', items: [{ day, basis, change }] });
    };
    expect(await addOut('2026-11-09')).toMatchObject({ errorCode: 'PERIOD_LOCKED' });
    expect((await hours(period)).totals).toEqual(totals);
    // The week before ends on the 8th.
    expect(await addOut('2026-11-06')).toMatchObject({ results: [{ outcome: 'applied' }] });
  });

  test('a holiday after a locked night whose hours it would change', async () => {
    const { ask, sync, rule } = await given({ 1: {} });
    await rule();
    const holiday = { date: '2026-11-11', name: 'Armistice', timeGroupId: null };
    const lock = async () => ask('/period-locks', { from: '2026-11-10', to: '2026-11-10' });
    expect(await ask('/setup/holidays?preview=1', holiday)).toMatchObject({ rejudged: { days: 1 } });
    const nights = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      code: `D${weekday}`,
      timeGroupCode: 'DAY',
      weekday,
      startTime: '22:00',
      endTime: '06:00',
      breaks: [],
    }));
    expect(await sync({ standardTimes: nights })).toMatchObject({ rejected: [] });
    expect(await ask('/setup/holidays?preview=1', holiday)).toMatchObject({ rejudged: { days: 2 } });
    await lock();
    expect(await ask('/setup/holidays', holiday)).toMatchObject({
      errorCode: 'PERIOD_LOCKED',
      message: expect.stringContaining('2026-11-10 was locked by'),
    });
  });

  test.each(['from=2026-11-09', 'to=2026-11-09'])('one date of a span: %s', async (query) => {
    const { hours } = await given({});
    expect(await hours(query)).toMatchObject({
      errorCode: 'VALIDATION_FAILED',
      issues: [{ message: 'Both, or neither' }],
    });
  });

  test('a span of more than 31 days', async () => {
    const { hours } = await given({});
    expect(await hours('from=2026-10-01&to=2026-11-01')).toMatchObject({
      errorCode: 'DATE_OUT_OF_RANGE',
      message: 'Choose at most 31 days.',
    });
  });
});

test('a rule that a system sends rounds the first IN and the last OUT; one of before keeps what it rounds', async () => {
  const { accountId, sync, ask } = await given({});
  const rules = async () => {
    const { hoursRules } = await ask('/setup/hours-rules');
    return hoursRules.map(({ roundsIntervals }: { roundsIntervals: boolean }) => roundsIntervals);
  };
  const sent = { code: 'R1', rounding: 'nearest 15' };
  await sync({ hoursRules: [sent] });
  expect(await rules()).toEqual([false]);
  await t.db.run(sql`update hours_rule set rule = rule - 'roundsIntervals' where account_id = ${accountId}`);
  expect(await rules()).toEqual([true]);
  await sync({ hoursRules: [{ ...sent, dayLimitMinutes: 480 }] });
  expect(await rules()).toEqual([true]);
  await sync({ hoursRules: [{ ...sent, dayLimitMinutes: 480, roundsIntervals: false }] });
  expect(await rules()).toEqual([false]);
});

test('a rule that is added without a word about it rounds the first IN and the last OUT; a change without one keeps what it rounds', async () => {
  const { ask } = await given({});
  const { roundsIntervals: _, ...rule } = { ...HOURS_RULE_DEFAULTS, timeGroupId: null, from: null };
  const { hoursRule } = await ask('/setup/hours-rules', { ...rule, rounding: 'nearest 15' });
  expect(hoursRule.roundsIntervals).toBe(false);
  const put = async (basis: string, more: object = {}) =>
    (await ask(`/setup/hours-rules/${hoursRule._id}`, { ...rule, rounding: 'nearest 10', ...more, basis }, 'PUT'))
      .hoursRule;
  const each = await put(hoursRule.basis, { roundsIntervals: true });
  expect(each.roundsIntervals).toBe(true);
  expect((await put(each.basis, { dayLimitMinutes: 480 })).roundsIntervals).toBe(true);
});

test('a payroll system’s rule is its own', async () => {
  const { sync, ask, hours } = await given({ 1: span(WEEK, '07:00', '16:00') });
  expect(await sync({ hoursRules: [{ code: 'R1', dayLimitMinutes: 480 }] })).toMatchObject({
    counts: { hoursRules: { added: 1 } },
    rejected: [],
  });
  expect(await sync({ hoursRules: [{ code: 'R1', dayLimitMinutes: 480 }] })).toMatchObject({
    counts: { hoursRules: { unchanged: 1 } },
  });
  expect((await hours(period)).totals).toMatchObject({ overtime1Ms: 5 * H });
  const [{ _id, basis, isLocked }] = (await ask('/setup/hours-rules')).hoursRules;
  expect(isLocked).toBe(true);
  expect(await ask(`/setup/hours-rules/${_id}?basis=${basis}`, undefined, 'DELETE')).toMatchObject({
    errorCode: 'OWNED_BY_SYSTEM',
  });
});

test('the workbook keeps whether a break is paid: pasted as it is shown, nothing changes', async () => {
  const { ask } = await given({});
  const rows = (breaks: string) => [
    ['Time Group', 'Days', 'Start', 'End', 'Breaks'],
    ['Night', 'Mon-Fri', '07:00', '16:00', breaks],
  ];
  const take = async (breaks: string) => {
    const { workbookId, outcomeHash } = await ask('/setup/pasted', { sheet: 'shifts', rows: rows(breaks) });
    return ask(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
  };
  expect(await take('10:00-10:15 12:00-13:00 unpaid, 15:00-15:10 Unpaid Whole')).toMatchObject({ new: 5 });
  const { shifts } = await ask('/setup/shifts');
  expect(shifts.find(({ name }: { name: string }) => name === 'Night').weeks[0].days[0].breaks).toEqual([
    { startTime: '10:00', endTime: '10:15' },
    { startTime: '12:00', endTime: '13:00', paid: false },
    { startTime: '15:00', endTime: '15:10', paid: false, atLeast: true },
  ]);
  const { workbookId } = await ask('/setup/pasted', { sheet: 'shifts', rows: rows('10:00-10:15') });
  const { lines } = await ask(`/setup/workbook/${workbookId}/lines?startRow=0&endRow=10`);
  const shown = lines[0].changes.find(({ column }: { column: string }) => column === 'Breaks').before;
  expect(shown).toBe('10:00-10:15 12:00-13:00 unpaid 15:00-15:10 unpaid whole');
  expect(await take(shown)).toMatchObject({ unchanged: 5, changed: 0 });
  expect(await ask('/setup/pasted', { sheet: 'shifts', rows: rows('unpaid 10:00-10:15') })).toMatchObject({
    sheets: [{ refused: 1 }],
  });
});
