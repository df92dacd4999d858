import { z } from 'zod';
import type { ImportKind, ImportRun } from '#contract/payroll.ts';
import { type Db, empty, raw, sql } from '../../db/db.ts';

/** Tables that an import changes besides raw records, with the column that identifies a row. */
export const CHANGED_TABLES = {
  employee: 'employee_id',
  work_group: 'group_id',
  standard_time: 'standard_time_id',
} as const;
export type ChangedTable = keyof typeof CHANGED_TABLES;
// The keys of CHANGED_TABLES are tables.
export const TABLES = Object.keys(CHANGED_TABLES) as ChangedTable[];
/** Raw records: an import adds entries, and links punches and entries that waited for new employees. */
export const RECORD_KEYS = [
  ['clock_record', 'clock_record_id'],
  ['piecework_entry', 'piecework_entry_id'],
] as const;

const content = z.record(z.string(), z.unknown());
export type Content = z.infer<typeof content>;

/** A row without the version at which V2 devices fetch it, which rises with every write. */
const rowContent = sql`to_jsonb(t) - '{account_id,changed_version}'::text[]`;

/** Returns rows by id in their present state. */
export const readRows = (tx: Db, accountId: string, table: ChangedTable, ids: readonly string[]) =>
  tx.rows(
    z.object({ id: z.string(), content }),
    sql`select ${raw(CHANGED_TABLES[table])}::text as id, ${rowContent} as content from ${raw(table)} t
        where account_id = ${accountId} and ${raw(CHANGED_TABLES[table])} = any(${ids}::uuid[])`,
  );

/**
 * Stores the rows that an import may change, as they are before it: all groups and standard times, which are few, and the employees whose number or
 * code the file has. Returns the ids of the other employees.
 */
export async function noteBefore(tx: Db, accountId: string, importId: string, named: readonly string[]) {
  const isNamed = sql`(t.number = any(${named}::text[]) or t.code = any(${named}::text[]))`;
  for (const table of TABLES)
    await tx.run(sql`insert into import_change (account_id, import_id, table_name, row_id, before)
      select ${accountId}, ${importId}, ${table}, ${raw(CHANGED_TABLES[table])}, ${rowContent}
      from ${raw(table)} t where account_id = ${accountId} ${table === 'employee' ? sql`and ${isNamed}` : empty}`);
  const others = await tx.rows(
    z.object({ id: z.string() }),
    sql`select employee_id as id from employee t where account_id = ${accountId} and not ${isNamed}`,
  );
  return others.map(({ id }) => id);
}
/** Stores every row that is new or differs from what `noteBefore` stored; `others` are the ids that it returned. */
export async function noteAfter(tx: Db, accountId: string, importId: string, others: readonly string[]) {
  for (const table of TABLES) {
    const key = raw(CHANGED_TABLES[table]);
    const rows = sql`${raw(table)} t where t.account_id = ${accountId} ${table === 'employee' ? sql`and t.employee_id <> all(${others}::uuid[])` : empty}`;
    const noted = sql`c.account_id = ${accountId} and c.import_id = ${importId} and c.table_name = ${table}`;
    await tx.run(sql`update import_change c set after = r.content from (select ${key} as id, ${rowContent} as content from ${rows}) r
      where ${noted} and c.row_id = r.id and c.before is distinct from r.content`);
    // Not `on conflict`: looking for one costs a third as much again as the insertion of a new row.
    await tx.run(sql`insert into import_change (account_id, import_id, table_name, row_id, after)
      select ${accountId}, ${importId}, ${table}, ${key}, ${rowContent} from ${rows}
        and not exists (select from import_change c where ${noted} and c.row_id = t.${key})`);
  }
}

type Names = { timeIds: readonly string[]; numbers: readonly string[] };
/** Stores the unmatched records that name one of these PINs or numbers, with their standing. */
export const noteWaiting = (tx: Db, accountId: string, importId: string, { timeIds, numbers }: Names) =>
  tx.run(sql`insert into import_change (account_id, import_id, table_name, row_id, before)
    select ${accountId}, ${importId}, r.table_name, r.id, jsonb_build_object('standing', r.standing) from (
      select 'clock_record' as table_name, clock_record_id as id, standing from clock_record
      where account_id = ${accountId} and employee_id is null and time_id = any(${timeIds}::text[])
      union all select 'piecework_entry', piecework_entry_id, standing from piecework_entry
      where account_id = ${accountId} and employee_id is null
        and (time_id = any(${timeIds}::text[]) or (time_id is null and employee_number = any(${numbers}::text[])))) r`);
