import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';
import { ALL_ITEMS } from '../backups/schedules.sql.ts';

const gauges = z.object({
  failedMails: z.int(),
  retryingMails: z.int(),
  devices: z.int(),
  silent10m: z.int(),
  silent1h: z.int(),
  silent1d: z.int(),
  quarantined: z.int(),
  futureClock: z.int(),
});

/**
 * Returns the gauges of the whole installation as of `now`. Standalone devices are not counted, because they may be silent, nor are devices of
 * inactive accounts, which are refused.
 */
export const readGauges = (db: Db, now: Date) =>
  db.single(
    gauges,
    sql`select m.*, d.*, c.* from
      (select count(*) filter (where status = 'failed')::int as "failedMails",
          count(*) filter (where status in ('queued', 'sending') and last_error is not null)::int as "retryingMails"
        from mail where status <> 'sent') m,
      (select count(*)::int as devices,
          count(*) filter (where last_contact < ${now}::timestamptz - interval '10 minutes')::int as "silent10m",
          count(*) filter (where last_contact < ${now}::timestamptz - interval '1 hour')::int as "silent1h",
          count(*) filter (where last_contact < ${now}::timestamptz - interval '1 day')::int as "silent1d"
        from device join account a using (account_id)
        where a.is_active and deleted_at is null and last_contact is not null and not is_offline) d,
      (select count(*) filter (where standing = 'quarantined')::int as quarantined,
          count(*) filter (where standing = 'future-clock')::int as "futureClock"
        from clock_record where standing in ('future-clock', 'quarantined')) c`,
  );

const jobCounts = z.object({ state: z.string(), total: z.int() });
/** Returns the background jobs of the last day by state; none before the first start has created their tables. */
export const countJobs = async (db: Db) => {
  const { is } = await db.single(
    z.object({ is: z.boolean() }),
    sql`select to_regclass('pgboss.job') is not null as is`,
  );
  return is
    ? db.rows(jobCounts, sql`select state::text as state, count(*)::int as total from pgboss.job group by 1`)
    : [];
};

const accountGauges = z.object({
  account: z.string(),
  devices: z.int(),
  silent: z.int(),
  backupAge: z.number().nullable(),
});
/**
 * Returns by account: devices that have called in before, those of them that are silent for an hour, and the seconds since the last good backup (since
 * the schedule was set where there was none; null without a schedule). Standalone devices and inactive accounts are left out.
 */
export const readAccountGauges = (db: Db, now: Date) =>
  db.rows(
    accountGauges,
    sql`select a.code as account,
        (select count(*)::int from device d where d.account_id = a.account_id and deleted_at is null
          and last_contact is not null and not is_offline) as devices,
        (select count(*)::int from device d where d.account_id = a.account_id and deleted_at is null
          and not is_offline and last_contact < ${now}::timestamptz - interval '1 hour') as silent,
        (select extract(epoch from ${now}::timestamptz - coalesce((select max(b.finished_at) from backup_job b
            where b.account_id = a.account_id and b.status = 'Successful' and b.items @> ${ALL_ITEMS}::text[]), s.since))::float8
          from backup_schedule s where s.account_id = a.account_id) as "backupAge"
      from account a where not a.is_system and a.is_active order by a.code`,
  );
