import { z } from 'zod';
import { type Restore, restoreStatus, restoreStrategy } from '#contract/operations/backups.ts';
import { message } from '#contract/platform/message.ts';
import type { Message } from '#contract/platform/words.ts';
import { type Db, raw, sql } from '../../platform/db/db.ts';
import { stored } from '../../platform/words/stored.ts';
import { SILENT_MS } from './alive.ts';
import { jobItems, progressColumn, WAITING } from './backups.sql.ts';
import { type Manifest, manifest } from './manifest.ts';

export type StagedLine = { seq: number; item: string; table: string; key: string; doc: string };

export const insertLines = (db: Db, accountId: string, restoreJobId: string, lines: StagedLine[]) =>
  db.tenant(accountId, (tx) =>
    tx.run(sql`
      insert into restore_line (account_id, restore_job_id, seq, item, table_name, key, doc)
      select ${accountId}::uuid, ${restoreJobId}::uuid, l.seq, l.item, l."table", l.key, l.doc::jsonb
      from json_to_recordset(${JSON.stringify(lines)}::json)
        as l(seq bigint, item text, "table" text, key text, doc text)`),
  );

/** The user who started a restore: looked up again when it writes. */
const actor = z.object({ accountId: z.string(), userId: z.string(), address: z.string() });
export type Actor = z.infer<typeof actor>;

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
  words: message.nullable(),
  progress: progressColumn,
  safetyBackupJobId: z.string().nullable(),
  heartbeat: z.string(),
  manifest: manifest.nullable(),
  swapped: z.boolean(),
  terminalsAsked: z.int(),
  actor: actor.nullable(),
});
export type RestoreRow = z.infer<typeof restoreRow>;

const columns = sql`
  restore_job_id::text as id, restore_job_id::text as "restoreJobId", started_at as started, finished_at as finished,
  started_by as by, status, items, strategy, failure_reason as "failureReason", failure_words as words, progress,
  safety_backup_job_id::text as "safetyBackupJobId", heartbeat_at as heartbeat, manifest, swapped_at is not null as swapped,
  terminals_asked as "terminalsAsked",
  case when actor_user_id is not null then
    json_build_object('accountId', actor_account_id, 'userId', actor_user_id, 'address', actor_address) end as actor`;

