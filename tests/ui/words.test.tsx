import { msg, plural, t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { logIn } from '#contract/access/session.ts';
import { line, wallTime } from '#contract/platform/common.ts';
import { fill } from '#contract/platform/words.ts';
import { ApiError, messageOf, NETWORK_ERROR, refusal } from '#src/api/errors.ts';
import { fieldErrors } from '#src/api/issues.ts';
import { effectOf } from '#src/lib/effects.ts';
import { count, percent, units } from '#src/lib/figures.ts';
import { labelled } from '#src/lib/lists.ts';
import { lookupName } from '#src/lib/lookups.ts';
import { showLanguage, translated } from '#src/lib/words.tsx';
import { dayLabel, shortDay, weekdayName } from '#src/lib/zoned.ts';
import { checkedBy } from '#src/ui/checkedBy.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { literalsIn, showEnglish, showPseudo } from '#tests/support/pseudo.ts';
import { renderApp, renderWith } from '#tests/support/ui.tsx';

afterEach(() => act(showEnglish));

const shifts = (n: number) => t`${plural(n, { 0: 'No shifts', one: '# shift', other: '# shifts' })} left`;
const STATES = { open: msg`Open`, opened: msg({ message: 'Open', context: 'verb' }) };

test('the code has the English text', () => {
  const name = 'Sunny {0} <0>Farm</0>';
  expect(t`'${name}' was deleted. Don't worry`).toBe("'Sunny {0} <0>Farm</0>' was deleted. Don't worry");
  expect([0, 1, 2, 5, 1_234].map(shifts)).toEqual([
    'No shifts left',
    '1 shift left',
    '2 shifts left',
    '5 shifts left',
    '1,234 shifts left',
  ]);
  expect(t(STATES.opened)).toBe('Open');
});

test('a catalogue has its own plurals and order; what it lacks is English', () => {
  showLanguage('pl', {
    '{n, plural, =0 {No shifts} one {# shift} other {# shifts}} left':
      'Pozostało {n, plural, =0 {zero zmian} one {# zmiana} few {# zmiany} other {# zmian}}',
    'verb\u0004Open': 'Otwórz',
  });
  expect([0, 1, 2, 5].map(shifts)).toEqual([
    'Pozostało zero zmian',
    'Pozostało 1 zmiana',
    'Pozostało 2 zmiany',
    'Pozostało 5 zmian',
  ]);
  expect([t(STATES.open), t(STATES.opened)]).toEqual(['Open', 'Otwórz']);
  expect([count(12_345), units('1234.5'), dayLabel('2026-11-03')]).toEqual(['12\u00a0345', '1234,50', '3 lis 2026']);
});

test('what a server says is no message, whatever is in it, unless the catalogue has it', () => {
  const texts = [
    'constructor',
    '__proto__',
    'toString',
    '{n, plural, one {#} other {#}} <0>{name}</0> # 100 % \u202eabc',
    '{',
  ];
  for (const language of ['en', 'es']) {
    showLanguage(language, {});
    expect(texts.map(translated)).toEqual(texts);
    expect(texts.map((name) => t`'${name}' was deleted`)).toEqual(texts.map((name) => `'${name}' was deleted`));
  }
});

test('Portuguese writes numbers and dates as in Portugal', () => {
  showLanguage('pt', {});
  expect([units(1234.5), dayLabel('2026-11-13'), shortDay('2026-11-13')]).toEqual(['1234,50', '13/11/2026', '13/11']);
  expect(weekdayName(1, 'short')).toBe('seg.');
});

test('elements stay in a message, in the order of the language', () => {
  function Sample({ days }: { days: number }) {
    const { t } = useLingui();
    const name = '<0>Ann</0>';
    return (
      <p title={t`Who`}>
        <Trans>
          Ask <b>{name}</b>, <a href="/people">her people</a>
          <br />
        </Trans>
        <Plural value={days} one="# day" other="# days" />
      </p>
    );
  }
  const { container } = renderWith(<Sample days={2} />);
  const shown = () => container.querySelector('p')?.outerHTML;
  expect(shown()).toBe(
    '<p title="Who">Ask <b>&lt;0&gt;Ann&lt;/0&gt;</b>, <a href="/people">her people</a><br>2 days</p>',
  );
  act(() =>
    showLanguage('xx', {
      Who: 'Ohw',
      'Ask <0>{name}</0>, <1>her people</1><2/>': '<1>People</1>: <0>{name}</0>?',
      '{days, plural, one {# day} other {# days}}': '{days}d',
    }),
  );
  expect(shown()).toBe('<p title="Ohw"><a href="/people">People</a>: <b>&lt;0&gt;Ann&lt;/0&gt;</b>?2d</p>');
});

test('another language is shown at once, and what is typed stays', async () => {
  const { user } = renderApp('/login');
  await user.type(await screen.findByRole('textbox', { name: 'Username' }), 'ann');
  act(() => showPseudo('rtl'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^\[Username~+\]$/ }).value).toBe('ann');
  expect(screen.queryByText('Login')).toBeNull();
  expect(document.documentElement.dir).toBe('rtl');
  act(showEnglish);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Username' }).value).toBe('ann');
  expect(document.documentElement.dir).toBe('ltr');
});

