import { z } from 'zod';
import { exportRecord, exportType, reportFilter, reportRequest, reportType } from '#contract/reports/reports.ts';
import { liveScope } from '../access/session/scope.sql.ts';
import { type Db, empty, sql } from '../platform/db/db.ts';
import type { Scope } from '../platform/http/callers.ts';

/** The statements for exports and their rows. */

const options = reportRequest.shape.options;
const record = z.object({
  exportId: z.string(),
  reportType,
  exportType,
  from: z.string(),
  to: z.string(),
  options,
  dataVersion: z.int(),
});
/** `scope`: the people to whom the user who made it was limited then. */
const madeRecord = record.extend({ scope: liveScope.nullable() });
export type ExportRow = z.infer<typeof record>;

/** Inserts an export that is whole. */
export const insertExport = (
  tx: Db,
  accountId: string,
  row: ExportRow & { by: string; now: Date; scope: Scope | null; rows: number },
) =>
  tx.run(sql`
    insert into export_record (account_id, export_id, report_type, export_type, from_day, to_day, options, made_by, made_at,
      data_version, scope_key, scope, rows)
    values (${accountId}, ${row.exportId}, ${row.reportType}, ${row.exportType}, ${row.from}, ${row.to},
      ${JSON.stringify(row.options ?? {})}, ${row.by}, ${row.now}, ${row.dataVersion}, ${row.scope?.key ?? null},
      ${row.scope && JSON.stringify(row.scope.lists)}::jsonb, ${row.rows})`);
export const insertExportDay = (tx: Db, accountId: string, exportId: string, day: string, rows: Buffer) =>
  tx.run(
    sql`insert into export_day (account_id, export_id, day, rows) values (${accountId}, ${exportId}, ${day}, ${rows})`,
  );

/** Keeps the rows of the newest `keptRows` exports and the records of the newest `kept`. */
export async function deleteOldExports(
  tx: Db,
  accountId: string,
  { kept, keptRows }: { kept: number; keptRows: number },
) {
  const newest = (count: number) => sql`select export_id from export_record where account_id = ${accountId}
    order by made_at desc, export_id desc limit ${count}`;
  await tx.run(sql`delete from export_day where account_id = ${accountId} and export_id not in (${newest(keptRows)})`);
  await tx.run(sql`delete from export_record where account_id = ${accountId} and export_id not in (${newest(kept)})`);
}

/** Which exports a user sees: with a scope, those that were made within the same. */
const seenWithin = (scope: Scope | null) => (scope ? sql` and scope_key = ${scope.key}` : empty);

/** Returns the exports, newest first. An export has changed if the facts of one of its days changed after the data version that it was made from. */
export const listExportRecords = (tx: Db, accountId: string, scope: Scope | null, limit: number) =>
  tx.rows(
    exportRecord,
    sql`select export_id as "_id", report_type as "reportType", made_by as by, made_at as at, from_day::text as "from",
          to_day::text as "to", export_type as "exportType", rows,
          array(select key from jsonb_each(options) where key = any(${reportFilter.options}::text[]) and value <> '[]') as "narrowedBy",
          coalesce(options->'statuses', '[]') as statuses,
          case when ${scope === null} then exists (select 1 from day_change c where c.account_id = r.account_id and c.day between r.from_day and r.to_day
            and c.version > r.data_version) end as "changedSince"
        from export_record r where account_id = ${accountId} and rows >= 0${seenWithin(scope)}
        order by made_at desc, export_id desc limit ${limit}`,
  );
export const findExport = (tx: Db, accountId: string, exportId: string, scope: Scope | null) =>
  tx.first(
    madeRecord,
    sql`select export_id as "exportId", report_type as "reportType", export_type as "exportType", from_day::text as "from",
          to_day::text as "to", options, data_version as "dataVersion", scope
        from export_record where account_id = ${accountId} and export_id = ${exportId} and rows >= 0${seenWithin(scope)}`,
  );
const day = z.object({ day: z.string(), rows: z.instanceof(Buffer).nullable() });
/** Returns the days of an export that have changed since, with the rows that it had; null if these are no longer kept. */
export const listChangedDays = (tx: Db, accountId: string, { exportId, from, to, dataVersion }: ExportRow) =>
  tx.rows(
    day.pick({ day: true }),
    sql`select day::text as day from day_change
        where account_id = ${accountId} and day between ${from} and ${to} and version > ${dataVersion}
          and exists (select 1 from export_record where account_id = ${accountId} and export_id = ${exportId})
        order by day`,
  );
export const findExportDay = async (tx: Db, accountId: string, exportId: string, of: string) =>
  (
    await tx.first(
      day.pick({ rows: true }),
      sql`select rows from export_day where account_id = ${accountId} and export_id = ${exportId} and day = ${of}`,
    )
  )?.rows ?? null;

/** Returns everything that can be filtered by: groups by id, lookup codes by id. */
export const readGroupNames = (tx: Db, accountId: string) =>
  tx.rows(
    z.object({ id: z.string(), kind: z.enum(['time', 'employee', 'job']), name: z.string() }),
    sql`select group_id as id, kind, name from work_group where account_id = ${accountId}`,
  );
