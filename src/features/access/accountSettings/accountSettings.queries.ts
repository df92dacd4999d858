import { t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  type AccountSettings,
  createSyncKey,
  getAccountSettings,
  type KeyRights,
  listSyncKeys,
  previewAccountTimeZone,
  revokeSyncKey,
  type SavedSettings,
  updateAccountSettings,
} from '#contract/access/accountSettings.ts';
import { getGroups, getStandardTimes } from '#contract/masterData/groups.ts';
import { call } from '../../../api/call.ts';

const settingsKey = (accountId: string) => ['account-settings', accountId];
const keysKey = (accountId: string) => ['sync-keys', accountId];

export const settingsQuery = (accountId: string) =>
  queryOptions({
    queryKey: settingsKey(accountId),
    queryFn: () => call(getAccountSettings, { params: { accountId } }),
  });

export const timeZonePreviewQuery = (accountId: string, timeZone: string) =>
  queryOptions({
    queryKey: [...settingsKey(accountId), 'time-zone-preview', timeZone],
    queryFn: () => call(previewAccountTimeZone, { params: { accountId }, body: { timeZone } }),
    meta: { silent: true },
  });

export const updateSettingsMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (body: Partial<AccountSettings & Pick<SavedSettings, 'requireSecondFactor'>>) =>
      call(updateAccountSettings, { params: { accountId }, body }),
    meta: {
      success: () => t`Successfully updated account settings`,
      failed: t`Failed to update account settings`,
      invalidates: [settingsKey(accountId)],
    },
  });

export const syncKeysQuery = (accountId: string) =>
  queryOptions({
    queryKey: keysKey(accountId),
    queryFn: () => call(listSyncKeys, { params: { accountId } }),
    select: ({ results }) => results,
  });

export const createSyncKeyMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (body: { description: string; systemId?: string; rights: KeyRights }) =>
      call(createSyncKey, { params: { accountId }, body }),
    meta: { invalidates: [keysKey(accountId)] },
  });

export const revokeSyncKeyMutation = (accountId: string, syncKeyId: string) =>
  mutationOptions({
    mutationFn: () => call(revokeSyncKey, { params: { accountId, syncKeyId } }),
    meta: { invalidates: [keysKey(accountId)] },
  });

/** Standard times and holidays with the time groups they name. */
export const workingTimesQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['working-times', accountId],
    queryFn: async () => {
      const query = { accountId };
      const [times, groups] = await Promise.all([call(getStandardTimes, { query }), call(getGroups, { query })]);
      return { ...times, timeGroups: groups.timeGroups };
    },
  });
