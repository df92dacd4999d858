import { translated } from './words.tsx';

/** Returns the name of a lookup entry: the account's own, or '(none)' in the language that is shown where there is no entry. */
export const lookupName = (code: string | null, description: string) =>
  code === null ? translated(description) : description;
