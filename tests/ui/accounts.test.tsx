import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, test, vi } from 'vitest';
import {
  createAccount,
  deleteAccount,
  getAccount,
  getAccountContents,
  listAccounts,
  searchAccounts,
  updateAccount,
} from '#contract/access/accounts.ts';
import { reachability } from '#src/state/reachability.ts';
import { PAGE_ROWS, ROW_HEIGHT } from '#src/ui/rows.ts';
import { answer, fakeServer, noNetwork, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount } from '#tests/support/manageSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const NOTHING = { users: 0, devices: 0, employees: 0, clockRecords: 0, alerts: 0, backups: 0 };
const FULL = { users: 2, devices: 3, employees: 41, clockRecords: 5_000, alerts: 1, backups: 0 };
const manyAccounts = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    sampleAccount({ _id: idOf(from + index), code: `C${from + index}`, name: `Account ${from + index}` }),
  );
const admin = () => signedIn({ role: 'admin', accountName: 'system' });
const type = (label: string | RegExp, value: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

test('anyone but an administrator sees the invalid-role page', async () => {
  signedIn({ role: 'employer' });
  renderApp('/manage/accounts/all');
  expect(await screen.findByText('Your user account is not allowed to log in.')).toBeTruthy();
});

test('without a session the invalid-session page is shown', async () => {
  renderApp('/manage');
  expect(await screen.findByText('You are not logged in with an active session.')).toBeTruthy();
});

test('/manage leads to all accounts, with route tabs, rows and the version footer', async () => {
  admin();
  const nobody = { firstName: '', lastName: '', contactNo: '', emailAddr: '' };
  const system = sampleAccount({ _id: idOf(2), code: 'system', name: 'system', holder: nobody });
  answer(listAccounts, { accounts: [sampleAccount(), system], lastIndex: 2 });
  const app = renderApp('/manage');
  const row = await screen.findByRole('link', { name: /Sunny Farm/ });
  expect(app.router.state.location.pathname).toBe('/manage/accounts/all');
  expect(row.textContent).toContain('SUNNY');
  expect(row.textContent).toContain('SUNNY · Helen Holder');
  const unheld = screen.getByRole('link', { name: /^System Account system/ });
  expect(unheld.textContent).toBe('System Account system');
  const sections = screen.getByRole('navigation', { name: 'Sections' });
  expect(within(sections).getByRole('link', { name: 'Accounts' })).toBeTruthy();
  expect(within(sections).getByRole('link', { name: 'Users' })).toBeTruthy();
  expect(screen.getByText(/^Version /)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New Account' })).toBeTruthy();
});

test('the list asks for 20 rows a batch of 86 pixels and draws only what is in view', async () => {
  admin();
  const asked = answer(listAccounts, ({ url }) => {
    const from = Number(url.searchParams.get('startRow'));
    const to = Number(url.searchParams.get('endRow'));
    return { accounts: manyAccounts(from, to), lastIndex: 100_000 };
  });
  renderApp('/manage/accounts/all');
  const first = await screen.findByRole('link', { name: /Account 0\b/ });
  expect(asked[0]?.url.search).toBe(`?startRow=0&endRow=${PAGE_ROWS}`);
  const row = first.closest('li');
  expect(row?.style.height).toBe(`${ROW_HEIGHT}px`);
  expect(row?.getAttribute('aria-setsize')).toBe('100000');
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40);
  expect(asked.length).toBeLessThanOrEqual(2);
});

test('a search runs on Enter, is kept in the address and asks the server; an empty result says so', async () => {
  admin();
  answer(listAccounts, { accounts: [sampleAccount()], lastIndex: 1 });
  const searched = answer(searchAccounts, { accounts: [], lastIndex: 0 });
  const app = renderApp('/manage/accounts/all');
  const box = await screen.findByRole('searchbox', { name: 'Search accounts' });
  fireEvent.change(box, { target: { value: 'helén 7' } });
  expect(searched).toHaveLength(0);
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(await screen.findByText('No accounts matching your search criteria were found.')).toBeTruthy();
  expect(searched[0]?.url.searchParams.get('q')).toBe('helén 7');
  expect(app.router.state.location.search).toEqual({ q: 'helén 7' });
  fireEvent.keyDown(box, { key: 'Escape' });
  expect(await screen.findByRole('link', { name: /Sunny Farm/ })).toBeTruthy();
  expect(app.router.state.location.search).toEqual({});
});

test('a link with a search shows its result, even if it looks like a number', async () => {
  admin();
  const searched = answer(searchAccounts, { accounts: [sampleAccount()], lastIndex: 1 });
  renderApp('/manage/accounts/all?q=123');
  expect(await screen.findByRole('link', { name: /Sunny Farm/ })).toBeTruthy();
  expect(searched[0]?.url.searchParams.get('q')).toBe('123');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '123');
});

