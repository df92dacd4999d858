import { createHash } from 'node:crypto';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  changePassword,
  exchangeWebAuthToken,
  extendSession,
  finalizePasswordReset,
  getSession,
  logIn,
  logOut,
  requestPasswordReset,
} from '#contract/access/session.ts';
import { ExpiryDialog } from '#src/shell/session/ExpiryDialog.tsx';
import {
  configureLifecycle,
  endSession,
  loggedOutAutomatically,
  loggedOutElsewhere,
  logOutNow,
  takePendingMessage,
} from '#src/shell/session/lifecycle.ts';
import { repeatLogOuts } from '#src/shell/session/logOuts.ts';
import { joinTabs, nameOf } from '#src/shell/session/tabs.ts';
import { watchSession } from '#src/shell/session/watch.ts';
import { session } from '#src/state/session.ts';
import { answerDashboard, NOW } from '#tests/support/dashboardSamples.ts';
import { answer, asked, later, noNetwork, refused } from '#tests/support/fakeApi.ts';
import { renderApp, renderWith, sessionInfo, signedIn, USER_ID } from '#tests/support/ui.tsx';

const OTHER_USER = '0199a000-0000-7000-8000-00000000000b';
const nobody = { role: 'device', modules: [], permissions: { application: [], api: [] } } as const;
/** A user whose home is a page of our own, so that no area is needed. */
const guest = (changes = {}) =>
  sessionInfo({ ...nobody, modules: [], permissions: { application: [], api: [] }, ...changes });

describe('the countdown', () => {
  const left: (string | null)[] = [];
  const steps: string[] = [];
  let stop = () => {};
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    left.length = 0;
    steps.length = 0;
    configureLifecycle({
      openCache: async () => undefined,
      closeCache: () => void steps.push('close cache'),
      clearMemory: async () => void steps.push('clear memory'),
      wipeCache: async () => void steps.push(session.get() ? 'wipe with key' : 'wipe without key'),
      forgetLastFigures: async () => undefined,
      tellOtherTabs: () => void steps.push('tell tabs'),
      leave: async (message) => void left.push(message),
    });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });
  const begin = (ttl = 180) => {
    signedIn({ ttl });
    stop = watchSession();
    return renderWith(<ExpiryDialog />);
  };
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('shows 120 seconds when the expiry arrives, not before', async () => {
    begin();
    await pass(58_000);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await pass(3_000);
    expect(screen.getByRole('alertdialog').textContent).toMatch(/1(19|20) seconds/);
  });
  test('Extend session renews the expiry and says so', async () => {
    const extended = answer(extendSession, { ttl: 600 });
    const { user } = begin();
    await pass(61_000);
    await user.click(screen.getByRole('button', { name: 'Extend session' }));
    await screen.findByText('Your session was extended');
    await pass(1_000);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(extended.length).toBe(1);
    expect((session.get()?.expiresAt ?? 0) - Date.now()).toBeGreaterThan(470_000);
  });
  test('an extension that fails leaves the countdown running', async () => {
    answer(extendSession, noNetwork());
    answer(logOut, { ok: true });
    const { user } = begin();
    await pass(61_000);
    await user.click(screen.getByRole('button', { name: 'Extend session' }));
    // The message is in the dialog, because nothing behind it can be reached.
    const said = await screen.findByText('A network error occurred. Please try again.');
    expect(said.closest('[role="alertdialog"]')).toBeTruthy();
    await pass(120_000);
    expect(left).toEqual([loggedOutAutomatically()]);
  });
  test('Log out ends it here and on the server', async () => {
    answer(logOut, { ok: true });
    const { user } = begin();
    await pass(61_000);
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(asked).toContain('DELETE /v2/session'));
    expect(left).toEqual([null]);
    expect(session.get()).toBeNull();
  });
  test('at zero the user is logged out automatically, once', async () => {
    answer(logOut, { ok: true });
    begin();
    await pass(60_000 + 120_000 + 5_000);
    expect(left).toEqual([loggedOutAutomatically()]);
    expect(steps).toEqual(['close cache', 'clear memory', 'wipe without key', 'tell tabs']);
  });
  test('slept through the countdown: straight to the log-in, nothing shown before', async () => {
    answer(logOut, { ok: true });
    begin();
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
    await act(async () => document.dispatchEvent(new Event('visibilitychange')));
    expect(left).toEqual([loggedOutAutomatically()]);
    vi.mocked(performance.now).mockRestore();
  });
  test('a clock that was set forward makes the page ask the server', async () => {
    answer(getSession, sessionInfo({ ttl: 900 }));
    begin();
    vi.setSystemTime(Date.now() + 3_600_000);
    await act(async () => document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(document.body.hidden).toBe(false));
    expect(left).toEqual([]);
    expect((session.get()?.expiresAt ?? 0) - Date.now()).toBeGreaterThan(770_000);
  });
  test('a clock that was set back gives the session no more time', async () => {
    begin(600);
    vi.setSystemTime(Date.now() - 3_600_000);
    await pass(1_000);
    expect((session.get()?.expiresAt ?? 0) - Date.now()).toBeLessThanOrEqual(480_000);
  });
  test('a 401 ends the session with its own message', async () => {
    const { id } = signedIn();
    stop = watchSession();
    await act(async () => session.expire(id));
    expect(left).toEqual([loggedOutElsewhere()]);
    expect(session.get()).toBeNull();
  });
});

