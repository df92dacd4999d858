import { z } from 'zod';
import { accountParams, cacheKeyQuery, documentId, localDate, nullableInstant } from '../platform/common.ts';
import { admin, employer, endpoint } from '../platform/endpoint.ts';
import { textOrMessage } from '../platform/message.ts';

/** Sync status of an employer's payroll systems and devices. */
export const syncStatus = z.object({
  payrollSystems: z.array(z.object({ id: documentId, name: z.string(), lastSync: nullableInstant })),
  devices: z.array(z.object({ id: documentId, online: z.boolean(), lastSync: nullableInstant })),
});
export type SyncStatus = z.infer<typeof syncStatus>;
export const getSyncStatus = endpoint({
  method: 'GET',
  path: '/account/sync-status',
  access: employer('Account.GET_SYNC_STATUSES'),
  scope: 'none',
  summary: 'When each payroll system and device last delivered data, and which devices are online.',
  query: cacheKeyQuery.extend({ referenceDate: localDate.optional() }),
  response: syncStatus,
  versioned: true,
});

export const getTotalAlertsSent = endpoint({
  method: 'GET',
  path: '/system-stats/account/:accountId/total-alerts-sent',
  access: admin('SystemStats.GET'),
  summary: 'How many alert slots were sent.',
  params: accountParams,
  response: z.object({ total: z.int() }),
});
/** Figures for an operator: stored records, last contact, sizes. */
export const accountStatistics = z.object({
  employees: z.int(),
  activeEmployees: z.int(),
  clockRecords: z.int(),
  unmatchedClockRecords: z.int(),
  pieceworkEntries: z.int(),
  devices: z.int(),
  devicesOnline: z.int(),
  lastClockRecordAt: nullableInstant,
  lastSyncAt: nullableInstant,
  backupBytes: z.int(),
  dataVersion: z.int(),
});
export const getAccountStatistics = endpoint({
  method: 'GET',
  path: '/system-stats/account/:accountId/overview',
  access: admin('SystemStats.GET'),
  summary: 'Records in store, last sync and sizes of an account.',
  params: accountParams,
  response: accountStatistics,
});

/** The most accounts that are listed at once; an installation with more shows those that need attention most. */
export const MOST_ACCOUNTS = 1_000;
export const accountHealth = z.object({
  _id: documentId,
  name: z.string(),
  code: z.string(),
  isActive: z.boolean(),
  /** Active employees. */
  people: z.int(),
  devices: z.int(),
  devicesOnline: z.int(),
  /** When a device last delivered a record. */
  lastRecordAt: nullableInstant,
  /** When the newest whole backup was finished. */
  lastBackupAt: nullableInstant,
  /** Sentences on what needs attention; none of an inactive account. */
  warnings: z.array(z.string()),
  /** The same, to be said in the language that is shown. */
  words: z.array(textOrMessage).optional(),
});
export type AccountHealth = z.infer<typeof accountHealth>;
export const getAccountsHealth = endpoint({
  method: 'GET',
  path: '/system-stats/accounts',
  access: admin('SystemStats.GET'),
  summary:
    'All accounts with people, devices online, last record, last backup and what needs attention, the worst first.',
  query: cacheKeyQuery,
  response: z.object({ accounts: z.array(accountHealth).max(MOST_ACCOUNTS) }),
});
