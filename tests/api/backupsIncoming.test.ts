import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { moveIn, writeBeforehand } from '#server/backups/incoming.ts';
import { RESTORE_JOB } from '#server/backups/restoreJob.ts';
import { selectRestore } from '#server/backups/restores.sql.ts';
import { type Swap, swapIn } from '#server/backups/swap.ts';
import { sql } from '#server/db/db.ts';
import { backupCalls } from '#tests/support/backupCalls.ts';
import { givenAccount, givenAdmin } from '#tests/support/factories.ts';
import { givenDevice } from '#tests/support/factories.work.ts';
import { fillAccount } from '#tests/support/filledAccount.ts';
import { useTestApp } from '#tests/support/testApp.ts';

const t = useTestApp();
const isEmbedded = process.env.TEST_DATABASE_URL === undefined;
const ITEMS = ['Payroll Data', 'Employees', 'Clock Records'];

let token: string;
let accountId: string;
let serial: string;
const calls = backupCalls(t, () => token);
beforeEach(async () => {
  ({ token } = await givenAdmin(t.db));
  accountId = await givenAccount(t.db, { timeZone: 'UTC' });
  await fillAccount(t.db, accountId, { employees: 5 });
  ({ serialNumber: serial } = await givenDevice(t.db, accountId));
  await punch();
});

/** Two punches of an employee and one with an unknown PIN, as a terminal sends them; sent again, they are duplicates. */
async function punch() {
  const lines = ['1\t2026-11-20 06:58:11\t0', '1\t2026-11-20 09:30:40\t1', '777\t2026-11-20 07:01:00\t0'];
  const reply = await t.app.inject({
    method: 'POST',
    url: `/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=1`,
    payload: lines.map((line) => `${line}\t1\t\t0\t0\n`).join(''),
  });
  expect(reply.body).toBe('OK: 3');
}

const row = z.object({ doc: z.string() });
/** Returns every raw record that users of the account can read. */
const records = (of = accountId) =>
  t.db.tenant(of, (tx) =>
    tx.rows(
      row,
      sql`select to_jsonb(c)::text as doc from clock_record c union all select to_jsonb(p)::text from piecework_entry p order by 1`,
    ),
  );
/** Returns the tables in which a restore prepares its records. */
const tables = async () =>
  (
    await t.db.rows(
      z.object({ name: z.string() }),
      sql`select relname::text as name from pg_class where relnamespace = to_regnamespace('restoring') and relkind = 'r'`,
    )
  ).length;
const isMoving = async () =>
  (
    await t.db.single(
      z.object({ is: z.boolean() }),
      sql`select moving_records as is from account where account_id = ${accountId}`,
    )
  ).is;

/** Starts a restore, of which nothing has been done yet. */
async function given(archive: Buffer, strategy: 'replace' | 'merge'): Promise<Swap> {
  t.clock.advance(1_000);
  const { restoreJobId } = (await calls.upload(archive, accountId)).json();
  await calls.startRestore(accountId, restoreJobId, { items: ITEMS, strategy });
  t.jobs.waiting.length = 0;
  // Now the job runs.
  await t.db.run(sql`update restore_job set progress = '{"done": 0, "total": 0, "step": "Restoring"}'
    where restore_job_id = ${restoreJobId}`);
  const job = await selectRestore(t.db, accountId, restoreJobId);
  if (!job) throw new Error('The restore is gone');
  const now = t.clock.now();
  return { accountId, accountName: 'Farm', job: { ...job, strategy }, startedAt: new Date(job.started), now };
}
const finish = async ({ job }: Swap) => {
  await t.jobs.send(RESTORE_JOB, { accountId, restoreJobId: job.restoreJobId });
  await t.jobs.drain();
  return (await calls.restoreStatus(accountId, job.restoreJobId)).status;
};
const sweep = async () => {
  t.clock.advance(16_000);
  await t.jobs.send('backup-sweep', {});
  await t.jobs.drain();
};

