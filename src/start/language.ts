/** The language that was chosen last on this device; `shell/languages.ts` writes it. */
export const LANGUAGE_KEY = 'tb.language';

/**
 * Returns the first of some BCP 47 tags whose words the build has, whatever its region; English if there is none. `words`: the
 * files of the other languages.
 */
export const languageIn = (tags: readonly string[], words: { readonly [language: string]: string }): string =>
  tags.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '').find((language) => language === 'en' || words[language]) ??
  'en';