/** The screens of folders that are done (unit/repository/messages), with a text that is there when they are ready. */
test.each([
  ['/login', 'Login'],
  ['/login/request-reset', 'Reset Password'],
  ['/login/password-reset/abc', 'Set Password'],
  ['/login/password-reset', 'Invalid Reset Token'],
])('%s has no literal', async (path, text) => {
  renderApp(path);
  await screen.findAllByText(text);
  act(() => showPseudo());
  expect(screen.queryByText(text)).toBeNull();
  expect(literalsIn(screen.getByRole('main')).filter((found) => !NAMES.includes(found))).toEqual([]);
});
/** A text of Mantine's, and a name. */
const NAMES = ['Toggle password visibility', 'Tallyboard'];

/** Words of the server and of forms in another language. */
const GERMAN = {
  'At most {max} characters': 'Höchstens {max} Zeichen',
  'An account has at most {most} keys. Revoke one first.': 'Ein Konto hat höchstens {most} Schlüssel.',
  'The username or password is incorrect.': 'Benutzername oder Passwort stimmt nicht.',
  'Use HH:MM': 'Als SS:MM',
  'A network error occurred. Please try again.': 'Netzwerkfehler',
};

test('a share and a labelled figure have the spaces of the language', () => {
  expect([percent(58, 100), labelled('Punches', percent(1, 8))]).toEqual(['58%', 'Punches: 13%']);
  showLanguage('fr', { '{label}: {text}': '{label}\u00a0: {text}' });
  expect(percent(58, 100)).toMatch(/^58\s%$/);
  expect(labelled('Pointages', '3')).toBe('Pointages\u00a0: 3');
});

test('a refusal and its issues are said in the language; English stays for comparing', () => {
  const said = said400('An account has at most {most} keys. Revoke one first.', { most: 20 });
  showLanguage('de', GERMAN);
  expect(messageOf(said)).toBe('Ein Konto hat höchstens 20 Schlüssel.');
  expect(said.message).toBe('An account has at most 20 keys. Revoke one first.');
  expect(fieldErrors(said)).toEqual({ name: 'Ein Konto hat höchstens 20 Schlüssel.' });
  expect(messageOf(new ApiError(NETWORK_ERROR))).toBe('Netzwerkfehler');
  // A text of a newer server has no translation.
  expect(messageOf(said400('Gone with {n}', { n: 1 }))).toBe('Gone with 1');
});
function said400(id: string, values: Record<string, number>) {
  const words = { id, values };
  const message = fill(words);
  const issues = [{ path: 'name', message, words }];
  return refusal(400, JSON.stringify({ errorCode: 'VALIDATION_FAILED', message, words, issues }));
}

test('a form says in the language what the contract asks for', () => {
  const errorsOf = checkedBy(z.object({ name: line(3), at: wallTime }));
  expect(errorsOf({ name: 'long', at: '7' })).toEqual({ name: 'At most 3 characters', at: 'Use HH:MM' });
  showLanguage('de', GERMAN);
  expect(errorsOf({ name: 'long', at: '7' })).toEqual({ name: 'Höchstens 3 Zeichen', at: 'Als SS:MM' });
});

test('a log-in that is refused is told in the language', async () => {
  answer(logIn, refused(401, 'INVALID_CREDENTIALS', 'The username or password is incorrect.'));
  const { user } = renderApp('/login');
  await user.type(await screen.findByRole('textbox', { name: 'Username' }), 'ann');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  act(() => showLanguage('de', GERMAN));
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Benutzername oder Passwort stimmt nicht.');
});

test('the effect of a correction is said in the language, also one of a server that sends English alone', () => {
  const words = { was: { id: 'IN {time}', values: { time: '07:40' } }, is: null };
  showLanguage('fr', { 'IN {time}': 'ENTRÉE {time}' });
  expect(effectOf({ was: 'IN 07:40', is: null, words })).toEqual({ was: 'ENTRÉE 07:40', is: null });
  expect(effectOf({ was: 'IN 07:40', is: 'IN 07:15' })).toEqual({ was: 'IN 07:40', is: 'IN 07:15' });
});

test('the name of a product stays as the account wrote it, also where it is a word of the catalogue', () => {
  showLanguage('fr', { '(none)': '(aucun)', Late: 'En retard' });
  expect([lookupName(null, '(none)'), lookupName('L', 'Late')]).toEqual(['(aucun)', 'Late']);
});
