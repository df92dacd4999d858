import { z } from 'zod';
import { type Db, type Sql, sql } from '../platform/db/db.ts';

const masterDataAccount = z.object({
  timeZone: z.string(),
  dataVersion: z.int(),
});
export type MasterDataAccount = z.infer<typeof masterDataAccount>;

/** Lets one change of master data happen at a time: the account's row stays locked until the transaction ends. */
export const lockMasterData = (tx: Db, accountId: string) =>
  tx.single(
    masterDataAccount,
    sql`select time_zone as "timeZone", data_version as "dataVersion" from account where account_id = ${accountId} for no key update`,
  );

/**
 * Puts the look-ups of references off to the end of the transaction, which a preview never reaches: they are half of what writing thousands of
 * employees takes, and what a plan refers to was read from the database under the account's lock.
 */
export const deferReferences = (tx: Db) => tx.run(sql`set constraints all deferred`);

/** The account's name of a lookup, and the payroll system that gave it; null: none did, or the account no longer allows it. */
const lookupName = z.object({ name: z.string(), system: z.string().nullable() });
export type LookupName = z.infer<typeof lookupName>;
const allowedOwner = (column: Sql) =>
  sql`case when lower(${column}) = any(select lower(allowed) from unnest(allowed_system_ids) allowed) then ${column} end`;
/** Returns the present names of both lookups. */
export async function readLookupNames(tx: Db, accountId: string): Promise<[LookupName, LookupName]> {
  const row = await tx.single(
    z.object({ first: lookupName, second: lookupName }),
    sql`select json_build_object('name', lookup1_name, 'system', ${allowedOwner(sql`lookup1_system`)}) as first,
          json_build_object('name', lookup2_name, 'system', ${allowedOwner(sql`lookup2_system`)}) as second
        from account where account_id = ${accountId}`,
  );
  return [row.first, row.second];
}
export const setLookupNames = (tx: Db, accountId: string, [first, second]: readonly [LookupName, LookupName]) =>
  tx.run(sql`update account set lookup1_name = ${first.name}, lookup1_system = ${first.system},
      lookup2_name = ${second.name}, lookup2_system = ${second.system}
    where account_id = ${accountId}`);

/** Records that `version` judges these days again, even if their records stay the same, so that locks of these days notice it. */
export const noteRecalculatedDays = (tx: Db, accountId: string, version: number, days: readonly string[]) =>
  tx.run(sql`
    insert into day_change (account_id, day, version, rejudged_version)
    select ${accountId}, day::date, ${version}, ${version} from unnest(${[...days]}::text[]) day
    on conflict (account_id, day) do update set version = excluded.version, rejudged_version = excluded.rejudged_version`);
