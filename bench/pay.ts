import { z } from 'zod';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { PAY_COLUMNS, PAY_ELEMENT_WORDS } from '#contract/money/payFiles.ts';
import { systemClock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/db.ts';
import { openPunching, openReader } from './support/calls.ts';
import { givenCrowd, givenPastDays } from './support/crowd.ts';
import { cpuOf, databaseCpu, openRig, printTable, type Row, rounded, timed } from './support/rig.ts';

/**
 * Measures pay of 31 days (budgets: 5,000 people 1.5 s on the first look, 150 ms after; their file 4 s): people, one person, costs, today, and
 * the payroll file of 30 locked days.
 */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 5_000);
const DAYS = 31;
const RULE: PayRuleValue = {
  ...{ name: 'Day', window: 'day', scope: 'all', leastMinutes: 240, weekStart: 1, rests: [] },
  ...{ restRate: 'minimum', hourlyAtLeastMinimum: false, overtime: 'factors' },
};
const rig = await openRig();
try {
  const { db } = rig.database;
  const { accountId, token, userId, serial } = await givenCrowd(db, PEOPLE);
  await db.run(
    sql`update app_user set permissions = permissions || array['Pay.VIEW', 'Pay.MANAGE', 'Attendance.LOCK_PERIOD'] where user_id = ${userId}`,
  );
  await db.run(sql`update employee set received_at = now() - interval '200 days' where account_id = ${accountId}`);
  await db.run(sql`insert into hours_rule (account_id, hours_rule_id, system_id, code, rule)
    values (${accountId}, gen_random_uuid(), 'PAY', 'ALL', ${JSON.stringify({ ...HOURS_RULE_DEFAULTS, dayLimitMinutes: 540, weekLimitMinutes: 2_700 })}::jsonb)`);
  await db.run(sql`insert into pay_rule (account_id, pay_rule_id, rule)
    values (${accountId}, gen_random_uuid(), ${JSON.stringify(RULE)}::jsonb)`);
  await db.run(sql`insert into pay_rate (account_id, pay_rate_id, system_id, code, kind, amount, effective_from, lookup1_code)
    select ${accountId}::uuid, gen_random_uuid(), 'PAY', 'R' || n, 'piece', 0.5 + n / 100.0, '2020-01-01'::date, 'B' || n from generate_series(0, 29) n
    union all select ${accountId}::uuid, gen_random_uuid(), 'PAY', 'M', 'minimum', 28.79, '2020-01-01'::date, null`);
  await givenPastDays(db, accountId, DAYS, { in: '8 hours', out: '17 hours' });
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
