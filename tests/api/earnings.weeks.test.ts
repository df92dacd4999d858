import { expect, test } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { givenPay, MONDAY, TUESDAY } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Pay that depends on a workweek: premiums and rest are the same whatever days are read, and locked days keep the rest that they had. */
const t = useTestApp();

test('a premium at the border of pay periods is the same in the period, in its week and on its day', async () => {
  const world = await givenPay(
    t,
    {
      1: {
        '2026-10-30': { from: '07:00', to: '11:00', units: { crate: 100 } },
        '2026-11-01': { from: '07:00', to: '11:00', units: { crate: 10 } },
      },
    },
    {},
    { sundayFactor: 2 },
  );
  await world.rate('piece', '2', { lookup1: 'crate' });
  await world.rate('minimum', '5');
  await world.rule({ window: 'period', premiumBase: 'greater' });
  const premiums = async (query: string) =>
    (await world.person('1', query)).windows
      .flatMap(({ lines }) => lines)
      .flatMap(({ kind, date, amount }) => (kind === 'premium' && date === '2026-11-01' ? [amount] : []));
  // 200.00 and 20.00 by 8 h, in November no top-up: 27.50 an hour, 4 h of it.
  for (const query of [
    'from=2026-11-01&to=2026-11-15',
    'from=2026-10-26&to=2026-11-01',
    'from=2026-11-01&to=2026-11-01',
  ])
    expect(await premiums(query), query).toEqual(['110.00']);
});

test('rest is paid at the average of the workweek; days that were locked by the rules before keep the average of their window', async () => {
  const day = (crates: number) => ({ from: '07:00', to: '11:10', units: { crate: crates } });
  const world = await givenPay(t, { 1: { [MONDAY]: day(80), [TUESDAY]: day(40) } });
  await world.rate('piece', '1', { lookup1: 'crate' });
  await world.rate('minimum', '5');
  await world.rule({
    ...{ window: 'day', scope: 'piece', premiumBase: 'minimum', restRate: 'average' },
    rests: [{ afterMinutes: 120, restMinutes: 10 }],
  });
  const rests = async () =>
    (await world.person('1')).windows
      .flatMap(({ lines }) => lines)
      .flatMap(({ kind, amount }) => (kind === 'rest' ? [amount] : []));
  // 120.00 by 8 h without rest: 15.00 an hour.
  expect(await rests()).toEqual(['2.50', '2.50']);
  await world.ask('/period-locks', { from: MONDAY, to: TUESDAY });
  expect(await rests()).toEqual(['2.50', '2.50']);
  await t.db.run(sql`update period_lock set rules = 4 where account_id = ${world.accountId}`);
  await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${world.accountId}`);
  expect(await rests()).toEqual(['3.33', '1.67']);
});
