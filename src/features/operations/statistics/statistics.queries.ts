import { queryOptions } from '@tanstack/react-query';
import { getAccountStatistics, getAccountsHealth, getTotalAlertsSent } from '#contract/operations/accountStatistics.ts';
import { call } from '../../../api/call.ts';

/** Never from a cache (spec section 7). */
export const alertsSentQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['total-alerts-sent', accountId],
    queryFn: () => call(getTotalAlertsSent, { params: { accountId } }),
    gcTime: 0,
  });

export const accountStatisticsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['account-statistics', accountId],
    queryFn: () => call(getAccountStatistics, { params: { accountId } }),
  });

/** Asked for again each minute, so that a screen on the wall stays true. */
export const accountsHealthQuery = queryOptions({
  queryKey: ['accounts', 'health'],
  queryFn: () => call(getAccountsHealth, { query: {} }),
  refetchInterval: 60_000,
});
