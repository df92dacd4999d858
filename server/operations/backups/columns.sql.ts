import { z } from 'zod';
import type { BackupItem } from '#contract/operations/backups.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { type BackupTable, type ColumnKind, ITEM_RULES, type TableRule } from './tables.ts';

/** The kinds of columns by their PostgreSQL types. */
const KINDS: Record<string, ColumnKind> = {
  uuid: 'uuid',
  text: 'text',
  int2: 'whole',
  int4: 'whole',
  int8: 'whole',
  bool: 'flag',
  jsonb: 'json',
  date: 'date',
  timestamptz: 'instant',
  numeric: 'decimal',
  _text: 'texts',
};
const column = z.object({ table: z.string(), name: z.string(), type: z.string(), isNullable: z.boolean() });

/** Returns the items of a backup with the tables of each, in the order of their restore, as the database's catalogue describes them. */
export async function readTables(db: Db): Promise<[item: BackupItem, file: string, tables: BackupTable[]][]> {
  const names = ITEM_RULES.flatMap(([, , rules]) => rules.map(({ name }) => name));
  const columns = await db.rows(
    column,
    sql`select c.relname::text as "table", a.attname::text as name, t.typname::text as type, not a.attnotnull as "isNullable"
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
        where c.relnamespace = current_schema()::regnamespace and c.relname = any(${names}::text[])
          and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by c.relname, a.attnum`,
  );
  const describe = (rule: TableRule): BackupTable => {
    const stays = ['account_id', ...(rule.isVersioned ? ['changed_version'] : []), ...(rule.stays ?? [])];
    const own = columns.filter(({ table, name }) => table === rule.name && !stays.includes(name));
    const kinds = own.map(({ name, type }) => {
      const kind = KINDS[type];
      if (!kind) throw new Error(`A backup cannot hold ${rule.name}.${name}: its type is ${type}`);
      return [name, kind] as const;
    });
    return {
      ...rule,
      columns: Object.fromEntries(kinds),
      nullable: own.filter(({ isNullable }) => isNullable).map(({ name }) => name),
    };
  };
  return ITEM_RULES.map(([item, file, rules]) => [item, file, rules.map(describe)]);
}
