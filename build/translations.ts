import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import PO from 'pofile';
import { type Part, partsOf } from '../contract/platform/icu.ts';
import { LANGUAGES, localeOf } from '../contract/platform/languages.ts';
import { namesIn } from './said.ts';

/** The messages of a PO file by context and English text, with their translations. */
export type Messages = ReadonlyMap<string, string>;

export const messagesOf = (po: string): Messages =>
  new Map(PO.parse(po).items.map(({ msgctxt, msgid, msgstr }) => [`${msgctxt ?? ''}|${msgid}`, msgstr[0] ?? '']));
export const readMessages = (path: string) => messagesOf(readFileSync(path, 'utf8'));

/** Writes the English messages anew to words/en.po and recorder/words/en.po, which git ignores. */
export const extractEnglish = () =>
  execFileSync('npm', ['run', 'words', '--', '--locale', 'en'], { stdio: ['ignore', 'ignore', 'inherit'] });

/** Returns the translations, the application's and the Recorder's, with the English of each; drafts of languages that are not offered too. */
export const catalogues = () =>
  globSync(['words/**/*.po', 'recorder/words/**/*.po'])
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => basename(path) !== 'en.po')
    .map((path) => ({
      path,
      language: basename(path, '.po'),
      isOffered: basename(path, '.po') in LANGUAGES && basename(dirname(path)) === 'words',
      english: path.startsWith('recorder/') ? 'recorder/words/en.po' : 'words/en.po',
    }));

const placeholders = (message: string) => [
  ...namesIn(message),
  ...[...message.matchAll(/<\/?\d+\/?>/g)].map(([one]) => one),
];

/** Returns the English messages that have no translation. */
export const missingIn = (translated: Messages, english: Messages) =>
  [...english.keys()].filter((key) => !translated.get(key));

/** Returns the messages whose translation lacks a value or an element of the English, or has a plural that the language cannot choose from. */
export const wrongIn = (translated: Messages, english: Messages, language: string) =>
  [...english.keys()].filter((key) => {
    const words = translated.get(key);
    if (!words) return false;
    const has = placeholders(words);
    return (
      !placeholders(key).every((one) => has.includes(one)) || !partsOf(words).every((part) => isRight(part, language))
    );
  });

function isRight(part: Part, language: string): boolean {
  if (typeof part === 'string' || 'count' in part) return true;
  if ('inside' in part) return part.inside.every((one) => isRight(one, language));
  if (!part.cases || !/^(plural|select|selectordinal)$/.test(part.kind)) return true;
  const areRight = Object.values(part.cases).every((inside) => inside.every((one) => isRight(one, language)));
  if (part.kind === 'select') return areRight;
  const type = part.kind === 'selectordinal' ? 'ordinal' : 'cardinal';
  const forms: readonly string[] = new Intl.PluralRules(localeOf(language), { type }).resolvedOptions()
    .pluralCategories;
  const isForm = (name: string) => name.startsWith('=') || forms.includes(name);
  return areRight && 'other' in part.cases && Object.keys(part.cases).every(isForm);
}
