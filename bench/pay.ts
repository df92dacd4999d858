import { z } from 'zod';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { PAY_COLUMNS, PAY_ELEMENT_WORDS } from '#contract/money/payFiles.ts';
import { systemClock } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/db/db.ts';
import { openPunching, openReader } from './support/calls.ts';
import { givenCrowd, givenPastDays } from './support/crowd.ts';
import { cpuOf, databaseCpu, median, openRig, printTable, type Row, rounded, timed } from './support/rig.ts';

/**
 * Measures pay of 31 days (budgets: 5,000 people 1.5 s on the first look, 150 ms after; their file 4 s): people, one person, costs, today, and
 * the payroll file of 30 locked days. All by a rule set with rest at the week's average, premiums by the greater base and floors of Sundays and holidays;
 * its first look is also measured in turns with that of a rule set without them, as a ratio.
 */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 5_000);
const DAYS = 31;
const PLAIN: PayRuleValue = {
  ...{ name: 'Day', window: 'day', scope: 'all', leastMinutes: 240, weekStart: 1, rests: [] },
  ...{ restRate: 'minimum', hourlyAtLeastMinimum: false, overtime: 'factors' },
};
const BY_LAW: PayRuleValue = {
  ...PLAIN,
  ...{
    window: 'workweek',
    premiumBase: 'greater',
    restRate: 'average',
    rests: [{ afterMinutes: 210, restMinutes: 10 }],
  },
  floors: {
    sunday: { ordinaryHours: true, wages: 1 },
    holiday: { ordinaryHours: false, wages: 2 },
    holidayOff: true,
  },
};
/** The days of the looks that are measured in turns: one that was not asked for is a first look. */
const LOOKS = [30, 29, 28, 27, 26, 25];

/** An account of people who are paid by a rule set, with a holiday among their days. */
async function givenPaid(db: Db, rule: PayRuleValue) {
  const crowd = await givenCrowd(db, PEOPLE);
  const { accountId, userId } = crowd;
  await db.run(
    sql`update app_user set permissions = permissions || array['Pay.VIEW', 'Pay.MANAGE', 'Attendance.LOCK_PERIOD'] where user_id = ${userId}`,
  );
  await db.run(sql`update account set currency = 'ZAR' where account_id = ${accountId}`);
  await db.run(sql`update employee set received_at = now() - interval '200 days' where account_id = ${accountId}`);
  await db.run(sql`insert into hours_rule (account_id, hours_rule_id, system_id, code, rule)
    values (${accountId}, gen_random_uuid(), 'PAY', 'ALL', ${JSON.stringify({ ...HOURS_RULE_DEFAULTS, dayLimitMinutes: 540, weekLimitMinutes: 2_700 })}::jsonb)`);
  await db.run(sql`insert into pay_rule (account_id, pay_rule_id, rule)
    values (${accountId}, gen_random_uuid(), ${JSON.stringify(rule)}::jsonb)`);
  await db.run(sql`insert into pay_rate (account_id, pay_rate_id, system_id, code, kind, amount, effective_from, lookup1_code)
    select ${accountId}::uuid, gen_random_uuid(), 'PAY', 'R' || n, 'piece', 0.5 + n / 100.0, '2020-01-01'::date, 'B' || n from generate_series(0, 29) n
    union all select ${accountId}::uuid, gen_random_uuid(), 'PAY', 'M', 'minimum', 28.79, '2020-01-01'::date, null`);
  await db.run(sql`insert into holiday (account_id, holiday_id, system_id, code, name, date)
    values (${accountId}, gen_random_uuid(), 'PAY', 'H', 'Holiday', current_date - 10)`);
  await givenPastDays(db, accountId, DAYS, { in: '8 hours', out: '17 hours' });
  return crowd;
}

