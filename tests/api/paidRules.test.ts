import { expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { givenPaid, span, WEEK } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Days that were locked while paid hours and pay periods had earlier rules keep those (decision 032); all others go by the present ones. */
const t = useTestApp();

test('a limit dated within a month ends no pay period, but for days that were locked while it did', async () => {
  const { accountId, ask, rule, hours } = await givenPaid(t, { 1: span(WEEK, '07:00', '16:00') });
  await rule();
  await rule({ from: '2026-11-09', dayLimitMinutes: 480 });
  const periods = async () =>
    (await hours('from=2026-11-09&to=2026-11-15')).periods.filter(({ from }) => from.startsWith('2026-11'));
  expect(await periods()).toEqual([{ from: '2026-11-01', to: '2026-11-30' }]);
  const lock = await ask('/period-locks', { from: '2026-11-09', to: '2026-11-13' });
  expect(lock).toMatchObject({ from: '2026-11-09' });
  expect(await periods()).toEqual([{ from: '2026-11-01', to: '2026-11-30' }]);
  await t.db.run(sql`update period_lock set rules = 2 where account_id = ${accountId}`);
  await rule({ from: '2026-11-20', dayLimitMinutes: 500 });
  expect(await periods()).toEqual([
    { from: '2026-11-09', to: '2026-11-30' },
    { from: '2026-11-01', to: '2026-11-08' },
  ]);
});

test('days that were locked by earlier rules keep their paid hours when they are judged again; others do not', async () => {
  const early = ['07:00', '11:00', '12:00', '16:00'];
  const { accountId, ask, rule, hours } = await givenPaid(t, { 1: { '2026-11-09': early, '2026-11-10': early } }, {}, [
    { startTime: '12:00', endTime: '13:00', paid: false },
  ]);
  await rule();
  const paid = async (day: string) => (await hours(`from=${day}&to=${day}`)).totals.paidMs / 3_600_000;
  expect([await paid('2026-11-09'), await paid('2026-11-10')]).toEqual([8, 8]);
  expect(await ask('/period-locks', { from: '2026-11-09', to: '2026-11-09' })).toMatchObject({ from: '2026-11-09' });
  const judgeAgain = async (rules: number) => {
    await t.db.run(sql`update period_lock set rules = ${rules} where account_id = ${accountId}`);
    await t.db.run(sql`delete from judged_date where account_id = ${accountId}`);
    await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${accountId}`);
  };
  await judgeAgain(2);
  expect([await paid('2026-11-09'), await paid('2026-11-10')]).toEqual([7, 8]);
  await judgeAgain(3);
  expect([await paid('2026-11-09'), await paid('2026-11-10')]).toEqual([8, 8]);
});
