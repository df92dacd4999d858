import { z } from 'zod';
import { MAX_RATES, rateKind } from '#contract/masterData/payRules.ts';
import { type Db, type Sql, sql } from '../platform/db/db.ts';

const value = {
  kind: rateKind,
  amount: z.string(),
  from: z.string(),
  lookup1: z.string().nullable(),
  lookup2: z.string().nullable(),
  jobDescriptionId: z.string().nullable(),
  employeeGroupId: z.string().nullable(),
  employeeId: z.string().nullable(),
};
const rateValue = z.object(value);
export type PayRateValue = z.infer<typeof rateValue>;
const columns = sql`pay_rate_id as id, system_id as "systemId", code, kind, trim_scale(amount)::text as amount, effective_from::text as "from",
  lookup1_code as lookup1, lookup2_code as lookup2, job_description_id as "jobDescriptionId", employee_group_id as "employeeGroupId",
  employee_id as "employeeId"`;
const owned = z.object({ id: z.string(), systemId: z.string(), code: z.string(), ...value });
export type OwnedPayRate = z.infer<typeof owned>;

/** Returns the rates that are not deleted with their owners, newest first. */
export const findPayRates = (tx: Db, accountId: string) =>
  tx.rows(
    owned,
    sql`select ${columns} from pay_rate where account_id = ${accountId} and deleted_at is null
      order by effective_from desc, pay_rate_id limit ${MAX_RATES}`,
  );
export const readPayRates = (tx: Db, accountId: string, systemId: string, isMinimum: boolean) =>
  tx.rows(
    owned.omit({ systemId: true }).extend({ isDeleted: z.boolean() }),
    sql`select ${columns}, deleted_at is not null as "isDeleted" from pay_rate
      where account_id = ${accountId} and system_id = ${systemId} and (kind = 'minimum') = ${isMinimum}`,
  );
export const upsertPayRates = (
  tx: Db,
  accountId: string,
  systemId: string,
  rows: readonly ({ id: string; code: string } & PayRateValue)[],
) =>
  tx.run(sql`
    insert into pay_rate (account_id, pay_rate_id, system_id, code, kind, amount, effective_from, lookup1_code, lookup2_code,
      job_description_id, employee_group_id, employee_id)
    select ${accountId}, id, ${systemId}, code, kind, amount, "from", lookup1, lookup2, "jobDescriptionId", "employeeGroupId", "employeeId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, code text, kind text, amount numeric, "from" date,
      lookup1 text, lookup2 text, "jobDescriptionId" uuid, "employeeGroupId" uuid, "employeeId" uuid)
    on conflict (account_id, pay_rate_id) do update set kind = excluded.kind, amount = excluded.amount,
      effective_from = excluded.effective_from, lookup1_code = excluded.lookup1_code, lookup2_code = excluded.lookup2_code,
      job_description_id = excluded.job_description_id, employee_group_id = excluded.employee_group_id,
      employee_id = excluded.employee_id, deleted_at = null`);
/** Returns those of some keys that are of deleted rates. */
export const selectDeletedPayRates = async (tx: Db, accountId: string, keys: readonly string[]) =>
  (
    await tx.rows(
      z.object({ id: z.string() }),
      sql`select pay_rate_id::text as id from pay_rate
        where account_id = ${accountId} and pay_rate_id::text = any(${keys}::text[]) and deleted_at is not null`,
    )
  ).map(({ id }) => id);
/** Marks rates as deleted; nothing is erased. */
export const deletePayRates = (tx: Db, accountId: string, ids: readonly string[], now: Date) =>
  tx.run(
    sql`update pay_rate set deleted_at = ${now} where account_id = ${accountId} and pay_rate_id = any(${ids}::uuid[])`,
  );

const named = z.object({ kind: z.string(), key: z.string(), id: z.string() });
/** Returns what rates can name: the account's live groups and lookup entries, by id and by the code of a system, and its employees. */
export const selectNameable = (tx: Db, accountId: string, systemId: string): Promise<z.infer<typeof named>[]> => {
  const own = (column: Sql) => sql`account_id = ${accountId} and deleted_at is null and ${column}`;
  return tx.rows(
    named,
    sql`select kind, code as key, group_id::text as id from work_group where ${own(sql`system_id = ${systemId}`)}
      union all select kind, group_id::text, group_id::text from work_group where ${own(sql`true`)}
      union all select 'lookup' || lookup, code, code from lookup_entry where ${own(sql`true`)}
      union all select 'employee id', code, employee_id::text from employee where ${own(sql`system_id = ${systemId}`)}
      union all select 'employee id', employee_id::text, employee_id::text from employee where ${own(sql`true`)}`,
  );
};
