import { z } from 'zod';
import { type Device, device, deviceOptions } from '#contract/devices.ts';
import { type Db, sql } from '../db/db.ts';

export type Of = { accountId: string; deviceId: string };
const ofDevice = ({ accountId, deviceId }: Of) => sql`d.account_id = ${accountId} and d.device_id = ${deviceId}`;

const columns = sql`
  d.device_id::text as "_id", d.device_type as "deviceType", d.kind, d.is_offline as "isOffline", d.description,
  d.last_contact as "lastActive", d.mdm_profile as "mdmProfile", d.is_activated as "isActivated",
  d.serial_number as "serialNumber", d.imei, d.created_at as "createdAt", d.created_by as "createdBy",
  d.modified_at as "modifiedAt", d.modified_by as "modifiedBy",
  case when d.device_info is not null then
    '{"make":null,"model":null,"platform":null,"platformVersion":null,"clientVersion":null}'::jsonb || d.device_info end as "deviceInfo",
  coalesce((select jsonb_agg(e.employee_id order by e.employee_id) from device_employee e
    where e.account_id = d.account_id and e.device_id = d.device_id), '[]') as "employeeIds"`;

const LISTED = 5_000;
export const selectDevices = (db: Db, accountId: string): Promise<Device[]> =>
  db.rows(
    device,
    sql`select ${columns} from device d where d.account_id = ${accountId} and d.deleted_at is null
        order by d.description, d.device_id limit ${LISTED}`,
  );

export const selectDevice = (db: Db, of: Of): Promise<Device | undefined> =>
  db.first(device, sql`select ${columns} from device d where ${ofDevice(of)} and d.deleted_at is null`);

/** System path: whose device it is, for calls that name the device only. */
export const selectOwner = (db: Db, deviceId: string) =>
  db.first(
    z.object({ accountId: z.string() }),
    sql`select account_id::text as "accountId" from device where device_id = ${deviceId} and deleted_at is null`,
  );

export type NewDevice = Of & {
  deviceType: 'ADMS' | 'V2';
  kind: 'adms' | 'managed' | 'unmanaged' | 'standalone';
  description: string;
  serialNumber: string;
  imei: string | null;
  mdmProfile: string | null;
  deviceInfo: { make: string; model: string } | null;
  by: string;
  now: Date;
};
export const insertDevice = (tx: Db, made: NewDevice) =>
  tx.run(sql`
    insert into device (account_id, device_id, device_type, kind, is_offline, description, serial_number, imei, mdm_profile,
      device_info, created_at, created_by)
    values (${made.accountId}, ${made.deviceId}, ${made.deviceType}, ${made.kind}, ${made.kind === 'standalone'},
      ${made.description}, ${made.serialNumber}, ${made.imei}, ${made.mdmProfile},
      ${made.deviceInfo === null ? null : JSON.stringify(made.deviceInfo)}::jsonb, ${made.now}, ${made.by})`);

/** A V2 device of the account that has this serial number already. */
export const hasSerial = async (tx: Db, accountId: string, serialNumber: string) =>
  (await tx.first(
    z.object({ one: z.int() }),
    sql`select 1 as one from device where account_id = ${accountId} and device_type = 'V2'
        and lower(serial_number) = lower(${serialNumber}) and deleted_at is null`,
  )) !== undefined;

/** System path: the serial number of a terminal is one account's. Answers whether it was free; a sighting of it is over. */
export async function claimSerial(tx: Db, of: Of, serial: string): Promise<boolean> {
  const claimed = await tx.run(sql`
    insert into terminal_directory (serial_number, owner_account_id, device_id)
    values (${serial}, ${of.accountId}, ${of.deviceId}) on conflict do nothing`);
  if (claimed > 0) await tx.run(sql`delete from terminal_sighting where serial_number = ${serial}`);
  return claimed > 0;
}

export type Change = { description: string; mdmProfile: string | null; by: string; now: Date };
export const updateDeviceRow = (tx: Db, of: Of, { description, mdmProfile, by, now }: Change) =>
  tx.run(sql`
    update device d set description = ${description}, mdm_profile = coalesce(${mdmProfile}, mdm_profile), modified_by = ${by}, modified_at = ${now}
    where ${ofDevice(of)} and deleted_at is null`);

/** Who clocks on the device; answers how many of them are employees of the account. */
export async function setEmployees(
  tx: Db,
  { accountId, deviceId }: Of,
  employeeIds: readonly string[],
): Promise<number> {
  const ids = [...new Set(employeeIds)];
  await tx.run(sql`delete from device_employee where account_id = ${accountId} and device_id = ${deviceId}`);
  return tx.run(sql`
    insert into device_employee (account_id, device_id, employee_id)
    select ${accountId}::uuid, ${deviceId}::uuid, employee_id from employee
    where account_id = ${accountId} and employee_id = any(${ids}::uuid[])`);
}

/** Its records stay; its tokens, codes, serial number and assignments go. */
export async function removeDevice(tx: Db, { accountId, deviceId }: Of, by: string, now: Date) {
  await tx.run(
    sql`update device d set deleted_at = ${now}, modified_at = ${now}, modified_by = ${by} where ${ofDevice({ accountId, deviceId })}`,
  );
  await tx.run(sql`delete from device_employee where account_id = ${accountId} and device_id = ${deviceId}`);
  await tx.run(sql`delete from terminal_command where account_id = ${accountId} and device_id = ${deviceId}`);
  await tx.run(sql`delete from terminal_directory where owner_account_id = ${accountId} and device_id = ${deviceId}`);
  await tx.run(
    sql`delete from device_token_directory where owner_account_id = ${accountId} and device_id = ${deviceId}`,
  );
  await tx.run(sql`delete from activation_directory where owner_account_id = ${accountId} and device_id = ${deviceId}`);
}

export const requestSync = (tx: Db, of: Of, now: Date) =>
  tx.run(sql`update device d set sync_requested_at = ${now} where ${ofDevice(of)}`);

export const selectOptions = (db: Db, of: Of) =>
  db.first(
    deviceOptions,
    sql`select trust_direction as "trustDirection", time_zone as "timeZone", secret_path as "secretPath"
        from device d where ${ofDevice(of)} and deleted_at is null`,
  );
export const updateOptions = (tx: Db, of: Of, options: z.infer<typeof deviceOptions>, by: string, now: Date) =>
  tx.run(sql`
    update device d set trust_direction = ${options.trustDirection}, time_zone = ${options.timeZone}, secret_path = ${options.secretPath},
      modified_by = ${by}, modified_at = ${now}
    where ${ofDevice(of)}`);
/** At the next poll the terminal is asked to hand over its whole history. */
export const requestReload = (tx: Db, of: Of) =>
  tx.run(sql`update device d set reload_requested = true where ${ofDevice(of)}`);

/** Whoever looks at the dashboard sees another list of devices. */
export const raiseVersion = (tx: Db, accountId: string) =>
  tx.run(sql`update account set data_version = data_version + 1 where account_id = ${accountId}`);
