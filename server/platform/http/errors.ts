import type { FastifyInstance, FastifyReply } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { INVALID_DOCUMENT_ID } from '#contract/platform/common.ts';
import {
  type ApiErrorBody,
  ERROR_STATUS,
  type ErrorCode,
  type Issue,
  type PendingLogIn,
} from '#contract/platform/errors.ts';
import { english, type Message, msg, saidBy, words } from '#contract/platform/words.ts';
import { DatabaseUnavailable, isReadOnly } from '../db/errors.ts';

/** The one expected failure: a refusal with a code of the contract. Anything else that is thrown is a bug and becomes a 500. */
export class Refusal extends Error {
  readonly errorCode: ErrorCode;
  readonly issues: Issue[] | undefined;
  /** The message by its key and values, where it has values. */
  readonly words: Message | undefined;
  /** Seconds until the caller may try again. */
  readonly retryAfter: number | undefined;
  /** Set with SECOND_FACTOR_REQUIRED. */
  readonly secondFactor: PendingLogIn | undefined;
  constructor(
    errorCode: ErrorCode,
    said: string | Message,
    details: { issues?: Issue[]; retryAfter?: number; secondFactor?: PendingLogIn } = {},
  ) {
    super(english(said));
    this.words = typeof said === 'string' ? undefined : said;
    this.errorCode = errorCode;
    this.issues = details.issues;
    this.retryAfter = details.retryAfter;
    this.secondFactor = details.secondFactor;
  }
  /** Its words, for another refusal with the same. */
  get said(): string | Message {
    return this.words ?? this.message;
  }
}

/** Also for another account's documents, so that the answer does not reveal that they exist. */
export const notFound = (said: string | Message) => new Refusal('NOT_FOUND', said);
export const permissionDenied = () => new Refusal('PERMISSION_DENIED', words('Permission denied.'));
/** Returns the refusal of one field, in the form of the schema's own. */
export const invalid = (path: string, said: string | Message) =>
  new Refusal('VALIDATION_FAILED', said, { issues: [issueOf(path, said)] });
/** Returns the issue of one field. */
export const issueOf = (path: string, said: string | Message): Issue => ({
  path,
  message: english(said),
  ...(typeof said !== 'string' && { words: said }),
});
export const conflict = (said: string | Message) => new Refusal('CONFLICT', said);
/** Returns the refusal of a change to a record that has changed since the caller read it. */
export const outdated = () => new Refusal('OUTDATED', words('Someone changed this while you were editing.'));
/** Returns the refusal of a value that must be unique and is taken; `path` names the field. */
export const alreadyExists = (path: string, said: string | Message) =>
  new Refusal('ALREADY_EXISTS', said, { issues: [issueOf(path, said)] });
export const tooMany = (
  retryAfter: number,
  said: string | Message = words('Too many attempts. Please wait and try again.'),
) => new Refusal('TOO_MANY_REQUESTS', said, { retryAfter });

const CUT_SHORT = words('The request was cut short.');
const FASTIFY_REFUSALS: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', words('Send JSON with content-type application/json.')],
  FST_REQ_FILE_TOO_LARGE: ['TOO_LARGE', words('The file is too large.')],
  FST_FILES_LIMIT: ['TOO_LARGE', words('Send one file.')],
  FST_PARTS_LIMIT: ['TOO_LARGE', words('Send one file and nothing else.')],
  FST_FIELDS_LIMIT: ['TOO_LARGE', words('Send one file and nothing else.')],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['UNSUPPORTED_MEDIA_TYPE', words('Send the file as multipart/form-data.')],
  FST_MP_PREMATURE_CLOSE: ['VALIDATION_FAILED', CUT_SHORT],
  FST_PROTO_VIOLATION: ['VALIDATION_FAILED', words('The request could not be read.')],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['VALIDATION_FAILED', words('The request has no body.')],
  FST_ERR_CTP_INVALID_JSON_BODY: ['VALIDATION_FAILED', words('The body is not JSON.')],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['VALIDATION_FAILED', words('The content-length does not match the body.')],
};

/** Reading still works; an operator must free space or, where the database is a replica, point the server at the primary. */
const DISK_FULL = words('The disk is full: nothing can be saved until there is room.');

/** Returns a failure in the form for the caller; undefined for a bug. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isReadOnly(error)) return new Refusal('UNAVAILABLE', DISK_FULL, { retryAfter: 60 });
  if (error instanceof DatabaseUnavailable)
    return new Refusal('UNAVAILABLE', words('The database cannot be reached. Please try again.'), { retryAfter: 5 });
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation
      .slice(0, 50)
      .map(({ instancePath, message }) =>
        issueOf(instancePath.split('/').filter(Boolean).join('.'), saidBy(message ?? 'Invalid')),
      );
    const [first] = issues;
    if (issues.some(({ message }) => message === INVALID_DOCUMENT_ID))
      return new Refusal('INVALID_DOCUMENT_ID', INVALID_DOCUMENT_ID, { issues });
    return new Refusal('VALIDATION_FAILED', first ? named(first) : words('Invalid request'), { issues });
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code && FASTIFY_REFUSALS[code]) return new Refusal(...FASTIFY_REFUSALS[code]);
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400)
    return new Refusal('VALIDATION_FAILED', words('The body is not JSON.'));
  return undefined;
}

/** Returns what an issue says, with its field where zod's own words do not tell it, for programmers. */
const named = ({ path, message, words: given }: Issue): string | Message =>
  path && /^(Invalid|Expected|Required|Unrecognized)/.test(message) ? `${path}: ${message}` : (given ?? message);

function sendRefusal(reply: FastifyReply, refusal: Refusal) {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(refusal.retryAfter)));
  const body: ApiErrorBody = {
    errorCode: refusal.errorCode,
    message: refusal.message,
    ...(refusal.words && { words: refusal.words }),
    ...(refusal.issues && { issues: refusal.issues }),
    ...(refusal.secondFactor && { secondFactor: refusal.secondFactor }),
  };
  return reply
    .code(ERROR_STATUS[refusal.errorCode])
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** The log's marker of a refusal that the contract does not declare: the tests' server fails on it (tests/support/testApp.ts). */
export const UNDECLARED = 'undeclared refusal';

/** Returns the refusal of a body that is larger than its call takes. */
const tooLong = (error: unknown, bodyLimit = 0) =>
  error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    ? new Refusal(
        'TOO_LARGE',
        msg('The request is larger than {most} MB.', { most: Math.round(bodyLimit / 10_485.76) / 100 }),
      )
    : undefined;

/** Answers every failure under /v2 as {errorCode, message, issues?}, without a stack trace. */
export function registerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    // A client that hangs up while sending is no failure of the server: nothing is logged, and it is no 5xx.
    const isCutShort = request.raw.destroyed && !request.raw.complete;
    const refusal = isCutShort
      ? new Refusal('VALIDATION_FAILED', CUT_SHORT)
      : (tooLong(error, request.routeOptions.bodyLimit) ?? refusalOf(error));
    if (!refusal) request.log.error({ err: error }, 'unexpected failure');
    const sent = refusal ?? new Refusal('INTERNAL', words('An unexpected error occurred'));
    const { method, url, config } = request.routeOptions;
    if (config.refusals?.includes(sent.errorCode) === false && !reply.raw.destroyed)
      request.log.warn({ method, route: url, errorCode: sent.errorCode }, UNDECLARED);
    return sendRefusal(reply, sent);
  });
  app.setNotFoundHandler((_request, reply) =>
    sendRefusal(reply, new Refusal('NOT_FOUND', words('There is no such call.'))),
  );
}
