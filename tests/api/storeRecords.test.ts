import { expect, test } from 'vitest';
import { z } from 'zod';
import { storeRecords } from '#server/attendance/store.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount } from '#tests/support/factories.ts';
import { useTestApp } from '#tests/support/testApp.ts';

const t = useTestApp();

const receivedAt = new Date('2026-11-20T08:00:00Z');
const at = new Date('2026-11-20T05:00:00Z');

test('what a terminal sent is stored as it sent it, and nothing in its place of other records', async () => {
  const accountId = await givenAccount(t.db);
  const sent = { localTime: '2026-11-20 07:00:00', status: 1, verifyMode: 15, workCode: '7' };
  const clockRecords = [
    { timeId: '1', at, source: 'device:a', direction: 'in' as const, sent },
    { timeId: '2', at, source: 'payroll:x', direction: 'in' as const },
  ];
  await t.db.tenant(accountId, (tx) => storeRecords(tx, { accountId, receivedAt, clockRecords }));
  const stored = await t.db.rows(
    z.unknown(),
    sql`select local_time::text as "localTime", sent_status as status, verify_mode as "verifyMode", work_code as "workCode"
        from clock_record where account_id = ${accountId} order by time_id`,
  );
  expect(stored).toEqual([sent, { localTime: null, status: null, verifyMode: null, workCode: null }]);
});

test('how long work took is stored', async () => {
  const accountId = await givenAccount(t.db);
  const entry = { timeId: '1', source: 'device:a', units: '2.5', startedAt: at };
  const pieceworkEntries = [
    { ...entry, recordId: 'w1', durationMs: 90_000 },
    { ...entry, recordId: 'w2' },
  ];
  await t.db.tenant(accountId, (tx) => storeRecords(tx, { accountId, receivedAt, pieceworkEntries }));
  const stored = await t.db.rows(
    z.object({ ms: z.int().nullable() }),
    sql`select duration_ms as ms from piecework_entry where account_id = ${accountId} order by record_id`,
  );
  expect(stored.map(({ ms }) => ms)).toEqual([90_000, null]);
});

test('the account is locked while its records are stored, also where nothing of it changes', async () => {
  const accountId = await givenAccount(t.db);
  const clockRecords = [{ timeId: '1', at, source: 'device:a', direction: 'in' as const }];
  const store = () =>
    t.db.tx(async (tx) => {
      const { changed } = await storeRecords(tx, { accountId, receivedAt, clockRecords });
      // A row that is locked names the transaction that holds it.
      const { isLocked } = await tx.single(
        z.object({ isLocked: z.boolean() }),
        sql`select xmax = pg_current_xact_id()::xid as "isLocked" from account where account_id = ${accountId}`,
      );
      return { changed, isLocked };
    });
  await store();
  expect(await store()).toEqual({ changed: false, isLocked: true });
});

test('an empty batch changes nothing, and is answered so', async () => {
  const accountId = await givenAccount(t.db);
  const answer = await t.db.tenant(accountId, (tx) => storeRecords(tx, { accountId, receivedAt }));
  expect(answer).toEqual({ clockRecords: [], pieceworkEntries: [], changed: false });
});

test('what the work was is stored as it was sent; an empty code is none', async () => {
  const accountId = await givenAccount(t.db);
  const entry = { timeId: '1', source: 'device:a', units: '1', startedAt: at };
  const pieceworkEntries = [
    { ...entry, recordId: 'w1', lookup1Code: 'A', lookup2Code: 'B', jobDescription: 'Picking' },
    { ...entry, recordId: 'w2', lookup1Code: '', lookup2Code: '' },
  ];
  await t.db.tenant(accountId, (tx) => storeRecords(tx, { accountId, receivedAt, pieceworkEntries }));
  const stored = await t.db.rows(
    z.unknown(),
    sql`select lookup1_code as lookup1, lookup2_code as lookup2, job_description_code as job from piecework_entry where account_id = ${accountId} order by record_id`,
  );
  expect(stored).toEqual([
    { lookup1: 'A', lookup2: 'B', job: 'Picking' },
    { lookup1: null, lookup2: null, job: null },
  ]);
});

test('the first record is the earliest that counts; one ahead of its receipt is none', async () => {
  const accountId = await givenAccount(t.db, { firstRecordAt: null });
  const store = (...times: Date[]) =>
    t.db.tenant(accountId, (tx) =>
      storeRecords(tx, {
        accountId,
        receivedAt,
        clockRecords: times.map((each) => ({ timeId: '1', at: each, source: 'device:a', direction: 'in' as const })),
      }),
    );
  const first = async () =>
    (
      await t.db.single(
        z.object({ first: z.coerce.date().nullable() }),
        sql`select first_record_at as first from account where account_id = ${accountId}`,
      )
    ).first;
  await store(new Date('2026-11-21T08:00:00Z'));
  expect(await first()).toBeNull();
  await store(new Date('2026-11-20T06:00:00Z'), at);
  expect(await first()).toEqual(at);
});