const rig = await openRig();
try {
  const { db } = rig.database;
  const { accountId, token, serial } = await givenPaid(db, BY_LAW);
  const plain = await givenPaid(db, PLAIN);
  await db.run(sql`analyze`);
  const date = (days: number) => new Date(systemClock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const read = openReader(rig.origin);
  const ask = (path: string, etag?: string) => read(path, token, etag);
  const punch = openPunching(rig.origin, serial, { people: PEOPLE, turns: 40 });
  await punch();
  await db.run(sql`update account set recalculating_since = null where account_id = ${accountId}`);
  const span = `from=${date(DAYS - 1)}&to=${date(0)}`;
  const rows: Row[] = [];
  const measure = async (what: string, work: () => Promise<unknown>) => {
    let ms = 0;
    const before = databaseCpu();
    const cpu = await cpuOf(async () => {
      ms = await timed(work);
    });
    rows.push({ what, ms: rounded(ms, 0), 'CPU ms': rounded(cpu, 0), 'database CPU ms': databaseCpu() - before });
  };
  // The days are judged, as a job does every night.
  await ask(`stats/roll?${span}&rows=1`);
  await measure('paid hours of everybody, first look', () => ask(`stats/hours?${span}`));
  await punch();
  await measure('paid hours of everybody, after a punch', () => ask(`stats/hours?${span}`));
  await measure('pay of everybody, first look', () => ask(`pay/people?${span}`));
  const { etag, text } = await ask(`pay/people?${span}`);
  await measure('pay of everybody, unchanged', () => ask(`pay/people?${span}`, etag));
  await punch();
  await measure('pay of everybody, after a punch', () => ask(`pay/people?${span}`));
  await measure('costs', () => ask(`pay/cost?${span}`));
  await measure('today', () => ask('pay/today'));
  const [, id] = /"employee":\{"_id":"([^"]+)"/.exec(text) ?? [];
  await measure('pay of one person', () => ask(`pay/people/${id}?${span}`));
  // In turns, so that a machine that slows down slows both alike.
  const turns: { ms: number; plainMs: number }[] = [];
  const lookOf = async (days: number, by: string) => {
    const before = databaseCpu();
    const ms = await cpuOf(() => read(`pay/people?from=${date(days - 1)}&to=${date(0)}`, by));
    return ms + databaseCpu() - before;
  };
  await read(`stats/roll?${span}&rows=1`, plain.token);
  for (const [nth, days] of LOOKS.entries()) {
    const first = await lookOf(days, nth % 2 === 0 ? token : plain.token);
    const second = await lookOf(days, nth % 2 === 0 ? plain.token : token);
    turns.push(nth % 2 === 0 ? { ms: first, plainMs: second } : { ms: second, plainMs: first });
  }
  const [ms, plainMs] = [median(turns.map((one) => one.ms)), median(turns.map((one) => one.plainMs))];
  const ofBoth = {
    'CPU ms': rounded(ms, 0),
    'CPU ms without them': rounded(plainMs, 0),
    ratio: rounded(ms / plainMs, 2),
  };
  printTable('First look with rest, premiums and floors, and without them', [
    { what: `pay of everybody, ${LOOKS.length} looks in turns`, ...ofBoth },
  ]);
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${rig.origin}/v2/${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const told = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${told.slice(0, 300)}`);
    return z.looseObject({ _id: z.string() }).parse(JSON.parse(told))._id;
  };
  const codes = Object.fromEntries(Object.keys(PAY_ELEMENT_WORDS).map((element) => [element, element]));
  const columns = PAY_COLUMNS.map((column) => ({ column, head: column }));
  const settings = { codes, hours: 'decimal', dates: 'YYYY-MM-DD', separator: ',', columns };
  const profileId = await post('pay/profiles', { name: 'Bench', layout: 'csv', settings });
  const lockId = await post('period-locks', { from: date(DAYS - 1), to: date(1), knownOpen: 1_000_000 });
  let fileId = '';
  await measure('the payroll file of 30 locked days is made', async () => {
    fileId = await post('pay/files', { lockId, knownLeftOut: 1_000_000 });
  });
  await measure('and downloaded as CSV', () => ask(`pay/files/${fileId}/file?profileId=${profileId}`));
  printTable(`Pay of ${PEOPLE} people over ${DAYS} days (${rounded(text.length / 1_000_000, 1)} MB)`, rows);
} finally {
  await rig.close();
}
