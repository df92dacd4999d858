import { z } from 'zod';
import { documentId, instant, nullableInstant, ok, requiredLine } from '../platform/common.ts';
import { endpoint } from '../platform/endpoint.ts';
import { words } from '../platform/words.ts';
import { factorCode, loginResponse } from './session.ts';

/** Log-in options: passkeys, an authenticator app, recovery codes. */

/** Binary values of passkeys, as browsers encode them. */
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/);

/** The answer of `navigator.credentials.get`: PublicKeyCredential.toJSON() without the fields that are not used. */
export const assertion = z.strictObject({
  id: base64url(1_400),
  response: z.strictObject({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: base64url(100).optional(),
  }),
});
export type Assertion = z.infer<typeof assertion>;

/** The answer of `navigator.credentials.create`. */
export const attestation = z.strictObject({
  id: base64url(1_400),
  response: z.strictObject({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z
      .array(z.string().regex(/^[\w-]{1,40}$/))
      .max(10)
      .optional(),
  }),
});
export type Attestation = z.infer<typeof attestation>;

const isOne = (fields: object) => Object.values(fields).filter((value) => value !== undefined).length === 1;
const ONE_PROOF = { error: words('Send one proof') };
export const secondFactor = z.strictObject({ code: factorCode.optional(), passkey: assertion.optional() });
export type SecondFactor = z.infer<typeof secondFactor>;

/** A passkey must sign `challenge` within `expiresIn` seconds. The answer does not depend on the user. */
export const createPasskeyChallenge = endpoint({
  method: 'POST',
  path: '/session/passkey-challenge',
  access: 'public',
  summary: 'What a passkey signs to log in or to confirm who one is.',
  response: z.object({ challenge: z.string(), rpId: z.string(), expiresIn: z.int().positive() }),
});

/** 401 INVALID_CREDENTIALS whatever is wrong with the passkey, 403 INVALID_ROLE for devices, 429 when throttled. */
export const logInWithPasskey = endpoint({
  method: 'POST',
  path: '/session/passkey',
  access: 'public',
  summary: 'Log in with a passkey, which is both factors.',
  body: assertion,
  response: loginResponse,
  refusals: ['INVALID_CREDENTIALS', 'INVALID_ROLE'],
});

/** 400 for a wrong proof, 410 when the ticket's ten minutes or five tries are used up. */
export const passSecondFactor = endpoint({
  method: 'POST',
  path: '/session/second-factor',
  access: 'ticket',
  summary: 'Finish a log-in that was answered SECOND_FACTOR_REQUIRED; its ticket is the token.',
  body: secondFactor.refine(isOne, ONE_PROOF),
  response: loginResponse,
  refusals: ['EXPIRED'],
});

export const stepUp = endpoint({
  method: 'POST',
  path: '/session/step-up',
  access: 'session',
  summary: 'Confirm who one is: calls that were answered STEP_UP_REQUIRED go through for ten minutes.',
  body: secondFactor.extend({ password: z.string().min(1).max(1_000).optional() }).refine(isOne, ONE_PROOF),
  response: ok,
});

export const passkey = z.object({
  _id: documentId,
  name: z.string(),
  /** The domain that it was made for. */
  domain: z.string(),
  createdAt: instant,
  lastUsedAt: nullableInstant,
  /** Suspended because a copy of it was used: it is not accepted any more. */
  suspendedAt: nullableInstant,
});
export type Passkey = z.infer<typeof passkey>;

export const signInOptions = z.object({
  passkeys: z.array(passkey),
  /** `off`: disabled after too many wrong codes in a row; the user must set it up again. */
  app: z.enum(['none', 'on', 'off']),
  recoveryCodes: z.int(),
  /** 'Ask for a second factor after my password'. */
  isWanted: z.boolean(),
  /** The account requires a second factor, whatever the user chose. */
  isRequired: z.boolean(),
  /** The domain of passkeys, '' where they cannot be used; and the address at which people open the application. */
  passkeyDomain: z.string(),
  publicUrl: z.string(),
});
export type SignInOptions = z.infer<typeof signInOptions>;

