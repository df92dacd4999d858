import { z } from 'zod';
import { license } from '#contract/access/accounts.ts';
import { type AlertInput, alert, alertCategory } from '#contract/reports/alerts.ts';
import { type Db, empty, raw, sql } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';

const columns = raw(`alert_id as "_id", category, description, via_email as "viaEmail",
  email_recipients as "emailRecipients", days_of_week as "daysOfWeek", times, target_groups as "targetGroups",
  suppress_empty as "suppressEmpty", event, report`);

/** A caller sees and changes all alerts of the account, with a scope their own (docs/reference/scope.md#what-is-cached). */
type Seer = Pick<UserCaller, 'userId' | 'scope'>;
const seenBy = ({ userId, scope }: Seer) => (scope ? sql` and made_by = ${userId}::uuid` : empty);

export const listAlertsOf = (tx: Db, accountId: string, category: string, seer: Seer) =>
  tx.rows(
    alert,
    sql`select ${columns} from alert where account_id = ${accountId} and category = ${category}${seenBy(seer)}
        order by lower(description), alert_id`,
  );
/** Tells whether a caller sees an alert. */
export const isSeen = async (tx: Db, accountId: string, alertId: string, seer: Seer): Promise<boolean> =>
  (await tx.run(sql`select 1 from alert where account_id = ${accountId} and alert_id = ${alertId}${seenBy(seer)}`)) > 0;

/** Returns the licence and locks the account, so that two alerts saved at once cannot both be the last one allowed. */
export const lockLicense = (tx: Db, accountId: string) =>
  tx.single(
    z.object({ license, timeZone: z.string() }),
    sql`select license, time_zone as "timeZone" from account where account_id = ${accountId} for update`,
  );
export const countOtherAlerts = async (tx: Db, accountId: string, alertId: string | null) =>
  (
    await tx.single(
      z.object({ total: z.int() }),
      sql`select count(*)::int as total from alert
          where account_id = ${accountId} and alert_id is distinct from ${alertId}::uuid`,
    )
  ).total;

const timeGroup = z.object({ timeGroupId: z.string(), systemId: z.string(), isDeleted: z.boolean(), name: z.string() });
export const listTimeGroups = (tx: Db, accountId: string) =>
  tx.rows(
    timeGroup,
    sql`select group_id as "timeGroupId", system_id as "systemId", name, deleted_at is not null as "isDeleted"
        from work_group where account_id = ${accountId} and kind = 'time'`,
  );

/** Tells of addresses whether an active user of the account has them, and whether all who do are limited to some people. */
export const selectRecipients = (tx: Db, accountId: string, addresses: readonly string[]) =>
  tx.rows(
    z.object({ address: z.string(), isUser: z.boolean(), isLimited: z.boolean() }),
    sql`select r.address, count(u.user_id) > 0 as "isUser", coalesce(bool_and(u.scope is not null), false) as "isLimited"
        from unnest(${[...addresses]}::text[]) with ordinality r(address, place)
        left join app_user u on u.account_id = ${accountId} and lower(u.email) = lower(r.address) and u.is_active
        group by r.address, r.place order by r.place`,
  );

const json = (value: object | null | undefined) => sql`${value ? JSON.stringify(value) : null}::jsonb`;
type Saved = { accountId: string; alertId: string; input: AlertInput; by: string; now: Date };
type Made = Saved & { madeBy: string };

/** Inserts an alert; slots before `now` are not due. */
export const insertAlert = (tx: Db, { accountId, alertId, input, by, madeBy, now }: Made) =>
  tx.single(
    alert,
    sql`insert into alert (account_id, alert_id, category, description, via_email, email_recipients, days_of_week, times,
          target_groups, suppress_empty, event, report, active_from, created_at, created_by, made_by)
        values (${accountId}, ${alertId}, ${input.category}, ${input.description}, ${input.viaEmail},
          ${input.emailRecipients}, ${input.daysOfWeek}, ${JSON.stringify(input.times)},
          ${JSON.stringify(input.targetGroups)}, ${input.suppressEmpty ?? false},
          ${json(input.event)}, ${json(input.report)}, ${now}, ${now}, ${by}, ${madeBy}::uuid)
        returning ${columns}`,
  );
export const updateAlertRow = (tx: Db, { accountId, alertId, input, by, now }: Saved) =>
  tx.first(
    alert,
    sql`update alert set category = ${input.category}, description = ${input.description}, via_email = ${input.viaEmail},
          email_recipients = ${input.emailRecipients}, days_of_week = ${input.daysOfWeek},
          times = ${JSON.stringify(input.times)}, target_groups = ${JSON.stringify(input.targetGroups)},
          suppress_empty = ${input.suppressEmpty ?? false},
          event = ${json(input.event)}, report = ${json(input.report)}, active_from = greatest(active_from, ${now}::timestamptz),
          modified_at = ${now}, modified_by = ${by}
        where account_id = ${accountId} and alert_id = ${alertId}
        returning ${columns}`,
  );
export const deleteAlertRow = (tx: Db, accountId: string, alertId: string) =>
  tx.first(
    z.object({ description: z.string() }),
    sql`delete from alert where account_id = ${accountId} and alert_id = ${alertId} returning description`,
  );

