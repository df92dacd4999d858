import { z } from 'zod';
import { type AlertCategory, alertCategory } from '#contract/reports/alerts.ts';
import { type Db, sql } from '../../platform/db/db.ts';

/** A user's browser; each has at most one subscription. */
export type DeviceKey = { accountId: string; userId: string; browserId: string };

const device = z.object({
  subscriptionId: z.string(),
  mark: z.string(),
  categories: z.array(alertCategory),
  endpointHash: z.string(),
});
export const findDevice = (db: Db, { accountId, userId, browserId }: DeviceKey) =>
  db.first(
    device,
    sql`select subscription_id as "subscriptionId", mark, categories, encode(endpoint_hash, 'hex') as "endpointHash"
        from push_subscription where owner_account_id = ${accountId} and user_id = ${userId} and browser_id = ${browserId}`,
  );

/** Makes anybody else who turns on alerts at the same endpoint wait until the transaction ends. */
export const lockEndpoint = (tx: Db, endpointHash: Buffer) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('push ' || encode(${endpointHash}::bytea, 'hex'), 0))`);

/** Locks a user, so that their devices are counted one after the other; returns how many there are besides this browser and this endpoint. */
export async function countOtherDevices(
  tx: Db,
  { accountId, userId, browserId, endpointHash }: DeviceKey & { endpointHash: Buffer },
): Promise<number> {
  await tx.run(sql`select 1 from app_user where account_id = ${accountId} and user_id = ${userId} for no key update`);
  const { total } = await tx.single(
    z.object({ total: z.int() }),
    sql`select count(*)::int as total from push_subscription
        where owner_account_id = ${accountId} and user_id = ${userId} and browser_id <> ${browserId}
          and endpoint_hash <> ${endpointHash}`,
  );
  return total;
}

type NewDevice = DeviceKey & {
  subscriptionId: string;
  endpointHash: Buffer;
  sealed: string;
  mark: string;
  categories: readonly AlertCategory[];
  now: Date;
};
/** Saves a device in place of the one that this browser or this endpoint had; returns its mark, which stays the same. */
export async function saveDevice(tx: Db, row: NewDevice): Promise<string> {
  const { accountId, userId, browserId, endpointHash } = row;
  await tx.run(sql`
    delete from push_subscription where (browser_id = ${browserId} or endpoint_hash = ${endpointHash})
      and (owner_account_id, user_id, browser_id) is distinct from (${accountId}::uuid, ${userId}::uuid, ${browserId}::text)`);
  const { mark } = await tx.single(
    z.object({ mark: z.string() }),
    sql`insert into push_subscription (subscription_id, owner_account_id, user_id, browser_id, endpoint_hash, sealed, mark, categories,
          last_log_in_at)
        values (${row.subscriptionId}, ${accountId}, ${userId}, ${browserId}, ${endpointHash}, ${row.sealed}, ${row.mark},
          ${[...row.categories]}, ${row.now})
        on conflict (owner_account_id, user_id, browser_id) do update set endpoint_hash = excluded.endpoint_hash,
          sealed = excluded.sealed, categories = excluded.categories
        returning mark`,
  );
  return mark;
}

export const deleteDevice = (db: Db, { accountId, userId, browserId }: DeviceKey) =>
  db.run(sql`
    delete from push_subscription where owner_account_id = ${accountId} and user_id = ${userId} and browser_id = ${browserId}`);
export const deleteSubscription = (db: Db, subscriptionId: string) =>
  db.run(sql`delete from push_subscription where subscription_id = ${subscriptionId}`);
export const deleteDevicesOf = (tx: Db, { accountId, userId }: Omit<DeviceKey, 'browserId'>) =>
  tx.run(sql`delete from push_subscription where owner_account_id = ${accountId} and user_id = ${userId}`);
export const deleteDevicesOfAccount = (tx: Db, accountId: string) =>
  tx.run(sql`delete from push_subscription where owner_account_id = ${accountId}`);

/** Called when a user logs in: the device's two weeks start again, and a former user of that browser gets no more alerts there. */
export async function settleBrowser(tx: Db, { accountId, userId, browserId }: DeviceKey, now: Date): Promise<void> {
  await tx.run(sql`
    with others as (
      delete from push_subscription where browser_id = ${browserId}
        and (owner_account_id, user_id) is distinct from (${accountId}::uuid, ${userId}::uuid))
    update push_subscription set last_log_in_at = ${now}
    where owner_account_id = ${accountId} and user_id = ${userId} and browser_id = ${browserId}`);
}

/** A device gets alerts for this long after its user's last log-in. */
const KEPT_DAYS = 14;
/** True of a device `s` that still gets alerts. */
export const isKept = (now: Date) =>
  sql`s.last_log_in_at > ${now}::timestamptz - make_interval(days => ${KEPT_DAYS}::int)`;
export const deleteOldDevices = (db: Db, now: Date) =>
  db.run(sql`delete from push_subscription s where not (${isKept(now)})`);
