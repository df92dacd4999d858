import { z } from 'zod';
import { recalculation } from '#contract/figures/stats.ts';
import { words } from '#contract/platform/words.ts';
import { type Db, sql } from '../../platform/db/db.ts';

export const accountZone = (db: Db, accountId: string) =>
  db.first(
    z.object({ timeZone: z.string() }),
    sql`select time_zone as "timeZone" from account where account_id = ${accountId}`,
  );

export type NewRecalculation = { jobId: string; from: string; to: string; days: number; startedBy: string; now: Date };
export const insertRecalculation = (db: Db, accountId: string, job: NewRecalculation) =>
  db.run(sql`insert into recalculation_job (account_id, job_id, from_day, to_day, status, days_total, started_at, started_by, heartbeat_at)
    values (${accountId}, ${job.jobId}, ${job.from}, ${job.to}, 'In Progress', ${job.days}, ${job.now.toISOString()}::timestamptz,
      ${job.startedBy}, ${job.now.toISOString()}::timestamptz)`);

export const noteProgress = (db: Db, accountId: string, jobId: string, daysDone: number, now: Date) =>
  db.run(sql`update recalculation_job set days_done = ${daysDone}, heartbeat_at = ${now.toISOString()}::timestamptz
    where account_id = ${accountId} and job_id = ${jobId} and status = 'In Progress'`);

export const finishRecalculation = (db: Db, accountId: string, jobId: string, failure: string | null, now: Date) =>
  db.run(sql`update recalculation_job set status = ${failure === null ? 'Successful' : 'Failed'}, failure_reason = ${failure},
      heartbeat_at = ${now.toISOString()}::timestamptz
    where account_id = ${accountId} and job_id = ${jobId} and status = 'In Progress'`);

/** Marks recalculations as failed whose process has died: no heartbeat since an instant. */
export const failAbandoned = (db: Db, accountId: string, before: Date) =>
  db.run(sql`update recalculation_job set status = 'Failed', failure_reason = ${words('The server stopped before it was done.')}
    where account_id = ${accountId} and status = 'In Progress' and heartbeat_at < ${before.toISOString()}::timestamptz`);

export const selectRecalculation = (db: Db, accountId: string, jobId: string) =>
  db.first(
    recalculation,
    sql`select status, days_done as "daysDone", days_total as "daysTotal", failure_reason as "failureReason"
      from recalculation_job where account_id = ${accountId} and job_id = ${jobId}`,
  );
