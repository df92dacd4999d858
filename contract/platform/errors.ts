import { z } from 'zod';
import { message } from './message.ts';

/** The error codes of all answers that are not 2xx, with their HTTP status. */
export const ERROR_STATUS = {
  VALIDATION_FAILED: 400,
  INVALID_DOCUMENT_ID: 400,
  DATE_OUT_OF_RANGE: 400,
  INVALID_BACKUP: 400,
  INVALID_TOKEN: 400,
  INVALID_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  SESSION_EXPIRED: 401,
  SESSION_REPLACED: 401,
  PERMISSION_DENIED: 401,
  SYSTEM_NOT_ALLOWED: 403,
  INVALID_ROLE: 403,
  STEP_UP_REQUIRED: 403,
  OUT_OF_SCOPE: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  CONFLICT: 409,
  /** The record has changed since the caller read it. */
  OUTDATED: 409,
  LIMIT_REACHED: 409,
  OWNED_BY_SYSTEM: 409,
  PERIOD_LOCKED: 409,
  OWN_RECORD: 409,
  EXPIRED: 410,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;
export const errorCode = z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]); // the keys of a constant

/** The error of one field of a refused request: the field's path and the message; `words` as in apiError. */
export const issue = z.object({ path: z.string(), message: z.string(), words: message.optional() });
export type Issue = z.infer<typeof issue>;

/**
 * The next step of a log-in whose password was right: a ticket for the calls that complete it, the seconds that it is valid, whether a factor is
 * asked for or must be set up first, and which factors the user has.
 */
export const pendingLogIn = z.object({
  ticket: z.string(),
  expiresIn: z.int().positive(),
  need: z.enum(['prove', 'enrol']),
  methods: z.array(z.enum(['passkey', 'app', 'recovery'])),
});
export type PendingLogIn = z.infer<typeof pendingLogIn>;

/** The body of every answer that is not 2xx. People read `message`, which is English; programs read `errorCode`. */
export const apiError = z.object({
  errorCode: z.string(),
  message: z.string().optional(),
  /** The message by its key and values, for other languages, where it has values; without it `message` is itself the key. */
  words: message.optional(),
  issues: z.array(issue).optional(),
  /** With SECOND_FACTOR_REQUIRED only. */
  secondFactor: pendingLogIn.optional(),
});
export type ApiErrorBody = z.infer<typeof apiError>;
