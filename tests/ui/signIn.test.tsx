import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getAccountSettings, listSyncKeys, updateAccountSettings } from '#contract/access/accountSettings.ts';
import { getAccount } from '#contract/access/accounts.ts';
import { getSession, logIn } from '#contract/access/session.ts';
import {
  confirmApp,
  createPasskeyChallenge,
  getSignIn,
  logInWithPasskey,
  makeRecoveryCodes,
  passSecondFactor,
  removeApp,
  type SignInOptions,
  startApp,
  stepUp,
} from '#contract/access/signIn.ts';
import { getUser, getUserSignIn, resetUserSignIn } from '#contract/access/users.ts';
import { getGroups, getStandardTimes } from '#contract/masterData/groups.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import type { PendingLogIn } from '#contract/platform/errors.ts';
import { call } from '#src/api/call.ts';
import { session } from '#src/state/session.ts';
import { answer, asked, later, noNetwork, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount, sampleUser } from '#tests/support/manageSamples.ts';
import { renderApp, sessionInfo, signedIn } from '#tests/support/ui.tsx';

const OPTIONS: SignInOptions = {
  passkeys: [],
  app: 'none',
  recoveryCodes: 0,
  isWanted: false,
  isRequired: false,
  passkeyDomain: 'tally.example',
  publicUrl: 'https://tally.example',
};
const CODES = Array.from({ length: 8 }, (_, i) => `AAAA-BBBB-CCCC-DDDD-EEEE-000${i}`);
const needed = (pending: Partial<PendingLogIn>) =>
  HttpResponse.json(
    {
      errorCode: 'SECOND_FACTOR_REQUIRED',
      message: 'Log in with your second factor as well.',
      secondFactor: { ticket: 'the ticket', expiresIn: 600, need: 'prove', methods: ['app', 'recovery'], ...pending },
    },
    { status: 401 },
  );
const guest = sessionInfo({ role: 'device', modules: [], permissions: { application: [], api: [] } });

async function logInTo(pending: Partial<PendingLogIn>, title: string) {
  answer(logIn, needed(pending));
  const app = renderApp('/login');
  await app.user.type(await screen.findByLabelText('Username'), 'ann');
  await app.user.type(screen.getByLabelText('Password'), 'secret words');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByRole('heading', { name: title });
  return app;
}

describe('the second step', () => {
  test('accepts the code of the app, says what is wrong with it, and starts the session', async () => {
    const sent = answer(passSecondFactor, refused(400, 'VALIDATION_FAILED', 'That code is wrong or was used already.'));
    const app = await logInTo({}, 'Second Factor');
    expect(screen.getByText('Enter the code that your authenticator app shows.')).toBeTruthy();
    await app.user.type(screen.getByLabelText('Code'), '123456');
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect((await screen.findByRole('alert')).textContent).toBe('That code is wrong or was used already.');
    expect([sent[0]?.headers.get('authorization'), sent[0]?.body]).toEqual(['the ticket', { code: '123456' }]);
    answer(passSecondFactor, { token: 'fresh', ttl: 600 });
    answer(getSession, guest);
    await app.user.type(screen.getByLabelText('Code'), '654321');
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(session.get()?.token).toBe('fresh'));
  });

  test('accepts a recovery code; Back to Login shows the form as it was', async () => {
    const app = await logInTo({}, 'Second Factor');
    await app.user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(screen.getByText('Enter one of your recovery codes. Each works once.')).toBeTruthy();
    expect(screen.getByLabelText('Recovery code')).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: 'Back to Login' }));
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    [410, 'EXPIRED'],
    [401, 'SESSION_EXPIRED'],
  ])('that took too long (%s) says so at the form', async (status, errorCode) => {
    answer(passSecondFactor, refused(status, errorCode, 'Your log-in took too long. Log in again.'));
    const app = await logInTo({}, 'Second Factor');
    await app.user.type(screen.getByLabelText('Code'), '123456');
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Your log-in took too long. Log in again.');
    expect(screen.getByRole('heading', { name: 'Login' })).toBeTruthy();
  });

  test('a required factor is set up: the app, then recovery codes, then the session', async () => {
    answer(getSignIn, { ...OPTIONS, isRequired: true });
    const started = answer(startApp, { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/Tallyboard:ann?secret=JBSW' });
    answer(confirmApp, { ok: true, session: { token: 'fresh', ttl: 600 } });
    const made = answer(makeRecoveryCodes, { codes: CODES });
    answer(getSession, guest);
    const app = await logInTo({ need: 'enrol', methods: [] }, 'Set Up a Second Factor');
    expect(screen.getByText('Your account requires one. Set it up to go on.')).toBeTruthy();
    // No passkeys at this address.
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Set up an authenticator app' })).toHaveProperty('disabled', false),
    );
    await app.user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }));
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    await app.user.type(screen.getByLabelText('Code'), '123456');
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect((await screen.findByLabelText('Recovery codes')).textContent).toBe(CODES.join('\n'));
    expect(started).toHaveLength(1);
    expect([started[0], made[0]].map((one) => one?.headers.get('authorization'))).toEqual(['the ticket', 'fresh']);
    expect(session.get()).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'I have kept these codes' }));
    await waitFor(() => expect(session.get()?.token).toBe('fresh'));
  });
});

