import { t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestPasswordReset } from '#contract/access/session.ts';
import { listUserScopes, setUserScope } from '#contract/access/userScopes.ts';
import {
  createUser,
  deleteUser,
  generateUserReport,
  getUser,
  getUserSignIn,
  listAccountUsers,
  listUsers,
  makeInvitationLink,
  resetUserSignIn,
  searchUsers,
  type UserInput,
  type UserUpdate,
  updateUser,
  type userReportOptions,
  withdrawInvitationLink,
} from '#contract/access/users.ts';
import { listAccountDevices, listOwnDevices } from '#contract/intake/devices.ts';
import { getGroups, getLookups } from '#contract/masterData/groups.ts';
import type { RequestOf } from '#contract/platform/endpoint.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { call, callFile } from '../../../api/call.ts';
import { mailToast } from '../../../api/mailed.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';
import { rowsOfPage } from '../../../ui/rows.ts';

const ACCOUNT_USERS_ROWS = 1_000;

/** One batch of the administrators; `page` from 0. An empty search lists all. */
export const userPage = (search: string, page: number) => ({
  queryKey: ['users', 'list', search, page],
  async load(signal: AbortSignal) {
    const range = rowsOfPage(page);
    const { users, lastIndex } = search
      ? await call(searchUsers, { query: { q: search, ...range } }, { signal })
      : await call(listUsers, { query: range }, { signal });
    return { rows: users, lastIndex };
  },
});

export const userQuery = (userId: string) =>
  queryOf(getUser, ['users', 'one', userId], { request: () => ({ params: { userId } }) });

/** Rows 0 to 1000 of an account's users (spec section 9). */
export const accountUsersQuery = (accountId: string) =>
  queryOf(listAccountUsers, ['users', 'of-account', accountId], {
    request: () => ({ params: { accountId }, query: { startRow: 0, endRow: ACCOUNT_USERS_ROWS } }),
  });

/** Groups and lookup 1 of an account, deleted ones too: what a user's scope is chosen from. */
export const scopeChoicesQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['groups', 'of-account', accountId],
    async queryFn() {
      const query = { accountId };
      const [groups, { lookups }] = await Promise.all([call(getGroups, { query }), call(getLookups, { query })]);
      return { groups, lookup1: lookups.find(({ lookup }) => lookup === 1) };
    },
    meta: { silent: true },
  });
/** `isOwn`: the account is the caller's. */
export const scopeDevicesQuery = (accountId: string, isOwn: boolean) =>
  queryOptions({
    queryKey: ['devices', 'of-account-names', accountId],
    queryFn: () => (isOwn ? call(listOwnDevices, { query: {} }) : call(listAccountDevices, { params: { accountId } })),
    meta: { silent: true },
    select: ({ devices }) => devices.map(({ _id, description }) => ({ id: _id, label: description, deleted: false })),
  });

/** The users of one's own account, and whom each sees. */
export const userScopesQuery = (accountId: string) =>
  queryOf(listUserScopes, ['users', 'scopes', accountId], { select: ({ users }) => users, meta: { silent: true } });
export const setScopeMutation = (accountId: string, userId: string) =>
  mutationOf(
    setUserScope,
    { success: () => t`Successfully updated user`, invalidates: [['users', 'scopes', accountId]] },
    (scope: UserScope | null) => ({ params: { userId }, body: { scope } }),
  );

export const createUserMutation = mutationOf(
  createUser,
  { success: () => t`Successfully created user`, invalidates: [['users']] },
  (body: UserInput) => ({ body }),
);

export const updateUserMutation = (userId: string) =>
  mutationOf(
    updateUser,
    { success: () => t`Successfully updated user`, invalidates: [['users']] },
    (body: UserUpdate) => ({ params: { userId }, body }),
  );

export const deleteUserMutation = (userId: string) =>
  mutationOf(
    deleteUser,
    {
      success: () => t`User deleted successfully`,
      invalidates: [
        ['users', 'list'],
        ['users', 'of-account'],
      ],
    },
    () => ({ params: { userId } }),
  );

/** The link is shown to the user who made it, and nowhere else. */
export type LinkPurpose = NonNullable<RequestOf<typeof makeInvitationLink>['query']['purpose']>;
export const invitationLinkMutation = mutationOptions({
  mutationFn: ({ userId, purpose }: { userId: string; purpose: LinkPurpose }) =>
    call(makeInvitationLink, { params: { userId }, query: { purpose } }),
  // It is shown once.
  gcTime: 0,
});
export const withdrawInvitationMutation = mutationOf(
  withdrawInvitationLink,
  { success: () => t`The invitation no longer works`, invalidates: [['users']] },
  (userId: string) => ({ params: { userId } }),
);

export const userSignInQuery = (userId: string) =>
  queryOf(getUserSignIn, ['users', 'sign-in', userId], {
    request: () => ({ params: { userId } }),
    meta: { silent: true },
  });

export const resetSignInMutation = (userId: string) =>
  mutationOf(
    resetUserSignIn,
    { success: () => t`Removed all log-in options`, invalidates: [['users', 'sign-in', userId]] },
    () => ({ params: { userId } }),
  );

export const requestResetMutation = mutationOf(
  requestPasswordReset,
  { success: mailToast(() => t`Successfully requested a password reset email`) },
  (identity: string) => ({ body: { identity } }),
);

export const exportUsersMutation = mutationOptions({
  mutationFn: (body: z.infer<typeof userReportOptions>) =>
    callFile(generateUserReport, { body }, { fallback: 'user-list.csv' }),
});
