import { z } from 'zod';
import {
  accountParams,
  activity,
  cacheKeyQuery,
  documentId,
  emailAddress,
  instant,
  line,
  localDate,
  nullableInstant,
  ok,
  requiredLine,
  rowRange,
  searchQuery,
  wallTime,
} from './common.ts';
import { admin, employer, endpoint } from './endpoint.ts';

/** What an account may configure of alerts (spec/product.txt section 3). */
export const license = z.object({
  alerts: z.object({
    maxAlerts: z.int().min(0).max(1_000),
    attendanceTimeSlots: z.int().min(0).max(2),
    pieceworkTimeSlots: z.int().min(0).max(2),
    breakTimeSlots: z.int().min(0).max(4),
    canSelectTimeGroups: z.boolean(),
  }),
});
export type License = z.infer<typeof license>;
export const DEFAULT_LICENSE: License = {
  alerts: {
    maxAlerts: 10,
    attendanceTimeSlots: 2,
    pieceworkTimeSlots: 2,
    breakTimeSlots: 4,
    canSelectTimeGroups: true,
  },
};

export const holder = z.strictObject({
  firstName: requiredLine('First name', 100),
  lastName: requiredLine('Last name', 100),
  contactNo: requiredLine('Contact number', 40),
  emailAddr: emailAddress,
});

const accountCode = requiredLine('Code', 40).refine((code) => /^[\p{L}\p{N}._-]+$/u.test(code), {
  error: 'Use letters, digits, dot, dash and underscore',
});

export const accountInput = z.strictObject({
  isActive: z.boolean(),
  code: accountCode,
  name: requiredLine('Name', 120),
  holder,
  license: license.optional(),
});
export type AccountInput = z.infer<typeof accountInput>;
/** `code` cannot change: sending another one is a 400. */
export const accountUpdate = accountInput.partial({ code: true, isActive: true });

export const account = z.object({
  _id: documentId,
  isActive: z.boolean(),
  code: z.string(),
  name: z.string(),
  holder: z.object({ firstName: z.string(), lastName: z.string(), contactNo: z.string(), emailAddr: z.string() }),
  license,
  ...activity,
});
export type Account = z.infer<typeof account>;

/** What would go with an account, named before it is deleted. */
export const accountContents = z.object({
  users: z.int(),
  devices: z.int(),
  employees: z.int(),
  clockRecords: z.int(),
  alerts: z.int(),
  backups: z.int(),
});

export const getAccount = endpoint({
  method: 'GET',
  path: '/account/:accountId',
  access: admin('Account.GET'),
  summary: 'One account.',
  params: accountParams,
  response: account,
});
export const listAccounts = endpoint({
  method: 'GET',
  path: '/account',
  access: admin('Account.GET'),
  summary: 'Accounts by name, a range of rows.',
  query: rowRange,
  response: z.object({ accounts: z.array(account), lastIndex: z.int() }),
});
export const searchAccounts = endpoint({
  method: 'GET',
  path: '/account/search',
  access: admin('Account.GET'),
  summary: 'Accounts whose code, name or holder contains the words, accents and case aside.',
  query: searchQuery.extend(rowRange.partial().shape),
  response: z.object({ accounts: z.array(account), lastIndex: z.int() }),
});
export const createAccount = endpoint({
  method: 'POST',
  path: '/account',
  access: admin('Account.CREATE'),
  summary: 'Create an account. 409 ALREADY_EXISTS when the code is taken.',
  body: accountInput,
  response: account,
});
export const updateAccount = endpoint({
  method: 'PUT',
  path: '/account/:accountId',
  access: admin('Account.UPDATE'),
  summary: 'Change an account; its code stays.',
  params: accountParams,
  body: accountUpdate,
  response: account,
});
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/account/:accountId',
  access: admin('Account.DELETE'),
  summary: 'Delete an account with everything in it. The system account never.',
  params: accountParams,
  response: ok,
});
export const getAccountContents = endpoint({
  method: 'GET',
  path: '/account/:accountId/contents',
  access: admin('Account.GET'),
  summary: 'What would go with the account.',
  params: accountParams,
  response: accountContents,
});

/** Settings. `timeZone` is an IANA name. */
export const accountSettings = z.object({
  allowedSystemIds: z.array(requiredLine('System ID', 60)).max(100),
  timeZone: z.string().max(64),
  /** Terminal biometric templates are kept only when they are to be in backups (spec/adms.md). */
  storeTemplates: z.boolean(),
});
export type AccountSettings = z.infer<typeof accountSettings>;
export const getAccountSettings = endpoint({
  method: 'GET',
  path: '/account/settings/:accountId',
  access: admin('Account.GET_SETTINGS'),
  summary: 'The settings of an account.',
  params: accountParams,
  response: accountSettings,
});
export const updateAccountSettings = endpoint({
  method: 'PUT',
  path: '/account/settings/:accountId',
  access: admin('Account.UPDATE_SETTINGS'),
  summary: 'Change the settings that are sent.',
  params: accountParams,
  body: z.strictObject(accountSettings.shape).partial(),
  response: accountSettings,
});