/** Removes an address from the alert of a delivery. Without any recipient left, its summaries stay in the application. */
export const dropRecipient = (tx: Db, accountId: string, deliveryId: string, recipient: string, now: Date) =>
  tx.first(
    z.object({ description: z.string() }),
    sql`update alert a set modified_at = ${now}, modified_by = 'recipient',
          email_recipients = array(select r from unnest(a.email_recipients) as r where lower(r) <> lower(${recipient})),
          via_email = a.via_email and exists (select from unnest(a.email_recipients) as r where lower(r) <> lower(${recipient}))
        from alert_delivery d
        where d.account_id = ${accountId} and d.delivery_id = ${deliveryId}
          and a.account_id = d.account_id and a.alert_id = d.alert_id
          and exists (select from unnest(a.email_recipients) as r where lower(r) = lower(${recipient}))
        returning a.description`,
  );

export const setNextDue = (
  tx: Db,
  due: { accountId: string; alertId: string; settledAt: Date; nextDueAt: Date | null; zone: string },
) =>
  tx.run(sql`update alert set next_due_at = ${due.nextDueAt}, due_zone = ${due.zone},
      active_from = greatest(active_from, ${due.settledAt}::timestamptz)
    where account_id = ${due.accountId} and alert_id = ${due.alertId}`);

/** Records what an alert says of a day; returns the subjects that it had not said. */
export const insertSaid = (
  tx: Db,
  { accountId, alertId }: Pick<DueAlert, 'accountId' | 'alertId'>,
  { localDate, subjects, now }: { localDate: string; subjects: readonly string[]; now: Date },
) =>
  tx.rows(
    z.object({ subject: z.string() }),
    sql`insert into alert_said (account_id, alert_id, local_date, subject, said_at)
        select ${accountId}, ${alertId}, ${localDate}, subject, ${now} from unnest(${[...subjects]}::text[]) as s(subject)
        on conflict do nothing returning subject`,
  );
/** Lets an alert that waits for another kind of event from now on say that of people and devices of whom it said the old one. */
export const forgetSaid = (tx: Db, accountId: string, alertId: string, { event }: AlertInput) =>
  tx.run(sql`delete from alert_said s using alert a
    where s.account_id = ${accountId} and s.alert_id = ${alertId} and a.account_id = s.account_id and a.alert_id = s.alert_id
      and a.event ->> 'kind' is distinct from ${event?.kind ?? null}::text`);
/** Days that are over are not checked any more. */
export const deleteOldSaid = (db: Db, before: Date) => db.run(sql`delete from alert_said where said_at < ${before}`);

const dueAlert = z.object({
  accountId: z.string(),
  alertId: z.string(),
  category: alertCategory,
  description: z.string(),
  viaEmail: z.boolean(),
  daysOfWeek: z.array(z.int()),
  times: z.array(z.object({ enabled: z.boolean(), time: z.string() })),
  settledAt: z.coerce.date(),
  timeZone: z.string(),
  isActive: z.boolean(),
  license,
  nextDueAt: z.coerce.date().nullable(),
  /** The number of older alerts of the account: those beyond the licence's limit are not sent. */
  older: z.int(),
});
export type DueAlert = z.infer<typeof dueAlert>;
const dueColumns = raw(`a.account_id as "accountId", a.alert_id as "alertId", a.category, a.description,
  a.via_email as "viaEmail", a.days_of_week as "daysOfWeek", a.times, a.active_from as "settledAt",
  o.time_zone as "timeZone", o.is_active as "isActive", o.license, a.next_due_at as "nextDueAt",
  (select count(*)::int from alert b where b.account_id = a.account_id
    and (b.created_at, b.alert_id) < (a.created_at, a.alert_id)) as older`);

/** Returns alerts of all accounts that have a due slot, and locks them; alerts that another process has locked are skipped. */
export const lockDueAlerts = (tx: Db, now: Date, limit: number) =>
  tx.rows(
    dueAlert,
    sql`select ${dueColumns} from alert a join account o on o.account_id = a.account_id
        where a.next_due_at <= ${now} and a.event is null order by a.next_due_at, a.alert_id limit ${limit} for update of a skip locked`,
  );
/** Returns the alerts about events, of all accounts, whose next check is due; one account's follow each other. */
export const selectDueChecks = (db: Db, now: Date, limit: number) =>
  db.rows(
    dueAlert,
    sql`select ${dueColumns} from alert a join account o on o.account_id = a.account_id
        where a.next_due_at <= ${now} and a.event is not null order by a.account_id, a.alert_id limit ${limit}`,
  );
/** Alerts whose account moved to another time zone since their next slot was computed. */
export const lockMovedAlerts = (tx: Db, limit: number) =>
  tx.rows(
    dueAlert,
    sql`select ${dueColumns} from alert a join account o on o.account_id = a.account_id
        where a.due_zone is distinct from o.time_zone order by a.alert_id limit ${limit} for update of a skip locked`,
  );
/** Locks one alert, so that its due slots can be decided before it is changed or deleted. */
export const lockAlert = (tx: Db, accountId: string, alertId: string) =>
  tx.first(
    dueAlert,
    sql`select ${dueColumns} from alert a join account o on o.account_id = a.account_id
        where a.account_id = ${accountId} and a.alert_id = ${alertId} for update of a`,
  );
