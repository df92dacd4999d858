import { z } from 'zod';
import { words } from '#contract/platform/words.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { SILENT_MS } from './alive.ts';
import { WAITING } from './backups.sql.ts';

/** The reason of a job whose process died. */
export const STOPPED = {
  backup: words('The server stopped while the backup was being made.'),
  restore: words('Nothing was changed: the server stopped before the data was swapped in.'),
};

/**
 * Takes the lock of an account for starting a backup, a restore or an upload, in whichever process; it is released when the transaction ends, at
 * once. It is not the account's row, which a swap locks for minutes.
 */
export const lockJobs = (tx: Db, accountId: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('backups'), hashtext(${accountId}))`);

export type RunningJobs = {
  backups: number;
  restores: number;
  /** Backups that were given up; their files may be deleted. */
  abandoned: string[];
};
/**
 * Under the lock: gives up the jobs of the account whose process gives no sign of life, so that none of them can wake up and finish beside another,
 * and returns how many are left. A restore whose data is in place blocks nobody: only its figures are still to be calculated.
 */
export async function runningJobs(tx: Db, accountId: string, now: Date): Promise<RunningJobs> {
  const silentSince = new Date(now.getTime() - SILENT_MS);
  const silent = sql`account_id = ${accountId} and status = 'In Progress'
    and heartbeat_at < ${silentSince} and progress->>'step' is distinct from ${WAITING}`;
  const failed = sql`status = 'Failed', finished_at = ${now}, progress = null`;
  const abandoned = await tx.rows(
    z.object({ id: z.string() }),
    sql`update backup_job set ${failed}, failure_reason = ${STOPPED.backup} where ${silent} returning backup_job_id::text as id`,
  );
  await tx.run(sql`
    with abandoned as (
      update restore_job set ${failed}, failure_reason = ${STOPPED.restore} where ${silent} and swapped_at is null
      returning restore_job_id)
    delete from restore_line where account_id = ${accountId} and restore_job_id in (select restore_job_id from abandoned)`);
  const left = await tx.single(
    z.object({ backups: z.int(), restores: z.int() }),
    sql`select
      (select count(*)::int from backup_job where account_id = ${accountId} and status = 'In Progress') as backups,
      (select count(*)::int from restore_job where account_id = ${accountId} and status = 'In Progress'
        and (swapped_at is null or heartbeat_at >= ${silentSince})) as restores`,
  );
  return { ...left, abandoned: abandoned.map(({ id }) => id) };
}
