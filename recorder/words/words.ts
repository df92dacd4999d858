import { createContext, useContext, useEffect, useState } from 'react';
import type { Settings } from '../store/meta.ts';
import { en, type Words } from './en.ts';

type Language = Settings['language'];
/** English is always loaded; the others are loaded when they are chosen, and are precached. */
const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<Words>> = {
  es: async () => (await import('./es.ts')).es,
  af: async () => (await import('./af.ts')).af,
  pt: async () => (await import('./pt.ts')).pt,
};
/** Each language with its own name. */
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['es', 'Español'],
  ['af', 'Afrikaans'],
  ['pt', 'Português'],
];

export const WordsContext = createContext<Words>(en);
export const useWords = () => useContext(WordsContext);

/** Returns the words of a language; English until they have loaded. */
export function useLanguage(language: Language): Words {
  const [loaded, setLoaded] = useState<{ language: Language; words: Words }>({ language: 'en', words: en });
  useEffect(() => {
    if (language === 'en') return;
    let isWanted = true;
    LOADERS[language]().then(
      (words) => isWanted && setLoaded({ language, words }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  return language === 'en' || loaded.language !== language ? en : loaded.words;
}
