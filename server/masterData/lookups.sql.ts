import { z } from 'zod';
import { type Db, sql } from '../platform/db/db.ts';

const storedLookup = z.object({
  id: z.string(),
  lookup: z.literal([1, 2]),
  systemId: z.string(),
  code: z.string(),
  description: z.string(),
  isDeleted: z.boolean(),
});
export const readLookupEntries = (tx: Db, accountId: string) =>
  tx.rows(
    storedLookup,
    sql`select lookup_entry_id as id, lookup::int as lookup, system_id as "systemId", code, description,
          deleted_at is not null as "isDeleted"
        from lookup_entry where account_id = ${accountId}`,
  );
export const upsertLookupEntries = (
  tx: Db,
  accountId: string,
  systemId: string,
  version: number,
  rows: readonly { id: string; lookup: 1 | 2; code: string; description: string }[],
) =>
  tx.run(sql`
    insert into lookup_entry (account_id, lookup_entry_id, lookup, system_id, code, description, changed_version)
    select ${accountId}, id, lookup, ${systemId}, code, description, ${version}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, lookup int, code text, description text)
    on conflict (account_id, lookup_entry_id) do update set description = excluded.description, deleted_at = null,
      system_id = excluded.system_id, changed_version = excluded.changed_version`);

/** Marks entries as deleted; nothing is erased. */
export const deleteLookupEntries = (tx: Db, accountId: string, version: number, ids: readonly string[], now: Date) =>
  tx.run(sql`update lookup_entry set deleted_at = ${now}, changed_version = ${version}
    where account_id = ${accountId} and lookup_entry_id = any(${ids}::uuid[])`);
