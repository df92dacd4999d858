import { z } from 'zod';
import { type Db, type Sql, sql } from '../platform/db/db.ts';

export type DeliveryRow = {
  id: string;
  container: string;
  at: string;
  verdict: string;
  reason: string | null;
  weight: string | null;
  deviceId: string;
  source: string;
  recordId: string;
  clock: string | null;
  means: string | null;
};
/** True of a row of a device if it was not set aside for its time (standing.ts): that gives it a source of its own. */
export const inTime = (row: Sql) => sql`${row}.source not like '%@%'`;
/** True of a row of a device that was set aside if it was sent again in time: of the two that one is meant. */
export const sentAgain = (
  table: Sql,
  row: Sql,
) => sql`exists (select from ${table} o where o.account_id = ${row}.account_id
  and o.source = split_part(${row}.source, '@', 1) and o.source <> ${row}.source and o.record_id = ${row}.record_id)`;
/** Inserts deliveries; returns the ids of those that are new. */
export const insertDeliveries = (tx: Db, accountId: string, receivedAt: Date, rows: readonly DeliveryRow[]) =>
  tx.rows(
    z.object({ id: z.string() }),
    sql`insert into container_delivery (account_id, delivery_id, container, at, verdict, reason, weight, device_id, source, record_id,
        clock, means, received_at)
      select ${accountId}, r.id, r.container, r.at, r.verdict, r.reason, r.weight, r."deviceId", r.source, r."recordId", r.clock, r.means,
        ${receivedAt.toISOString()}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, container text, at timestamptz, verdict text, reason text,
        weight numeric, "deviceId" uuid, source text, "recordId" text, clock text, means text)
      on conflict (account_id, source, record_id) do nothing returning delivery_id as id`,
  );
/** Returns the ids of those rows under whose device and record id another delivery is stored. */
export const selectUsedByDeliveries = (tx: Db, accountId: string, rows: readonly DeliveryRow[]) =>
  tx.rows(
    z.object({ id: z.string() }),
    sql`select r.id from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, container text, at timestamptz, verdict text,
        source text, "recordId" text)
      join container_delivery k on k.account_id = ${accountId} and k.source = r.source and k.record_id = r."recordId"
      where (k.container, k.at, k.verdict) is distinct from (r.container, r.at, r.verdict)`,
  );