/** Sync keys of payroll systems: made, shown once, revoked. */
export const syncKey = z.object({
  _id: documentId,
  systemId: z.string().nullable(),
  description: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  lastUsedAt: nullableInstant,
});
export const createSyncKey = endpoint({
  method: 'POST',
  path: '/account/:accountId/sync-keys',
  access: admin('Account.MANAGE_SYNC_KEYS'),
  summary: 'Make a sync key; the key is in this answer only.',
  params: accountParams,
  body: z.strictObject({ systemId: line(60).optional(), description: requiredLine('Description', 120) }),
  response: z.object({ _id: documentId, key: z.string() }),
});
export const listSyncKeys = endpoint({
  method: 'GET',
  path: '/account/:accountId/sync-keys',
  access: admin('Account.MANAGE_SYNC_KEYS'),
  summary: 'The sync keys that are in force, without the keys.',
  params: accountParams,
  response: z.object({ results: z.array(syncKey) }),
});
export const revokeSyncKey = endpoint({
  method: 'DELETE',
  path: '/account/:accountId/sync-keys/:syncKeyId',
  access: admin('Account.MANAGE_SYNC_KEYS'),
  summary: 'Revoke a sync key.',
  params: accountParams.extend({ syncKeyId: documentId }),
  response: ok,
});

/** Groups and lookups as the payroll systems synced them. */
export const group = z.object({
  _id: documentId,
  systemId: z.string(),
  name: z.string(),
  deletedAt: nullableInstant,
});
export type Group = z.infer<typeof group>;
export const groups = z.object({
  employeeGroups: z.array(group),
  timeGroups: z.array(group),
  jobDescriptions: z.array(group),
});
/** An administrator names the account; an employer's is that of the session. */
const ownOrNamedAccount = z.object({ accountId: documentId.optional() });
const groupReaders = [
  'GET_ALL_ALERTS',
  'MANAGE_ALERTS',
  'Stats.GENERATE_REPORTS',
  'Stats.GET_ATTENDANCE_INFORMATION',
  'Stats.GET_PERFORMANCE_METRICS',
  'Account.GET_SETTINGS',
] as const;
export const getGroups = endpoint({
  method: 'GET',
  path: '/account/groups',
  access: { role: 'any', anyOf: groupReaders },
  summary: 'Employee groups, time groups and job descriptions, deleted ones included.',
  query: ownOrNamedAccount,
  response: groups,
});
export const lookupEntry = z.object({
  _id: documentId,
  code: z.string(),
  description: z.string(),
  deletedAt: nullableInstant,
});
export const lookup = z.object({ lookup: z.literal([1, 2]), name: z.string(), entries: z.array(lookupEntry) });
export type Lookup = z.infer<typeof lookup>;
export const getLookups = endpoint({
  method: 'GET',
  path: '/account/lookups',
  access: { role: 'any', anyOf: groupReaders },
  summary: 'Both lookups with their entries.',
  query: ownOrNamedAccount,
  response: z.object({ lookups: z.array(lookup) }),
});
export const getLookupDefinition = endpoint({
  method: 'GET',
  path: '/account/lookups/definition',
  access: { role: 'any', anyOf: groupReaders },
  summary: 'What the account calls its lookups.',
  query: ownOrNamedAccount,
  response: z.object({ lookup1: z.string(), lookup2: z.string() }),
});

export const standardTime = z.object({
  _id: documentId,
  timeGroupId: documentId,
  weekday: z.int().min(1).max(7),
  startTime: wallTime,
  endTime: wallTime,
  breaks: z.array(z.object({ startTime: wallTime, endTime: wallTime })),
  graceMinutes: z.int(),
  breakGraceMinutes: z.int(),
  preMinutes: z.int(),
  postMinutes: z.int(),
  effectiveFrom: localDate.nullable(),
});
export const holiday = z.object({
  _id: documentId,
  name: z.string(),
  date: localDate,
  timeGroupId: documentId.nullable(),
});
export const getStandardTimes = endpoint({
  method: 'GET',
  path: '/account/standard-times',
  access: { role: 'any', anyOf: groupReaders },
  summary: 'Standard times and holidays as synced.',
  query: ownOrNamedAccount,
  response: z.object({ standardTimes: z.array(standardTime), holidays: z.array(holiday) }),
});

/** Sync status of an employer's payroll systems and devices (spec/rules.md, What each call returns). */
export const syncStatus = z.object({
  payrollSystems: z.array(z.object({ id: documentId, name: z.string(), lastSync: nullableInstant })),
  devices: z.array(z.object({ id: documentId, online: z.boolean(), lastSync: nullableInstant })),
});
export type SyncStatus = z.infer<typeof syncStatus>;
export const getSyncStatus = endpoint({
  method: 'GET',
  path: '/account/sync-status',
  access: employer('Account.GET_SYNC_STATUSES'),
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
/** What an operator asks next: records in store, last contact, sizes. */
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
