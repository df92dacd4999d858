import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getAccount } from '#contract/access/accounts.ts';
import { requestPasswordReset } from '#contract/access/session.ts';
import { listUserLinks } from '#contract/access/singleSignOn.ts';
import {
  createUser,
  deleteUser,
  generateUserReport,
  getUser,
  getUserSignIn,
  listAccountUsers,
  listUsers,
  searchUsers,
  updateUser,
} from '#contract/access/users.ts';
import { listAccountDevices } from '#contract/intake/devices.ts';
import { listAccountEmployees } from '#contract/masterData/employees.ts';
import { getGroups, getLookups } from '#contract/masterData/groups.ts';
import { ADMIN_PERMISSIONS, EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount, sampleEmployee, sampleUser } from '#tests/support/manageSamples.ts';
import { showEnglish, showPseudo } from '#tests/support/pseudo.ts';
import { ACCOUNT_ID, renderApp, signedIn, USER_ID } from '#tests/support/ui.tsx';

const admin = () => signedIn({ role: 'admin', accountName: 'system' });
const type = (label: string | RegExp, value: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};
const root = () =>
  sampleUser({ _id: idOf(101), role: 'admin', firstName: 'Adam', lastName: 'Root', email: 'adam@system.example' });
const noEmployees = () => answer(listAccountEmployees, { employees: [] });
const listedRoot = () => ({ ...root(), accountName: 'system', accountCode: 'system' });

test('the user list shows name, uppercase role badge and email, and leads to the edit page', async () => {
  admin();
  answer(listUsers, { users: [listedRoot()], lastIndex: 1 });
  renderApp('/manage/users');
  const row = await screen.findByRole('link', { name: /Adam Root/ });
  expect(within(row).getByText('SYSTEM ADMINISTRATOR')).toBeTruthy();
  expect(within(row).getByText('System Account · adam@system.example')).toBeTruthy();
  expect(row.getAttribute('href')).toBe(`/manage/users/edit/${idOf(101)}/general`);
});

test('users of every account are listed, each with its account’s name', async () => {
  admin();
  const eve = { ...sampleUser(), accountName: 'Sunny Farm', accountCode: 'SUNNY' };
  answer(listUsers, { users: [listedRoot(), eve], lastIndex: 2 });
  renderApp('/manage/users');
  const row = await screen.findByRole('link', { name: /Eve Employer/ });
  expect(row.textContent).toContain('Sunny Farm');
  expect(within(row).getByText('EMPLOYER')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Adam Root/ }).textContent).toContain('System Account');
});

test('a user search that finds nothing says so', async () => {
  admin();
  const searched = answer(searchUsers, { users: [], lastIndex: 0 });
  renderApp('/manage/users/all?q=zoe');
  expect(await screen.findByText('No users matching your search criteria were found.')).toBeTruthy();
  expect(searched[0]?.url.searchParams.get('q')).toBe('zoe');
});

test('a new administrator: Password and Settings wait for the save; role is locked, device disabled; defaults are sent', async () => {
  admin();
  const created = answer(createUser, root());
  answer(getUser, root());
  const app = renderApp('/manage/users/new');
  expect(await screen.findByText(/Save the user first/)).toBeTruthy();
  for (const name of ['Password', 'Settings'])
    expect(screen.getByRole('tab', { name })).toHaveProperty('disabled', true);

  const role = screen.getByLabelText('Role');
  expect(role).toHaveProperty('disabled', true);
  expect(role).toHaveProperty('value', 'admin');
  expect(within(role).getByRole('option', { name: 'Device' })).toHaveProperty('disabled', true);
  expect(within(role).getByRole('option', { name: 'Employer' })).toHaveProperty('disabled', false);
  expect(screen.getByRole('switch', { name: /^Active/ })).toHaveProperty('checked', true);

  const save = screen.getByRole('button', { name: 'Create User' });
  for (const [label, value] of [
    [/^First name/, 'Adam'],
    [/^Last name/, 'Root'],
    [/^Username/, 'adam'],
    [/^Email/, 'adam@system.example'],
  ] as const) {
    expect(save).toHaveProperty('disabled', true);
    type(label, value);
  }
  await app.user.click(save);
  expect(await screen.findByText('Successfully created user')).toBeTruthy();
  expect(created[0]?.body).toEqual({
    accountId: ACCOUNT_ID,
    firstName: 'Adam',
    lastName: 'Root',
    username: 'adam',
    email: 'adam@system.example',
    isActive: true,
    role: 'admin',
    modules: ['Manage'],
    permissions: { api: [...ADMIN_PERMISSIONS] },
  });
  await waitFor(() => expect(app.router.state.location.pathname).toBe(`/manage/users/edit/${idOf(101)}/general`));
});

