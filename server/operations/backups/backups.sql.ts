import { z } from 'zod';
import { type Backup, backupItem, backupStatus } from '#contract/operations/backups.ts';
import { message } from '#contract/platform/message.ts';
import { type Message, words } from '#contract/platform/words.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { stored } from '../../platform/words/stored.ts';

export const jobItems = z.array(backupItem);
export const progressColumn = z.object({ done: z.int(), total: z.int(), step: z.string() }).nullable();

const backupRow = z.object({
  id: z.string(),
  backupJobId: z.string(),
  started: z.string(),
  finished: z.string().nullable(),
  by: z.string(),
  status: backupStatus,
  items: jobItems,
  failureReason: z.string().nullable(),
  words: message.nullable(),
  bytes: z.int().nullable(),
  progress: progressColumn,
  fileName: z.string().nullable(),
  heartbeat: z.string(),
  /** Made by a user, by the schedule, or before a restore. */
  kind: z.enum(['manual', 'scheduled', 'safety']),
});
export type BackupRow = z.infer<typeof backupRow>;

/** The step of a job that waits in the queue, which runs it also when its process has died meanwhile. */
export const WAITING = words('Waiting');

const columns = sql`
  backup_job_id::text as id, backup_job_id::text as "backupJobId", started_at as started, finished_at as finished,
  started_by as by, status, items, failure_reason as "failureReason", failure_words as words, bytes, progress, file_name as "fileName",
  heartbeat_at as heartbeat, kind`;

export const presentedBackup = ({ fileName: _, heartbeat: __, kind: ___, ...row }: BackupRow): Backup => row;

type NewBackup = { items: readonly string[]; by: string; kind: BackupRow['kind']; now: Date };
export const insertBackup = (db: Db, accountId: string, backupJobId: string, { items, by, kind, now }: NewBackup) =>
  db.run(sql`
    insert into backup_job (account_id, backup_job_id, started_at, started_by, status, items, heartbeat_at, kind, progress)
    values (${accountId}, ${backupJobId}, ${now}, ${by}, 'In Progress', ${[...items]}, ${now}, ${kind},
      ${JSON.stringify({ done: 0, total: 0, step: WAITING })}::jsonb)`);

export const selectBackup = (db: Db, accountId: string, backupJobId: string) =>
  db.first(
    backupRow,
    sql`select ${columns} from backup_job where account_id = ${accountId} and backup_job_id = ${backupJobId}`,
  );

const LISTED = 100;
export const selectBackups = (db: Db, accountId: string) =>
  db.rows(
    backupRow,
    sql`select ${columns} from backup_job where account_id = ${accountId} order by started_at desc limit ${LISTED}`,
  );

/** Stores a sign of life, and the progress if it is set. Returns 0 when the job is not running. */
export const touchBackup = (db: Db, accountId: string, backupJobId: string, progress: object | null, now: Date) =>
  db.run(sql`update backup_job set progress = coalesce(${progress && JSON.stringify(progress)}::jsonb, progress),
      heartbeat_at = ${now}
    where account_id = ${accountId} and backup_job_id = ${backupJobId} and status = 'In Progress'`);

/** Marks a backup as successful. Returns 0 when it had been given up. */
export const finishBackup = (
  db: Db,
  accountId: string,
  backupJobId: string,
  fileName: string,
  bytes: number,
  now: Date,
) =>
  db.run(sql`update backup_job set status = 'Successful', file_name = ${fileName}, bytes = ${bytes}, finished_at = ${now}, progress = null
    where account_id = ${accountId} and backup_job_id = ${backupJobId} and status = 'In Progress'`);

export function failBackup(db: Db, accountId: string, backupJobId: string, reason: string | Message, now: Date) {
  const { text, words } = stored(reason);
  return db.run(sql`
    update backup_job set status = 'Failed', failure_reason = ${text}, failure_words = ${words}::jsonb, finished_at = ${now}, progress = null
    where account_id = ${accountId} and backup_job_id = ${backupJobId} and status = 'In Progress'`);
}

export const deleteBackupRow = (db: Db, accountId: string, backupJobId: string) =>
  db.run(sql`delete from backup_job where account_id = ${accountId} and backup_job_id = ${backupJobId}`);

const job = z.object({ accountId: z.string(), backupJobId: z.string() });
/** Returns backups whose process died: their sign of life is overdue. */
export const selectAbandonedBackups = (db: Db, silentSince: Date) =>
  db.rows(
    job,
    sql`select account_id::text as "accountId", backup_job_id::text as "backupJobId"
        from backup_job where status = 'In Progress' and heartbeat_at < ${silentSince}
          and progress->>'step' is distinct from ${WAITING}`,
  );
