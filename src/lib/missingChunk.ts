import { t } from '@lingui/core/macro';

/**
 * The beginning of an error's message that marks a lazily loaded file that could not be loaded: there is no connection, or a release has deleted it.
 */
const CHUNK_MISSING = 'This part could not be loaded';

/** Returns the text shown in place of the component that could not be loaded. */
export const missingWords = (online: boolean) =>
  online ? t`This part could not be loaded.` : t`This part could not be loaded because there is no connection.`;

/** Marks the failure of an import; the rest of its message stays. */
export function asMissing(error: unknown): Error {
  const missing = error instanceof Error ? error : new Error(String(error));
  if (!isMissing(missing)) missing.message = `${CHUNK_MISSING}. ${missing.message}`;
  return missing;
}

/** Failures of files without which the page goes on: it does not reload for them. */
export const spared = new WeakSet<object>();

/** Returns true for an error that `asMissing` marked. */
export const isMissing = (error: unknown) => error instanceof Error && error.message.startsWith(CHUNK_MISSING);
