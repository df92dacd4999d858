import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  createPayProfile,
  deletePayProfile,
  downloadPayFile,
  listPayFileLines,
  listPayFiles,
  listPayProfiles,
  makePayFile,
  type PayFile,
  type PayProfile,
  previewPayFile,
  updatePayProfile,
} from '#contract/money/payFiles.ts';
import { call, callFile } from '../../../api/call.ts';
import { saveFile } from '../../../lib/saveFile.ts';

/** Queries of payroll files. None of them is stored on the device. */

/** Begins with 'setup', like every list that a dialog of records loads again. */
const filesKey = (accountId: string) => ['setup', accountId, 'pay', 'files'] as const;
const silent = { silent: true };
export const payFilesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...filesKey(accountId), 'list'],
    queryFn: ({ signal }) => call(listPayFiles, {}, { signal }),
    meta: silent,
  });
type Days = { from: string; to: string };
/** Returns the last file that has days of a locked period; the newest file is the first. */
export const lastFileOf = <File extends Days>(files: readonly File[], lock: Days) =>
  files.find(({ from, to }) => from <= lock.to && to >= lock.from);
export const payProfilesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...filesKey(accountId), 'profiles'],
    queryFn: ({ signal }) => call(listPayProfiles, {}, { signal }),
    select: ({ profiles }) => profiles,
    meta: silent,
  });
/** Asked anew each time: records arrive meanwhile. */
export const payFilePreviewQuery = (accountId: string, lockId: string, profileId: string | undefined) =>
  queryOptions({
    queryKey: [...filesKey(accountId), 'preview', lockId, profileId],
    queryFn: ({ signal }) => call(previewPayFile, { query: { lockId, profileId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: silent,
  });
/** The lines of the first employees of a file. */
export const payFileLinesQuery = (accountId: string, payFileId: string, profileId: string | undefined) =>
  queryOptions({
    queryKey: [...filesKey(accountId), 'lines', payFileId, profileId],
    queryFn: ({ signal }) =>
      call(listPayFileLines, { params: { payFileId }, query: { rows: 50, profileId } }, { signal }),
    meta: silent,
  });
const saving = (accountId: string) => ({ silent: true, invalidates: [filesKey(accountId)] });
export const makeFileMutation = (accountId: string, lockId: string) =>
  mutationOptions({
    mutationFn: (said: { knownLeftOut: number; profileId: string | undefined }) =>
      call(makePayFile, { body: { lockId, ...said } }),
    meta: saving(accountId),
  });
export const downloadFileMutation = (accountId: string, { _id: payFileId, number }: PayFile) =>
  mutationOptions({
    mutationFn: async (profileId: string) => {
      const request = { params: { payFileId }, query: { profileId } };
      const { blob, name } = await callFile(downloadPayFile, request, { fallback: `payroll-${number}.csv` });
      saveFile(blob, name);
    },
    meta: { invalidates: [filesKey(accountId)] },
  });
export type ProfileInput = Omit<PayProfile, '_id' | 'version'>;
export const saveProfileMutation = (accountId: string, shown: PayProfile | null) =>
  mutationOptions({
    mutationFn: (body: ProfileInput) =>
      shown
        ? call(updatePayProfile, { params: { payProfileId: shown._id }, body: { ...body, version: shown.version } })
        : call(createPayProfile, { body }),
    meta: saving(accountId),
  });
export const deleteProfileMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: ({ _id, version }: PayProfile) =>
      call(deletePayProfile, { params: { payProfileId: _id }, query: { version } }),
    meta: saving(accountId),
  });
