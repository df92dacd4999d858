import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getAccountSettings } from '#contract/access/accountSettings.ts';
import { getAccount, getAccountContents, listAccounts } from '#contract/access/accounts.ts';
import { createUser, getUser, listUsers } from '#contract/access/users.ts';
import { getGroups, getStandardTimes } from '#contract/masterData/groups.ts';
import { ADMIN_PERMISSIONS, type Permission } from '#contract/platform/permissions.ts';
import { answer, asked } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount, sampleUser } from '#tests/support/manageSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

/** Administrators with fewer permissions: controls that they may not use are not shown, and calls that would be refused are not made. */
const ACCOUNT = `/manage/accounts/edit/${idOf(1)}`;
const USER = `/manage/users/edit/${idOf(100)}`;
const withOnly = (...permissions: Permission[]) => signedIn({ role: 'admin', accountName: 'system' }, permissions);
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

beforeEach(() => {
  answer(getAccount, sampleAccount());
  answer(getAccountContents, { users: 0, devices: 0, employees: 0, clockRecords: 0, alerts: 0, backups: 0 });
  answer(getUser, sampleUser());
  answer(listAccounts, { accounts: [], lastIndex: 0 });
  answer(listUsers, { users: [], lastIndex: 0 });
});

test.each<[Permission, string[]]>([
  ['User.GET', ['General', 'Users']],
  ['Device.GET', ['General', 'Devices']],
  ['SystemStats.GET', ['General', 'Statistics']],
  ['Backup.CREATE', ['General', 'Data Management']],
  ['Restore.RUN', ['General', 'Data Management']],
  ['Stats.RESET_STATE', ['General', 'Data Management']],
  ['Account.IMPORT', ['General', 'Data Management']],
  ['Account.GET_SETTINGS', ['General', 'Settings']],
  ['Account.MANAGE_SYNC_KEYS', ['General', 'Settings']],
  ['Account.GET_AUDIT', ['General', 'Activity']],
  // The CSV of pieces is theirs too.
  ['Setup.MANAGE', ['General', 'Set up', 'Data Management']],
])('an account has the tabs that %s opens, and no other', async (permission, shown) => {
  withOnly('Account.GET', permission);
  renderApp(`${ACCOUNT}/general`);
  await screen.findByRole('tab', { name: 'General' });
  expect(tabs()).toEqual(shown);
});

