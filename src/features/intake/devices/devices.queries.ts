import { t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
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

/** Asked again while it is shown: a person beside the device often waits for it. */
export const accountDevicesQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['devices', 'of-account', accountId],
    queryFn: () => call(listAccountDevices, { params: { accountId } }),
    refetchInterval: 10_000,
    select: ({ devices }) => devices,
  });

export const sightingsQuery = queryOptions({
  queryKey: ['devices', 'sightings'],
  queryFn: () => call(listSightings),
  refetchInterval: 10_000,
  select: ({ results }) => results,
});

/** The groups of an account, from which the people of a new device are chosen. */
export const deviceGroupsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['groups', 'of-devices', accountId],
    queryFn: () => call(getGroups, { query: { accountId } }),
    meta: { silent: true },
  });

/** Nothing is shown where it fails: the tab is about devices. */
export const templateDeletionsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['devices', 'deletions', accountId],
    queryFn: () => call(listTemplateDeletions, { params: { accountId } }),
    select: ({ results }) => results,
    meta: { silent: true },
  });

/** For the dialog that shows the address, which also shows a failure. */
export const terminalAddressQuery = queryOptions({
  queryKey: ['terminal-address'],
  queryFn: ({ signal }) => call(getTerminalAddress, {}, { signal }),
  meta: { silent: true },
});

export const recorderQuery = (accountId: string, deviceId: string) =>
  queryOptions({
    queryKey: ['devices', 'recorder', accountId, deviceId],
    queryFn: () => call(getDeviceRecorder, { params: { accountId, deviceId } }),
    refetchInterval: 5_000,
    meta: { silent: true },
  });

export const deviceOptionsQuery = (accountId: string, deviceId: string) =>
  queryOptions({
    queryKey: ['devices', 'options', accountId, deviceId],
    queryFn: () => call(getDeviceOptions, { params: { accountId, deviceId } }),
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
  mutationOptions({
    mutationFn: (body: RequestOf<typeof readUsbFile>['body']) =>
      call(readUsbFile, { params: { accountId, deviceId }, body }),
    meta: { silent: true, invalidates },
  });

export const createTerminalMutation = (accountId: string, name: string) =>
  mutationOptions({
    mutationFn: (body: RequestOf<typeof createAdmsDevice>['body']) =>
      call(createAdmsDevice, { params: { accountId }, body }),
    meta: { success: () => t`${name} Device created successfully`, invalidates },
  });

export type SerialAndImei = Pick<RequestOf<typeof createUnmanagedDevice>['body'], 'description' | 'employeeIds'> & {
  serialNumber: string;
  imei: string;
};
export const createManagedMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (body: SerialAndImei & { profile: MdmProfile }) =>
      call(createManagedDevice, {
        params: { accountId },
        body: { ...body, deviceType: 'V2', qrCodeSize: QR_SIZE.managed },
      }),
    meta: { success: () => t`Managed RC device added successfully`, invalidates },
  });

export const createUnmanagedMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (body: SerialAndImei) => call(createUnmanagedDevice, { params: { accountId }, body }),
    meta: { success: () => t`Unmanaged RC device added successfully`, invalidates },
  });

export const createStandaloneMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (body: SerialAndImei & { make: string; model: string }) =>
      call(createStandaloneDevice, { params: { accountId }, body }),
    meta: { success: () => t`Standalone RC device added successfully`, invalidates },
  });

export const updateDeviceMutation = (accountId: string, deviceId: string) =>
  mutationOptions({
    mutationFn: (body: RequestOf<typeof updateDevice>['body']) =>
      call(updateDevice, { params: { accountId, deviceId }, body }),
    meta: { success: () => t`Successfully updated device.`, invalidates },
  });

export const deleteDeviceMutation = (accountId: string, deviceId: string) =>
  mutationOptions({
    mutationFn: () => call(deleteAccountDevice, { params: { accountId, deviceId } }),
    meta: { success: () => t`Device deleted successfully`, invalidates },
  });

export const regenerateMutation = (accountId: string, deviceId: string) =>
  mutationOptions({
    mutationFn: (qrCodeSize: number) =>
      call(regenerateActivation, { params: { accountId }, body: { deviceId, qrCodeSize } }),
    meta: { invalidates },
  });

/** Returns the valid code. It is fetched by a press only, because every view is recorded in the trail. A failure is shown in the dialog. */
export const viewCodeMutation = (accountId: string, deviceId: string) =>
  mutationOptions({
    mutationFn: () => call(viewActivationCode, { params: { accountId, deviceId } }),
    gcTime: 0,
    meta: { silent: true },
  });

export const sendCodeMutation = (accountId: string, deviceId: string) =>
  mutationOptions({
    mutationFn: (destinationAddress: string) =>
      call(sendActivationCode, { params: { accountId }, body: { deviceId, destinationAddress } }),
    meta: { success: mailToast(() => t`Successfully sent activation code mail`) },
  });

export const updateOptionsMutation = (accountId: string, deviceId: string) =>
  mutationOptions({
    mutationFn: (body: RequestOf<typeof updateDeviceOptions>['body']) =>
      call(updateDeviceOptions, { params: { accountId, deviceId }, body }),
    meta: { success: () => t`Successfully updated device.`, invalidates },
  });

export const commandMutation = (accountId: string, deviceId: string) =>
  mutationOptions({
    mutationFn: (command: RequestOf<typeof queueDeviceCommand>['body']['command']) =>
      call(queueDeviceCommand, { params: { accountId, deviceId }, body: { command } }),
    meta: { success: () => t`Request successfully sent to server`, invalidates },
  });
