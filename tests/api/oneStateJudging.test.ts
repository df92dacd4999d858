import { expect, test } from 'vitest';
import { createDayModels } from '#server/figures/stats/dayModels.ts';
import { selectSums } from '#server/figures/trends/judgedDays.sql.ts';
import { createJudgedDays } from '#server/figures/trends/judgedDays.ts';
import { createOneState } from '#server/figures/trends/oneState.ts';
import { EVERYBODY } from '#server/figures/trends/people.ts';
import { createDb, type Db, raw, sql } from '#server/platform/db/db.ts';
import { createPool } from '#server/platform/db/pool.ts';
import { givenPay, MONDAY, TUESDAY } from '#tests/support/payWorld.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** One state where others change days between each judging and the snapshot that reads them, and while the snapshot judges itself. */
const t = useTestApp();
const nine = { from: '07:00', to: '16:00' };

/** Makes all days stale before each snapshot, and raises the data version. */
async function given() {
  const { accountId } = await givenPay(t, { 1: { [MONDAY]: nine, [TUESDAY]: nine }, 2: { [MONDAY]: nine } });
  const pool = createPool({ connectionString: t.connectionString, max: 1 });
  const elsewhere = createDb(pool);
  const change = () =>
    elsewhere.tx(async (tx) => {
      await tx.run(sql`insert into judged_stale (account_id, employee_id, from_day, to_day)
        select account_id, employee_id, '-infinity', 'infinity' from employee where account_id = ${accountId} limit 1`);
      await tx.run(sql`update account set data_version = data_version + 1 where account_id = ${accountId}`);
    });
  let snapshots = 0;
  const db: Db = {
    ...t.db,
    async tenant(id, fn, options) {
      if (options?.snapshot) {
        snapshots++;
        await change();
      }
      return t.db.tenant(id, fn, options);
    },
  };
  const asked = { accountId, timeZone: 'Africa/Johannesburg', now: t.clock.now() };
  const read = (mayJudge: boolean, during: () => Promise<unknown> = async () => undefined) =>
    createOneState(db, createDayModels(t.db), { atOnce: 1, mayJudge })(asked, async (state) => {
      await during();
      const { versions } = await state.days.judge({ ...asked, dataVersion: state.dataVersion }, MONDAY, TUESDAY);
      return selectSums(state.db, accountId, [...versions.keys()], EVERYBODY);
    });
  return { read, change, end: () => pool.end(), snapshots: () => snapshots };
}

test('days that are stale in every snapshot are judged in it, also while the data moves on', async () => {
  const { read, change, end, snapshots } = await given();
  const sums = await read(true, change);
  expect(sums.map(({ clockedMs }) => clockedMs / 3_600_000).sort()).toEqual([18, 9]);
  expect(snapshots()).toBeGreaterThan(2);
  // What was judged within is stored, but for what came meanwhile.
  expect((await read(true)).length).toBe(2);
  await end();
});

test('what takes long never judges, and is refused with when to try again', async () => {
  const { read, end } = await given();
  await expect(read(false)).rejects.toMatchObject({ errorCode: 'UNAVAILABLE', retryAfter: 5 });
  await end();
});

test('days that somebody else judges for the first time while the snapshot judges them are read again', async () => {
  const { accountId } = await givenPay(t, { 1: { [MONDAY]: nine, [TUESDAY]: nine }, 2: { [MONDAY]: nine } });
  const pool = createPool({ connectionString: t.connectionString, max: 2 });
  const elsewhere = createDb(pool);
  const asked = { accountId, timeZone: 'Africa/Johannesburg', now: t.clock.now() };
  const others = createJudgedDays(elsewhere, createDayModels(elsewhere));
  let judgings = 0;
  const db: Db = {
    ...t.db,
    async tenant(id, fn, options) {
      // Judged before, the days are unknown again at each snapshot.
      if (options?.snapshot && judgings === 0)
        await elsewhere.tx(async (tx) => {
          for (const table of ['judged_day', 'judged_date'] as const)
            await tx.run(raw(`delete from ${table} where account_id = '${accountId}'`));
        });
      return t.db.tenant(id, fn, options);
    },
  };
  const oneState = createOneState(db, createDayModels(t.db), { atOnce: 1 });
  let reads = 0;
  const sums = await oneState(asked, async (state) => {
    reads++;
    // The third is the first that judges within: others are quicker.
    if (reads === 3) {
      judgings++;
      await others.judge({ ...asked, dataVersion: state.dataVersion }, MONDAY, TUESDAY);
    }
    const { versions } = await state.days.judge({ ...asked, dataVersion: state.dataVersion }, MONDAY, TUESDAY);
    return selectSums(state.db, accountId, [...versions.keys()], EVERYBODY);
  });
  expect(sums.map(({ clockedMs }) => clockedMs / 3_600_000).sort()).toEqual([18, 9]);
  expect(reads).toBeGreaterThan(3);
  await pool.end();
});
