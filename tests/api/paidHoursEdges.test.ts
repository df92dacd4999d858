import { expect, test } from 'vitest';
import type { Exception } from '#contract/office/exceptions.ts';
import { givenPaid, period, span, WEEK } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** The limits of a week at the edges of what is locked, and of what is kept (docs/reference/paid-hours.md#classes, docs/reference/corrections.md#locks). */
const t = useTestApp();
const H = 3_600_000;
const [MONDAY, FRIDAY] = ['2026-11-09', '2026-11-13'];

/** A week of 9 hours a day without the OUT of Monday, with 36 hours a week, whose Friday is locked. */
async function givenLocked(over: object = { weekLimitMinutes: 36 * 60 }) {
  const world = await givenPaid(t, { 1: { ...span(WEEK, '07:00', '16:00'), [MONDAY]: ['07:00'] } });
  await world.rule(over);
  expect((await world.hours(`from=${FRIDAY}&to=${FRIDAY}`)).totals).toMatchObject({
    ordinaryMs: 9 * H,
    overtime1Ms: 0,
  });
  await world.ask('/period-locks', { from: FRIDAY, to: FRIDAY });
  const moved = async (): Promise<[string, string][]> =>
    (await world.ask('/exceptions?from=2026-11-09&to=2026-11-15')).exceptions.flatMap(
      ({ kind, day, detail }: Exception) => (kind === 'changed-after-lock' ? [[day, detail]] : []),
    );
  const late = () =>
    world.sync({ clockRecords: [{ code: 'late', employeeCode: '1', at: `${MONDAY}T16:00:00+02:00` }] });
  return { ...world, moved, late };
}

test('a late punch that fills the week of a locked day is told as a change of that day', async () => {
  const { hours, moved, late } = await givenLocked();
  expect(await moved()).toEqual([]);
  await late();
  expect((await hours(`from=${FRIDAY}&to=${FRIDAY}`)).totals).toMatchObject({ overtime1Ms: 9 * H });
  expect(await moved()).toEqual([
    [
      FRIDAY,
      expect.stringMatching(/^Records moved Mon 9 Nov, which counts towards locked days, after .+ had locked them/),
    ],
  ]);
});

test('a late punch of an earlier week tells it too, where both are in the weeks of a limit of several', async () => {
  const weeks = { weeksLimitMinutes: 36 * 60, limitWeeks: 2, limitWeeksFrom: '2026-11-02' };
  const { sync, hours, moved } = await givenLocked(weeks);
  const early = ['07:00', '16:00'].map((time) => ({
    code: time,
    employeeCode: '1',
    at: `2026-11-02T${time}:00+02:00`,
  }));
  await sync({ clockRecords: early });
  expect((await hours(`from=${FRIDAY}&to=${FRIDAY}`)).totals).toMatchObject({ ordinaryMs: 0, overtime1Ms: 9 * H });
  expect(await moved()).toEqual([[FRIDAY, expect.stringMatching(/^Records moved Mon 2 Nov/)]]);
  const other = await givenLocked({ ...weeks, limitWeeksFrom: '2026-10-26' });
  await other.sync({ clockRecords: early });
  expect(await other.moved()).toEqual([]);
});

test('without a limit of a week, or in another week, it is not', async () => {
  const daily = await givenLocked({ dayLimitMinutes: 540 });
  await daily.late();
  expect(await daily.moved()).toEqual([]);
  const other = await givenLocked({ weekLimitMinutes: 36 * 60, weekStart: 2 });
  await other.late();
  expect(await other.moved()).toEqual([]);
});

test('a holiday is refused where it moves the hours of a locked day of its week, and only there', async () => {
  const holiday = { date: '2026-11-10', name: 'Day off', timeGroupId: null };
  const friday = `from=${FRIDAY}&to=${FRIDAY}`;
  const within = await givenLocked();
  const was = await within.hours(friday);
  expect(await within.ask('/setup/holidays', holiday)).toHaveProperty('holiday');
  expect(await within.hours(friday)).toEqual(was);
  const over = await givenLocked();
  await over.late();
  const before = await over.hours(period);
  for (const path of ['/setup/holidays?preview=1', '/setup/holidays'])
    expect(await over.ask(path, holiday)).toMatchObject({
      errorCode: 'PERIOD_LOCKED',
      message: expect.stringContaining('2026-11-13 was locked by'),
    });
  expect(await over.hours(period)).toEqual(before);
});

test('a payroll system’s holiday in the week of a locked day is told', async () => {
  const { sync, moved } = await givenLocked();
  expect(await sync({ holidays: [{ code: 'H', date: '2026-11-10', name: 'Day off' }] })).toMatchObject({
    rejected: [],
  });
  expect(await moved()).toEqual([
    [FRIDAY, expect.stringMatching(/^A payroll system, a restored backup or a change of devices moved Tue 10 Nov/)],
  ]);
});

test('the first week that can be picked counts its days before', async () => {
  // The 23rd is the first day that can be picked; the week begins on Wednesday the 19th.
  const days = ['2026-08-19', '2026-08-20', '2026-08-21', '2026-08-24', '2026-08-25'];
  const { rule, hours } = await givenPaid(
    t,
    { 1: span(days, '07:00', '16:00') },
    {
      employees: [
        { code: '1', number: '1', firstName: 'A1', lastName: 'Ama', timeGroupCode: 'DAY', activeFrom: '2026-08-01' },
      ],
    },
  );
  await rule({ weekLimitMinutes: 36 * 60, weekStart: 3 });
  expect((await hours('from=2026-08-23&to=2026-08-25')).totals).toMatchObject({
    ordinaryMs: 9 * H,
    overtime1Ms: 9 * H,
  });
});
