import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
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
import { mutationOf, queryOf } from '../../../api/query.ts';

const settingsKey = (accountId: string) => ['account-settings', accountId];
const keysKey = (accountId: string) => ['sync-keys', accountId];

export const settingsQuery = (accountId: string) =>
  queryOf(getAccountSettings, settingsKey(accountId), { request: () => ({ params: { accountId } }) });

export const timeZonePreviewQuery = (accountId: string, timeZone: string) =>
  queryOf(previewAccountTimeZone, [...settingsKey(accountId), 'time-zone-preview', timeZone], {
    request: () => ({ params: { accountId }, body: { timeZone } }),
    meta: { silent: true },
  });

export const updateSettingsMutation = (accountId: string) =>
  mutationOf(
    updateAccountSettings,
    {
      success: () => t`Successfully updated account settings`,
      failed: t`Failed to update account settings`,
      invalidates: [settingsKey(accountId)],
    },
    (body: Partial<AccountSettings & Pick<SavedSettings, 'requireSecondFactor'>>) => ({ params: { accountId }, body }),
  );

export const syncKeysQuery = (accountId: string) =>
  queryOf(listSyncKeys, keysKey(accountId), {
    request: () => ({ params: { accountId } }),
    select: ({ results }) => results,
  });

export const createSyncKeyMutation = (accountId: string) =>
  mutationOf(
    createSyncKey,
    { invalidates: [keysKey(accountId)] },
    (body: { description: string; systemId?: string; rights: KeyRights }) => ({ params: { accountId }, body }),
  );

export const revokeSyncKeyMutation = (accountId: string, syncKeyId: string) =>
  mutationOf(revokeSyncKey, { invalidates: [keysKey(accountId)] }, () => ({ params: { accountId, syncKeyId } }));

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
