import { z } from 'zod';
import { type Db, named, sql } from '../platform/db/db.ts';
import type { ClockRecordRow, EntryRow } from './records.sql.ts';

const found = z.object({ id: z.string() });

/**
 * Returns the ids of those rows whose sender's id belongs to another record: of another employee, time or direction. The same event, whichever id it
 * is stored under, is a duplicate.
 */
export const selectUsedByPunches = (tx: Db, accountId: string, rows: readonly ClockRecordRow[]) =>
  tx.rows(
    found,
    named(
      'select-used-by-punches',
      // By the very record that has the id, and by the two unique indexes of what counts: nothing here reads the account's other records.
      sql`select r.id::text as id
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, "employeeId" uuid, "timeId" text, at timestamptz,
        direction text, sender text, source text, "recordId" text)
      cross join lateral (
        select bool_or((k.employee_id = r."employeeId" or k.time_id = r."timeId") and k.at = r.at and k.direction = r.direction) as is_same
        from (select * from record_of_sender(${accountId}, r.sender, r."recordId")
          union all select * from record_of_sender(${accountId}, r.source, r."recordId")) k having count(*) > 0) known
      where known.is_same is not true
        and not exists (select from clock_record k where k.account_id = ${accountId} and k.employee_id = r."employeeId"
          and k.at = r.at and k.direction = r.direction and k.standing = 'counted' offset 0)
        and not exists (select from clock_record k where k.account_id = ${accountId} and k.employee_id is null and k.time_id = r."timeId"
          and k.at = r.at and k.direction = r.direction and k.standing = 'counted' offset 0)`,
    ),
  );

/** The same of piecework entries: of another employee, start, product, container or number of units. */
export const selectUsedByEntries = (tx: Db, accountId: string, rows: readonly EntryRow[]) =>
  tx.rows(
    found,
    named(
      'select-used-by-entries',
      sql`select distinct r.id::text as id
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, "employeeId" uuid, "timeId" text, "employeeNumber" text,
        lookup1 text, lookup2 text, units numeric, "startedAt" timestamptz, container text, sender text, source text, "recordId" text)
      join piecework_entry k on k.account_id = ${accountId} and k.source in (r.sender, r.source) and k.record_id = r."recordId"
      where not exists (select from piecework_entry s
        where s.account_id = ${accountId} and s.source in (r.sender, r.source) and s.record_id = r."recordId"
          and s.started_at = r."startedAt" and s.units = r.units
          and s.container is not distinct from r.container and s.lookup1_code is not distinct from r.lookup1 and s.lookup2_code is not distinct from r.lookup2
          and (s.employee_id = r."employeeId" or s.time_id = r."timeId" or s.employee_number = r."employeeNumber"))`,
    ),
  );