/** Returns a restore as it is shown; `upload`: the contents of the file, while it waits to be started. */
export const presentedRestore = (
  { manifest: _, heartbeat: __, actor: ___, ...row }: RestoreRow,
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
    sql`select ${columns} from restore_job
        where account_id = ${accountId} and not (status = 'Not Started' and manifest is null)
        order by started_at desc limit ${LISTED}`,
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

/** Deletes the staged lines of a restore, which may be millions. */
export const deleteLines = (db: Db, accountId: string, restoreJobId: string) =>
  db.tx(
    (tx) => tx.run(sql`delete from restore_line where account_id = ${accountId} and restore_job_id = ${restoreJobId}`),
    { deadlineMs: 10 * 60_000 },
  );

/** Deletes a restore that was not started. Nobody can start it any more once its lines begin to go. */
export async function deleteRestore(db: Db, accountId: string, restoreJobId: string) {
  const taken = await db.run(sql`update restore_job set manifest = null
    where account_id = ${accountId} and restore_job_id = ${restoreJobId} and status = 'Not Started'`);
  if (taken === 0) return;
  await deleteLines(db, accountId, restoreJobId);
  await db.run(sql`delete from restore_job where account_id = ${accountId} and restore_job_id = ${restoreJobId}`);
}

const UNDER_WAY = sql`status = 'Not Started' and manifest is null`;
export const touchUpload = (db: Db, accountId: string, restoreJobId: string, now: Date) =>
  db.run(sql`update restore_job set heartbeat_at = ${now}
    where account_id = ${accountId} and restore_job_id = ${restoreJobId} and ${UNDER_WAY}`);

/** Returns the restores whose files are arriving or being checked. */
export const selectArrivingUploads = async (db: Db) =>
  (
    await db.rows(
      z.object({ id: z.string() }),
      sql`select restore_job_id::text as id from restore_job where ${UNDER_WAY}`,
    )
  ).map(({ id }) => id);

/**
 * Makes room for one more upload, under the account's lock: of more than `most` uploads, the oldest that waits to be started is deleted.
 * Returns false when `most` are arriving at this moment.
 */
export async function makeRoomForUpload(tx: Db, accountId: string, most: number, now: Date): Promise<boolean> {
  const { arriving } = await tx.single(
    z.object({ arriving: z.int() }),
    sql`select count(*)::int as arriving from restore_job
        where account_id = ${accountId} and ${UNDER_WAY} and heartbeat_at >= ${new Date(now.getTime() - SILENT_MS)}`,
  );
  if (arriving >= most) return false;
  await tx.run(sql`
    delete from restore_job where account_id = ${accountId} and status = 'Not Started' and manifest is not null
      and restore_job_id not in (
        select restore_job_id from restore_job
        where account_id = ${accountId} and status = 'Not Started' and manifest is not null
        order by started_at desc, restore_job_id desc limit ${most - arriving - 1})`);
  return true;
}

type Claim = { items: readonly string[]; strategy: string; actor: Actor; now: Date };
/**
 * Claims a restore for the job, unless it was started before; returns whether it did. Under the account's lock, when nothing else runs: a replace
 * keeps what is received after `now`, so whatever was received before is in store by then (`settledInstant`).
 */
export const claimRestore = async (
  tx: Db,
  accountId: string,
  restoreJobId: string,
  { items, strategy, actor, now }: Claim,
) =>
  (await tx.run(sql`
    update restore_job set status = 'In Progress', items = ${[...items]}, strategy = ${strategy}, started_at = ${now},
      heartbeat_at = ${now}, actor_account_id = ${actor.accountId}, actor_user_id = ${actor.userId}, actor_address = ${actor.address},
      progress = ${JSON.stringify({ done: 0, total: 0, step: WAITING })}::jsonb
    where account_id = ${accountId} and restore_job_id = ${restoreJobId} and status = 'Not Started' and manifest is not null`)) >
  0;

export const setSafetyBackup = (db: Db, accountId: string, restoreJobId: string, backupJobId: string) =>
  db.run(sql`update restore_job set safety_backup_job_id = ${backupJobId}
    where account_id = ${accountId} and restore_job_id = ${restoreJobId}`);

/** Stores when the work of a restore began, once. */
export const beginRestore = (db: Db, accountId: string, restoreJobId: string, now: Date) =>
  db.run(sql`update restore_job set began_at = coalesce(began_at, ${now})
    where account_id = ${accountId} and restore_job_id = ${restoreJobId}`);

/** Counts an attempt to calculate the figures of restored data; returns how many there were. */
export const countFigureTry = async (db: Db, accountId: string, restoreJobId: string) =>
  (
    await db.single(
      z.object({ tries: z.int() }),
      sql`update restore_job set figure_tries = figure_tries + 1
          where account_id = ${accountId} and restore_job_id = ${restoreJobId} returning figure_tries as tries`,
    )
  ).tries;

/** Stores a sign of life, and the progress if it is set. */
export const touchRestore = (db: Db, accountId: string, restoreJobId: string, progress: object | null, now: Date) =>
  db.run(sql`update restore_job set progress = coalesce(${progress && JSON.stringify(progress)}::jsonb, progress),
      heartbeat_at = ${now}
    where account_id = ${accountId} and restore_job_id = ${restoreJobId} and status = 'In Progress'`);

/**
 * The first statement of the swap's transaction: it locks the row until the commit, so that no sweep takes a long swap for a dead one, and throws if
 * one has already done so.
 */
export async function markSwapped(tx: Db, accountId: string, restoreJobId: string, now: Date) {
  const marked = await tx.run(sql`update restore_job set swapped_at = ${now}
    where account_id = ${accountId} and restore_job_id = ${restoreJobId} and status = 'In Progress' and swapped_at is null`);
  if (marked === 0) throw new Error('the restore had been given up.');
}

/** Ends a restore, and deletes its staged lines, which nobody needs any more. */
export async function finishRestore(
  db: Db,
  accountId: string,
  restoreJobId: string,
  failure: string | Message | null,
  now: Date,
) {
  const { text, words } = stored(failure);
  await db.run(sql`
    update restore_job set status = ${text === null ? 'Successful' : 'Failed'}, failure_reason = ${text}, failure_words = ${words}::jsonb,
      finished_at = ${now}, progress = null, upload_path = null
    where account_id = ${accountId} and restore_job_id = ${restoreJobId} and status in ('In Progress', 'Not Started')`);
  await deleteLines(db, accountId, restoreJobId);
}

/** Returns restores that have ended but still have staged lines, because the server stopped while it deleted them. */
export const selectUntidyRestores = (db: Db) =>
  db.rows(
    z.object({ accountId: z.string(), restoreJobId: z.string() }),
    sql`select account_id::text as "accountId", restore_job_id::text as "restoreJobId" from restore_job j
        where status in ('Successful', 'Failed') and exists (select from restore_line l
          where l.account_id = j.account_id and l.restore_job_id = j.restore_job_id) limit 100`,
  );

/** Returns restores whose process died: before the swap nothing was changed, after it only the figures remain to be derived. */
export const selectAbandonedRestores = (db: Db, silentSince: Date) =>
  db.rows(
    z.object({ accountId: z.string(), restoreJobId: z.string(), swapped: z.boolean() }),
    sql`select account_id::text as "accountId", restore_job_id::text as "restoreJobId", swapped_at is not null as swapped
        from restore_job where status = 'In Progress' and heartbeat_at < ${silentSince}
          and progress->>'step' is distinct from ${WAITING} for update skip locked`,
  );

/** Returns restores that have taken too long, whether or not they give signs of life. */
export const selectOverdueRestores = (db: Db, beganBefore: Date, startedBefore: Date) =>
  db.rows(
    z.object({ accountId: z.string(), restoreJobId: z.string(), swapped: z.boolean() }),
    sql`select account_id::text as "accountId", restore_job_id::text as "restoreJobId", swapped_at is not null as swapped
        from restore_job where status = 'In Progress'
          and coalesce(began_at < ${beganBefore}, started_at < ${startedBefore}) for update skip locked`,
  );

/** Returns uploads that have waited too long, and those whose process died while they arrived. */
export const selectStaleUploads = (db: Db, uploadedBefore: Date, silentSince: Date) =>
  db.rows(
    z.object({ accountId: z.string(), restoreJobId: z.string() }),
    sql`select account_id::text as "accountId", restore_job_id::text as "restoreJobId"
        from restore_job where status = 'Not Started'
          and (started_at < ${uploadedBefore} or (manifest is null and heartbeat_at < ${silentSince}))`,
  );

/** Cleans up after the swap: removes references to groups that no longer exist, and makes V2 devices and dashboards load the new data. */
export async function settleReferences(tx: Db, accountId: string, now: Date) {
  for (const column of ['time_group_id', 'employee_group_id', 'job_description_id'] as const)
    await tx.run(sql`
      update employee set ${raw(column)} = null
      where account_id = ${accountId} and ${raw(column)} is not null
        and not exists (select from work_group g where g.account_id = employee.account_id and g.group_id = employee.${raw(column)})`);
  // A rate or rule set without the group or person that it was for would be everybody's.
  const isGone = (column: string, table: string, key: string) =>
    sql`(r.${raw(column)} is not null and not exists (select from ${raw(table)} g where g.account_id = r.account_id and g.${raw(key)} = r.${raw(column)}))`;
  await tx.run(sql`delete from pay_rate r where r.account_id = ${accountId} and (${isGone('employee_group_id', 'work_group', 'group_id')}
    or ${isGone('job_description_id', 'work_group', 'group_id')} or ${isGone('employee_id', 'employee', 'employee_id')})`);
  await tx.run(sql`delete from pay_rule r where r.account_id = ${accountId}
    and (${isGone('time_group_id', 'work_group', 'group_id')} or ${isGone('employee_id', 'employee', 'employee_id')})`);
  await tx.run(
    sql`update account set data_version = data_version + 1, data_changed_at = ${now} where account_id = ${accountId}`,
  );
  // Rows that the restore has inserted say so already: each would be written twice, with its indexes.
  for (const table of [sql`employee`, sql`lookup_entry`])
    await tx.run(sql`update ${table} t set changed_version = a.data_version from account a
      where a.account_id = ${accountId} and t.account_id = ${accountId} and t.changed_version <> a.data_version`);
}

export const selectEmployeeIds = async (db: Db, accountId: string) =>
  (
    await db.rows(
      z.object({ id: z.string() }),
      sql`select employee_id::text as id from employee where account_id = ${accountId}`,
    )
  ).map(({ id }) => id);
