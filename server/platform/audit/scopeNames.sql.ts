import { z } from 'zod';
import type { UserScope } from '#contract/platform/scope.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import { type Db, sql } from '../db/db.ts';

const named = z.object({ id: z.string(), name: z.string() });
/** Returns the groups, devices and entries of an account that a scope names, with their names, deleted ones too. */
export const selectScopeNames = (tx: Db, accountId: string, lists: UserScope) =>
  tx.rows(
    named,
    sql`select id, name from (
          select group_id::text as id, name, 1 as place from work_group
            where account_id = ${accountId} and group_id = any(${groupsOf(lists)}::uuid[])
          union all select device_id::text, description, 2 from device
            where account_id = ${accountId} and device_id = any(${lists.devices ?? []}::uuid[])
          union all select lookup_entry_id::text, description, 3 from lookup_entry
            where account_id = ${accountId} and lookup_entry_id = any(${lists.lookup1 ?? []}::uuid[])) named
        order by place, lower(name), id`,
  );

const groupsOf = ({ timeGroups = [], employeeGroups = [], jobDescriptions = [] }: UserScope) => [
  ...timeGroups,
  ...employeeGroups,
  ...jobDescriptions,
];

/** Returns a scope in words: 'Night, Gate A'. */
export const scopeInWords = async (tx: Db, accountId: string, lists: UserScope | null): Promise<string | Message> =>
  lists === null
    ? msg('everybody')
    : (await selectScopeNames(tx, accountId, lists)).map(({ name }) => name).join(', ') || msg('nobody');
