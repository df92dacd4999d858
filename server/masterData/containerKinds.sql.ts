import { z } from 'zod';
import { type Db, sql } from '../platform/db/db.ts';

const kind = z.object({
  id: z.string(),
  name: z.string(),
  units: z.string(),
  lookup1Code: z.string().nullable(),
  hours: z.int(),
  keepsRejected: z.boolean(),
});
export type ContainerKindRow = z.infer<typeof kind>;
const columns = sql`container_kind_id as id, name, trim_scale(units)::text as units, lookup1_code as "lookup1Code", hours, keeps_rejected as "keepsRejected"`;

/** Returns the kinds of containers that are not deleted, by name. */
export const selectContainerKinds = (tx: Db, accountId: string) =>
  tx.rows(
    kind,
    sql`select ${columns} from container_kind where account_id = ${accountId} and deleted_at is null order by lower(name), container_kind_id`,
  );
export const upsertContainerKind = (tx: Db, accountId: string, row: ContainerKindRow) =>
  tx.run(sql`insert into container_kind (account_id, container_kind_id, name, units, lookup1_code, hours, keeps_rejected)
    values (${accountId}, ${row.id}, ${row.name}, ${row.units}::numeric, ${row.lookup1Code}, ${row.hours}, ${row.keepsRejected})
    on conflict (account_id, container_kind_id) do update set name = excluded.name, units = excluded.units,
      lookup1_code = excluded.lookup1_code, hours = excluded.hours, keeps_rejected = excluded.keeps_rejected`);
/** Marks kinds as deleted: devices that have not heard of it count with them. */
export const deleteContainerKinds = (tx: Db, accountId: string, ids: readonly string[], now: Date) =>
  tx.run(sql`update container_kind set deleted_at = ${now}
    where account_id = ${accountId} and container_kind_id = any(${[...ids]}::uuid[])`);

/** Returns the number of the next label: one series for all kinds, those that were deleted too. */
export const selectNextLabel = async (tx: Db, accountId: string): Promise<number> =>
  (
    await tx.single(
      z.object({ next: z.int() }),
      sql`select coalesce(max(last_label), 0) + 1 as next from container_kind where account_id = ${accountId}`,
    )
  ).next;
export const noteLabels = (tx: Db, accountId: string, kindId: string, last: number) =>
  tx.run(sql`update container_kind set last_label = greatest(last_label, ${last}::int)
    where account_id = ${accountId} and container_kind_id = ${kindId}`);
