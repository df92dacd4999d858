import { translated } from './words.tsx';

/** Returns the key of a lookup entry in a chart. Codes are free text, and must not look like a path there. */
export const lookupKey = (code: string | null) =>
  code === null ? 'none' : `code ${encodeURIComponent(code).replaceAll('.', '%2E')}`;

/** Returns the name of a lookup entry: the account's own, or '(none)' in the language that is shown where there is no entry. */
export const lookupName = (code: string | null, description: string) =>
  code === null ? translated(description) : description;
