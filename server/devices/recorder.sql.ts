import { z } from 'zod';
import { nullableInstant } from '#contract/common.ts';
import { deviceRecorder } from '#contract/devices.ts';
import { type Db, sql } from '../db/db.ts';
import type { Of } from './devices.sql.ts';

const facts = z.object({
  deviceType: z.enum(['ADMS', 'V1', 'V2']),
  isActivated: z.boolean(),
  createdAt: nullableInstant,
  codeSentAt: nullableInstant,
  activatedAt: nullableInstant,
  firstContact: nullableInstant,
  firstRecord: nullableInstant,
  lastContact: nullableInstant,
  driftMs: z.int().nullable(),
  accepted: z.int(),
  duplicates: z.int(),
});
export type DeviceFacts = z.infer<typeof facts>;
export const selectFacts = (db: Db, { accountId, deviceId }: Of) =>
  db.first(
    facts,
    sql`select device_type as "deviceType", is_activated as "isActivated", created_at as "createdAt", code_sent_at as "codeSentAt",
          activated_at as "activatedAt", first_contact as "firstContact", first_record as "firstRecord",
          last_contact as "lastContact", drift_ms as "driftMs", accepted_count as accepted, duplicate_count as duplicates
        from device where account_id = ${accountId} and device_id = ${deviceId} and deleted_at is null`,
  );

const shape = deviceRecorder.shape;
export const selectRejected = (db: Db, { accountId, deviceId }: Of) =>
  db.rows(
    shape.rejected.element,
    sql`select reason, lines as count from rejected_count
        where account_id = ${accountId} and device_id = ${deviceId} order by lines desc, reason limit 50`,
  );
export const selectRecentRejects = (db: Db, { accountId, deviceId }: Of) =>
  db.rows(
    shape.recentRejects.element,
    sql`select received_at as at, reason, raw from rejected_line
        where account_id = ${accountId} and device_id = ${deviceId} order by received_at desc limit 20`,
  );
/** PINs of this device that are nobody's time id. */
export const selectUnmatchedPins = (db: Db, { accountId, deviceId }: Of) =>
  db.rows(
    shape.unmatchedPins.element,
    sql`select time_id as "timeId", count(*)::int as count from clock_record
        where account_id = ${accountId} and device_id = ${deviceId} and employee_id is null and time_id is not null
        group by time_id order by count(*) desc, time_id limit 50`,
  );
export const countPendingCommands = async (db: Db, { accountId, deviceId }: Of) =>
  (
    await db.single(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from terminal_command
          where account_id = ${accountId} and device_id = ${deviceId} and status in ('queued', 'sent')`,
    )
  ).count;
export const selectCommands = (db: Db, { accountId, deviceId }: Of) =>
  db.rows(
    shape.commands.element,
    sql`select command_id as id, command, status, return_code as "returnCode", coalesce(finished_at, sent_at, queued_at) as at
        from terminal_command where account_id = ${accountId} and device_id = ${deviceId}
        order by coalesce(finished_at, sent_at, queued_at) desc, command_id desc limit 50`,
  );
