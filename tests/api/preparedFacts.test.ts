import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PayrollSyncBody } from '#contract/payroll.ts';
import type { Preparation } from '#server/attendance/prepared.ts';
import { withPreparedFacts } from '#server/attendance/prepared.ts';
import { markRecalculating, recalculatingSince } from '#server/attendance/recalculating.sql.ts';
import { sql } from '#server/db/db.ts';
import { syncPayroll } from '#server/payroll/sync.ts';
import { givenSyncKey } from '#tests/support/factories.payroll.ts';
import { givenAccount, givenAdmin } from '#tests/support/factories.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Other hours of many derive their days before their transaction; what is stored is what a full recalculation derives. */
const t = useTestApp();

const PEOPLE = Array.from({ length: 60 }, (_, n) => `E${n}`);
const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19'];
const times = (startTime: string, endTime: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ code: `D${weekday}`, timeGroupCode: 'DAY', weekday, startTime, endTime }));
const punchesOf = (employeeCode: string) =>
  DAYS.flatMap((day) =>
    ['05:00', '15:00', '22:00'].map((time) => ({
      code: `${employeeCode} ${day} ${time}`,
      employeeCode,
      at: `${day}T${time}:00+02:00`,
    })),
  );
const workOf = (employeeCode: string) => ({
  code: `${employeeCode} work`,
  employeeCode,
  units: '2.5',
  startedAt: '2026-11-18T23:30:00+02:00',
  endedAt: '2026-11-19T01:30:00+02:00',
});

async function givenFarm() {
  const accountId = await givenAccount(t.db, { allowedSystemIds: ['VIP'] });
  const { token } = await givenAdmin(t.db);
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (body: Partial<PayrollSyncBody>) => {
    const reply = await t.ask('/v2/payroll/VIP/sync', { token: key, body, method: 'POST' });
    expect(reply.json()).toMatchObject({ rejected: [] });
    return reply.json();
  };
  await sync({
    timeGroups: [{ code: 'DAY', name: 'Day' }],
    standardTimes: times('06:00', '15:00'),
    employees: PEOPLE.map((code) => ({ code, number: code, firstName: 'A', lastName: code, timeGroupCode: 'DAY' })),
    clockRecords: PEOPLE.flatMap(punchesOf),
    pieceworkEntries: PEOPLE.map(workOf),
  });
  const facts = async () =>
    (
      await t.db.rows(
        z.object({ line: z.string() }),
        sql`select concat_ws(' ', day, employee_id, events, entries, units, worked_ms, records, unclocked, doubtful) as line
            from day_fact where account_id = ${accountId}
          union all select concat_ws(' ', day, employee_id, lookup1_code, lookup2_code, units, time_ms, entries)
            from piecework_fact where account_id = ${accountId} order by 1`,
      )
    ).map(({ line }) => line);
  const version = async () =>
    (
      await t.db.single(
        z.object({ version: z.int() }),
        sql`select data_version as version from account where account_id = ${accountId}`,
      )
    ).version;
  const recalculated = async () => {
    const dates = { from: '2026-11-01', to: '2026-11-20' };
    const started = await t.ask(`/v2/stats/reset-dashboard-state/${accountId}`, { token, body: { dates } });
    expect(started.statusCode).toBe(200);
    await t.jobs.drain();
    return facts();
  };
  const isRecalculating = async () => (await recalculatingSince(t.db, accountId)) !== null;
  return { accountId, sync, facts, version, recalculated, isRecalculating };
}

test('night hours for 60 people by payroll sync: the facts of a recalculation, one version more, and none for the same again', async () => {
  const { sync, facts, version, recalculated } = await givenFarm();
  const [before, known] = [await facts(), await version()];
  await sync({ standardTimes: times('22:00', '06:00') });
  const after = await facts();
  expect(after).not.toEqual(before);
  expect(await version()).toBe(known + 1);
  await sync({ standardTimes: times('22:00', '06:00') });
  expect(await version()).toBe(known + 1);
  expect(await recalculated()).toEqual(after);
});

const MEANWHILE: [string, Partial<PayrollSyncBody>][] = [
  ['a punch of one of them', { clockRecords: [{ code: 'late', employeeCode: 'E7', at: '2026-11-19T23:00:00+02:00' }] }],
  ['a holiday', { holidays: [{ code: 'H', name: 'Holiday', date: '2026-11-18', timeGroupCode: null }] }],
];
test.each(MEANWHILE)('%s arrives while days are derived beforehand: it counts', async (_what, body) => {
  const { accountId, sync, facts, version, recalculated } = await givenFarm();
  const [before, known] = [await facts(), await version()];
  const runs: number[] = [];
  await withPreparedFacts(t, async (preparation) => {
    runs.push(preparation.facts?.replacements.size ?? 0);
    if (preparation.facts) {
      // The first run was rolled back, and nothing that was derived is stored yet.
      expect([await facts(), await version()]).toEqual([before, known]);
      await sync(body);
    }
    const request = { accountId, systemId: 'VIP', body: { standardTimes: times('22:00', '06:00') }, clock: t.clock };
    return t.db.tenant(accountId, (tx) => syncPayroll(tx, { ...request, preparation }));
  });
  expect(runs).toEqual([0, PEOPLE.length]);
  expect(await version()).toBe(known + 2);
  const after = await facts();
  expect(await recalculated()).toEqual(after);
});

/** Other hours by which more facts differ than may be written in one transaction. */
const nightsOf = (accountId: string) => (preparation: Preparation) => {
  const request = { accountId, systemId: 'VIP', body: { standardTimes: times('22:00', '06:00') }, clock: t.clock };
  return t.db.tenant(accountId, (tx) => syncPayroll(tx, { ...request, preparation }));
};
const FEW = { mostFacts: 100 };

test('more facts than one transaction may write are those of a recalculation as well, when the change has ended', async () => {
  const { accountId, facts, recalculated, isRecalculating } = await givenFarm();
  const before = await facts();
  await withPreparedFacts(t, nightsOf(accountId), FEW);
  const after = await facts();
  expect(after).not.toEqual(before);
  expect(await isRecalculating()).toBe(false);
  expect(await recalculated()).toEqual(after);
});

test('a crash after its transaction: the account is marked until the job has derived what was left', async () => {
  const { accountId, facts, recalculated, isRecalculating } = await givenFarm();
  const before = await facts();
  const change = nightsOf(accountId);
  const crashing = withPreparedFacts(
    t,
    async (preparation) => {
      await change(preparation);
      expect(preparation.afterwards?.employeeIds).toHaveLength(PEOPLE.length);
      throw new Error('crash');
    },
    FEW,
  );
  await expect(crashing).rejects.toThrow('crash');
  expect(await facts()).toEqual(before);
  expect(await isRecalculating()).toBe(true);
  await t.jobs.send('account.rederive-due', {});
  await t.jobs.drain();
  const after = await facts();
  expect(after).not.toEqual(before);
  expect(await isRecalculating()).toBe(false);
  expect(await recalculated()).toEqual(after);
});

test('while a recalculation is under way the transaction writes all of them itself, and leaves its mark', async () => {
  const { accountId, facts, recalculated } = await givenFarm();
  const since = t.clock.now();
  await t.db.tenant(accountId, (tx) => markRecalculating(tx, accountId, since));
  t.clock.advance(60_000);
  await withPreparedFacts(t, nightsOf(accountId), FEW);
  const after = await facts();
  expect(await recalculatingSince(t.db, accountId)).toEqual(since);
  expect(await recalculated()).toEqual(after);
});
