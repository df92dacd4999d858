import { v7 as uuidv7 } from 'uuid';
import type { Device } from '#contract/intake/devices.ts';
import type { TerminalMake } from '#contract/intake/makes.ts';
import { DEFAULT_DEVICE_DESCRIPTION } from '#contract/platform/limits.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { alreadyExists, conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { newSecretPath, tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount, requireEmployerAccount } from '../../platform/tenant/account.ts';
import { type Issued, issueCode } from './activation.ts';
import {
  claimSerial,
  countEmployees,
  deleteDeviceRows,
  deleteDirectoryRows,
  givePath,
  hasChosenZone,
  hasSerial,
  insertDevice,
  ownerOfSerial,
  replaceAssignment,
  selectDevice,
  takeSighting,
  updateDeviceRow,
} from './devices.sql.ts';
import { tellLocked } from './lockedDays.ts';

export type Of = { accountId: string; deviceId: string };

/** Returns the device, or throws 404, also for another account's. */
export async function deviceOf(db: Db, of: Of): Promise<Device> {
  const found = await selectDevice(db, of);
  if (!found) throw notFound(words('Device not found'));
  return found;
}

/** A new device's name and who clocks on it, where they are set. */
type Named = { description?: string | undefined; employeeIds?: string[] | undefined };

/** Enrols a terminal by its serial number and deletes its sighting; a make with an address of its own gets the secret in its path. 409 when any account has the number already, or this one no zone of its own. */
export async function createTerminal(
  { db, config }: Services,
  accountId: string,
  {
    serial,
    make,
    description = DEFAULT_DEVICE_DESCRIPTION,
    employeeIds,
  }: Named & { serial: string; make: TerminalMake },
  call: UserCall,
) {
  const deviceId = uuidv7({ msecs: call.now.getTime() });
  const of = { accountId, deviceId };
  const secretPath = make === 'adms' ? null : newSecretPath();
  return db.tx(async (tx) => {
    await requireEmployerAccount(tx, accountId);
    await lockAccount(tx, accountId);
    // Whatever a terminal writes would be read in a zone that nobody chose, and each of its days cut wrong.
    if (!(await hasChosenZone(tx, accountId, config.timeZone)))
      throw conflict(
        msg(
          'Choose the time zone of the account first, in its Settings: it is still in the server’s, {timeZone}, and terminals write times without a zone.',
          { timeZone: config.timeZone },
        ),
      );
    if (!(await claimSerial(tx, of, serial))) throw alreadyExists('serial', await takenWords(tx, accountId, serial));
    const model = await takeSighting(tx, serial);
    await insertDevice(tx, {
      ...of,
      kind: 'adms',
      description,
      serialNumber: serial,
      imei: null,
      mdmProfile: null,
      deviceInfo: model ? { make: null, model } : null,
      by: call.caller.fullName,
      now: call.now,
    });
    if (employeeIds) await tellLocked(tx, accountId, call.now, () => assign(tx, of, employeeIds), employeeIds);
    // Such a make tells IN from OUT where it does at all, so that nothing is to be found out.
    if (secretPath && make !== 'adms') await givePath(tx, of, make, tokenHash(secretPath));
    // From now on the terminal's contact or silence is evidence (docs/reference/attendance.md#status).
    await raiseDataVersion(tx, accountId, call.now);
    await audit(tx, { ...by(call), accountId, action: 'device.create', target: serial, detail: make });
    return call.answered(tx, { id: deviceId, secretPath });
  });
}

/** Returns where a terminal is enrolled already, in words, so that it can be deleted there. */
async function takenWords(tx: Db, accountId: string, serial: string): Promise<string | Message> {
  const owner = await ownerOfSerial(tx, serial);
  if (!owner || owner.accountId === accountId) return words('A device with this serial number already exists');
  const { name } = owner;
  return owner.isActive
    ? msg('A device with this serial number already exists in the account {name}: delete it there first', { name })
    : msg(
        'A device with this serial number already exists in the account {name}, which is inactive: delete it there first',
        { name },
      );
}

type NewV2 = Named & { kind: Exclude<Device['kind'], 'adms'>; serialNumber: string; imei: string | null } & {
  make?: string;
  model?: string;
  profile?: string;
  qrCodeSize?: number | undefined;
};

