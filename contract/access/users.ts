import { z } from 'zod';
import {
  activity,
  documentId,
  emailAddress,
  instant,
  nullableInstant,
  ok,
  requiredLine,
  rowRange,
  searchQuery,
} from '../platform/common.ts';
import { admin, endpoint } from '../platform/endpoint.ts';
import { isDistinguishable } from '../platform/names.ts';
import { currentPassword, newPassword } from '../platform/password.ts';
import { moduleName, permission, role } from '../platform/permissions.ts';
import { userScope } from '../platform/scope.ts';
import { words } from '../platform/words.ts';

const username = requiredLine(words('Username is required'), 100)
  .refine((name) => !/\s/.test(name), { error: words('No spaces in a username') })
  .refine(isDistinguishable, { error: words('Use letters of one alphabet, without invisible characters') });
const fields = {
  firstName: requiredLine(words('First name is required'), 100),
  lastName: requiredLine(words('Last name is required'), 100),
  username,
  email: emailAddress,
};

/** A user of an account other than the system account is an employer, any other an administrator; `role` may repeat that but not contradict it. */
export const userInput = z.strictObject({
  accountId: documentId,
  ...fields,
  role: role.optional(),
  isActive: z.boolean().optional(),
  modules: z.array(moduleName).max(20).optional(),
  /** The employee record of the user, who cannot correct their own days. */
  employeeId: documentId.nullish(),
  permissions: z.strictObject({ api: z.array(permission).max(100) }).optional(),
  /** The people to whom an employer is limited (contract/platform/scope.ts); without one, everybody. */
  scope: userScope.nullish(),
  /** Without one, an invitation mail with a set-password link goes out. */
  password: newPassword.optional(),
  /** False: no mail goes out, because a link is handed over. */
  invite: z.boolean().optional(),
});
export type UserInput = z.infer<typeof userInput>;

export const userUpdate = z
  .strictObject({
    ...fields,
    role,
    isActive: z.boolean(),
    modules: z.array(moduleName).max(20),
    employeeId: documentId.nullable(),
    permissions: z.strictObject({ api: z.array(permission).max(100) }),
    /** Null: everybody. */
    scope: userScope.nullable(),
    newPassword,
    /** Needed to change one's own password or email address. */
    currentPassword,
  })
  .partial();
export type UserUpdate = z.infer<typeof userUpdate>;

export const user = z.object({
  _id: documentId,
  accountId: documentId,
  firstName: z.string(),
  lastName: z.string(),
  isActive: z.boolean(),
  email: z.string(),
  username: z.string(),
  role,
  permissions: z.object({ api: z.array(permission) }),
  modules: z.array(moduleName),
  /** The user's own employee record, if one is set. */
  employeeId: documentId.nullable().optional(),
  /** The people to whom the user is limited, with groups that were deleted since; null: everybody. */
  scope: userScope.nullable().optional(),
  ...activity,
});
export type User = z.infer<typeof user>;

/** One user, asked for by itself. */
export const userWithPassword = user.extend({
  hasPassword: z.boolean(),
  /** Until when the link of an invitation works; null without one. */
  invitedUntil: nullableInstant,
});
export type UserWithPassword = z.infer<typeof userWithPassword>;

const userParams = z.object({ userId: documentId });
const userList = z.object({ users: z.array(user), lastIndex: z.int() });
/** A user in the list of all accounts. */
export const listedUser = user.extend({ accountName: z.string(), accountCode: z.string() });
export type ListedUser = z.infer<typeof listedUser>;
const listedUsers = z.object({ users: z.array(listedUser), lastIndex: z.int() });

