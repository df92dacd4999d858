import { z } from 'zod';
import { type AccountDevice, accountDevice, type Device, device } from '#contract/intake/devices.ts';
import { PUSH_MAKES, type PushMake } from '#contract/intake/makes.ts';
import { type Db, sql } from '../../platform/db/db.ts';

type Of = { accountId: string; deviceId: string };
export const ofDevice = ({ accountId, deviceId }: Of) => sql`account_id = ${accountId} and device_id = ${deviceId}`;

const NO_INFO = JSON.stringify({ make: null, model: null, platform: null, platformVersion: null, clientVersion: null });
const columns = sql`d.device_id as "_id", d.device_type as "deviceType", d.kind, d.is_offline as "isOffline", d.description,
  d.last_contact as "lastActive", d.mdm_profile as "mdmProfile", d.is_activated as "isActivated",
  d.serial_number as "serialNumber", d.imei, case when d.device_info is not null then ${NO_INFO}::jsonb || d.device_info end as "deviceInfo",
  d.created_at as "createdAt", d.created_by as "createdBy", d.modified_at as "modifiedAt", d.modified_by as "modifiedBy",
  coalesce((select jsonb_agg(de.employee_id order by de.employee_id) from device_employee de
    where de.account_id = d.account_id and de.device_id = d.device_id), '[]') as "employeeIds"`;

/** Returns the devices of an account in the order of their creation. */
export const selectDevices = (db: Db, accountId: string): Promise<Device[]> =>
  db.rows(
    device,
    sql`select ${columns} from device d where d.account_id = ${accountId} and d.deleted_at is null
        order by d.created_at, d.device_id limit 10000`,
  );
/** The make of the device `d`; null where it is no terminal. */
const makeOf = sql`case when d.device_type <> 'ADMS' then null when d.dialect = any(${[...PUSH_MAKES]}::text[]) then d.dialect else 'adms' end`;
/** Returns them with what administrators see. */
export const selectAccountDevices = (db: Db, accountId: string): Promise<AccountDevice[]> =>
  db.rows(
    accountDevice,
    sql`select ${columns}, d.first_contact as "firstContact", d.last_data as "lastData", d.accepted_count::int as records, ${makeOf} as make
        from device d where d.account_id = ${accountId} and d.deleted_at is null order by d.created_at, d.device_id limit 10000`,
  );
export const selectDevice = (db: Db, { accountId, deviceId }: Of) =>
  db.first(
    device,
    sql`select ${columns} from device d where d.account_id = ${accountId} and d.device_id = ${deviceId} and d.deleted_at is null`,
  );

/** Returns the account of a device, for calls that name only the device. */
export const accountOfDevice = async (db: Db, deviceId: string): Promise<string | undefined> =>
  (
    await db.first(
      z.object({ accountId: z.string() }),
      sql`select account_id as "accountId" from device where device_id = ${deviceId} and deleted_at is null`,
    )
  )?.accountId;

type NewDevice = Of & {
  kind: Device['kind'];
  description: string;
  serialNumber: string;
  imei: string | null;
  mdmProfile: string | null;
  deviceInfo: { make: string | null; model: string | null } | null;
  by: string;
  now: Date;
};

export const insertDevice = (tx: Db, made: NewDevice) =>
  tx.run(sql`
    insert into device (account_id, device_id, device_type, kind, is_offline, description, serial_number, imei, mdm_profile, device_info,
      created_at, created_by)
    values (${made.accountId}, ${made.deviceId}, ${made.kind === 'adms' ? 'ADMS' : 'V2'}, ${made.kind}, ${made.kind === 'standalone'},
      ${made.description}, ${made.serialNumber}, ${made.imei}, ${made.mdmProfile},
      ${made.deviceInfo && JSON.stringify(made.deviceInfo)}::jsonb, ${made.now}, ${made.by})`);

/** Makes of a new terminal one of a make that sends to an address of its own. */
export const givePath = (tx: Db, { accountId, deviceId }: Of, make: PushMake, secretPathHash: Buffer) =>
  tx.run(sql`update device set dialect = ${make}, secret_path_hash = ${secretPathHash}
    where account_id = ${accountId} and device_id = ${deviceId}`);

/** Claims a serial number for a terminal; returns false when a terminal of any account has it already. */
export const claimSerial = async (tx: Db, { accountId, deviceId }: Of, serial: string): Promise<boolean> =>
  (await tx.run(sql`
    insert into terminal_directory (serial_number, owner_account_id, device_id) values (${serial}, ${accountId}, ${deviceId})
    on conflict (serial_number) do nothing`)) > 0;

