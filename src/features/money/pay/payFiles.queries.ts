import { mutationOptions } from '@tanstack/react-query';
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
import { mutationOf, queryOf } from '../../../api/query.ts';
import { saveFile } from '../../../lib/saveFile.ts';

/** Queries of payroll files. None of them is stored on the device. */

/** Begins with 'setup', like every list that a dialog of records loads again. */
const filesKey = (accountId: string) => ['setup', accountId, 'pay', 'files'] as const;
const silent = { silent: true };
export const payFilesQuery = (accountId: string) =>
  queryOf(listPayFiles, [...filesKey(accountId), 'list'], { meta: silent });
type Days = { from: string; to: string };
/** Returns the last file that has days of a locked period; the newest file is the first. */
export const lastFileOf = <File extends Days>(files: readonly File[], lock: Days) =>
  files.find(({ from, to }) => from <= lock.to && to >= lock.from);
export const payProfilesQuery = (accountId: string) =>
  queryOf(listPayProfiles, [...filesKey(accountId), 'profiles'], { select: ({ profiles }) => profiles, meta: silent });
/** Asked anew each time: records arrive meanwhile. */
export const payFilePreviewQuery = (accountId: string, lockId: string, profileId: string | undefined) =>
  queryOf(previewPayFile, [...filesKey(accountId), 'preview', lockId, profileId], {
    request: () => ({ query: { lockId, profileId } }),
    staleTime: 0,
    gcTime: 0,
    meta: silent,
  });
/** The lines of the first employees of a file. */
export const payFileLinesQuery = (accountId: string, payFileId: string, profileId: string | undefined) =>
  queryOf(listPayFileLines, [...filesKey(accountId), 'lines', payFileId, profileId], {
    request: () => ({ params: { payFileId }, query: { rows: 50, profileId } }),
    meta: silent,
  });
const saving = (accountId: string) => ({ silent: true, invalidates: [filesKey(accountId)] });
export const makeFileMutation = (accountId: string, lockId: string) =>
  mutationOf(makePayFile, saving(accountId), (said: { knownLeftOut: number; profileId: string | undefined }) => ({
    body: { lockId, ...said },
  }));
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
  mutationOf(deletePayProfile, saving(accountId), ({ _id, version }: PayProfile) => ({
    params: { payProfileId: _id },
    query: { version },
  }));
