import { z } from 'zod';
import type { DeviceReport } from '#contract/intake/sync.ts';
import { type Db, sql } from '../../platform/db/db.ts';

/** Statements for what the Recorder exchanges besides its records. */
type Of = { accountId: string; deviceId: string };
const ofDevice = ({ accountId, deviceId }: Of) => sql`account_id = ${accountId} and device_id = ${deviceId}`;

/**
 * Returns those of the named devices that are phones or tablets of the account and no longer send by themselves: they were deleted or are to be activated
 * again. What a terminal or an active phone recorded comes only from itself.
 */
export const selectCaptors = async (tx: Db, accountId: string, deviceIds: readonly string[]): Promise<Set<string>> => {
  if (deviceIds.length === 0) return new Set();
  const found = await tx.rows(
    z.object({ deviceId: z.string() }),
    sql`select device_id as "deviceId" from device where account_id = ${accountId} and device_type = 'V2'
      and (deleted_at is not null or not is_activated) and device_id = any(${[...deviceIds]}::uuid[])`,
  );
  return new Set(found.map(({ deviceId }) => deviceId));
};

/** Returns the names of the device and the account, which the device shows, whether the account counts containers, and its defects. */
export const selectNames = (tx: Db, of: Of) =>
  tx.single(
    z.object({
      device: z.object({ kind: z.string(), description: z.string(), accountName: z.string(), timeZone: z.string() }),
      lookupNames: z.object({ lookup1: z.string(), lookup2: z.string() }),
      hasContainers: z.boolean(),
      defects: z.array(z.object({ _id: z.string(), name: z.string() })),
    }),
    sql`select jsonb_build_object('kind', d.kind, 'description', d.description, 'accountName', a.name, 'timeZone', a.time_zone) as device,
          jsonb_build_object('lookup1', a.lookup1_name, 'lookup2', a.lookup2_name) as "lookupNames",
          exists (select from container_kind c where c.account_id = d.account_id and c.deleted_at is null) as "hasContainers",
          coalesce((select jsonb_agg(jsonb_build_object('_id', f.defect_id, 'name', f.name) order by lower(f.name), f.defect_id) from defect f
            where f.account_id = d.account_id and f.deleted_at is null), '[]') as defects
        from device d join account a on a.account_id = d.account_id
        where d.account_id = ${of.accountId} and d.device_id = ${of.deviceId}`,
  );

/** Stores what a device reports about itself, and when. */
export const saveReport = (tx: Db, of: Of, report: DeviceReport, now: Date) =>
  tx.run(sql`update device set state = jsonb_set(state, '{report}', ${JSON.stringify({ ...report, at: now.toISOString() })}::jsonb)
    where ${ofDevice(of)}`);

/**
 * Returns the moment from which the device must send accepted records again (null: nothing was lost): that of the backup that replaced the account's
 * data in the last 14 days or, where the whole database is an earlier one (`isAhead`: the device has later data), the last data that the database has
 * of the device. The answer stays the same until the device is no longer ahead.
 */
export async function resendFrom(tx: Db, of: Of, isAhead: boolean, now: Date): Promise<string | null> {
  const { at } = await tx.single(
    z.object({ at: z.iso.datetime({ offset: true }).nullable() }),
    sql`update device d set state = case when not ${isAhead}::boolean then state - 'resendFrom' when state ? 'resendFrom' then state
            else jsonb_set(state, '{resendFrom}', to_jsonb(coalesce(last_data, activated_at, first_contact))) end
        where ${ofDevice(of)}
        returning coalesce((state ->> 'resendFrom')::timestamptz, (
          select min((r.manifest ->> 'madeAt')::timestamptz) from restore_job r
          where r.account_id = d.account_id and r.strategy = 'replace' and r.status <> 'Failed'
            and r.swapped_at > ${now}::timestamptz - interval '14 days' and r.swapped_at > d.activated_at)) as at`,
  );
  return at;
}