/** Adds a phone or tablet with its first code. 409 when the account has the serial number already. */
export async function createV2(
  { db, config, secrets }: Services,
  accountId: string,
  made: NewV2,
  call: UserCall,
): Promise<{ id: string } & Issued> {
  const {
    kind,
    serialNumber,
    imei,
    description = DEFAULT_DEVICE_DESCRIPTION,
    make,
    model,
    profile,
    qrCodeSize,
    employeeIds,
  } = made;
  const deviceId = uuidv7({ msecs: call.now.getTime() });
  const of = { accountId, deviceId };
  const issued = await db.tx(async (tx) => {
    await requireEmployerAccount(tx, accountId);
    await lockAccount(tx, accountId);
    if (await hasSerial(tx, accountId, serialNumber))
      throw alreadyExists('serialNumber', words('A device with this serial number already exists'));
    await insertDevice(tx, {
      ...of,
      kind,
      serialNumber,
      imei,
      now: call.now,
      description,
      mdmProfile: profile ?? null,
      deviceInfo: make && model ? { make, model } : null,
      by: call.caller.fullName,
    });
    if (employeeIds) await assign(tx, of, employeeIds);
    await raiseDataVersion(tx, accountId, call.now);
    await audit(tx, { ...by(call), accountId, action: 'device.create', target: serialNumber, detail: kind });
    return issueCode(tx, { config, secrets }, of, profile === undefined ? null : { profile, qrCodeSize }, call.now);
  });
  return { id: deviceId, ...issued };
}

/** Throws 400 where an employee is not of this account. `employeeIds`: each once. */
async function requireEmployees(tx: Db, accountId: string, employeeIds: readonly string[]) {
  if ((await countEmployees(tx, accountId, employeeIds)) !== employeeIds.length)
    throw invalid('employeeIds', words('An employee does not exist in this account'));
}

/** Gives a new device its employees. */
async function assign(tx: Db, of: Of, employeeIds: readonly string[]) {
  const ids = [...new Set(employeeIds)];
  await requireEmployees(tx, of.accountId, ids);
  await replaceAssignment(tx, of, ids);
}

type Change = { employeeIds: string[]; description: string; mdmProfile?: string | null | undefined };

/** Changes a device's employees, description and profile. Unknown employees are refused. */
export async function changeDevice({ db }: Services, of: Of, change: Change, call: UserCall): Promise<Device> {
  const employeeIds = [...new Set(change.employeeIds)];
  return db.tx(async (tx) => {
    await deviceOf(tx, of);
    await lockAccount(tx, of.accountId);
    const before = await deviceOf(tx, of);
    await requireEmployees(tx, of.accountId, employeeIds);
    const { description, mdmProfile } = change;
    if (mdmProfile && before.kind !== 'managed')
      throw invalid('mdmProfile', words('Only a managed device has a profile'));
    await updateDeviceRow(tx, of, { description, mdmProfile, by: call.caller.fullName, now: call.now });
    if (before.employeeIds.toSorted().join() !== employeeIds.toSorted().join()) {
      await tellLocked(tx, of.accountId, call.now, () => replaceAssignment(tx, of, employeeIds), [
        ...before.employeeIds,
        ...employeeIds,
      ]);
      await raiseDataVersion(tx, of.accountId, call.now);
    }
    await audit(tx, { ...by(call), accountId: of.accountId, action: 'device.update', target: before.serialNumber });
    return deviceOf(tx, of);
  });
}

/** Deletes a device with its codes, tokens and commands. Its records stay; its next call is refused. */
export async function deleteDevice({ db }: Services, of: Of, call: UserCall) {
  await db.tx(async (tx) => {
    await deviceOf(tx, of);
    await lockAccount(tx, of.accountId);
    const { serialNumber } = await deviceOf(tx, of);
    await deleteDirectoryRows(tx, of);
    await tellLocked(tx, of.accountId, call.now, () => deleteDeviceRows(tx, of, call.caller.fullName, call.now));
    await raiseDataVersion(tx, of.accountId, call.now);
    await audit(tx, { ...by(call), accountId: of.accountId, action: 'device.delete', target: serialNumber });
  });
}
