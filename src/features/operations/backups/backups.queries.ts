import { t } from '@lingui/core/macro';
import { mutationOptions } from '@tanstack/react-query';
import { getRecalculation, resetDashboardState } from '#contract/figures/stats.ts';
import {
  type BackupItem,
  type BackupOptions,
  type BackupSchedule,
  deleteBackup,
  downloadBackup,
  getBackupSchedule,
  getBackupStatus,
  getBackupWarnings,
  getRestoreStatus,
  listBackups,
  listRestores,
  type RestoreStrategy,
  rehearseRestore,
  setBackupSchedule,
  startBackup,
  startRestore,
  undoRestore,
  uploadRestore,
} from '#contract/operations/backups.ts';
import { call, callFile } from '../../../api/call.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';
import { upload } from '../../../api/upload.ts';

const JOB_POLL_MS = 500;
const BACKUP_DELETE_INVALIDATE_MS = 200;

/** While a job runs, its list is fetched this often. */
const LIST_POLL_MS = 2_000;

const backupKey = (accountId: string) => ['backups', accountId];
const restoreKey = (accountId: string) => ['restores', accountId];

export const backupsQuery = (accountId: string) =>
  queryOf(listBackups, backupKey(accountId), {
    request: () => ({ params: { accountId }, query: { cacheKey: Date.now() } }),
    select: ({ results }) => results,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => status === 'In Progress') ? LIST_POLL_MS : false,
  });

const scheduleKey = (accountId: string) => ['backup-schedule', accountId];
const warningsKey = ['backup-warnings'];
export const backupScheduleQuery = (accountId: string) =>
  queryOf(getBackupSchedule, scheduleKey(accountId), {
    request: () => ({ params: { accountId }, query: { cacheKey: Date.now() } }),
  });
export const saveScheduleMutation = (accountId: string) =>
  mutationOf(
    setBackupSchedule,
    {
      success: () => t`Backup schedule saved`,
      failed: t`Failed to save the backup schedule`,
      invalidates: [scheduleKey(accountId), warningsKey],
    },
    (body: BackupSchedule) => ({ params: { accountId }, body }),
  );
/** The warnings of the installation and of all accounts. */
export const backupWarningsQuery = queryOf(getBackupWarnings, warningsKey, {
  request: () => ({ query: { cacheKey: Date.now() } }),
  meta: { silent: true },
});

export const restoresQuery = (accountId: string) =>
  queryOf(listRestores, restoreKey(accountId), {
    request: () => ({ params: { accountId }, query: { cacheKey: Date.now() } }),
    select: ({ results }) => results,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => status === 'In Progress') ? LIST_POLL_MS : false,
  });

/** Asked again every 500 ms until the backup leaves In Progress. */
export const backupStatusQuery = (accountId: string, backupJobId: string) =>
  queryOf(getBackupStatus, ['backup-status', accountId, backupJobId], {
    request: () => ({ params: { accountId, backupJobId } }),
    meta: { silent: true },
    refetchInterval: ({ state }) => (!state.data || state.data.status === 'In Progress' ? JOB_POLL_MS : false),
  });

/** Asked again every 500 ms until the restore is finished. */
export const restoreStatusQuery = (accountId: string, restoreJobId: string) =>
  queryOf(getRestoreStatus, ['restore-status', accountId, restoreJobId], {
    request: () => ({ params: { accountId, restoreJobId } }),
    meta: { silent: true },
    refetchInterval: ({ state }) =>
      !state.data || state.data.status === 'In Progress' || state.data.status === 'Not Started' ? JOB_POLL_MS : false,
  });

export const recalculationQuery = (accountId: string, jobId: string) =>
  queryOf(getRecalculation, ['recalculation', accountId, jobId], {
    request: () => ({ params: { accountId, jobId } }),
    meta: { silent: true },
    refetchInterval: ({ state }) => (!state.data || state.data.status === 'In Progress' ? JOB_POLL_MS : false),
  });

export const startBackupMutation = (accountId: string) =>
  mutationOf(
    startBackup,
    { success: () => t`Backup request sent to server.`, invalidates: [backupKey(accountId)] },
    (body: BackupOptions) => ({ params: { accountId }, body }),
  );

/** The list is fetched 0.2 s after the deletion (spec section 9). */
export const deleteBackupMutation = (accountId: string, backupJobId: string) =>
  mutationOptions({
    mutationFn: () => call(deleteBackup, { params: { accountId, backupJobId } }),
    meta: { success: () => t`Successfully deleted backup` },
    onSuccess: (_answer, _input, _result, { client }) => {
      setTimeout(() => client.invalidateQueries({ queryKey: backupKey(accountId) }), BACKUP_DELETE_INVALIDATE_MS);
    },
  });

export type RestoreChoice = { items: BackupItem[]; strategy: RestoreStrategy };
export const rehearsalQuery = (accountId: string, restoreJobId: string, choice: RestoreChoice) =>
  queryOf(rehearseRestore, ['rehearsal', accountId, restoreJobId, choice], {
    request: () => ({ params: { accountId, restoreJobId }, body: choice }),
    meta: { silent: true },
    enabled: choice.items.length > 0,
  });

export const startRestoreMutation = (accountId: string, restoreJobId: string) =>
  mutationOf(
    startRestore,
    {
      success: () => t`Restore process started`,
      failed: t`Failed to start restore process`,
      invalidates: [restoreKey(accountId)],
    },
    (body: RestoreChoice & { acceptForeign: boolean }) => ({ params: { accountId, restoreJobId }, body }),
  );

export const undoRestoreMutation = (accountId: string, restoreJobId: string) =>
  mutationOf(
    undoRestore,
    {
      success: () => t`Restore process started`,
      failed: t`Failed to start restore process`,
      invalidates: [restoreKey(accountId)],
    },
    () => ({ params: { accountId, restoreJobId } }),
  );

export const recalculateMutation = (accountId: string) =>
  mutationOf(
    resetDashboardState,
    { success: () => t`Request successfully sent to server` },
    (dates: { from: string; to: string }) => ({ params: { accountId }, body: { dates } }),
  );

export type Upload = { file: File; signal: AbortSignal; onProgress: (sent: number) => void };
export const uploadMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: ({ file, ...options }: Upload) => upload(uploadRestore, { params: { accountId } }, file, options),
    meta: { failed: t`Failed to upload backup file.`, invalidates: [restoreKey(accountId)] },
  });

export const downloadBackupMutation = (accountId: string, backupJobId: string) =>
  mutationOptions({
    mutationFn: () => callFile(downloadBackup, { params: { accountId, backupJobId } }, { fallback: 'backup.zip' }),
  });
