/** Says whether the database can store a text: JSON can carry NUL and half a surrogate pair, which are in no character of PostgreSQL. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Returns a text without what cannot be stored. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');
