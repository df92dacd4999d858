import { ApiError, issueText, messageOf } from './errors.ts';

/**
 * Returns the messages of a refused request for the fields of a form, by path; that of a conflict (409) for the field that `clash` returns of its English. Throws
 * anything that is not a refusal.
 */
export function fieldErrors(error: unknown, clash?: (message: string) => string | undefined): Record<string, string> {
  if (!(error instanceof ApiError)) throw error;
  const errors = Object.fromEntries(error.issues.map((issue) => [issue.path, issueText(issue)]));
  const clashing = error.status === 409 ? clash?.(error.message) : undefined;
  return clashing ? { ...errors, [clashing]: messageOf(error) } : errors;
}
