import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPhone, listPhones, renewPhoneCode } from '#contract/intake/phones.ts';
import { getSetup } from '#contract/office/setup.ts';
import { listSetupLookups } from '#contract/office/setupLists.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { answer } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { sampleSetup } from '#tests/support/setupSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const CODE = { id: idOf(9), activationToken: '63MJAF4D', expiresAt: '2026-11-21T10:00:00.000Z' };

test('an owner adds a phone by its name and gets its code; one that waits gets a new one', async () => {
  signedIn({}, [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE']);
  answer(getSetup, sampleSetup());
  answer(listSetupLookups, { lookups: [] });
  answer(listPhones, {
    phones: [
      { _id: idOf(7), name: 'Gate', isActivated: true, lastActive: '2026-11-20T08:00:00.000Z' },
      { _id: idOf(8), name: 'Block 7', isActivated: false, lastActive: null },
    ],
  });
  const added = answer(addPhone, CODE);
  const renewed = answer(renewPhoneCode, CODE);
  const app = renderApp('/employer/settings?page=phones');
  const table = await screen.findByRole('table', { name: 'Phones' });
  const titles = within(table).getAllByRole('columnheader');
  expect(titles.map(({ textContent }) => textContent)).toEqual(['Name', 'State', 'Actions']);
  expect(within(table).getByText('Waiting for its code')).toBeTruthy();
  expect(within(table).getAllByRole('button', { name: 'New code' })).toHaveLength(1);

  await app.user.click(screen.getByRole('button', { name: 'Add phone' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add phone' });
  await app.user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Packhouse');
  await app.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const shown = await screen.findByRole('dialog', { name: 'Activation code' });
  expect(within(shown).getByTestId('code').textContent).toBe('63MJAF4D');
  expect(within(shown).getByText(/\/rc\/$/)).toBeTruthy();
  expect(added[0]?.body).toEqual({ name: 'Packhouse' });
  await app.user.click(within(shown).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await app.user.click(within(table).getByRole('button', { name: 'New code' }));
  expect(await screen.findByRole('dialog', { name: 'Activation code' })).toBeTruthy();
  expect(renewed[0]?.params).toMatchObject({ deviceId: idOf(8) });

  // The code is used: the dialog says so by itself.
  answer(listPhones, { phones: [{ _id: CODE.id, name: 'Packhouse', isActivated: true, lastActive: null }] });
  await app.queryClient.invalidateQueries();
  const connected = await screen.findByRole('dialog', { name: 'Activation code' });
  expect(await within(connected).findByText('Packhouse')).toBeTruthy();
  expect(within(connected).queryByTestId('code')).toBeNull();
});