export const getSignIn = endpoint({
  method: 'GET',
  path: '/sign-in',
  access: 'enrolling',
  summary: 'One’s own log-in options.',
  response: signInOptions,
});
/** 409 CONFLICT for a user without a factor. */
export const updateSignIn = endpoint({
  method: 'PUT',
  path: '/sign-in',
  access: 'session',
  stepUp: 'everybody',
  summary: 'Ask for a second factor after one’s own password, or do so no more.',
  body: z.strictObject({ isWanted: z.boolean() }),
  response: ok,
  refusals: ['CONFLICT'],
});

/** The options of `navigator.credentials.create`, as PublicKeyCredential.parseCreationOptionsFromJSON takes them. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    userVerification: z.literal('required'),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']),
  }),
  attestation: z.literal('none'),
  timeout: z.int(),
});
/** 409 LIMIT_REACHED (10), or CONFLICT where passkeys cannot be used. */
export const createPasskeyOptions = endpoint({
  method: 'POST',
  path: '/sign-in/passkey-options',
  access: 'enrolling',
  stepUp: 'everybody',
  summary: 'What a browser needs to make a passkey.',
  /** True when other people can unlock the device as well: the passkey is then made on another device. */
  body: z.strictObject({ isShared: z.boolean() }),
  response: creationOptions,
  refusals: ['LIMIT_REACHED', 'CONFLICT'],
});

/** The session that a log-in's ticket has become; absent for a caller who was logged in already. */
const enrolled = ok.extend({ session: loginResponse.optional() });
export type Enrolled = z.infer<typeof enrolled>;
export const addPasskey = endpoint({
  method: 'POST',
  path: '/sign-in/passkeys',
  access: 'enrolling',
  stepUp: 'everybody',
  summary: 'Keep a passkey that the browser made.',
  body: attestation.extend({ name: requiredLine(words('Name is required'), 60).optional() }),
  response: enrolled,
  refusals: ['LIMIT_REACHED', 'CONFLICT'],
});
const passkeyParams = z.object({ passkeyId: documentId });
export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/sign-in/passkeys/:passkeyId',
  access: 'session',
  stepUp: 'everybody',
  summary: 'Give a passkey another name.',
  params: passkeyParams,
  body: z.strictObject({ name: requiredLine(words('Name is required'), 60) }),
  response: ok,
});
/** The remaining passkeys, for PublicKeyCredential.signalAllAcceptedCredentials. 409 CONFLICT for the last factor in force. */
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/sign-in/passkeys/:passkeyId',
  access: 'session',
  stepUp: 'everybody',
  summary: 'Remove a passkey.',
  params: passkeyParams,
  response: ok.extend({
    rpId: z.string(),
    userId: z.string(),
    allAcceptedCredentialIds: z.array(z.string()),
  }),
  refusals: ['CONFLICT'],
});

/** `secret` in base32, also within `url` (otpauth://). The app is in force once one of its codes was confirmed. */
export const startApp = endpoint({
  method: 'POST',
  path: '/sign-in/totp',
  access: 'enrolling',
  stepUp: 'everybody',
  summary: 'A new key for an authenticator app; in this answer only.',
  response: z.object({ secret: z.string(), url: z.string() }),
});
/** 400 for a wrong code, 410 when no secret waits for confirmation. */
export const confirmApp = endpoint({
  method: 'POST',
  path: '/sign-in/totp/confirm',
  access: 'enrolling',
  stepUp: 'everybody',
  summary: 'Confirm the app’s key with a code of it; it replaces the one before.',
  body: z.strictObject({ code: factorCode }),
  response: enrolled,
  refusals: ['EXPIRED'],
});
export const removeApp = endpoint({
  method: 'DELETE',
  path: '/sign-in/totp',
  access: 'session',
  stepUp: 'everybody',
  summary: 'Remove the authenticator app. 409 CONFLICT for the last factor in force.',
  response: ok,
  refusals: ['CONFLICT'],
});
export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/sign-in/recovery-codes',
  access: 'session',
  stepUp: 'everybody',
  summary: 'New recovery codes, in this answer only; those before are void. 409 CONFLICT without a factor.',
  response: z.object({ codes: z.array(z.string()) }),
  refusals: ['CONFLICT'],
});
