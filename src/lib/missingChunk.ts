/** The beginning of the message of an error that means: a lazily loaded file did not come. No connection, or a release took it away. */
const CHUNK_MISSING = 'This part could not be loaded';

/** Returns the text shown in place of the component that could not be loaded. */
export const missingWords = (online: boolean) => `${CHUNK_MISSING}${online ? '' : ' because there is no connection'}.`;

/** Marks an import's failure; the rest of its message stays. */
export function asMissing(error: unknown): Error {
  const missing = error instanceof Error ? error : new Error(String(error));
  if (!isMissing(missing)) missing.message = `${CHUNK_MISSING}. ${missing.message}`;
  return missing;
}

/** Returns true for an error that `asMissing` marked. */
export const isMissing = (error: unknown) => error instanceof Error && error.message.startsWith(CHUNK_MISSING);
