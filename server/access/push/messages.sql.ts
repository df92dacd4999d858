import { z } from 'zod';
import { type AlertCategory, alertCategory } from '#contract/reports/alerts.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { isKept } from './subscriptions.sql.ts';

type Slot = {
  accountId: string;
  deliveryId: string;
  category: AlertCategory;
  localDate: string;
  dueAt: Date;
  /** The user who made the alert, and whether it holds only the people of their scope. */
  madeBy: string | null;
  isOfScope: boolean;
};
/**
 * Writes a message for every device that wants the category and whose user may see its figures now; all of `permissions` are needed. Runs within the
 * slot's transaction, so it happens once, like the slot.
 */
export const insertMessages = (tx: Db, slot: Slot, permissions: readonly string[], now: Date) =>
  tx.run(sql`
    insert into push_message (message_id, owner_account_id, subscription_id, delivery_id, category, local_date, due_at, next_attempt_at)
    select gen_random_uuid(), s.owner_account_id, s.subscription_id, ${slot.deliveryId}, ${slot.category}, ${slot.localDate},
      ${slot.dueAt}, ${now}
    from push_subscription s
    join app_user u on u.account_id = s.owner_account_id and u.user_id = s.user_id
    join account a on a.account_id = s.owner_account_id
    where s.owner_account_id = ${slot.accountId} and ${slot.category} = any(s.categories) and ${isKept(now)}
      and u.is_active and a.is_active and u.role = 'employer' and 'Dashboard' = any(u.modules)
      and u.permissions @> ${[...permissions]}::text[]
      -- Users with a scope are told of their own alerts only (docs/reference/scope.md#what-is-cached).
      and (u.scope is null or (${slot.isOfScope}::boolean and u.user_id = ${slot.madeBy}::uuid))
    on conflict (delivery_id, subscription_id) do nothing`);

type Test = { accountId: string; subscriptionId: string; category: AlertCategory; localDate: string; now: Date };
export const insertTest = (tx: Db, { accountId, subscriptionId, category, localDate, now }: Test) =>
  tx.run(sql`
    insert into push_message (message_id, owner_account_id, subscription_id, category, local_date, due_at, next_attempt_at)
    values (gen_random_uuid(), ${accountId}, ${subscriptionId}, ${category}, ${localDate}, ${now}, ${now})`);

const dueMessage = z.object({
  messageId: z.string(),
  subscriptionId: z.string(),
  category: alertCategory,
  localDate: z.string(),
  dueAt: z.coerce.date(),
  /** Including the one that is about to begin. */
  attempts: z.int(),
  sealed: z.string(),
  mark: z.string(),
  /** That of the user whose device it is. */
  language: z.string(),
});
export type DueMessage = z.infer<typeof dueMessage>;

/** Claims what is due until `leaseUntil`; a message that a process claimed and did not finish by then is due again. */
export const claimMessages = (db: Db, now: Date, leaseUntil: Date, limit: number) =>
  db.rows(
    dueMessage,
    sql`update push_message m set lease_until = ${leaseUntil}, attempts = m.attempts + 1
        from push_subscription s
        where s.subscription_id = m.subscription_id and m.message_id in (
          select message_id from push_message
          where finished_at is null and next_attempt_at <= ${now} and (lease_until is null or lease_until <= ${now})
          order by next_attempt_at, message_id limit ${limit} for update skip locked)
        returning m.message_id as "messageId", m.subscription_id as "subscriptionId", m.category, m.local_date::text as "localDate",
          m.due_at as "dueAt", m.attempts::int, s.sealed, s.mark,
          (select coalesce(u.language, a.language) from account a
            left join app_user u on u.account_id = a.account_id and u.user_id = s.user_id
            where a.account_id = s.owner_account_id) as language`,
  );

type Claimed = Pick<DueMessage, 'messageId' | 'attempts'>;
/** Each claim has a number: the outcome of an earlier claim is ignored after another process has claimed the message. */
const isStillOurs = ({ messageId, attempts }: Claimed) =>
  sql`message_id = ${messageId} and attempts = ${attempts} and finished_at is null`;
export const finishMessage = (db: Db, message: Claimed, outcome: string, now: Date) =>
  db.run(sql`
    update push_message set finished_at = ${now}, outcome = ${outcome}, lease_until = null where ${isStillOurs(message)}`);
export const putOffMessage = (db: Db, message: Claimed, nextAttempt: Date) =>
  db.run(sql`
    update push_message set next_attempt_at = ${nextAttempt}, lease_until = null where ${isStillOurs(message)}`);

export const deleteOldMessages = (db: Db, now: Date) =>
  db.run(sql`delete from push_message where finished_at < ${now}::timestamptz - interval '7 days'`);
