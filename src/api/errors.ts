import type { Issue } from '#contract/errors.ts';
import { isMissing } from '../lib/missingChunk.ts';

export const NETWORK_ERROR = 'A network error occurred. Please try again.';
export const UNEXPECTED_ERROR = 'An unexpected error occurred';

/** The only error that `call`, `callFile` and `upload` throw. Its message can be shown as it is (spec section 8, generic mapping). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; undefined when no answer came. */
  readonly status: number | undefined;
  readonly errorCode: string | undefined;
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
      body,
    }: { status?: number; errorCode?: string; issues?: readonly Issue[]; body?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.body = body;
    this.status = status;
    this.errorCode = errorCode;
    this.issues = issues;
  }

  /** No answer came: the network failed, not the server. */
  get isNetwork() {
    return this.message === NETWORK_ERROR && this.status === undefined;
  }
}

/**
 * Returns the message for anything thrown: an ApiError's own, else the one for unexpected errors. A script that could not be loaded counts as a
 * network failure.
 */
export const messageOf = (error: unknown) =>
  error instanceof ApiError ? error.message : isMissing(error) ? NETWORK_ERROR : UNEXPECTED_ERROR;

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;

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
      : `Error '${errorCode}' occurred.`;
  const issues = 'issues' in body && Array.isArray(body.issues) ? body.issues.filter(isIssue) : [];
  return new ApiError(message, { status, errorCode, issues, body: { ...body } });
}
