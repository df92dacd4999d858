/**
 * The languages of people, each by its own name. `checkedBy`: the native speaker who checked the translation; null: nobody yet,
 * which its settings say. English is the source. Without Zod, because the log-in page offers them.
 */
export const LANGUAGES = {
  en: { name: 'English', checkedBy: 'the source' },
  af: { name: 'Afrikaans', checkedBy: null },
  es: { name: 'Español', checkedBy: null },
  fr: { name: 'Français', checkedBy: null },
  pt: { name: 'Português', checkedBy: null },
} as const;
export type Language = keyof typeof LANGUAGES;

/** Returns the tag by which `Intl` writes numbers, dates and plurals of a language: 'pt' alone would be Brazil's, but the words are Portugal's. */
export const localeOf = (language: string): string => (language === 'pt' ? 'pt-PT' : language);

const isLanguage = (code: string | undefined): code is Language => code !== undefined && Object.hasOwn(LANGUAGES, code);

/** Returns the first of some BCP 47 tags whose language is known, whatever its region; English if none is. */
export const languageOf = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? 'en';
