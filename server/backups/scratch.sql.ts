import { type Db, sql } from '../db/db.ts';

/** An account like another, without anything in it: for a transaction that is taken back. */
export const insertScratchAccount = (tx: Db, likeAccountId: string, accountId: string) =>
  tx.run(sql`
    insert into account
    select (jsonb_populate_record(a, jsonb_build_object('account_id', ${accountId}::uuid, 'code', ${accountId}::text,
      'code_key', ${accountId}::text, 'is_system', false))).*
    from account a where a.account_id = ${likeAccountId}`);

/** Checks now what is otherwise checked when the transaction is kept: that what refers to something refers to what is there. */
export const checkReferences = (tx: Db) => tx.run(sql`set constraints all immediate`);
