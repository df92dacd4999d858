import { z } from 'zod';
import { type Restore, restoreStatus, restoreStrategy } from '#contract/backups.ts';
import { type Db, raw, sql } from '../db/db.ts';
import { SILENT_MS } from './alive.ts';
import { jobItems, progressColumn, WAITING } from './backups.sql.ts';
import { type Manifest, manifest } from './manifest.ts';

export type StagedLine = { seq: number; item: string; table: string; key: string; doc: string };

export const insertLines = (db: Db, accountId: string, restoreJobId: string, lines: StagedLine[]) =>
  db.tenant(accountId, (tx) =>
    tx.run(sql`
      insert into restore_line (account_id, restore_job_id, seq, item, table_name, key, doc)
      select ${accountId}::uuid, ${restoreJobId}::uuid, l.seq, l.item, l."table", l.key, l.doc::jsonb
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l(seq bigint, item text, "table" text, key text, doc text)`),
  );

const restoreRow = z.object({
  id: z.string(),
  restoreJobId: z.string(),
  started: z.string(),
  finished: z.string().nullable(),
  by: z.string(),
  status: restoreStatus,
  items: jobItems,
  strategy: restoreStrategy.nullable(),
  failureReason: z.string().nullable(),
  progress: progressColumn,
  safetyBackupJobId: z.string().nullable(),
  heartbeat: z.string(),
  manifest: manifest.nullable(),
  swapped: z.boolean(),
});
export type RestoreRow = z.infer<typeof restoreRow>;

const columns = sql`
  restore_job_id::text as id, restore_job_id::text as "restoreJobId", started_at as started, finished_at as finished,
  started_by as by, status, items, strategy, failure_reason as "failureReason", progress,
  safety_backup_job_id::text as "safetyBackupJobId", heartbeat_at as heartbeat, manifest, swapped_at is not null as swapped`;

/** What is told of a restore; `upload`: what the file holds, while it waits to be started. */
export const presentedRestore = (
  { manifest: _, swapped: __, heartbeat: ___, ...row }: RestoreRow,
  upload: Restore['upload'],
): Restore => ({
  ...row,
  upload: row.status === 'Not Started' ? upload : null,
});

export const selectRestore = (db: Db, accountId: string, restoreJobId: string) =>
  db.first(
    restoreRow,
    sql`select ${columns} from restore_job where account_id = ${accountId} and restore_job_id = ${restoreJobId}`,
  );

const LISTED = 100;
export const selectRestores = (db: Db, accountId: string) =>
  db.rows(
    restoreRow,
    sql`select ${columns} from restore_job where account_id = ${accountId} order by started_at desc limit ${LISTED}`,
  );

export const insertRestore = (
  db: Db,
  accountId: string,
  restoreJobId: string,
  by: string,
  now: Date,
  uploadPath: string | null,
) =>
  db.run(sql`
    insert into restore_job (account_id, restore_job_id, started_at, started_by, status, upload_path, heartbeat_at)
    values (${accountId}, ${restoreJobId}, ${now}, ${by}, 'Not Started', ${uploadPath}, ${now})`);

export const setManifest = (db: Db, accountId: string, restoreJobId: string, checked: Manifest) =>
  db.run(sql`
    update restore_job set manifest = ${JSON.stringify(checked)}::jsonb, items = ${checked.items.map(({ type }) => type)}
    where account_id = ${accountId} and restore_job_id = ${restoreJobId}`);

export const deleteRestore = (db: Db, accountId: string, restoreJobId: string) =>
  db.run(sql`delete from restore_job where account_id = ${accountId} and restore_job_id = ${restoreJobId}`);

/** Uploads that wait to be started beyond the newest `kept`: a new one takes the place of the oldest (S-60). */
export const dropWaitingUploads = (db: Db, accountId: string, kept: number) =>
  db.run(sql`
    delete from restore_job where account_id = ${accountId} and status = 'Not Started' and restore_job_id not in (
      select restore_job_id from restore_job where account_id = ${accountId} and status = 'Not Started'
      order by started_at desc, restore_job_id desc limit ${kept})`);

