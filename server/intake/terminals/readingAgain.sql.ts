import { z } from 'zod';
import { PUSH_MAKES } from '#contract/intake/makes.ts';
import { averageAccount, type Db, sql } from '../../platform/db/db.ts';

/** Events that could not be read when they came, of terminals that send them to an address of their own. */

type Of = { accountId: string; deviceId: string };
const ofDevice = ({ accountId, deviceId }: Of) => sql`account_id = ${accountId} and device_id = ${deviceId}`;

/** Returns the terminals whose unread events were not read by this way of reading yet, or whose options have changed since. */
export const selectToRead = (db: Db, reading: number) =>
  db.rows(
    z.object({ accountId: z.string(), deviceId: z.string(), make: z.enum(PUSH_MAKES) }),
    sql`select d.account_id as "accountId", d.device_id as "deviceId", d.dialect as make from device d join account a on a.account_id = d.account_id
        where d.dialect = any(${[...PUSH_MAKES]}::text[]) and d.deleted_at is null and a.is_active and (d.state ->> 'readBy')::int is distinct from ${reading}
        order by d.account_id, d.device_id limit 10000`,
  );
export const noteRead = (tx: Db, of: Of, reading: number) =>
  tx.run(sql`update device set state = state || jsonb_build_object('readBy', ${reading}::int) where ${ofDevice(of)}`);
/** Has the unread events of a terminal read again. */
export const forgetRead = (tx: Db, of: Of) =>
  tx.run(sql`update device set state = state - 'readBy' where ${ofDevice(of)}`);

const REASONS = ['unknown-layout', 'unknown-event', 'bad-time', 'bad-pin'];
const unread = z.object({ id: z.string(), reason: z.string(), raw: z.string() });
export type Unread = z.infer<typeof unread>;
/** Returns a terminal's events that could not be read, in the order in which they came, without those about which a user has decided. */
export const selectUnread = (tx: Db, of: Of) =>
  tx.rows(
    unread,
    sql`select r.rejected_line_id as id, r.reason, r.raw from rejected_line r
        where r.account_id = ${of.accountId} and r.device_id = ${of.deviceId} and r.reason = any(${REASONS}::text[])
          and not exists (select from clock_record c where c.account_id = r.account_id and c.device_id = r.device_id and c.raw = r.raw
            and c.received_at between r.received_at - interval '1 minute' and r.received_at + interval '10 minutes' and c.standing <> 'quarantined')
        order by r.received_at, r.rejected_line_id limit 1000`,
  );

/** Takes events that are punches by now from what was refused, and from what waits for a decision. */
export async function settleUnread(tx: Db, of: Of, read: readonly Unread[]) {
  const ids = read.map(({ id }) => id);
  await tx.run(sql`
    with gone as (delete from rejected_line where ${ofDevice(of)} and rejected_line_id = any(${ids}::uuid[]) returning reason)
    update rejected_count c set lines = greatest(0, c.lines - g.lines) from (select reason, count(*) as lines from gone group by reason) g
    where c.account_id = ${of.accountId} and c.device_id = ${of.deviceId} and c.reason = g.reason`);
  await tx.run(sql`update clock_record c set standing = 'rejected'
    where c.account_id = ${averageAccount(of.accountId)} and c.standing = 'quarantined' and c.device_id = ${of.deviceId}
      and (split_part(c.source, '@', 2) in ('layout', 'time') or split_part(c.source, '@', 2) like 'event %')
      and c.raw = any(${read.map(({ raw }) => raw)}::text[])`);
}
