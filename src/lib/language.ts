import { localeOf } from '#contract/platform/languages.ts';

/** The language that is shown: its words are in words.tsx, what `Intl` makes of numbers and dates comes from here. */
let language = 'en';
const listeners = new Set<() => void>();

/** Returns the language that is shown, as a tag of BCP 47. */
export const shownLanguage = () => language;

/** Sets the language; the page says it to readers of screens, and the direction to Mantine's DirectionProvider. */
export function setLanguage(next: string, direction: 'ltr' | 'rtl') {
  language = next;
  document.documentElement.lang = next;
  document.documentElement.dir = direction;
  for (const listener of listeners) listener();
}

/** Calls a function at each change of the language. Returns what ends that. */
export function onLanguage(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns a function for what `make` makes of the language that is shown, such as a format; made once for each. `english`: which English. */
export function inLanguage<Made>(make: (language: string) => Made, english: 'en' | 'en-GB' = 'en'): () => Made {
  let made: { of: string; it: Made } | undefined;
  return () => {
    if (made?.of !== language) made = { of: language, it: make(language === 'en' ? english : localeOf(language)) };
    return made.it;
  };
}
