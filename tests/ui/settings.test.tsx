import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  createSyncKey,
  getAccountSettings,
  listSyncKeys,
  previewAccountTimeZone,
  revokeSyncKey,
  type SavedSettings,
  updateAccountSettings,
} from '#contract/access/accountSettings.ts';
import { getAccount, getAccountContents } from '#contract/access/accounts.ts';
import { getGroups, getStandardTimes } from '#contract/masterData/groups.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount } from '#tests/support/manageSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const TAB = `/manage/accounts/edit/${idOf(1)}/settings`;
const saved: SavedSettings = {
  isDefaultTimeZone: false,
  recalculatingSince: null,
  allowedSystemIds: ['PAY-1'],
  timeZone: 'Africa/Johannesburg',
  storeTemplates: false,
  language: 'en',
  correctionDays: 42,
  recordYears: 7,
  musterForAll: false,
  lastFigures: true,
  consentRequired: false,
  consentText: '',
  requireSecondFactor: false,
};
const key = {
  _id: idOf(600),
  rights: 'send' as const,
  systemId: null,
  description: 'Head office',
  createdAt: '2026-11-01T06:00:00.000Z',
  createdBy: 'Adam Root',
  lastUsedAt: null,
};

beforeEach(() => {
  signedIn({ role: 'admin' });
  answer(getAccount, sampleAccount());
  answer(getAccountSettings, saved);
  answer(listSyncKeys, { results: [key] });
  answer(getStandardTimes, { standardTimes: [], holidays: [] });
  answer(getGroups, { employeeGroups: [], timeGroups: [], jobDescriptions: [] });
});

const typed = (value: string) => {
  const input = screen.getByLabelText(/^Allowed System IDs/, { selector: 'input' });
  fireEvent.change(input, { target: { value } });
  fireEvent.keyDown(input, { key: 'Enter' });
};
const chips = () => within(screen.getByRole('list', { name: 'Allowed System IDs' })).getAllByRole('listitem').length;

test('system ids are chips: added on Enter, trimmed, removed, saved with one toast', async () => {
  const updated = answer(updateAccountSettings, saved);
  const app = renderApp(TAB);
  const save = await screen.findByRole('button', { name: 'Update Settings' });
  expect(save).toHaveProperty('disabled', true);
  typed('  PAY-2 ');
  expect(chips()).toBe(2);
  await app.user.click(screen.getByRole('button', { name: 'Remove PAY-1' }));
  expect(chips()).toBe(1);
  await app.user.click(save);
  expect(await screen.findByText('Successfully updated account settings')).toBeTruthy();
  // An unchanged time zone is not sent, because nobody chose it.
  expect(updated[0]?.body).toEqual({
    allowedSystemIds: ['PAY-2'],
    language: 'en',
    correctionDays: 42,
    recordYears: 7,
    musterForAll: false,
    lastFigures: true,
  });
});

test('requiring a consent needs a text, says what it deletes, and sends only what changed', async () => {
  const updated = answer(updateAccountSettings, saved);
  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('switch', { name: /^Consent required/ }));
  fireEvent.change(screen.getByRole('textbox', { name: /^Text of the consent/ }), { target: { value: 'A pattern.' } });
  expect(
    screen.getByText(/^The stored templates of everybody who has not agreed to this text are deleted/),
  ).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Update Settings' }));
  await waitFor(() => expect(updated).toHaveLength(1));
  expect(updated[0]?.body).toMatchObject({ consentRequired: true, consentText: 'A pattern.' });
  expect(updated[0]?.body).not.toHaveProperty('storeTemplates');
});

test.each([
  ['a chip that is not saved', () => typed('PAY-2')],
  [
    'a System ID that is typed but not added',
    () =>
      fireEvent.change(screen.getByLabelText(/^Allowed System IDs/, { selector: 'input' }), {
        target: { value: 'PAY-3' },
      }),
  ],
])('leaving the tab asks before %s is lost', async (_what, change) => {
  answer(getAccountContents, { users: 0, devices: 1, employees: 1, clockRecords: 0, alerts: 0, backups: 0 });
  const app = renderApp(TAB);
  await screen.findByRole('button', { name: 'Update Settings' });
  change();
  await app.user.click(screen.getByRole('tab', { name: 'General' }));
  const dialog = await screen.findByRole('dialog', { name: 'Discard changes?' });
  expect(app.router.state.location.pathname).toBe(TAB);
  await app.user.click(within(dialog).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(app.router.state.location.pathname).toMatch(/general$/));
});

test('a duplicate system id is refused whatever its case; empty input is ignored', async () => {
  renderApp(TAB);
  await screen.findByRole('button', { name: 'Update Settings' });
  typed('   ');
  expect(screen.queryByText('The specified System ID is already allowed.')).toBeNull();
  expect(chips()).toBe(1);
  typed('pay-1');
  expect(await screen.findByText('The specified System ID is already allowed.')).toBeTruthy();
  expect(chips()).toBe(1);
  expect(screen.getByRole('button', { name: 'Update Settings' })).toHaveProperty('disabled', true);
});

