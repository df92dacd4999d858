import { t } from '@lingui/core/macro';
import { type OldRecords, previewOldRecords, removeOldRecords } from '#contract/operations/oldRecords.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';

const KEY = ['old-records'];
/** The records that are older than the account keeps them. They are counted anew each time, because what goes must be what was listed. */
export const oldRecordsQuery = queryOf(previewOldRecords, KEY, { staleTime: 0, gcTime: 0, meta: { silent: true } });
export const removeOldMutation = mutationOf(
  removeOldRecords,
  { success: () => t`Old records are being removed`, invalidates: [KEY] },
  ({ before }: OldRecords) => ({ body: { before } }),
);
