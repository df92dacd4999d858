import { expect, test } from 'vitest';
import type { Exception } from '#contract/office/exceptions.ts';
import { givenPay, MONDAY, TUESDAY, type Work } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * A day that is not locked may move the pay of one that is, by the window or workweek that both are of, or as one of the four weeks that say what the
 * ordinary hours of a holiday are. Records are listed as such, and a correction is refused.
 */
const t = useTestApp();
const [WEDNESDAY, SUNDAY] = ['2026-11-11', '2026-11-15'];
const nine = (units: number) => ({ from: '07:00', to: '16:00', units: { crate: units } });
const eight = { from: '07:00', to: '15:00' };
const MONDAY_AND_TUESDAY = { [MONDAY]: nine(100), [TUESDAY]: nine(60) };
const OF_FOUR_WEEKS = {
  ...{ '2026-10-26': eight, '2026-10-28': eight, '2026-11-02': eight },
  '2026-11-04': { from: '07:00', to: '12:00' },
};
const FLOORS = {
  sunday: { ordinaryHours: false, wages: 1 },
  holiday: { ordinaryHours: false, wages: 2 },
  holidayOff: true,
};
const HOLIDAY = { standardTimes: [], holidays: [{ code: 'H', name: 'H', date: WEDNESDAY, timeGroupCode: null }] };
const rests = [{ afterMinutes: 120, restMinutes: 10 }];
const weekly = { payPeriod: 'weekly', periodStart: MONDAY };

type Case = { work: Work; parts?: object; hours?: object; rule: object; locked: [string, string]; day: string };
const late: Case = { work: MONDAY_AND_TUESDAY, rule: {}, locked: [TUESDAY, SUNDAY], day: MONDAY };
test.each<[string, Case, isMoved: boolean]>([
  ['a top-up of its workweek', { ...late, rule: { window: 'workweek' } }, true],
  [
    'a top-up of its pay period',
    { ...late, rule: { window: 'period' }, hours: weekly, locked: [TUESDAY, SUNDAY] },
    true,
  ],
  ['rest at the average of its workweek', { ...late, rule: { window: 'day', restRate: 'average', rests } }, true],
  [
    'a holiday by the hours of four weeks',
    {
      ...late,
      work: OF_FOUR_WEEKS,
      parts: HOLIDAY,
      rule: { window: 'day', floors: FLOORS },
      locked: [MONDAY, SUNDAY],
      day: '2026-11-04',
    },
    true,
  ],
  ['no other day', { ...late, rule: { window: 'day', premiumBase: 'minimum' } }, false],
  [
    'a workweek that is not over in the lock',
    { ...late, rule: { window: 'workweek' }, locked: [TUESDAY, WEDNESDAY] },
    false,
  ],
  [
    'a lock after its four weeks',
    {
      ...late,
      work: OF_FOUR_WEEKS,
      parts: HOLIDAY,
      rule: { window: 'day', floors: FLOORS },
      locked: [MONDAY, SUNDAY],
      day: '2026-10-13',
    },
    false,
  ],
])('%s', async (_, { work, parts, hours, rule, locked: [from, to], day }, isMoved) => {
  const world = await givenPay(t, { 1: work }, parts, hours);
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  await world.rule({ premiumBase: 'greater', ...rule });
  const id = (await world.people('from=2026-11-01&to=2026-11-15')).rows[0]?.employee._id;
  const add = async (path: string) => {
    const { basis } = await world.ask(`/stats/employee/${id}/day?referenceDate=${day}`);
    const change = {
      ...{
        do: 'add-entry',
        employeeId: id,
        lookup1Code: 'crate',
        lookup2Code: null,
        units: '10',
        startedAt: `${day}T11:00:00+02:00`,
      },
      ...{ endedAt: null, durationMs: null },
    };
    return (await world.asked(path, { reason: 'forgot-to-clock', items: [{ day, basis, change }] })).status;
  };
  await world.ask('/period-locks', { from, to });
  expect(await add('/corrections/preview')).toBe(isMoved ? 409 : 200);
  const listed = async () => {
    const { exceptions }: { exceptions: Exception[] } = await world.ask(`/exceptions?from=${from}&to=${to}`);
    return exceptions.flatMap((one) => (one.kind === 'changed-after-lock' ? [one.day] : []));
  };
  expect(await listed()).toEqual([]);
  await world.sync({
    clockRecords: ['12:30', '16:30'].map((time) => ({ code: time, employeeCode: '1', at: `${day}T${time}:00+02:00` })),
    pieceworkEntries: [
      { code: 'late', employeeCode: '1', lookup1Code: 'crate', units: 10, startedAt: `${day}T11:00:00+02:00` },
    ],
  });
  expect(await listed()).toEqual(isMoved ? [from] : []);
});
