import { readFileSync } from 'node:fs';
import PO from 'pofile';
import type { Language } from '#contract/languages.ts';
import { fill, type Message } from '#contract/words.ts';

/** Says messages in the language of the recipient: mails, notifications and files (spec/languages.md W3). */
export interface Words {
  readonly language: Language;
  /** Returns a message, or an English text without values, in the language; what has no translation stays English. */
  readonly say: (said: Message | string) => string;
}

const known = new Map<Language, Words>();

/** Returns the words of a language; its catalogue is read once. @public */
export function wordsIn(language: Language): Words {
  const words = known.get(language) ?? readWords(language);
  known.set(language, words);
  return words;
}

function readWords(language: Language): Words {
  const catalogue = language === 'en' ? new Map<string, string>() : readCatalogue(language);
  const say = (said: Message | string) =>
    typeof said === 'string' ? (catalogue.get(said) ?? said) : fill(said, language, catalogue);
  return { language, say };
}

/** Returns the translations of a PO file by their English; a context comes first, as gettext writes it. */
function readCatalogue(language: Language): Map<string, string> {
  const { items } = PO.parse(readFileSync(new URL(`../../words/${language}.po`, import.meta.url), 'utf8'));
  return new Map(
    items.flatMap(({ msgctxt, msgid, msgstr }) =>
      msgstr[0] ? [[msgctxt ? `${msgctxt}\u0004${msgid}` : msgid, msgstr[0]] as const] : [],
    ),
  );
}
