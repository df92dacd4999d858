import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { listRecordFiles, recordPart } from '#contract/reports/recordFiles.ts';
import { rebuildFacts, retainedDays } from '#server/attendance/refresh.ts';
import { sql } from '#server/platform/db/db.ts';
import { lockAccount } from '#server/platform/tenant/account.ts';
import { givenCrowd } from './support/crowd.ts';
import { lookedAt, toNextMinute } from './support/looking.ts';
import { cpuOf, databaseCpu, memoryOf, openRig, printTable, type Row, rounded, timed } from './support/rig.ts';

/**
 * Measures a file of records (docs/reference/records.md: 5,000 people and 365 days in 60 s, the memory of a report, and others' answers within 500 ms): first
 * when the older days have to be derived, then again. The dashboard that is asked meanwhile is another account's.
 */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 5_000);
const DAYS = Number(process.env.BENCH_DAYS ?? 365);
const PARTS = (process.env.BENCH_PARTS ?? recordPart.options.join(',')).split(',');
const MB = 1024 * 1024;

const rig = await openRig();
const { db } = rig.database;
const { accountId, token } = await givenCrowd(db, PEOPLE);
const other = await givenCrowd(db, 1_000);
await db.run(sql`update app_user set permissions = ${[...EMPLOYER_PERMISSIONS, 'Attendance.LOCK_PERIOD', 'Pay.VIEW']}
  where account_id = ${accountId}`);
const rule = {
  ...HOURS_RULE_DEFAULTS,
  dayLimitMinutes: 540,
  weekLimitMinutes: 2_700,
  payPeriod: 'monthly',
  periodStart: '2020-01-01',
};
await db.run(sql`update employee set received_at = now() - interval '900 days' where account_id = ${accountId}`);
await db.run(sql`insert into hours_rule (account_id, hours_rule_id, system_id, code, rule)
  values (${accountId}, gen_random_uuid(), 'PAY', 'ALL', ${JSON.stringify(rule)}::jsonb)`);
await db.run(sql`insert into pay_rate (account_id, pay_rate_id, system_id, code, kind, amount, effective_from, lookup1_code)
  select ${accountId}::uuid, gen_random_uuid(), 'PAY', 'R' || n, 'piece', 0.5 + n / 100.0, '2020-01-01'::date, 'B' || n from generate_series(0, 29) n`);
const stored = await timed(() =>
  db.tx(
    (tx) =>
      tx.run(sql`
        insert into clock_record (account_id, clock_record_id, employee_id, time_id, at, direction, source, record_id, received_at, standing)
        select e.account_id, gen_random_uuid(), e.employee_id, e.time_id, d.day + p.at + (e.number::int % 50) * interval '1 minute',
          p.direction, 'history', e.time_id || '|' || d.day || '|' || p.direction, d.day + interval '20 hours', 'counted'
        from employee e, generate_series(current_date - ${DAYS}::int, current_date - 1, interval '1 day') d(day),
          (values (interval '7 hours', 'in'), (interval '16 hours', 'out')) p(at, direction)
        where e.account_id = ${accountId}`),
    { deadlineMs: 1_800_000 },
  ),
);
await db.tx(
  (tx) =>
    tx.run(sql`insert into piecework_entry (account_id, piecework_entry_id, employee_id, time_id, started_at, ended_at, units, lookup1_code, source, record_id, received_at, standing)
      select e.account_id, gen_random_uuid(), e.employee_id, e.time_id, d.day + interval '9 hours', d.day + interval '11 hours', 12.5,
        'B' || (e.number::int % 30), 'history', e.time_id || '|' || d.day, d.day + interval '20 hours', 'counted'
      from employee e, generate_series(current_date - ${DAYS}::int, current_date - 1, interval '1 day') d(day)
      where e.account_id = ${accountId}`),
  { deadlineMs: 1_800_000 },
);
await db.run(sql`analyze`);
// The facts of the days of the dashboard are always stored.
const retained = retainedDays(new Date().toISOString().slice(0, 10));
for await (const _ of rebuildFacts(db, accountId, retained, (tx) => lockAccount(tx, accountId), new Date()));
await db.run(sql`analyze`);
console.info(`${2 * PEOPLE * DAYS} punches stored in ${rounded(stored / 1_000)} s`);

const ask = async (path: string, body?: object) => {
  const answer = await fetch(`${rig.origin}/v2/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};
const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
const dashboard = { url: `${rig.origin}/v2/stats/employee/attendance-status-totals`, authorization: other.token };

/** Returns the most bytes that rows and files took on the disk during some work. */
async function diskOf(work: () => Promise<unknown>): Promise<number> {
  const { dataDir } = rig.services.config;
  const held = (folder: string) => {
    const found = readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true });
    const sizes = found.map(
      (one) =>
        (one.isFile() ? statSync(join(one.parentPath, one.name), { throwIfNoEntry: false }) : undefined)?.size ?? 0,
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  let peak = 0;
  const watch = setInterval(() => {
    try {
      peak = Math.max(peak, held('tmp') + held('records'));
    } catch {
      // A folder is not there yet, or not any more.
    }
  }, 500);
  await work().finally(() => clearInterval(watch));
  return peak;
}

const rows: Row[] = [];
async function measured(what: string, work: () => Promise<unknown>) {
  await toNextMinute();
  let looked = { p95: 0, slowest: 0, ms: 0 };
  let cpu = 0;
  const databaseBefore = databaseCpu();
  let disk = 0;
  const memory = await memoryOf(async () => {
    cpu = await cpuOf(async () => {
      disk = await diskOf(async () => {
        looked = await lookedAt(dashboard, work);
      });
    });
  });
  const { p95, slowest, ms } = looked;
  rows.push({
    what,
    seconds: rounded(ms / 1_000),
    'CPU of the server, s': rounded(cpu / 1_000),
    'CPU of PostgreSQL, s': rounded((databaseCpu() - databaseBefore) / 1_000),
    'memory above idle, MB': rounded(memory / MB),
    'most on the disk, MB': rounded(disk / MB),
    'p95 of another account, ms': rounded(p95),
    'slowest of another account, ms': rounded(slowest),
  });
  console.info(JSON.stringify(rows.at(-1)));
}

async function makeFile() {
  await ask('records', { dates: { from: day(DAYS), to: day(1) }, parts: PARTS, exportType: 'csv' });
  await rig.drain();
  const [file] = listRecordFiles.response.parse(await ask('records')).files;
  if (file?.status !== 'ready') throw new Error(`Not made: ${file?.failure}`);
}
const forgetOlder = () => db.run(sql`delete from older_day where account_id = ${accountId}`);

await lookedAt(dashboard, () => pause(3_000));
await measured('file, days not yet derived', makeFile);
await measured('file, again', makeFile);
await forgetOlder();
await measured('first look at 31 older days', () => ask(`stats/hours?from=${day(DAYS)}&to=${day(DAYS - 30)}`));
printTable(`${DAYS} days of ${PEOPLE} employees: ${PARTS.join(', ')}`, rows);
await rig.close();