describe('the set-up of a required factor ends at the form', () => {
  const APP = { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/Tallyboard:ann?secret=JBSW' };
  async function confirm() {
    answer(getSignIn, { ...OPTIONS, isRequired: true });
    answer(startApp, APP);
    const { user } = await logInTo({ need: 'enrol', methods: [] }, 'Set Up a Second Factor');
    const setUp = screen.getByRole('button', { name: 'Set up an authenticator app' });
    await waitFor(() => expect(setUp).toHaveProperty('disabled', false));
    await user.click(setUp);
    await screen.findByText('JBSW Y3DP EHPK 3PXP');
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    return user;
  }
  const isAtForm = async (words: string) => {
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(screen.getByRole('heading', { name: 'Login' })).toBeTruthy();
  };

  test.each([
    [410, 'EXPIRED'],
    [401, 'SESSION_EXPIRED'],
  ])('that took too long (%s)', async (status, errorCode) => {
    answer(confirmApp, refused(status, errorCode, 'You are not logged in with an active session.'));
    await confirm();
    await isAtForm('Your log-in took too long. Log in again.');
  });

  test('whose session could not be loaded', async () => {
    answer(confirmApp, { ok: true, session: { token: 'fresh', ttl: 600 } });
    answer(makeRecoveryCodes, { codes: CODES });
    answer(getSession, noNetwork());
    const user = await confirm();
    await user.click(await screen.findByRole('button', { name: 'I have kept these codes' }));
    await isAtForm('A network error occurred. Please try again.');
  });
});

test('a user without any of it sees the form as before: no link, no request to the server', async () => {
  renderApp('/login');
  await screen.findByLabelText('Username');
  expect(screen.queryByText('Log in with a passkey')).toBeNull();
  expect(asked).toEqual([]);
});

test('the link is shown where a user with a passkey has logged in', async () => {
  localStorage.setItem('tb.passkey', '1');
  renderApp('/login');
  expect(await screen.findByRole('button', { name: 'Log in with a passkey' })).toBeTruthy();
});

test('one log-in at a time: a press or choice meanwhile ends nothing', async ({ onTestFinished }) => {
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
  localStorage.setItem('tb.passkey', '1');
  class Found {
    id = 'p1';
    response = new Response();
  }
  class Response {
    clientDataJSON = new ArrayBuffer(1);
    authenticatorData = new ArrayBuffer(1);
    signature = new ArrayBuffer(1);
    userHandle = null;
  }
  const get = vi.fn(async () => new Found());
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', Found);
  vi.stubGlobal('AuthenticatorAssertionResponse', Response);
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  const first = later<ResponseOf<typeof logInWithPasskey>>();
  const answers = [() => first.promise, () => refused(401, 'INVALID_CREDENTIALS', 'The passkey is not known.')];
  const logIns = answer(logInWithPasskey, () => answers.shift()?.() ?? first.promise);
  answer(createPasskeyChallenge, { challenge: 'AAAA', rpId: 'localhost', expiresIn: 600 });
  answer(getSession, guest);
  const app = renderApp('/login');
  const link = await screen.findByRole('button', { name: 'Log in with a passkey' });
  await app.user.click(link);
  await waitFor(() => expect(logIns).toHaveLength(1));
  await app.user.click(link);
  first.settle({ token: 'fresh', ttl: 600 });
  await waitFor(() => expect(session.get()?.token).toBe('fresh'));
  expect(await screen.findByRole('heading', { name: 'Permission Denied' })).toBeTruthy();
  expect(get).toHaveBeenCalledTimes(1);
  expect(session.get()?.token).toBe('fresh');
});

describe('Log-in options', () => {
  beforeEach(() => {
    signedIn({}, []);
  });

  test('an app is set up, and new codes are shown until they are kept', async () => {
    answer(getSignIn, OPTIONS);
    answer(startApp, { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/Tallyboard:ann?secret=JBSW' });
    const confirmed = answer(confirmApp, { ok: true });
    answer(makeRecoveryCodes, { codes: CODES });
    const app = renderApp('/login/options');
    expect(await screen.findByRole('heading', { name: 'Log-in options' })).toBeTruthy();
    expect(await screen.findByText('Passkeys work at https://tally.example only.')).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: 'Set up' }));
    await screen.findByText('JBSW Y3DP EHPK 3PXP');
    answer(getSignIn, { ...OPTIONS, app: 'on', isWanted: true });
    await app.user.type(screen.getByLabelText('Code'), '123456');
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/AAAA-BBBB-CCCC-DDDD-EEEE-0000/)).toBeTruthy();
    expect(confirmed[0]?.body).toEqual({ code: '123456' });
    answer(getSignIn, { ...OPTIONS, app: 'on', isWanted: true, recoveryCodes: 8 });
    await app.user.click(screen.getByRole('button', { name: 'I have kept these codes' }));
    expect(await screen.findByText('8 of 8 left')).toBeTruthy();
    expect(screen.getByLabelText(/^Ask for a second factor after my password/)).toHaveProperty('checked', true);
  });

  test('new codes are shown even when nothing else could be loaded', async () => {
    answer(getSignIn, OPTIONS);
    answer(startApp, { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/Tallyboard:ann?secret=JBSW' });
    answer(confirmApp, { ok: true });
    answer(makeRecoveryCodes, { codes: CODES });
    const app = renderApp('/login/options');
    await app.user.click(await screen.findByRole('button', { name: 'Set up' }));
    await screen.findByText('JBSW Y3DP EHPK 3PXP');
    answer(getSignIn, noNetwork());
    await app.user.type(screen.getByLabelText('Code'), '123456');
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/AAAA-BBBB-CCCC-DDDD-EEEE-0000/)).toBeTruthy();
  });

  test('an installation whose own address cannot have passkeys does not send people there', async () => {
    answer(getSignIn, { ...OPTIONS, passkeyDomain: '', publicUrl: 'http://192.168.1.5:8080' });
    renderApp('/login/options');
    expect(await screen.findByText('Passkeys need an address that has a name and begins with https.')).toBeTruthy();
  });

  test('passkeys of another domain and copied ones say so; the last factor in force stays', async () => {
    const made = { createdAt: '2026-11-01T06:00:00.000Z', lastUsedAt: null, suspendedAt: null };
    answer(getSignIn, {
      ...OPTIONS,
      passkeys: [{ _id: idOf(1), name: 'Phone', domain: 'old.example', ...made }],
      app: 'on',
      isRequired: true,
    });
    answer(removeApp, refused(409, 'CONFLICT', 'Set up another one first.'));
    const app = renderApp('/login/options');
    expect(await screen.findByText('Made for old.example, cannot be used here')).toBeTruthy();
    expect(screen.getByLabelText(/^Ask for a second factor after my password/)).toHaveProperty('disabled', true);
    await app.user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Set up another one first.')).toBeTruthy();
  });
});

