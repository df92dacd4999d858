import { z } from 'zod';
import { CONTAINER_HOURS } from '#contract/masterData/containers.ts';
import { entryInForce } from '../../attendance/effective.sql.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { HOUR, MINUTE } from '../../platform/zone.ts';

/** A delivery may be on disk only some minutes after its receipt: so much is told again. */
const OVERLAP_MS = 5 * MINUTE;
const MOST_TOLD = 20_000;

const told = z.object({
  number: z.string(),
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  employeeId: z.string().nullable(),
});
/**
 * Returns the containers of entries that arrived since an instant (null: of all that can be full): from when until when each is full by the newest entry
 * that counts, and whose it is. Of one that was taken back, both are the same.
 */
export const selectContainers = (tx: Db, accountId: string, since: number | null, now: Date) => {
  const from = since === null ? now.getTime() - CONTAINER_HOURS.most * HOUR : since - OVERLAP_MS;
  return tx.rows(
    told,
    sql`with touched as materialized (
        select distinct container from piecework_entry
        where account_id = ${accountId} and container is not null and received_at > ${new Date(from)}::timestamptz)
      select c.container as number, l.started_at as at, case when l.units < 0 then l.started_at else l.full_until end as until,
        l.employee_id as "employeeId"
      from touched c cross join lateral (
        select p.started_at, p.full_until, p.units, coalesce(k.employee_id, p.employee_id) as employee_id
        from piecework_entry p
        left join entry_correction k on k.account_id = p.account_id and k.piecework_entry_id = p.piecework_entry_id and ${entryInForce}
        where p.account_id = ${accountId} and p.container = c.container
          and (p.standing = 'counted' and k.kind is distinct from 'void' or p.standing = 'duplicate' and k.kind = 'replace')
        order by p.started_at desc, p.source desc, p.record_id desc limit 1) l
      where ${since !== null}::boolean or (l.units > 0 and l.full_until > ${now})
      order by l.started_at desc limit ${MOST_TOLD}`,
  );
};
