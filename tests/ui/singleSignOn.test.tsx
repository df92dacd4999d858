import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getAccountSettings, listSyncKeys } from '#contract/access/accountSettings.ts';
import { getAccount } from '#contract/access/accounts.ts';
import { exchangeWebAuthToken, getSession, logOut } from '#contract/access/session.ts';
import { getSignIn, passSecondFactor, removeApp } from '#contract/access/signIn.ts';
import {
  addUserLink,
  finishOwnLink,
  getAccountSignOn,
  listOwnLinks,
  listProviders,
  listUserLinks,
  removeOwnLink,
  removeUserLink,
  startOwnLink,
  startSignOn,
  updateAccountSignOn,
} from '#contract/access/singleSignOn.ts';
import { getUser, getUserSignIn, listAccountUsers } from '#contract/access/users.ts';
import { getGroups, getStandardTimes } from '#contract/masterData/groups.ts';
import { call } from '#src/api/call.ts';
import { session } from '#src/state/session.ts';
import { answer, fakeServer, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount, sampleUser } from '#tests/support/manageSamples.ts';
import { renderApp, sessionInfo, signedIn, USER_ID } from '#tests/support/ui.tsx';

const HILL = { id: 'hill', name: 'Hill', issuer: 'https://hill.example' };
const VALE = { id: 'vale', name: 'Vale', issuer: 'https://vale.example' };
const LINK = {
  issuer: HILL.issuer,
  provider: 'Hill',
  subject: 'nell-7',
  label: 'nell@hill.example',
  linkedAt: '2026-11-01T06:00:00.000Z',
  linkedBy: 'Adam Root',
  lastUsedAt: null,
  isMapped: false,
};
const guest = (more = {}) =>
  sessionInfo({ role: 'device', modules: [], permissions: { application: [], api: [] }, ...more });

/** The addresses to which the page went. */
let left: string[] = [];
beforeEach(() => {
  left = [];
  fakeServer.use(http.get('*/config.json', () => HttpResponse.json({ singleSignOn: '1' })));
  const { origin, href, host, hostname, protocol } = location;
  const search = '?redirect=%2Femployer%2Fpeople';
  const assign = (url: string) => void left.push(url);
  // The real path is that of the test before.
  vi.stubGlobal('location', { origin, href, host, hostname, protocol, pathname: '/', search, assign });
});
afterEach(() => void vi.unstubAllGlobals());

describe('the log-in page', () => {
  test('has a button for each provider below the form; one that is away is disabled, with the reason', async () => {
    answer(listProviders, {
      providers: [
        { id: 'hill', name: 'Hill', isAway: false },
        { id: 'vale', name: 'Vale', isAway: true },
      ],
    });
    const begun = answer(startSignOn, { url: 'https://hill.example/auth?state=1' });
    const app = renderApp('/login');
    const vale = await screen.findByRole('button', { name: 'Continue with Vale' });
    expect(vale).toHaveProperty('disabled', true);
    const reason = document.getElementById(vale.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Vale cannot be reached. Try again later.');
    const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(buttons.slice(-3)).toEqual(['Login', 'Continue with Hill', 'Continue with Vale']);
    await app.user.click(screen.getByRole('button', { name: 'Continue with Hill' }));
    await waitFor(() => expect(left).toEqual(['https://hill.example/auth?state=1']));
    expect(begun[0]?.body).toEqual({ provider: 'hill' });
    expect(sessionStorage.getItem('tb.signOn')).toBe('/employer/people');
  });

  test('a provider that does not answer at the press is away from then on', async () => {
    answer(listProviders, { providers: [{ id: 'hill', name: 'Hill', isAway: false }] });
    answer(startSignOn, refused(503, 'UNAVAILABLE', 'Hill cannot be reached.'));
    const app = renderApp('/login');
    await app.user.click(await screen.findByRole('button', { name: 'Continue with Hill' }));
    expect(await screen.findByText('Hill cannot be reached. Try again later.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Continue with Hill' })).toHaveProperty('disabled', true);
    expect(left).toEqual([]);
  });
});

