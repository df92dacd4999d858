import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import { exportAudit, listAudit } from '#contract/platform/audit.ts';
import { call, callFile } from '../../../api/call.ts';

const BATCH = 50;

/** The audit trail, newest first, in batches of 50. */
export const auditQuery = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: ['audit', accountId],
    queryFn: ({ pageParam }) =>
      call(listAudit, { params: { accountId }, query: { startRow: pageParam, endRow: pageParam + BATCH } }),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, startRow) => (startRow + BATCH < last.lastIndex ? startRow + BATCH : undefined),
  });

export const exportAuditMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: () => callFile(exportAudit, { params: { accountId } }, { fallback: 'audit.csv' }),
  });
