import { t } from '@lingui/core/macro';
import { mutationOptions } from '@tanstack/react-query';
import type { RequestOf } from '#contract/platform/endpoint.ts';
import { downloadRecordFile, listRecordFiles, makeRecordFile, type RecordFile } from '#contract/reports/recordFiles.ts';
import { callFile } from '../../../api/call.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';
import { saveFile } from '../../../lib/saveFile.ts';

/** While a file is made, the list is fetched this often. */
const POLL_MS = 3_000;
const KEY = ['record-files'];

export const recordFilesQuery = queryOf(listRecordFiles, KEY, {
  select: ({ files }) => files,
  refetchInterval: ({ state }) => (state.data?.files.some(({ status }) => status === 'making') ? POLL_MS : false),
  meta: { silent: true },
});
export const makeRecordsMutation = mutationOf(
  makeRecordFile,
  { success: () => t`Records are being made`, invalidates: [KEY] },
  (body: RequestOf<typeof makeRecordFile>['body']) => ({ body }),
);
export const downloadRecordsMutation = ({ _id: recordFileId }: RecordFile) =>
  mutationOptions({
    mutationFn: async () => {
      const { blob, name } = await callFile(
        downloadRecordFile,
        { params: { recordFileId } },
        { fallback: 'records.zip' },
      );
      saveFile(blob, name);
    },
    meta: { invalidates: [KEY] },
  });
