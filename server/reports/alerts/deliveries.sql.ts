import { z } from 'zod';
import { license } from '#contract/access/accounts.ts';
import { message } from '#contract/platform/message.ts';
import { permission } from '#contract/platform/permissions.ts';
import { joined, type Message, msg } from '#contract/platform/words.ts';
import { alertCategory, alertDelivery, alertEvent, alertReport } from '#contract/reports/alerts.ts';
import type { ReportRequest } from '#contract/reports/reports.ts';
import { liveScope, scopeOfUser } from '../../access/session/scope.sql.ts';
import { type Db, empty, sql } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { stored } from '../../platform/words/stored.ts';

/** The ledger of slots: one row per (alert, local date, slot) guarantees that a slot fires once, however many processes run the scheduler. */
export type NewDelivery = {
  deliveryId: string;
  alertId: string;
  localDate: string;
  slot: string;
  dueAt: Date;
  category: string;
  description: string;
  viaEmail: boolean;
  status: 'pending' | 'skipped';
  reason: string | null;
  /** The message of the reason, as JSON (platform/words/stored.ts). */
  words: string | null;
  /** Until when the caller alone writes it. */
  leaseUntil?: Date;
};

/** Inserts the slots that are not recorded yet; returns how many they were. */
export const insertDeliveries = (tx: Db, accountId: string, now: Date, rows: readonly NewDelivery[]) =>
  tx.run(sql`
    insert into alert_delivery (account_id, delivery_id, alert_id, local_date, slot, due_at, category, description, via_email,
      status, reason, reason_words, lease_until, decided_at)
    select ${accountId}, "deliveryId", "alertId", "localDate", slot, "dueAt", category, description, "viaEmail", status,
      reason, words::jsonb, "leaseUntil", case when status = 'skipped' then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("deliveryId" uuid, "alertId" uuid, "localDate" date,
      slot text, "dueAt" timestamptz, category text, description text, "viaEmail" boolean, status text, reason text, words text, "leaseUntil" timestamptz)
    on conflict (account_id, alert_id, local_date, slot) do nothing`);

const claimed = z.object({
  accountId: z.string(),
  deliveryId: z.string(),
  alertId: z.string(),
  localDate: z.string(),
  slot: z.string(),
  dueAt: z.coerce.date(),
});
export type Claimed = z.infer<typeof claimed>;

/** Claims the oldest slot of a kind that waits to be written, until `leaseUntil`; if the process dies, the slot is free again after that. */
export const claimDelivery = (db: Db, kind: 'summary' | 'report', now: Date, leaseUntil: Date) =>
  db.first(
    claimed,
    sql`update alert_delivery set lease_until = ${leaseUntil}
        where (account_id, delivery_id) = (
          select account_id, delivery_id from alert_delivery
          where status = 'pending' and subject is null and (category = 'report') = ${kind === 'report'} and (lease_until is null or lease_until <= ${now})
          order by due_at, delivery_id limit 1 for update skip locked)
        returning account_id as "accountId", delivery_id as "deliveryId", alert_id as "alertId",
          local_date::text as "localDate", slot, due_at as "dueAt"`,
  );

/** Extends a lease that is still held; returns whether it was. */
export const renewLease = async (db: Db, { accountId, deliveryId }: Claimed, leaseUntil: Date, until: Date) =>
  (await db.run(sql`
    update alert_delivery set lease_until = ${until}
    where account_id = ${accountId} and delivery_id = ${deliveryId} and ${isHeld(leaseUntil)}`)) === 1;
const isHeld = (leaseUntil: Date) => sql`status = 'pending' and subject is null and lease_until = ${leaseUntil}`;

