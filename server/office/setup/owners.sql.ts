import { z } from 'zod';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import { type Db, raw, sql } from '../../platform/db/db.ts';

export const setAdopts = (tx: Db, accountId: string, systemId: string, adopts: boolean) =>
  tx.run(sql`update payroll_system set adopts = ${adopts} where account_id = ${accountId} and system_id = ${systemId}`);

/** Tables with owned records: their key, and the columns that are unique besides owner and code (used as SQL in this file only). */
const OWNED = [
  ['work_group', 'group_id', 'and o.kind = r.kind'],
  ['standard_time', 'standard_time_id', ''],
  ['holiday', 'holiday_id', ''],
  ['hours_rule', 'hours_rule_id', ''],
  ['employee', 'employee_id', ''],
] as const;

/**
 * Makes all records of a system the application's own; where the application has the same code already, the record gets its id for a code. Ids,
 * history and deleted records stay. Returns how many records there are.
 */
export async function takeOver(tx: Db, accountId: string, systemId: string): Promise<number> {
  const counts: number[] = [];
  const count = z.object({ count: z.int() });
  for (const [table, key, alike] of OWNED) {
    const { count: changed } = await tx.single(
      count,
      sql`with changed as (update ${raw(table)} r set system_id = ${APPLICATION_SYSTEM},
            code = case when exists (select from ${raw(table)} o where o.account_id = r.account_id
              and o.system_id = ${APPLICATION_SYSTEM} and o.code = r.code ${raw(alike)}) then r.${raw(key)}::text else r.code end
          where r.account_id = ${accountId} and r.system_id = ${systemId} returning 1)
        select count(*)::int as count from changed`,
    );
    counts.push(changed);
  }
  const { count: entries } = await tx.single(
    count,
    sql`with changed as (update lookup_entry set system_id = ${APPLICATION_SYSTEM}
          where account_id = ${accountId} and system_id = ${systemId} returning 1)
        select count(*)::int as count from changed`,
  );
  await tx.run(sql`update account set lookup1_system = nullif(lookup1_system, ${systemId}),
      lookup2_system = nullif(lookup2_system, ${systemId}) where account_id = ${accountId}`);
  await tx.run(sql`update payroll_system set claims = '{}', adopts = false
    where account_id = ${accountId} and system_id = ${systemId}`);
  return counts.reduce((sum, one) => sum + one, entries);
}