test('on a new account all tabs but General are disabled, and a message says to save first', async () => {
  admin();
  renderApp('/manage/accounts/new');
  expect(await screen.findByText(/Save the account first/)).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'General' }).getAttribute('href')).toBe('/manage/accounts/new');
  for (const name of ['Users', 'Devices', 'Statistics', 'Data Management', 'Settings', 'Activity'])
    expect(screen.getByRole('tab', { name })).toHaveProperty('disabled', true);
});

test('code, name and all holder fields are required; saving is disabled until the form is valid', async () => {
  admin();
  const created = answer(createAccount, sampleAccount());
  answer(getAccount, sampleAccount());
  answer(getAccountContents, NOTHING);
  const app = renderApp('/manage/accounts/new');
  const save = await screen.findByRole('button', { name: 'Create Account' });
  const zone = screen.getByLabelText('Time zone');
  expect(zone).toHaveProperty('value', Intl.DateTimeFormat().resolvedOptions().timeZone);
  await app.user.selectOptions(zone, 'Africa/Nairobi');
  expect(save).toHaveProperty('disabled', true);

  fireEvent.blur(screen.getByLabelText(/^Code/));
  expect(await screen.findByText('Code is required')).toBeTruthy();
  const fields: [RegExp, string][] = [
    [/^Code/, 'SUNNY'],
    [/^Name/, 'Sunny Farm'],
    [/^First name/, 'Helen'],
    [/^Last name/, 'Holder'],
    [/^Contact number/, '+27 11 555 0100'],
    [/^Email address/, 'helen@farm.example'],
  ];
  for (const [label, value] of fields) {
    expect(save).toHaveProperty('disabled', true);
    type(label, value);
  }
  expect(save).toHaveProperty('disabled', false);
  type(/^Email address/, 'nonsense');
  expect(await screen.findByText('Enter a valid email address')).toBeTruthy();
  expect(save).toHaveProperty('disabled', true);
  type(/^Email address/, 'helen@farm.example');

  await app.user.click(save);
  expect(await screen.findByText('Successfully created account')).toBeTruthy();
  expect(created[0]?.body).toMatchObject({
    code: 'SUNNY',
    name: 'Sunny Farm',
    holder: { lastName: 'Holder' },
    timeZone: 'Africa/Nairobi',
  });
  await waitFor(() => expect(app.router.state.location.pathname).toBe(`/manage/accounts/edit/${idOf(1)}/general`));
  expect((await screen.findByLabelText(/^Code/)).hasAttribute('disabled')).toBe(true);
});

