import { z } from 'zod';
import { type Db, sql } from '../platform/db/db.ts';

const groupKind = z.enum(['time', 'employee', 'job']);
export type GroupKind = z.infer<typeof groupKind>;

const storedGroup = z.object({
  id: z.string(),
  kind: groupKind,
  systemId: z.string(),
  code: z.string(),
  name: z.string(),
  isDeleted: z.boolean(),
});
export type StoredGroup = z.infer<typeof storedGroup>;

export const readGroups = (tx: Db, accountId: string) =>
  tx.rows(
    storedGroup,
    sql`select group_id as id, kind, system_id as "systemId", code, name, deleted_at is not null as "isDeleted"
        from work_group where account_id = ${accountId}`,
  );

export const upsertGroups = (
  tx: Db,
  accountId: string,
  rows: readonly { id: string; kind: GroupKind; systemId: string; code: string; name: string }[],
) =>
  tx.run(sql`
    insert into work_group (account_id, group_id, kind, system_id, code, name)
    select ${accountId}, id, kind, "systemId", code, name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, kind text, "systemId" text, code text, name text)
    on conflict (account_id, group_id) do update set name = excluded.name, deleted_at = null`);

/**
 * A group `g` that has employees, also of other days, standard times or holidays, or is named by rules, rates, users or alerts. The lists do not depend on the
 * group, so that each is read once: a workbook's thousands of new groups are in no statistics yet.
 */
const isUsed = (
  accountId: string,
) => sql`(g.group_id in (select unnest(array[time_group_id, employee_group_id, job_description_id])
    from employee where account_id = ${accountId} and deleted_at is null)
  or exists (select from employee where account_id = ${accountId} and deleted_at is null
    and strpos(time_groups::text, g.group_id::text) > 0)
  or g.group_id in (select time_group_id from standard_time where account_id = ${accountId} and deleted_at is null)
  or g.group_id in (select time_group_id from holiday where account_id = ${accountId} and deleted_at is null)
  or g.group_id in (select time_group_id from hours_rule where account_id = ${accountId} and deleted_at is null)
  or g.group_id in (select time_group_id from pay_rule where account_id = ${accountId} and deleted_at is null)
  or g.group_id in (select unnest(array[employee_group_id, job_description_id])
    from pay_rate where account_id = ${accountId} and deleted_at is null)
  or exists (select from app_user where account_id = ${accountId} and strpos(scope::text, g.group_id::text) > 0)
  or exists (select from alert where account_id = ${accountId}
    and strpos(concat(target_groups, scope, report), g.group_id::text) > 0))`;

/** Marks those of some groups as deleted that nothing uses. Returns the names of the others. */
export async function deleteUnusedGroups(
  tx: Db,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const some = sql`account_id = ${accountId} and group_id = any(${ids}::uuid[]) and deleted_at is null`;
  await tx.run(
    sql`update work_group g set deleted_at = ${now} where ${some} and not coalesce(${isUsed(accountId)}, false)`,
  );
  const used = await tx.rows(
    z.object({ name: z.string() }),
    sql`select name from work_group where ${some} order by name`,
  );
  return used.map(({ name }) => name);
}

/** Marks groups as deleted; nothing is erased. */
export const deleteGroups = (tx: Db, accountId: string, ids: readonly string[], now: Date) =>
  tx.run(sql`update work_group set deleted_at = ${now}
    where account_id = ${accountId} and group_id = any(${ids}::uuid[])`);
