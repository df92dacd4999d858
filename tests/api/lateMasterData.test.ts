import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PayrollSyncBody } from '#contract/intake/payroll.ts';
import { deriveOver } from '#server/attendance/refresh.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenSyncKey } from '#tests/support/factories.payroll.ts';
import { givenAccount, givenAdmin, givenEmployer } from '#tests/support/factories.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Rule 14: master data that arrives late derives every day again that it can change, so a full recalculation changes nothing more. */
const t = useTestApp();

const WEEK = [1, 2, 3, 4, 5, 6, 7];
const times = (weekdays: readonly number[], over: object = {}) =>
  weekdays.map((weekday) => ({
    code: `DAY-${weekday}`,
    timeGroupCode: 'DAY',
    weekday,
    startTime: '07:00',
    endTime: '16:00',
    ...over,
  }));
const person = (number: string, timeGroupCode: string | null = 'DAY') => ({
  code: `E${number}`,
  number,
  firstName: 'A',
  lastName: number,
  timeGroupCode,
  activeFrom: '2020-01-01',
});
const groups = [
  { code: 'DAY', name: 'Day' },
  { code: 'NIGHT', name: 'Night' },
];

async function givenPayroll(accountId: string) {
  const key = await givenSyncKey(t.db, accountId);
  return async (body: Partial<PayrollSyncBody>) => {
    const reply = await t.ask('/v2/payroll/VIP/sync', { token: key, body, method: 'POST' });
    expect(reply.json()).toMatchObject({ rejected: [] });
  };
}

const facts = async (accountId: string) =>
  (
    await t.db.rows(
      z.object({ line: z.string() }),
      sql`select concat_ws(' ', day, employee_id, events, entries, units, worked_ms) as line from day_fact
          where account_id = ${accountId} order by 1`,
    )
  ).map(({ line }) => line);

async function recalculate(accountId: string, token: string, dates: { from: string; to: string }) {
  const started = await t.ask(`/v2/stats/reset-dashboard-state/${accountId}`, { token, body: { dates } });
  expect([started.statusCode, started.body]).toEqual([200, expect.any(String)]);
  await t.jobs.drain();
}

test('auto punches Sun 22:00, Mon to Sat 06:00 and 16:00, shift on Mondays only; then Mon becomes a holiday: Thu time in 16:00, at once and after recalculation', async () => {
  const { accountId, token } = await givenEmployer(t.db, { account: { allowedSystemIds: ['VIP'] } });
  const admin = await givenAdmin(t.db);
  const sync = await givenPayroll(accountId);
  const at = (day: number, time: string) => `2026-11-${String(day).padStart(2, '0')}T${time}:00+02:00`;
  t.clock.set(at(14, '17:00'));
  const punches = [at(8, '22:00'), ...[9, 10, 11, 12, 13, 14].flatMap((day) => [at(day, '06:00'), at(day, '16:00')])];
  await sync({
    timeGroups: groups,
    standardTimes: times([1]),
    employees: [person('1')],
    clockRecords: punches.map((when, i) => ({ code: `C${i}`, employeeCode: 'E1', at: when })),
  });
  const timeIn = async () => {
    const path = '/v2/stats/employee/by-attendance-status/present?referenceDate=2026-11-12';
    return (await t.ask(path, { token })).json().entries[0]?.timeIn;
  };
  expect(await timeIn()).toBe(at(12, '06:00'));
  await sync({ holidays: [{ code: 'H', name: 'Holiday', date: '2026-11-09', timeGroupCode: null }] });
  expect(await timeIn()).toBe(at(12, '16:00'));
  await recalculate(accountId, admin.token, { from: '2026-11-08', to: '2026-11-14' });
  expect(await timeIn()).toBe(at(12, '16:00'));
  await sync({ deleted: { holidays: ['H'] } });
  expect(await timeIn()).toBe(at(12, '06:00'));
});

const day = (n: number) => new Date(Date.UTC(2026, 10, 1 + n)).toISOString().slice(0, 10);
const punches = fc.array(
  fc.record({ minute: fc.integer({ min: 0, max: 18 * 288 }), direction: fc.constantFrom('auto', 'auto', 'in', 'out') }),
  { minLength: 1, maxLength: 25 },
);
const change = fc.oneof(
  fc.record({ holiday: fc.integer({ min: 0, max: 18 }), group: fc.constantFrom(null, 'DAY') }),
  fc.record({ noHoliday: fc.integer({ min: 0, max: 18 }) }),
  fc.record({ weekdays: fc.subarray(WEEK), startTime: fc.constantFrom('07:00', '22:00', '14:00') }),
  fc.record({ person: fc.constantFrom('1', '2'), group: fc.constantFrom(null, 'DAY', 'NIGHT') }),
);
type Punches = typeof punches extends fc.Arbitrary<infer P> ? P : never;
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

function bodyOf(told: Change): Partial<PayrollSyncBody> {
  if ('holiday' in told)
    return {
      holidays: [{ code: `H${told.holiday}`, name: 'Holiday', date: day(told.holiday), timeGroupCode: told.group }],
    };
  if ('noHoliday' in told) return { holidays: [], complete: ['holidays'] };
  if ('person' in told) return { employees: [person(told.person, told.group)] };
  const endTime = told.startTime === '22:00' ? '06:00' : told.startTime === '14:00' ? '22:00' : '16:00';
  return { standardTimes: times(told.weekdays, { startTime: told.startTime, endTime }), complete: ['standardTimes'] };
}

