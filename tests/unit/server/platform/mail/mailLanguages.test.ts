import { expect, it } from 'vitest';
import type { Language } from '#contract/platform/languages.ts';
import { msg } from '#contract/platform/words.ts';
import { signInMail } from '#server/platform/mail/templates.ts';
import { dayInFigures, dayInWords, figure } from '#server/platform/words/figures.ts';
import { wordsIn } from '#server/platform/words/words.ts';
import { useTestWords } from '../../../../support/testWords.ts';

useTestWords();

it.each<[Language, readonly string[]]>([
  ['en', ['0 are left.', '1 is left.', '2 are left.', '5 are left.']],
  ['af', ['0 is oor.', '1 is oor.', '2 is oor.', '5 is oor.']],
  ['es', ['Quedan 0.', 'Queda 1.', 'Quedan 2.', 'Quedan 5.']],
  // French counts nothing as one; Portuguese does in Brazil only.
  ['fr', ['Il en reste 0.', 'Il en reste 1.', 'Il en reste 2 autres.', 'Il en reste 5 autres.']],
  ['pt', ['Restam 0.', 'Resta 1.', 'Restam 2.', 'Restam 5.']],
])('a mail in %s counts none, one, two and five by its own plurals', (language, counted) => {
  const said = [0, 1, 2, 5].map((left) => {
    const sentence = msg('One of your recovery codes was used. {left, plural, one {# is left.} other {# are left.}}', {
      left,
    });
    const { text, html } = signInMail({ firstName: 'Uma', sentence, supportContact: '' }, wordsIn(language));
    expect(html).toContain(`<html lang="${language}">`);
    const line = text.split('\n').find((one) => /[0-9]/.test(one)) ?? '';
    expect(html).toContain(line);
    return line.slice(line.indexOf('. ') + 2);
  });
  expect(said).toEqual(counted);
});

it.each<[Language, string, string, string]>([
  ['en', 'Friday 20 November 2026', '2026-11-20', '1234.50'],
  ['af', 'Vrydag 20 November 2026', '2026-11-20', '1 234,50'],
  ['es', 'viernes, 20 de noviembre de 2026', '20/11/2026', '1234,50'],
  ['fr', 'vendredi 20 novembre 2026', '20/11/2026', '1 234,50'],
  ['pt', 'sexta-feira, 20 de novembro de 2026', '20/11/2026', '1234,50'],
])('%s has dates and numbers of its own; English ones stay as they were', (language, long, short, number) => {
  const spaced = (text: string) => text.replace(/\s/g, ' ');
  expect([dayInWords({ language }, '2026-11-20'), dayInFigures({ language }, '2026-11-20')]).toEqual([long, short]);
  expect([1234.5, '1234.50'].map((value) => spaced(figure({ language }, value, 2)))).toEqual([number, number]);
});