test('a taken code is reported at the code field', async () => {
  admin();
  answer(createAccount, refused(409, 'ALREADY_EXISTS', 'An account with this code exists.'));
  const app = renderApp('/manage/accounts/new');
  await screen.findByLabelText(/^Code/);
  type(/^Code/, 'SUNNY');
  type(/^Name/, 'Sunny Farm');
  type(/^First name/, 'Helen');
  type(/^Last name/, 'Holder');
  type(/^Contact number/, '1');
  type(/^Email address/, 'helen@farm.example');
  await app.user.click(screen.getByRole('button', { name: 'Create Account' }));
  await waitFor(() => expect(screen.getByLabelText(/^Code/).getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText('An account with this code exists.').length).toBeGreaterThan(0);
});

test('the code of a saved account cannot be edited; licence fields are sent with an update', async () => {
  admin();
  answer(getAccount, sampleAccount());
  answer(getAccountContents, FULL);
  const updated = answer(updateAccount, sampleAccount({ name: 'Moon Farm' }));
  const app = renderApp(`/manage/accounts/edit/${idOf(1)}`);
  expect((await screen.findByLabelText(/^Code/)).hasAttribute('disabled')).toBe(true);
  type(/^Name/, 'Moon Farm');
  type('Maximum alerts', '25');
  await app.user.click(screen.getByRole('switch', { name: 'Can select shifts' }));
  await app.user.click(screen.getByRole('button', { name: 'Update Account' }));
  expect(await screen.findByText('Successfully updated account')).toBeTruthy();
  expect(updated[0]?.body).toMatchObject({
    code: 'SUNNY',
    name: 'Moon Farm',
    license: { alerts: { maxAlerts: 25, canSelectTimeGroups: false } },
  });
  expect(screen.getByText(/Created/).parentElement?.textContent).toContain('by Adam Root');
});

test('an older account without metadata shows a warning, a newer one does not', async () => {
  admin();
  answer(getAccountContents, FULL);
  answer(getAccount, sampleAccount({ createdAt: null, createdBy: null, modifiedAt: null, modifiedBy: null }));
  const old = renderApp(`/manage/accounts/edit/${idOf(1)}/general`);
  expect(await screen.findByText('This account lacks metadata')).toBeTruthy();
  old.unmount();
  answer(getAccount, sampleAccount());
  renderApp(`/manage/accounts/edit/${idOf(1)}/general`);
  await screen.findByLabelText(/^Code/);
  expect(screen.queryByText('This account lacks metadata')).toBeNull();
});

test('an account that cannot be loaded says so inline', async () => {
  admin();
  answer(getAccount, refused(503, 'UNAVAILABLE', 'Try later.'));
  renderApp(`/manage/accounts/edit/${idOf(1)}/general`);
  expect(await screen.findByText('Failed to load account details. Please try again.')).toBeTruthy();
});

test('an empty account leads to its set-up, a full one does not', async () => {
  admin();
  answer(getAccount, sampleAccount());
  answer(getAccountContents, NOTHING);
  const empty = renderApp(`/manage/accounts/edit/${idOf(1)}/general`);
  const steps = await screen.findByRole('region', { name: 'Next steps' });
  expect(within(steps).getByRole('link', { name: 'Set up this account' }).getAttribute('href')).toMatch(
    /\/setup\?page=start$/,
  );
  empty.unmount();
  answer(getAccountContents, FULL);
  renderApp(`/manage/accounts/edit/${idOf(1)}/general`);
  await screen.findByLabelText(/^Code/);
  expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull();
});

test('its next steps go when the page is opened again after the set-up, without a reload', async () => {
  admin();
  answer(getAccount, sampleAccount());
  answer(getAccountContents, NOTHING);
  answer(listAccounts, { accounts: [sampleAccount()], lastIndex: 1 });
  const { router } = renderApp(`/manage/accounts/edit/${idOf(1)}/general`);
  await screen.findByRole('region', { name: 'Next steps' });
  await act(() => router.navigate({ to: '/manage/accounts/all' }));
  await screen.findByRole('link', { name: /Sunny Farm/ });
  answer(getAccountContents, FULL);
  const params = { accountId: idOf(1) };
  await act(() => router.navigate({ to: '/manage/accounts/edit/$accountId/general', params }));
  await screen.findByLabelText(/^Code/);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull());
});

test('deleting names what is deleted, needs the checkbox, returns to the list and fetches accounts again after 1 s', async () => {
  admin();
  answer(getAccount, sampleAccount());
  answer(getAccountContents, FULL);
  const removed = answer(deleteAccount, { ok: true });
  const listed = answer(listAccounts, { accounts: [], lastIndex: 0 });
  const app = renderApp(`/manage/accounts/edit/${idOf(1)}/general`);
  await app.user.click(await screen.findByRole('button', { name: 'Delete Account' }));
  const dialog = await screen.findByRole('dialog');
  for (const part of ['2 users', '3 devices', '41 employees', '5,000 clock records', '1 alert', '0 backups'])
    expect(await within(dialog).findByText(part)).toBeTruthy();
  const confirm = within(dialog).getByRole('button', { name: 'Delete Account' });
  expect(confirm).toHaveProperty('disabled', true);
  await app.user.click(within(dialog).getByLabelText('I understand the consequences.'));
  expect(confirm).toHaveProperty('disabled', false);
  await app.user.click(confirm);
  expect(await screen.findByText('Account deleted successfully')).toBeTruthy();
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/manage/accounts/all'));
  expect(removed).toHaveLength(1);
  await screen.findByText('No accounts matching your search criteria were found.');
  const before = listed.length;
  await waitFor(() => expect(listed.length).toBe(before + 1));
});

