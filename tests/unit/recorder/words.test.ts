import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import PO from 'pofile';
import { describe, expect, it } from 'vitest';
import { type Part, partsOf } from '#contract/platform/icu.ts';
import { LANGUAGES } from '#contract/platform/languages.ts';
import { fill } from '#contract/platform/words.ts';

/** The Recorder's translations; that each language has every message is tested with the other catalogues' (messages.test.ts). */
const catalogueOf = (language: string) =>
  new Map(
    PO.parse(readFileSync(`recorder/words/${language}.po`, 'utf8')).items.map(({ msgid, msgstr }) => [
      msgid,
      msgstr[0] ?? '',
    ]),
  );
const TRANSLATED = Object.keys(LANGUAGES).filter((language) => language !== 'en');
const COUNTS = [0, 1, 2, 5];

const pluralsIn = (parts: readonly Part[]): (readonly string[])[] =>
  parts.flatMap((part) =>
    typeof part === 'object' && 'value' in part && part.cases
      ? [Object.keys(part.cases), ...Object.values(part.cases).flatMap(pluralsIn)]
      : [],
  );

it('has a catalogue for each language of people, and for no other', () => {
  const found = globSync('recorder/words/*.po').map((path) => basename(path, '.po'));
  expect(found.filter((language) => language !== 'en').sort()).toEqual(TRANSLATED.sort());
});

describe.each(TRANSLATED)('in %s', (language) => {
  const catalogue = catalogueOf(language);
  it('each plural has the forms that 0, 1, 2 and 5 take, and says the number', () => {
    const rules = new Intl.PluralRules(language);
    let plurals = 0;
    for (const [english, translated] of catalogue) {
      // 'Sending #': nothing but the number's own form depends on the count.
      const isAlone = pluralsIn(partsOf(english)).every((forms) => forms.length === 1);
      for (const forms of pluralsIn(partsOf(translated))) {
        plurals += 1;
        for (const count of COUNTS) {
          const form = isAlone && forms.length === 1 ? 'other' : rules.select(count);
          expect(forms, `${english}: ${count}`).toContain(form);
          const values = Object.fromEntries(
            [...english.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, count] as const),
          );
          expect(fill({ id: english, values }, language, catalogue)).toContain(`${count}`);
        }
      }
    }
    expect(plurals).toBeGreaterThan(8);
  });
  it('a sentence differs from English', () => {
    for (const [english, translated] of catalogue) if (english.length > 20) expect(translated).not.toBe(english);
  });
});

it.each([
  ['af', 'Battery 9 %, 0 rekords wag', 'Battery 9 %, 1 rekord wag', 'Battery 9 %, 2 rekords wag'],
  ['es', 'Batería 9 %, 0 registros esperan', 'Batería 9 %, 1 registro espera', 'Batería 9 %, 2 registros esperan'],
  // French counts nothing as one.
  [
    'fr',
    'Batterie 9 %, 0 enregistrement attend',
    'Batterie 9 %, 1 enregistrement attend',
    'Batterie 9 %, 2 enregistrements attendent',
  ],
])('counts in %s', (language, ...texts) => {
  const id = 'Battery {percent} %, {records, plural, one {# record waits} other {# records wait}}';
  const catalogue = catalogueOf(language);
  const said = [0, 1, 2].map((records) => fill({ id, values: { percent: 9, records } }, language, catalogue));
  expect(said.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(texts);
});