test('the end of a session runs every step, even if one fails, and only once at a time', async () => {
  const steps: string[] = [];
  const slow = later<void>();
  configureLifecycle({
    openCache: async () => undefined,
    closeCache: () => void steps.push('close'),
    clearMemory: () => Promise.reject(new Error('broken')),
    wipeCache: () => slow.promise.then(() => Promise.reject(new Error('disk'))),
    forgetLastFigures: async () => undefined,
    tellOtherTabs: () => void steps.push('tell'),
    leave: async () => void steps.push('leave'),
  });
  signedIn();
  const [one, two] = [endSession(), endSession({ message: 'other' })];
  slow.settle();
  await Promise.all([one, two]);
  expect(steps).toEqual(['close', 'tell', 'leave']);
});

test('a message that the page could not show before it was left is kept for the next one, once', async () => {
  const stuck = later<void>();
  configureLifecycle({
    openCache: async () => undefined,
    closeCache: () => undefined,
    clearMemory: () => stuck.promise,
    wipeCache: async () => undefined,
    forgetLastFigures: async () => undefined,
    tellOtherTabs: () => undefined,
    leave: async () => undefined,
  });
  signedIn();
  const ending = endSession({ message: loggedOutElsewhere() });
  expect(session.get()).toBeNull();
  expect(takePendingMessage()).toBe(loggedOutElsewhere());
  expect(takePendingMessage()).toBeNull();
  stuck.settle();
  await ending;
  signedIn();
  await endSession({ message: loggedOutElsewhere() });
  expect(takePendingMessage()).toBeNull();
});

test('a copied tab ends with the one it was copied from; a tab of another session does not', async () => {
  const left: unknown[] = [];
  configureLifecycle({
    openCache: async () => undefined,
    closeCache: () => undefined,
    clearMemory: async () => undefined,
    wipeCache: async () => undefined,
    forgetLastFigures: async () => undefined,
    tellOtherTabs: () => undefined,
    leave: async () => void left.push('left'),
  });
  const mine = signedIn();
  const tabs = joinTabs();
  const other = new BroadcastChannel('tb-session');
  const foreign = await nameOf({ token: 'somebody else' });
  const hashed = vi.spyOn(crypto.subtle, 'digest');
  other.postMessage({ type: 'logout', sessionId: foreign });
  // The message is compared with the hash of this tab's own token.
  await waitFor(() => expect(hashed).toHaveBeenCalledTimes(1));
  await hashed.mock.results[0]?.value;
  await new Promise((resolve) => setTimeout(resolve));
  expect(session.get()?.id).toBe(mine.id);
  hashed.mockRestore();
  other.postMessage({ type: 'logout', sessionId: await nameOf(mine) });
  await waitFor(() => expect(left).toEqual(['left']));
  tabs.leave();
  other.close();
});