test.runIf(isEmbedded)(
  'records written beforehand are read by nobody until the swap, and then all at once',
  async () => {
    const before = await records();
    const { archive } = await calls.backUp(accountId);
    await t.db.run(sql`delete from clock_record where account_id = ${accountId} and time_id in ('1', '2')`);
    await t.db.run(sql`update clock_record set means = 'nfc' where account_id = ${accountId}`);
    const other = await records();
    const restore = await given(archive, 'replace');
    await writeBeforehand(t.db, restore);
    expect(await tables()).toBe(2);
    expect(await records()).toEqual(other);
    await swapIn(t.services, restore);
    expect(await records()).toEqual(before);
    expect(await isMoving()).toBe(true);
    const stranger = await givenAccount(t.db);
    expect(await records(stranger)).toEqual([]);
    expect(await finish(restore)).toBe('Successful');
    expect(await records()).toEqual(before);
    expect([await tables(), await isMoving()]).toEqual([0, false]);
  },
);

test('punches that come again while restored records are being moved are known', async () => {
  const { archive } = await calls.backUp(accountId);
  const before = await records();
  const restore = await given(archive, 'replace');
  await swapIn(t.services, restore);
  t.clock.advance(1_000);
  await punch();
  expect(await records()).toEqual(before);
  await moveIn(t.db, accountId);
  await punch();
  expect(await records()).toEqual(before);
  expect(await finish(restore)).toBe('Successful');
  expect(await records()).toEqual(before);
});

test.runIf(isEmbedded)('of a restore that died before the swap nothing is left', async () => {
  const { archive } = await calls.backUp(accountId);
  await t.db.run(sql`delete from clock_record where account_id = ${accountId} and time_id = '1'`);
  const before = await records();
  const restore = await given(archive, 'merge');
  await writeBeforehand(t.db, restore);
  await sweep();
  expect(await calls.restoreStatus(accountId, restore.job.restoreJobId)).toMatchObject({ status: 'Failed' });
  expect(await records()).toEqual(before);
  expect(await tables()).toBe(0);
});

test.runIf(isEmbedded)(
  'records of a restore that ended with an error after the swap are moved all the same',
  async () => {
    const { archive } = await calls.backUp(accountId);
    const before = await records();
    const restore = await given(archive, 'replace');
    await swapIn(t.services, restore);
    await t.db.run(sql`update restore_job set status = 'Failed' where restore_job_id = ${restore.job.restoreJobId}`);
    await sweep();
    expect(await records()).toEqual(before);
    expect([await tables(), await isMoving()]).toEqual([0, false]);
  },
);

test.runIf(isEmbedded)('a merge takes in the same records, written beforehand or in the swap itself', async () => {
  const { archive } = await calls.backUp(accountId);
  // Some records are gone. The places of others are taken by an event, by an unmatched punch, or by what a sender has sent.
  await t.db.run(sql`delete from clock_record where account_id = ${accountId} and time_id in ('1', '2', '777')`);
  await t.db.run(sql`delete from piecework_entry where account_id = ${accountId}`);
  await punch();
  await t.db.run(sql`insert into piecework_entry (account_id, piecework_entry_id, units, started_at, source, record_id, received_at)
    select ${accountId}, gen_random_uuid(), 1, now(), 'payroll:PAY', 'R' || n, now() from generate_series(1, 2) n`);
  const kept = await records();
  const ways = [];
  for (const databaseUrl of ['postgres://elsewhere', undefined]) {
    await t.db.run(
      sql`delete from clock_record where account_id = ${accountId} and not to_jsonb(clock_record)::text = any(${kept.map(({ doc }) => doc)})`,
    );
    await t.db.run(
      sql`delete from piecework_entry where account_id = ${accountId} and not to_jsonb(piecework_entry)::text = any(${kept.map(({ doc }) => doc)})`,
    );
    expect(await records()).toEqual(kept);
    const restore = await given(archive, 'merge');
    await swapIn({ ...t.services, config: { ...t.services.config, databaseUrl } }, restore);
    ways.push(await records());
    expect(await finish(restore)).toBe('Successful');
    ways.push(await records());
  }
  expect(ways[0]?.length).toBeGreaterThan(kept.length);
  for (const way of ways) expect(way).toEqual(ways[0]);
});