describe('the way back', () => {
  test('a log-in that this tab began asks nothing of a browser that somebody else used last', async () => {
    sessionStorage.setItem('tb.signOn', '');
    localStorage.setItem('tb.user', idOf(9));
    answer(exchangeWebAuthToken, { token: 'moved', ttl: 900 });
    answer(getSession, guest());
    renderApp('/login/transfer-session/good');
    await waitFor(() => expect(session.get()?.token).toBe('moved'));
    expect(sessionStorage.getItem('tb.signOn')).toBeNull();
  });

  test('another user’s session that goes on is not swapped without a question', async () => {
    sessionStorage.setItem('tb.signOn', '');
    signedIn({ userId: USER_ID });
    answer(exchangeWebAuthToken, { token: 'moved', ttl: 900 });
    answer(getSession, guest({ userId: idOf(9), firstName: 'Bob', lastName: 'Jones' }));
    answer(logOut, { ok: true });
    renderApp('/login/transfer-session/good');
    expect(await screen.findByRole('button', { name: 'Continue as Bob Jones' })).toBeTruthy();
    expect(session.get()?.token).toBe('token-1');
  });

  test('a second factor that is still missing is asked for here', async () => {
    const secondFactor = { ticket: 'the ticket', expiresIn: 600, need: 'prove', methods: ['app'] };
    const body = { errorCode: 'SECOND_FACTOR_REQUIRED', message: 'Log in with your second factor.', secondFactor };
    answer(exchangeWebAuthToken, HttpResponse.json(body, { status: 401 }));
    const sent = answer(passSecondFactor, { token: 'fresh', ttl: 600 });
    answer(getSession, guest());
    const app = renderApp('/login/transfer-session/good');
    await app.user.type(await screen.findByLabelText('Code'), '123456');
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(session.get()?.token).toBe('fresh'));
    expect(sent[0]?.headers.get('authorization')).toBe('the ticket');
  });
});

describe('one’s own log-ins', () => {
  beforeEach(() => {
    signedIn();
    answer(getSignIn, {
      passkeys: [],
      app: 'none',
      recoveryCodes: 0,
      isWanted: false,
      isRequired: false,
      passkeyDomain: '',
      publicUrl: 'https://tally.example',
    });
  });

  test('are no panel where there is neither a provider nor a link', async () => {
    const listed = answer(listOwnLinks, { links: [], providers: [] });
    renderApp('/login/options');
    await waitFor(() => expect(listed).toHaveLength(1));
    await screen.findByText('Not set up.');
    expect(screen.queryByRole('region', { name: 'Single sign-on' })).toBeNull();
  });

  test('are linked at the provider, and removed unless one is the only way in', async () => {
    answer(listOwnLinks, { links: [LINK], providers: [HILL, VALE] });
    answer(startOwnLink, { url: 'https://vale.example/auth' });
    const removed = answer(removeOwnLink, refused(409, 'CONFLICT', 'It is your only way in.'));
    const app = renderApp('/login/options');
    const panel = within(await screen.findByRole('region', { name: 'Single sign-on' }));
    expect(panel.getByText(/^nell@hill.example, linked .*, not used yet$/)).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Link Hill' })).toBeNull();
    await app.user.click(panel.getByRole('button', { name: 'Link Vale' }));
    await waitFor(() => expect(left).toEqual(['https://vale.example/auth']));
    await app.user.click(panel.getByRole('button', { name: 'Remove Hill' }));
    expect(await panel.findByText('It is your only way in.')).toBeTruthy();
    answer(removeOwnLink, { ok: true });
    answer(listOwnLinks, { links: [], providers: [HILL, VALE] });
    await app.user.click(panel.getByRole('button', { name: 'Remove Hill' }));
    expect(await panel.findByRole('button', { name: 'Link Hill' })).toBeTruthy();
    expect(removed[0]?.url.searchParams.get('issuer')).toBe(HILL.issuer);
  });

  test('a new log-in at the provider confirms who one is, and leads back to the page', async () => {
    localStorage.setItem('tb.config', JSON.stringify({ singleSignOn: '1' }));
    answer(listOwnLinks, { links: [LINK], providers: [HILL, VALE] });
    answer(removeApp, refused(403, 'STEP_UP_REQUIRED', 'Confirm that it is you.'));
    const begun = answer(startSignOn, { url: 'https://hill.example/auth' });
    const app = renderApp('/login/options');
    await screen.findByRole('region', { name: 'Single sign-on' });
    call(removeApp).catch(() => undefined);
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await app.user.click(await dialog.findByRole('button', { name: 'Log in with Hill again' }));
    await waitFor(() => expect(left).toEqual(['https://hill.example/auth']));
    expect(begun[0]?.body).toEqual({ provider: 'hill', again: true });
    expect(sessionStorage.getItem('tb.signOn')).toBe('/?redirect=%2Femployer%2Fpeople');
    expect(dialog.queryByRole('button', { name: /Vale/ })).toBeNull();
  });

  test('the token of the way back works once and leaves the address; what went wrong is said', async () => {
    answer(listOwnLinks, { links: [], providers: [HILL] });
    const finished = answer(finishOwnLink, refused(409, 'ALREADY_EXISTS', 'That log-in is another user’s.'));
    const app = renderApp('/login/options?signOn=arrived');
    expect(await screen.findByText('That log-in is another user’s.')).toBeTruthy();
    await waitFor(() => expect(app.router.state.location.search).toEqual({}));
    expect(finished.map(({ body }) => body)).toEqual([{ token: 'arrived' }]);
  });
});

