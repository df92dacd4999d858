import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { releaseRecords } from '#server/attendance/quarantine.sql.ts';
import { linkUnmatched } from '#server/attendance/records.sql.ts';
import { storeRecords } from '#server/attendance/store.ts';
import { settleStandings, updatePunches } from '#server/intake/terminals/rereading.sql.ts';
import { type Db, sql } from '#server/platform/db/db.ts';
import { givenAccount } from '#tests/support/factories.ts';
import { givenDevice } from '#tests/support/factories.work.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/**
 * An account that came after the statistics: the planner knows only other accounts, and expects no row of this one. Work on many of its records reads
 * each of them a few times, and not all of the account's for each (docs/performance.md, 'Statistics of a new account').
 */
const t = useTestApp();
const PEOPLE = 400;
const numbers = Array.from({ length: PEOPLE }, (_, n) => String(n + 1));
const receivedAt = new Date('2026-11-20T08:00:00Z');
const at = new Date('2026-11-20T05:00:00Z');

const givenPeople = (accountId: string) =>
  t.db.rows(
    z.object({ id: z.string() }),
    sql`insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, is_active, activity, time_id)
      select ${accountId}::uuid, gen_random_uuid(), 'PAY', n::text, n::text, 'Emma', n::text, true, '[{"from":null,"isActive":true}]', n::text
      from generate_series(1, ${PEOPLE}::int) n returning employee_id as id`,
  );
const givenPunches = (accountId: string, standing: string, deviceId: string | null = null) =>
  t.db.run(sql`insert into clock_record (account_id, clock_record_id, time_id, at, direction, source, record_id, received_at, standing, device_id)
    select ${accountId}::uuid, gen_random_uuid(), n::text, ${at}::timestamptz, 'in', ${standing === 'quarantined' ? 'device:gate@10.9.0.0/24' : 'device:gate'}::text, n::text, ${receivedAt}::timestamptz, ${standing}::text, ${deviceId}::uuid
    from generate_series(1, ${PEOPLE}::int) n`);

/** Returns the rows that some work in a tenant's transaction reads. */
const rowsReadBy = (accountId: string, work: (tx: Db) => Promise<unknown>) =>
  t.db.tenant(accountId, async (tx) => {
    const read = async () =>
      (
        await tx.single(
          z.object({ read: z.int() }),
          sql`select coalesce(sum(idx_tup_fetch + seq_tup_read), 0)::int as read from pg_stat_xact_user_tables
            where relname in ('clock_record', 'piecework_entry', 'employee')`,
        )
      ).read;
    // The counters of a connection may still hold those of its last transaction.
    const before = await read();
    await work(tx);
    return (await read()) - before;
  });

const storeMany = (tx: Db, accountId: string) =>
  storeRecords(tx, {
    accountId,
    receivedAt,
    clockRecords: numbers.map((number) => ({ source: 'device:a', employeeNumber: number, at, recordId: number })),
    pieceworkEntries: numbers.map((number) => ({
      ...{ source: 'device:a', employeeNumber: number, startedAt: at, units: '1', recordId: number },
    })),
  });

beforeAll(async () => {
  const known = await givenAccount(t.db);
  await givenPeople(known);
  await t.db.tenant(known, (tx) => storeMany(tx, known));
  await givenPunches(known, 'counted');
  await t.db.run(sql`analyze clock_record, piecework_entry, employee`);
});

test('a first batch of many', async () => {
  const accountId = await givenAccount(t.db);
  await givenPeople(accountId);
  expect(await rowsReadBy(accountId, (tx) => storeMany(tx, accountId))).toBeLessThan(30 * PEOPLE);
});

test('records of many who arrive later', async () => {
  const accountId = await givenAccount(t.db);
  await givenPunches(accountId, 'counted');
  const ids = (await givenPeople(accountId)).map(({ id }) => id);
  expect(await rowsReadBy(accountId, (tx) => linkUnmatched(tx, accountId, ids))).toBeLessThan(30 * PEOPLE);
});

test('punches that are read again in another zone', async () => {
  const accountId = await givenAccount(t.db);
  const { deviceId } = await givenDevice(t.db, accountId);
  await givenPunches(accountId, 'counted', deviceId);
  const punches = await t.db.rows(
    z.object({ id: z.string() }),
    sql`select clock_record_id as id from clock_record where account_id = ${accountId}`,
  );
  const moved = punches.map(({ id }) => ({ id, at: '2026-11-20T06:00:00Z', direction: 'in' }));
  expect(await rowsReadBy(accountId, (tx) => updatePunches(tx, accountId, moved))).toBeLessThan(30 * PEOPLE);
  expect(await rowsReadBy(accountId, (tx) => settleStandings(tx, accountId))).toBeLessThan(30 * PEOPLE);
});

test('quarantined records that are accepted', async () => {
  const accountId = await givenAccount(t.db);
  const { deviceId } = await givenDevice(t.db, accountId);
  await givenPunches(accountId, 'quarantined', deviceId);
  const work = (tx: Db) => releaseRecords(tx, { accountId, deviceId }, { origins: ['10.9.0.0/24'] });
  expect(await rowsReadBy(accountId, work)).toBeLessThan(30 * PEOPLE);
});
