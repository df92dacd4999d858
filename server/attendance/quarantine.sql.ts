import { z } from 'zod';
import { averageAccount, type Db, empty, type Sql, sql } from '../platform/db/db.ts';

/** Quarantined records of a device, by where they came from. */

type Of = { accountId: string; deviceId: string };
/** The reason for which a record is quarantined (contract/attendance/quarantine.ts). */
const origin = sql`split_part(source, '@', 2)`;
/** A network has a prefix length, and no other origin a slash. */
const isOfNetwork = sql`position('/' in source) > 0`;
const waiting = ({ accountId, deviceId }: Of) =>
  sql`account_id = ${accountId} and device_id = ${deviceId} and standing = 'quarantined'`;

const group = z.object({
  origin: z.string(),
  punches: z.int(),
  entries: z.int(),
  /** The first and last time of the records, and of their receipt. */
  first: z.iso.datetime(),
  last: z.iso.datetime(),
  firstReceived: z.iso.datetime(),
  lastReceived: z.iso.datetime(),
});
export type QuarantineGroup = z.infer<typeof group>;

export const selectQuarantine = (db: Db, of: Of): Promise<QuarantineGroup[]> =>
  db.rows(
    group,
    sql`select origin, sum(punches)::int as punches, sum(entries)::int as entries, min(first) as first, max(last) as last,
          min("firstReceived") as "firstReceived", max("lastReceived") as "lastReceived"
        from (
          select ${origin} as origin, count(*) as punches, 0 as entries, min(at) as first, max(at) as last,
            min(received_at) as "firstReceived", max(received_at) as "lastReceived"
          from clock_record where ${waiting(of)} group by 1
          union all
          select ${origin}, 0, count(*), min(started_at), max(started_at), min(received_at), max(received_at)
          from piecework_entry where ${waiting(of)} group by 1) groups
        group by origin order by max("lastReceived") desc, origin limit 100`,
  );

/** Returns the number of quarantined punches from one network. */
export const countFrom = async (tx: Db, of: Of, network: string): Promise<number> =>
  (
    await tx.single(
      z.object({ total: z.int() }),
      sql`select count(*)::int as total from clock_record where ${waiting(of)} and ${origin} = ${network}`,
    )
  ).total;

/** Returns the numbers of a device's quarantined punches, from one network and in all. */
export const countWaiting = (tx: Db, of: Of, network: string) =>
  tx.single(
    z.object({ ofNetwork: z.int(), ofDevice: z.int() }),
    sql`select count(*) filter (where ${origin} = ${network})::int as "ofNetwork", count(*)::int as "ofDevice"
        from clock_record where ${waiting(of)} and ${isOfNetwork}`,
  );

/**
 * The records to decide about: those of some origins, optionally received after an instant, and without those of the employee whom a user is
 * (`exceptUser`).
 */
export type Selection = { origins: readonly string[]; receivedAfter?: Date; exceptUser?: string };
const selected = (of: Of, { origins, receivedAfter, exceptUser }: Selection): Sql =>
  sql`${waiting(of)} and ${origin} = any(${[...origins]}::text[])
    ${receivedAfter ? sql`and received_at > ${receivedAfter}` : empty}
    ${
      exceptUser
        ? sql`and (employee_id is null or employee_id is distinct from
            (select u.employee_id from app_user u where u.account_id = ${of.accountId} and u.user_id = ${exceptUser}))`
        : empty
    }`;

const span = z.object({ employeeId: z.string().nullable(), first: z.string(), last: z.string(), total: z.int() });
export type ReleasedSpan = z.infer<typeof span>;

/** Returns the source of a released record: its sender's own, or that of records ahead of the clock. */
const released = (at: Sql) =>
  sql`split_part(source, '@', 1) || case when ${at} > received_at + interval '5 minutes' then '@future' else '' end`;
const standing = (at: Sql) =>
  sql`case when ${at} > received_at + interval '5 minutes' then 'future-clock' else 'counted' end`;

/**
 * Makes records count: those that exist already become duplicates (docs/reference/attendance.md#duplicates), those in the future stay set aside. Returns their employees and spans of
 * time. `materialized`: each record is looked up once; a plan made for other rows may do so once for each record of the account.
 */
export async function releaseRecords(tx: Db, of: Of, which: Selection): Promise<ReleasedSpan[]> {
  const { accountId } = of;
  await tx.run(sql`
    with chosen as (
      select clock_record_id, employee_id, time_id, at, direction, record_id, ${released(sql`at`)} as becomes,
        row_number() over (partition by coalesce(employee_id::text, time_id), at, direction order by clock_record_id) as n
      from clock_record where ${selected(of, which)}),
    existing as materialized (
      select clock_record_id from chosen w where w.n > 1
        or is_known_to_sender(${accountId}, w.becomes, w.record_id)
        or exists (select from clock_record k where k.account_id = ${averageAccount(accountId)} and k.standing = 'counted'
          and k.employee_id = w.employee_id and k.at = w.at and k.direction = w.direction)
        or w.employee_id is null and exists (select from clock_record k where k.account_id = ${averageAccount(accountId)} and k.standing = 'counted'
          and k.employee_id is null and k.time_id = w.time_id and k.at = w.at and k.direction = w.direction))
    update clock_record c set standing = 'duplicate' from existing
    where c.account_id = ${averageAccount(accountId)} and c.clock_record_id = existing.clock_record_id`);
  await tx.run(sql`
    with chosen as (
      select piecework_entry_id, record_id, ${released(sql`started_at`)} as becomes,
        row_number() over (partition by record_id order by piecework_entry_id) as n
      from piecework_entry where ${selected(of, which)}),
    existing as materialized (
      select piecework_entry_id from chosen w where w.n > 1
        or exists (select from piecework_entry k where k.account_id = ${averageAccount(accountId)} and k.source = w.becomes and k.record_id = w.record_id))
    update piecework_entry c set standing = 'duplicate' from existing
    where c.account_id = ${averageAccount(accountId)} and c.piecework_entry_id = existing.piecework_entry_id`);
  return tx.rows(
    span,
    sql`with punches as (
        update clock_record set standing = ${standing(sql`at`)}, source = ${released(sql`at`)} where ${selected(of, which)}
        returning employee_id, at),
      entries as (
        update piecework_entry set standing = ${standing(sql`started_at`)}, source = ${released(sql`started_at`)}
        where ${selected(of, which)}
        returning employee_id, started_at as at)
      select employee_id as "employeeId", min(at) as first, max(at) as last, count(*)::int as total
      from (select * from punches union all select * from entries) records group by 1`,
  );
}

/** Returns the containers of the entries, before they are released. */
export const selectTheirContainers = (tx: Db, of: Of, which: Selection) =>
  tx.rows(
    z.object({ container: z.string(), at: z.string() }),
    sql`select container, started_at::text as at from piecework_entry where ${selected(of, which)} and container is not null`,
  );

/** Stores records permanently as refused: they are in no figure and wait for no decision. Returns how many. */
export const rejectRecords = async (tx: Db, of: Of, which: Selection): Promise<number> =>
  (await tx.run(sql`update clock_record set standing = 'rejected' where ${selected(of, which)}`)) +
  (await tx.run(sql`update piecework_entry set standing = 'rejected' where ${selected(of, which)}`));