describe('password reset', () => {
  test('asks with a lowercased email address and says that a mail was sent', async () => {
    const asked = answer(requestPasswordReset, { ok: true, sent: true });
    const { user } = renderApp('/login/request-reset');
    await screen.findByText("Enter your username or email address below and we'll send you a password reset email.");
    const submit = screen.getByRole('button', { name: 'Reset Password' });
    expect(submit).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText('Username or email address'), 'Ann@Farm.Example');
    await user.click(submit);
    await screen.findByText('Your request has been submitted. Check your email inbox for an email from us.');
    expect(asked[0]?.body).toEqual({ identity: 'ann@farm.example' });
    expect(screen.getByRole('link', { name: 'Back to Login' })).toBeTruthy();
  });
  test('says the same where no mail can be sent, and whom to ask', async () => {
    answer(requestPasswordReset, { ok: true, sent: false });
    const { user } = renderApp('/login/request-reset');
    await user.type(await screen.findByLabelText('Username or email address'), 'ann');
    await user.click(screen.getByRole('button', { name: 'Reset Password' }));
    await screen.findByText(
      'Your request has been submitted. Check your email inbox for an email from us. If none arrives, ask your administrator for a new password.',
    );
    await screen.findByText('Successfully requested a password reset email');
    expect(screen.queryByText(/outbox/)).toBeNull();
  });
  test('a failure stands on an error screen with a way back', async () => {
    answer(requestPasswordReset, refused(503, 'UNAVAILABLE', 'Mail cannot be sent now.'));
    const { user } = renderApp('/login/request-reset');
    await user.type(await screen.findByLabelText('Username or email address'), 'ann');
    await user.click(screen.getByRole('button', { name: 'Reset Password' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Mail cannot be sent now.');
    expect(screen.getByRole('link', { name: 'Back to Login' })).toBeTruthy();
  });
  test('a new password: strength while typing, both alike, the link gone from the address', async () => {
    const asked = answer(finalizePasswordReset, { ok: true });
    const { user, router } = renderApp('/login/password-reset/the-secret');
    const fresh = await screen.findByLabelText('New password');
    expect(fresh.getAttribute('name')).toBe('newPassword');
    expect(screen.getByLabelText('Confirm password').getAttribute('name')).toBe('confirmPassword');
    await user.type(fresh, 'short');
    expect(screen.getByText('Use at least 10 characters.')).toBeTruthy();
    await user.clear(fresh);
    await user.type(fresh, 'walnut river cloud');
    expect(screen.getByText('This password is strong enough.')).toBeTruthy();
    const confirm = screen.getByLabelText('Confirm password');
    await user.type(confirm, 'walnut river clouds');
    await user.tab();
    expect(screen.getByText("Passwords don't match.")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Set Password' })).toHaveProperty('disabled', true);
    await user.type(confirm, '{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Set Password' }));
    await screen.findByText('Your password has been updated.');
    expect(asked[0]?.body).toEqual({ requestId: 'the-secret', newPassword: 'walnut river cloud' });
    expect(router.state.location.href).not.toContain('the-secret');
  });
  test('without a token', async () => {
    renderApp('/login/password-reset');
    await screen.findByText('Invalid Reset Token');
  });
  test('a used link', async () => {
    answer(finalizePasswordReset, refused(400, 'INVALID_TOKEN', 'Invalid Reset Token'));
    const { user } = renderApp('/login/password-reset/used');
    await user.type(await screen.findByLabelText('New password'), 'walnut river cloud');
    await user.type(screen.getByLabelText('Confirm password'), 'walnut river cloud');
    await user.click(screen.getByRole('button', { name: 'Set Password' }));
    await screen.findByText('Invalid Reset Token');
  });
});

describe('session transfer', () => {
  test('a token becomes the session of this tab, once', async () => {
    const exchanged = answer(exchangeWebAuthToken, { token: 'moved', ttl: 900 });
    answer(getSession, guest());
    renderApp('/login/transfer-session/eyJh.eyJz.sig');
    await screen.findByText('Your user account is not allowed to log in.');
    expect(session.get()?.token).toBe('moved');
    expect(exchanged.map(({ body }) => body)).toEqual([{ webAuthToken: 'eyJh.eyJz.sig' }]);
  });
  test('a bad token clears the session and says so', async () => {
    signedIn();
    answer(exchangeWebAuthToken, refused(400, 'INVALID_TOKEN', 'Invalid session transfer token'));
    renderApp('/login/transfer-session/bad');
    await screen.findByText('Invalid session transfer token');
    expect(session.get()).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to Login' })).toBeTruthy();
  });
  test('a session whose user cannot be loaded is not started', async () => {
    answer(exchangeWebAuthToken, { token: 'moved', ttl: 900 });
    answer(getSession, refused(503, 'UNAVAILABLE', 'Away.'));
    renderApp('/login/transfer-session/good');
    await screen.findByText('Failed to load user info.');
    expect(session.get()).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to Login' })).toBeTruthy();
  });
  test("another user's live session is not swapped without a question", async () => {
    signedIn({ userId: USER_ID });
    answer(exchangeWebAuthToken, { token: 'moved', ttl: 900 });
    answer(getSession, guest({ userId: OTHER_USER, firstName: 'Bob', lastName: 'Jones' }));
    answer(logOut, { ok: true });
    const { user } = renderApp('/login/transfer-session/good');
    const accept = await screen.findByRole('button', { name: 'Continue as Bob Jones' });
    expect(session.get()?.token).toBe('token-1');
    await user.click(accept);
    await screen.findByText('Your user account is not allowed to log in.');
    expect(session.get()?.token).toBe('moved');
  });
  test('a browser that somebody else used last asks as well, a new one does not', async () => {
    answer(exchangeWebAuthToken, { token: 'moved', ttl: 900 });
    answer(getSession, guest({ userId: OTHER_USER, firstName: 'Bob', lastName: 'Jones' }));
    const ended = answer(logOut, { ok: true });
    localStorage.setItem('tb.user', USER_ID);
    const { user } = renderApp('/login/transfer-session/good');
    await screen.findByRole('button', { name: 'Continue as Bob Jones' });
    expect(session.get()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to Login' }));
    await waitFor(() => expect(ended[0]?.headers.get('authorization')).toBe('moved'));
    expect(session.get()).toBeNull();
    await screen.findByLabelText('Username');
  });
  test('a user who stays logged in ends the other session', async () => {
    signedIn({ ...nobody, modules: [], permissions: { application: [], api: [] } });
    answer(exchangeWebAuthToken, { token: 'moved', ttl: 900 });
    answer(getSession, guest({ userId: OTHER_USER }));
    const ended = answer(logOut, { ok: true });
    const { user } = renderApp('/login/transfer-session/good');
    await user.click(await screen.findByRole('button', { name: 'Stay logged in' }));
    await waitFor(() => expect(ended[0]?.headers.get('authorization')).toBe('moved'));
    expect(session.get()?.token).toBe('token-1');
  });
});

describe('a password that somebody else has set', () => {
  test('must be changed before anything else can be reached', async () => {
    answer(logIn, { token: 'fresh', ttl: 600 });
    let must = true;
    answer(getSession, () => guest({ mustChangePassword: must }));
    const changed = answer(changePassword, () => {
      must = false;
      return { ok: true as const };
    });
    const { user } = renderApp('/login');
    await user.type(await screen.findByLabelText('Username'), 'ann');
    await user.type(screen.getByLabelText('Password'), 'given');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await user.type(await screen.findByLabelText('Current password'), 'given');
    await user.type(screen.getByLabelText('New password'), 'walnut river cloud');
    await user.type(screen.getByLabelText('Confirm password'), 'walnut river cloud');
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    await screen.findByText('Your user account is not allowed to log in.');
    expect(changed[0]?.body).toEqual({ currentPassword: 'given', newPassword: 'walnut river cloud' });
    expect(session.get()?.info.mustChangePassword).toBe(false);
  });
});

describe('after a session that ended by itself', () => {
  const left = '/employer/overview?date=2026-11-03';
  const notice = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
    answerDashboard();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('the reason stays on the log-in page, and the page that was left opens again', async () => {
    signedIn();
    const { router } = renderApp(left);
    await screen.findByText('3 Nov 2026');
    await act(() => endSession({ message: loggedOutElsewhere() }));
    await screen.findByLabelText('Username');
    expect(screen.getAllByText(loggedOutElsewhere())).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(10_100));
    expect(notice()).toContain(loggedOutElsewhere());
    expect(router.state.location.search).toEqual({ redirect: left });
  });

  test('a log-out by the user leaves nothing behind', async () => {
    signedIn();
    answer(logOut, { ok: true });
    const { router } = renderApp(left);
    await screen.findByText('3 Nov 2026');
    await act(() => logOutNow());
    await screen.findByLabelText('Username');
    expect(router.state.location.href).toBe('/login');
  });
});

test('a password can be changed from the menu, which returns to the page', async () => {
  signedIn();
  answerDashboard();
  const { user, router } = renderApp('/employer/overview');
  await user.click(await screen.findByRole('button', { name: /^User menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change Password' }));
  await screen.findByLabelText('Current password');
  expect(screen.queryByText('Choose your own password to go on.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/employer/overview'));
});

test('a log-out that never reached the server is repeated at the next start, by a value that logs nobody in', async () => {
  signedIn();
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  await endSession({ tellServer: true, stay: true });
  await waitFor(() => expect(localStorage.getItem('tb.logouts')).not.toBeNull());
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('token-1');
  // The page is closed; the next one starts online.
  asked.mockReset().mockResolvedValue(new Response('{"ok":true}'));
  repeatLogOuts();
  const [url, init] = asked.mock.calls[0] ?? [];
  expect(String(url)).toContain('/v2/session/end');
  expect(JSON.parse(String(init?.body))).toEqual({
    sessions: [createHash('sha256').update('token-1').digest('hex')],
  });
  await waitFor(() => expect(localStorage.getItem('tb.logouts')).toBeNull());
  repeatLogOuts();
  expect(asked.mock.calls).toHaveLength(1);
  // This page's own pending log-out is sent too.
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(asked.mock.calls).toHaveLength(2));
  asked.mockRestore();
});

test('a log-out that cannot reach the server reaches it once the connection is back', async () => {
  signedIn();
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue(new Response('{"ok":true}'));
  await endSession({ tellServer: true, stay: true });
  const kept = () => localStorage.getItem('tb.logouts');
  await waitFor(() => expect(kept()).not.toBeNull());
  const ends = () => asked.mock.calls.filter(([, init]) => init?.method === 'DELETE').map(([, init]) => init?.headers);
  await waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(ends()).toHaveLength(2);
  });
  expect(ends()[1]).toMatchObject({ authorization: 'token-1' });
  await waitFor(() => expect(kept()).toBeNull());
  window.dispatchEvent(new Event('online'));
  expect(ends()).toHaveLength(2);
  asked.mockRestore();
});
