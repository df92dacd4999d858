import { z } from 'zod';
import { type Db, type Sql, sql } from '../platform/db/db.ts';
import { inTime } from './deliveries.sql.ts';
import { entryInForce } from './effective.sql.ts';

/** The kinds of containers that a batch names, with the hours for which one is full; those that were deleted too, of this account alone. */
export const selectKindHours = async (tx: Db, accountId: string, ids: readonly string[]) =>
  new Map(
    (
      await tx.rows(
        z.object({ id: z.string(), hours: z.int() }),
        sql`select container_kind_id as id, hours from container_kind
          where account_id = ${accountId} and container_kind_id = any(${[...ids]}::uuid[])`,
      )
    ).map(({ id, hours }) => [id, hours]),
  );

/** Joins `k`, the correction in force of the entry `p`. */
export const corrected = sql`left join entry_correction k on k.account_id = p.account_id and k.piecework_entry_id = p.piecework_entry_id and ${entryInForce}`;
/** True of `p`, an entry of a container with its correction in force `k`, if it was counted, or took one back, whether it was voided since or not. */
export const wasCounted = sql`(p.units <> 0 and (p.standing = 'counted' or p.standing = 'duplicate' and k.counts_again))`;
/** The same of one that was not voided. */
export const makesFull = sql`(${wasCounted} and k.kind is distinct from 'void')`;

/**
 * Selects the delivery_id of what was said last at delivery of `entry`: before the container was counted again, and by the hours of its kind, or what was said
 * first after these.
 */
export const lastSaid = (accountId: string, entry: Sql) => sql`select d.delivery_id from container_delivery d
  where d.account_id = ${accountId} and d.container = ${entry}.container and d.at >= ${entry}.started_at and ${inTime(sql`d`)}
    and d.at < coalesce((
      select p.started_at from piecework_entry p ${corrected}
      where p.account_id = ${accountId} and p.container = ${entry}.container and p.started_at > ${entry}.started_at and p.units > 0 and ${wasCounted}
        and (k.kind is distinct from 'void' or exists (select from container_delivery o where o.account_id = ${accountId}
          and o.container = ${entry}.container and o.at >= ${entry}.started_at and o.at <= p.started_at))
      order by p.started_at limit 1), 'infinity')
  order by case when d.at < ${entry}.full_until then d.at end desc nulls last, d.at, d.delivery_id desc limit 1`;

/** A container, and the instant (ISO) from which it may be otherwise than before. */
export type TouchedContainer = { container: string; at: string };
const scan = z.object({
  id: z.string(),
  container: z.string(),
  at: z.number(),
  /** The employee and the instant of which it counts: those of its correction, where there is one. */
  ownerId: z.string().nullable(),
  countedAt: z.number(),
  until: z.number(),
  order: z.string(),
  by: z.string(),
  says: z.enum(['count', 'back', 'delivered', 'right', 'void']),
  standing: z.enum(['counted', 'duplicate', 'taken-back']),
});
export type SelectedScan = z.infer<typeof scan>;
/**
 * Returns the entries and deliveries of containers, each from the last entry that counts two days before an instant: what came before it makes none full;
 * an entry that takes back an earlier one finds it only from `-infinity`. `offset 0`: each container is looked up in its index.
 */
export const selectScans = (tx: Db, accountId: string, touched: readonly TouchedContainer[]) =>
  tx.rows(
    scan,
    sql`with named as (
        select container, min(at) - interval '2 days' as first from unnest(${touched.map(({ container }) => container)}::text[],
          ${touched.map(({ at }) => at)}::timestamptz[]) as r(container, at) group by 1),
      asked as materialized (
        select n.container, coalesce((
          select max(p.started_at) from piecework_entry p ${corrected}
          where p.account_id = ${accountId} and p.container = n.container and p.started_at < n.first and ${makesFull}), n.first) as first
        from named n),
      scans as (
        select p.* from asked a cross join lateral (
          select p.*, k.kind as ledger, k.counts_again, k.employee_id as owner_id, k.started_at as moved_to from piecework_entry p ${corrected}
          where p.account_id = ${accountId} and p.container = a.container and p.standing in ('counted', 'duplicate', 'taken-back')
            and p.started_at >= a.first and p.units <> 0 and (p.units > 0 or k.kind is distinct from 'void') offset 0) p)
      select piecework_entry_id as id, container, extract(epoch from started_at)::float8 * 1000 as at, coalesce(owner_id, employee_id) as "ownerId",
        extract(epoch from coalesce(moved_to, started_at))::float8 * 1000 as "countedAt",
        extract(epoch from full_until)::float8 * 1000 as until, concat(source, ' ', record_id) as "order",
        concat(source, ' ', employee_id) as by, case when ledger = 'void' then 'void' when units < 0 then 'back' when counts_again then 'right' else 'count' end as says,
        standing
      from scans
      union all
      select d.delivery_id, d.container, extract(epoch from d.at)::float8 * 1000, null, 0, 0, concat(d.source, ' ', d.record_id), '', 'delivered', 'counted'
      from asked a cross join lateral (
        select d.* from container_delivery d
        where d.account_id = ${accountId} and d.container = a.container and d.at >= a.first and ${inTime(sql`d`)} offset 0) d`,
  );

/** Returns the containers of some entries, each with the instant of its first. */
export const selectContainersOf = (tx: Db, accountId: string, entryIds: readonly string[]) =>
  tx.rows(
    z.object({ container: z.string(), at: z.string() }),
    sql`select container, min(started_at)::text as at from piecework_entry
      where account_id = ${accountId} and piecework_entry_id = any(${[...entryIds]}::uuid[]) and container is not null group by 1`,
  );

/** Makes entries count, or count no longer. */
export const setStandings = (tx: Db, accountId: string, scans: readonly { id: string; standing: string }[]) =>
  tx.run(sql`update piecework_entry p set standing = r.standing
    from unnest(${scans.map(({ id }) => id)}::uuid[], ${scans.map(({ standing }) => standing)}::text[]) as r(id, standing)
    where p.account_id = ${accountId} and p.piecework_entry_id = r.id`);
