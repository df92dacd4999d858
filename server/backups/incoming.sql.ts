import { z } from 'zod';
import { type Db, empty, join, raw, type Sql, sql } from '../db/db.ts';
import { columnsOf, staged, valuesOf } from './tables.sql.ts';
import type { BackupTable } from './tables.ts';

/**
 * Tables of one account's records that are about to come in. Each is a child (PostgreSQL's table inheritance) of the table of all accounts once it is
 * attached: whoever reads that one, by its rights and row level security, finds the rows of both. They stand in a schema of their own, which no
 * account may use and no copy of the installation lists.
 */
const SCHEMA = 'restoring';

const nameOf = (accountId: string, table: BackupTable) => `${table.name}_${accountId.replaceAll('-', '')}`;
const incoming = (accountId: string, table: BackupTable) => raw(`${SCHEMA}.${nameOf(accountId, table)}`);

/**
 * Makes an empty table for an account, in place of one that an earlier restore left: with the indexes and checks of the table of all accounts, and
 * for no other account's rows.
 */
export async function createIncoming(tx: Db, accountId: string, table: BackupTable) {
  const name = incoming(accountId, table);
  await tx.run(raw(`create schema if not exists ${SCHEMA}`));
  await tx.run(sql`drop table if exists ${name}`);
  await tx.run(sql`create table ${name} (like ${raw(table.name)} including all,
    foreign key (account_id) references account on delete cascade, check (account_id = ${raw(`'${accountId}'`)}))`);
}

const page = z.object({ last: z.string().nullable(), seen: z.int() });
export type Page = { after: string | null; limit: number };

/** By table, the conditions under which two records, `c` and `p`, have the same place: one of its unique indexes cannot have both. */
const SAME: Record<string, readonly Sql[]> = {
  clock_record: [
    sql`p.clock_record_id = c.clock_record_id`,
    sql`p.record_id is not null and c.record_id is not null
      and md5(p.source || chr(31) || p.record_id)::uuid = md5(c.source || chr(31) || c.record_id)::uuid`,
    sql`p.employee_id = c.employee_id and p.at = c.at and p.direction = c.direction
      and p.standing = 'counted' and c.standing = 'counted'`,
    sql`p.employee_id is null and c.employee_id is null and p.time_id = c.time_id and p.at = c.at
      and p.direction = c.direction and p.standing = 'counted' and c.standing = 'counted'`,
  ],
  piecework_entry: [
    sql`p.piecework_entry_id = c.piecework_entry_id`,
    sql`p.source = c.source and p.record_id = c.record_id`,
  ],
};
/** Tells whether a table's records may come in this way: those whose unique indexes are known here. */
export const hasIncoming = ({ name }: BackupTable) => name in SAME;

/** The condition that no record in store has the place of `c`. `offset 0` has each asked of an index; the planner would join all records. */
const isFree = (accountId: string, table: BackupTable) =>
  join(
    (SAME[table.name] ?? []).map(
      (same) =>
        sql`not exists (select from only ${raw(table.name)} p where p.account_id = ${accountId} and ${same} offset 0)`,
    ),
    ' and ',
  );

/**
 * Writes the staged lines whose keys come after one, up to `limit`; one whose place another of them has is left out, and with `besideStored` one
 * whose place a record in store has.
 */
export const writeIncoming = (
  tx: Db,
  accountId: string,
  restoreJobId: string,
  table: BackupTable,
  { after, limit, besideStored }: Page & { besideStored: boolean },
) =>
  tx.single(
    page,
    sql`with piece as (${staged(accountId, restoreJobId, table)} and (${after}::text is null or key > ${after})
          order by key limit ${limit}),
        written as (
          insert into ${incoming(accountId, table)} (account_id, ${raw(columnsOf(table))})
          select ${accountId}::uuid, c.* from (select ${raw(valuesOf(table))} from piece order by key offset 0) c
          ${besideStored ? sql`where ${isFree(accountId, table)}` : empty}
          on conflict do nothing)
        select max(key) as last, count(*)::int as seen from piece`,
  );

/** Deletes what would come in at the place of a record that was received after an instant: that one was acknowledged, and stays. */
export async function leaveOutReceived(tx: Db, accountId: string, table: BackupTable, after: Date) {
  for (const same of SAME[table.name] ?? [])
    await tx.run(sql`
      with arrived as materialized (
        select * from only ${raw(table.name)} where account_id = ${accountId} and received_at > ${after})
      delete from ${incoming(accountId, table)} c using arrived p where c.account_id = ${accountId} and ${same}`);
}

/** Updates the planner's statistics of an account's table, which autovacuum has not seen yet. */
export const analyzeIncoming = (db: Db, accountId: string, table: BackupTable) =>
  db.run(sql`analyze ${incoming(accountId, table)}`);
/** Updates the planner's statistics of the table of all accounts and of its children. */
export const analyzeWhole = (db: Db, table: BackupTable) => db.run(sql`analyze ${raw(table.name)}`);

/** Attaches the table: from now on its rows are the account's, wherever records are read. */
export async function attachIncoming(tx: Db, accountId: string, table: BackupTable) {
  await tx.run(sql`alter table ${incoming(accountId, table)} inherit ${raw(table.name)}`);
  await tx.run(sql`update account set moving_records = true where account_id = ${accountId}`);
}

/** Returns the account's table, and whether it is attached; undefined where there is none. */
export const findIncoming = (tx: Db, accountId: string, table: BackupTable) =>
  tx.first(
    z.object({ isAttached: z.boolean() }),
    sql`select exists (select from pg_inherits where inhrelid = c.oid) as "isAttached"
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${SCHEMA} and c.relname = ${nameOf(accountId, table)}`,
  );

/** Moves the rows whose keys come after one, up to `limit`, into the table of all accounts. What is there in their place stays. */
export const moveIncoming = (tx: Db, accountId: string, table: BackupTable, { after, limit }: Page) =>
  tx.single(
    page,
    sql`with piece as (
          select ${raw(table.key)} as key from only ${incoming(accountId, table)}
          where account_id = ${accountId} and (${after}::uuid is null or ${raw(table.key)} > ${after}::uuid)
          order by ${raw(table.key)} limit ${limit}),
        moved as (
          delete from only ${incoming(accountId, table)} where account_id = ${accountId} and ${raw(table.key)} = any(array(select key from piece))
          returning *),
        written as (insert into ${raw(table.name)} select * from moved order by ${raw(table.key)} on conflict do nothing)
        select max(key::text) as last, count(*)::int as seen from piece`,
  );

/** Drops the account's table, if there is one. */
export const dropIncoming = (tx: Db, accountId: string, table: BackupTable) =>
  tx.run(sql`drop table if exists ${incoming(accountId, table)}`);

/** Stores that the account has no attached table any more, if it has none. */
export const noteMoved = (tx: Db, accountId: string) =>
  tx.run(sql`update account set moving_records = false where account_id = ${accountId} and moving_records
    and not exists (select from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${SCHEMA} and c.relname like ${`%_${accountId.replaceAll('-', '')}`})`);

/** Returns accounts that have such tables, or are marked so, although no restore is running. */
export const selectUnmoved = async (db: Db) =>
  (
    await db.rows(
      z.object({ accountId: z.string() }),
      sql`select distinct left_over.account_id::text as "accountId" from (
            select substring(c.relname from '_([0-9a-f]{32})$')::uuid as account_id
            from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = ${SCHEMA} and c.relkind = 'r'
            union select account_id from account where moving_records) left_over
          where not exists (select from restore_job j where j.account_id = left_over.account_id and j.status = 'In Progress')`,
    )
  ).map(({ accountId }) => accountId);
