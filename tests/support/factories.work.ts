import { v7 as newId } from 'uuid';
import { type Db, sql } from '#server/platform/db/db.ts';
import { TEST_NOW } from './testApp.ts';

/** Inserts directly into the tables what payroll systems sync and devices send. */

let serial = 0;
const next = () => String(++serial);

export type GroupKind = 'time' | 'employee' | 'job';

/** Creates a time group, employee group or job description; returns its id. */
export async function givenGroup(
  db: Db,
  accountId: string,
  kind: GroupKind,
  options: { name?: string; systemId?: string; code?: string; deletedAt?: string | null } = {},
): Promise<string> {
  const { name = `${kind} group ${next()}`, systemId = 'payroll', deletedAt = null } = options;
  const { code = name } = options;
  const groupId = newId();
  await db.run(sql`
    insert into work_group (account_id, group_id, kind, system_id, code, name, deleted_at)
    values (${accountId}, ${groupId}, ${kind}, ${systemId}, ${code}, ${name}, ${deletedAt})`);
  return groupId;
}

export type StandardTimeOptions = {
  /** ISO weekdays, 1 is Monday; default Monday to Friday. */
  weekdays?: number[];
  start?: string;
  end?: string;
  breaks?: { startTime: string; endTime: string; paid?: boolean }[];
  graceMinutes?: number;
  breakGraceMinutes?: number;
  preMinutes?: number;
  postMinutes?: number;
  effectiveFrom?: string | null;
};

/** Creates standard times of a time group: the same shift on each weekday. */
export async function givenStandardTimes(
  db: Db,
  accountId: string,
  timeGroupId: string,
  options: StandardTimeOptions = {},
) {
  const {
    weekdays = [1, 2, 3, 4, 5],
    start = '08:00',
    end = '17:00',
    breaks = [{ startTime: '12:00', endTime: '12:30' }],
  } = options;
  const {
    graceMinutes = 5,
    breakGraceMinutes = 5,
    preMinutes = 120,
    postMinutes = 240,
    effectiveFrom = null,
  } = options;
  for (const weekday of weekdays)
    await db.run(sql`
      insert into standard_time (account_id, standard_time_id, system_id, code, time_group_id, weekday, start_time, end_time, breaks,
        grace_minutes, break_grace_minutes, pre_minutes, post_minutes, effective_from)
      values (${accountId}, ${newId()}, 'payroll', ${`st${next()}`}, ${timeGroupId}, ${weekday}, ${start}, ${end},
        ${JSON.stringify(breaks)}, ${graceMinutes}, ${breakGraceMinutes}, ${preMinutes}, ${postMinutes}, ${effectiveFrom})`);
}

export async function givenHoliday(
  db: Db,
  accountId: string,
  date: string,
  { name = 'Holiday', timeGroupId = null as string | null } = {},
) {
  await db.run(sql`
    insert into holiday (account_id, holiday_id, system_id, code, name, date, time_group_id)
    values (${accountId}, ${newId()}, 'payroll', ${`hol${next()}`}, ${name}, ${date}, ${timeGroupId})`);
}

export type EmployeeOptions = {
  number?: string;
  firstName?: string;
  lastName?: string;
  timeId?: string | null;
  isActive?: boolean;
  activeFrom?: string | null;
  inactiveFrom?: string | null;
  timeGroupId?: string | null;
  employeeGroupId?: string | null;
  jobDescriptionId?: string | null;
  /** Local times with offset, each a punch with direction auto; only raw records are stored, without day facts. */
  punches?: string[];
  deletedAt?: string | null;
  /** The instant at which they were received; by default long ago. */
  receivedAt?: string;
};

