import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PayrollSyncBody } from '#contract/intake/payroll.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '#tests/support/factories.payroll.ts';
import { givenAccount, givenEmployer } from '#tests/support/factories.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** The days of records that wait for many employees are derived after the transaction that adds these; what is stored is what a few at a time come to. */
const t = useTestApp();

const PEOPLE = Array.from({ length: 120 }, (_, n) => String(n + 1).padStart(3, '0'));
const employees = PEOPLE.map((code) => ({ code, number: code, firstName: 'A', lastName: code, timeId: `9${code}` }));
const WAITING = {
  clockRecords: PEOPLE.flatMap((code) =>
    ['2026-11-18T07:00:00+02:00', '2026-11-18T16:00:00+02:00', '2026-11-20T07:00:00+02:00'].map((at) => ({
      code: `${code} ${at}`,
      timeId: `9${code}`,
      at,
    })),
  ),
  pieceworkEntries: PEOPLE.slice(0, 20).map((code) => ({
    code: `${code} work`,
    timeId: `9${code}`,
    units: '2.5',
    startedAt: '2026-11-18T10:00:00+02:00',
    endedAt: '2026-11-18T11:00:00+02:00',
  })),
};

async function givenFarm() {
  const { accountId, token } = await givenEmployer(t.db, {
    accountId: await givenAccount(t.db, { allowedSystemIds: ['VIP'] }),
  });
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (body: Partial<PayrollSyncBody>) => {
    const reply = await t.ask('/v2/payroll/VIP/sync', { token: key, body, method: 'POST' });
    expect(reply.json()).toMatchObject({ rejected: [] });
    return reply.json();
  };
  await sync(WAITING);
  const facts = async () =>
    (
      await t.db.rows(
        z.object({ line: z.string() }),
        sql`select concat_ws(' ', e.number, f.day, f.events, f.entries, f.units, f.worked_ms, f.unclocked, f.doubtful) as line
            from day_fact f join employee e using (account_id, employee_id) where account_id = ${accountId}
          union all select concat_ws(' ', e.number, f.day, f.units, f.time_ms, f.entries)
            from piecework_fact f join employee e using (account_id, employee_id) where account_id = ${accountId}
          union all select 'waits ' || c.time_id from clock_record c where account_id = ${accountId} and employee_id is null
          order by 1`,
      )
    ).map(({ line }) => line);
  const totals = async () =>
    (await t.ask('/v2/stats/employee/attendance-status-totals?date=2026-11-20', { token })).json<
      Record<string, unknown>
    >();
  return { accountId, sync, facts, totals };
}

async function syncInParts() {
  const { sync, facts } = await givenFarm();
  for (let at = 0; at < employees.length; at += 60) await sync({ employees: employees.slice(at, at + 60) });
  return facts();
}
let parts: Promise<string[]> | undefined;
const inSmallSyncs = () => {
  parts ??= syncInParts();
  return parts;
};

test('120 new employees in one sync: the days of their waiting records are derived by a job, as in small syncs', async () => {
  const { sync, facts, totals } = await givenFarm();
  await sync({ employees });
  expect(await totals()).toMatchObject({ recalculating: true });
  await t.jobs.drain();
  expect(await facts()).toEqual(await inSmallSyncs());
  expect(await facts()).toHaveLength(2 * PEOPLE.length + 20);
  const answer = await totals();
  expect(answer).toMatchObject({ total: PEOPLE.length });
  expect(answer.recalculating).not.toBe(true);
});

/** Adds everybody in one sync, of which the process may die before it sends the job. */
async function givenArrivals({ dies }: { dies: boolean }) {
  const farm = await givenFarm();
  await farm.sync({ employees });
  if (dies) t.jobs.waiting.length = 0;
  else await t.jobs.drain();
  return farm;
}
async function runDueJob() {
  await t.jobs.send('account.rederive-due', {});
  await t.jobs.drain();
}

test('a crash after the transaction: the figures say that they are being worked out anew, and the job derives what is left', async () => {
  const { facts, totals } = await givenArrivals({ dies: true });
  expect(await facts()).toEqual([]);
  expect(await totals()).toMatchObject({ recalculating: true });
  await runDueJob();
  expect(await facts()).toEqual(await inSmallSyncs());
  expect((await totals()).recalculating).not.toBe(true);
});

test.each<[string, Partial<PayrollSyncBody>]>([
  ['they are deleted', { deleted: { employees: PEOPLE } }],
  ['they get other PINs', { employees: employees.map((one) => ({ ...one, timeId: `8${one.code}` })) }],
  [
    'their PINs pass to others',
    { employees: employees.map((one, n) => ({ ...one, timeId: `9${PEOPLE[(n + 1) % PEOPLE.length]}` })) },
  ],
])(
  'before their days are derived %s: what waited is theirs all the same (docs/reference/attendance.md#who-counts)',
  async (_, change) => {
    const [alive, dead] = [await givenArrivals({ dies: false }), await givenArrivals({ dies: true })];
    for (const { sync } of [alive, dead]) await sync(change);
    await runDueJob();
    await t.jobs.drain();
    expect(await alive.facts()).toHaveLength(2 * PEOPLE.length + 20);
    expect(await dead.facts()).toEqual(await alive.facts());
  },
);

test('records in the same sync find what waited before them linked', async () => {
  const { sync, facts } = await givenFarm();
  const [, again] = WAITING.clockRecords;
  const clockRecords = [{ code: 'again', employeeCode: '001', at: again?.at }];
  expect(await sync({ employees, clockRecords })).toMatchObject({
    counts: { clockRecords: { added: 0, unchanged: 1 } },
  });
  await t.jobs.drain();
  expect(await facts()).toEqual(await inSmallSyncs());
});
