import type { Catalogue } from '../lib/words.tsx';

/**
 * The words of each language by the path of its PO file, which is a file of its own in the build too (build/words.ts), loaded when the language is shown.
 * Without those of English, which are in the code; git ignores their file.
 */
export const CATALOGUES = import.meta.glob<{ default: Catalogue; direction?: 'rtl' }>(['/words/*.po', '!/words/en.po']);