describe('administrators', () => {
  const user = sampleUser();
  beforeEach(() => {
    signedIn({ role: 'admin' });
    answer(getUser, user);
    answer(getAccount, sampleAccount());
    answer(getUserSignIn, { passkeys: 0, hasApp: false, recoveryCodes: 0 });
  });

  test('link a user’s log-in by its identifier, and remove it', async () => {
    answer(listUserLinks, { links: [], providers: [HILL, VALE] });
    const added = answer(addUserLink, refused(409, 'ALREADY_EXISTS', 'That log-in is another user’s.'));
    const app = renderApp(`/manage/users/edit/${user._id}/password`);
    const panel = within(await screen.findByRole('region', { name: 'Single sign-on' }));
    const link = panel.getByRole('button', { name: 'Link' });
    expect(link).toHaveProperty('disabled', true);
    await app.user.selectOptions(panel.getByLabelText('Provider'), 'Vale');
    await app.user.type(panel.getByLabelText('Identifier at Vale'), ' nell-7 ');
    await app.user.click(link);
    expect(await panel.findByText('That log-in is another user’s.')).toBeTruthy();
    expect(added[0]?.body).toEqual({ provider: 'vale', subject: 'nell-7' });
    const links = [{ ...LINK, issuer: VALE.issuer, provider: 'Vale', isMapped: true }];
    answer(addUserLink, { links, providers: [HILL, VALE] });
    answer(listUserLinks, { links, providers: [HILL, VALE] });
    await app.user.click(link);
    expect(await panel.findByText('nell@hill.example (nell-7)')).toBeTruthy();
    expect(panel.getByText(/Permissions and people follow the account’s rules at each log-in\.$/)).toBeTruthy();
    expect(panel.getByLabelText('Identifier at Hill')).toHaveProperty('value', '');
    const removed = answer(removeUserLink, { links: [], providers: [HILL, VALE] });
    await app.user.click(panel.getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the log-in' }));
    expect(
      dialog.getByText(/Without another one that follows the rules, they keep the permissions of now\.$/),
    ).toBeTruthy();
    answer(listUserLinks, { links: [], providers: [HILL, VALE] });
    await app.user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(panel.queryByText('nell@hill.example (nell-7)')).toBeNull());
    expect(removed[0]?.url.searchParams.get('issuer')).toBe(VALE.issuer);
  });

  const onSettings = () => {
    answer(getAccountSettings, {
      isDefaultTimeZone: false,
      recalculatingSince: null,
      allowedSystemIds: [],
      timeZone: 'UTC',
      storeTemplates: false,
      language: 'en',
      correctionDays: 42,
      recordYears: 7,
      musterForAll: false,
      lastFigures: true,
      consentRequired: false,
      consentText: '',
      requireSecondFactor: false,
    });
    answer(listSyncKeys, { results: [] });
    answer(getStandardTimes, { standardTimes: [], holidays: [] });
    answer(getGroups, { employeeGroups: [], timeGroups: [], jobDescriptions: [] });
    answer(listAccountUsers, { users: [user], lastIndex: 1 });
    return renderApp(`/manage/accounts/edit/${idOf(1)}/settings`);
  };

  test('see no panel of an account where the installation has no provider and the account no setting', async () => {
    const found = answer(getAccountSignOn, { settings: null, providers: [] });
    onSettings();
    await screen.findByRole('button', { name: 'Update Settings' });
    await waitFor(() => expect(found).toHaveLength(1));
    expect(screen.queryByText('Single sign-on')).toBeNull();
  });

  test('require it of an account only with a user who keeps a password', async () => {
    answer(getAccountSignOn, { settings: null, providers: [HILL] });
    const settings = {
      issuer: HILL.issuer,
      linkByEmail: true,
      isRequired: true,
      passwordUserId: user._id,
      createUsers: null,
    };
    const updated = answer(updateAccountSignOn, { settings, providers: [HILL] });
    const app = onSettings();
    const form = within(await screen.findByRole('form', { name: 'Single sign-on' }));
    await app.user.selectOptions(form.getByLabelText('Provider'), 'Hill');
    await app.user.click(form.getByLabelText(/^Link by email address/));
    await app.user.click(form.getByLabelText(/^Require single sign-on/));
    await app.user.click(form.getByRole('button', { name: 'Save Single Sign-On' }));
    expect(await form.findByText('Choose a user who keeps a password as the way back')).toBeTruthy();
    expect(updated).toEqual([]);
    await app.user.selectOptions(form.getByLabelText('Keeps a password'), user._id);
    await app.user.click(form.getByRole('button', { name: 'Save Single Sign-On' }));
    await waitFor(() => expect(updated[0]?.body).toEqual({ settings }));
    expect(await screen.findByText('Successfully updated account settings')).toBeTruthy();
  });

  test('are told what the end of rules does to the users whom they created', async () => {
    const createUsers = { claim: 'groups', rules: [{ value: 'pickers', preset: 'viewer' as const, scope: null }] };
    const settings = { issuer: HILL.issuer, linkByEmail: false, isRequired: false, passwordUserId: null, createUsers };
    answer(getAccountSignOn, { settings, providers: [HILL, VALE] });
    const app = onSettings();
    const form = within(await screen.findByRole('form', { name: 'Single sign-on' }));
    const told = () => form.queryByText(/^Users whom the rules created are logged out at once\./);
    await app.user.type(form.getByLabelText('Value'), '!');
    expect(told()).toBeNull();
    await app.user.selectOptions(form.getByLabelText('Provider'), 'Vale');
    expect(told()).toBeTruthy();
    await app.user.selectOptions(form.getByLabelText('Provider'), 'Hill');
    expect(told()).toBeNull();
    await app.user.click(form.getByLabelText(/^Create users/));
    expect(told()).toBeTruthy();
  });

  test('give created users permissions and people by the values of a claim', async () => {
    answer(getAccountSignOn, { settings: null, providers: [HILL] });
    const updated = answer(updateAccountSignOn, refused(409, 'CONFLICT', 'That group is gone.'));
    const app = onSettings();
    const form = within(await screen.findByRole('form', { name: 'Single sign-on' }));
    await app.user.selectOptions(form.getByLabelText('Provider'), 'Hill');
    await app.user.click(form.getByLabelText(/^Create users/));
    await app.user.click(form.getByRole('button', { name: 'Save Single Sign-On' }));
    expect(await form.findByText(/^Value/, { selector: 'p' })).toBeTruthy();
    await app.user.type(form.getByLabelText('Value'), 'pickers');
    await app.user.selectOptions(form.getByLabelText('Access'), 'supervisor');
    await app.user.click(form.getByRole('button', { name: 'Add a rule' }));
    await app.user.click(form.getByRole('button', { name: 'Remove rule 2' }));
    await app.user.click(form.getByRole('button', { name: 'Save Single Sign-On' }));
    expect(await form.findByText('That group is gone.')).toBeTruthy();
    expect(updated[0]?.body).toEqual({
      settings: {
        issuer: HILL.issuer,
        linkByEmail: false,
        isRequired: false,
        passwordUserId: null,
        createUsers: { claim: 'groups', rules: [{ value: 'pickers', preset: 'supervisor', scope: null }] },
      },
    });
  });
});
