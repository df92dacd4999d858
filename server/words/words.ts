import { existsSync, readFileSync } from 'node:fs';
import PO from 'pofile';
import { type Language, languageOf } from '#contract/languages.ts';
import { fill, type Message } from '#contract/words.ts';

/** Says messages in the language of the recipient: mails, notifications and files (spec/languages.md W3). */
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
  const words = known.get(language) ?? wordsFrom(language, readCatalogue(language));
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

/** Returns the translations of a PO file by their English; a context comes first, as gettext writes it. English has none, nor has a language in preparation. */
function readCatalogue(language: Language): Map<string, string> {
  const path = new URL(`../../words/${language}.po`, import.meta.url);
  if (language === 'en' || !existsSync(path)) return new Map();
  const { items } = PO.parse(readFileSync(path, 'utf8'));
  return new Map(
    items.flatMap(({ msgctxt, msgid, msgstr }) =>
      msgstr[0] ? [[msgctxt ? `${msgctxt}\u0004${msgid}` : msgid, msgstr[0]] as const] : [],
    ),
  );
}