/** Stores to whom the records of `noteWaiting` belong now. */
export async function noteLinked(tx: Db, accountId: string, importId: string) {
  for (const [table, key] of RECORD_KEYS)
    await tx.run(sql`update import_change c set after = jsonb_build_object('employeeId', t.employee_id) from ${raw(table)} t
      where c.account_id = ${accountId} and c.import_id = ${importId} and c.table_name = ${table}
        and t.account_id = ${accountId} and t.${raw(key)} = c.row_id and t.employee_id is not null`);
}

/** Stores the entries that a sender sent under these codes as added. */
export const noteEntries = (tx: Db, accountId: string, importId: string, source: string, codes: readonly string[]) =>
  tx.run(sql`insert into import_change (account_id, import_id, table_name, row_id)
    select ${accountId}, ${importId}, 'piecework_entry', piecework_entry_id from piecework_entry
    where account_id = ${accountId} and source = ${source} and record_id = any(${codes}::text[])`);

const change = z.object({
  table: z.enum(['employee', 'work_group', 'standard_time', 'clock_record', 'piecework_entry']),
  id: z.string(),
  /** Null: the import added the row. */
  before: content.nullable(),
  /** Null: a raw record that the import added. */
  after: content.nullable(),
});
export type Change = z.infer<typeof change>;

const columns = sql`import_id::text as "_id", kind, file_name as "fileName", at, made_by as by, added, changed, refused,
  undone_at as "undoneAt", undone_by as "undoneBy"`;
const run = z
  .object({
    _id: z.string(),
    kind: z.enum(['employees', 'standard-times', 'piecework']),
    fileName: z.string().nullable(),
    at: z.coerce.date(),
    by: z.string(),
    added: z.int(),
    changed: z.int(),
    refused: z.int(),
    undoneAt: z.coerce.date().nullable(),
    undoneBy: z.string().nullable(),
  })
  .transform(
    ({ at, undoneAt, undoneBy, ...rest }): ImportRun => ({
      ...rest,
      at: at.toISOString(),
      undone: undoneAt && { at: undoneAt.toISOString(), by: undoneBy ?? '' },
    }),
  );

export type NewImport = { importId: string; kind: ImportKind; fileName: string | null; at: Date; by: string };
/** Starts the journal of an import that has done nothing yet. */
export const insertImport = (tx: Db, accountId: string, { importId, kind, fileName, at, by }: NewImport) =>
  tx.run(sql`insert into import_run (account_id, import_id, kind, file_name, at, made_by, added, changed, refused)
    values (${accountId}, ${importId}, ${kind}, ${fileName}, ${at}, ${by}, 0, 0, 0)`);

type Counts = Pick<ImportRun, 'added' | 'changed' | 'refused'>;
/** Ends the journal: rows that stayed the same are deleted from it, and so is an import that changed nothing. */
export async function closeImport(tx: Db, accountId: string, importId: string, { added, changed, refused }: Counts) {
  await tx.run(sql`delete from import_change
    where account_id = ${accountId} and import_id = ${importId} and before is not null and after is null`);
  await tx.run(sql`update import_run set added = ${added}, changed = ${changed}, refused = ${refused}
    where account_id = ${accountId} and import_id = ${importId}`);
  await tx.run(sql`delete from import_run r where account_id = ${accountId} and import_id = ${importId}
    and not exists (select from import_change c where c.account_id = r.account_id and c.import_id = r.import_id)`);
}

/** Newest first. */
export const selectImports = (tx: Db, accountId: string, since: Date, limit: number) =>
  tx.rows(
    run,
    sql`select ${columns} from import_run where account_id = ${accountId} and at >= ${since}
        order by at desc, import_id desc limit ${limit}`,
  );
export const findImport = (tx: Db, accountId: string, importId: string, since: Date) =>
  tx.first(
    run,
    sql`select ${columns} from import_run where account_id = ${accountId} and import_id = ${importId} and at >= ${since}`,
  );
export const readChanges = (tx: Db, accountId: string, importId: string) =>
  tx.rows(
    change,
    sql`select table_name as "table", row_id::text as id, before, after
        from import_change where account_id = ${accountId} and import_id = ${importId}`,
  );

/** Marks an import as undone and deletes its changes, which are no longer needed. */
export async function markUndone(tx: Db, accountId: string, importId: string, now: Date, by: string) {
  await tx.run(sql`update import_run set undone_at = ${now}, undone_by = ${by}
    where account_id = ${accountId} and import_id = ${importId}`);
  await tx.run(sql`delete from import_change where account_id = ${accountId} and import_id = ${importId}`);
}

/** Of all accounts. */
export const deleteOldImports = (db: Db, before: Date) => db.run(sql`delete from import_run where at < ${before}`);