describe('Confirm that it is you', () => {
  const STEP_UP = refused(403, 'STEP_UP_REQUIRED', 'Confirm that it is you.');
  /** A page with a call that needs a proof. */
  const ask = () =>
    call(removeApp).then(
      (answered) => answered.ok,
      (error: Error) => error.message,
    );
  beforeEach(() => {
    signedIn({}, []);
  });

  test('by code, then the call goes through once more', async () => {
    answer(getSignIn, { ...OPTIONS, app: 'on', isWanted: true });
    const app = renderApp('/login/options');
    await screen.findByText('Set up.');
    let isProved = false;
    const removed = answer(removeApp, () => (isProved ? { ok: true as const } : STEP_UP));
    const proofs = answer(stepUp, () => {
      isProved = true;
      return { ok: true as const };
    });
    const done = Promise.all([ask(), ask()]);
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await app.user.type(await within(dialog).findByLabelText('Code'), '123456');
    await app.user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    expect(await done).toEqual([true, true]);
    expect([proofs.map(({ body }) => body), removed.length]).toEqual([[{ code: '123456' }], 4]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(session.get()).not.toBeNull();
  });

  test('by the password of users without a factor; cancelled, the call is refused', async () => {
    answer(getSignIn, OPTIONS);
    const app = renderApp('/login/options');
    await screen.findByText('Not set up.');
    answer(removeApp, STEP_UP);
    answer(stepUp, refused(400, 'VALIDATION_FAILED', 'The current password is incorrect.'));
    const done = ask();
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await app.user.type(await within(dialog).findByLabelText('Password'), 'not it');
    await app.user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    expect(await within(dialog).findByText('The current password is incorrect.')).toBeTruthy();
    await app.user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(await done).toBe('Confirm that it is you.');
  });

  test('a passkey that was copied is not asked for; without another option it says so', async () => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('PublicKeyCredential', class {});
    const made = { createdAt: '2026-11-01T06:00:00.000Z', lastUsedAt: null };
    const copied = { ...made, _id: idOf(1), name: 'Phone', domain: 'localhost', suspendedAt: made.createdAt };
    answer(getSignIn, { ...OPTIONS, passkeyDomain: 'localhost', passkeys: [copied] });
    renderApp('/login/options');
    answer(removeApp, STEP_UP);
    void ask();
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    expect(
      await within(dialog).findByText('None of your log-in options can be used here. Ask an administrator for help.'),
    ).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Use a passkey' })).toBeNull();
    vi.unstubAllGlobals();
  });

  test('ends with the session: the next user is not asked for what another began', async () => {
    answer(getSignIn, OPTIONS);
    renderApp('/login/options');
    answer(removeApp, STEP_UP);
    const done = ask();
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await within(dialog).findByLabelText('Password');
    act(() => session.clear());
    expect(await done).toBe('Confirm that it is you.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('administrators', () => {
  test('require a second factor of an account by a switch that saves itself', async () => {
    signedIn({ role: 'admin' });
    const saved = {
      isDefaultTimeZone: false,
      recalculatingSince: null,
      allowedSystemIds: [],
      timeZone: 'UTC',
      storeTemplates: false,
      language: 'en' as const,
      correctionDays: 42,
      recordYears: 7,
      musterForAll: false,
      lastFigures: true,
      consentRequired: false,
      consentText: '',
      requireSecondFactor: false,
    };
    answer(getAccount, sampleAccount());
    answer(getAccountSettings, saved);
    answer(listSyncKeys, { results: [] });
    answer(getStandardTimes, { standardTimes: [], holidays: [] });
    answer(getGroups, { employeeGroups: [], timeGroups: [], jobDescriptions: [] });
    const updated = answer(updateAccountSettings, { ...saved, requireSecondFactor: true });
    const app = renderApp(`/manage/accounts/edit/${idOf(1)}/settings`);
    await app.user.click(await screen.findByLabelText(/^Require a second factor/));
    await waitFor(() => expect(updated[0]?.body).toEqual({ requireSecondFactor: true }));
    expect(screen.getByText('Users without one set it up at their next log-in.')).toBeTruthy();
  });

  test('see what a user has set up, and remove it all after ticking a box', async () => {
    signedIn({ role: 'admin' });
    const user = sampleUser();
    answer(getUser, user);
    answer(getAccount, sampleAccount());
    answer(getUserSignIn, { passkeys: 2, hasApp: true, recoveryCodes: 3 });
    const removed = answer(resetUserSignIn, { ok: true });
    const app = renderApp(`/manage/users/edit/${user._id}/password`);
    expect(await screen.findByText('Passkeys: 2. Authenticator app: set up.')).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: 'Remove all' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove all log-in options' });
    const name = [user.firstName, user.lastName].join(' ');
    expect(dialog.textContent).toContain(`Make sure that it is ${name} who asks: call a number that you know.`);
    const confirm = within(dialog).getByRole('button', { name: 'Remove all' });
    expect(confirm).toHaveProperty('disabled', true);
    await app.user.click(within(dialog).getByLabelText('I understand the consequences.'));
    answer(getUserSignIn, { passkeys: 0, hasApp: false, recoveryCodes: 0 });
    await app.user.click(confirm);
    await waitFor(() => expect(screen.queryByText(/^Passkeys: /)).toBeNull());
    expect(removed).toHaveLength(1);
  });
});
