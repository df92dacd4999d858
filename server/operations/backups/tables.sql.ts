import { z } from 'zod';
import { type Db, empty, raw, type Sql, sql } from '../../platform/db/db.ts';
import type { BackupTable, ColumnKind } from './tables.ts';

/** Names come from tables.ts and the database's catalogue, never from a file or a request. */
const READ: Record<ColumnKind, (column: string) => string> = {
  uuid: (c) => `${c}::text`,
  text: (c) => c,
  whole: (c) => c,
  flag: (c) => c,
  json: (c) => c,
  date: (c) => `${c}::text`,
  instant: (c) => `to_char(${c} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  decimal: (c) => `${c}::text`,
  texts: (c) => `to_jsonb(${c})`,
};
const WRITE: Record<ColumnKind, (column: string) => string> = {
  uuid: (c) => `(doc->>'${c}')::uuid`,
  text: (c) => `doc->>'${c}'`,
  whole: (c) => `(doc->>'${c}')::bigint`,
  flag: (c) => `(doc->>'${c}')::boolean`,
  json: (c) => `nullif(doc->'${c}', 'null')`,
  date: (c) => `(doc->>'${c}')::date`,
  instant: (c) => `(doc->>'${c}')::timestamptz`,
  decimal: (c) => `(doc->>'${c}')::numeric`,
  texts: (c) => `array(select jsonb_array_elements_text(doc->'${c}'))`,
};

/** Returns SQL for a column's value in a document; files of earlier versions lack some columns. */
const written = ({ defaults }: BackupTable, column: string, kind: ColumnKind) => {
  const value = WRITE[kind](column);
  const fallback = defaults?.[column];
  return fallback === undefined ? value : `coalesce(${value}, ${fallback})`;
};

const document = ({ name, columns }: BackupTable) => {
  const pairs = Object.entries(columns).map(([column, kind]) => `'${column}', ${READ[kind](column)}`);
  return `json_build_object('t', '${name}', ${pairs.join(', ')})::text`;
};

const line = z.object({ key: z.string(), line: z.string() });
export type KeyedLine = z.infer<typeof line>;

/** Selects the next lines of a table by key; `receivedBefore` limits raw records to those that had arrived by an instant. */
export function selectLines(
  db: Db,
  accountId: string,
  table: BackupTable,
  { after, limit, receivedBefore }: { after: string | null; limit: number; receivedBefore: Date },
): Promise<KeyedLine[]> {
  const bounded = table.raw ? sql`and received_at <= ${receivedBefore}` : sql``;
  return db.rows(
    line,
    sql`select ${raw(table.key)}::text as key, ${raw(document(table))} as line from ${raw(table.name)}
        where account_id = ${accountId} and ${raw(table.only ?? 'true')} ${bounded}
          and (${after}::uuid is null or ${raw(table.key)} > ${after}::uuid)
        order by ${raw(table.key)} limit ${limit}`,
  );
}

const total = z.object({ count: z.int() });
export const countLines = async (db: Db, accountId: string, table: BackupTable): Promise<number> =>
  (
    await db.single(
      total,
      sql`select count(*)::int as count from ${raw(table.name)}
          where account_id = ${accountId} and ${raw(table.only ?? 'true')}`,
    )
  ).count;

const columnsOf = (table: BackupTable) => Object.keys(table.columns).join(', ');
/** Selects the staged lines of a table: key, doc. */
const staged = (accountId: string, restoreJobId: string, table: BackupTable): Sql =>
  sql`select key, doc from restore_line
      where account_id = ${accountId} and restore_job_id = ${restoreJobId} and table_name = ${table.name}`;

type GivenLine = { key: string; doc: string };
const given = (lines: readonly GivenLine[]): Sql =>
  sql`select l.key, l.doc::jsonb as doc
      from jsonb_to_recordset(${JSON.stringify(lines.map(({ key, doc }) => ({ key, doc })))}::jsonb) as l(key text, doc text)`;

/** Renders a stored row as a document, to be compared with a staged one. */
const storedDocument = (table: BackupTable) => {
  const pairs = Object.entries(table.columns).map(([column, kind]) => `'${column}', ${READ[kind](column)}`);
  return `jsonb_build_object('t', '${table.name}', ${pairs.join(', ')})`;
};

/**
 * Keeps the planner from nested loops for the rest of the transaction. It has no statistics of freshly staged lines, expects a handful, and would
 * compare 5,000 with 5,000 one by one (90 s; hashed 0.4 s). What cannot do without a nested loop then seems so expensive that
 * PostgreSQL would compile it: seconds for a few lines.
 */
export async function planForManyLines(tx: Db) {
  await tx.run(sql`set local enable_nestloop = off`);
  await tx.run(sql`set local jit = off`);
}
const difference = z.object({ added: z.int(), changed: z.int(), unchanged: z.int(), deleted: z.int() });
/** Counts the effects of restoring one table; `deleted` counts only where the strategy deletes. Raw records that arrived after `now` stay. */
export const compareTable = (db: Db, accountId: string, restoreJobId: string, table: BackupTable, now: Date) =>
  db.single(
    difference,
    sql`select count(*) filter (where stored.key is null)::int as added,
          count(*) filter (where staged.doc <> stored.doc)::int as changed,
          count(*) filter (where staged.doc = stored.doc)::int as unchanged,
          count(*) filter (where staged.key is null)::int as deleted
        from (${staged(accountId, restoreJobId, table)}) staged
        full join (select ${raw(table.key)}::text as key, ${raw(storedDocument(table))} as doc from ${raw(table.name)}
          where account_id = ${accountId} and ${raw(table.only ?? 'true')}
            ${table.raw ? sql`and received_at <= ${now}` : empty}) stored using (key)`,
  );

/** Returns how many lines are not in store as they were given. */
export const countDiffering = async (tx: Db, accountId: string, table: BackupTable, lines: readonly GivenLine[]) =>
  (
    await tx.single(
      total,
      sql`select count(*)::int as count from (${given(lines)}) staged
          left join (select ${raw(table.key)}::text as key, ${raw(storedDocument(table))} as doc from ${raw(table.name)}
                     where account_id = ${accountId}) stored using (key)
          where stored.doc is distinct from staged.doc`,
    )
  ).count;

/** Returns staged rows whose number, code or PIN belongs to another stored row: a merge leaves them out. Only the first few, in words. */
export async function findConflicts(
  db: Db,
  accountId: string,
  restoreJobId: string,
  table: BackupTable,
): Promise<string[]> {
  const found: string[] = [];
  for (const columns of table.unique ?? []) {
    const matches = columns.map((column) => `stored.${column}::text = staged.doc->>'${column}'`).join(' and ');
    const alive =
      'deleted_at' in table.columns ? "stored.deleted_at is null and staged.doc->>'deleted_at' is null" : 'true';
    const rows = await db.rows(
      z.object({ text: z.string() }),
      sql`select concat_ws(' ', ${raw(columns.map((column) => `staged.doc->>'${column}'`).join(', '))}) as text
          from (${staged(accountId, restoreJobId, table)}) staged
          join ${raw(table.name)} stored on stored.account_id = ${accountId} and ${raw(matches)} and ${raw(alive)}
            and stored.${raw(table.key)}::text <> staged.key
          order by 1 limit 10`,
    );
    found.push(
      ...rows.map(({ text }) => `${columns.join(', ').replaceAll('_', ' ')} ${text} belongs to another record`),
    );
  }
  return found;
}

/** Deletes the account's rows. Raw records that arrived since `keepReceivedAfter` stay: they were acknowledged. */
export const deleteRows = (tx: Db, accountId: string, table: BackupTable, keepReceivedAfter: Date) =>
  tx.run(sql`
    delete from ${raw(table.name)}
    where account_id = ${accountId} and ${raw(table.only ?? 'true')}
      ${table.raw ? sql`and received_at <= ${keepReceivedAfter}` : sql``}`);

/** Inserts the staged rows except those that exist already or violate a uniqueness rule. */
export const insertStaged = (tx: Db, accountId: string, restoreJobId: string, table: BackupTable) =>
  insertFrom(tx, accountId, table, staged(accountId, restoreJobId, table));
/** Inserts given lines in the same way. */
export const insertGiven = (tx: Db, accountId: string, table: BackupTable, lines: readonly GivenLine[]) =>
  insertFrom(tx, accountId, table, given(lines));

/** The values of {@link columnsOf}, from `doc`. */
const valuesOf = (table: BackupTable) =>
  Object.entries(table.columns)
    .map(([column, kind]) => `${written(table, column, kind)} as ${column}`)
    .join(', ');

/** The data version that the restore raises the account's to (settleReferences). */
const nextVersion = (accountId: string) => sql`(select data_version + 1 from account where account_id = ${accountId})`;
const insertFrom = (tx: Db, accountId: string, table: BackupTable, source: Sql) =>
  tx.run(sql`
    insert into ${raw(table.name)} (account_id, ${raw(columnsOf(table))}${raw(table.isVersioned ? ', changed_version' : '')})
    select ${accountId}::uuid, ${raw(valuesOf(table))}${table.isVersioned ? sql`, ${nextVersion(accountId)}` : empty} from (${source}) staged
    order by key
    on conflict do nothing`);

/** Returns the keys of stored rows that differ from the staged ones. Raw records never change. */
export const selectChangedKeys = async (tx: Db, accountId: string, restoreJobId: string, table: BackupTable) =>
  (
    await tx.rows(
      z.object({ key: z.string() }),
      sql`select staged.key from (${staged(accountId, restoreJobId, table)}) staged
          join ${raw(table.name)} on account_id = ${accountId} and ${raw(table.key)}::text = staged.key
          where ${raw(storedDocument(table))} <> staged.doc`,
    )
  ).map(({ key }) => key);

/** Makes the rows of `keys` what the staged file says; throws where that would break a uniqueness rule. */
export function updateStaged(tx: Db, accountId: string, restoreJobId: string, table: BackupTable, keys: string[]) {
  const columns = Object.entries(table.columns).filter(([column]) => column !== table.key);
  const sets = columns.map(([column, kind]) => `${column} = ${written(table, column, kind)}`).join(', ');
  return tx.run(sql`
    update ${raw(table.name)} set ${raw(sets)}
    from (${staged(accountId, restoreJobId, table)}) staged
    where account_id = ${accountId} and ${raw(table.key)}::text = staged.key and staged.key = any(${keys})`);
}