const firing = z.object({
  category: alertCategory,
  description: z.string(),
  viaEmail: z.boolean(),
  emailRecipients: z.array(z.string()),
  targetGroups: z.array(z.object({ timeGroupId: z.string() })),
  suppressEmpty: z.boolean(),
  license,
  timeZone: z.string(),
  accountName: z.string(),
  isActive: z.boolean(),
  event: alertEvent.nullable(),
  report: alertReport.nullable(),
  /** Those of the user who made the alert, as far as they can use them. */
  permissions: z.array(permission),
  /** The user who made the alert, and the people to whom they are limited, or were when they were deleted. */
  madeBy: z.string().nullable(),
  scope: liveScope.nullable(),
});
export type Firing = z.infer<typeof firing>;
/** Returns the alert as it is now; undefined when it was deleted. */
export const readFiring = (tx: Db, accountId: string, alertId: string) =>
  tx.first(
    firing,
    sql`select a.category, a.description, a.via_email as "viaEmail", a.email_recipients as "emailRecipients",
          a.target_groups as "targetGroups", a.suppress_empty as "suppressEmpty", a.event, a.report, o.license,
          o.time_zone as "timeZone", o.name as "accountName", o.is_active as "isActive", a.made_by as "madeBy", ${scopeOfUser} as scope,
          case when m.is_active and m.role = 'employer' and 'Dashboard' = any(m.modules) then m.permissions else '{}' end as permissions
        from alert a join account o on o.account_id = a.account_id
        left join app_user m on m.account_id = a.account_id and m.user_id = a.made_by
        cross join lateral (select a.account_id, case when m.user_id is null then a.scope else m.scope end as scope) u
        where a.account_id = ${accountId} and a.alert_id = ${alertId}`,
  );

/**
 * Returns the alert with its recipients of now; undefined if what it says, the people whom it holds or its account was changed since it was read: what was
 * composed then is not for its recipients of now.
 */
export const readUnchanged = async (
  tx: Db,
  { accountId, alertId }: Pick<Claimed, 'accountId' | 'alertId'>,
  before: Firing,
): Promise<Firing | undefined> => {
  const now = await readFiring(tx, accountId, alertId);
  return now && contentOf(now) === contentOf(before) ? now : undefined;
};
const contentOf = ({ category, description, targetGroups, event, report, scope, isActive }: Firing) =>
  JSON.stringify([category, description, targetGroups, event, report, scope?.key, isActive]);

type Decision = { status: 'pending' | 'sent' | 'skipped' | 'failed'; reason: string | Message | null };
type Summary = { subject: string; text: string; html: string };
type Decided = Decision & {
  leaseUntil: Date;
  now: Date;
  summary: Summary | null;
  scopeKey: string | null;
  /** The report that was made. */
  request?: ReportRequest | undefined;
};
/** Records the outcome of a slot if the lease still holds and none is recorded; returns whether it did. */
export const decideDelivery = async (
  tx: Db,
  { accountId, deliveryId }: Claimed,
  { leaseUntil, now, status, reason, summary, scopeKey, request }: Decided,
) => {
  const { text, words } = stored(reason);
  const changed = await tx.run(sql`
    update alert_delivery set status = ${status}, reason = ${text}, reason_words = ${words}::jsonb, lease_until = null,
      decided_at = case when ${status} = 'pending' then null else ${now}::timestamptz end,
      subject = ${summary?.subject ?? null}, body_text = ${summary?.text ?? null}, body_html = ${summary?.html ?? null},
      scope_key = ${scopeKey}, report = ${request ? JSON.stringify(request) : null}::jsonb
    where account_id = ${accountId} and delivery_id = ${deliveryId} and ${isHeld(leaseUntil)}`);
  return changed === 1;
};

const settled = z.object({
  accountId: z.string(),
  deliveryId: z.string(),
  status: z.enum(['sent', 'failed']),
  reason: z.string().nullable(),
  words: message.nullable(),
  note: z.string().nullable(),
  failures: z.string().nullable(),
});
const MAX_REASON = 1_000;
/**
 * Marks slots whose mails have all been sent or given up as sent, or as failed when none arrived; records which recipients did not get it, and why
 * (OUTBOX_NOTE).
 */
