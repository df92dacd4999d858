import { t } from '@lingui/core/macro';
import {
  addUserLink,
  getAccountSignOn,
  listUserLinks,
  removeUserLink,
  type SignOnSettings,
  updateAccountSignOn,
} from '#contract/access/singleSignOn.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';

const linksKey = (userId: string) => ['users', 'single-sign-on', userId];
export const userLinksQuery = (userId: string) =>
  queryOf(listUserLinks, linksKey(userId), { request: () => ({ params: { userId } }), meta: { silent: true } });
export const addLinkMutation = (userId: string) =>
  mutationOf(
    addUserLink,
    { success: () => t`Log-in linked`, silent: true, invalidates: [linksKey(userId)] },
    (body: { provider: string; subject: string }) => ({ params: { userId }, body }),
  );
export const removeLinkMutation = (userId: string) =>
  mutationOf(
    removeUserLink,
    { success: () => t`Log-in removed`, invalidates: [linksKey(userId)] },
    (issuer: string) => ({ params: { userId }, query: { issuer } }),
  );

const signOnKey = (accountId: string) => ['account-settings', accountId, 'single-sign-on'];
export const accountSignOnQuery = (accountId: string) =>
  queryOf(getAccountSignOn, signOnKey(accountId), {
    request: () => ({ params: { accountId } }),
    meta: { silent: true },
  });
export const updateAccountSignOnMutation = (accountId: string) =>
  mutationOf(
    updateAccountSignOn,
    {
      success: () => t`Successfully updated account settings`,
      silent: true,
      invalidates: [signOnKey(accountId)],
    },
    (settings: SignOnSettings | null) => ({ params: { accountId }, body: { settings } }),
  );
