import { expect, test } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { givenDevice } from '../support/factories.work.ts';
import { givenPaid, span, WEEK } from '../support/paidWorld.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Days that were locked while paid hours and pay periods had earlier rules keep those (decision 032); all others go by the present ones. */
const t = useTestApp();
const { send } = useTerminals(t);

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

test('a break in two halves and the second limit of a week: days that were locked by the rules before keep those', async () => {
  const halves = ['07:00', '12:00', '12:30', '13:30', '14:00', '16:00'];
  const { accountId, ask, rule, hours } = await givenPaid(
    t,
    { 1: { ...span(['2026-11-08'], '07:00', '17:00'), '2026-11-09': halves, '2026-11-10': halves } },
    {},
    [{ startTime: '12:00', endTime: '13:00', paid: false, atLeast: true }],
  );
  await rule({ weekStart: 7, weekLimitMinutes: 12 * 60, weekLimit2Minutes: 16 * 60 });
  const classes = async (day: string) => {
    const { paidMs, ordinaryMs, overtime1Ms, overtime2Ms } = (await hours(`from=${day}&to=${day}`)).totals;
    return [paidMs, ordinaryMs, overtime1Ms, overtime2Ms].map((ms) => ms / 3_600_000);
  };
  // 9 h on Sunday; 60 minutes of break are taken off. Of 16 h for all hours 7 are left on Monday.
  expect(await classes('2026-11-09')).toEqual([8, 7, 0, 1]);
  expect(await classes('2026-11-10')).toEqual([8, 0, 0, 8]);
  expect(await ask('/period-locks', { from: '2026-11-09', to: '2026-11-09' })).toMatchObject({ from: '2026-11-09' });
  await t.db.run(sql`update period_lock set rules = 4 where account_id = ${accountId}`);
  await t.db.run(sql`delete from judged_date where account_id = ${accountId}`);
  await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${accountId}`);
  // A half was one break, of which another half was lacking; Sundays filled no limit.
  expect(await classes('2026-11-09')).toEqual([7.5, 7.5, 0, 0]);
  expect(await classes('2026-11-10')).toEqual([8, 0, 0, 8]);
});

test('a punch at a terminal with the key of a break begins or ends one, whatever its time', async () => {
  const lunch = [{ startTime: '12:00', endTime: '13:00', paid: false }];
  const { accountId, sync, rule, hours, ask } = await givenPaid(t, {}, {}, lunch);
  await rule();
  const person = { firstName: 'A', lastName: 'B', timeGroupCode: 'DAY', activeFrom: '2026-09-01' };
  await sync({ employees: ['1', '2'].map((number) => ({ ...person, code: number, number, timeId: number })) });
  const { serialNumber } = await givenDevice(t.db, accountId, { directions: 'trust' });
  const punches = (pin: string, keys: readonly number[]) =>
    ['07:00', '09:00', '09:20', '16:00'].map((time, nth) => `${pin}\t2026-11-10 ${time}:00\t${keys[nth]}\t1`);
  const lines = [...punches('1', [0, 2, 3, 1]), ...punches('2', [0, 1, 0, 1])];
  await send('POST', `/iclock/cdata?SN=${serialNumber}&table=ATTLOG`, lines.join('\n'));
  const day = 'from=2026-11-10&to=2026-11-10';
  const { rows } = await hours(day);
  expect(rows.map(({ employee, sums }) => [employee.number, sums.paidMs / 60_000, sums.takenOffMs / 60_000])).toEqual([
    ['1', 520, 0],
    ['2', 460, 60],
  ]);
  // A person's own days are read another way.
  const id = rows[0]?.employee._id;
  const { days } = await ask(`/stats/person/${id}?${day}`);
  expect(days).toMatchObject([{ attendance: { paid: { paidMs: 520 * 60_000 } } }]);
});