/** Creates an active employee; returns the id. */
export async function givenEmployee(db: Db, accountId: string, options: EmployeeOptions = {}): Promise<string> {
  const employeeId = newId();
  const {
    number = next(),
    firstName = 'Emma',
    lastName = `Employee ${number}`,
    timeId = number,
    isActive = true,
  } = options;
  const {
    activeFrom = null,
    inactiveFrom = null,
    timeGroupId = null,
    employeeGroupId = null,
    jobDescriptionId = null,
    deletedAt = null,
  } = options;
  const activity = inactiveFrom
    ? [
        { from: activeFrom, isActive: true },
        { from: inactiveFrom, isActive: false },
      ]
    : [{ from: activeFrom, isActive }];
  await db.run(sql`
    insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, is_active, activity, inactive_from,
      time_id, time_group_id, employee_group_id, job_description_id, deleted_at, received_at)
    values (${accountId}, ${employeeId}, 'payroll', ${`e${number}`}, ${number}, ${firstName}, ${lastName}, ${isActive},
      ${JSON.stringify(activity)}, ${inactiveFrom}, ${timeId}, ${timeGroupId}, ${employeeGroupId}, ${jobDescriptionId}, ${deletedAt},
      ${options.receivedAt ?? '2020-01-01T00:00:00Z'})`);
  if (options.punches) await givenPunches(db, accountId, employeeId, options.punches);
  return employeeId;
}

export type Punch = string | { at: string; direction?: 'in' | 'out' | 'auto'; receivedAt?: string };

/** Stores raw punches of an employee without day facts: a test of figures sends punches through a device, or derives the facts. */
export async function givenPunches(
  db: Db,
  accountId: string,
  employeeId: string,
  punches: readonly Punch[],
  { deviceId = null as string | null } = {},
) {
  for (const punch of punches) {
    const { at, direction = 'auto', receivedAt = at } = typeof punch === 'string' ? { at: punch } : punch;
    await db.run(sql`
      insert into clock_record (account_id, clock_record_id, employee_id, at, direction, device_id, source, received_at)
      values (${accountId}, ${newId()}, ${employeeId}, ${at}, ${direction}, ${deviceId},
        ${deviceId ? `device:${deviceId}` : 'payroll:payroll'}, ${receivedAt})`);
  }
}

export type DeviceOptions = {
  /** How a terminal's punches get their direction; trusted: a status of 0 is an IN. */
  directions?: 'found' | 'trust' | 'alternate';
  kind?: 'adms' | 'managed' | 'unmanaged' | 'standalone';
  description?: string;
  serialNumber?: string;
  timeZone?: string | null;
  isActivated?: boolean;
  lastContact?: string | null;
  employeeIds?: readonly string[];
};

/** Creates a device; an ADMS terminal can be found by its serial number. */
export async function givenDevice(db: Db, accountId: string, options: DeviceOptions = {}) {
  const deviceId = newId();
  const {
    kind = 'adms',
    serialNumber = `SN${next().padStart(6, '0')}`,
    description = `Device ${serialNumber}`,
  } = options;
  const { directions = 'found' } = options;
  const { timeZone = null, isActivated = kind !== 'adms', lastContact = null, employeeIds = [] } = options;
  await db.run(sql`
    insert into device (account_id, device_id, device_type, kind, is_offline, description, serial_number, imei, is_activated, time_zone,
      directions, last_contact, created_at, created_by)
    values (${accountId}, ${deviceId}, ${kind === 'adms' ? 'ADMS' : 'V2'}, ${kind}, ${kind === 'standalone'}, ${description},
      ${serialNumber}, ${kind === 'adms' ? null : `35${serialNumber}`}, ${isActivated}, ${timeZone},
      ${directions}, ${lastContact}, ${TEST_NOW}, 'test')`);
  if (kind === 'adms')
    await db.run(sql`
      insert into terminal_directory (serial_number, owner_account_id, device_id) values (${serialNumber}, ${accountId}, ${deviceId})`);
  for (const employeeId of employeeIds)
    await db.run(sql`
      insert into device_employee (account_id, device_id, employee_id) values (${accountId}, ${deviceId}, ${employeeId})`);
  return { deviceId, serialNumber };
}

/** Creates an entry of a lookup (1 or 2); returns its id. */
export async function givenLookup(
  db: Db,
  accountId: string,
  lookup: 1 | 2,
  code: string,
  description = `Lookup ${code}`,
) {
  const entryId = newId();
  await db.run(sql`
    insert into lookup_entry (account_id, lookup_entry_id, lookup, system_id, code, description)
    values (${accountId}, ${entryId}, ${lookup}, 'payroll', ${code}, ${description})`);
  return entryId;
}