test('a user who may only read an account sees it, without a button that would be refused', async () => {
  withOnly('Account.GET');
  renderApp(`${ACCOUNT}/general`);
  expect(await screen.findByLabelText(/^Name/)).toHaveProperty('value', 'Sunny Farm');
  expect(screen.getByLabelText(/^Name/).closest('fieldset')).toHaveProperty('disabled', true);
  for (const name of ['Update Account', 'Delete Account']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull();
  // One page has no tabs.
  expect(screen.queryByRole('tab')).toBeNull();
});

test.each(['users', 'devices', 'stats', 'data-management', 'settings', 'activity', 'users/new'])(
  'the address of the tab %s, not permitted, says so once and asks the server nothing',
  async (path) => {
    withOnly('Account.GET');
    renderApp(`${ACCOUNT}/${path}`);
    expect(await screen.findByText('You do not have permission to see this page.')).toBeTruthy();
    expect(screen.queryByText('Permission denied.')).toBeNull();
    expect(asked.filter((each) => each !== `GET /v2/account/${idOf(1)}`)).toEqual([]);
  },
);

test('the settings show the permitted parts, and fetch no other', async () => {
  withOnly('Account.GET', 'Account.GET_SETTINGS');
  answer(getStandardTimes, { standardTimes: [], holidays: [] });
  answer(getGroups, { employeeGroups: [], timeGroups: [], jobDescriptions: [] });
  answer(getAccountSettings, {
    isDefaultTimeZone: false,
    recalculatingSince: null,
    allowedSystemIds: ['PAY-1'],
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
  renderApp(`${ACCOUNT}/settings`);
  expect(await screen.findByText('PAY-1')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Sync keys' })).toBeNull();
  expect(asked.filter((each) => each.includes('sync-key'))).toEqual([]);
});

test('the permitted parts of Data Management fetch nothing else', async () => {
  withOnly('Account.GET', 'Backup.CREATE');
  renderApp(`${ACCOUNT}/data-management`);
  expect(await screen.findByRole('button', { name: 'Create Backup' })).toBeTruthy();
  expect(asked.filter((each) => /settings|backup|restore/.test(each))).toEqual([]);
});

test('only permitted sections are shown, and the area opens with the first', async () => {
  withOnly('User.GET');
  const app = renderApp('/manage');
  await screen.findByText('No users matching your search criteria were found.');
  expect(app.router.state.location.pathname).toBe('/manage/users/all');
  expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull();
  for (const name of ['New Admin User', 'Export User List']) expect(screen.queryByText(name)).toBeNull();
});

test.each([
  '/manage',
  '/manage/accounts/all',
  '/manage/accounts/new',
  '/manage/users/all',
  '/manage/users/new',
  '/manage/mail',
])('%s with no permission at all says so, and asks nothing', async (path) => {
  withOnly();
  renderApp(path);
  expect(await screen.findByText('You do not have permission to see this page.')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('a user who may read users but not change them sees no button for it', async () => {
  withOnly('User.GET');
  const app = renderApp(`${USER}/general`);
  const name = await screen.findByLabelText(/^First name/);
  expect(name.closest('fieldset')).toHaveProperty('disabled', true);
  for (const button of ['Update User', 'Delete User'])
    expect(screen.queryByRole('button', { name: button })).toBeNull();
  expect(asked).not.toContain(`GET /v2/account/${idOf(1)}`);
  expect(tabs()).toEqual(['General', 'Settings']);
  await app.user.click(screen.getByRole('tab', { name: 'Settings' }));
  expect((await screen.findByLabelText('GET_ALL_ALERTS')).closest('fieldset')).toHaveProperty('disabled', true);
  for (const button of ['Update Settings', 'Select all'])
    expect(screen.queryByRole('button', { name: button })).toBeNull();
});

test('an administrator with more rights than the user can only be viewed', async () => {
  withOnly('User.GET', 'User.UPDATE', 'User.DELETE');
  answer(getUser, sampleUser({ role: 'admin', permissions: { api: ['User.GET', 'Account.DELETE'] } }));
  renderApp(`${USER}/general`);
  expect(await screen.findByText(/has permissions that you do not have/)).toBeTruthy();
  for (const button of ['Update User', 'Delete User'])
    expect(screen.queryByRole('button', { name: button })).toBeNull();
});

test('only permissions that the user has are offered', async () => {
  withOnly('User.GET', 'User.UPDATE');
  answer(getUser, sampleUser({ role: 'admin', permissions: { api: ['User.GET'] } }));
  const app = renderApp(`${USER}/settings`);
  expect(await screen.findByLabelText('User.UPDATE')).toHaveProperty('disabled', false);
  expect(screen.getByLabelText('Account.DELETE')).toHaveProperty('disabled', true);
  await app.user.click(screen.getByRole('button', { name: 'Select all' }));
  expect(screen.getByLabelText('User.UPDATE')).toHaveProperty('checked', true);
  expect(screen.getByLabelText('Account.DELETE')).toHaveProperty('checked', false);
});

test('a new administrator gets no permission that the creator lacks', async () => {
  const mine = ADMIN_PERMISSIONS.filter((name) => name.startsWith('User.'));
  withOnly(...mine);
  const created = answer(createUser, sampleUser({ role: 'admin' }));
  const app = renderApp('/manage/users/new');
  for (const [label, value] of [
    [/^First name/, 'Ann'],
    [/^Last name/, 'Aide'],
    [/^Username/, 'aide'],
    [/^Email/, 'aide@system.example'],
  ] as const)
    await app.user.type(await screen.findByLabelText(label), value);
  await app.user.click(screen.getByRole('button', { name: 'Create User' }));
  await waitFor(() => expect(created[0]?.body).toMatchObject({ permissions: { api: mine } }));
});
