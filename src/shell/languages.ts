import { t } from '@lingui/core/macro';
import { LANGUAGES, type Language } from '#contract/platform/languages.ts';
import { shownLanguage } from '../lib/language.ts';
import { spared } from '../lib/missingChunk.ts';
import { deviceStorage } from '../lib/storage.ts';
import { showLanguage } from '../lib/words.tsx';
import { LANGUAGE_KEY, languageIn } from '../start/language.ts';
import { notify } from '../state/notices.ts';
import { session } from '../state/session.ts';
import { CATALOGUES } from './catalogues.ts';

const loadOf = (language: Language) => CATALOGUES[`/words/${language}.po`];

/** The languages that can be shown: those whose words are in the build. */
export const OFFERED = (Object.keys(LANGUAGES) as Language[]) // the keys of a constant
  .filter((language) => language === 'en' || loadOf(language));

const WORDS = Object.fromEntries(OFFERED.map((language) => [language, language]));
const languageOfDevice = () => languageIn([deviceStorage.get(LANGUAGE_KEY) ?? '', ...navigator.languages], WORDS);

/** The last language requested; its words may still be loading. */
let request: { wanted: string; shown: Promise<boolean> } = { wanted: 'en', shown: Promise.resolve(true) };

/**
 * Shows a language at once, for all that is on the page; English for one whose words are not in the build. Resolves to false where they cannot be loaded:
 * then what was shown stays, and a message says so; and where another language was requested while they loaded.
 */
export function speak(wanted: string): Promise<boolean> {
  request = { wanted, shown: load(wanted) };
  return request.shown;
}

async function load(wanted: string): Promise<boolean> {
  const language = OFFERED.find((one) => one === wanted) ?? 'en';
  const isCurrent = () => request.wanted === wanted;
  try {
    const { default: words = {}, direction } = (await loadOf(language)?.()) ?? {};
    if (isCurrent()) showLanguage(language, words, direction);
  } catch (error) {
    // English is as good: a reload would lose what is typed.
    if (error instanceof Error) spared.add(error);
    if (!isCurrent()) return false;
    document.documentElement.lang = shownLanguage();
    const { name } = LANGUAGES[language];
    notify('error', t`${name} could not be loaded. Try again when there is a connection.`);
    return false;
  }
  return isCurrent();
}

/** Shows a language that was chosen on this device, which remembers it for the log-in page. */
export async function chooseLanguage(language: Language): Promise<boolean> {
  const isShown = await speak(language);
  if (isShown) deviceStorage.set(LANGUAGE_KEY, language);
  return isShown;
}

/** The language that was chosen on the log-in page, and the username that was first tried with it. */
let chosen: { language: Language; username?: string } | null = null;

/** Shows a language that was chosen on the log-in page, which `takeChosen` keeps for the user who logs in; not one that could not be shown. */
export async function chooseBeforeLogIn(language: Language): Promise<void> {
  chosen = null;
  if (await chooseLanguage(language)) chosen = { language };
}
/** Notes who tries to log in: what one person has chosen is no other's. */
export function tryAs(username: string) {
  if (chosen) chosen.username ??= username.toLowerCase();
}
/** Returns, once, what the user who has logged in chose before on the log-in page. */
export function takeChosen(username: string): Language | null {
  const choice = chosen;
  chosen = null;
  const name = username.toLowerCase();
  return choice && (choice.username ?? name) === name ? choice.language : null;
}

/**
 * Shows the language of this tab's session, else that of the device, as the page starts (start/guard.ts): the next user is not met in the language of the
 * one who has logged out. Waits for its words, so that nothing is shown in another language first.
 */
export async function followLanguage() {
  const wanted = session.get()?.info.language ?? languageOfDevice();
  // Once for each, because a session is stored often.
  if (wanted && wanted !== request.wanted) speak(wanted);
  await request.shown;
}
