import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import PO from 'pofile';
import { expect, test } from 'vitest';
import { filled, type Part, partsOf } from '#contract/platform/icu.ts';

/** Every translation, filled as it is shown: nothing of ICU is left, and it says what the English says. */
const COUNTS = [0, 1, 2, 5];
/** Translations say one as a word ('the first person'), or have another plural's element for nothing (French counts it as one). */
const OTHERWISE = ['The first # people', 'The first # lines', 'Print {2} badges'];
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

const ENGLISH = [
  ...new Set(
    globSync('{words,recorder/words}/af.po').flatMap((path) =>
      PO.parse(readFileSync(path, 'utf8')).items.map(({ msgid }) => msgid),
    ),
  ),
];
/** Returns an English message where each of its numbers is one. */
const ofOne = (message: string) =>
  samplesOf(message, message)
    .filter(({ count }) => count === 1)
    .map(({ value }) => filled(partsOf(message), { language: 'en', value }).join(''));

test('English of one thing has no noun and no verb of several', () => {
  expect(ENGLISH.length).toBeGreaterThan(1_000);
  const wrong = /(?<![\d.,:] ?)\b1 (?!is\b|was\b|as\b|stays\b)[a-z-]+s\b|\b1 [a-z]+ (?:are|have|hold|wait)\b/;
  expect(ENGLISH.flatMap(ofOne).filter((text) => wrong.test(text))).toEqual([]);
});

/** Of more than one always: limits, which are constants, the first of more, and words. */
const NEVER_ONE = /^(?:most|max|length|least|tries|ratio|kinds|MAX_\w+)$/;
const OF_MORE = ['it has {count} entries', 'The first {0} of {1}'];
const COUNTED =
  /\{(\w+)\} (?:alerts|characters|employees|entries|exceptions|groups|lines|people|records|rows|seconds|slots|times)\b/g;

test('English counts things by plurals', () => {
  const found = ENGLISH.filter((message) =>
    [...message.matchAll(COUNTED)].some(
      ([, name = '']) => !NEVER_ONE.test(name) && !message.includes(`{${name}, plural`),
    ),
  );
  expect(found.filter((message) => !OF_MORE.some((one) => message.startsWith(one)))).toEqual([]);
});

test.each([
  ['in {name}: move them first', '1 employee is in ⟦name⟧: move them first.'],
  ['in it: move them first', '1 employee is in it: move them first'],
  ['Tick that they are left out', '1 line is refused. Tick that it is left out, or correct it first.'],
  ['exceptions now', 'There is 1 exception now.'],
  ['backups of this account', 'A restore of it asks to erase again.'],
  ['lines more than are shown', '1 line more than is shown'],
  ['of {maxAlerts', 'of 1 alert used'],
  ['older than 45 days: they', '1 older than 45 days: it waits until it is accepted'],
  ['terminals are asked', '1 terminal is asked for what it still holds.'],
  ['records of {account} wait here', 'waits here. Save it or remove it first.'],
  ['DELETE', 'DELETE 1 RECORD'],
])('of one, %j is %j', (part, said) => {
  const found = ENGLISH.filter((message) => message.includes(part)).flatMap(ofOne);
  expect(found.length).toBeGreaterThan(0);
  for (const text of found) expect(text).toContain(said);
});
