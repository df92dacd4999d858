import { z } from 'zod';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import type { ChangeScope } from '../../masterData/change.ts';
import { type Db, type Sql, sql } from '../../platform/db/db.ts';

/** Tells whether records that a payroll system sends replace the application's under the same name. */
export const adopts = async (tx: Db, accountId: string, systemId: string): Promise<boolean> =>
  (
    await tx.first(
      z.object({ adopts: z.boolean() }),
      sql`select adopts from payroll_system where account_id = ${accountId} and system_id = ${systemId}`,
    )
  )?.adopts ?? false;

const count = z.object({ count: z.int() });
const counted = async (tx: Db, change: Sql) =>
  (await tx.single(count, sql`with changed as (${change} returning 1) select count(*)::int as count from changed`))
    .count;

/**
 * Each of these makes the application's live records the scope's own where the scope sends the same name, unless it has such a record already;
 * returns how many.
 */
export const adoptGroups = (
  { tx, accountId, systemId }: ChangeScope,
  sent: readonly { kind: 'time' | 'employee' | 'job'; code: string }[],
) =>
  counted(
    tx,
    sql`update work_group g set system_id = ${systemId}
      from (select distinct kind, code from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as r(kind text, code text)) r
      where g.account_id = ${accountId} and g.system_id = ${APPLICATION_SYSTEM} and g.deleted_at is null
        and g.kind = r.kind and g.code = r.code
        and not exists (select from work_group o where o.account_id = g.account_id and o.system_id = ${systemId}
          and o.kind = g.kind and o.code = g.code)`,
  );

export const adoptLookupEntries = (
  { tx, accountId, systemId }: ChangeScope,
  sent: readonly { lookup: number; code: string }[],
) =>
  counted(
    tx,
    sql`update lookup_entry e set system_id = ${systemId}
      from (select distinct lookup, code from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as r(lookup float8, code text)) r
      where e.account_id = ${accountId} and e.system_id = ${APPLICATION_SYSTEM} and e.deleted_at is null
        and e.lookup = r.lookup and e.code = r.code`,
  );

export const adoptHolidays = (
  { tx, accountId, systemId }: ChangeScope,
  sent: readonly { code: string; date: string; timeGroupCode: string | null }[],
) =>
  counted(
    tx,
    sql`update holiday h set system_id = ${systemId}, code = r.code
      from (select distinct on (date, "timeGroupCode") code, date, "timeGroupCode"
        from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as r(code text, date text, "timeGroupCode" text)
        order by date, "timeGroupCode", code) r
      where h.account_id = ${accountId} and h.system_id = ${APPLICATION_SYSTEM} and h.deleted_at is null
        and h.date::text = r.date and h.time_group_id is not distinct from (select g.group_id from work_group g
          where g.account_id = h.account_id and g.kind = 'time' and g.system_id = ${systemId} and g.code = r."timeGroupCode")
        and not exists (select from holiday o where o.account_id = h.account_id and o.system_id = ${systemId} and o.code = r.code)`,
  );

export const adoptEmployees = (
  { tx, accountId, systemId }: ChangeScope,
  sent: readonly { code: string; number: string }[],
) =>
  counted(
    tx,
    sql`update employee e set system_id = ${systemId}, code = r.code
      from (select distinct on (number) code, number
        from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as r(code text, number text) order by number, code) r
      where e.account_id = ${accountId} and e.system_id = ${APPLICATION_SYSTEM} and e.deleted_at is null and e.number = r.number
        and not exists (select from employee o where o.account_id = e.account_id and o.system_id = ${systemId} and o.code = r.code)`,
  );

/** Returns how many live employees of the application have one of some numbers. */
export const countMatching = async (tx: Db, accountId: string, numbers: readonly string[]): Promise<number> =>
  (
    await tx.single(
      count,
      sql`select count(*)::int as count from employee where account_id = ${accountId} and system_id = ${APPLICATION_SYSTEM}
        and deleted_at is null and number = any(${[...numbers]}::text[])`,
    )
  ).count;

export const saveMatching = (
  tx: Db,
  accountId: string,
  systemId: string,
  { sent, matching }: { sent: number; matching: number },
) =>
  tx.run(sql`update payroll_system set sent_employees = ${sent}, matching_employees = ${matching}
    where account_id = ${accountId} and system_id = ${systemId}
      and (sent_employees, matching_employees) is distinct from (${sent}, ${matching})`);
