import { z } from 'zod';
import { averageAccount, type Db, sql } from '../../platform/db/db.ts';
import { keyTrust, keyTrustAt } from './terminals.sql.ts';

/** Stored punches of terminals, which are read again from what the terminals sent. */

const stored = z.object({
  id: z.string(),
  deviceId: z.string(),
  localTime: z.string().nullable(),
  status: z.int().nullable(),
  at: z.coerce.date(),
  direction: z.enum(['in', 'out', 'auto']),
  receivedAt: z.coerce.date(),
  /** The terminal sent no other punch at that moment, so it may have been sent as it happened. */
  isAlone: z.boolean(),
  timeZone: z.string(),
  keyTrust,
});
export type StoredPunch = z.infer<typeof stored>;
export type Position = { receivedAt: Date; id: string };
export const START: Position = { receivedAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

/** Marks a terminal, or (null) all that use the account's zone: their punches are read again with the next recalculation of the account. */
export const markForReading = (tx: Db, accountId: string, deviceId: string | null) =>
  tx.run(sql`update device set state = state || '{"readAgain": true}'
    where account_id = ${accountId} and device_type = 'ADMS' and case when ${deviceId}::uuid is null then time_zone is null else device_id = ${deviceId} end`);

/** Returns punches of the marked terminals after a position, in order of receipt and, within an upload, in its own, which is that of their ids (batchIds.ts). */
export const selectPunches = (tx: Db, accountId: string, after: Position, limit: number) =>
  tx.rows(
    stored,
    sql`select c.clock_record_id as id, c.device_id as "deviceId", c.local_time as "localTime", c.sent_status as status, c.at, c.direction,
          c.received_at as "receivedAt", coalesce(d.time_zone, a.time_zone) as "timeZone",
          not exists (select from clock_record o where o.account_id = c.account_id and o.received_at = c.received_at
            and o.device_id = c.device_id and o.clock_record_id <> c.clock_record_id) as "isAlone",
          ${keyTrustAt(sql`c.received_at`)} as "keyTrust"
        from clock_record c
        join device d on d.account_id = c.account_id and d.device_id = c.device_id and d.device_type = 'ADMS' and d.state ? 'readAgain'
        join account a on a.account_id = c.account_id
        where c.account_id = ${accountId} and (c.received_at, c.clock_record_id) > (${after.receivedAt}, ${after.id}::uuid)
        order by c.received_at, c.clock_record_id limit ${limit}`,
  );

const readPunches = z.object({
  day: z.string(),
  status: z.int().nullable(),
  isLocal: z.boolean(),
  found: keyTrust,
});
export type ReadPunches = z.infer<typeof readPunches>;
/** Returns the days of a range with punches of a terminal, in `zone`, by what else decides how they are read: key, wall clock or instant, and the trust that was found by then. */
export const selectReadPunches = (
  tx: Db,
  of: { accountId: string; deviceId: string },
  zone: string,
  { from, to }: { from: string; to: string },
) =>
  tx.rows(
    readPunches,
    sql`select distinct (c.at at time zone ${zone})::date::text as day, c.sent_status as status, c.local_time is not null as "isLocal",
          ${keyTrustAt(sql`c.received_at`)} as found
        from clock_record c cross join lateral (
          select device_id, account_id, dialect, state, keys_from, 'found'::text as directions from device
          where account_id = c.account_id and device_id = c.device_id) d
        where c.account_id = ${of.accountId} and c.device_id = ${of.deviceId}
          and c.at >= ${from}::timestamp at time zone ${zone} and c.at < (${to}::date + 1)::timestamp at time zone ${zone}`,
  );

export type Reread = { id: string; at: string; direction: string };

/**
 * Gives punches new instants and directions. Those that count are all moved in one statement, because a shifted punch may take the place of another;
 * {@link settleStandings} then decides which of them count.
 */
export const updatePunches = (tx: Db, accountId: string, changed: readonly Reread[]) =>
  tx.run(sql`
    update clock_record c set at = r.at, direction = r.direction,
      standing = case when c.standing in ('counted', 'future-clock') then 'duplicate' else c.standing end
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r(id uuid, at timestamptz, direction text)
    where c.account_id = ${averageAccount(accountId)} and c.clock_record_id = r.id`);

/**
 * Makes duplicates of terminals count where no other record of the event does (rule 4: of several, the one received first), or sets them aside if
 * they lie ahead of their receipt (docs/reference/attendance.md#late-records). `offset 0`: one index lookup each instead of a join with all records.
 */
export const settleStandings = (tx: Db, accountId: string) =>
  tx.run(sql`
    with becoming as (
      select c.clock_record_id, c.employee_id, c.time_id, c.at, c.direction, c.record_id, c.received_at,
        c.at > c.received_at + interval '5 minutes' as is_future,
        split_part(c.source, '@', 1) || case when c.at > c.received_at + interval '5 minutes' then '@future' else '' end as source
      from clock_record c
      join device d on d.account_id = c.account_id and d.device_id = c.device_id and d.device_type = 'ADMS'
      where c.account_id = ${accountId} and c.standing = 'duplicate'),
    free as materialized (
      select *, row_number() over (partition by is_future, coalesce(employee_id::text, time_id), at, direction
          order by received_at, clock_record_id) as of_event,
        row_number() over (partition by source, record_id order by received_at, clock_record_id) as of_sender
      from becoming b
      where not is_known_to_sender(${accountId}, b.source, b.record_id, b.clock_record_id)
        and (b.is_future or not exists (select from clock_record k where k.account_id = ${averageAccount(accountId)} and k.standing = 'counted'
          and k.employee_id = b.employee_id and k.at = b.at and k.direction = b.direction))
        and (b.is_future or b.employee_id is not null or not exists (select from clock_record k where k.account_id = ${averageAccount(accountId)}
          and k.standing = 'counted' and k.employee_id is null and k.time_id = b.time_id and k.at = b.at and k.direction = b.direction)))
    update clock_record c set standing = case when f.is_future then 'future-clock' else 'counted' end, source = f.source
    from free f
    where c.account_id = ${averageAccount(accountId)} and c.clock_record_id = f.clock_record_id and f.of_sender = 1 and (f.is_future or f.of_event = 1)`);

/** Returns the terminals that use the account's zone. */
export const selectTerminals = (tx: Db, accountId: string) =>
  tx.rows(
    z.object({ accountId: z.string(), deviceId: z.string() }),
    sql`select account_id as "accountId", device_id as "deviceId" from device
        where account_id = ${accountId} and device_type = 'ADMS' and deleted_at is null and time_zone is null limit 10000`,
  );

/** Clears the marks, the newest line and the drift of the terminals that were read again: the latter came from the former reading. */
export const endReading = (tx: Db, accountId: string) =>
  tx.run(
    sql`update device set state = state - 'readAgain', last_record_at = null, drift_ms = null where account_id = ${accountId} and state ? 'readAgain'`,
  );
