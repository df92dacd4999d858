import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getSession, logIn } from '#contract/access/session.ts';
import { showLanguage } from '#src/lib/words.tsx';
import { session } from '#src/state/session.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { showEnglish } from '#tests/support/pseudo.ts';
import { renderApp, sessionInfo } from '#tests/support/ui.tsx';

const fill = async ({ user }: ReturnType<typeof renderApp>, username: string, password: string) => {
  await user.type(await screen.findByLabelText('Username'), username);
  await user.type(screen.getByLabelText('Password'), password);
};

test('log-in posts the credentials, lowercasing an email address, and starts the session of this tab', async () => {
  const posted = answer(logIn, { token: 'fresh', ttl: 600 });
  const asked = answer(
    getSession,
    sessionInfo({ role: 'device', modules: [], permissions: { application: [], api: [] } }),
  );
  const app = renderApp('/login');
  await fill(app, 'Ann@Farm.Example', 'secret words');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));

  expect(await screen.findByText('Your user account is not allowed to log in.')).toBeTruthy();
  expect(posted[0]?.body).toEqual({ username: 'ann@farm.example', password: 'secret words' });
  expect(asked[0]?.headers.get('authorization')).toBe('fresh');
  const left = (session.get()?.expiresAt ?? 0) - Date.now();
  expect(left).toBeGreaterThan(470_000);
  expect(left).toBeLessThanOrEqual(480_000);
});

test('a user who may not log in at all is told so on the denied page', async () => {
  answer(logIn, refused(403, 'INVALID_ROLE', 'Your user account is not allowed to log in.'));
  const app = renderApp('/login');
  await fill(app, 'recorder', 'its password');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));

  expect(await screen.findByRole('heading', { name: 'Permission Denied' })).toBeTruthy();
  expect(app.router.state.location.search).toMatchObject({ reason: 'invalid-role' });
  expect(screen.getByText('Your user account is not allowed to log in.')).toBeTruthy();
  expect(session.get()).toBeNull();
});

test('a refused log-in shows the text in the banner, clears the session and resets the form', async () => {
  answer(logIn, refused(401, 'INVALID_CREDENTIALS', 'The username or password is not right.'));
  const app = renderApp('/login');
  await fill(app, 'ann', 'wrong');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));

  expect((await screen.findByRole('alert')).textContent).toBe('The username or password is not right.');
  expect(screen.getByLabelText('Username')).toHaveProperty('value', '');
  expect(session.get()).toBeNull();
});

test('a refused log-in is said in the language that is chosen after it', async () => {
  answer(logIn, refused(401, 'INVALID_CREDENTIALS', 'The username or password is not right.'));
  const app = renderApp('/login');
  await fill(app, 'ann', 'wrong');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByText('The username or password is not right.');

  act(() => showLanguage('fr', { 'The username or password is not right.': 'Rien ne va plus.' }));
  expect(screen.getByRole('alert').textContent).toBe('Rien ne va plus.');
  act(showEnglish);
});
