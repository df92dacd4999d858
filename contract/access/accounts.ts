import { z } from 'zod';
import {
  accountParams,
  activity,
  documentId,
  emailAddress,
  ok,
  requiredTypedLine,
  rowRange,
  searchQuery,
} from '../platform/common.ts';
import { admin, endpoint } from '../platform/endpoint.ts';
import { isTimeZone } from '../platform/timeZones.ts';
import { words } from '../platform/words.ts';

/** The alert settings that an account may have. */
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
  firstName: requiredTypedLine(words('First name is required'), 100),
  lastName: requiredTypedLine(words('Last name is required'), 100),
  contactNo: requiredTypedLine(words('Contact number is required'), 40),
  emailAddr: emailAddress,
});

const accountCode = requiredTypedLine(words('Code is required'), 40).refine(
  (code) => /^[\p{L}\p{N}._-]+$/u.test(code),
  {
    error: words('Use letters, digits, dot, dash and underscore'),
  },
);

export const accountInput = z.strictObject({
  /** Absent of a new one: active. */
  isActive: z.boolean().optional(),
  code: accountCode,
  name: requiredTypedLine(words('Name is required'), 120),
  holder,
  license: license.optional(),
});
export type AccountInput = z.infer<typeof accountInput>;
/** `timeZone`: an IANA name; without it the server's, until one is chosen. */
export const newAccount = accountInput.extend({
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, { error: words('Choose a time zone such as Europe/Paris') })
    .optional(),
});
export type NewAccount = z.infer<typeof newAccount>;
/** `code` cannot be changed: a different one answers 400. */
export const accountUpdate = accountInput.partial({ code: true });

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

/** The data that is deleted with an account, shown before the deletion. */
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
  summary: 'Create an account. 409 ALREADY_EXISTS when the code is in use.',
  body: newAccount,
  response: account,
  refusals: ['ALREADY_EXISTS'],
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
  stepUp: 'factor',
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
