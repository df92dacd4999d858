import { msg, t } from '@lingui/core/macro';
import type { Issue } from '#contract/platform/errors.ts';
import type { Message } from '#contract/platform/words.ts';
import { isMissing } from '../lib/missingChunk.ts';
import { translated } from '../lib/words.tsx';

/** The words are their own keys (build/words.ts). */
export const { id: NETWORK_ERROR } = msg`A network error occurred. Please try again.`;
export const { id: UNEXPECTED_ERROR } = msg`An unexpected error occurred`;

/** The only error that `call`, `callFile` and `upload` throw. Its message is English, for comparing; `messageOf` says it (spec section 8, generic mapping). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; undefined when no answer came. */
  readonly status: number | undefined;
  readonly errorCode: string | undefined;
  /** Its message with values; without it, the English is the key. */
  readonly words: Message | undefined;
  /** The faulty fields of the request; empty unless VALIDATION_FAILED. */
  readonly issues: readonly Issue[];
  /** The whole answer, for codes with further fields. */
  readonly body: Readonly<Record<string, unknown>> | undefined;

  constructor(
    message: string,
    {
      status,
      errorCode,
      issues = [],
      words,
      body,
    }: {
      status?: number;
      errorCode?: string;
      issues?: readonly Issue[];
      words?: Message | undefined;
      body?: Record<string, unknown>;
    } = {},
  ) {
    super(message);
    this.body = body;
    this.status = status;
    this.errorCode = errorCode;
    this.issues = issues;
    this.words = words;
  }

  /** No answer came: the network failed, not the server. */
  get isNetwork() {
    return this.message === NETWORK_ERROR && this.status === undefined;
  }
}

/**
 * Returns the message for anything thrown, in the language that is shown: an ApiError's own, else the one for unexpected errors. A script that could
 * not be loaded counts as a network failure.
 */
export const messageOf = (error: unknown) =>
  translated(
    error instanceof ApiError ? (error.words ?? error.message) : isMissing(error) ? NETWORK_ERROR : UNEXPECTED_ERROR,
  );

/** Returns what an issue of a request or of a form says, in the language that is shown. */
export const issueText = ({ message, words }: { message: string; words?: Message | undefined }) =>
  translated(words ?? message);

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

/** Maps an answer that is not 2xx, given its body as text. Written without zod: the log-in page needs it before zod is there. */
export function refusal(status: number, text: string): ApiError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return new ApiError(UNEXPECTED_ERROR, { status });
  }
  if (typeof body !== 'object' || body === null || !('errorCode' in body) || typeof body.errorCode !== 'string')
    return new ApiError(UNEXPECTED_ERROR, { status });
  const { errorCode } = body;
  if (errorCode === 'PERMISSION_DENIED') return new ApiError('Permission denied.', { status, errorCode });
  const message =
    'message' in body && typeof body.message === 'string' && body.message
      ? body.message
      : t`Error '${errorCode}' occurred.`;
  const words = 'words' in body && isMessage(body.words) ? body.words : undefined;
  const issues = 'issues' in body && Array.isArray(body.issues) ? body.issues.filter(isIssue) : [];
  return new ApiError(message, {
    status,
    errorCode,
    issues,
    words,
    body: { ...body },
  });
}