export const getUser = endpoint({
  method: 'GET',
  path: '/user/:userId',
  access: admin('User.GET'),
  summary: 'One user, and whether a password is set: without one an invitation is due.',
  params: userParams,
  response: userWithPassword,
});
export const listUsers = endpoint({
  method: 'GET',
  path: '/user',
  access: admin('User.GET'),
  summary: 'The users of all accounts with the name of theirs, a range of rows by name.',
  query: rowRange,
  response: listedUsers,
});
export const searchUsers = endpoint({
  method: 'GET',
  path: '/user/search',
  access: admin('User.GET'),
  summary:
    'Users whose name, username or email, or whose account’s code, name or holder, contains the words, accents and case aside.',
  query: searchQuery.extend(rowRange.partial().shape),
  response: listedUsers,
});
export const listAccountUsers = endpoint({
  method: 'GET',
  path: '/user/by-account/:accountId',
  access: admin('User.GET'),
  summary: 'The users of one account.',
  params: z.object({ accountId: documentId }),
  query: rowRange,
  response: userList,
});
export const createUser = endpoint({
  method: 'POST',
  path: '/user',
  access: admin('User.CREATE'),
  stepUp: 'factor',
  summary: 'Create a user. 409 ALREADY_EXISTS when the username or email is in use.',
  body: userInput,
  response: user,
  refusals: ['ALREADY_EXISTS'],
});
export const updateUser = endpoint({
  method: 'PUT',
  path: '/user/:userId',
  access: admin('User.UPDATE'),
  stepUp: 'factor',
  summary:
    'Change a user. 409 CONFLICT for the last active administrator, oneself, or who keeps a password where single sign-on is required.',
  params: userParams,
  body: userUpdate,
  entity: userWithPassword,
  response: user,
  refusals: ['ALREADY_EXISTS'],
});
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/user/:userId',
  access: admin('User.DELETE'),
  stepUp: 'factor',
  summary: 'Delete a user; not oneself, not the last active administrator.',
  params: userParams,
  response: ok,
});
/**
 * 409 CONFLICT for a user who has set a password already. The link invalidates those that were made or mailed earlier; no other call returns it. One for
 * the set-up is for a user who may set the account up (else 409), works for 30 days instead of 72 hours, and its first log-in opens *Set up*.
 */
export const makeInvitationLink = endpoint({
  method: 'POST',
  path: '/user/:userId/invitation-link',
  access: admin('User.CREATE'),
  stepUp: 'factor',
  summary: 'A link with which a new user sets the first password, to hand over by oneself.',
  params: userParams,
  query: z.object({ purpose: z.enum(['password', 'set-up']).default('password') }),
  response: z.object({ url: z.string(), expiresAt: instant }),
});
/** Without an open link it changes nothing. */
export const withdrawInvitationLink = endpoint({
  method: 'DELETE',
  path: '/user/:userId/invitation-link',
  access: admin('User.CREATE'),
  summary: 'Ends the links of a user’s invitation, mailed ones too.',
  params: userParams,
  response: ok,
});
/** The log-in options of a user (contract/access/signIn.ts), as administrators see them. */
export const userSignIn = z.object({ passkeys: z.int(), hasApp: z.boolean(), recoveryCodes: z.int() });
export type UserSignIn = z.infer<typeof userSignIn>;
export const getUserSignIn = endpoint({
  method: 'GET',
  path: '/user/:userId/sign-in',
  access: admin('User.GET'),
  summary: 'Which log-in options a user has set up.',
  params: userParams,
  response: userSignIn,
});
/** 401 PERMISSION_DENIED for an administrator with more rights than the caller, 409 CONFLICT for the caller's own. */
export const resetUserSignIn = endpoint({
  method: 'DELETE',
  path: '/user/:userId/sign-in',
  access: admin('User.UPDATE'),
  stepUp: 'factor',
  summary: 'Remove all log-in options of a user; ends the user’s sessions.',
  params: userParams,
  response: ok,
  refusals: ['CONFLICT'],
});
/** Defaults: employer users only, inactive accounts and users excluded. */
export const userReportOptions = z.strictObject({
  exportType: z.literal('csv').optional(),
  employerUsersOnly: z.boolean().optional(),
  includeInactiveAccounts: z.boolean().optional(),
  includeInactiveUsers: z.boolean().optional(),
});
export const generateUserReport = endpoint({
  method: 'POST',
  path: '/user/generateReport',
  access: admin('User.GENERATE_REPORTS'),
  summary: 'The user list as CSV.',
  body: userReportOptions,
  response: 'file',
});
