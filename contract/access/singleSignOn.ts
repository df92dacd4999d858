import { z } from 'zod';
import { accountParams, documentId, instant, nullableInstant, ok, requiredLine } from '../platform/common.ts';
import { admin, endpoint } from '../platform/endpoint.ts';
import { userScope } from '../platform/scope.ts';
import { words } from '../platform/words.ts';
import { presetName } from './presets.ts';

/** Single sign-on: log-ins at OpenID Connect providers. */

/** The part of an address that names a provider. */
const providerId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);
const provider = z.object({ id: z.string(), name: z.string() });
/** A provider may be configured no more, so that a link is named by its issuer. */
const ofIssuer = z.strictObject({ issuer: requiredLine(words('Provider is required'), 500) });

/** `isAway`: it does not answer, so that its button is disabled. */
export const listProviders = endpoint({
  method: 'GET',
  path: '/session/single-sign-on',
  access: 'public',
  summary: 'The providers of single sign-on.',
  response: z.object({ providers: z.array(provider.extend({ isAway: z.boolean() })) }),
});
export type ListedProvider = z.infer<typeof provider> & { isAway: boolean };

/** 503 UNAVAILABLE when the provider does not answer. */
export const startSignOn = endpoint({
  method: 'POST',
  path: '/session/single-sign-on',
  access: 'public',
  summary: 'Begin a log-in at a provider: the address to open. Only the browser of the x-device-id header can end it.',
  /** `again`: the provider asks for the log-in once more, whatever session the person has there. */
  body: z.strictObject({ provider: providerId, again: z.boolean().optional() }),
  response: z.object({ url: z.url() }),
  refusals: ['NOT_FOUND'],
});

/**
 * The redirect address of a provider: it is opened by browsers and leads on to `/login/transfer-session/{webAuthToken}`, also with what went wrong.
 * Parameters that are not ours are ignored.
 */
export const finishSignOn = endpoint({
  method: 'GET',
  path: '/session/single-sign-on/:provider/callback',
  access: 'public',
  summary: 'Where a provider sends browsers back to.',
  params: z.object({ provider: z.string().max(100) }),
  response: 'file',
});

