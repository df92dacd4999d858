import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenEmployer, givenSession, givenUser } from '../support/factories.ts';
import { givenPaid, span } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Days of whatever age (docs/reference/records.md#files-of-records): what a day said while it could be picked is what it says later, unless facts changed since. */
const t = useTestApp();
const MONDAY = '2026-11-09';
const FRIDAY = addDays(MONDAY, 4);
const week = [0, 1, 2, 3, 4].map((nth) => addDays(MONDAY, nth));
const within = `from=${MONDAY}&to=${FRIDAY}`;
const PERMISSIONS = [
  ...EMPLOYER_PERMISSIONS,
  ...(['Setup.MANAGE', 'Attendance.CORRECT', 'Attendance.LOCK_PERIOD', 'Pay.VIEW', 'Pay.MANAGE'] as const),
];
let world: Awaited<ReturnType<typeof givenPaid>>;
let userId: string;
let people: Map<string, string>;
beforeEach(async () => {
  world = await givenPaid(
    t,
    {
      '101': span(week, '06:40', '17:30'),
      // A missing OUT, a late day, a day without a punch, and one before those that are asked for.
      '102': { '2026-11-06': ['07:00', '16:00'], [MONDAY]: ['07:01'], '2026-11-10': ['09:12', '16:00'] },
      '103': { [FRIDAY]: ['22:00'], [addDays(FRIDAY, 1)]: ['02:30'] },
      // Nothing is known of them before this day.
      '104': {},
    },
    {
      pieceworkEntries: week.map((date, nth) => ({
        code: `p${date}`,
        employeeCode: '101',
        units: `${10 + nth}.125`,
        startedAt: `${date}T08:00:00+02:00`,
        endedAt: `${date}T11:00:00+02:00`,
      })),
    },
  );
  await world.rule({
    weekLimitMinutes: 2400,
    dayLimitMinutes: 540,
    maxDayMinutes: 600,
    payPeriod: 'weekly',
    periodStart: MONDAY,
  });
  userId = await givenUser(t.db, world.accountId, { permissions: PERMISSIONS });
  const rows = await t.db.rows(
    z.object({ number: z.string(), id: z.string() }),
    sql`select number, employee_id as id from employee where account_id = ${world.accountId}`,
  );
  people = new Map(rows.map(({ number, id }) => [number, id]));
});

/** Moves the clock to so many days after the Monday, at noon, prunes as each night does, and logs in. */
async function at(days: number) {
  t.clock.set(`${addDays(MONDAY, days)}T10:00:00Z`);
  await t.jobs.send('prune-day-facts', {});
  await t.jobs.drain();
  const token = await givenSession(t.db, world.accountId, userId, { createdAt: t.clock.now().toISOString() });
  return async (path: string, body?: unknown) => (await t.ask(`/v2${path}`, { token, body })).json();
}
type Ask = Awaited<ReturnType<typeof at>>;
/** Returns everything that is said of the days: 'Why?' of each person and day, time cards, paid hours, exceptions. */
async function told(ask: Ask) {
  const why: unknown[] = [];
  for (const id of people.values())
    for (const date of [...week, addDays(FRIDAY, 1)])
      why.push(await ask(`/stats/employee/${id}/day?referenceDate=${date}`));
  const cards: unknown[] = [];
  for (const id of people.values()) cards.push(await ask(`/stats/person/${id}?${within}`));
  const { periods: _, ...hours } = await ask(`/stats/hours?${within}`);
  return { why, cards, hours, exceptions: await ask(`/exceptions?${within}`) };
}
const storedFacts = async () =>
  (await t.db.single(z.object({ n: z.int() }), sql`select count(*)::int as n from day_fact where day < '2026-12-01'`))
    .n;

test('day 91 and day 400 say what day 89 said', async () => {
  const ask = await at(89);
  const then = await told(ask);
  expect(then.hours).toMatchObject({ total: 4, totals: { paidMs: expect.any(Number) } });
  expect(then.why[0]).toMatchObject({ status: 'present' });
  expect(JSON.stringify(then.exceptions)).toContain('missing-out');
  expect(JSON.stringify(then.cards)).toContain('"state":"broken"');
  expect(await told(await at(91))).toEqual(then);
  expect(await told(await at(400))).toEqual(then);
  expect(await storedFacts()).toBeGreaterThan(0);
  // A day later nobody needs them; asked again they are the same.
  const later = await at(402);
  expect(await storedFacts()).toBe(0);
  expect(await told(later)).toEqual(then);
});

test('the dashboard and reports offer 90 days as before', async () => {
  const ask = await at(91);
  const dated = await ask(`/stats/employee/attendance-status-totals?referenceDate=${MONDAY}`);
  expect(dated).toMatchObject({ errorCode: 'DATE_OUT_OF_RANGE' });
  const dates = { from: MONDAY, to: FRIDAY };
  const report = await ask('/stats/generateReport', { reportType: 'latecomers', exportType: 'csv', dates });
  expect(report).toMatchObject({ errorCode: 'DATE_OUT_OF_RANGE' });
  expect(await ask(`/stats/trends/attendance?${within}`)).toMatchObject({ errorCode: 'DATE_OUT_OF_RANGE' });
});

test('no range of more than 92 days, no day of tomorrow, and none of more than ten years ago', async () => {
  const ask = await at(400);
  const card = (query: string) => ask(`/stats/person/${people.get('101')}?${query}`);
  expect(await card('from=2026-11-01&to=2027-02-01')).toMatchObject({ message: 'Choose at most 92 days.' });
  const tomorrow = addDays(MONDAY, 401);
  for (const query of [`from=${tomorrow}&to=${tomorrow}`, 'from=2017-01-01&to=2017-01-02'])
    expect(await card(query)).toMatchObject({ errorCode: 'DATE_OUT_OF_RANGE' });
});

test('a punch that arrives for an older day changes that day, and tells the lock; so does its master data', async () => {
  const ask = await at(400);
  const why = () => ask(`/stats/employee/${people.get('102')}/day?referenceDate=${MONDAY}`);
  expect(await why()).toMatchObject({ flags: ['missing-out'] });
  const locked = await ask('/period-locks', { from: MONDAY, to: FRIDAY });
  expect(locked).toMatchObject({ from: MONDAY, toFix: expect.any(Number) });
  await world.sync({ clockRecords: [{ code: 'late', employeeCode: '102', at: `${MONDAY}T16:00:00+02:00` }] });
  expect(await why()).toMatchObject({ flags: [] });
  expect(JSON.stringify(await ask(`/exceptions?${within}`))).toContain('changed-after-lock');
  // What a lock of whatever age covers is not judged otherwise by what people set up.
  const holiday = { date: MONDAY, name: 'Found later', timeGroupId: null };
  expect(await ask('/setup/holidays', holiday)).toMatchObject({ errorCode: 'PERIOD_LOCKED' });
});

test('a holiday found later changes an older day that is not locked', async () => {
  const ask = await at(400);
  const why = () => ask(`/stats/employee/${people.get('102')}/day?referenceDate=2026-11-10`);
  expect(await why()).toMatchObject({ late: true });
  expect(await ask('/setup/holidays', { date: '2026-11-10', name: 'Found later', timeGroupId: null })).toMatchObject({
    holiday: { isLocked: false },
  });
  expect(await why()).toMatchObject({ late: false, noShift: expect.anything() });
});

test('two who ask at once, and a record that arrives meanwhile', async () => {
  const ask = await at(400);
  const why = () => ask(`/stats/employee/${people.get('102')}/day?referenceDate=${MONDAY}`);
  const arriving = world.sync({
    clockRecords: [{ code: 'meanwhile', employeeCode: '102', at: `${MONDAY}T15:00:00+02:00` }],
  });
  await Promise.all([why(), why(), arriving, why()]);
  expect(await why()).toMatchObject({ flags: [] });
});

test('first looks have a quota of the account, and a turn: others answer meanwhile, and a 429 says when to ask again', async () => {
  const ask = await at(400);
  const token = await givenSession(t.db, world.accountId, userId, { createdAt: t.clock.now().toISOString() });
  const look = (nth: number) =>
    t.ask(`/v2/stats/employee/${people.get('101')}/day?referenceDate=${addDays(MONDAY, nth)}`, { token });
  const session = { createdAt: t.clock.now().toISOString(), ttlSeconds: 3_600 };
  const other = await givenEmployer(t.db, { permissions: PERMISSIONS });
  const elsewhereToken = await givenSession(t.db, other.accountId, other.userId, session);
  const [all, dashboard, elsewhere] = await Promise.all([
    Promise.all(Array.from({ length: 40 }, (_, nth) => look(nth))),
    ask('/stats/employee/attendance-status-totals'),
    t.ask(`/v2/stats/hours?from=${MONDAY}&to=${FRIDAY}`, { token: elsewhereToken }),
  ]);
  expect(dashboard).toHaveProperty('asOf');
  expect(elsewhere.statusCode).toBe(200);
  const refused = all.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(all.length - refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.json()).toMatchObject({ errorCode: 'TOO_MANY_REQUESTS' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  // What is derived already costs no quota, and the quota comes back.
  const known = all.findIndex(({ statusCode }) => statusCode === 200);
  for (let again = 0; again < 20; again++) expect((await look(known)).statusCode).toBe(200);
  const waiting = all.findIndex(({ statusCode }) => statusCode === 429);
  t.clock.advance(120_000);
  expect((await look(waiting)).statusCode).toBe(200);
});
