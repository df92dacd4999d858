import { z } from 'zod';
import {
  accountParams,
  cacheKeyQuery,
  documentId,
  instant,
  nullableInstant,
  ok,
  wallTime,
} from '../platform/common.ts';
import { admin, endpoint } from '../platform/endpoint.ts';
import { message, textOrMessage } from '../platform/message.ts';
import { words } from '../platform/words.ts';

/** Item types of a backup (spec/product.txt section 3); users are an option of their own. */
export const backupItem = z.enum(['Payroll Data', 'Employees', 'Biometric Templates', 'Clock Records', 'Users']);
export type BackupItem = z.infer<typeof backupItem>;

export const backupOptions = z.strictObject({
  includePayrollData: z.boolean(),
  includeEmployees: z.boolean(),
  includeBiometricTemplates: z.boolean(),
  includeClockRecords: z.boolean(),
  includeUsers: z.boolean(),
});
export type BackupOptions = z.infer<typeof backupOptions>;

export const backupStatus = z.enum(['In Progress', 'Successful', 'Failed']);
export const restoreStatus = z.enum(['Not Started', 'In Progress', 'Successful', 'Failed']);
const progress = z.object({ done: z.int(), total: z.int(), step: z.string() }).nullable();

export const backup = z.object({
  id: documentId,
  backupJobId: documentId,
  started: instant,
  finished: nullableInstant,
  by: z.string(),
  status: backupStatus,
  items: z.array(backupItem),
  failureReason: z.string().nullable(),
  /** The same with its values, to be said in the language that is shown. */
  words: message.nullish(),
  bytes: z.int().nullable(),
  progress,
});
export type Backup = z.infer<typeof backup>;

const backupParams = accountParams.extend({ backupJobId: documentId });
export const startBackup = endpoint({
  method: 'POST',
  path: '/backup-restore/:accountId/backup/start',
  access: admin('Backup.CREATE'),
  summary: 'Start a backup; at least one item.',
  params: accountParams,
  body: backupOptions
    .partial()
    .refine((options) => Object.values(options).some(Boolean), { error: words('Choose at least one item') }),
  response: z.object({ backupJobId: documentId }),
});
export const getBackupStatus = endpoint({
  method: 'GET',
  path: '/backup-restore/:accountId/backup/:backupJobId/status',
  access: admin('Backup.GET'),
  summary: 'How far a backup is.',
  params: backupParams,
  response: backup,
});
export const listBackups = endpoint({
  method: 'GET',
  path: '/backup-restore/:accountId/backup',
  access: admin('Backup.GET'),
  summary: 'The backups of an account, newest first.',
  params: accountParams,
  query: cacheKeyQuery,
  response: z.object({ results: z.array(backup) }),
});
export const deleteBackup = endpoint({
  method: 'DELETE',
  path: '/backup-restore/:accountId/backup/:backupJobId',
  access: admin('Backup.DELETE'),
  stepUp: 'factor',
  summary: 'Delete a backup and its file.',
  params: backupParams,
  response: ok,
});
export const downloadBackup = endpoint({
  method: 'GET',
  path: '/backup-restore/:accountId/backup/:backupJobId/download',
  access: admin('Backup.DOWNLOAD'),
  stepUp: 'factor',
  summary: 'The ZIP of a successful backup.',
  params: backupParams,
  response: 'file',
  refusals: ['CONFLICT'],
});

