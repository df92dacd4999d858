import { t } from '@lingui/core/macro';
import { inLanguage } from './language.ts';

/** Returns what separates the parts of an enumeration without 'and'. */
const comma = inLanguage((language) => {
  const [, between] = new Intl.ListFormat(language, { type: 'unit', style: 'short' }).formatToParts(['1', '2', '3']);
  return between?.value ?? ', ';
});
const conjunction = inLanguage((language) => new Intl.ListFormat(language), 'en-GB');

/** 'Gate A, Gate B, Packhouse' in the language that is shown, of those that there are. */
export const listed = (items: readonly (string | null | undefined)[]) => items.filter(Boolean).join(comma());
/** 'Gate A, Gate B and Packhouse'. */
export const listedWithAnd = (items: readonly string[]) => conjunction().format(items);
/** 'Punches: 3', with the space that the language has before a colon. */
export const labelled = (label: string, text: string) => t`${label}: ${text}`;