test.each([
  [/^First name/, 'First name is required'],
  [/^Last name/, 'Last name is required'],
  [/^Username/, 'Username is required'],
  [/^Email/, 'Enter a valid email address'],
])('%s is required', async (label, message) => {
  admin();
  renderApp('/manage/users/new');
  fireEvent.blur(await screen.findByLabelText(label));
  expect(await screen.findByText(message)).toBeTruthy();
});

test('what is wrong in a form is said in the language that is chosen after it; a field that was not left stays quiet', async () => {
  admin();
  renderApp('/manage/users/new');
  const email = await screen.findByLabelText(/^Email/);
  fireEvent.blur(email);
  await screen.findByText('Enter a valid email address');

  act(() => showPseudo());
  expect(await screen.findByText(/^\[Enter a valid email address~+\]$/)).toBeTruthy();
  expect(screen.queryByText('Enter a valid email address')).toBeNull();
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1);
  act(showEnglish);
  expect(await screen.findByText('Enter a valid email address')).toBeTruthy();
});

test('what the server refused of a field stays when another language is chosen', async () => {
  admin();
  answer(createUser, refused(409, 'CONFLICT', 'This username is taken.'));
  const app = renderApp('/manage/users/new');
  await screen.findByLabelText(/^First name/);
  type(/^First name/, 'Adam');
  type(/^Last name/, 'Root');
  type(/^Username/, 'adam');
  type(/^Email/, 'adam@system.example');
  await app.user.click(screen.getByRole('button', { name: 'Create User' }));
  await screen.findByText('This username is taken.');

  act(() => showPseudo());
  expect(await screen.findByText(/^\[Create User~+\]$/)).toBeTruthy();
  expect(screen.getByText('This username is taken.')).toBeTruthy();
  act(showEnglish);
});

test('a user under an employer account is an employer with the employer defaults', async () => {
  admin();
  answer(getAccount, sampleAccount());
  answer(getUser, sampleUser());
  noEmployees();
  const created = answer(createUser, sampleUser());
  const app = renderApp(`/manage/accounts/edit/${idOf(1)}/users/new`);
  expect(await screen.findByLabelText('Role')).toHaveProperty('value', 'employer');
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  type(/^First name/, 'Eve');
  type(/^Last name/, 'Employer');
  type(/^Username/, 'eve');
  type(/^Email/, 'eve@farm.example');
  await app.user.click(screen.getByRole('button', { name: 'Create User' }));
  await screen.findByText('Successfully created user');
  expect(created[0]?.body).toMatchObject({
    accountId: idOf(1),
    role: 'employer',
    modules: ['Dashboard'],
    permissions: { api: [...EMPLOYER_PERMISSIONS] },
  });
});

test('a user of an account can be one of its employees, and nobody again', async () => {
  admin();
  answer(getAccount, sampleAccount());
  answer(getUser, sampleUser({ employeeId: sampleEmployee(2)._id }));
  answer(listAccountEmployees, { employees: [1, 2].map((number) => sampleEmployee(number)) });
  const updated = answer(updateUser, sampleUser());
  const app = renderApp(`/manage/users/edit/${idOf(100)}/general`);
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Linked employee' })).toHaveProperty('value', 'First2 Last2, 2'),
  );
  await app.user.click(screen.getByRole('combobox', { name: 'Linked employee' }));
  await app.user.click(await screen.findByRole('option', { name: 'First1 Last1, 1' }));
  await app.user.click(screen.getByRole('button', { name: 'Update User' }));
  await waitFor(() => expect(updated[0]?.body).toMatchObject({ employeeId: sampleEmployee(1)._id }));
  await app.user.click(screen.getByRole('combobox', { name: 'Linked employee' }));
  await app.user.click(await screen.findByRole('option', { name: 'None of the employees' }));
  await app.user.click(screen.getByRole('button', { name: 'Update User' }));
  await waitFor(() => expect(updated[1]?.body).toMatchObject({ employeeId: null }));
});

