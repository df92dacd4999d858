import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { RECORD_DAYS_MORE } from '#contract/operations/oldRecords.ts';
import { GRANTABLE } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenEmployer, givenSession, givenUser } from '../support/factories.ts';
import { givenPaid, span } from '../support/paidWorld.ts';
import { givenPay, RULE } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Old records (docs/reference/records.md#how-long-records-are-stored): removed when an Owner asks, never by themselves. */
const t = useTestApp();
const MONDAY = '2026-11-09';
const day = (nth: number) => addDays(MONDAY, nth);
/** Three years, and the days that stay besides, after so many days: what is from before that day is old then. */
const whenOld = (nth: number) => addDays(`2029${day(nth).slice(4)}`, RECORD_DAYS_MORE);
let world: Awaited<ReturnType<typeof givenPaid>>;
let userId: string;
let token: string;
beforeEach(async () => {
  const week = [0, 1, 2, 3, 4].map(day);
  world = await givenPaid(
    t,
    { '101': span(week, '07:00', '16:00'), '102': { [day(-1)]: ['22:00'], [day(0)]: ['02:00'] } },
    {
      pieceworkEntries: [-10, 1].map((nth) => ({
        ...{ code: `p${nth}`, employeeCode: '101', units: '12.5' },
        ...{ startedAt: `${day(nth)}T08:00:00+02:00`, endedAt: `${day(nth)}T09:00:00+02:00` },
      })),
    },
  );
  await world.rule();
  userId = await givenUser(t.db, world.accountId, { permissions: GRANTABLE.employer });
  await t.db.run(sql`update account set record_years = 3 where account_id = ${world.accountId}`);
});
/** Moves the clock and logs in again. */
async function at(date: string) {
  t.clock.set(`${date}T10:00:00Z`);
  token = await givenSession(t.db, world.accountId, userId, { createdAt: t.clock.now().toISOString() });
}
const ask = (path: string, body?: object, as = token) => t.ask(`/v2${path}`, { token: as, body });
const preview = async () => (await ask('/old-records')).json();
const remove = (before: string) => ask('/old-records/remove', { before });
const rowsOf = async (table: 'clock_record' | 'piecework_entry') =>
  (
    await t.db.single(
      z.object({ n: z.int() }),
      table === 'clock_record'
        ? sql`select count(*)::int as n from clock_record where account_id = ${world.accountId}`
        : sql`select count(*)::int as n from piecework_entry where account_id = ${world.accountId}`,
    )
  ).n;

test('the work of teams goes with its parts, so that a change of the team does not bring them back', async () => {
  const { accountId } = world;
  const [teamId, entryId] = [randomUUID(), randomUUID()];
  await t.db.run(
    sql`insert into team (account_id, team_id, name, division, members) values (${accountId}, ${teamId}, 'Blue', 'equal', '[]')`,
  );
  await t.db.run(sql`insert into team_entry (account_id, team_entry_id, team_id, units, at, on_date, source, record_id, received_at)
    values (${accountId}, ${entryId}, ${teamId}, 3, ${`${day(-10)}T08:00:00Z`}, ${day(-10)}, 'office', ${entryId}, ${`${day(-10)}T08:00:00Z`})`);
  await at(whenOld(4));
  const { before, kinds } = await preview();
  expect(kinds).toContainEqual({ what: 'Work of teams', rows: 1, years: [{ year: 2026, rows: 1 }] });
  expect((await remove(before)).statusCode).toBe(200);
  await t.jobs.drain();
  expect(await preview()).toMatchObject({ total: 0, kinds: [] });
});

test('deliveries and samples of containers go as well', async () => {
  const { accountId } = world;
  for (const nth of [-10, 10]) {
    const [id, when] = [randomUUID(), `${day(nth)}T08:00:00Z`];
    await t.db.run(sql`insert into container_delivery (account_id, delivery_id, container, at, verdict, device_id, source, record_id, received_at)
      values (${accountId}, ${id}, '4711', ${when}, 'accept', ${id}, 'test', ${id}, ${when})`);
    await t.db.run(sql`insert into quality_sample (account_id, sample_id, container, at, pieces, found, device_id, source, record_id, received_at)
      values (${accountId}, ${id}, '4711', ${when}, 50, '{}', ${id}, 'test', ${id}, ${when})`);
  }
  await at(whenOld(4));
  const { before, kinds } = await preview();
  for (const what of ['Delivered', 'Samples'])
    expect(kinds).toContainEqual({ what, rows: 1, years: [{ year: 2026, rows: 1 }] });
  expect((await remove(before)).statusCode).toBe(200);
  await t.jobs.drain();
  expect(await preview()).toMatchObject({ total: 0, kinds: [] });
});

test('a preview by kind and year; what goes is what it listed, and days that stay say what they said', async () => {
  await at(whenOld(4));
  const { before, kinds, total, ...rest } = await preview();
  expect({ before, ...rest }).toEqual({ before: day(4), years: 3, removedBefore: null });
  // Punches stay four days longer, for work that passes midnight into the first day.
  expect(kinds).toEqual([
    { what: 'Punches', rows: 1, years: [{ year: 2026, rows: 1 }] },
    { what: 'Pieces', rows: 1, years: [{ year: 2026, rows: 1 }] },
  ]);
  expect(total).toBe(2);
  const card = async () => (await ask(`/stats/hours?from=${addDays(before, 25)}&to=${addDays(before, 40)}`)).json();
  const last = async () => (await ask(`/stats/hours?from=${day(4)}&to=${day(4)}`)).json();
  const then = [await card(), await last()];
  expect(await preview()).toMatchObject({ total: 2 });
  expect((await remove(addDays(before, 1))).json().errorCode).toBe('CONFLICT');
  expect((await remove(before)).json()).toMatchObject({ removedBefore: before, total: 2 });
  await t.jobs.drain();
  expect([await rowsOf('clock_record'), await rowsOf('piecework_entry')]).toEqual([11, 1]);
  expect(await preview()).toMatchObject({ removedBefore: before, total: 0, kinds: [] });
  expect((await card()).totals).toEqual(then[0].totals);
  // Nothing is said of days that were removed, nor of the weeks that would need them.
  const gone = await ask(`/stats/hours?from=${day(3)}&to=${day(4)}`);
  expect(gone.json()).toMatchObject({
    errorCode: 'DATE_OUT_OF_RANGE',
    message: expect.stringContaining('were removed'),
  });
  const file = { dates: { from: day(0), to: day(5) }, parts: ['time-cards'], exportType: 'csv' };
  expect((await ask('/records', file)).json().errorCode).toBe('DATE_OUT_OF_RANGE');
  // A second click finds nothing, and the trail has one entry.
  expect((await remove(before)).json().errorCode).toBe('CONFLICT');
  const trail = await t.db.rows(
    z.object({ detail: z.string() }),
    sql`select detail from audit_entry where account_id = ${world.accountId} and action = 'records.remove'`,
  );
  expect(trail).toEqual([{ detail: `before ${before}: punches 1, pieces 1` }]);
});

test('nothing goes by itself, nor sooner than the account says', async () => {
  await at(whenOld(-20));
  expect(await preview()).toMatchObject({ total: 0 });
  expect((await remove(day(-20))).json().errorCode).toBe('CONFLICT');
  await at(addDays(whenOld(4), 400));
  await t.jobs.drain();
  expect(await rowsOf('clock_record')).toBe(12);
  await t.db.run(sql`update account set record_years = 7 where account_id = ${world.accountId}`);
  expect(await preview()).toMatchObject({ total: 0, years: 7 });
});

test('a lock and what was corrected stay whole: all of their days, or none', async () => {
  await at(day(10));
  await ask('/period-locks', { from: day(0), to: day(6) });
  await at(whenOld(4));
  expect(await preview()).toMatchObject({ before: day(0) });
  await at(whenOld(30));
  const found = await preview();
  expect(found).toMatchObject({ before: day(30) });
  expect(found.kinds.map(({ what }: { what: string }) => what)).toEqual(['Punches', 'Pieces', 'Locks']);
  await remove(found.before);
  await t.jobs.drain();
  expect(await preview()).toMatchObject({ total: 0 });
  expect([await rowsOf('clock_record'), await rowsOf('piecework_entry')]).toEqual([0, 0]);
});

test('two at once and another account: one removal, of this account alone', async () => {
  const other = await givenPaid(t, { '1': span([day(0)], '07:00', '16:00') });
  await at(whenOld(30));
  const { before } = await preview();
  const answers = await Promise.all([remove(before), remove(before)]);
  expect(answers.map(({ statusCode }) => statusCode).every((code) => code === 200 || code === 409)).toBe(true);
  await t.jobs.drain();
  expect(await rowsOf('clock_record')).toBe(0);
  const theirs = await t.db.single(
    z.object({ n: z.int() }),
    sql`select count(*)::int as n from clock_record where account_id = ${other.accountId}`,
  );
  expect(theirs.n).toBe(2);
});

test('a removal that was stopped goes on, and refuses the days meanwhile', async () => {
  await at(whenOld(30));
  const { before } = await preview();
  await remove(before);
  // Before the job has run, nothing is said of these days any more.
  expect((await ask(`/stats/hours?from=${day(0)}&to=${day(4)}`)).json().errorCode).toBe('DATE_OUT_OF_RANGE');
  expect(await rowsOf('clock_record')).toBe(12);
  // Its order was lost with the queue: another click sends it again.
  expect((await remove(before)).statusCode).toBe(200);
  await t.jobs.drain();
  expect(await rowsOf('clock_record')).toBe(0);
});

test('a removal that fails in the middle goes on where it stopped', async () => {
  await at(whenOld(30));
  const { before } = await preview();
  await t.db.run(
    sql`create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'stop'; end $$`,
  );
  await t.db.run(sql`create trigger stop_here before delete on piecework_entry execute function stop_here()`);
  await remove(before);
  await t.jobs.drain().catch(() => undefined);
  expect([await rowsOf('clock_record'), await rowsOf('piecework_entry')]).toEqual([0, 2]);
  await t.db.run(sql`drop trigger stop_here on piecework_entry`);
  await t.db.run(sql`drop function stop_here()`);
  expect(await preview()).toMatchObject({ total: 2 });
  expect((await remove(before)).statusCode).toBe(200);
  await t.jobs.drain();
  expect(await preview()).toMatchObject({ total: 0 });
  expect(await rowsOf('piecework_entry')).toBe(0);
});

test('only of one’s own account and with Setup.MANAGE', async () => {
  await at(whenOld(30));
  const { before } = await preview();
  const { accountId, userId: id } = await givenEmployer(t.db, { permissions: GRANTABLE.employer });
  const as = await givenSession(t.db, accountId, id, { createdAt: t.clock.now().toISOString() });
  expect((await ask('/old-records', undefined, as)).json()).toMatchObject({ total: 0 });
  expect((await ask('/old-records/remove', { before }, as)).json().errorCode).toBe('CONFLICT');
  const without = await givenUser(t.db, world.accountId, { permissions: ['Attendance.LOCK_PERIOD'] });
  const refused = await givenSession(t.db, world.accountId, without, { createdAt: t.clock.now().toISOString() });
  expect((await ask('/old-records', undefined, refused)).json()).toMatchObject({ errorCode: 'PERMISSION_DENIED' });
  expect(await rowsOf('clock_record')).toBe(12);
});

test('after a removal the first promised day has its pay, also where pay looks at its whole pay period and the weeks before', async () => {
  const pay = await givenPay(t, { 1: { '2026-11-30': { from: '07:00', to: '16:00', units: { crate: 110 } } } });
  await pay.sync({
    clockRecords: [{ code: 'old', employeeCode: '1', at: '2026-08-10T07:00:00+02:00' }],
  });
  await pay.rate('piece', '3.10', { lookup1: 'crate' });
  await pay.rate('minimum', '28.79');
  await pay.rule({ ...RULE, window: 'period' });
  await t.db.run(sql`update account set record_years = 3 where account_id = ${pay.accountId}`);
  const owner = await givenUser(t.db, pay.accountId, { permissions: GRANTABLE.employer });
  t.clock.set('2029-11-30T10:00:00Z');
  const as = await givenSession(t.db, pay.accountId, owner, { createdAt: t.clock.now().toISOString() });
  const { before } = (await ask('/old-records', undefined, as)).json();
  expect((await ask('/old-records/remove', { before }, as)).statusCode).toBe(200);
  await t.jobs.drain();
  const dates = { from: '2026-11-30', to: '2026-11-30' };
  await ask('/records', { dates, parts: ['time-cards', 'paid-hours', 'pay'], exportType: 'csv' }, as);
  await t.jobs.drain();
  expect((await ask('/records', undefined, as)).json().files).toMatchObject([{ status: 'ready', failure: null }]);
});
