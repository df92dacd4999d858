import { expect, test } from 'vitest';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { PersonEarnings } from '#contract/money/earnings.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { givenPay, MONDAY, TUESDAY, WEEK, type Work } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Figures of locked days stay as payroll has them (spec/corrections.md C7): an act of people that changes one is refused, whatever field it is of; one that
 * changes none is carried out, also in the week of a lock; a payroll system's is carried out and told.
 */
const t = useTestApp();
const SUNDAY = '2026-11-15';
const ten = { from: '07:00', to: '17:00', units: { crate: 5 } };

async function given(people: Record<string, Work>, hours: object = { dayLimitMinutes: 480 }, parts: object = {}) {
  const world = await givenPay(t, people, parts, hours);
  await world.rate('piece', '1');
  await world.rate('minimum', '20');
  const lines = async (query = WEEK) => {
    const { rows } = await world.people(query);
    const all: string[] = [];
    for (const { employee } of rows) {
      const { windows }: PersonEarnings = await world.ask(`/pay/people/${employee._id}?${query}`);
      for (const { date, kind, amount } of windows.flatMap((one) => one.lines))
        all.push(`${employee.number} ${date} ${kind} ${amount}`);
    }
    return all.sort();
  };
  const told = async () => {
    const { exceptions }: { exceptions: Exception[] } = await world.ask(`/exceptions?${WEEK}`);
    return exceptions.flatMap(({ kind, day }) => (kind === 'changed-after-lock' ? day : []));
  };
  const take = async (sheet: string, rows: string[][]) => {
    const shown = await world.asked('/setup/pasted', { sheet, rows });
    if (shown.status !== 200) return shown;
    const { workbookId, outcomeHash } = shown.body;
    return world.asked(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
  };
  const lock = (from: string, to: string) => world.ask('/period-locks', { from, to });
  return { ...world, lines, told, take, lock };
}
const lockedFrom = (day: string) => ({
  status: 409,
  body: { errorCode: 'PERIOD_LOCKED', message: expect.stringContaining(`${day} was locked by `) },
});

test.each([
  ['overtime1Factor', 'Overtime 1 Factor', TUESDAY],
  ['overtime2Factor', 'Overtime 2 Factor', TUESDAY],
  ['sundayFactor', 'Sunday Factor', SUNDAY],
  ['holidayFactor', 'Holiday Factor', MONDAY],
] as const)('%s of a rule of locked days stays, at the screen and in the workbook', async (field, column, day) => {
  const limits = { dayLimitMinutes: 480, dayLimit2Minutes: 540 };
  const holidays = { holidays: [{ code: 'H', name: 'Feast', date: MONDAY }] };
  const { ask, asked, rule, lines, take, lock } = await given({ 1: { [day]: ten } }, limits, holidays);
  await rule({ premiumBase: 'minimum' });
  await lock(MONDAY, SUNDAY);
  const was = await lines();
  expect(was).toEqual(expect.arrayContaining([expect.stringMatching(`1 ${day} premium `)]));
  const { hoursRules } = await ask('/setup/hours-rules');
  const { _id, systemId: _s, owner: _o, isLocked: _l, ...value } = hoursRules[0];
  const changed = { ...value, [field]: 1.9 };
  expect(await asked(`/setup/hours-rules/${_id}?preview=1`, changed, 'PUT')).toMatchObject(lockedFrom(MONDAY));
  expect(await asked(`/setup/hours-rules/${_id}`, changed, 'PUT')).toMatchObject(lockedFrom(MONDAY));
  const limitColumns = ['Ordinary Hours a Day', 'Ordinary Hours a Week', 'Overtime 2 After Hours a Day'];
  const head = ['Time Group', 'From', ...limitColumns, 'Period From', column];
  expect(await take('hoursRules', [head, ['', '', '8', '', '9', '2026-11-01', '1.9']])).toMatchObject(
    lockedFrom(MONDAY),
  );
  expect(await lines()).toEqual(was);
});

test('a factor of locked days that a payroll system sends is taken, and told', async () => {
  const { sync, rule, lines, told, lock } = await given({ 1: { [TUESDAY]: ten } });
  const sent = { code: 'R', dayLimitMinutes: 480, periodStart: '2026-11-01' };
  expect(await sync({ hoursRules: [{ ...HOURS_RULE_DEFAULTS, ...sent }] })).toMatchObject({ rejected: [] });
  await rule({ premiumBase: 'minimum' });
  await lock(MONDAY, SUNDAY);
  const was = await lines();
  expect(await told()).toEqual([]);
  await sync({ hoursRules: [{ ...HOURS_RULE_DEFAULTS, ...sent, overtime1Factor: 2 }] });
  expect(await lines()).not.toEqual(was);
  expect(await told()).toContain(TUESDAY);
});
