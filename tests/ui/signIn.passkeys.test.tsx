import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSession, logIn } from '#contract/access/session.ts';
import { createPasskeyChallenge, logInWithPasskey, passSecondFactor } from '#contract/access/signIn.ts';
import { askNow, offerPasskeys } from '#src/features/access/login/passkeys.ts';
import { session } from '#src/state/session.ts';
import { answer, fakeServer, refused } from '#tests/support/fakeApi.ts';
import { renderApp, sessionInfo } from '#tests/support/ui.tsx';

/** Opens the log-in page for a user with a passkey, in a browser that offers passkeys and, like Chromium, takes one request at a time. */
class Signature {
  clientDataJSON = new ArrayBuffer(1);
  authenticatorData = new ArrayBuffer(1);
  signature = new ArrayBuffer(1);
  userHandle = null;
}
class Found {
  static isConditionalMediationAvailable: (() => Promise<boolean>) | undefined;
  id = 'p1';
  response = new Signature();
}
const browser = {
  /** Chooses the passkey that is offered in the username field. */
  choose: undefined as (() => void) | undefined,
  offers: 0,
  dialog: async (): Promise<Found> => new Found(),
};
function get({ mediation, signal }: CredentialRequestOptions): Promise<Found> {
  if (browser.choose) return Promise.reject(new DOMException('A request is already pending.', 'OperationError'));
  if (mediation !== 'conditional') return browser.dialog();
  browser.offers++;
  return new Promise((resolve, reject) => {
    const end = (work: () => void) => () => {
      browser.choose = undefined;
      work();
    };
    browser.choose = end(() => resolve(new Found()));
    signal?.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
    );
  });
}

beforeEach(() => {
  Object.assign(browser, { choose: undefined, offers: 0, dialog: async () => new Found() });
  Found.isConditionalMediationAvailable = async () => true;
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', Found);
  vi.stubGlobal('AuthenticatorAssertionResponse', Signature);
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  localStorage.setItem('tb.passkey', '1');
  fakeServer.use(http.get('*/config.json', () => HttpResponse.json({ passkeyDomain: 'localhost' })));
  answer(getSession, sessionInfo({ role: 'device', modules: [], permissions: { application: [], api: [] } }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});
const challenge = (rpId = 'localhost') => answer(createPasskeyChallenge, { challenge: 'AAAA', rpId, expiresIn: 600 });
const isOffered = () => waitFor(() => expect(browser.choose).toBeDefined());
const NONE_USED = 'No passkey was used. Try again, or log in with your password.';

async function openSecondStep() {
  const secondFactor = { ticket: 'the ticket', expiresIn: 600, need: 'prove', methods: ['passkey'] };
  answer(logIn, HttpResponse.json({ errorCode: 'SECOND_FACTOR_REQUIRED', secondFactor }, { status: 401 }));
  const app = renderApp('/login');
  await screen.findByLabelText('Username');
  await isOffered();
  await app.user.type(screen.getByLabelText('Username'), 'ann');
  await app.user.type(screen.getByLabelText('Password'), 'secret words');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));
  const use = await screen.findByRole('button', { name: 'Use a passkey' });
  return { ...app, use };
}

test('the offer ends before the second step asks for a passkey, and begins again at the form', async () => {
  challenge();
  const { user, use } = await openSecondStep();
  browser.dialog = () => Promise.reject(new DOMException('Cancelled', 'NotAllowedError'));
  await user.click(use);
  expect((await screen.findByRole('alert')).textContent).toBe(NONE_USED);
  await user.click(screen.getByRole('button', { name: 'Back to Login' }));
  await isOffered();
});

test('a passkey passes the second step', async () => {
  challenge();
  const { user, use } = await openSecondStep();
  const proofs = answer(passSecondFactor, { token: 'fresh', ttl: 600 });
  await user.click(use);
  await waitFor(() => expect(session.get()?.token).toBe('fresh'));
  expect(proofs.map(({ body }) => body)).toMatchObject([{ passkey: { id: 'p1' } }]);
});

test('where passkeys do not work the second step says where they do', async () => {
  challenge();
  const { user, use } = await openSecondStep();
  challenge('tally.example');
  await user.click(use);
  expect((await screen.findByRole('alert')).textContent).toBe('Passkeys work at tally.example only.');
});

test('after a dialog that was cancelled, or a refused passkey, it is offered again, and the next dialog waits for nothing', async () => {
  const challenges = challenge();
  answer(logInWithPasskey, refused(401, 'INVALID_CREDENTIALS', 'This passkey cannot be used here.'));
  const app = renderApp('/login');
  const link = await screen.findByRole('button', { name: 'Log in with a passkey' });
  await isOffered();
  browser.dialog = () => Promise.reject(new DOMException('Cancelled', 'NotAllowedError'));
  await app.user.click(link);
  expect((await screen.findByRole('alert')).textContent).toBe(NONE_USED);
  await isOffered();
  browser.choose?.();
  expect(await screen.findByText('This passkey cannot be used here.')).toBeTruthy();
  await isOffered();
  expect([browser.offers, challenges.length]).toEqual([3, 3]);
  let atDialog = 0;
  browser.dialog = async () => {
    atDialog = challenges.length;
    return new Found();
  };
  answer(logInWithPasskey, { token: 'fresh', ttl: 600 });
  await app.user.click(link);
  await waitFor(() => expect(session.get()?.token).toBe('fresh'));
  expect(atDialog).toBe(3);
});

/** Lets minutes pass; calls are answered without the fake network, which has timers of its own. */
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000);
function withoutNetwork(replies: ('none' | 'challenge')[]) {
  vi.useFakeTimers();
  const calls = vi.fn(async (url: URL | string) => {
    if (String(url).endsWith('config.json')) return Response.json({});
    if (replies.shift() === 'none') throw new TypeError('Failed to fetch');
    return Response.json({ challenge: 'AAAA', rpId: 'localhost' });
  });
  vi.stubGlobal('fetch', calls);
  return () => calls.mock.calls.filter(([url]) => String(url).includes('passkey-challenge')).length;
}

test('the challenge is renewed every 7.5 minutes, not while the page is hidden, and after half a minute if none came', async () => {
  const asked = withoutNetwork(['challenge', 'none']);
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const end = offerPasskeys('localhost', () => undefined);
  await pass(7.4);
  expect([asked(), browser.offers]).toEqual([1, 1]);
  await pass(0.2);
  expect([asked(), browser.offers]).toEqual([2, 1]);
  await pass(0.5);
  expect([asked(), browser.offers]).toEqual([3, 2]);
  visible.mockReturnValue('hidden');
  await pass(60);
  expect(asked()).toBe(3);
  visible.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0.1);
  expect([asked(), browser.offers]).toEqual([4, 3]);
  end();
  await pass(60);
  expect([asked(), browser.choose]).toEqual([4, undefined]);
});

test('a browser that offers nothing in fields has a challenge for its dialog', async () => {
  const asked = withoutNetwork([]);
  Found.isConditionalMediationAvailable = undefined;
  const end = offerPasskeys('localhost', () => undefined);
  await pass(0.1);
  expect([asked(), browser.offers]).toEqual([1, 0]);
  end();
  expect((await askNow()).id).toBe('p1');
  expect(asked()).toBe(1);
});
