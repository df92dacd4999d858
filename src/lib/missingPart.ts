/** A part of the application that comes when it is first needed did not come: there is no connection, or a release took it away. */
const PART_MISSING = 'This part could not be loaded';

/** What to say where it should stand. */
export const missingWords = (online: boolean) => `${PART_MISSING}${online ? '' : ' because there is no connection'}.`;

/** Marks an import's failure; the rest of its message stays. */
export function asMissing(error: unknown): Error {
  const missing = error instanceof Error ? error : new Error(String(error));
  if (!isMissing(missing)) missing.message = `${PART_MISSING}. ${missing.message}`;
  return missing;
}

export const isMissing = (error: unknown) => error instanceof Error && error.message.startsWith(PART_MISSING);
