import { z } from 'zod';
import type { SyncStatus } from '#contract/operations/accountStatistics.ts';
import { DEVICE_ONLINE_MS } from '#contract/platform/limits.ts';
import { type Db, sql } from '../../platform/db/db.ts';

const system = z.object({ id: z.string(), name: z.string(), lastSync: z.iso.datetime().nullable() });
const device = z.object({ id: z.string(), online: z.boolean(), lastSync: z.iso.datetime().nullable() });

/**
 * Returns when each payroll system and device last delivered data; a device is online if it had any contact within 3 minutes. `deviceIds`: only these
 * devices.
 */
export const selectSyncStatus = (
  db: Db,
  { accountId, deviceIds }: { accountId: string; deviceIds?: readonly string[] | undefined },
  now: Date,
): Promise<SyncStatus> =>
  db.tenant(accountId, async (tx) => ({
    payrollSystems: await tx.rows(
      system,
      sql`select payroll_system_id as id, name, last_sync as "lastSync" from payroll_system
        where account_id = ${accountId} order by name, payroll_system_id`,
    ),
    devices: await tx.rows(
      device,
      sql`select device_id as id, last_data as "lastSync",
          coalesce(last_contact >= ${new Date(now.getTime() - DEVICE_ONLINE_MS).toISOString()}::timestamptz, false) as online
        from device where account_id = ${accountId} and deleted_at is null
          and (${deviceIds ?? null}::uuid[] is null or device_id = any(${deviceIds ?? null}::uuid[]))
        order by description, device_id`,
    ),
  }));