/** OpenID Connect Back-Channel Logout 1.0: `logout_token` as a form. 400 for a token that is not the provider's. */
export const backChannelLogOut = endpoint({
  method: 'POST',
  path: '/session/single-sign-on/:provider/log-out',
  access: 'public',
  summary: 'A provider ends the sessions that began there.',
  params: z.object({ provider: z.string().max(100) }),
  response: ok,
  refusals: ['VALIDATION_FAILED', 'NOT_FOUND', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
});

/** A log-in at a provider that is a user's. */
export const userLink = z.object({
  issuer: z.string(),
  /** The provider's name for people. */
  provider: z.string(),
  /** The person's identifier at the provider, and a name to recognise it by. */
  subject: z.string(),
  label: z.string(),
  linkedAt: instant,
  linkedBy: z.string(),
  lastUsedAt: nullableInstant,
  /** The user's rights follow the account's mapping: by it alone they get in, and without a mapping by no way. */
  isMapped: z.boolean(),
});
export type UserLink = z.infer<typeof userLink>;
const userLinks = z.object({ links: z.array(userLink), providers: z.array(provider.extend({ issuer: z.string() })) });
export type UserLinks = z.infer<typeof userLinks>;

export const listOwnLinks = endpoint({
  method: 'GET',
  path: '/sign-in/single-sign-on',
  access: 'session',
  summary: 'One’s own log-ins at providers, and the providers that there are.',
  response: userLinks,
});
export const startOwnLink = endpoint({
  method: 'POST',
  path: '/sign-in/single-sign-on',
  access: 'session',
  stepUp: 'everybody',
  summary: 'Begin to link a log-in at a provider: the address to open.',
  body: z.strictObject({ provider: providerId }),
  response: z.object({ url: z.url() }),
  refusals: ['NOT_FOUND'],
});
/** `token`: what the way back from the provider brought. 409 ALREADY_EXISTS when the log-in is another user's; 400 INVALID_TOKEN. */
export const finishOwnLink = endpoint({
  method: 'POST',
  path: '/sign-in/single-sign-on/link',
  access: 'session',
  stepUp: 'everybody',
  summary: 'Link the log-in at a provider with which one came back.',
  body: z.strictObject({ token: z.string().min(1).max(2_000) }),
  response: ok,
  refusals: ['INVALID_TOKEN', 'ALREADY_EXISTS', 'CONFLICT'],
});
export const removeOwnLink = endpoint({
  method: 'DELETE',
  path: '/sign-in/single-sign-on',
  access: 'session',
  stepUp: 'everybody',
  summary: 'Remove one’s own log-in at a provider. 409 CONFLICT where it is the only way in, or permissions follow it.',
  query: ofIssuer,
  response: ok,
  refusals: ['CONFLICT', 'NOT_FOUND'],
});

const userParams = z.object({ userId: documentId });
export const listUserLinks = endpoint({
  method: 'GET',
  path: '/user/:userId/single-sign-on',
  access: admin('User.GET'),
  summary: 'A user’s log-ins at providers, and the providers that there are.',
  params: userParams,
  response: userLinks,
});
/** 409 ALREADY_EXISTS when the log-in is another user's. */
export const addUserLink = endpoint({
  method: 'POST',
  path: '/user/:userId/single-sign-on',
  access: admin('User.UPDATE'),
  stepUp: 'factor',
  summary: 'Link a log-in at a provider, by its identifier there (sub), to a user.',
  params: userParams,
  body: z.strictObject({ provider: providerId, subject: requiredLine(words('Identifier is required'), 255) }),
  response: userLinks,
  refusals: ['ALREADY_EXISTS', 'CONFLICT'],
});
export const removeUserLink = endpoint({
  method: 'DELETE',
  path: '/user/:userId/single-sign-on',
  access: admin('User.UPDATE'),
  stepUp: 'factor',
  summary: 'Remove a user’s log-in at a provider; ends the user’s sessions.',
  params: userParams,
  query: ofIssuer,
  response: userLinks,
  refusals: ['NOT_FOUND', 'CONFLICT'],
});

/** A value of the claim, and what those who have it may do and see. */
const signOnRule = z.strictObject({
  value: requiredLine(words('Value is required'), 200),
  preset: presetName,
  /** Null: everybody. */
  scope: userScope.nullable(),
});
export type SignOnRule = z.infer<typeof signOnRule>;

/** How an account uses single sign-on. */
export const signOnSettings = z.strictObject({
  /** The provider that the account trusts with its users. */
  issuer: requiredLine(words('Provider is required'), 500),
  /** A person who has the email address of exactly one active user, verified by the provider, is linked to that user. */
  linkByEmail: z.boolean(),
  /** Passwords, resets and passkeys of the account's users let nobody in. */
  isRequired: z.boolean(),
  /** The user who keeps a password although single sign-on is required. */
  passwordUserId: documentId.nullable(),
  /** Creates users who come with a value of a claim; the first rule that fits counts. */
  createUsers: z
    .strictObject({ claim: requiredLine(words('Claim is required'), 100), rules: z.array(signOnRule).min(1).max(50) })
    .nullable(),
});
export type SignOnSettings = z.infer<typeof signOnSettings>;
const accountSignOn = z.object({
  settings: signOnSettings.nullable(),
  providers: z.array(z.object({ issuer: z.string(), name: z.string() })),
});
export type AccountSignOn = z.infer<typeof accountSignOn>;
export const getAccountSignOn = endpoint({
  method: 'GET',
  path: '/account/settings/:accountId/single-sign-on',
  access: admin('Account.GET_SETTINGS'),
  summary: 'How an account uses single sign-on.',
  params: accountParams,
  response: accountSignOn,
});
/**
 * 409 CONFLICT for a requirement without a user who keeps a password, 404 for an unknown one. The end of a mapping, also by another provider, ends the
 * sessions of users whose rights follow it.
 */
export const updateAccountSignOn = endpoint({
  method: 'PUT',
  path: '/account/settings/:accountId/single-sign-on',
  access: admin('Account.UPDATE_SETTINGS'),
  stepUp: 'factor',
  summary: 'Change how an account uses single sign-on.',
  params: accountParams,
  body: z.strictObject({ settings: signOnSettings.nullable() }),
  response: accountSignOn,
  refusals: ['CONFLICT'],
});
