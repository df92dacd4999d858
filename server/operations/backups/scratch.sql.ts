import { type Db, sql } from '../../platform/db/db.ts';

/** Inserts an empty account with the settings of another, for a transaction that is rolled back. */
export const insertScratchAccount = (tx: Db, likeAccountId: string, accountId: string) =>
  tx.run(sql`
    insert into account
    select (jsonb_populate_record(a, jsonb_build_object('account_id', ${accountId}::uuid, 'code', ${accountId}::text,
      'code_key', ${accountId}::text, 'is_system', false))).*
    from account a where a.account_id = ${likeAccountId}`);

/** Checks the deferred references now instead of at commit. */
export const checkReferences = (tx: Db) => tx.run(sql`set constraints all immediate`);