test('a user is limited to groups of the account; a deleted group that is all of it shows nobody, and the form says so', async () => {
  admin();
  answer(getAccount, sampleAccount());
  noEmployees();
  const group = (nth: number, name: string, deletedAt: string | null = null) => ({
    _id: idOf(nth),
    systemId: 'S',
    name,
    deletedAt,
  });
  answer(getGroups, {
    timeGroups: [group(201, 'Day'), group(202, 'Night'), group(203, 'Old', '2026-11-01T00:00:00Z')],
    employeeGroups: [],
    jobDescriptions: [],
  });
  answer(getLookups, {
    lookups: [
      { lookup: 1, name: 'Product', entries: [] },
      { lookup: 2, name: 'Block', entries: [] },
    ],
  });
  answer(listAccountDevices, { devices: [] });
  answer(getUser, sampleUser({ scope: { timeGroups: [idOf(203)] } }));
  const updated = answer(updateUser, sampleUser());
  const app = renderApp(`/manage/users/edit/${idOf(100)}/general`);
  expect(await screen.findByText(/^This user sees nobody: what is selected in Shifts is deleted/)).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: /^Shifts/ }));
  await app.user.click(await screen.findByRole('checkbox', { name: 'Night' }));
  expect(screen.queryByText(/sees nobody/)).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Update User' }));
  await waitFor(() => expect(updated[0]?.body).toMatchObject({ scope: { timeGroups: [idOf(203), idOf(202)] } }));
});

test('the account’s users hide device users unless asked for', async () => {
  admin();
  answer(getAccount, sampleAccount());
  const listed = answer(listAccountUsers, {
    users: [sampleUser(), sampleUser({ _id: idOf(102), role: 'device', firstName: 'Gate', lastName: 'Tablet' })],
    lastIndex: 2,
  });
  const app = renderApp(`/manage/accounts/edit/${idOf(1)}/users`);
  expect(await screen.findByRole('link', { name: /Eve Employer/ })).toBeTruthy();
  expect(listed[0]?.url.search).toBe('?startRow=0&endRow=1000');
  expect(screen.queryByRole('link', { name: /Gate Tablet/ })).toBeNull();
  await app.user.click(screen.getByLabelText('Show device users'));
  expect(within(screen.getByRole('link', { name: /Gate Tablet/ })).getByText('DEVICE')).toBeTruthy();
});

test('the account’s users that cannot be loaded say so inline', async () => {
  admin();
  answer(getAccount, sampleAccount());
  answer(listAccountUsers, refused(503, 'UNAVAILABLE', 'Away.'));
  renderApp(`/manage/accounts/edit/${idOf(1)}/users`);
  expect(await screen.findByText('Failed to load account users. Please try again later.')).toBeTruthy();
});

