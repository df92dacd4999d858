/** Tells whether an error says that a file or folder does not exist; one that cannot be read is another matter. */
export const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
