import { z } from 'zod';
import { type Db, raw, type Sql, sql } from '../db/db.ts';
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

/** Makes the table, empty: indexes and checks as in the one of all accounts, and nobody else's rows. */
export async function createIncoming(tx: Db, accountId: string, table: BackupTable) {
  const name = incoming(accountId, table);
  await tx.run(raw(`create schema if not exists ${SCHEMA}`));
  await tx.run(sql`drop table if exists ${name}`);
  await tx.run(sql`create table ${name} (like ${raw(table.name)} including all,
    foreign key (account_id) references account on delete cascade, check (account_id = ${raw(`'${accountId}'`)}))`);
}

const page = z.object({ last: z.string().nullable(), seen: z.int() });
export type Page = { after: string | null; limit: number };

/** Writes the staged lines whose keys come after one, up to `limit`; one whose place another of them has is left out. */
export const writeIncoming = (
  tx: Db,
  accountId: string,
  restoreJobId: string,
  table: BackupTable,
  { after, limit }: Page,
) =>
  tx.single(
    page,
    sql`with piece as (${staged(accountId, restoreJobId, table)} and (${after}::text is null or key > ${after})
          order by key limit ${limit}),
        written as (
          insert into ${incoming(accountId, table)} (account_id, ${raw(columnsOf(table))})
          select ${accountId}::uuid, ${raw(valuesOf(table))} from piece order by key
          on conflict do nothing)
        select max(key) as last, count(*)::int as seen from piece`,
  );

/** When two records, `c` and `p`, cannot both be in one table: the unique indexes of each. */
const SAME: Record<string, readonly Sql[]> = {
  clock_record: [
    sql`c.clock_record_id = p.clock_record_id`,
    sql`c.record_id is not null and p.record_id is not null
      and md5(c.source || chr(31) || c.record_id)::uuid = md5(p.source || chr(31) || p.record_id)::uuid`,
    sql`c.employee_id = p.employee_id and c.at = p.at and c.direction = p.direction
      and c.standing = 'counted' and p.standing = 'counted'`,
    sql`c.employee_id is null and p.employee_id is null and c.time_id = p.time_id and c.at = p.at
      and c.direction = p.direction and c.standing = 'counted' and p.standing = 'counted'`,
  ],
  piecework_entry: [
    sql`c.piecework_entry_id = p.piecework_entry_id`,
    sql`c.source = p.source and c.record_id = p.record_id`,
  ],
};
/** Tables whose records may come in this way. */
export const hasIncoming = ({ name }: BackupTable) => name in SAME;

/** Leaves out of what comes in those whose place a record in store has: of `those`, which says it of `c` and `p`. */
async function leaveOut(tx: Db, accountId: string, table: BackupTable, those: Sql) {
  for (const same of SAME[table.name] ?? [])
    await tx.run(sql`delete from ${incoming(accountId, table)} c using only ${raw(table.name)} p
      where c.account_id = ${accountId} and p.account_id = ${accountId} and ${those} and ${same}`);
}
/** Of those whose keys come after one up to another. */
export const leaveOutPage = (tx: Db, accountId: string, table: BackupTable, after: string | null, last: string) =>
  leaveOut(
    tx,
    accountId,
    table,
    sql`(${after}::uuid is null or c.${raw(table.key)} > ${after}::uuid) and c.${raw(table.key)} <= ${last}::uuid`,
  );
/** Of what was received after an instant. */
export const leaveOutReceived = (tx: Db, accountId: string, table: BackupTable, after: Date) =>
  leaveOut(tx, accountId, table, sql`p.received_at > ${after}`);

/** Statistics of rows that are new. */
export const analyzeIncoming = (db: Db, accountId: string, table: BackupTable) =>
  db.run(sql`analyze ${incoming(accountId, table)}`);
/** The same of the table of all accounts with what belongs to it. */
export const analyzeWhole = (db: Db, table: BackupTable) => db.run(sql`analyze ${raw(table.name)}`);

/** From now on the rows are the account's, wherever its records are read. */
export async function attachIncoming(tx: Db, accountId: string, table: BackupTable) {
  await tx.run(sql`alter table ${incoming(accountId, table)} inherit ${raw(table.name)}`);
  await tx.run(sql`update account set moving_records = true where account_id = ${accountId}`);
}

/** Tells whether there is such a table of the account, and whether it is attached. */
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

/** Throws the table away. */
export const dropIncoming = (tx: Db, accountId: string, table: BackupTable) =>
  tx.run(sql`drop table if exists ${incoming(accountId, table)}`);

/** Notes that nothing of the account stands beside the tables of all accounts any more, where that is so. */
export const noteMoved = (tx: Db, accountId: string) =>
  tx.run(sql`update account set moving_records = false where account_id = ${accountId} and moving_records
    and not exists (select from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${SCHEMA} and c.relname like ${`%_${accountId.replaceAll('-', '')}`})`);

/** Accounts of which such tables are there, or are said to be, although no restore is under way. */
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
