import { expect, test } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { givenAdmin, givenSession } from '#tests/support/factories.ts';
import { ASKED, givenSupervised, MONDAY } from '#tests/support/ledger.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Rules 4, 5, 8 and 15 as they have been since 28 November 2026, and the work days that were locked before. */
const t = useTestApp();

const BACK_FOR_A_MINUTE = [
  ['07:00', 'in'],
  ['12:01', 'out'],
  ['15:58', 'in'],
  ['15:59:30', 'out'],
] as const;

test('days that were locked by earlier rules keep their figures when all is derived again; others do not', async () => {
  const site = await givenSupervised(t);
  const { accountId } = site;
  const one = await site.person('1');
  const tuesday = '2026-11-24';
  await site.send('1', [...BACK_FOR_A_MINUTE.map(([time, key]): [string, typeof key] => [time, key])]);
  await site.send('1', [...BACK_FOR_A_MINUTE.map(([time, key]): [string, typeof key] => [`${tuesday} ${time}`, key])]);
  expect(await site.figures(one)).toMatchObject({ hours: '5:02' });

  const lock = await site.ask('/period-locks', { from: MONDAY, to: MONDAY });
  expect(lock.status).toBe(200);
  await t.db.run(sql`update period_lock set rules = 1 where account_id = ${accountId}`);
  const admin = await givenAdmin(t.db);
  const token = await givenSession(t.db, admin.accountId, admin.userId, { createdAt: ASKED });
  const body = { dates: { from: MONDAY, to: tuesday } };
  const started = await t.ask(`/v2/stats/reset-dashboard-state/${accountId}`, { token, body });
  expect(started.statusCode).toBe(200);
  await t.jobs.drain();
  expect(await site.figures(one)).toMatchObject({ hours: '8:59' });
  expect(await site.figures(one, tuesday)).toMatchObject({ hours: '5:02' });
});

test('the day of the first contact: nobody is absent or late by a shift that began before it', async () => {
  const site = await givenSupervised(t);
  const { accountId } = site;
  const [here, away] = [await site.person('1'), await site.person('2')];
  await t.db.run(sql`update account set first_record_at = null where account_id = ${accountId}`);
  await t.db.run(
    sql`update device set first_contact = ${site.at('08:56')}::timestamptz where account_id = ${accountId}`,
  );
  await site.send('1', ['09:02', '16:00']);
  const totals = await site.get(`/stats/employee/attendance-status-totals?referenceDate=${MONDAY}`);
  expect(totals).toMatchObject({ present: 1, late: 0, absent: 0, unverified: 1 });
  expect(await site.explain(here)).toMatchObject({
    rule: 8,
    late: false,
    reason: 'Punched; the shift began before the first record of this farm, so nobody is late.',
  });
  expect(await site.explain(away)).toMatchObject({
    status: 'unverified',
    reason: 'No punch, and the shift began before the first record of this farm at 08:56: not judged.',
  });
  const listed = async (days: string) => (await site.get(`/exceptions?${days}`)).exceptions;
  expect(await listed(`from=${MONDAY}&to=${MONDAY}`)).toEqual([]);
  t.clock.set('2026-12-03T10:00:00Z');
  expect(await listed(`from=${MONDAY}&to=${MONDAY}`)).toEqual([]);
  expect((await listed('from=2026-11-24&to=2026-11-24')).map(({ kind }: { kind: string }) => kind)).toEqual([
    'absence',
    'absence',
  ]);
});

test('pieces of a night without a shift are of the day of its hours', async () => {
  const site = await givenSupervised(t, null);
  await site.person('1');
  await site.send('1', [[`${MONDAY} 20:00`, 'in']]);
  await site.work('1', [{ units: '40', startedAt: new Date('2026-11-24T01:00:00+02:00') }]);
  const units = async (day: string) =>
    (await site.get(`/stats/piecework/top-10?referenceDate=${day}&orderBy=units`)).performers.map(
      ({ totalUnits }: { totalUnits: number }) => totalUnits,
    );
  expect([await units(MONDAY), await units('2026-11-24')]).toEqual([[], [40]]);
  await site.send('1', [['2026-11-24 05:00', 'out']]);
  expect([await units(MONDAY), await units('2026-11-24')]).toEqual([[40], []]);
});
