import { z } from 'zod';
import { type BackupSchedule, backupItem, backupSchedule } from '#contract/operations/backups.ts';
import { message } from '#contract/platform/message.ts';
import type { Message } from '#contract/platform/words.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { stored } from '../../platform/words/stored.ts';

export const ALL_ITEMS = [...backupItem.options];
const scheduled = backupSchedule.extend({ since: z.string(), nextAt: z.string() });
const state = z.object({
  accountId: z.string(),
  name: z.string(),
  timeZone: z.string(),
  schedule: scheduled.nullable(),
  /** When the newest successful backup of all items was finished. */
  goodAt: z.string().nullable(),
  /** Of the newest scheduled backup: why it failed, and why its copy did. */
  failure: z.string().nullable(),
  failureWords: message.nullable(),
  copyProblem: z.string().nullable(),
  copyWords: message.nullable(),
  /** Of the newest rehearsal. */
  rehearsedAt: z.string().nullable(),
  rehearsalProblem: z.string().nullable(),
  rehearsalWords: message.nullable(),
});
export type BackupState = z.infer<typeof state>;

const columns = sql`
  a.account_id::text as "accountId", a.name, a.time_zone as "timeZone",
  case when s.account_id is not null then json_build_object('frequency', s.frequency, 'weekday', s.weekday, 'time', s.time,
    'keep', s.keep, 'rehearse', s.rehearse, 'since', s.since, 'nextAt', s.next_at) end as schedule,
  (select max(b.finished_at) from backup_job b where b.account_id = a.account_id and b.status = 'Successful'
    and b.items @> ${ALL_ITEMS}::text[]) as "goodAt",
  last.failure_reason as failure, last.failure_words as "failureWords", last.copy_problem as "copyProblem", last.copy_words as "copyWords",
  rehearsal.rehearsed_at as "rehearsedAt", rehearsal.rehearsal_problem as "rehearsalProblem",
  rehearsal.rehearsal_words as "rehearsalWords"`;
const sources = sql`
  account a left join backup_schedule s on s.account_id = a.account_id
  left join lateral (select b.failure_reason, b.failure_words, b.copy_problem, b.copy_words from backup_job b
    where b.account_id = a.account_id and b.kind = 'scheduled' and b.status <> 'In Progress'
    order by b.started_at desc limit 1) last on true
  left join lateral (select b.rehearsed_at, b.rehearsal_problem, b.rehearsal_words from backup_job b
    where b.account_id = a.account_id and b.rehearsed_at is not null order by b.rehearsed_at desc limit 1) rehearsal on true`;

export const selectBackupState = (db: Db, accountId: string) =>
  db.first(state, sql`select ${columns} from ${sources} where a.account_id = ${accountId}`);
/** Returns every account. System path. */
export const selectBackupStates = (db: Db) =>
  db.rows(state, sql`select ${columns} from ${sources} where not a.is_system`);
/** Returns every account with automatic backups. System path. */
export const selectScheduledStates = (db: Db) =>
  db.rows(state, sql`select ${columns} from ${sources} where s.account_id is not null order by a.name, a.account_id`);

/** Returns how many active accounts have no automatic backups. System path. */
export const countUnscheduled = async (db: Db) =>
  (
    await db.single(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from account a where not is_system and is_active
        and not exists (select from backup_schedule s where s.account_id = a.account_id)`,
    )
  ).count;

export const deleteSchedule = (tx: Db, accountId: string) =>
  tx.run(sql`delete from backup_schedule where account_id = ${accountId}`);
export const saveSchedule = (tx: Db, accountId: string, schedule: BackupSchedule, nextAt: Date, now: Date) =>
  tx.run(sql`
    insert into backup_schedule as s (account_id, frequency, weekday, time, keep, rehearse, since, next_at)
    values (${accountId}, ${schedule.frequency}, ${schedule.weekday}, ${schedule.time}, ${schedule.keep}, ${schedule.rehearse},
      ${now}, ${nextAt})
    on conflict (account_id) do update set frequency = excluded.frequency, weekday = excluded.weekday, time = excluded.time,
      keep = excluded.keep, rehearse = excluded.rehearse, next_at = excluded.next_at`);

const DUE_AT_ONCE = 200;
/** Returns accounts whose backup is due, the longest overdue first. System path. */
export const selectDue = async (db: Db, now: Date) =>
  (
    await db.rows(
      z.object({ accountId: z.string() }),
      sql`select account_id::text as "accountId" from backup_schedule where next_at <= ${now} order by next_at limit ${DUE_AT_ONCE}`,
    )
  ).map(({ accountId }) => accountId);

/** Takes a slot; returns false when another process has taken it or the schedule has changed. */
export const takeSlot = async (tx: Db, accountId: string, due: string, nextAt: Date) =>
  (await tx.run(
    sql`update backup_schedule set next_at = ${nextAt} where account_id = ${accountId} and next_at = ${due}::timestamptz`,
  )) > 0;

const old = z.object({ backupJobId: z.string() });
/** Returns automatic backups beyond the newest `keep` successful ones, and failed ones that are as old. */
export const selectBeyondRetention = async (db: Db, accountId: string, keep: number) =>
  (
    await db.rows(
      old,
      sql`select backup_job_id::text as "backupJobId" from backup_job
          where account_id = ${accountId} and kind = 'scheduled' and status <> 'In Progress' and started_at < (
            select min(started_at) from (select started_at from backup_job
              where account_id = ${accountId} and kind = 'scheduled' and status = 'Successful'
              order by started_at desc limit ${keep}) kept)`,
    )
  ).map(({ backupJobId }) => backupJobId);

type Problem = string | Message | null;
export function noteCopy(db: Db, accountId: string, backupJobId: string, problem: Problem, now: Date) {
  const { text, words } = stored(problem);
  return db.run(sql`
    update backup_job set copied_at = ${problem === null ? now : null}, copy_problem = ${text}, copy_words = ${words}::jsonb
    where account_id = ${accountId} and backup_job_id = ${backupJobId}`);
}
export function noteRehearsal(db: Db, accountId: string, backupJobId: string, problem: Problem, now: Date) {
  const { text, words } = stored(problem);
  return db.run(sql`
    update backup_job set rehearsed_at = ${now}, rehearsal_problem = ${text}, rehearsal_words = ${words}::jsonb
    where account_id = ${accountId} and backup_job_id = ${backupJobId}`);
}
