import { z } from 'zod';
import { type Db, raw, type Sql, sql } from '../../db/db.ts';
import { CHANGED_TABLES, type Change, type ChangedTable, type Content, RECORD_KEYS } from './journal.sql.ts';

/** Returns the numbers of those employees who got records since `since`, other than the records `except`. */
export const findClocked = (
  tx: Db,
  accountId: string,
  { employeeIds, since, except }: { employeeIds: readonly string[]; since: Date; except: readonly string[] },
) =>
  tx.rows(
    z.object({ number: z.string() }),
    sql`select number from employee e where account_id = ${accountId} and employee_id = any(${employeeIds}::uuid[]) and (
          exists (select from clock_record c where c.account_id = ${accountId} and c.employee_id = e.employee_id
            and c.received_at >= ${since} and c.clock_record_id <> all(${except}::uuid[]))
          or exists (select from piecework_entry p where p.account_id = ${accountId} and p.employee_id = e.employee_id
            and p.received_at >= ${since} and p.piecework_entry_id <> all(${except}::uuid[])))
        order by number`,
  );

/** The ledgers of corrections (spec/corrections.md), with the column that identifies a row. */
const LEDGERS = { punch_correction: 'correction_id', entry_correction: 'correction_id', excuse: 'excuse_id' } as const;

/** Returns the numbers of employees with corrections or excuses in force, of themselves or of their records. */
export const findCorrected = (
  tx: Db,
  accountId: string,
  { employeeIds, recordIds }: { employeeIds: readonly string[]; recordIds: readonly string[] },
) => {
  const standing = (table: keyof typeof LEDGERS, named: Sql) => sql`
    select employee_id from ${raw(table)} c where account_id = ${accountId} and undoes is null and ${named}
      and not exists (select from ${raw(table)} u where u.account_id = c.account_id and u.undoes = c.${raw(LEDGERS[table])})`;
  const ofEmployee = sql`employee_id = any(${employeeIds}::uuid[])`;
  return tx.rows(
    z.object({ number: z.string() }),
    sql`select number from employee where account_id = ${accountId} and employee_id in (
          ${standing('punch_correction', sql`(${ofEmployee} or clock_record_id = any(${recordIds}::uuid[]))`)}
          union all ${standing('entry_correction', sql`(${ofEmployee} or piecework_entry_id = any(${recordIds}::uuid[]))`)}
          union all ${standing('excuse', ofEmployee)})
        order by number`,
  );
};

/** Returns the days, from the first to the last, that were locked since and are still locked. */
export const findLockedSince = (tx: Db, accountId: string, since: Date) =>
  tx.first(
    z.object({ from: z.string(), to: z.string() }),
    sql`select from_day::text as from, to_day::text as to from period_lock l
        where account_id = ${accountId} and kind = 'lock' and received_at >= ${since}
          and not exists (select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id)
        order by from_day limit 1`,
  );

/** Returns the numbers of employees, other than `except`, who have one of these numbers or PINs now. */
export const findHolders = (
  tx: Db,
  accountId: string,
  { numbers, timeIds, except }: { numbers: readonly string[]; timeIds: readonly string[]; except: readonly string[] },
) =>
  tx.rows(
    z.object({ number: z.string() }),
    sql`select number from employee
        where account_id = ${accountId} and deleted_at is null and employee_id <> all(${except}::uuid[])
          and (number = any(${numbers}::text[]) or time_id = any(${timeIds}::text[]))
        order by number`,
  );

/** Restores rows column by column; columns that are newer than the import stay as they are. */
export const putBack = (
  tx: Db,
  accountId: string,
  table: ChangedTable,
  rows: readonly { id: string; before: Content }[],
) => {
  const key = CHANGED_TABLES[table];
  // Names of columns, as PostgreSQL returned them.
  const names = Object.keys(rows[0]?.before ?? {}).filter((name) => name !== key);
  const columns = raw(names.map((name) => `"${name}"`).join(', '));
  return tx.run(sql`
    update ${raw(table)} t set (${columns}) = (select ${columns} from jsonb_populate_record(null::${raw(table)}, r.before))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, before jsonb)
    where t.account_id = ${accountId} and t.${raw(key)} = r.id`);
};

/**
 * Deletes employees that an import added, and clears their activity and groups. They are not erased, because V2 devices that know them must learn of
 * it; a later file that names them starts afresh (`upsertEmployees`).
 */
export const takeBackEmployees = (tx: Db, accountId: string, ids: readonly string[], now: Date) =>
  tx.run(sql`
    update employee set deleted_at = ${now}, is_active = true, activity = '[]', inactive_from = null, time_id = null,
      time_group_id = null, time_groups = null, employee_group_id = null, job_description_id = null
    where account_id = ${accountId} and employee_id = any(${ids}::uuid[])`);

/** Makes V2 devices fetch these employees again. */
export const noteChangedEmployees = (tx: Db, accountId: string, ids: readonly string[], version: number) =>
  tx.run(sql`update employee set changed_version = ${version}
    where account_id = ${accountId} and employee_id = any(${ids}::uuid[])`);

/** Makes records that an import linked unmatched again. */
export async function unlink(tx: Db, accountId: string, records: readonly Pick<Change, 'table' | 'id' | 'before'>[]) {
  for (const [table, key] of RECORD_KEYS)
    await tx.run(sql`
      update ${raw(table)} t set employee_id = null,
        standing = case when t.standing = 'duplicate' then r.before->>'standing' else t.standing end
      from jsonb_to_recordset(${JSON.stringify(records.filter((record) => record.table === table))}::jsonb)
        as r(id uuid, before jsonb)
      where t.account_id = ${accountId} and t.${raw(key)} = r.id`);
}

/** Deletes entries that an import added; returns whose they were. */
export const deleteEntries = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    z.object({ employeeId: z.string().nullable() }),
    sql`delete from piecework_entry where account_id = ${accountId} and piecework_entry_id = any(${ids}::uuid[])
        returning employee_id::text as "employeeId"`,
  );
