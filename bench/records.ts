import { setTimeout as pause } from 'node:timers/promises';
import { EMPLOYER_PERMISSIONS } from '#contract/permissions.ts';
import { listRecordFiles } from '#contract/recordFiles.ts';
import { sql } from '#server/db/db.ts';
import { givenCrowd } from './support/crowd.ts';
import { lookedAt, toNextMinute } from './support/looking.ts';
import { cpuOf, memoryOf, openRig, printTable, type Row, rounded, timed } from './support/rig.ts';

/**
 * Measures a file of records (spec/records.md, Budget: 5,000 people and 365 days in 60 s, the memory of a report, and others' answers within 500 ms): first
 * when the older days have to be derived, then again. The dashboard that is asked meanwhile is another account's.
 */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 5_000);
const DAYS = Number(process.env.BENCH_DAYS ?? 365);
const PARTS = (process.env.BENCH_PARTS ?? 'time-cards').split(',');
const MB = 1024 * 1024;

const rig = await openRig();
const { db } = rig.database;
const { accountId, token } = await givenCrowd(db, PEOPLE);
const other = await givenCrowd(db, 1_000);
await db.run(sql`update app_user set permissions = ${[...EMPLOYER_PERMISSIONS, 'Attendance.LOCK_PERIOD', 'Pay.VIEW']}
  where account_id = ${accountId}`);
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

const rows: Row[] = [];
async function measured(what: string, work: () => Promise<unknown>) {
  await toNextMinute();
  let looked = { p95: 0, slowest: 0, ms: 0 };
  let cpu = 0;
  const memory = await memoryOf(async () => {
    cpu = await cpuOf(async () => {
      looked = await lookedAt(dashboard, work);
    });
  });
  const { p95, slowest, ms } = looked;
  rows.push({
    what,
    seconds: rounded(ms / 1_000),
    'CPU of the server, s': rounded(cpu / 1_000),
    'memory above idle, MB': rounded(memory / MB),
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
