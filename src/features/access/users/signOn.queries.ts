import { t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  addUserLink,
  getAccountSignOn,
  listUserLinks,
  removeUserLink,
  type SignOnSettings,
  updateAccountSignOn,
} from '#contract/access/singleSignOn.ts';
import { call } from '../../../api/call.ts';

const linksKey = (userId: string) => ['users', 'single-sign-on', userId];
export const userLinksQuery = (userId: string) =>
  queryOptions({
    queryKey: linksKey(userId),
    queryFn: () => call(listUserLinks, { params: { userId } }),
    meta: { silent: true },
  });
export const addLinkMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (body: { provider: string; subject: string }) => call(addUserLink, { params: { userId }, body }),
    meta: { success: () => t`Log-in linked`, silent: true, invalidates: [linksKey(userId)] },
  });
export const removeLinkMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (issuer: string) => call(removeUserLink, { params: { userId }, query: { issuer } }),
    meta: { success: () => t`Log-in removed`, invalidates: [linksKey(userId)] },
  });

const signOnKey = (accountId: string) => ['account-settings', accountId, 'single-sign-on'];
export const accountSignOnQuery = (accountId: string) =>
  queryOptions({
    queryKey: signOnKey(accountId),
    queryFn: () => call(getAccountSignOn, { params: { accountId } }),
    meta: { silent: true },
  });
export const updateAccountSignOnMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (settings: SignOnSettings | null) =>
      call(updateAccountSignOn, { params: { accountId }, body: { settings } }),
    meta: {
      success: () => t`Successfully updated account settings`,
      silent: true,
      invalidates: [signOnKey(accountId)],
    },
  });
