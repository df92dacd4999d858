import { z } from 'zod';
import {
  accountParams,
  documentId,
  instant,
  language,
  line,
  nullableInstant,
  ok,
  requiredLine,
  UNSTORABLE,
} from '../platform/common.ts';
import { admin, endpoint } from '../platform/endpoint.ts';
import { MAX_CONSENT_TEXT, MAX_CORRECTION_DAYS, MAX_RECORD_YEARS } from '../platform/limits.ts';
import { isStorable } from '../platform/storable.ts';
import { asText, msg, words } from '../platform/words.ts';

/** The years that an account may say its records stay at least (docs/reference/records.md#how-long-records-are-stored). */
export const RECORD_YEARS = { least: 3, most: MAX_RECORD_YEARS };

/** Settings. `timeZone` is an IANA name. */
export const accountSettings = z.object({
  allowedSystemIds: z.array(requiredLine(words('System ID is required'), 60)).max(100),
  timeZone: z.string().max(64),
  /** The language of users who have chosen none, of mails to others, and of print views. */
  language,
  /** Terminal biometric templates are stored only when they are to be in backups. */
  storeTemplates: z.boolean(),
  /** How many days back employers may correct (docs/reference/corrections.md#what-is-refused). */
  correctionDays: z.int().min(1).max(MAX_CORRECTION_DAYS),
  /** The years that records stay at least (docs/reference/records.md#how-long-records-are-stored). */
  recordYears: z.int().min(RECORD_YEARS.least).max(RECORD_YEARS.most),
  /** The muster list has everybody, also for users who are limited to some people (docs/reference/scope.md#what-such-a-user-cannot-do). */
  musterForAll: z.boolean(),
  /** Users may show their last figures before log-in, on their devices. */
  lastFigures: z.boolean(),
  /** Templates only of employees who agreed to the present text (docs/reference/privacy.md#consent). */
  consentRequired: z.boolean(),
  /** The text that employees agree to; another one asks everybody anew. Empty: none yet. */
  consentText: z
    .string()
    .trim()
    .max(MAX_CONSENT_TEXT, asText(msg('At most {most} characters', { most: MAX_CONSENT_TEXT })))
    .refine(isStorable, { error: UNSTORABLE }),
});
export type AccountSettings = z.infer<typeof accountSettings>;
/** Users without a second factor set one up at their next log-in. */
const requirement = { requireSecondFactor: z.boolean() };
export const savedSettings = accountSettings.extend({
  /** English where this version does not know it. */
  language: language.catch('en'),
  ...requirement,
  /** The zone is the server's own; nobody has confirmed that it is the account's. */
  isDefaultTimeZone: z.boolean(),
  /** The time since which figures are being recalculated, because punches are read in another way; null: no recalculation is under way. */
  recalculatingSince: nullableInstant,
});
export type SavedSettings = z.infer<typeof savedSettings>;
export const getAccountSettings = endpoint({
  method: 'GET',
  path: '/account/settings/:accountId',
  access: admin('Account.GET_SETTINGS'),
  summary: 'The settings of an account.',
  params: accountParams,
  response: savedSettings,
});
export const updateAccountSettings = endpoint({
  method: 'PUT',
  path: '/account/settings/:accountId',
  access: admin('Account.UPDATE_SETTINGS'),
  // These delete stored templates at once, here and on the terminals.
  stepUp: [
    { ifGiven: 'requireSecondFactor' },
    { ifGiven: 'storeTemplates', among: [false] },
    { ifGiven: 'consentRequired', among: [true] },
    { ifGiven: 'consentText' },
  ],
  summary:
    'Change the settings that are sent; another time zone reads the punches of terminals again. 409 PERIOD_LOCKED where it would move locked days.',
  params: accountParams,
  body: z.strictObject({ ...accountSettings.shape, ...requirement }).partial(),
  response: savedSettings,
  refusals: ['PERIOD_LOCKED'],
});
export const timeZonePreview = z.object({
  /** Local days with records that would be assigned and judged again, and the number of people who have such records. */
  days: z.int(),
  people: z.int(),
  /** Punches of terminals that would be parsed again from what the terminals sent. */
  punches: z.int(),
  /** Punches that keep their time, because the terminal that sent them is not in this account. */
  unreadable: z.int(),
});
export type TimeZonePreview = z.infer<typeof timeZonePreview>;
export const previewAccountTimeZone = endpoint({
  method: 'POST',
  path: '/account/settings/:accountId/time-zone-preview',
  access: admin('Account.UPDATE_SETTINGS'),
  summary: 'What another time zone would change; changes nothing. Refused where the change itself is.',
  params: accountParams,
  body: z.strictObject({ timeZone: z.string().max(64) }),
  response: timeZonePreview,
  refusals: ['PERIOD_LOCKED'],
});

/** Sync keys of payroll systems: made, shown once, revoked. */
export const keyRights = z.enum(['send', 'fetch', 'both']);
/** The rights of a key: it may send data, fetch payroll files (docs/reference/payroll-files.md#fetching-them), or both. */
export type KeyRights = z.infer<typeof keyRights>;
/** Those that read are made by users of the account (readingKeys.ts); administrators see and revoke them too. */
export const syncKey = z.object({
  _id: documentId,
  rights: z.enum([...keyRights.options, 'read']),
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
  stepUp: 'factor',
  summary: 'Make a sync key; the key is in this answer only.',
  params: accountParams,
  body: z.strictObject({
    systemId: line(60).optional(),
    description: requiredLine(words('Description is required'), 120),
    rights: keyRights.default('send'),
  }),
  response: z.object({ _id: documentId, key: z.string() }),
  refusals: ['LIMIT_REACHED'],
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
