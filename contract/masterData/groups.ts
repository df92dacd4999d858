import { z } from 'zod';
import { documentId, localDate, nullableInstant, wallTime } from '../platform/common.ts';
import { endpoint } from '../platform/endpoint.ts';

/** Groups and lookups as the payroll systems synced them. */
export const group = z.object({
  _id: documentId,
  systemId: z.string(),
  name: z.string(),
  code: z.string().optional(),
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
  scope: 'none',
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
  scope: 'none',
  summary: 'Both lookups with their entries.',
  query: ownOrNamedAccount,
  response: z.object({ lookups: z.array(lookup) }),
});
export const getLookupDefinition = endpoint({
  method: 'GET',
  path: '/account/lookups/definition',
  access: { role: 'any', anyOf: groupReaders },
  scope: 'none',
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
  /** There is no shift on this weekday from `effectiveFrom` on; the times are ignored. */
  isRest: z.boolean(),
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
  scope: 'none',
  summary: 'Standard times and holidays as synced.',
  query: ownOrNamedAccount,
  response: z.object({ standardTimes: z.array(standardTime), holidays: z.array(holiday) }),
});
