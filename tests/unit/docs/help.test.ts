import { globSync, readFileSync } from 'node:fs';
import { parse } from 'pofile';
import { expect, test } from 'vitest';
import { FIGURE_RULES } from '#src/features/figures/figures/rules.ts';
import { helpPath } from '#src/shell/help.ts';
import { HELP } from '#src/shell/helpPages.ts';
import { ruleHelp } from '#src/shell/ruleHelp.ts';
import { readHelp } from '../../../build/help/pages.ts';

const { start, groups } = readHelp('.');
const pages = groups.flatMap((group) => group.pages);
const guide = pages.filter(({ source }) => source.startsWith('docs/guide/'));

test('the start page lists every page of the guide and of the reference', () => {
  const sources = [start, ...pages].map(({ source }) => source);
  expect(sources.sort()).toEqual(globSync('docs/{guide,reference}/*.md').sort());
});

test('every section that the application links to is there', () => {
  const sections = pages.flatMap(({ href, sections: own }) => [href, ...own.map(({ id }) => `${href}#${id}`)]);
  const linked = [...Object.values(HELP).map(helpPath), ...FIGURE_RULES.map(({ number }) => ruleHelp(number))];
  expect(linked.filter((href) => !sections.includes(href))).toEqual([]);
});

test('links lead to pages of the help, and to nothing that is not in it', () => {
  // The layouts of payroll files follow pages of the payroll programs.
  const own = [start, ...pages].filter(({ source }) => source !== 'docs/reference/payroll-layouts.md');
  const targets = own.flatMap(({ sections }) =>
    sections.flatMap(({ html }) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)),
  );
  expect(targets.length).toBeGreaterThan(50);
  expect(targets.filter((href) => !/^(\/help\/|#)/.test(href))).toEqual([]);
});

test('every page of the guide says for which readers it is, and ends with what to do if something is wrong', () => {
  expect(guide.length).toBeGreaterThan(12);
  for (const { source, sections } of guide) {
    expect(sections[0]?.html, source).toMatch(/<p>For [^.]+\. You get /);
    expect(sections.at(-1)?.title, source).toBe('If something is not as you expect');
  }
});

/** Texts of the screens, in small letters; a name or number in one is an ellipsis in the guide. */
const words = ['words/es.po', 'recorder/words/es.po']
  .flatMap((path) => parse(readFileSync(path, 'utf8')).items.map(({ msgid }) => msgid.replaceAll(/<\/?\d+\/?>/g, '')))
  .join('\n')
  .toLowerCase();

test.each(guide.map(({ source }) => source))('%s uses the words of the screens', (source) => {
  const said = [...readFileSync(source, 'utf8').matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map(([, text = '']) => text);
  const parts = said.flatMap((text) => text.toLowerCase().split(/\s*…\s*/));
  expect(parts.filter((text) => !words.includes(text.replace(/[?.:,]$/, '')))).toEqual([]);
});