/** Returns the account that has a terminal with this serial number. */
export const ownerOfSerial = (tx: Db, serial: string) =>
  tx.first(
    z.object({ accountId: z.string(), name: z.string(), isActive: z.boolean() }),
    sql`select a.account_id as "accountId", a.name, a.is_active as "isActive"
        from terminal_directory t join account a on a.account_id = t.owner_account_id where t.serial_number = ${serial}`,
  );

/** Deletes the sighting of a terminal that was enrolled; returns the model that it reported. */
export const takeSighting = async (tx: Db, serial: string): Promise<string | null> =>
  (
    await tx.first(
      z.object({ model: z.string().nullable() }),
      sql`delete from terminal_sighting where serial_number = ${serial} returning model`,
    )
  )?.model ?? null;

/** Returns true if the account has a V2 device of this serial number already. */
export const hasSerial = async (tx: Db, accountId: string, serial: string): Promise<boolean> =>
  (await tx.first(
    z.object({ found: z.literal(1) }),
    sql`select 1::int as found from device where account_id = ${accountId} and lower(serial_number) = lower(${serial})
          and device_type = 'V2' and deleted_at is null limit 1`,
  )) !== undefined;

type DeviceChange = { description: string; mdmProfile: string | null | undefined; by: string; now: Date };

/** Updates a device; an absent or null profile stays as it is. */
export const updateDeviceRow = (tx: Db, of: Of, { description, mdmProfile, by, now }: DeviceChange) =>
  tx.run(sql`
    update device set description = ${description}, modified_at = ${now}, modified_by = ${by},
      mdm_profile = coalesce(${mdmProfile ?? null}, mdm_profile)
    where ${ofDevice(of)} and deleted_at is null`);

/** Returns how many of these employees the account has. */
export const countEmployees = async (tx: Db, accountId: string, employeeIds: readonly string[]): Promise<number> =>
  (
    await tx.single(
      z.object({ total: z.int() }),
      sql`select count(*)::int as total from employee
          where account_id = ${accountId} and employee_id = any(${[...employeeIds]}::uuid[]) and deleted_at is null`,
    )
  ).total;

/** Replaces the employees who clock on a device; a terminal's roster is compared at its next poll. */
export async function replaceAssignment(tx: Db, of: Of, employeeIds: readonly string[]) {
  const wanted = sql`${[...employeeIds]}::uuid[]`;
  await tx.run(sql`delete from device_employee where ${ofDevice(of)} and employee_id <> all(${wanted})`);
  await tx.run(sql`
    insert into device_employee (account_id, device_id, employee_id)
    select ${of.accountId}, ${of.deviceId}, id from unnest(${wanted}) id on conflict do nothing`);
  await tx.run(sql`update device set roster_version = null where ${ofDevice(of)}`);
}

/** Deletes a device; its records stay. */
export async function deleteDeviceRows(tx: Db, of: Of, by: string, now: Date) {
  await tx.run(sql`
    update device set deleted_at = ${now}, modified_at = ${now}, modified_by = ${by}, is_activated = false, secret_path_hash = null
    where ${ofDevice(of)}`);
  await tx.run(sql`delete from device_employee where ${ofDevice(of)}`);
  await tx.run(sql`delete from device_person where ${ofDevice(of)}`);
  await tx.run(sql`delete from terminal_user where ${ofDevice(of)}`);
  await tx.run(sql`delete from pin_conflict where ${ofDevice(of)}`);
  await tx.run(sql`delete from terminal_command where ${ofDevice(of)}`);
  await tx.run(sql`delete from work_plan where ${ofDevice(of)}`);
}

/** Deletes the serial number, tokens and codes of a device from the global lookup tables, which only the system path can reach. */
export async function deleteDirectoryRows(tx: Db, { accountId, deviceId }: Of) {
  const leading = sql`owner_account_id = ${accountId} and device_id = ${deviceId}`;
  await tx.run(sql`delete from terminal_directory where ${leading}`);
  await tx.run(sql`delete from device_token_directory where ${leading}`);
  await tx.run(sql`delete from activation_directory where ${leading}`);
}

export const requestSync = (tx: Db, of: Of, now: Date) =>
  tx.run(sql`update device set sync_requested_at = ${now} where ${ofDevice(of)}`);

/** Returns false for an account without terminals whose zone is the server's because a user has never chosen one. */
export const hasChosenZone = async (tx: Db, accountId: string, serverZone: string): Promise<boolean> =>
  (await tx.run(sql`select 1 from account a where account_id = ${accountId} and (time_zone_chosen or time_zone <> ${serverZone}
    or exists (select from device d where d.account_id = a.account_id and device_type = 'ADMS' and deleted_at is null))`)) >
  0;
