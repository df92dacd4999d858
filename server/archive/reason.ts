/** Returns the message of an error, short enough for a line on a page. */
export const reason = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 120);