/** Starts the job unless it was started before or another one of the account runs; tells whether it did. */
export const claimRestore = async (
  db: Db,
  accountId: string,
  restoreJobId: string,
  items: string[],
  strategy: string,
  now: Date,
) => {
  // One whose process died stands in nobody's way, though it has not been swept yet.
  const lives = sql`(heartbeat_at >= ${new Date(now.getTime() - SILENT_MS)} or progress->>'step' = ${WAITING})`;
  return (
    (await db.run(sql`
    update restore_job r set status = 'In Progress', items = ${items}, strategy = ${strategy}, started_at = ${now}, heartbeat_at = ${now},
      progress = ${JSON.stringify({ done: 0, total: 0, step: WAITING })}::jsonb
    where account_id = ${accountId} and restore_job_id = ${restoreJobId} and status = 'Not Started' and manifest is not null
      and not exists (select from restore_job o where o.account_id = r.account_id and o.status = 'In Progress' and ${lives})
      and not exists (select from backup_job b where b.account_id = r.account_id and b.status = 'In Progress' and ${lives})`)) >
    0
  );
};

export const setSafetyBackup = (db: Db, accountId: string, restoreJobId: string, backupJobId: string) =>
  db.run(sql`update restore_job set safety_backup_job_id = ${backupJobId}
    where account_id = ${accountId} and restore_job_id = ${restoreJobId}`);

/** A sign of life, with how far it is where there is something new to say. */
export const touchRestore = (db: Db, accountId: string, restoreJobId: string, progress: object | null, now: Date) =>
  db.run(sql`update restore_job set progress = coalesce(${progress && JSON.stringify(progress)}::jsonb, progress),
      heartbeat_at = ${now}
    where account_id = ${accountId} and restore_job_id = ${restoreJobId} and status = 'In Progress'`);

/**
 * First in the swap transaction: it holds the row until the commit, so that no sweep takes a long swap for a dead one, and
 * refuses to go on when one did.
 */
export async function markSwapped(tx: Db, accountId: string, restoreJobId: string, now: Date) {
  const marked = await tx.run(sql`update restore_job set swapped_at = ${now}
    where account_id = ${accountId} and restore_job_id = ${restoreJobId} and status = 'In Progress' and swapped_at is null`);
  if (marked === 0) throw new Error('the restore had been given up.');
}

/** Its staged lines are not needed any more either way. */
export async function finishRestore(
  db: Db,
  accountId: string,
  restoreJobId: string,
  failureReason: string | null,
  now: Date,
) {
  await db.run(sql`
    update restore_job set status = ${failureReason === null ? 'Successful' : 'Failed'}, failure_reason = ${failureReason},
      finished_at = ${now}, progress = null, upload_path = null
    where account_id = ${accountId} and restore_job_id = ${restoreJobId} and status in ('In Progress', 'Not Started')`);
  await db.run(sql`delete from restore_line where account_id = ${accountId} and restore_job_id = ${restoreJobId}`);
}

/** Restores whose process died: before the swap nothing was changed, after it only the figures remain to be derived. */
export const selectAbandonedRestores = (db: Db, silentSince: Date) =>
  db.rows(
    z.object({ accountId: z.string(), restoreJobId: z.string(), swapped: z.boolean() }),
    sql`select account_id::text as "accountId", restore_job_id::text as "restoreJobId", swapped_at is not null as swapped
        from restore_job where status = 'In Progress' and heartbeat_at < ${silentSince}
          and progress->>'step' is distinct from ${WAITING} for update skip locked`,
  );

export const selectStaleUploads = (db: Db, uploadedBefore: Date) =>
  db.rows(
    z.object({ accountId: z.string(), restoreJobId: z.string() }),
    sql`select account_id::text as "accountId", restore_job_id::text as "restoreJobId"
        from restore_job where status = 'Not Started' and started_at < ${uploadedBefore}`,
  );

/** After the swap: groups that are gone leave no one pointing at them; V2 devices and dashboards see new data. */
export async function settleReferences(tx: Db, accountId: string, now: Date) {
  for (const column of ['time_group_id', 'employee_group_id', 'job_description_id'] as const)
    await tx.run(sql`
      update employee set ${raw(column)} = null
      where account_id = ${accountId} and ${raw(column)} is not null
        and not exists (select from work_group g where g.account_id = employee.account_id and g.group_id = employee.${raw(column)})`);
  await tx.run(
    sql`update account set data_version = data_version + 1, data_changed_at = ${now} where account_id = ${accountId}`,
  );
  for (const table of [sql`employee`, sql`lookup_entry`])
    await tx.run(sql`update ${table} set changed_version = (select data_version from account where account_id = ${accountId})
      where account_id = ${accountId}`);
}

export const selectEmployeeIds = async (db: Db, accountId: string) =>
  (
    await db.rows(
      z.object({ id: z.string() }),
      sql`select employee_id::text as id from employee where account_id = ${accountId}`,
    )
  ).map(({ id }) => id);
