import { hash } from 'node:crypto';
import { z } from 'zod';
import { MAX_SCOPE_NAMES } from '#contract/platform/limits.ts';
import { userScope } from '#contract/platform/scope.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import type { Scope } from '../../platform/http/callers.ts';

const NOBODY: Scope['lists'] = { timeGroups: [], employeeGroups: [], jobDescriptions: [], devices: [], lookup1: [] };

/** The scope that `scopeOfUser` selects. */
export const liveScope = z.partialRecord(userScope.keyof(), z.array(z.string())).transform((lists): Scope => {
  // A list of which nothing is left shows nobody, also one of entries, by which piecework is filtered and not people.
  const live = Object.values(lists).some((ids) => ids.length === 0) ? NOBODY : lists;
  return { lists: live, key: hash('sha1', JSON.stringify(live), 'base64url') };
});

/**
 * SQL: the scope of the user in the row `u`, without ids that are deleted or belong to another account. A list from which every id was removed stays,
 * empty, and `liveScope` reads it as a scope without people (docs/reference/scope.md#what-a-scope-is).
 */
export const scopeOfUser = sql`case when u.scope is not null then (
  select jsonb_object_agg(list.key, (
    select coalesce(jsonb_agg(one.id order by one.id), '[]') from jsonb_array_elements_text(list.value) as one(id)
    where case list.key
      when 'devices' then exists (select from device d
        where d.account_id = u.account_id and d.device_id = one.id::uuid and d.deleted_at is null)
      when 'lookup1' then exists (select from lookup_entry l
        where l.account_id = u.account_id and l.lookup_entry_id = one.id::uuid and l.lookup = 1 and l.deleted_at is null)
      else exists (select from work_group g where g.account_id = u.account_id and g.group_id = one.id::uuid and g.deleted_at is null
        and g.kind = case list.key when 'timeGroups' then 'time' when 'employeeGroups' then 'employee' else 'job' end) end))
  from jsonb_each(u.scope) as list) end`;

/** Returns the names of the groups and entries of a scope. A device may be named after a person, and these names are stored on the user's device. */
export async function selectScopeNames(db: Db, accountId: string, { lists }: Scope): Promise<string[]> {
  const ids = Object.values(lists).flat();
  const rows = await db.rows(
    z.object({ name: z.string() }),
    sql`select name from (
        select name from work_group where account_id = ${accountId} and group_id = any(${ids}::uuid[])
        union all select description from lookup_entry where account_id = ${accountId} and lookup_entry_id = any(${ids}::uuid[])) named(name)
      order by name limit ${MAX_SCOPE_NAMES}`,
  );
  return rows.map(({ name }) => name);
}

/** Leaves the scope of users who are about to be deleted with their alerts, which hold no more people for it (docs/reference/scope.md#what-is-cached). */
export const keepScopes = (tx: Db, accountId: string, userId: string | null) =>
  tx.run(sql`update alert a set scope = u.scope from app_user u
    where a.account_id = ${accountId} and u.account_id = a.account_id and u.user_id = a.made_by
      and u.user_id = coalesce(${userId}::uuid, u.user_id)`);
