import { z } from 'zod';
import { accountParams, activity, cacheKeyQuery, documentId, nullableInstant, ok } from '../platform/common.ts';
import { admin, anyRole, employer, endpoint } from '../platform/endpoint.ts';
import { terminalMake } from './makes.ts';

export const deviceType = z.enum(['ADMS', 'V1', 'V2']);

/** How a device was added: an ADMS terminal, or one of the kinds of V2 device. */
export const deviceKind = z.enum(['adms', 'managed', 'unmanaged', 'standalone']);

export const mdmProfile = z.enum(['Open', 'Open (APN)', 'Restricted', 'Restricted (APN)']);
export type MdmProfile = z.infer<typeof mdmProfile>;

export const MDM_PROFILES = mdmProfile.options;

export const deviceInfo = z.object({
  make: z.string().nullable(),
  model: z.string().nullable(),
  platform: z.string().nullable(),
  platformVersion: z.string().nullable(),
  clientVersion: z.string().nullable(),
});

export const device = z.object({
  _id: documentId,
  deviceType,
  kind: deviceKind,
  /** Standalone: works offline and uploads when it can. */
  isOffline: z.boolean(),
  description: z.string(),
  lastActive: nullableInstant,
  employeeIds: z.array(documentId),
  mdmProfile: mdmProfile.nullable(),
  isActivated: z.boolean(),
  serialNumber: z.string(),
  imei: z.string().nullable(),
  deviceInfo: deviceInfo.nullable(),
  ...activity,
});
export type Device = z.infer<typeof device>;

const deviceList = z.object({ devices: z.array(device) });
/** A device as administrators see it. Employers do not see these: they count the records of people whom a user may not see. */
export const accountDevice = device.extend({
  firstContact: nullableInstant,
  /** When its last record arrived. */
  lastData: nullableInstant,
  /** All that it sent and the account took. */
  records: z.int(),
  /** Null for a device that is no terminal. */
  make: terminalMake.nullable().optional(),
});
export type AccountDevice = z.infer<typeof accountDevice>;
/** A device of an account, in the address of an administrator’s call. */
export const accountDeviceParams = accountParams.extend({ deviceId: documentId });

export const listAccountDevices = endpoint({
  method: 'GET',
  path: '/device/by-account/:accountId',
  access: admin('Device.GET'),
  summary: 'The devices of an account.',
  params: accountParams,
  response: z.object({ devices: z.array(accountDevice) }),
});

export const listOwnDevices = endpoint({
  method: 'GET',
  path: '/device',
  access: employer('Account.GET_SYNC_STATUSES'),
  scope: 'people',
  summary: 'The devices of the signed-in user’s account.',
  query: cacheKeyQuery,
  response: deviceList,
});

/**
 * For a device of the caller's account (administrators: any account) that is online and not standalone; else 409 CONFLICT. A terminal is told to send
 * the records that it keeps.
 */
export const triggerSync = endpoint({
  method: 'POST',
  path: '/device/:deviceId/trigger-sync',
  access: anyRole('Device.REQUEST_SYNC', 'Device.COMMAND'),
  summary: 'Ask a device to send what it has, within a minute.',
  params: z.object({ deviceId: documentId }),
  response: ok,
});
