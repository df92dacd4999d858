import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { getSession, logIn, type SessionInfo, saveLanguage } from '#contract/access/session.ts';
import { shownLanguage } from '#src/lib/language.ts';
import { chooseBeforeLogIn, chooseLanguage, followLanguage, speak, takeChosen, tryAs } from '#src/shell/languages.ts';
import { UserMenu } from '#src/shell/UserMenu.tsx';
import { languageIn } from '#src/start/language.ts';
import { session } from '#src/state/session.ts';
import { answer, noNetwork } from '#tests/support/fakeApi.ts';
import { renderApp, renderWith, sessionInfo, signedIn } from '#tests/support/ui.tsx';

const SPANISH = {
  Login: 'Entrar',
  Username: 'Usuario',
  'Username is required': 'Falta el usuario',
  Language: 'Idioma',
  'Log Out': 'Salir',
  'Translation not yet checked by a native speaker': 'Traducción aún no revisada por un hablante nativo',
};
const french = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
/** Resolves when the words of Spanish have come. */
const spanish = { loaded: Promise.resolve() };
vi.mock('#src/shell/catalogues.ts', () => ({
  CATALOGUES: {
    '/words/es.po': () => spanish.loaded.then(() => ({ default: SPANISH })),
    '/words/pt.po': async () => ({ default: { Login: 'Iniciar' }, direction: 'rtl' }),
    '/words/fr.po': () => french(),
  },
}));
afterEach(() => speak('en'));

/** Opens 'Language' of the user menu. */
async function openLanguages() {
  const { user } = renderWith(<UserMenu />);
  await user.click(screen.getByRole('button', { name: /^User menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Language' }));
  const dialog = await screen.findByRole('dialog', { name: 'Language' });
  return { user, dialog, field: () => within(dialog).getByRole('combobox') };
}

test('the log-in page changes to another language at once, keeps what is typed and is remembered on the device', async () => {
  const { user } = renderApp('/login');
  await user.type(await screen.findByLabelText('Username'), 'ann');
  await user.click(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Español');
  expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeTruthy();
  expect(screen.getByLabelText('Usuario')).toHaveProperty('value', 'ann');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'secret');
  expect(document.documentElement.lang).toBe('es');
  expect(localStorage.getItem('tb.language')).toBe('es');
  // What has no translation stays English; an error that was shown is in the new language.
  await user.clear(screen.getByLabelText('Usuario'));
  await user.tab();
  expect(screen.getByText('Falta el usuario')).toBeTruthy();
});

/** Logs in as a user with these languages, after choosing one on the log-in page. */
async function logInAs(languages: Partial<SessionInfo>, chosen?: string) {
  answer(logIn, { token: 'fresh', ttl: 600 });
  answer(getSession, sessionInfo({ role: 'device', modules: [], ...languages }));
  const { user } = renderApp('/login');
  await user.type(await screen.findByLabelText('Username'), 'ann');
  await user.type(screen.getByLabelText('Password'), 'secret');
  if (chosen) await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), chosen);
  await user.click(await screen.findByRole('button', { name: chosen ? 'Entrar' : 'Login' }));
  await waitFor(() => expect(session.get()).not.toBeNull());
  await act(followLanguage);
}

test('a log-in shows the language of the user before the first page', async () => {
  await logInAs({ language: 'es', ownLanguage: 'es' });
  expect(shownLanguage()).toBe('es');
});

test('what is chosen on the log-in page becomes the language of a user who has none, once', async () => {
  const saved = answer(saveLanguage, { language: 'es' });
  await logInAs({ language: 'en', ownLanguage: null }, 'Español');
  expect(shownLanguage()).toBe('es');
  expect(saved.map(({ body }) => body)).toEqual([{ language: 'es' }]);
  expect(session.get()?.info).toMatchObject({ language: 'es', ownLanguage: 'es' });
  expect(takeChosen('ann')).toBeNull();
});

test('what is chosen on the log-in page changes nothing for a user who has a language', async () => {
  const saved = answer(saveLanguage, { language: 'es' });
  await logInAs({ language: 'en', ownLanguage: 'en' }, 'Español');
  expect(shownLanguage()).toBe('en');
  expect(saved).toEqual([]);
});

test('what could not be shown, or another username tried first, is no choice of the user who logs in', async () => {
  await chooseBeforeLogIn('fr');
  expect(takeChosen('ann')).toBeNull();
  await chooseBeforeLogIn('es');
  tryAs('Ben');
  tryAs('ann');
  expect(takeChosen('ann')).toBeNull();
  await chooseBeforeLogIn('es');
  tryAs('Ann');
  expect(takeChosen('ann')).toBe('es');
});

test('after a log-out the page is in the language of the device', async () => {
  signedIn({ language: 'es' });
  await act(followLanguage);
  session.clear();
  await act(followLanguage);
  expect(shownLanguage()).toBe('en');
});

test('the user menu saves a language and shows it; the choice of none is the account’s', async () => {
  signedIn();
  const saved = answer(saveLanguage, ({ body }) => ({
    language: (body as { language: 'es' | null }).language ?? ('en' as const),
  }));
  const { user, dialog, field } = await openLanguages();
  expect(within(dialog).queryByText(/native speaker/)).toBeNull();
  await user.selectOptions(field(), 'Español');
  expect(await within(dialog).findByText(SPANISH['Translation not yet checked by a native speaker'])).toBeTruthy();
  await waitFor(() => expect(session.get()?.info).toMatchObject({ language: 'es', ownLanguage: 'es' }));
  expect(screen.getByRole('heading', { name: 'Idioma' })).toBeTruthy();
  await waitFor(() => expect(field()).toHaveProperty('disabled', false));
  await user.selectOptions(field(), '');
  await waitFor(() => expect(session.get()?.info).toMatchObject({ language: 'en', ownLanguage: null }));
  expect(saved.map(({ body }) => body)).toEqual([{ language: 'es' }, { language: null }]);
  expect(await screen.findByRole('heading', { name: 'Language' })).toBeTruthy();
});

test('without a connection a language of this device is shown, and is told not to be saved', async () => {
  signedIn();
  answer(saveLanguage, noNetwork);
  const { user, dialog, field } = await openLanguages();
  await user.selectOptions(field(), 'Español');
  expect(await within(dialog).findByText(/other devices do not show it/)).toBeTruthy();
  expect(shownLanguage()).toBe('es');
  expect(session.get()?.info).toMatchObject({ language: 'es', ownLanguage: 'es' });
});

test('a language that cannot be loaded is told, is not saved, and English stays', async () => {
  signedIn();
  const saved = answer(saveLanguage, { language: 'fr' });
  const { user, field } = await openLanguages();
  await user.selectOptions(field(), 'Français');
  expect(await screen.findByText('Français could not be loaded. Try again when there is a connection.')).toBeTruthy();
  expect([shownLanguage(), session.get()?.info.language, saved]).toEqual(['en', 'en', []]);
  expect(localStorage.getItem('tb.language')).not.toBe('fr');
});

test('the language that was chosen last is shown and remembered, although the words of another come later', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  spanish.loaded = promise;
  const first = chooseLanguage('es');
  expect(await chooseLanguage('pt')).toBe(true);
  resolve();
  expect(await first).toBe(false);
  expect([shownLanguage(), localStorage.getItem('tb.language')]).toEqual(['pt', 'pt']);
});

