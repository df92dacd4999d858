import { hash } from 'node:crypto';
import { z } from 'zod';
import { userScope } from '#contract/scope.ts';
import { sql } from '../db/db.ts';
import type { Scope } from '../http/callers.ts';

/** The scope that `scopeOfUser` selects. */
export const liveScope = z
  .partialRecord(userScope.keyof(), z.array(z.string()))
  .transform((lists): Scope => ({ lists, key: hash('sha1', JSON.stringify(lists), 'base64url') }));

/** The scope of `u`, a user, without ids that are deleted or not the account's: a list of which none is left fits nobody (spec/scope.md, L6). */
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
