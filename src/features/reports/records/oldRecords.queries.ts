import { t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { type OldRecords, previewOldRecords, removeOldRecords } from '#contract/operations/oldRecords.ts';
import { call } from '../../../api/call.ts';

const KEY = ['old-records'];
/** The records that are older than the account keeps them. They are counted anew each time, because what goes must be what was listed. */
export const oldRecordsQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(previewOldRecords, {}, { signal }),
  staleTime: 0,
  gcTime: 0,
  meta: { silent: true },
});
export const removeOldMutation = mutationOptions({
  mutationFn: ({ before }: OldRecords) => call(removeOldRecords, { body: { before } }),
  meta: { success: () => t`Old records are being removed`, invalidates: [KEY] },
});
