import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createReadingKey, listReadingKeys, revokeReadingKey } from '#contract/access/readingKeys.ts';
import { listUserScopes, setUserScope } from '#contract/access/userScopes.ts';
import { listOwnDevices } from '#contract/intake/devices.ts';
import { getGroups, getLookups } from '#contract/masterData/groups.ts';
import { getSetup } from '#contract/office/setup.ts';
import { listSetupLookups } from '#contract/office/setupLists.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { answer } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { sampleSetup } from '#tests/support/setupSamples.ts';
import { renderApp, signedIn, USER_ID } from '#tests/support/ui.tsx';

/** The people whom users of an account see (docs/reference/scope.md#what-a-scope-is). */

test('an Owner sees whom each user sees, and limits another one to some people', async () => {
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE']);
  answer(getSetup, sampleSetup());
  answer(listSetupLookups, { lookups: [] });
  const group = (_id: string, name: string, deletedAt: string | null = null) => ({
    ...{ _id, name, deletedAt, systemId: 'CSV' },
  });
  answer(getGroups, {
    timeGroups: [group(idOf(201), 'Day'), group(idOf(202), 'Night'), group(idOf(203), 'Old', '2026-11-01T00:00:00Z')],
    ...{ employeeGroups: [], jobDescriptions: [] },
  });
  answer(getLookups, { lookups: [] });
  answer(listOwnDevices, { devices: [] });
  const user = (_id: string, lastName: string, scope: UserScope | null) => ({
    ...{ _id, username: lastName.toLowerCase(), firstName: 'Sue', lastName, isActive: true, scope },
  });
  const limited = user(idOf(103), 'Old', { timeGroups: [idOf(203)] });
  answer(listUserScopes, {
    users: [user(USER_ID, 'Owner', null), user(idOf(102), 'Visor', { timeGroups: [idOf(201)] }), limited],
  });
  answer(listReadingKeys, { keys: [] });
  const set = answer(setUserScope, limited);
  const app = renderApp('/employer/settings?page=users');
  const table = await screen.findByRole('table', { name: 'Users' });
  await within(table).findByText('Nobody: what was selected is deleted');
  const sees = within(table)
    .getAllByRole('row')
    .map((row) => row.querySelector('[data-label="Sees"]')?.textContent);
  expect(sees).toEqual([undefined, 'Everybody', 'Day', 'Nobody: what was selected is deleted']);
  // Nobody limits themselves.
  expect(within(table).queryByRole('button', { name: /Sue Owner/ })).toBeNull();
  await app.user.click(within(table).getByRole('button', { name: 'Sue Visor' }));
  const dialog = await screen.findByRole('dialog', { name: 'Whom Sue Visor sees' });
  await app.user.click(await within(dialog).findByRole('button', { name: /^Shifts/ }));
  await app.user.click(await screen.findByRole('checkbox', { name: 'Night' }));
  await app.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(set[0]?.body).toEqual({ scope: { timeGroups: [idOf(201), idOf(202)] } }));
});

test('an Owner makes a key that reads some of what they may see, sees it once, and revokes another', async () => {
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE']);
  answer(getSetup, sampleSetup());
  answer(listSetupLookups, { lookups: [] });
  answer(getGroups, { timeGroups: [], employeeGroups: [], jobDescriptions: [] });
  answer(getLookups, { lookups: [] });
  answer(listOwnDevices, { devices: [] });
  answer(listUserScopes, { users: [] });
  const old = { _id: idOf(7), name: 'Old wall', madeAt: '2026-11-01T06:00:00Z', madeBy: 'sue', isInForce: false };
  answer(listReadingKeys, { keys: [{ ...old, permissions: ['Account.GET_SYNC_STATUSES'], lastUsedAt: null }] });
  const made = answer(createReadingKey, { _id: idOf(8), key: 'tb_read_0123' });
  const revoked = answer(revokeReadingKey, { ok: true });
  const app = renderApp('/employer/settings?page=users');
  const table = await screen.findByRole('table', { name: 'API keys (read only)' });
  expect(table.textContent).toContain('Old wall (ended with its user)');
  await app.user.click(screen.getByRole('button', { name: 'New key' }));
  const dialog = await screen.findByRole('dialog', { name: 'New key' });
  // Without Pay.VIEW pay cannot be given.
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(3);
  await app.user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Wall');
  await app.user.click(within(dialog).getByRole('checkbox', { name: 'Devices' }));
  await app.user.click(within(dialog).getByRole('button', { name: 'Create' }));
  const shown = await screen.findByRole('dialog', { name: 'Key' });
  expect(shown.textContent).toContain('tb_read_0123');
  expect(made[0]?.body).toEqual({ name: 'Wall', permissions: ['Account.GET_SYNC_STATUSES'] });
  await app.user.click(within(shown).getByRole('button', { name: 'Done' }));
  await app.user.click(screen.getByRole('button', { name: 'Revoke Old wall' }));
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(revoked[0]?.url.pathname).toContain(idOf(7)));
});
