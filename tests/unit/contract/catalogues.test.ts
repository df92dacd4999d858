import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import PO from 'pofile';
import { expect, test } from 'vitest';
import { filled, type Part, partsOf } from '#contract/icu.ts';

/** Every translation, filled as it is shown: nothing of ICU is left, and it says what the English says (spec/languages.md, Cases). */
const COUNTS = [0, 1, 2, 5];
/** Translations say one as a word ('the first person'), or have another plural's element for nothing (French counts it as one). */
const OTHERWISE = ['The first # people', 'The first {0, plural, one {# line}', 'Print {2} badges'];
/** No quotation mark of a language. */
const shown = (name: string) => `⟦${name}⟧`;

type Value = Exclude<Part, string | { count: true } | { element: string }>;
const valuesIn = (parts: readonly Part[]): Value[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string' || 'count' in part) return [];
    if ('inside' in part) return valuesIn(part.inside);
    return [part, ...Object.values(part.cases ?? {}).flatMap(valuesIn)];
  });

/** Returns samples of the values that a message has, by name: each number and each choice once. */
function samplesOf(message: string, translation: string) {
  const values = [message, translation].flatMap((text) => valuesIn(partsOf(text)));
  const named = (...kinds: string[]) =>
    new Set(values.flatMap(({ kind, value }) => (kinds.includes(kind) ? value : [])));
  const [numbers, dates] = [named('plural', 'selectordinal'), named('date', 'date, long')];
  const choices = Map.groupBy(values, ({ kind, value }) => (kind === 'select' ? value : null));
  choices.delete(null);
  const longest = Math.max(1, ...[...choices.values()].map((of) => Object.keys(of[0]?.cases ?? {}).length));
  return Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
    (numbers.size > 0 ? COUNTS : [0]).map((count) => ({
      count: numbers.size > 0 ? count : null,
      value(name: string) {
        if (numbers.has(name)) return `${count}`;
        if (dates.has(name)) return '2026-11-16';
        const [choice] = choices.get(name) ?? [];
        return choice ? (Object.keys(choice.cases ?? {})[at] ?? 'other') : shown(name);
      },
    })),
  );
}

const isBalanced = (text: string) => text.split('{').length === text.split('}').length;

/** Returns what is wrong with a translation, however its values are. */
function faultsOf(language: string, message: string, translation: string): string[] {
  return samplesOf(message, translation).flatMap(({ count, value }) => {
    const said = (text: string, as: string) => filled(partsOf(text), { language: as, value }).join('');
    const [english, words] = [said(message, 'en'), said(translation, language)];
    const numberIn = (text: string) => count === null || new RegExp(`(?<!\\d)${count}(?!\\d)`).test(text);
    const isOtherwise = count !== null && count < 2 && OTHERWISE.some((one) => message.includes(one));
    const faults = [
      // What follows a brace too many is never shown.
      !isBalanced(translation) && 'a brace too many',
      /[{}]|<\/?\d|NaN/.test(words) && 'ICU is left',
      !words.trim() && english.trim() && 'empty',
      [...english.matchAll(/⟦\w+⟧/g)].some(([one]) => !words.includes(one)) && !isOtherwise && 'without a value',
      numberIn(english) && !numberIn(words) && !isOtherwise && `without ${count}`,
    ];
    return faults.flatMap((fault) => (fault ? `${fault}: ${english}: ${words}` : []));
  });
}

test.each(globSync('{words,recorder/words}/{af,es,fr,pt}.po'))('%s is filled whole', (path) => {
  const language = basename(path, '.po');
  const { items } = PO.parse(readFileSync(path, 'utf8'));
  expect(items.length).toBeGreaterThan(100);
  expect(items.flatMap(({ msgid, msgstr }) => faultsOf(language, msgid, msgstr[0] ?? ''))).toEqual([]);
});

test.each([
  ['fr', '{n, plural, one {# day} other {# days}}', '{n, plural, one {un jour} other {# jours}}'],
  ['es', '{n, plural, one {# day} other {# days}}', '{n, plural, one {# día} other {}}'],
  ['pt', 'Ask {name}', 'Peça'],
  ['af', '{n, plural, one {# day} other {# days}} of {name}', '{n, plural, one {# dag} other {# dae van {name}}}'],
  ['es', 'Ask {name}', 'Pida {name}}'],
])('a fault in %s is found: %s', (language, message, translation) => {
  expect(faultsOf(language, message, translation)).not.toEqual([]);
});
