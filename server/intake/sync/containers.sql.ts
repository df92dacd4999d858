import { z } from 'zod';
import { CONTAINER_HOURS } from '#contract/masterData/containers.ts';
import { corrected, makesFull } from '../../attendance/containers.sql.ts';
import { inTime } from '../../attendance/deliveries.sql.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { HOUR, MINUTE } from '../../platform/zone.ts';

/** A delivery may be stored some minutes after its receipt: changes of this time before the last answer are sent again. */
const OVERLAP_MS = 5 * MINUTE;
const MOST_TOLD = 20_000;

const told = z.object({
  number: z.string(),
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  employeeId: z.string().nullable(),
  crew: z.string().nullable(),
  lookup1Code: z.string().nullable(),
  lookup2Code: z.string().nullable(),
});
/**
 * Returns the containers of entries, deliveries and corrections that arrived since an instant (null: of all that can be full): from when until when each is full
 * by the newest entry that counts, whose it is and what it holds. Of one that was taken back or delivered since, both instants are that; of one whose entry a
 * user voided, just after it.
 */
export const selectContainers = (tx: Db, accountId: string, since: number | null, now: Date) => {
  const from = new Date(since === null ? now.getTime() - CONTAINER_HOURS.most * HOUR : since - OVERLAP_MS);
  return tx.rows(
    told,
    sql`with touched as materialized (
        select container from piecework_entry
        where account_id = ${accountId} and container is not null and received_at > ${from}::timestamptz
        union select d.container from container_delivery d where d.account_id = ${accountId} and d.received_at > ${from}::timestamptz and ${inTime(sql`d`)}
        union select p.container from entry_correction k
        join piecework_entry p on p.account_id = k.account_id and p.piecework_entry_id = k.piecework_entry_id
        where k.account_id = ${accountId} and k.received_at > ${from}::timestamptz and p.container is not null)
      select c.container as number, coalesce(e.at, l.started_at) as at,
        coalesce(e.at, l.full_until) as until,
        l.employee_id as "employeeId", g.name as crew, l.lookup1_code as "lookup1Code", l.lookup2_code as "lookup2Code"
      from touched c
      left join lateral (
        select p.started_at, p.full_until, p.units, coalesce(k.employee_id, p.employee_id) as employee_id,
          case when k.kind = 'replace' then k.lookup1_code else p.lookup1_code end as lookup1_code,
          case when k.kind = 'replace' then k.lookup2_code else p.lookup2_code end as lookup2_code
        from piecework_entry p
        ${corrected}
        where p.account_id = ${accountId} and p.container = c.container
          and p.units > 0 and ${makesFull}
        order by p.started_at desc, p.source desc, p.record_id desc limit 1) l on true
      left join lateral (
        select max(d.at) as at from container_delivery d
        where d.account_id = ${accountId} and d.container = c.container and d.at >= coalesce(l.started_at, '-infinity') and ${inTime(sql`d`)}) d on true
      left join lateral (
        select max(case when p.units < 0 then p.started_at else p.started_at + interval '1 millisecond' end) as at,
          bool_or(p.units < 0 and p.standing = 'counted') as empties from piecework_entry p ${corrected}
        where p.account_id = ${accountId} and p.container = c.container and p.started_at >= coalesce(l.started_at, '-infinity')
          and (k.kind = 'void' or p.units < 0 and p.standing in ('counted', 'taken-back'))) v on true
      cross join lateral (
        select greatest(d.at, case when l.started_at is null or v.empties or d.at is not null or l.full_until <= v.at then v.at end) as at) e
      left join employee o on o.account_id = ${accountId} and o.employee_id = l.employee_id
      left join work_group g on g.account_id = ${accountId} and g.group_id = o.employee_group_id
      where coalesce(e.at, l.started_at) is not null
        and (${since !== null}::boolean or (e.at is null and l.full_until > ${now}))
      order by 2 desc limit ${MOST_TOLD}`,
  );
};