test('the time zone is chosen from the platform’s zones', async () => {
  const updated = answer(updateAccountSettings, { ...saved, timeZone: 'Europe/Lisbon' });
  const asked = answer(previewAccountTimeZone, { days: 3, people: 1, punches: 1_240, unreadable: 2 });
  const app = renderApp(TAB);
  const zone = await screen.findByRole('combobox', { name: /^Time zone/ });
  expect(zone).toHaveProperty('value', 'Johannesburg (Africa/Johannesburg)');
  await app.user.click(zone);
  fireEvent.change(zone, { target: { value: 'lisbon' } });
  await app.user.click(await screen.findByRole('option', { name: 'Lisbon (Europe/Lisbon)', hidden: true }));
  expect(
    await screen.findByText(
      '3 days of 1 person will be worked out anew; 1,240 punches of terminals will be read again as local time in Europe/Lisbon. ' +
        '2 punches cannot be read again and keep their time: the terminal is not in this account.',
    ),
  ).toBeTruthy();
  expect(asked[0]?.body).toEqual({ timeZone: 'Europe/Lisbon' });
  await app.user.click(screen.getByRole('button', { name: 'Update Settings' }));
  await waitFor(() => expect(updated[0]?.body).toMatchObject({ timeZone: 'Europe/Lisbon' }));
});

test('a time zone that would move locked days says so before it is saved', async () => {
  const why = 'The days from 2026-11-09 to 2026-11-13 were locked by P. Naidoo. Another time zone would move them.';
  answer(previewAccountTimeZone, refused(409, 'PERIOD_LOCKED', why));
  const app = renderApp(TAB);
  const zone = await screen.findByRole('combobox', { name: /^Time zone/ });
  await app.user.click(zone);
  fireEvent.change(zone, { target: { value: 'lisbon' } });
  await app.user.click(await screen.findByRole('option', { name: 'Lisbon (Europe/Lisbon)', hidden: true }));
  expect(await screen.findByText(why)).toBeTruthy();
});

test('settings that cannot be loaded say so inline', async () => {
  answer(getAccountSettings, refused(503, 'UNAVAILABLE', 'Away.'));
  renderApp(TAB);
  expect(await screen.findByText('Failed to load account settings. Please try again later.')).toBeTruthy();
});

test('settings that cannot be saved say so, and why', async () => {
  answer(updateAccountSettings, refused(400, 'VALIDATION_FAILED', 'Unknown time zone.'));
  const app = renderApp(TAB);
  await screen.findByRole('button', { name: 'Update Settings' });
  typed('PAY-2');
  await app.user.click(screen.getByRole('button', { name: 'Update Settings' }));
  expect(await screen.findByText('Failed to update account settings')).toBeTruthy();
  expect(screen.getByText('Unknown time zone.')).toBeTruthy();
});

test('who may not change settings sees them read-only, without sync keys', async () => {
  signedIn({ role: 'admin' }, ['Account.GET', 'Account.GET_SETTINGS']);
  renderApp(TAB);
  expect(await screen.findByText('PAY-1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Update Settings' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove PAY-1' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Sync keys' })).toBeNull();
});

test('a sync key is made, shown once, and revoked', async () => {
  const made = answer(createSyncKey, { _id: idOf(601), key: 'tbk_secret' });
  const revoked = answer(revokeSyncKey, { ok: true });
  const app = renderApp(TAB);
  const table = await screen.findByRole('table', { name: 'Sync keys' });
  expect(within(table).getByText('Never')).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'New Sync Key' }));
  const dialog = await screen.findByRole('dialog', { name: 'New Sync Key' });
  const create = within(dialog).getByRole('button', { name: 'Create' });
  expect(create).toHaveProperty('disabled', true);
  fireEvent.change(within(dialog).getByLabelText(/^Description/), { target: { value: 'Branch' } });
  fireEvent.change(within(dialog).getByLabelText('May'), { target: { value: 'both' } });
  fireEvent.change(within(dialog).getByLabelText('System ID'), { target: { value: 'PAY-1' } });
  await app.user.click(create);
  const shown = await screen.findByRole('dialog', { name: 'Sync key' });
  expect(within(shown).getByTestId('sync-key').textContent).toBe('tbk_secret');
  expect(made[0]?.body).toEqual({ description: 'Branch', rights: 'both', systemId: 'PAY-1' });
  await app.user.click(within(shown).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('tbk_secret')).toBeNull());

  await app.user.click(screen.getByRole('button', { name: 'Revoke Head office' }));
  const ask = await screen.findByRole('dialog', { name: 'Revoke key' });
  await app.user.click(within(ask).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(revoked).toHaveLength(1));
});

test('standard times and holidays can be looked at, with the names of their time groups', async () => {
  answer(getGroups, {
    employeeGroups: [],
    timeGroups: [{ _id: idOf(700), systemId: 'PAY-1', name: 'Day shift', deletedAt: null }],
    jobDescriptions: [],
  });
  answer(getStandardTimes, {
    standardTimes: [
      {
        _id: idOf(701),
        timeGroupId: idOf(700),
        weekday: 1,
        startTime: '07:00',
        endTime: '16:00',
        breaks: [{ startTime: '12:00', endTime: '12:30' }],
        graceMinutes: 5,
        breakGraceMinutes: 2,
        preMinutes: 60,
        postMinutes: 60,
        effectiveFrom: null,
        isRest: false,
      },
    ],
    holidays: [{ _id: idOf(702), name: 'Heritage Day', date: '2026-09-24', timeGroupId: null }],
  });
  renderApp(TAB);
  // Each table is inside a section of the same name.
  const times = (await screen.findAllByRole('region', { name: 'Standard times' }))[0] as HTMLElement;
  for (const text of ['Day shift', 'Monday', '07:00', '16:00', '12:00-12:30'])
    expect(within(times).getByText(text)).toBeTruthy();
  const holidays = screen.getAllByRole('region', { name: 'Holidays' })[0] as HTMLElement;
  for (const text of ['Heritage Day', '24 Sept 2026', 'All']) expect(within(holidays).getByText(text)).toBeTruthy();
});
