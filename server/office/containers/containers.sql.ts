import { z } from 'zod';
import type { ContainerList } from '#contract/office/containers.ts';
import { corrected, lastSaid, wasCounted } from '../../attendance/containers.sql.ts';
import { inTime, sentAgain } from '../../attendance/deliveries.sql.ts';
import { entryInForce } from '../../attendance/effective.sql.ts';
import { type Db, empty, type Sql, sql } from '../../platform/db/db.ts';

const row = z.object({
  /** Of the entry that counted it, or else of its delivery. */
  id: z.string(),
  /** The entry that counted it. */
  entryId: z.string().nullable(),
  number: z.string(),
  kind: z.string().nullable(),
  countedAt: z.iso.datetime().nullable(),
  employeeId: z.string().nullable(),
  employeeNumber: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  crew: z.string().nullable(),
  units: z.string().nullable(),
  lookup1: z.string().nullable(),
  lookup2: z.string().nullable(),
  product: z.string().nullable(),
  block: z.string().nullable(),
  counts: z.enum(['yes', 'twice', 'voided']).nullable(),
  deliveredAt: z.iso.datetime().nullable(),
  verdict: z.enum(['accept', 'reject']).nullable(),
  reason: z.string().nullable(),
  weight: z.string().nullable(),
  device: z.string().nullable(),
});
export type ContainerRow = z.infer<typeof row>;
export type Within = { start: Date; end: Date };
const near = z.object({
  id: z.string(),
  employeeId: z.string().nullable(),
  startedAt: z.number(),
  date: z.string().nullable(),
});
/**
 * Returns the entries of containers that start between two instants, by their correction where there is one, with their employee, start (epoch ms) and date where
 * only that is known; newest first, `most` of them.
 */
export const selectCounted = (
  tx: Db,
  accountId: string,
  { start, end, number, most }: Within & { number: string | undefined; most: number },
) =>
  tx.rows(
    near,
    sql`select p.piecework_entry_id as id, coalesce(k.employee_id, p.employee_id) as "employeeId",
        extract(epoch from coalesce(k.started_at, p.started_at))::float8 * 1000 as "startedAt",
        case when k.kind = 'replace' then k.on_date else p.on_date end::text as date
      from piecework_entry p ${corrected}
      where p.account_id = ${accountId} and p.container is not null and p.units > 0 and p.standing in ('counted', 'duplicate') ${ofNumber(sql`p`, number)}
        and p.piecework_entry_id in (
          select x.piecework_entry_id from piecework_entry x
          where x.account_id = ${accountId} and x.container is not null and x.started_at >= ${start} and x.started_at < ${end}
          union all
          select c.piecework_entry_id from entry_correction c
          where c.account_id = ${accountId} and c.kind = 'replace' and c.started_at >= ${start} and c.started_at < ${end})
        and coalesce(k.started_at, p.started_at) >= ${start} and coalesce(k.started_at, p.started_at) < ${end}
      order by coalesce(k.started_at, p.started_at) desc limit ${most}`,
  );
const ofNumber = (row: Sql, number: string | undefined) =>
  number === undefined ? empty : sql`and ${row}.container = ${number}`;

type Asked = Within & { ids: readonly string[]; list: ContainerList; number: string | undefined; most: number };

/**
 * Returns some entries of containers, each with what was said last of it at delivery, and the deliveries between two instants that belong to no entry; newest
 * first, `most` of them.
 */
export const selectListed = (tx: Db, accountId: string, { ids, start, end, list, number, most }: Asked) =>
  tx.rows(
    row,
    sql`with counted as (
        select x.*, k.kind as ledger, k.counts_again, coalesce(k.employee_id, x.employee_id) as owner, coalesce(k.units, x.units) as held,
          case when k.kind = 'replace' then k.lookup1_code else x.lookup1_code end as first_code,
          case when k.kind = 'replace' then k.lookup2_code else x.lookup2_code end as second_code
        from piecework_entry x
        left join entry_correction k on k.account_id = x.account_id and k.piecework_entry_id = x.piecework_entry_id and ${entryInForce}
        where x.account_id = ${accountId} and x.piecework_entry_id = any(${[...ids]}::uuid[])),
      listed as (
        select c.piecework_entry_id, c.container, c.container_kind_id, c.started_at as counted_at, c.owner, c.held, c.first_code, c.second_code,
          case when c.ledger = 'void' then 'voided' when c.standing = 'duplicate' and c.counts_again is not true then 'twice' else 'yes' end as counts, d.delivery_id
        from counted c left join lateral (${lastSaid(accountId, sql`c`)}) d on true
        union all
        select null::uuid, x.container, null, null, null, null, null, null, null, x.delivery_id
        from container_delivery x
        where x.account_id = ${accountId} and x.at >= ${start} and x.at < ${end} ${ofNumber(sql`x`, number)}
          and not ${sentAgain(sql`container_delivery`, sql`x`)} and (not ${inTime(sql`x`)} or not exists (
            select from (
              select p.* from piecework_entry p ${corrected}
              where p.account_id = ${accountId} and p.container = x.container and p.started_at <= x.at and p.units > 0 and ${wasCounted}
              order by p.started_at desc limit 1) p
            where x.at < p.full_until or not exists (select from container_delivery d
              where d.account_id = ${accountId} and d.container = x.container and d.at >= p.started_at and d.at < x.at and ${inTime(sql`d`)}))))
      select coalesce(l.piecework_entry_id, l.delivery_id) as id, l.piecework_entry_id as "entryId", l.container as number, n.name as kind, l.counted_at as "countedAt", l.owner as "employeeId", e.number as "employeeNumber",
        e.first_name as "firstName", e.last_name as "lastName", g.name as crew, trim_scale(l.held)::text as units, l.first_code as lookup1, l.second_code as lookup2,
        coalesce(l1.description, l.first_code) as product, coalesce(l2.description, l.second_code) as block, l.counts,
        d.at as "deliveredAt", d.verdict, d.reason, trim_scale(d.weight)::text as weight, v.description as device
      from listed l
      left join container_kind n on n.account_id = ${accountId} and n.container_kind_id = l.container_kind_id
      left join employee e on e.account_id = ${accountId} and e.employee_id = l.owner
      left join work_group g on g.account_id = ${accountId} and g.group_id = e.employee_group_id
      left join lookup_entry l1 on l1.account_id = ${accountId} and l1.lookup = 1 and l1.code = l.first_code
      left join lookup_entry l2 on l2.account_id = ${accountId} and l2.lookup = 2 and l2.code = l.second_code
      left join container_delivery d on d.account_id = ${accountId} and d.delivery_id = l.delivery_id
      left join device v on v.account_id = ${accountId} and v.device_id = d.device_id
      where ${
        {
          all: sql`true`,
          undelivered: sql`l.counts = 'yes' and d.delivery_id is null`,
          uncounted: sql`l.counted_at is null`,
          rejected: sql`d.verdict = 'reject'`,
        }[list]
      }
      order by coalesce(l.counted_at, d.at) desc, l.container limit ${most}`,
  );