/** Hours from six to four on each day, of which every one of these changes makes something else: chance alone may bring almost none that matters. */
const TELLING: [Punches, Punches, Change[]] = [
  [...Array(18).keys()].flatMap((n) => [6, 16].map((hour) => ({ minute: n * 288 + hour * 12, direction: 'auto' }))),
  [{ minute: 100, direction: 'in' }],
  [
    { weekdays: WEEK, startTime: '07:00' },
    { weekdays: WEEK, startTime: '22:00' },
    { person: '1', group: null },
    { person: '1', group: 'DAY' },
  ],
];

test('records and master data in any order leave the facts of a recalculation', async () => {
  const admin = await givenAdmin(t.db);
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(punches, punches, fc.array(change, { minLength: 2, maxLength: 4 }), async (one, other, told) => {
      const accountId = await givenAccount(t.db, { allowedSystemIds: ['VIP'], timeZone: 'Europe/Brussels' });
      const sync = await givenPayroll(accountId);
      t.clock.set(`${day(19)}T12:00:00Z`);
      await sync({ timeGroups: groups, standardTimes: times([1, 3, 4]), employees: [person('1'), person('2')] });
      const records = [one, other].flatMap((own, i) =>
        own.map(({ minute, direction }, n) => ({
          code: `C${i}-${n}`,
          employeeCode: `E${i + 1}`,
          at: new Date(Date.UTC(2026, 10, 1) + minute * 300_000).toISOString(),
          direction,
        })),
      );
      const half = Math.ceil(records.length / 2);
      await sync({ clockRecords: records.filter((_, i) => i % 2 === 0).slice(0, half) });
      for (const [i, next] of told.entries()) {
        const before = (await facts(accountId)).join();
        await sync(bodyOf(next));
        if ((await facts(accountId)).join() !== before) changed++;
        if (i === 0) await sync({ clockRecords: records });
      }
      const incremental = await facts(accountId);
      await recalculate(accountId, admin.token, { from: '2026-10-28', to: day(19) });
      expect(await facts(accountId)).toEqual(incremental);
    }),
    { numRuns: 15, examples: [TELLING] },
  );
  // Otherwise the test would prove nothing.
  expect(changed).toBeGreaterThan(2);
});

test('piecework without a clock is reported although ten days without a record follow it', async () => {
  const { accountId, token } = await givenEmployer(t.db, { account: { allowedSystemIds: ['VIP'] } });
  const sync = await givenPayroll(accountId);
  const at = (date: number, time: string) => `2026-11-${String(date).padStart(2, '0')}T${time}:00+02:00`;
  t.clock.set(at(17, '12:00'));
  const clock = (code: string, when: string, direction: string) => ({ code, employeeCode: 'E1', at: when, direction });
  await sync({
    timeGroups: groups,
    standardTimes: times([1, 2, 3, 4, 5]),
    employees: [person('1')],
    clockRecords: [
      clock('C1', at(6, '07:00'), 'in'),
      clock('C2', at(6, '12:00'), 'out'),
      clock('C3', at(16, '07:00'), 'in'),
      clock('C4', at(16, '16:00'), 'out'),
    ],
    pieceworkEntries: [
      { code: 'P1', employeeCode: 'E1', units: 3, startedAt: at(6, '13:00'), endedAt: at(6, '14:00') },
    ],
  });
  const { exceptions } = (await t.ask('/v2/exceptions?from=2026-11-06&to=2026-11-06', { token })).json();
  expect(exceptions).toEqual([
    expect.objectContaining({
      kind: 'piecework-without-clock',
      day: '2026-11-06',
      employee: expect.objectContaining({ number: '1' }),
    }),
  ]);
});

test('an old record turns the directions of the days that are kept, as far as they alternate (5, 14)', async () => {
  const { accountId } = await givenEmployer(t.db, { account: { allowedSystemIds: ['VIP'] } });
  t.clock.set('2026-11-25T10:00:00Z');
  const sync = await givenPayroll(accountId);
  const daysAgo = (days: number) => addDays('2026-11-25', -days);
  const punch = (days: number, time: string) => ({
    code: `${days} ${time}`,
    employeeCode: 'E1',
    at: `${daysAgo(days)}T${time}:00+02:00`,
    direction: 'auto' as const,
  });
  const chain = Array.from({ length: 14 }, (_, i) => 97 - i);
  await sync({
    employees: [person('1', null)],
    clockRecords: chain.flatMap((days) => [punch(days, '06:00'), punch(days, '16:00')]),
  });
  const before = await facts(accountId);
  await sync({ clockRecords: [punch(98, '20:00')] });
  const after = await facts(accountId);
  expect(after).not.toEqual(before);
  await t.db.tenant(accountId, (tx) => deriveOver(tx, accountId, null, { from: daysAgo(89), to: daysAgo(80) }));
  expect(await facts(accountId)).toEqual(after);
});