export async function settleMailedDeliveries(db: Db, now: Date) {
  const found = await db.rows(
    settled,
    sql`select d.account_id as "accountId", d.delivery_id as "deliveryId", case when m.sent > 0 then 'sent' else 'failed' end as status,
          d.reason, d.reason_words as words, m.note, m.failures
        from alert_delivery d join (
          select owner_account_id, delivery_id, count(*) filter (where status = 'sent') as sent,
            count(*) filter (where status = 'failed') as failed, count(*) as total,
            max(last_error) filter (where status = 'sent') as note,
            string_agg(recipient || ': ' || coalesce(last_error, 'unknown'), '; ') filter (where status = 'failed') as failures
          from mail
          where delivery_id in (select delivery_id from alert_delivery where status = 'pending' and subject is not null)
          group by owner_account_id, delivery_id
        ) m on d.account_id = m.owner_account_id and d.delivery_id = m.delivery_id
        where d.status = 'pending' and m.sent + m.failed = m.total`,
  );
  const rows = found.map(({ accountId, deliveryId, status, reason, words, note, failures }) => {
    const said = [words ?? reason, note, failures === null ? null : msg('Not delivered to {failures}', { failures })];
    const whole = said.filter((one) => one !== null);
    const one = whole.length > 1 ? joined(whole, '; ') : (whole[0] ?? null);
    return { accountId, deliveryId, status, ...stored(one, MAX_REASON) };
  });
  if (rows.length === 0) return;
  await db.run(sql`
    update alert_delivery d set decided_at = ${now}, status = r.status, reason = r.text, reason_words = r.words::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("accountId" uuid, "deliveryId" uuid, status text, text text, words text)
    where d.account_id = r."accountId" and d.delivery_id = r."deliveryId" and d.status = 'pending'`);
}

/**
 * Which slots a caller sees: with a scope those of their own alerts, written within that scope (docs/reference/scope.md#what-is-cached). `d`: the slot.
 */
const seenBy = ({ userId, scope }: Pick<UserCaller, 'userId' | 'scope'>) =>
  scope
    ? sql` and d.scope_key = ${scope.key} and exists (select from alert own
        where own.account_id = d.account_id and own.alert_id = d.alert_id and own.made_by = ${userId}::uuid)`
    : empty;
type Reader = Pick<UserCaller, 'accountId' | 'userId' | 'scope'>;
/** Returns the newest slots of an account; `read` is that of the given user. Only summaries that stay in the application can be unread. */
export const listDeliveries = (tx: Db, { accountId, userId, scope }: Reader, limit: number) =>
  tx.rows(
    alertDelivery,
    sql`select d.delivery_id as "_id", case when a.alert_id is not null then d.alert_id end as "alertId", d.description,
          d.category, d.local_date::text as "localDate", d.slot, d.status, d.reason, d.reason_words as words,
          d.decided_at as "decidedAt", d.subject, d.body_text as text, d.report,
          d.via_email or d.status <> 'sent' or coalesce(d.decided_at <= r.read_at, false) as read
        from alert_delivery d
        left join alert a on a.account_id = d.account_id and a.alert_id = d.alert_id
        left join alert_read r on r.account_id = d.account_id and r.user_id = ${userId}
        where d.account_id = ${accountId}${seenBy({ userId, scope })} order by d.due_at desc, d.delivery_id desc limit ${limit}`,
  );
export const countUnread = async (tx: Db, { accountId, userId, scope }: Reader) =>
  (
    await tx.single(
      z.object({ total: z.int() }),
      sql`select count(*)::int as total from alert_delivery d
          where account_id = ${accountId} and not via_email and status = 'sent'${seenBy({ userId, scope })} and decided_at > coalesce(
            (select read_at from alert_read where account_id = ${accountId} and user_id = ${userId}), '-infinity')`,
    )
  ).total;
export const markRead = (tx: Db, accountId: string, userId: string, now: Date) =>
  tx.run(sql`insert into alert_read (account_id, user_id, read_at) values (${accountId}, ${userId}, ${now})
    on conflict (account_id, user_id) do update set read_at = greatest(alert_read.read_at, excluded.read_at)`);
