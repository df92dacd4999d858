import { inLanguage } from './language.ts';

const commas = inLanguage((language) => new Intl.ListFormat(language, { type: 'unit', style: 'short' }));

/** 'Gate A, Gate B, Packhouse' in the language that is shown. */
export const listed = (items: readonly string[]) => commas().format(items);
