import { t } from '@lingui/core/macro';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { shownLanguage } from '../lib/language.ts';
import { spared } from '../lib/missingChunk.ts';
import { deviceStorage } from '../lib/storage.ts';
import { showLanguage } from '../lib/words.tsx';
import { LANGUAGE_KEY } from '../start/language.ts';
import { notify } from '../state/notices.ts';
import { session } from '../state/session.ts';
import { CATALOGUES } from './catalogues.ts';

const loadOf = (language: Language) => CATALOGUES[`/words/${language}.po`];

/** The languages that can be shown: those whose words are in the build. */
export const OFFERED = (Object.keys(LANGUAGES) as Language[]) // the keys of a constant
  .filter((language) => language === 'en' || loadOf(language));

/** The language that was asked for last, whose words may still be loading. */
let asked: { wanted: string; shown: Promise<boolean> } = { wanted: 'en', shown: Promise.resolve(true) };

/**
 * Shows a language at once, for all that is on the page; English for one whose words are not in the build. Resolves to false where they cannot be loaded:
 * then what was shown stays, and a message says so (spec/languages.md W5); and where another language was asked for while they loaded.
 */
export function speak(wanted: string): Promise<boolean> {
  asked = { wanted, shown: load(wanted) };
  return asked.shown;
}

async function load(wanted: string): Promise<boolean> {
  const language = OFFERED.find((one) => one === wanted) ?? 'en';
  const isAsked = () => asked.wanted === wanted;
  try {
    const { default: words = {}, direction } = (await loadOf(language)?.()) ?? {};
    if (isAsked()) showLanguage(language, words, direction);
  } catch (error) {
    // English is as good: a reload would lose what is typed.
    if (error instanceof Error) spared.add(error);
    if (!isAsked()) return false;
    document.documentElement.lang = shownLanguage();
    const { name } = LANGUAGES[language];
    notify('error', t`${name} could not be loaded. Try again when there is a connection.`);
    return false;
  }
  return isAsked();
}

/** Shows a language that was chosen on this device, which remembers it for the log-in page. */
export async function chooseLanguage(language: Language): Promise<boolean> {
  const isShown = await speak(language);
  if (isShown) deviceStorage.set(LANGUAGE_KEY, language);
  return isShown;
}

/** The language that was chosen on the log-in page, until a user logs in there. */
let chosenBeforeLogIn: Language | null = null;
/** Shows a language that was chosen on the log-in page; `takeChosen` says which, once. */
export function chooseBeforeLogIn(language: Language): Promise<boolean> {
  chosenBeforeLogIn = language;
  return chooseLanguage(language);
}
export function takeChosen(): Language | null {
  const chosen = chosenBeforeLogIn;
  chosenBeforeLogIn = null;
  return chosen;
}

/**
 * Shows the language of this tab's session, else the one in which the page has started (start/guard.ts). Waits for its words, so that nothing is shown in
 * another language first.
 */
export async function followLanguage() {
  const wanted = session.get()?.info.language ?? document.documentElement.lang;
  // Once for each, because a session is stored often.
  if (wanted && wanted !== asked.wanted) speak(wanted);
  await asked.shown;
}
