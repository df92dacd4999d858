import { z } from 'zod';
import { documentId, language, ok } from '../platform/common.ts';
import { endpoint } from '../platform/endpoint.ts';
import { mailed } from '../platform/mail.ts';
import { currentPassword, newPassword } from '../platform/password.ts';
import { moduleName, permission, role } from '../platform/permissions.ts';
import { words } from '../platform/words.ts';
import { license } from './accounts.ts';

/** Six digits of an authenticator app, or a recovery code, with spaces as apps show them. */
export const factorCode = z
  .string()
  .max(60)
  .overwrite((typed) => typed.replaceAll(/\s/g, ''))
  .min(1, words('Code is required'));

export const credentials = z.strictObject({
  username: z.string().trim().min(1, words('Username is required')).max(254),
  password: z.string().min(1, words('Password is required')).max(1_000),
  /** A code of an authenticator app, or a recovery code: for programs that log in with one call. */
  code: factorCode.optional(),
});

/** `ttl` in seconds from now. */
export const loginResponse = z.object({ token: z.string(), ttl: z.int().positive() });

/**
 * POST session. 401 INVALID_CREDENTIALS, 401 SECOND_FACTOR_REQUIRED with what is missing, 403 INVALID_ROLE
 * for devices, 429 when throttled.
 */
export const logIn = endpoint({
  method: 'POST',
  path: '/session',
  access: 'public',
  summary: 'Log in with username (or email) and password. The optional x-device-id header names the browser.',
  body: credentials,
  response: loginResponse,
  refusals: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'INVALID_ROLE'],
});

/** The logged-in user, as the application sees them. `cacheSecret`: base64url of 32 bytes, the key that encrypts what is stored offline. */
export const sessionInfo = z.object({
  accountId: documentId,
  accountName: z.string(),
  accountCode: z.string(),
  timeZone: z.string(),
  license,
  username: z.string(),
  userId: documentId,
  firstName: z.string(),
  lastName: z.string(),
  role,
  modules: z.array(moduleName),
  permissions: z.object({ application: z.array(z.string()), api: z.array(permission) }),
  cacheSecret: z.string(),
  /** Differs from scope to scope; absent: the user sees everybody (docs/reference/scope.md). */
  scope: z.string().optional(),
  /** Names of its groups and entries. */
  scopeNames: z.array(z.string()).optional(),
  /** Differs whenever what the user may do, or keep on a device, does; every answer says it (`x-rights`). */
  rights: z.string(),
  /**
   * A device that shows the user's last figures before log-in asks with it whether it still may (POST session/last-figures): it opens nothing, and
   * differs whenever rights, scope or password do. Null: the account does not let its users show them.
   */
  lastFigures: z.string().nullable(),
  mustChangePassword: z.boolean(),
  /** The user can log in with a passkey. */
  passkeys: z.boolean().optional(),
  /** The server can send alerts to devices, and this user may have them. */
  deviceAlerts: z.boolean().optional(),
  /** The language to show, English where this page does not know it, and the user's own choice; null: the account's. */
  language: language.catch('en'),
  ownLanguage: language.nullable().catch(null),
  /** Seconds until this session ends on the server. */
  ttl: z.int(),
});
export type SessionInfo = z.infer<typeof sessionInfo>;

export const getSession = endpoint({
  method: 'GET',
  path: '/session',
  access: 'session',
  summary: 'The signed-in user, the account, the licence and the permissions.',
  response: sessionInfo,
});

export const saveLanguage = endpoint({
  method: 'PUT',
  path: '/session/language',
  access: 'session',
  summary: 'Choose one’s language; null: that of the account. Answers the one to show.',
  body: z.strictObject({ language: language.nullable() }),
  response: z.object({ language }),
});

export const logOut = endpoint({
  method: 'DELETE',
  path: '/session',
  access: 'session',
  summary: 'End this session. `reason=timeout`: it ran out, nobody logged out; alerts on the device go on.',
  query: z.strictObject({ reason: z.literal('timeout').optional() }),
  /** `next`: the address that ends the session at the provider where this one began. */
  response: ok.extend({ next: z.url().optional() }),
});

/** A browser sends the SHA-256 (hex) of a session's token: enough to end the session, useless for anything else. */
export const endSessions = endpoint({
  method: 'POST',
  path: '/session/end',
  access: 'public',
  summary:
    'End sessions whose log-out could not reach the server, by the SHA-256 of their tokens; the answer is the same for unknown ones.',
  body: z.strictObject({
    sessions: z
      .array(z.string().regex(/^[0-9a-f]{64}$/))
      .min(1)
      .max(20),
  }),
  response: ok,
});

export const extendSession = endpoint({
  method: 'POST',
  path: '/session/extend',
  access: 'session',
  summary:
    'Start the session’s time again, up to 24 hours after the log-in; 409 CONFLICT in the last two minutes of these.',
  response: z.object({ ttl: z.int().positive() }),
  refusals: ['CONFLICT'],
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/session/password-reset',
  access: 'public',
  summary: 'Mail a reset link. The answer is the same whether or not the identity exists.',
  body: z.strictObject({ identity: z.string().trim().min(1, words('Identity is required')).max(254) }),
  response: mailed,
});

/** 400 INVALID_TOKEN 'Invalid Reset Token' for an unknown, used or expired link. */
export const finalizePasswordReset = endpoint({
  method: 'POST',
  path: '/session/finalize-reset',
  access: 'public',
  summary: 'Set a new password with a reset or invitation link; ends all sessions of the user.',
  body: z.strictObject({ requestId: z.string().min(1).max(200), newPassword }),
  response: ok,
  refusals: ['INVALID_TOKEN'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/session/change-password',
  access: 'session',
  summary: 'Change one’s own password; other sessions of the user end.',
  body: z.strictObject({ currentPassword, newPassword }),
  response: ok,
});

export const createWebAuthToken = endpoint({
  method: 'POST',
  path: '/session/web-auth-token',
  access: 'session',
  summary: 'A single-use link (60 s) that continues this session on another device.',
  response: z.object({ webAuthToken: z.string(), url: z.string(), expiresIn: z.int() }),
});

/** 400 INVALID_TOKEN 'Invalid session transfer token'; of a log-in at a provider, 401 and 403 as for a log-in as well. */
export const exchangeWebAuthToken = endpoint({
  method: 'POST',
  path: '/session/exchange-web-auth-token',
  access: 'public',
  summary: 'Exchange a transfer token for a session.',
  body: z.strictObject({ webAuthToken: z.string().min(1).max(2_000) }),
  response: loginResponse,
  refusals: ['INVALID_TOKEN', 'INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'INVALID_ROLE'],
});

/** Run-time configuration of the web application: GET /config.json, outside /v2. */
export const appConfig = z.object({
  /** The address at which devices open the Recorder; ends with '/'. */
  recorderUrl: z.string().optional(),
  apiHost: z.string(),
  deviceHost: z.string(),
  userHost: z.string(),
  supportContact: z.string(),
  copyright: z.string(),
  /** The domain of passkeys, present once a user has one; without it the log-in page loads nothing for them. */
  passkeyDomain: z.string().optional(),
  /** '1' where there are providers of single sign-on; without it the log-in page loads nothing for them. */
  singleSignOn: z.string().optional(),
});
export type AppConfig = z.infer<typeof appConfig>;

export const getAvailable = endpoint({
  method: 'GET',
  path: '/available',
  access: 'public',
  summary: 'The version of the server.',
  response: z.object({ version: z.string() }),
});
