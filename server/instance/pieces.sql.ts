import { z } from 'zod';
import { type Db, raw, sql } from '../db/db.ts';

const relation = z.object({ table: z.string(), name: z.string(), file: z.string(), pages: z.int(), bytes: z.int() });
/**
 * A relation with rows of a table: the table itself, or one that inherits from it. `file` identifies its file on disk until the whole relation is
 * rewritten. `pages`: the pages of 8 kB with its rows. `bytes`: its whole size, with the long values that are stored separately.
 */
export type Relation = z.infer<typeof relation>;

/** Returns where the rows of some tables are, table by table. */
export const selectRelations = (db: Db, tables: readonly string[]) =>
  db.rows(
    relation,
    sql`with recursive own as (
          select nth, t.name as "table", format('%I.%I', current_schema(), t.name)::regclass::oid as oid
          from unnest(${[...tables]}::text[]) with ordinality t(name, nth)
          union select nth, "table", inhrelid from pg_inherits join own on inhparent = own.oid)
        select "table", oid::regclass::text as name, pg_relation_filenode(oid)::text as file,
          (pg_relation_size(oid) / current_setting('block_size')::int)::int as pages, pg_table_size(oid)::float8 as bytes
        from own order by nth, oid`,
  );

/** Returns the number that the next transaction to write will have: what is visible now was written by earlier ones. */
export const nextTransaction = async (tx: Db) =>
  (await tx.single(z.object({ id: z.string() }), sql`select pg_snapshot_xmax(pg_current_snapshot())::xid::text as id`))
    .id;

const page = (number: number) => raw(`'(${Math.trunc(number)},0)'::tid`);
const lines = z.object({ lines: z.string(), count: z.int() });
/** Returns the rows of some pages, a line of JSON each. Names come from the database's catalogue. */
export const selectPages = (tx: Db, relation: string, { from, to }: { from: number; to: number }) =>
  tx.single(
    lines,
    sql`select coalesce(string_agg(to_jsonb(t)::text || e'\n', ''), '') as lines, count(*)::int as count
        from only ${raw(relation)} t where t.ctid >= ${page(from)} and t.ctid < ${page(to)}`,
  );

/** Pages that were read: the number of their rows, and the next transaction then. */
export type PagesRead = { from: number; to: number; count: number; next: string };

/** Returns the pages, by their first, whose rows are not those that were read: some were written since, or are gone. */
export const selectChangedPages = async (tx: Db, relation: string, read: readonly PagesRead[]) =>
  (
    await tx.rows(
      z.object({ from: z.int() }),
      sql`select r."from" from json_to_recordset(${JSON.stringify(read)}::json) as r("from" int, "to" int, count int, next text)
          cross join lateral (select count(*) as count, min(age(t.xmin)) as youngest from only ${raw(relation)} t
            where t.ctid >= format('(%s,0)', r."from")::tid and t.ctid < format('(%s,0)', r."to")::tid offset 0) there
          where there.count <> r.count or there.youngest <= age(r.next::xid)`,
    )
  ).map(({ from }) => from);