test('users who may not delete or create see no such action', async () => {
  signedIn({ role: 'admin' }, ['Account.GET']);
  answer(getAccount, sampleAccount());
  answer(getAccountContents, FULL);
  answer(listAccounts, { accounts: [sampleAccount()], lastIndex: 1 });
  const edit = renderApp(`/manage/accounts/edit/${idOf(1)}/general`);
  await screen.findByLabelText(/^Code/);
  expect(screen.queryByRole('button', { name: 'Delete Account' })).toBeNull();
  edit.unmount();
  renderApp('/manage/accounts/all');
  await screen.findByRole('link', { name: /Sunny Farm/ });
  expect(screen.queryByRole('link', { name: 'New Account' })).toBeNull();
});

test('a list that cannot be loaded says why and can be tried again', async () => {
  admin();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answer(listAccounts, refused(503, 'UNAVAILABLE', 'The database is away.'));
  const app = renderApp('/manage/accounts/all');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByText('The database is away.').length).toBeGreaterThan(0);
  answer(listAccounts, { accounts: [sampleAccount()], lastIndex: 1 });
  await app.user.click(retry);
  expect(await screen.findByRole('link', { name: /Sunny Farm/ })).toBeTruthy();
});

test('a list without a connection says what it needs, and is no failure', async () => {
  admin();
  fakeServer.use(http.all('*/v2/*', noNetwork));
  renderApp('/manage/accounts/all');
  act(() => reachability.lost());
  expect(await screen.findByText(/^Not available offline\./)).toBeTruthy();
  expect(screen.queryByText('A network error occurred. Please try again.', { ignore: '[role="status"] *' })).toBeNull();
});

test('leaving a form with typed text asks first', async () => {
  admin();
  answer(getAccount, sampleAccount());
  answer(getAccountContents, FULL);
  answer(listAccounts, { accounts: [sampleAccount()], lastIndex: 1 });
  const app = renderApp(`/manage/accounts/edit/${idOf(1)}/general`);
  await screen.findByLabelText(/^Code/);
  type(/^Name/, 'Moon Farm');
  await app.user.click(screen.getByRole('link', { name: 'Accounts' }));
  let dialog = await screen.findByRole('dialog', { name: 'Discard changes?' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Moon Farm');
  await app.user.click(screen.getByRole('link', { name: 'Accounts' }));
  dialog = await screen.findByRole('dialog', { name: 'Discard changes?' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/manage/accounts/all'));
});

test('offline: what needs the server is disabled and says why; typed text is kept', async () => {
  admin();
  answer(getAccount, sampleAccount());
  answer(getAccountContents, noNetwork);
  const saved = answer(updateAccount, sampleAccount());
  const app = renderApp(`/manage/accounts/edit/${idOf(1)}/general`);
  const name = await screen.findByLabelText(/^Name/);
  fireEvent.change(name, { target: { value: 'Moon Farm' } });
  act(() => reachability.lost());
  const update = screen.getByRole('button', { name: 'Update Account' });
  expect(update.getAttribute('aria-disabled')).toBe('true');
  await app.user.click(update);
  await app.user.type(name, '{Enter}');
  expect(saved).toEqual([]);
  expect(name).toHaveProperty('value', 'Moon Farm');

  await app.user.click(screen.getByRole('button', { name: 'Delete Account' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Account' });
  expect(within(dialog).getByText('You are offline. This needs a connection.')).toBeTruthy();
  await app.user.click(within(dialog).getByLabelText('I understand the consequences.'));
  expect(within(dialog).getByRole('button', { name: 'Delete Account' })).toHaveProperty('disabled', true);
  act(() => reachability.answered());
  expect(within(dialog).getByRole('button', { name: 'Delete Account' })).toHaveProperty('disabled', false);
});
