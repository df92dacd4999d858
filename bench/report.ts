import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ReportType } from '#contract/reports/reports.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenCrowd } from './support/crowd.ts';
import { lookedAt, toNextMinute } from './support/looking.ts';
import { memoryOf, openRig, printTable, type Row, rounded } from './support/rig.ts';

/**
 * Measures what a large report costs everybody else: the server's memory above its idle level, and the 95th percentile of the dashboard's answers
 * while the report is made, as a ratio to an idle server.
 */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 5_000);
const DAYS = Number(process.env.BENCH_DAYS ?? 90);
const REPORTS: [ReportType, string][] = [
  ['piecework-performance', 'csv'],
  ['employee-attendance', 'xlsx'],
];
const MB = 1024 * 1024;

const rig = await openRig();
const { db } = rig.database;
const { accountId, token } = await givenCrowd(db, PEOPLE);
await db.tx(
  async (tx) => {
    await tx.run(sql`insert into day_fact (account_id, day, employee_id, events, entries, units, worked_ms)
      select e.account_id, d::date, e.employee_id, '+' || extract(epoch from d)::bigint + 1500 || ' -' || extract(epoch from d)::bigint + 43200
          || ' +' || extract(epoch from d)::bigint + 50000 || ' -' || extract(epoch from d)::bigint + 85800, 1, 12.5, 3600000
      from employee e, generate_series(current_date - ${DAYS - 1}::int, current_date, interval '1 day') d where e.account_id = ${accountId}`);
    await tx.run(sql`insert into piecework_fact (account_id, day, employee_id, lookup1_code, lookup2_code, units, time_ms, entries, plain_ms)
      select account_id, day, employee_id, 'A' || (right(employee_id::text, 1)), 'B', 12.5, 3600000, 1, 3600000
      from day_fact where account_id = ${accountId}`);
  },
  { deadlineMs: 600_000 },
);
await db.run(sql`analyze`);

const today = new Date().toISOString().slice(0, 10);
const from = new Date(Date.now() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
/** Requests a report in another process, so that the measured memory is the server's alone; returns the number of bytes. */
async function download(report: object): Promise<number> {
  const asked = { url: `${rig.origin}/v2/stats/generateReport`, authorization: token, report };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'support/download.ts'), JSON.stringify(asked)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return z.coerce.number().positive().parse(text);
}

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const dashboard = { url: `${rig.origin}/v2/stats/employee/attendance-status-totals`, authorization: token };
const looking = (work: () => Promise<unknown>) => lookedAt(dashboard, work);

await looking(() => pause(3_000));
await toNextMinute();
const { p95: idle } = await looking(() => pause(SECONDS * 1_000));
const rows: Row[] = [];
for (const [reportType, exportType] of REPORTS) {
  await toNextMinute();
  let bytes = 0;
  let looked = { p95: 0, ms: 0 };
  const memory = await memoryOf(async () => {
    looked = await looking(async () => {
      bytes = await download({ reportType, exportType, dates: { from, to: today } });
    });
  });
  const { p95, ms } = looked;
  rows.push({
    report: `${reportType} ${exportType}`,
    'size, MB': rounded(bytes / MB),
    'seconds, with the looking': rounded(ms / 1_000),
    'memory above idle, MB': rounded(memory / MB),
    'p95 idle, ms': rounded(idle),
    'p95 meanwhile, ms': rounded(p95),
    ratio: rounded(p95 / idle, 2),
  });
}
printTable(`${DAYS} days of ${PEOPLE} employees`, rows);
await rig.close();