export const includedItem = z.object({ type: backupItem, count: z.int() });
export const restoreStrategy = z.enum(['replace', 'merge']);
export type RestoreStrategy = z.infer<typeof restoreStrategy>;
const restoreParams = accountParams.extend({ restoreJobId: documentId });
/** The content of an uploaded file, the account it was made for, and whether that was another account or installation. */
const uploadedBackup = z.object({
  includedItems: z.array(includedItem),
  madeAt: instant,
  madeFor: z.string(),
  /** Made by another installation or account: the restore needs a separate acknowledgement. */
  foreign: z.boolean(),
});
export const uploadRestore = endpoint({
  method: 'POST',
  path: '/backup-restore/:accountId/restore/upload',
  access: admin('Restore.RUN'),
  summary: 'Upload a backup (multipart, part backup.zip); checked whole before anything is touched.',
  params: accountParams,
  upload: 'archive',
  response: uploadedBackup.extend({ restoreJobId: documentId }),
  refusals: ['CONFLICT', 'INVALID_BACKUP'],
});
/** The effects of the restore, shown before it is started. */
export const rehearsal = z.object({
  items: z.array(
    z.object({
      type: backupItem,
      added: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      deleted: z.int(),
      conflicts: z.array(z.string()).max(20),
    }),
  ),
  /** Punches and pieces of days whose records were removed (docs/reference/records.md#how-long-records-are-stored), which the restore would bring back. */
  returning: z.int().optional(),
});
export const restoreRequest = z.strictObject({
  items: z.array(backupItem).min(1, words('Choose at least one item')).max(5),
  strategy: restoreStrategy,
});
export const rehearseRestore = endpoint({
  method: 'POST',
  path: '/backup-restore/:accountId/restore/:restoreJobId/rehearse',
  access: admin('Restore.RUN'),
  summary: 'Per item how many would be added, changed, left and deleted.',
  params: restoreParams,
  body: restoreRequest,
  response: rehearsal,
});
export const startRestore = endpoint({
  method: 'POST',
  path: '/backup-restore/:accountId/restore/:restoreJobId/start',
  access: admin('Restore.RUN'),
  stepUp: 'factor',
  summary: 'Restore in one transaction; one at a time per account.',
  params: restoreParams,
  body: restoreRequest.extend({
    /** Needed for a file that was made by another installation or for another account. */
    acceptForeign: z.boolean().optional(),
  }),
  response: ok,
});
export const restore = z.object({
  id: documentId,
  restoreJobId: documentId,
  started: instant,
  finished: nullableInstant,
  by: z.string(),
  status: restoreStatus,
  items: z.array(backupItem),
  strategy: restoreStrategy.nullable(),
  failureReason: z.string().nullable(),
  /** The same with its values, to be said in the language that is shown. */
  words: message.nullish(),
  progress,
  /** True once the restored data is in place: a later failure concerns the figures only. */
  swapped: z.boolean(),
  /** How many terminals were asked for everything that they hold, because what came since the backup is on them still. */
  terminalsAsked: z.int(),
  /** The backup taken before a replace: what 'Undo this restore' restores. */
  safetyBackupJobId: documentId.nullable(),
  /** Present while an upload waits to be started, so that the restore can be continued; else null. */
  upload: uploadedBackup.nullable(),
});
export type Restore = z.infer<typeof restore>;
export const getRestoreStatus = endpoint({
  method: 'GET',
  path: '/backup-restore/:accountId/restore/:restoreJobId/status',
  access: admin('Restore.RUN', 'Backup.GET'),
  summary: 'How far a restore is.',
  params: restoreParams,
  response: restore,
});
export const listRestores = endpoint({
  method: 'GET',
  path: '/backup-restore/:accountId/restore',
  access: admin('Restore.RUN', 'Backup.GET'),
  summary: 'The restores of an account, newest first.',
  params: accountParams,
  query: cacheKeyQuery,
  response: z.object({ results: z.array(restore) }),
});
export const undoRestore = endpoint({
  method: 'POST',
  path: '/backup-restore/:accountId/restore/:restoreJobId/undo',
  access: admin('Restore.RUN'),
  stepUp: 'factor',
  summary: 'Put back what was there before a replace.',
  params: restoreParams,
  response: z.object({ restoreJobId: documentId }),
});

/** The schedule of an account's automatic backups, at `time` in the account's zone, and how many of them are retained. */
export const backupSchedule = z.strictObject({
  frequency: z.enum(['off', 'daily', 'weekly']),
  /** 1 is Monday; used by weekly schedules only. */
  weekday: z.int().min(1).max(7),
  time: wallTime,
  keep: z.int().min(1, words('Keep at least one')).max(100, words('At most 100')),
  /** After each backup: restore it into a scratch account, compare, and delete that account. */
  rehearse: z.boolean(),
});
export type BackupSchedule = z.infer<typeof backupSchedule>;
export const DEFAULT_SCHEDULE: BackupSchedule = {
  frequency: 'off',
  weekday: 7,
  time: '02:00',
  keep: 7,
  rehearse: true,
};

export const backupHealth = z.object({
  /** The end of the newest backup that contained every item. */
  lastGoodAt: nullableInstant,
  nextAt: nullableInstant,
  /** Warnings, in sentences; empty while all is well. */
  warnings: z.array(z.string()).max(5),
  /** The same, to be said in the language that is shown. */
  words: z.array(textOrMessage).max(5).optional(),
});
export type BackupHealth = z.infer<typeof backupHealth>;
const scheduleAndHealth = z.object({ schedule: backupSchedule, health: backupHealth, rehearsedAt: nullableInstant });
export const getBackupSchedule = endpoint({
  method: 'GET',
  path: '/backup-restore/:accountId/schedule',
  access: admin('Backup.GET'),
  summary: 'When backups of an account are made by themselves, and whether they are.',
  params: accountParams,
  query: cacheKeyQuery,
  response: scheduleAndHealth,
});
export const setBackupSchedule = endpoint({
  method: 'PUT',
  path: '/backup-restore/:accountId/schedule',
  access: admin('Backup.CREATE'),
  stepUp: 'factor',
  summary: 'Set when backups of an account are made by themselves.',
  params: accountParams,
  body: backupSchedule,
  response: scheduleAndHealth,
});
export const getBackupWarnings = endpoint({
  method: 'GET',
  path: '/backup-restore/warnings',
  access: admin('Backup.GET'),
  summary: 'The backups of the installation, and the accounts whose backups need attention.',
  query: cacheKeyQuery,
  response: z.object({
    installation: backupHealth,
    accounts: z
      .array(
        z.object({
          accountId: documentId,
          name: z.string(),
          warnings: z.array(z.string()),
          words: z.array(textOrMessage).optional(),
        }),
      )
      .max(20),
  }),
});
