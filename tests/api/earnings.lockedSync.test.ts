import { describe, expect, test } from 'vitest';
import type { PersonEarnings } from '#contract/money/earnings.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { givenPay, MONDAY, TUESDAY } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** A sync is accepted also where it moves the pay of a locked day: that day is then listed as one that changed after it was locked. */
const t = useTestApp();
const THURSDAY = '2026-11-12';
const LOCKED = `from=${MONDAY}&to=${TUESDAY}`;
const FLOORS = { sunday: { ordinaryHours: false, wages: 1 }, holiday: { ordinaryHours: false, wages: 2 } };
const nine = { from: '06:30', to: '17:00', units: { crate: 20 } };
const shift = (fields: object) => ({
  standardTimes: [{ code: 'D2', timeGroupCode: 'DAY', weekday: 2, startTime: '07:00', endTime: '16:00', ...fields }],
});
const employee = (fields: object) => ({
  employees: [{ code: '1', number: '1', firstName: 'A1', lastName: 'Ama', ...fields }],
});
const hours = (fields: object) => ({
  hoursRules: [{ code: 'R', payPeriod: 'monthly', periodStart: '2026-11-01', dayLimitMinutes: 480, ...fields }],
});

test.each<[string, 'day' | 'workweek', object, string[]]>([
  ['the start of a shift', 'day', shift({ startTime: '08:00' }), [TUESDAY]],
  ['a break', 'day', shift({ breaks: [{ startTime: '12:00', endTime: '13:00', paid: false }] }), [TUESDAY]],
  ['a shift from a date on', 'day', shift({ code: 'D2b', effectiveFrom: TUESDAY, startTime: '09:00' }), [TUESDAY]],
  ['a holiday', 'day', { holidays: [{ code: 'H', date: TUESDAY, name: 'Feast' }] }, [TUESDAY]],
  ['an hours rule from a date on', 'day', hours({ effectiveFrom: TUESDAY }), [TUESDAY]],
  ['an hours rule', 'day', hours({}), [MONDAY, TUESDAY]],
  ['who begins later', 'day', employee({ activeFrom: TUESDAY }), [MONDAY]],
  ['who has left', 'day', employee({ inactiveFrom: TUESDAY }), [TUESDAY]],
  // The last day worked of the week is another one, and so is that of its top-up.
  ['who leaves later in the week', 'workweek', employee({ inactiveFrom: THURSDAY }), [TUESDAY]],
  ['a holiday later in the week', 'day', { holidays: [{ code: 'H', date: THURSDAY, name: 'Feast' }] }, []],
])('%s', async (_, window, body, days) => {
  const week = { [MONDAY]: nine, [TUESDAY]: nine, [THURSDAY]: { from: '07:00', to: '17:00' } };
  const world = await givenPay(t, { 1: week });
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  await world.rule({ premiumBase: 'minimum', window });
  await world.ask('/period-locks', { from: MONDAY, to: TUESDAY });
  const id = (await world.people(LOCKED)).rows[0]?.employee._id;
  const paid = async () => {
    const { windows }: PersonEarnings = await world.ask(`/pay/people/${id}?${LOCKED}`);
    const lines = windows.flatMap((one) => one.lines.map(({ date, kind, amount }) => `${date} ${kind} ${amount}`));
    return [MONDAY, TUESDAY].map((date) => lines.filter((line) => line.startsWith(date)).sort());
  };
  const told = async () => {
    const { exceptions }: { exceptions: Exception[] } = await world.ask(`/exceptions?${LOCKED}`);
    return exceptions.filter(({ kind }) => kind === 'changed-after-lock').map(({ day }) => day);
  };
  const was = await paid();
  expect(await told()).toEqual([]);
  expect(await world.sync(body)).toMatchObject({ rejected: [] });
  const is = await paid();
  const moved = [MONDAY, TUESDAY].filter((_day, nth) => JSON.stringify(was[nth]) !== JSON.stringify(is[nth]));
  expect(moved).toEqual(days);
  expect([...new Set(await told())].sort()).toEqual(expect.arrayContaining(moved));
});

describe('other hours of the weekday of a locked holiday', () => {
  const holidays = [{ code: 'H', date: TUESDAY, name: 'Feast' }];
  const given = async (parts = {}) => {
    const world = await givenPay(t, { 1: {} }, { holidays, ...parts });
    await world.rate('minimum', '28.79');
    await world.rule({ floors: { ...FLOORS, holidayOff: true } });
    const total = async () => (await world.people(LOCKED)).totals.total;
    return { ...world, total, lock: () => world.ask('/period-locks', { from: MONDAY, to: TUESDAY }) };
  };

  test('by a sync: the day is listed as one that changed after it was locked, although nobody was there', async () => {
    const { ask, sync, total, lock } = await given();
    await lock();
    expect(await total()).toBe('259.11');
    expect(await sync(shift({ endTime: '12:00' }))).toMatchObject({ rejected: [] });
    expect(await total()).toBe('143.95');
    const { exceptions }: { exceptions: Exception[] } = await ask(`/exceptions?${LOCKED}`);
    expect(exceptions.map(({ kind, day }) => `${kind} ${day}`)).toContain(`changed-after-lock ${TUESDAY}`);
  });

  test('by a user: refused, but not where only what is no hours changes', async () => {
    const { ask, asked, total, lock } = await given({ standardTimes: [] });
    const put = async (change: object) => {
      const { shifts } = await ask('/setup/shifts');
      const day = { weekday: 2, isRest: false, startTime: '07:00', endTime: '16:00', breaks: [], ...MARGINS };
      const [{ timeGroupId, basis }] = shifts;
      return asked(`/setup/shifts/${timeGroupId}`, { from: null, days: [{ ...day, ...change }], basis }, 'PUT');
    };
    expect(await put({})).toMatchObject({ status: 200 });
    await lock();
    expect(await total()).toBe('259.11');
    expect(await put({ endTime: '12:00' })).toMatchObject({ status: 409, body: { errorCode: 'PERIOD_LOCKED' } });
    expect(await put({ graceMinutes: 10 })).toMatchObject({ status: 200 });
    expect(await total()).toBe('259.11');
  });
});
const MARGINS = { graceMinutes: 5, breakGraceMinutes: 5, preMinutes: 120, postMinutes: 240 };
