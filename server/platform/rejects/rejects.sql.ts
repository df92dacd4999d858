import { type Db, sql } from '../db/db.ts';

type Of = { accountId: string; deviceId: string };
/** A line or record of a device that became no record; `hash` identifies it. */
export type RejectedLine = { id: string; reason: string; raw: string; hash: string };

const KEPT_REJECTS = 1_000;

/** Returns a reason without the names of fields that it quotes, of which there is no end. */
const withoutNames = sql`regexp_replace(reason, '(Unrecognized key)s?: .*', '\\1')`;

/** Stores rejected lines, each once and the newest thousand of a device, and counts them by reason. */
export async function saveRejects(tx: Db, of: Of, rejects: readonly RejectedLine[], now: Date) {
  if (rejects.length === 0) return;
  await tx.run(sql`
    with fresh as (
      insert into rejected_line (account_id, rejected_line_id, device_id, received_at, reason, line_hash, raw)
      select ${of.accountId}, r.id::uuid, ${of.deviceId}, ${now}, r.reason, r.hash, r.raw
      from jsonb_to_recordset(${JSON.stringify(rejects)}::jsonb) as r (id text, reason text, hash text, raw text)
      on conflict (account_id, device_id, line_hash) do nothing
      returning reason)
    insert into rejected_count (account_id, device_id, reason, lines)
    select ${of.accountId}, ${of.deviceId}, ${withoutNames} as counted, count(*) from fresh group by counted
    on conflict (account_id, device_id, reason) do update set lines = rejected_count.lines + excluded.lines`);
  // Compares with the first line to delete: comparing each line with a list takes minutes when there are thousands.
  await tx.run(sql`
    delete from rejected_line where account_id = ${of.accountId} and device_id = ${of.deviceId} and (received_at, rejected_line_id) <= (
      select received_at, rejected_line_id from rejected_line where account_id = ${of.accountId} and device_id = ${of.deviceId}
      order by received_at desc, rejected_line_id desc offset ${KEPT_REJECTS} limit 1)`);
}