test('Export User List starts with its defaults and saves the CSV under its name', async () => {
  admin();
  answer(listUsers, { users: [listedRoot()], lastIndex: 1 });
  const asked = answer(generateUserReport, () => new Response('a,b\r\n', { headers: { 'content-type': 'text/csv' } }));
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const app = renderApp('/manage/users/all');
  await app.user.click(await screen.findByRole('button', { name: 'Export User List' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText('Employer users only')).toHaveProperty('checked', true);
  expect(within(dialog).getByLabelText('Include inactive accounts')).toHaveProperty('checked', false);
  expect(within(dialog).getByLabelText('Include inactive users')).toHaveProperty('checked', false);
  expect(within(dialog).getByLabelText('Export type')).toHaveProperty('value', 'csv');
  await app.user.click(within(dialog).getByLabelText('Include inactive users'));
  await app.user.click(within(dialog).getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(names).toEqual(['user-list.csv']));
  expect(asked[0]?.body).toEqual({
    exportType: 'csv',
    employerUsersOnly: true,
    includeInactiveAccounts: false,
    includeInactiveUsers: true,
  });
  vi.restoreAllMocks();
});

test('the Password tab checks strength and match before it may be sent', async () => {
  admin();
  answer(getUser, root());
  answer(getUserSignIn, { passkeys: 0, hasApp: false, recoveryCodes: 0 });
  const updated = answer(updateUser, root());
  const app = renderApp(`/manage/users/edit/${idOf(101)}/password`);
  const save = await screen.findByRole('button', { name: 'Set Password' });
  expect(save).toHaveProperty('disabled', true);
  fireEvent.blur(screen.getByLabelText(/^New password/));
  expect(await screen.findByText('Password is required')).toBeTruthy();
  type(/^New password/, 'short');
  expect(await screen.findByText('Use at least 10 characters.')).toBeTruthy();
  type(/^New password/, 'orange kayak ladder');
  fireEvent.blur(screen.getByLabelText(/^Confirm password/));
  expect((await screen.findAllByText('Confirm password')).length).toBeGreaterThan(1);
  type(/^Confirm password/, 'orange kayak');
  expect(await screen.findByText("Passwords don't match.")).toBeTruthy();
  expect(save).toHaveProperty('disabled', true);
  type(/^Confirm password/, 'orange kayak ladder');
  expect(save).toHaveProperty('disabled', false);
  await app.user.click(save);
  expect(await screen.findByText('Successfully updated user')).toBeTruthy();
  expect(updated[0]?.body).toEqual({ newPassword: 'orange kayak ladder' });
  expect(screen.getByLabelText(/^New password/)).toHaveProperty('value', '');
});

test('a user’s own password and email address need the present password', async () => {
  signedIn({ role: 'admin', accountName: 'system', userId: idOf(101) });
  answer(getUser, root());
  const updated = answer(updateUser, root());
  const own = renderApp(`/manage/users/edit/${idOf(101)}/password`);
  const save = await screen.findByRole('button', { name: 'Set Password' });
  type(/^New password/, 'orange kayak ladder');
  type(/^Confirm password/, 'orange kayak ladder');
  expect(save).toHaveProperty('disabled', true);
  type(/^Current password/, 'the one of now');
  await own.user.click(save);
  await waitFor(() => expect(updated).toHaveLength(1));
  expect(updated[0]?.body).toEqual({ newPassword: 'orange kayak ladder', currentPassword: 'the one of now' });
  cleanup();

  const general = renderApp(`/manage/users/edit/${idOf(101)}/general`);
  const update = await screen.findByRole('button', { name: 'Update User' });
  expect(screen.queryByLabelText(/^Current password/)).toBeNull();
  type(/^Email/, 'new@system.example');
  await general.user.click(update);
  expect(await screen.findByText('Password is required')).toBeTruthy();
  type(/^Current password/, 'the one of now');
  await general.user.click(update);
  await waitFor(() => expect(updated).toHaveLength(2));
  expect(updated[1]?.body).toMatchObject({ email: 'new@system.example', currentPassword: 'the one of now' });
});

test('a password reset email can be requested for a user', async () => {
  admin();
  answer(getUser, root());
  answer(getUserSignIn, { passkeys: 0, hasApp: false, recoveryCodes: 0 });
  answer(listUserLinks, { links: [], providers: [] });
  const asked = answer(requestPasswordReset, { ok: true, sent: true });
  const app = renderApp(`/manage/users/edit/${idOf(101)}/password`);
  await app.user.click(await screen.findByRole('button', { name: 'Send password reset email' }));
  expect(await screen.findByText('Successfully requested a password reset email')).toBeTruthy();
  expect(asked[0]?.body).toEqual({ identity: 'adam@system.example' });
});

test('modules and API permissions are picked per role; the role’s defaults can be put back', async () => {
  admin();
  answer(getAccount, sampleAccount());
  answer(getUser, sampleUser({ modules: [], permissions: { api: ['GET_ALL_ALERTS'] } }));
  const updated = answer(updateUser, sampleUser());
  const app = renderApp(`/manage/users/edit/${idOf(100)}/settings`);
  const save = await screen.findByRole('button', { name: 'Update Settings' });
  expect(save).toHaveProperty('disabled', true);
  expect(screen.getByLabelText('GET_ALL_ALERTS')).toHaveProperty('checked', true);
  expect(screen.getByLabelText('MANAGE_ALERTS')).toHaveProperty('checked', false);
  expect(screen.getByLabelText('Device.DELETE')).toHaveProperty('checked', false);
  expect(screen.queryByLabelText('Account.DELETE')).toBeNull();
  await app.user.click(screen.getByLabelText('Device.DELETE'));
  await app.user.click(screen.getByLabelText('Dashboard'));
  await app.user.click(save);
  expect(await screen.findByText('Successfully updated user')).toBeTruthy();
  expect(updated[0]?.body).toEqual({
    modules: ['Dashboard'],
    permissions: { api: ['GET_ALL_ALERTS', 'Device.DELETE'] },
  });
  await app.user.click(screen.getByRole('button', { name: 'Viewer' }));
  for (const permission of EMPLOYER_PERMISSIONS)
    expect(screen.getByLabelText(permission)).toHaveProperty('checked', true);
  expect(screen.getByLabelText('Device.DELETE')).toHaveProperty('checked', false);
});

test('deleting a user asks, reports, and returns to the list', async () => {
  admin();
  answer(getUser, root());
  answer(deleteUser, { ok: true });
  answer(listUsers, { users: [], lastIndex: 0 });
  const app = renderApp(`/manage/users/edit/${idOf(101)}/general`);
  await app.user.click(await screen.findByRole('button', { name: 'Delete User' }));
  const dialog = await screen.findByRole('dialog');
  await app.user.click(within(dialog).getByRole('button', { name: 'Delete User' }));
  expect(await screen.findByText('User deleted successfully')).toBeTruthy();
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/manage/users/all'));
});

test('a user can neither delete themselves nor make themselves inactive', async () => {
  admin();
  answer(getUser, { ...root(), _id: USER_ID });
  renderApp(`/manage/users/edit/${USER_ID}/general`);
  const remove = await screen.findByRole('button', { name: 'Delete User' });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  expect(remove.getAttribute('aria-description')).toBe('You cannot delete your own user.');
  fireEvent.click(remove);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('switch', { name: /^Active/ })).toHaveProperty('disabled', true);
});

test('a user that cannot be loaded says so inline', async () => {
  admin();
  answer(getUser, refused(503, 'UNAVAILABLE', 'Away.'));
  renderApp(`/manage/users/edit/${idOf(101)}/general`);
  expect(await screen.findByText('Failed to load user details. Please try again.')).toBeTruthy();
});

test('a user whose account cannot be loaded says so', async () => {
  admin();
  answer(getUser, sampleUser());
  noEmployees();
  answer(getAccount, refused(503, 'UNAVAILABLE', 'Away.'));
  renderApp(`/manage/users/edit/${idOf(100)}/general`);
  const words = await screen.findByText('Failed to load user account details. Please try again.');
  expect(words.closest('[role="alert"]')).not.toBeNull();
});

test('a refused update is reported at the field it concerns', async () => {
  admin();
  answer(getUser, root());
  answer(updateUser, refused(409, 'ALREADY_EXISTS', 'This username is taken.'));
  const app = renderApp(`/manage/users/edit/${idOf(101)}/general`);
  await screen.findByLabelText(/^Username/);
  type(/^Username/, 'eve');
  await app.user.click(screen.getByRole('button', { name: 'Update User' }));
  await waitFor(() => expect(screen.getByLabelText(/^Username/).getAttribute('aria-invalid')).toBe('true'));
});
