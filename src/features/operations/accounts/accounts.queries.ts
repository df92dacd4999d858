import { t } from '@lingui/core/macro';
import { mutationOptions } from '@tanstack/react-query';
import {
  type AccountInput,
  createAccount,
  deleteAccount,
  getAccount,
  getAccountContents,
  listAccounts,
  searchAccounts,
  updateAccount,
} from '#contract/access/accounts.ts';
import { call } from '../../../api/call.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';
import { rowsOfPage } from '../../../ui/rows.ts';

const ACCOUNT_DELETE_INVALIDATE_MS = 1_000;

/** One batch of the account list; `page` from 0. An empty search lists all. */
export const accountPage = (search: string, page: number) => ({
  queryKey: ['accounts', 'list', search, page],
  async load(signal: AbortSignal) {
    const range = rowsOfPage(page);
    const { accounts, lastIndex } = search
      ? await call(searchAccounts, { query: { q: search, ...range } }, { signal })
      : await call(listAccounts, { query: range }, { signal });
    return { rows: accounts, lastIndex };
  },
});

export const accountQuery = (accountId: string) =>
  queryOf(getAccount, ['accounts', 'one', accountId], { request: () => ({ params: { accountId } }) });

/** The data that is deleted with the account, shown before the deletion. */
export const accountContentsQuery = (accountId: string) =>
  queryOf(getAccountContents, ['accounts', 'contents', accountId], {
    request: () => ({ params: { accountId } }),
    meta: { silent: true },
  });

export const createAccountMutation = mutationOf(
  createAccount,
  { success: () => t`Successfully created account`, invalidates: [['accounts']] },
  (body: AccountInput) => ({ body }),
);

export const updateAccountMutation = (accountId: string) =>
  mutationOf(
    updateAccount,
    { success: () => t`Successfully updated account`, invalidates: [['accounts']] },
    (body: AccountInput) => ({ params: { accountId }, body }),
  );

/** The account cache is invalidated only after 1 s (spec section 9): the list is shown before it refetches. */
export const deleteAccountMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: () => call(deleteAccount, { params: { accountId } }),
    meta: { success: () => t`Account deleted successfully` },
    onSuccess: (_answer, _input, _result, { client }) => {
      setTimeout(() => client.invalidateQueries({ queryKey: ['accounts'] }), ACCOUNT_DELETE_INVALIDATE_MS);
    },
  });
