import { z } from 'zod';
import { type Db, sql } from '../platform/db/db.ts';

const defect = z.object({ id: z.string(), name: z.string() });
export type DefectRow = z.infer<typeof defect>;

/** Returns the defects that are not deleted, by name. */
export const selectDefects = (tx: Db, accountId: string) =>
  tx.rows(
    defect,
    sql`select defect_id as id, name from defect where account_id = ${accountId} and deleted_at is null order by lower(name), defect_id`,
  );
/** Returns the last deleted defect of a name, in capitals or not. */
export const selectDeletedDefect = (tx: Db, accountId: string, name: string) =>
  tx.first(
    defect,
    sql`select defect_id as id, name from defect
      where account_id = ${accountId} and deleted_at is not null and lower(name) = lower(${name}) order by deleted_at desc, defect_id limit 1`,
  );
export const upsertDefect = (tx: Db, accountId: string, { id, name }: DefectRow) =>
  tx.run(sql`insert into defect (account_id, defect_id, name) values (${accountId}, ${id}, ${name})
    on conflict (account_id, defect_id) do update set name = excluded.name, deleted_at = null`);
/** Marks defects as deleted: devices that have not heard of it go on finding them. */
export const deleteDefects = (tx: Db, accountId: string, ids: readonly string[], now: Date) =>
  tx.run(
    sql`update defect set deleted_at = ${now} where account_id = ${accountId} and defect_id = any(${[...ids]}::uuid[])`,
  );
