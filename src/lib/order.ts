import { inLanguage } from './language.ts';

const natural = inLanguage((language) => new Intl.Collator(language, { numeric: true, sensitivity: 'base' }));

/** Orders text as people do: '9' before '10', ignoring accents and case. */
export const naturalOrder = (a: string, b: string) => natural().compare(a, b);
