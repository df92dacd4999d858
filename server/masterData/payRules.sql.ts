import { z } from 'zod';
import { type PayRuleValue, payRuleFields } from '#contract/masterData/payRules.ts';
import { type Db, sql } from '../platform/db/db.ts';

const keyed = z.object({
  id: z.string(),
  timeGroupId: z.string().nullable(),
  employeeId: z.string().nullable(),
  from: z.string().nullable(),
  // In the order of the contract's fields, by which a record's basis is made.
  rule: z.object(payRuleFields),
});
export type KeyedPayRule = z.infer<typeof keyed>;

/** Returns the rule sets that are not deleted: those for everybody first, then by time group, then by employee, and by date. */
export const findPayRules = (tx: Db, accountId: string) =>
  tx.rows(
    keyed,
    sql`select pay_rule_id as id, time_group_id as "timeGroupId", employee_id as "employeeId", effective_from::text as "from", rule from pay_rule
      where account_id = ${accountId} and deleted_at is null
      order by employee_id nulls first, time_group_id nulls first, effective_from nulls first, pay_rule_id limit 10000`,
  );
export const upsertPayRule = (tx: Db, accountId: string, { id, timeGroupId, employeeId, from, rule }: KeyedPayRule) =>
  tx.run(sql`insert into pay_rule (account_id, pay_rule_id, time_group_id, employee_id, effective_from, rule)
    values (${accountId}, ${id}, ${timeGroupId}, ${employeeId}, ${from}, ${JSON.stringify(rule satisfies PayRuleValue)}::jsonb)
    on conflict (account_id, pay_rule_id) do update set time_group_id = excluded.time_group_id, employee_id = excluded.employee_id,
      effective_from = excluded.effective_from, rule = excluded.rule`);
/** Marks a rule set as deleted; nothing is erased. */
export const deletePayRule = (tx: Db, accountId: string, id: string, now: Date) =>
  tx.run(sql`update pay_rule set deleted_at = ${now} where account_id = ${accountId} and pay_rule_id = ${id}`);