test('the words of a session that cannot be loaded are asked for once, however often it is stored', async () => {
  const { id } = signedIn({ language: 'fr' });
  await followLanguage();
  french.mockClear();
  session.setExpiry(id, Date.now() + 600_000);
  await followLanguage();
  expect(french).not.toHaveBeenCalled();
});

test('a start in a language that cannot be loaded is in English', async () => {
  for (const language of ['fr', 'xx']) {
    localStorage.setItem('tb.language', language);
    document.documentElement.lang = language;
    await followLanguage();
    expect([shownLanguage(), document.documentElement.lang]).toEqual(['en', 'en']);
  }
});

test('the page turns with a language that is written from right to left, and back', async () => {
  await speak('pt');
  expect(document.documentElement.dir).toBe('rtl');
  await speak('en');
  expect(document.documentElement.dir).toBe('ltr');
});

test('the start takes the first language that the build has, whatever its region, else English', () => {
  const words = { es: '/assets/words-es-1.js', fr: '/assets/words-fr-1.js' };
  expect(languageIn(['', 'es-MX', 'fr'], words)).toBe('es');
  expect(languageIn(['', 'de', 'FR-ca'], words)).toBe('fr');
  expect(languageIn(['en', 'es'], words)).toBe('en');
  expect(languageIn(['xx', 'en-GB', 'es'], words)).toBe('en');
  expect(languageIn(['', 'pt-BR', 'frr'], words)).toBe('en');
  expect(languageIn([], {})).toBe('en');
});
