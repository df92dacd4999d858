import { getAccountStatistics, getAccountsHealth, getTotalAlertsSent } from '#contract/operations/accountStatistics.ts';
import { queryOf } from '../../../api/query.ts';

/** Never from a cache (spec section 7). */
export const alertsSentQuery = (accountId: string) =>
  queryOf(getTotalAlertsSent, ['total-alerts-sent', accountId], {
    request: () => ({ params: { accountId } }),
    gcTime: 0,
  });

export const accountStatisticsQuery = (accountId: string) =>
  queryOf(getAccountStatistics, ['account-statistics', accountId], { request: () => ({ params: { accountId } }) });

/** Asked for again each minute, so that a screen on the wall stays true. */
export const accountsHealthQuery = queryOf(getAccountsHealth, ['accounts', 'health'], {
  request: () => ({ query: {} }),
  refetchInterval: 60_000,
});
