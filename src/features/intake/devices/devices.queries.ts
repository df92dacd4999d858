import { t } from '@lingui/core/macro';
import { mutationOptions } from '@tanstack/react-query';
import { listAccountDevices, type MdmProfile } from '#contract/intake/devices.ts';
import {
  createAdmsDevice,
  createManagedDevice,
  createStandaloneDevice,
  createUnmanagedDevice,
  deleteAccountDevice,
  getTerminalAddress,
  listSightings,
  regenerateActivation,
  sendActivationCode,
  updateDevice,
  viewActivationCode,
} from '#contract/intake/enrolment.ts';
import {
  getDeviceOptions,
  getDeviceRecorder,
  listTemplateDeletions,
  queueDeviceCommand,
  readUsbFile,
  updateDeviceOptions,
} from '#contract/intake/terminals.ts';
import { getGroups } from '#contract/masterData/groups.ts';
import type { RequestOf } from '#contract/platform/endpoint.ts';
import { QR_SIZE } from '#contract/platform/limits.ts';
import { readSavedRecords, savedRecords } from '#contract/platform/savedRecords.ts';
import { call } from '../../../api/call.ts';
import { mailToast } from '../../../api/mailed.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';

/** Asked again while it is shown: a person beside the device often waits for it. */
export const accountDevicesQuery = (accountId: string) =>
  queryOf(listAccountDevices, ['devices', 'of-account', accountId], {
    request: () => ({ params: { accountId } }),
    refetchInterval: 10_000,
    select: ({ devices }) => devices,
  });

export const sightingsQuery = queryOf(listSightings, ['devices', 'sightings'], {
  refetchInterval: 10_000,
  select: ({ results }) => results,
});

/** The groups of an account, from which the people of a new device are chosen. */
export const deviceGroupsQuery = (accountId: string) =>
  queryOf(getGroups, ['groups', 'of-devices', accountId], {
    request: () => ({ query: { accountId } }),
    meta: { silent: true },
  });

/** Nothing is shown where it fails: the tab is about devices. */
export const templateDeletionsQuery = (accountId: string) =>
  queryOf(listTemplateDeletions, ['devices', 'deletions', accountId], {
    request: () => ({ params: { accountId } }),
    select: ({ results }) => results,
    meta: { silent: true },
  });

/** For the dialog that shows the address, which also shows a failure. */
export const terminalAddressQuery = queryOf(getTerminalAddress, ['terminal-address'], { meta: { silent: true } });

export const recorderQuery = (accountId: string, deviceId: string) =>
  queryOf(getDeviceRecorder, ['devices', 'recorder', accountId, deviceId], {
    request: () => ({ params: { accountId, deviceId } }),
    refetchInterval: 5_000,
    meta: { silent: true },
  });

export const deviceOptionsQuery = (accountId: string, deviceId: string) =>
  queryOf(getDeviceOptions, ['devices', 'options', accountId, deviceId], {
    request: () => ({ params: { accountId, deviceId } }),
  });

const invalidates = [['devices']];

/** Parses the records that a device saved, from the text of its file; anything else is refused before it is sent. */
const savedOf = (text: string) => {
  try {
    return savedRecords.parse(JSON.parse(text));
  } catch {
    throw new Error(t`This is no file of saved records.`);
  }
};
export const readSavedMutation = (accountId: string, deviceId: string) =>
  mutationOptions({
    mutationFn: async (text: string) =>
      call(readSavedRecords, { params: { accountId, deviceId }, body: savedOf(text) }),
    meta: { invalidates },
  });

/** Previews a terminal's USB file, or stores its punches. A failure is shown beside the file. */
export const readUsbFileMutation = (accountId: string, deviceId: string) =>
  mutationOf(readUsbFile, { silent: true, invalidates }, (body: RequestOf<typeof readUsbFile>['body']) => ({
    params: { accountId, deviceId },
    body,
  }));

export const createTerminalMutation = (accountId: string, name: string) =>
  mutationOf(
    createAdmsDevice,
    { success: () => t`${name} Device created successfully`, invalidates },
    (body: RequestOf<typeof createAdmsDevice>['body']) => ({ params: { accountId }, body }),
  );

export type SerialAndImei = Pick<RequestOf<typeof createUnmanagedDevice>['body'], 'description' | 'employeeIds'> & {
  serialNumber: string;
  imei: string;
};
export const createManagedMutation = (accountId: string) =>
  mutationOf(
    createManagedDevice,
    { success: () => t`Managed RC device added successfully`, invalidates },
    (body: SerialAndImei & { profile: MdmProfile }) => ({
      params: { accountId },
      body: { ...body, deviceType: 'V2', qrCodeSize: QR_SIZE.managed },
    }),
  );

export const createUnmanagedMutation = (accountId: string) =>
  mutationOf(
    createUnmanagedDevice,
    { success: () => t`Unmanaged RC device added successfully`, invalidates },
    (body: SerialAndImei) => ({ params: { accountId }, body }),
  );

export const createStandaloneMutation = (accountId: string) =>
  mutationOf(
    createStandaloneDevice,
    { success: () => t`Standalone RC device added successfully`, invalidates },
    (body: SerialAndImei & { make: string; model: string }) => ({ params: { accountId }, body }),
  );

export const updateDeviceMutation = (accountId: string, deviceId: string) =>
  mutationOf(
    updateDevice,
    { success: () => t`Successfully updated device.`, invalidates },
    (body: RequestOf<typeof updateDevice>['body']) => ({ params: { accountId, deviceId }, body }),
  );

export const deleteDeviceMutation = (accountId: string, deviceId: string) =>
  mutationOf(deleteAccountDevice, { success: () => t`Device deleted successfully`, invalidates }, () => ({
    params: { accountId, deviceId },
  }));

export const regenerateMutation = (accountId: string, deviceId: string) =>
  mutationOf(regenerateActivation, { invalidates }, (qrCodeSize: number) => ({
    params: { accountId },
    body: { deviceId, qrCodeSize },
  }));

/** Returns the valid code. It is fetched by a press only, because every view is recorded in the trail. A failure is shown in the dialog. */
export const viewCodeMutation = (accountId: string, deviceId: string) =>
  mutationOptions({
    mutationFn: () => call(viewActivationCode, { params: { accountId, deviceId } }),
    gcTime: 0,
    meta: { silent: true },
  });

export const sendCodeMutation = (accountId: string, deviceId: string) =>
  mutationOf(
    sendActivationCode,
    { success: mailToast(() => t`Successfully sent activation code mail`) },
    (destinationAddress: string) => ({ params: { accountId }, body: { deviceId, destinationAddress } }),
  );

export const updateOptionsMutation = (accountId: string, deviceId: string) =>
  mutationOf(
    updateDeviceOptions,
    { success: () => t`Successfully updated device.`, invalidates },
    (body: RequestOf<typeof updateDeviceOptions>['body']) => ({ params: { accountId, deviceId }, body }),
  );

export const commandMutation = (accountId: string, deviceId: string) =>
  mutationOf(
    queueDeviceCommand,
    { success: () => t`Request successfully sent to server`, invalidates },
    (command: RequestOf<typeof queueDeviceCommand>['body']['command']) => ({
      params: { accountId, deviceId },
      body: { command },
    }),
  );
