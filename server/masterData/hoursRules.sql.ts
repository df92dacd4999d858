import { z } from 'zod';
import { type HoursRuleValue, hoursRuleFields } from '#contract/masterData/hoursRules.ts';
import { type Db, sql } from '../platform/db/db.ts';

const keyed = { timeGroupId: z.string().nullable(), from: z.string().nullable() };
export type KeyedHoursRule = { timeGroupId: string | null; from: string | null; rule: HoursRuleValue };
const columns = sql`hours_rule_id as id, system_id as "systemId", code, time_group_id as "timeGroupId", effective_from::text as "from", rule`;
// In the order of the contract's fields, in which a rule is compared with what is sent.
const rule = z.object(hoursRuleFields);

const owned = z.object({ id: z.string(), systemId: z.string(), code: z.string(), ...keyed, rule });
export type OwnedHoursRule = z.infer<typeof owned>;
/** Returns the rules that are not deleted with their owners: those for everybody first, then by time group and date. */
export const findHoursRules = (tx: Db, accountId: string) =>
  tx.rows(
    owned,
    sql`select ${columns} from hours_rule where account_id = ${accountId} and deleted_at is null
      order by time_group_id nulls first, effective_from nulls first, code limit 10000`,
  );
export const readHoursRules = (tx: Db, accountId: string, systemId: string) =>
  tx.rows(
    owned.omit({ systemId: true }).extend({ isDeleted: z.boolean() }),
    sql`select ${columns}, deleted_at is not null as "isDeleted" from hours_rule where account_id = ${accountId} and system_id = ${systemId}`,
  );
export const upsertHoursRules = (
  tx: Db,
  accountId: string,
  systemId: string,
  rows: readonly ({ id: string; code: string } & KeyedHoursRule)[],
) =>
  tx.run(sql`
    insert into hours_rule (account_id, hours_rule_id, system_id, code, time_group_id, effective_from, rule)
    select ${accountId}, id, ${systemId}, code, "timeGroupId", "from", rule
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, code text, "timeGroupId" uuid, "from" date, rule jsonb)
    on conflict (account_id, hours_rule_id) do update set time_group_id = excluded.time_group_id,
      effective_from = excluded.effective_from, rule = excluded.rule, deleted_at = null`);
/** Makes a system the owner of some rules, under codes that it has not used. */
export const giveHoursRules = (
  tx: Db,
  accountId: string,
  systemId: string,
  rules: readonly { id: string; code: string }[],
) =>
  tx.run(sql`update hours_rule h set system_id = ${systemId}, code = r.code
    from unnest(${rules.map(({ id }) => id)}::uuid[], ${rules.map(({ code }) => code)}::text[]) as r(id, code)
    where h.account_id = ${accountId} and h.hours_rule_id = r.id`);
/** Marks rules as deleted; nothing is erased. */
export const deleteHoursRules = (tx: Db, accountId: string, ids: readonly string[], now: Date) =>
  tx.run(sql`update hours_rule set deleted_at = ${now}
    where account_id = ${accountId} and hours_rule_id = any(${ids}::uuid[])`);
