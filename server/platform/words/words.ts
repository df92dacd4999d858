import { existsSync, readFileSync } from 'node:fs';
import { type Language, languageOf } from '#contract/platform/languages.ts';
import { fill, type Message } from '#contract/platform/words.ts';
import { readCatalogue } from './catalogue.ts';

/** Says messages in the language of the recipient: mails, notifications and files. */
export interface Words {
  readonly language: Language;
  /** Returns a message, or an English text without values, in the language; what has no translation stays English. */
  readonly say: (said: Message | string) => string;
}

/** Returns the words of a language by translations of the English. */
export const wordsFrom = (language: Language, catalogue: ReadonlyMap<string, string>): Words => ({
  language,
  say: (said) => (typeof said === 'string' ? (catalogue.get(said) ?? said) : fill(said, language, catalogue)),
});

/** The words that were read, by language; tests put their own here. */
export const known = new Map<Language, Words>();

/** Returns the words of a language; its catalogue is read once. */
export function wordsIn(language: Language): Words {
  const words = known.get(language) ?? wordsFrom(language, translationsOf(language));
  known.set(language, words);
  return words;
}

/** Returns the words of a page for readers of whom nothing else is known, by the `accept-language` of their browser. */
export const wordsOfBrowser = ({
  'accept-language': accepted = '',
}: {
  'accept-language'?: string | undefined;
}): Words => wordsIn(languageOf(accepted.split(',').map((one) => one.split(';')[0]?.trim() ?? '')));

/** The words where no recipient has a language. */
export const ENGLISH = wordsFrom('en', new Map());

/** Returns the translations of a language. English has none, nor has a language in preparation. */
function translationsOf(language: Language): ReadonlyMap<string, string> {
  const path = new URL(`../../../words/${language}.po`, import.meta.url);
  return language === 'en' || !existsSync(path) ? new Map() : readCatalogue(readFileSync(path, 'utf8')).translations;
}
