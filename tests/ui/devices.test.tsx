import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getAccountSettings, type SavedSettings, updateAccountSettings } from '#contract/access/accountSettings.ts';
import { getAccount } from '#contract/access/accounts.ts';
import { listAccountUsers } from '#contract/access/users.ts';
import { listAccountDevices } from '#contract/intake/devices.ts';
import {
  createAdmsDevice,
  createManagedDevice,
  createStandaloneDevice,
  createUnmanagedDevice,
  deleteAccountDevice,
  getTerminalAddress,
  listSightings,
  regenerateActivation,
  sendActivationCode,
  updateDevice,
  viewActivationCode,
} from '#contract/intake/enrolment.ts';
import {
  type DeviceRecorder,
  decideNetwork,
  getDeviceOptions,
  getDeviceRecorder,
  listTemplateDeletions,
  queueDeviceCommand,
  readUsbFile,
  updateDeviceOptions,
} from '#contract/intake/terminals.ts';
import { listAccountEmployees } from '#contract/masterData/employees.ts';
import { getGroups } from '#contract/masterData/groups.ts';
import { OUTBOX_NOTE } from '#contract/platform/mail.ts';
import { ADMIN_PERMISSIONS } from '#contract/platform/permissions.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount, sampleDevice, sampleEmployee, sampleUser } from '#tests/support/manageSamples.ts';
import { literalsIn, showEnglish, showPseudo } from '#tests/support/pseudo.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const TAB = `/manage/accounts/edit/${idOf(1)}/devices`;
const activation = { id: idOf(200), activationToken: 'K7QMX2PA', expiresAt: '2026-11-22T08:00:00.000Z' };
const type = (label: string | RegExp, value: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

const settings: SavedSettings = {
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
};

beforeEach(() => {
  answer(getAccountSettings, settings);
  signedIn({ role: 'admin' });
  answer(getAccount, sampleAccount());
  answer(listAccountUsers, { users: [sampleUser()], lastIndex: 1 });
  answer(listAccountDevices, { devices: [] });
  answer(listSightings, { results: [] });
  answer(listTemplateDeletions, { results: [] });
  answer(listAccountEmployees, { employees: [] });
  answer(getGroups, { employeeGroups: [], timeGroups: [], jobDescriptions: [] });
});
afterEach(() => act(showEnglish));

async function add(app: ReturnType<typeof renderApp>, kind: string) {
  await app.user.click(await screen.findByRole('button', { name: 'Add Device' }));
  await app.user.click(await screen.findByRole('menuitem', { name: new RegExp(`Add ${kind} Device`) }));
  const dialog = await screen.findByRole('dialog', { name: `Add ${kind} Device` });
  return within(dialog).getByRole('button', { name: 'Add Device' });
}

test('an account without devices says so; a failed load says so inline', async () => {
  const empty = renderApp(TAB);
  expect(await screen.findByText('No devices found.')).toBeTruthy();
  empty.unmount();
  answer(listAccountDevices, refused(503, 'UNAVAILABLE', 'Away.'));
  renderApp(TAB);
  expect(await screen.findByText('Failed to load account devices. Please try again later.')).toBeTruthy();
});

test('an account in the server’s zone asks for its own, above its devices and where one is added', async () => {
  answer(getAccountSettings, { ...settings, isDefaultTimeZone: true });
  const updated = answer(updateAccountSettings, settings);
  const app = renderApp(TAB);
  const question = await screen.findByText('Which time zone is this account in?');
  await add(app, 'ADMS');
  const dialog = within(screen.getByRole('dialog', { name: 'Add ADMS Device' }));
  expect(dialog.getByText(/^This account is still in the server’s time zone, UTC/)).toBeTruthy();
  await app.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  answer(getAccountSettings, settings);
  await app.user.click(await screen.findByRole('button', { name: 'Keep UTC' }));
  await waitFor(() => expect(question.isConnected).toBe(false));
  expect(updated[0]?.body).toEqual({ timeZone: 'UTC' });
});

test('an ADMS device needs a serial number; its dialog shows the settings for the terminal', async () => {
  const created = answer(createAdmsDevice, { id: idOf(201), secretPath: null });
  answer(getTerminalAddress, {
    host: '192.168.1.5',
    port: 8080,
    origin: 'http://192.168.1.5:8080',
    warning: 'The server listens on this machine only.',
  });
  const app = renderApp(TAB);
  const submit = await add(app, 'ADMS');
  expect(submit).toHaveProperty('disabled', true);
  type(/^Serial number/, '   ');
  expect(await screen.findByText('Serial number is required')).toBeTruthy();
  expect(submit).toHaveProperty('disabled', true);
  expect(screen.queryByLabelText(/^IMEI/)).toBeNull();
  type(/^Serial number/, ' CKJF201960001 ');
  await app.user.click(submit);
  expect(await screen.findByText('ADMS Device created successfully')).toBeTruthy();
  expect(created[0]?.body).toEqual({ serial: 'CKJF201960001', make: 'adms' });
  const shown = await screen.findByRole('dialog', { name: 'Terminal enrolled' });
  await within(shown).findByText('192.168.1.5');
  expect([...shown.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    '192.168.1.5',
    '8080',
    '/iclock',
  ]);
  expect(shown.textContent).not.toContain(location.hostname);
  expect(within(shown).getByRole('note').textContent).toBe('The server listens on this machine only.');
});

test('a terminal of another make gets an address of its own, shown once with where to type it, and is waited for', async () => {
  const created = answer(createAdmsDevice, { id: idOf(211), secretPath: 'a-secret-of-22-letters' });
  answer(getTerminalAddress, { host: '192.168.1.5', port: 8080, origin: 'http://192.168.1.5:8080', warning: null });
  const app = renderApp(TAB);
  const submit = await add(app, 'ADMS');
  type(/^Serial number/, 'DS-K1T342');
  await app.user.selectOptions(screen.getByLabelText('Make'), 'Hikvision');
  expect(screen.getByRole('dialog', { name: 'Add Hikvision Device' })).toBeTruthy();
  await app.user.click(submit);
  expect(await screen.findByText('Hikvision Device created successfully')).toBeTruthy();
  const shown = within(await screen.findByRole('dialog', { name: 'Terminal enrolled' }));
  await shown.findByText(/HTTP listening/);
  expect(shown.queryByRole('button', { name: 'Copy address' })).toBeNull();
  expect(shown.getByRole('button', { name: 'Copy path' })).toBeTruthy();
  expect(created[0]?.body).toEqual({ serial: 'DS-K1T342', make: 'hikvision' });
  await shown.findByText('/t/a-secret-of-22-letters/hikvision');
  shown.getByText('Waiting for the first contact.');
  answer(listAccountDevices, {
    devices: [sampleDevice({ _id: idOf(211), deviceType: 'ADMS', kind: 'adms', isActivated: true })],
  });
  await app.queryClient.invalidateQueries();
  await shown.findByText('It has called.');
});

test('software that takes one address gets it whole, to be copied', async () => {
  answer(createAdmsDevice, { id: idOf(212), secretPath: 'a-secret-of-22-letters' });
  const warning = 'Most terminals do not speak https.';
  answer(getTerminalAddress, { host: 'farm.test', port: 80, origin: 'https://farm.test', warning });
  const app = renderApp(TAB);
  const submit = await add(app, 'ADMS');
  type(/^Serial number/, 'MIDDLEWARE');
  await app.user.selectOptions(screen.getByLabelText('Make'), 'Another device, by JSON');
  expect(screen.getByRole('dialog', { name: 'Add JSON Device' })).toBeTruthy();
  await app.user.click(submit);
  expect(await screen.findByText('https://farm.test/t/a-secret-of-22-letters/json')).toBeTruthy();
  expect(screen.queryByText(warning)).toBeNull();
  expect(screen.queryByText('Server port')).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy address' })).toBeTruthy();
});

test('an unmanaged device needs serial and IMEI, trimmed; its code is shown as text and as a QR code of 386 pixels', async () => {
  const created = answer(createUnmanagedDevice, activation);
  const app = renderApp(TAB);
  const submit = await add(app, 'Unmanaged');
  type(/^Serial number/, ' SN-1 ');
  expect(submit).toHaveProperty('disabled', true);
  type(/^IMEI/, ' 3500 ');
  expect(submit).toHaveProperty('disabled', false);
  await app.user.click(submit);
  expect(await screen.findByText('Unmanaged RC device added successfully')).toBeTruthy();
  expect(created[0]?.body).toEqual({ serialNumber: 'SN-1', imei: '3500' });
  const qr = await screen.findByRole('img', { name: 'Activation QR code' });
  expect(qr.getAttribute('width')).toBe('386');
  expect(screen.getByTestId('code').textContent).toBe('K7QMX2PA');
  expect(screen.getByText(/The code expires in 24 hours/)).toBeTruthy();
});

test('a standalone device also asks for make and model', async () => {
  const created = answer(createStandaloneDevice, activation);
  const app = renderApp(TAB);
  const submit = await add(app, 'Standalone');
  type(/^Serial number/, 'SN-1');
  type(/^IMEI/, '3500');
  expect(submit).toHaveProperty('disabled', true);
  type(/^Make/, 'Acme');
  expect(submit).toHaveProperty('disabled', true);
  type(/^Model/, 'T1');
  await app.user.click(submit);
  expect(await screen.findByText('Standalone RC device added successfully')).toBeTruthy();
  expect(created[0]?.body).toEqual({ serialNumber: 'SN-1', imei: '3500', make: 'Acme', model: 'T1' });
  expect((await screen.findByRole('img', { name: 'Activation QR code' })).getAttribute('width')).toBe('386');
});

test('a managed device has a profile; its enrolment code is an image of 512 pixels with the code as text', async () => {
  const created = answer(createManagedDevice, {
    id: idOf(202),
    enrollmentQrCodeUrl: 'https://farm.example/v2/enrolment/abc/K7QMX2PA',
  });
  const app = renderApp(TAB);
  const submit = await add(app, 'Managed');
  type(/^Serial number/, 'SN-1');
  type(/^IMEI/, '3500');
  const profile = screen.getByLabelText('Profile');
  expect(
    within(profile)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Open', 'Open (APN)', 'Restricted', 'Restricted (APN)']);
  fireEvent.change(profile, { target: { value: 'Restricted (APN)' } });
  await app.user.click(submit);
  expect(await screen.findByText('Managed RC device added successfully')).toBeTruthy();
  expect(created[0]?.body).toMatchObject({ profile: 'Restricted (APN)', qrCodeSize: 512 });
  const image = await screen.findByRole('img', { name: 'Enrolment QR code' });
  expect(image.getAttribute('width')).toBe('512');
  expect(screen.getByTestId('code').textContent).toBe('K7QMX2PA');
});

test('a taken serial number is reported at its field', async () => {
  answer(createAdmsDevice, refused(409, 'ALREADY_EXISTS', 'This serial number is enrolled already.'));
  const app = renderApp(TAB);
  const submit = await add(app, 'ADMS');
  type(/^Serial number/, 'TAKEN');
  await app.user.click(submit);
  await waitFor(() => expect(screen.getByLabelText(/^Serial number/).getAttribute('aria-invalid')).toBe('true'));
});

test.each([
  ['Account Holder', 'helen@farm.example'],
  ['Specific User', 'eve@farm.example'],
  ['Other Address', 'else@farm.example'],
])('the activation code is sent to %s', async (choice, address) => {
  answer(createUnmanagedDevice, activation);
  const sent = answer(sendActivationCode, { ok: true, sent: true });
  const app = renderApp(TAB);
  const submit = await add(app, 'Unmanaged');
  type(/^Serial number/, 'SN-1');
  type(/^IMEI/, '3500');
  await app.user.click(submit);
  const dialog = await screen.findByRole('dialog', { name: 'Activation code' });
  await app.user.click(within(dialog).getByRole('radio', { name: new RegExp(choice) }));
  const send = within(dialog).getByRole('button', { name: 'Send activation code' });
  if (choice === 'Other Address') {
    expect(send).toHaveProperty('disabled', true);
    type(/^Email address/, address);
  }
  await app.user.click(send);
  expect(await within(dialog).findByText(`Sent to ${address}.`)).toBeTruthy();
  expect(await screen.findByText('Successfully sent activation code mail')).toBeTruthy();
  expect(sent[0]?.body).toEqual({ deviceId: activation.id, destinationAddress: address });
});

test('an address that was typed for the code is not lost without asking; a sent one is', async () => {
  answer(createUnmanagedDevice, activation);
  answer(sendActivationCode, { ok: true, sent: true });
  const app = renderApp(TAB);
  const submit = await add(app, 'Unmanaged');
  type(/^Serial number/, 'SN-1');
  type(/^IMEI/, '3500');
  await app.user.click(submit);
  const dialog = await screen.findByRole('dialog', { name: 'Activation code' });
  await app.user.click(within(dialog).getByRole('radio', { name: /Other Address/ }));
  type(/^Email address/, 'else@farm.example');
  await app.user.click(within(dialog).getByRole('button', { name: 'Done' }));
  const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
  await app.user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(within(dialog).getByLabelText(/^Email address/)).toHaveProperty('value', 'else@farm.example');

  await app.user.click(within(dialog).getByRole('button', { name: 'Send activation code' }));
  await within(dialog).findByText('Sent to else@farm.example.');
  await app.user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the list is asked for again while a device is waited for', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answer(listAccountDevices, { devices: [sampleDevice({ description: 'Gate phone', isActivated: false })] });
  renderApp(TAB);
  expect(await screen.findByText('Not activated')).toBeTruthy();
  answer(listAccountDevices, { devices: [sampleDevice({ description: 'Gate phone', isActivated: true })] });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(screen.queryByText('Not activated')).toBeNull());
  vi.useRealTimers();
});

test('a code that was written to the outbox is not reported as sent', async () => {
  answer(createUnmanagedDevice, activation);
  answer(sendActivationCode, { ok: true, sent: false });
  const app = renderApp(TAB);
  const submit = await add(app, 'Unmanaged');
  type(/^Serial number/, 'SN-1');
  type(/^IMEI/, '3500');
  await app.user.click(submit);
  const dialog = await screen.findByRole('dialog', { name: 'Activation code' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Send activation code' }));
  expect(await within(dialog).findByText(OUTBOX_NOTE)).toBeTruthy();
  expect(screen.queryByText(/^Sent to/)).toBeNull();
  const toast = await screen.findByText('Warning');
  expect(toast.closest('[data-severity]')?.textContent).toContain(OUTBOX_NOTE);
});

test('Specific User is disabled when the account has no employer users', async () => {
  answer(listAccountUsers, { users: [sampleUser({ role: 'device' })], lastIndex: 1 });
  answer(createUnmanagedDevice, activation);
  const app = renderApp(TAB);
  const submit = await add(app, 'Unmanaged');
  type(/^Serial number/, 'SN-1');
  type(/^IMEI/, '3500');
  await app.user.click(submit);
  const dialog = await screen.findByRole('dialog', { name: 'Activation code' });
  expect(within(dialog).getByRole('radio', { name: /Specific User/ })).toHaveProperty('disabled', true);
  expect(within(dialog).getByRole('radio', { name: /Account Holder/ })).toHaveProperty('disabled', false);
});

test.each([
  ['User.GET', /You may not see its users\./],
  ['', undefined],
] as const)('without %j Specific User says why it cannot be chosen', async (missing, reason) => {
  signedIn(
    { role: 'admin' },
    ADMIN_PERMISSIONS.filter((each) => each !== missing),
  );
  answer(listAccountUsers, { users: [sampleUser()], lastIndex: 1 });
  answer(createUnmanagedDevice, activation);
  const app = renderApp(TAB);
  const submit = await add(app, 'Unmanaged');
  type(/^Serial number/, 'SN-1');
  type(/^IMEI/, '3500');
  await app.user.click(submit);
  const dialog = await screen.findByRole('dialog', { name: 'Activation code' });
  const choice = within(dialog).getByRole('radio', { name: /Specific User/ });
  await waitFor(() => expect(choice).toHaveProperty('disabled', reason !== undefined));
  expect(within(dialog).queryByText('The account has no employer users.')).toBeNull();
  if (reason) expect(within(dialog).getByText(reason)).toBeTruthy();
});

test.each(['Device.CREATE_FOR_ACCOUNT', 'Device.MANAGE_NETWORKS'])(
  '%s alone shows the activation code',
  async (right) => {
    answer(listAccountDevices, { devices: [sampleDevice()] });
    signedIn(
      { role: 'admin' },
      ADMIN_PERMISSIONS.filter((each) => each === right || !/CREATE_FOR_ACCOUNT|MANAGE_NETWORKS/.test(each)),
    );
    renderApp(TAB);
    expect(await screen.findByRole('button', { name: 'Activation code' })).toBeTruthy();
  },
);

test('only V2 devices have an activation code to regenerate, and only for who may add devices', async () => {
  answer(listAccountDevices, {
    devices: [
      sampleDevice(),
      sampleDevice({ _id: idOf(203), deviceType: 'ADMS', kind: 'adms', description: 'Gate terminal' }),
      sampleDevice({ _id: idOf(204), deviceType: 'V1', description: 'Old phone' }),
    ],
  });
  const regenerated = answer(regenerateActivation, {
    enrolmentQrCodeUrl: null,
    activationToken: 'NEWCODE2',
    expiresAt: activation.expiresAt,
  });
  const app = renderApp(TAB);
  await screen.findByText('Old phone');
  const buttons = screen.getAllByRole('button', { name: 'Activation code' });
  expect(buttons).toHaveLength(1);
  await app.user.click(buttons[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Regenerate or view activation code' });
  expect(within(dialog).getByText(/A code shown or sent before stops working/)).toBeTruthy();
  await app.user.click(within(dialog).getByRole('button', { name: 'Regenerate' }));
  expect((await screen.findByTestId('code')).textContent).toBe('NEWCODE2');
  expect(regenerated[0]?.body).toEqual({ deviceId: idOf(200), qrCodeSize: 386 });
  app.unmount();

  signedIn(
    { role: 'admin' },
    ADMIN_PERMISSIONS.filter((each) => each !== 'Device.CREATE_FOR_ACCOUNT' && each !== 'Device.MANAGE_NETWORKS'),
  );
  renderApp(TAB);
  await screen.findByText('Old phone');
  expect(screen.queryByRole('button', { name: 'Activation code' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add Device' })).toBeNull();
});

test.each([false, true])(
  'the code of a device (activated before: %s) gives way once it is used, and not before',
  async (isActivated) => {
    answer(listAccountDevices, { devices: [sampleDevice({ isActivated })] });
    const { activationToken, expiresAt } = activation;
    answer(viewActivationCode, { activationToken, expiresAt, enrolmentQrText: null });
    const app = renderApp(TAB);
    await app.user.click(await screen.findByRole('button', { name: 'Activation code' }));
    await app.user.click(await screen.findByRole('button', { name: 'View' }));
    expect((await screen.findByTestId('code')).textContent).toBe(activationToken);
    answer(listAccountDevices, { devices: [sampleDevice({ isActivated: true })] });
    await app.queryClient.invalidateQueries();
    if (isActivated) expect((await screen.findByTestId('code')).textContent).toBe(activationToken);
    else {
      const said = () => screen.getAllByRole('status').map((one) => one.textContent);
      await waitFor(() => expect(said()).toContain('Connected: Gate tablet'));
    }
    expect(screen.queryByTestId('code') !== null).toBe(isActivated);
  },
);

test('a valid code is shown without making a new one; where there is none, the dialog says so and stays', async () => {
  answer(listAccountDevices, { devices: [sampleDevice()] });
  const viewed = answer(viewActivationCode, refused(410, 'EXPIRED', 'The activation code was used or has expired.'));
  const app = renderApp(`${TAB}?device=${idOf(200)}&panel=code`);
  const dialog = await screen.findByRole('dialog', { name: 'Regenerate or view activation code' });
  await app.user.click(within(dialog).getByRole('button', { name: 'View' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('was used or has expired');
  expect(screen.queryByTestId('code')).toBeNull();

  const { activationToken, expiresAt } = activation;
  answer(viewActivationCode, { activationToken, expiresAt, enrolmentQrText: null });
  await app.user.click(within(dialog).getByRole('button', { name: 'View' }));
  expect((await screen.findByTestId('code')).textContent).toBe(activationToken);
  expect(viewed).toHaveLength(1);
});

test('the code of a managed device is viewed with its QR code', async () => {
  answer(listAccountDevices, { devices: [sampleDevice({ kind: 'managed', mdmProfile: 'Open' })] });
  const { activationToken, expiresAt } = activation;
  answer(viewActivationCode, { activationToken, expiresAt, enrolmentQrText: '{"a":"provisioning"}' });
  const app = renderApp(`${TAB}?device=${idOf(200)}&panel=code`);
  await app.user.click(await screen.findByRole('button', { name: 'View' }));
  const shown = await screen.findByRole('dialog', { name: 'Enrolment code' });
  expect(within(shown).getByTestId('code').textContent).toBe(activationToken);
  expect(await within(shown).findByRole('img', { name: 'Enrolment QR code' })).toBeTruthy();
});

test('Update is enabled only when employees, description or profile changed', async () => {
  const device = sampleDevice({ kind: 'managed', mdmProfile: 'Open', employeeIds: [idOf(10_001)] });
  answer(listAccountDevices, { devices: [device] });
  answer(listAccountEmployees, { employees: [1, 2, 3].map((number) => sampleEmployee(number)) });
  const updated = answer(updateDevice, device);
  const app = renderApp(`${TAB}?device=${device._id}&panel=edit`);
  const dialog = await screen.findByRole('dialog', { name: 'Edit Gate tablet' });
  const update = within(dialog).getByRole('button', { name: 'Update' });
  expect(update).toHaveProperty('disabled', true);

  type(/^Description/, 'Shed');
  expect(update).toHaveProperty('disabled', false);
  type(/^Description/, 'Gate tablet');
  expect(update).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByLabelText('Profile'), { target: { value: 'Restricted' } });
  expect(update).toHaveProperty('disabled', false);
  fireEvent.change(screen.getByLabelText('Profile'), { target: { value: 'Open' } });
  expect(update).toHaveProperty('disabled', true);
  const second = await within(dialog).findByLabelText('2 First2 Last2');
  await app.user.click(second);
  expect(update).toHaveProperty('disabled', false);
  await app.user.click(second);
  expect(update).toHaveProperty('disabled', true);
  await app.user.click(second);
  await app.user.click(update);
  expect(await screen.findByText('Successfully updated device.')).toBeTruthy();
  expect(updated[0]?.body).toEqual({
    employeeIds: [idOf(10_001), idOf(10_002)],
    description: 'Gate tablet',
    mdmProfile: 'Open',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a device without a description is edited as New Device', async () => {
  answer(listAccountDevices, { devices: [sampleDevice({ description: '' })] });
  answer(listAccountEmployees, { employees: [] });
  renderApp(`${TAB}?device=${idOf(200)}&panel=edit`);
  expect(await screen.findByLabelText(/^Description/)).toHaveProperty('value', 'New Device');
});

test('the picker of 5,000 employees renders only those in view, searches them and selects all that are found', async () => {
  answer(listAccountDevices, { devices: [sampleDevice()] });
  const employees = Array.from({ length: 5_000 }, (_, index) => sampleEmployee(index + 1));
  const asked = answer(listAccountEmployees, { employees });
  const app = renderApp(`${TAB}?device=${idOf(200)}&panel=edit`);
  const dialog = await screen.findByRole('dialog', { name: 'Edit Gate tablet' });
  expect(await within(dialog).findByText('0 of 5,000 employees selected')).toBeTruthy();
  expect(asked.map(({ query }) => query)).toEqual([{ startRow: '0', endRow: '999999' }]);
  expect(within(dialog).getAllByRole('checkbox').length).toBeLessThan(60);
  fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'last499' } });
  expect(await within(dialog).findByLabelText('4999 First4999 Last4999')).toBeTruthy();
  await app.user.click(within(dialog).getByRole('button', { name: 'Select all found' }));
  expect(within(dialog).getByText('11 of 5,000 employees selected')).toBeTruthy();
});

test('employees that cannot be loaded say so inline', async () => {
  answer(listAccountDevices, { devices: [sampleDevice()] });
  answer(listAccountEmployees, refused(503, 'UNAVAILABLE', 'Away.'));
  renderApp(`${TAB}?device=${idOf(200)}&panel=edit`);
  expect(await screen.findByText('Failed to load account employees.')).toBeTruthy();
});

test('deleting a device names what depends on it; without Device.DELETE there is no such action', async () => {
  answer(listAccountDevices, { devices: [sampleDevice({ employeeIds: [idOf(1), idOf(2)], isActivated: true })] });
  answer(deleteAccountDevice, { ok: true });
  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Device' });
  expect(within(dialog).getByText('2 employees can no longer clock on it')).toBeTruthy();
  await app.user.click(within(dialog).getByRole('button', { name: 'Delete Device' }));
  expect(await screen.findByText('Device deleted successfully')).toBeTruthy();
  app.unmount();
  signedIn(
    { role: 'admin' },
    ADMIN_PERMISSIONS.filter((each) => each !== 'Device.DELETE'),
  );
  renderApp(TAB);
  await screen.findByText('Gate tablet');
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

const recorder: DeviceRecorder = {
  steps: [
    { name: 'Created', at: '2026-11-01T06:00:00.000Z' },
    { name: 'First contact', at: null },
  ],
  nextStep: 'PIN 1042 matches no employee: 17 punches waiting',
  driftMs: 95_000,
  accepted: 1_234,
  duplicates: 5,
  backlog: 321,
  rejected: [{ reason: 'bad-time', count: 2 }],
  quarantine: [],
  networks: [],
  unmatchedPins: [{ timeId: '1042', count: 17 }],
  pendingCommands: 1,
  commands: [
    { id: '7', command: 'CHECK', status: 'done', returnCode: 0, errorText: null, at: '2026-11-02T06:00:00.000Z' },
  ],
  recentRejects: [{ at: '2026-11-02T06:00:00.000Z', reason: 'bad-time', raw: '1042\t2026-13-01 06:00:00' }],
};

test('the connection log shows steps, the next step, figures and rejects, and queues commands', async () => {
  const device = sampleDevice({ deviceType: 'ADMS', kind: 'adms', description: 'Gate terminal' });
  answer(listAccountDevices, { devices: [device] });
  answer(getDeviceRecorder, recorder);
  answer(getDeviceOptions, {
    directions: 'found',
    sendsDirections: false,
    timeZone: null,
    make: 'adms',
    hasSecretPath: false,
    secretPath: null,
  });
  const queued = answer(queueDeviceCommand, { ok: true });
  const changed = answer(updateDeviceOptions, {
    directions: 'trust',
    sendsDirections: false,
    timeZone: null,
    make: 'adms',
    hasSecretPath: false,
    secretPath: null,
  });
  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('button', { name: 'Connection log' }));
  const dialog = await screen.findByRole('dialog', { name: 'Connection log: Gate terminal' });
  expect(await within(dialog).findByText('PIN 1042 matches no employee: 17 punches waiting')).toBeTruthy();
  for (const text of ['1,234', '321', '95 s fast', '17', 'Not yet'])
    expect(within(dialog).getByText(text)).toBeTruthy();
  expect(app.router.state.location.search).toEqual({ device: device._id, panel: 'recorder' });

  await app.user.click(within(dialog).getByRole('button', { name: 'Send new records' }));
  expect(await screen.findByText('Request successfully sent to server')).toBeTruthy();
  expect(queued[0]?.body).toEqual({ command: 'LOG' });

  const options = within(dialog).getByRole('button', { name: 'Update options' });
  expect(options).toHaveProperty('disabled', true);
  type(/^Time zone/, 'Nowhere/Land');
  // Closing asks before the changes are lost.
  await app.user.click(within(dialog).getByRole('button', { name: 'Close' }));
  const discard = await screen.findByRole('dialog', { name: 'Discard changes?' });
  await app.user.click(within(discard).getByRole('button', { name: 'Cancel' }));
  expect(await within(dialog).findByText('Use a name such as Africa/Johannesburg')).toBeTruthy();
  type(/^Time zone/, '');
  expect(within(dialog).getByText('This device sends no IN and OUT: Tallyboard alternates.')).toBeTruthy();
  await app.user.selectOptions(within(dialog).getByLabelText(/^In and out/), 'Trust its in and out keys');
  expect(await within(dialog).findByText(/^Its stored punches will be read again/)).toBeTruthy();
  await app.user.click(options);
  await waitFor(() => expect(changed[0]?.body).toEqual({ directions: 'trust', timeZone: null, useSecretPath: false }));
});

test('a device that sends JSON is told what it calls the fields, and a refused name is shown at its field', async () => {
  const device = sampleDevice({ deviceType: 'ADMS', kind: 'adms', description: 'Middleware' });
  const options = {
    ...{ make: 'json' as const, directions: 'trust' as const, sendsDirections: true, timeZone: null },
    ...{ hasSecretPath: true, secretPath: null, fields: { time: 'LogTime' } },
  };
  answer(listAccountDevices, { devices: [device] });
  answer(getDeviceRecorder, recorder);
  answer(getDeviceOptions, options);
  const changed = answer(updateDeviceOptions, ({ body }) =>
    (body as { fields: { pin: string } }).fields.pin === 'LogTime'
      ? refused(400, 'VALIDATION_FAILED', 'Check the fields.', [
          { path: 'fields.pin', message: 'Another field has this name' },
        ])
      : options,
  );
  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('button', { name: 'Connection log' }));
  const names = within(await screen.findByRole('group', { name: 'Its names of the fields' }));
  expect(screen.getByText('Where an event has no direction, in and out alternate.')).toBeTruthy();
  expect((names.getByLabelText('Time') as HTMLInputElement).value).toBe('LogTime');
  await app.user.type(names.getByLabelText('PIN'), 'LogTime');
  await app.user.click(screen.getByRole('button', { name: 'Update options' }));
  await names.findByText('Another field has this name');
  await app.user.clear(names.getByLabelText('PIN'));
  await app.user.type(names.getByLabelText('PIN'), 'who.UserId');
  await app.user.click(screen.getByRole('button', { name: 'Update options' }));
  await waitFor(() =>
    expect(changed[1]?.body).toMatchObject({ useSecretPath: true, fields: { pin: 'who.UserId', time: 'LogTime' } }),
  );
});

test('a terminal whose keys were found to tell IN from OUT says so, and one press makes it alternate', async () => {
  const device = sampleDevice({ deviceType: 'ADMS', kind: 'adms', description: 'Gate terminal' });
  const options = {
    make: 'adms' as const,
    sendsDirections: true,
    timeZone: null,
    hasSecretPath: false,
    secretPath: null,
  };
  answer(listAccountDevices, { devices: [device] });
  answer(getDeviceRecorder, {
    ...recorder,
    nextStep: 'Tallyboard now trusts its keys: 12 of 40 punches carry a key.',
    trustsKeysSince: '2026-11-02T06:00:00.000Z',
  });
  answer(getDeviceOptions, { directions: 'found', ...options });
  const changed = answer(updateDeviceOptions, { directions: 'alternate', ...options });
  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('button', { name: 'Connection log' }));
  expect(await screen.findByText('Tallyboard now trusts its keys: 12 of 40 punches carry a key.')).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Alternate in and out' }));
  await waitFor(() => expect(changed[0]?.body).toEqual({ directions: 'alternate' }));
});

test.each([
  ['Accept this network', 'Accept', 'accept'],
  ['Reject', 'Reject', 'reject'],
] as const)('what waits on a device is decided beside it: %s', async (button, action, decision) => {
  const device = sampleDevice({ deviceType: 'ADMS', kind: 'adms', description: 'Gate terminal' });
  answer(listAccountDevices, { devices: [device] });
  const waiting = {
    origin: '203.0.113.0/24',
    network: '203.0.113.0/24',
    range: '203.0.0.0/16',
    address: '203.0.113.9',
    punches: 2,
    entries: 0,
    first: '2026-11-02T05:00:00.000Z',
    last: '2026-11-02T06:00:00.000Z',
    firstReceived: '2026-11-02T05:00:00.000Z',
    lastReceived: '2026-11-02T06:00:00.000Z',
  };
  answer(getDeviceRecorder, { ...recorder, quarantine: [waiting] });
  answer(getDeviceOptions, {
    directions: 'found',
    sendsDirections: true,
    timeZone: null,
    make: 'adms',
    hasSecretPath: false,
    secretPath: null,
  });
  const decided = answer(decideNetwork, { records: 2 });
  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('button', { name: 'Connection log' }));
  const part = within(await screen.findByRole('region', { name: 'Waiting for a decision' }));
  expect(part.getByText('2 punches from 203.0.113.9 (203.0.113.0/24)')).toBeTruthy();
  await app.user.click(part.getByRole('button', { name: button }));
  const question = within(await screen.findByRole('dialog', { name: button }));
  expect(decided).toHaveLength(0);
  answer(getDeviceRecorder, recorder);
  await app.user.click(question.getByRole('button', { name: action }));
  expect(await screen.findByText('Decision saved')).toBeTruthy();
  expect(decided[0]).toMatchObject({ body: { network: '203.0.113.0/24', decision, scope: 'network' } });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting for a decision' })).toBeNull());
});

test('people whom terminals were told to delete are listed, with the terminals that have not answered', async () => {
  const waiting = { deviceId: '11111111-1111-4111-8111-111111111111', returnCode: null };
  answer(listTemplateDeletions, {
    results: [
      {
        timeId: '42',
        employee: { _id: '22222222-2222-4222-8222-222222222222', number: '1042', firstName: 'Ann', lastName: 'Smith' },
        requestedAt: '2026-11-02T06:00:00.000Z',
        deleted: 5,
        of: 6,
        waiting: [{ ...waiting, deviceName: 'Gate B', silentSince: '2026-11-01T07:40:00.000Z' }],
      },
      {
        timeId: '43',
        employee: null,
        requestedAt: '2026-11-02T06:00:00.000Z',
        deleted: 0,
        of: 1,
        waiting: [{ ...waiting, deviceName: 'Gate C', silentSince: '2026-11-02T07:40:00.000Z' }],
      },
    ],
  });
  renderApp(TAB);
  const list = await screen.findByRole('region', { name: 'Deleted on terminals' });
  expect(within(list).getByText('1042 Ann Smith')).toBeTruthy();
  expect(within(list).getByText(/^Deleted on 5 of 6, Gate B silent since /)).toBeTruthy();
  // It has called since, without an answer.
  expect(within(list).getByText(/^Deleted on 0 of 1, Gate C has not answered, last seen /)).toBeTruthy();
});

test('a terminal that calls in while the tab is open is claimed with its name and a crew in one dialog', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answer(listAccountEmployees, {
    employees: [
      sampleEmployee(1, { employeeGroupId: idOf(301) }),
      sampleEmployee(2),
      sampleEmployee(3, { employeeGroupId: idOf(301), isActive: false }),
    ],
  });
  const packers = { _id: idOf(301), systemId: 'CSV', name: 'Packers', deletedAt: null };
  answer(getGroups, { employeeGroups: [packers], timeGroups: [], jobDescriptions: [] });
  const created = answer(createAdmsDevice, { id: idOf(205), secretPath: null });
  const app = renderApp(TAB);
  await screen.findByText('No devices found.');
  expect(screen.queryByText('STRAY1')).toBeNull();
  answer(listSightings, {
    results: [
      {
        serialNumber: 'STRAY1',
        model: 'MB10',
        address: '10.0.0.7',
        firstSeen: '2026-11-20T06:00:00.000Z',
        lastSeen: '2026-11-20T07:00:00.000Z',
        attempts: 12,
      },
    ],
  });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  vi.useRealTimers();
  await app.user.click(await screen.findByRole('button', { name: 'Claim STRAY1 for this account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add ADMS Device' }));
  expect(dialog.getByLabelText(/^Serial number/)).toHaveProperty('value', 'STRAY1');
  type('Name', ' Gate A ');
  await dialog.findByRole('option', { name: 'Everybody (2)' });
  // Who has left clocks nowhere.
  await dialog.findByRole('option', { name: 'Packers (1)' });
  expect(dialog.queryByRole('group', { name: 'Shifts' })).toBeNull();
  await app.user.selectOptions(dialog.getByLabelText('Who clocks on it'), 'Packers (1)');
  await app.user.click(dialog.getByRole('button', { name: 'Add Device' }));
  expect(await screen.findByText('ADMS Device created successfully')).toBeTruthy();
  expect(created[0]?.body).toEqual({
    ...{ serial: 'STRAY1', make: 'adms' },
    ...{ description: 'Gate A', employeeIds: [idOf(10_001)] },
  });
});

test('first contact, last record and their number change while the tab is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answer(listAccountDevices, { devices: [sampleDevice()] });
  renderApp(TAB);
  const row = () => screen.getByRole('list', { name: 'Devices' });
  await waitFor(() => expect(row().textContent).toMatch(/First contactNever.*RecordsNone yet/));
  const now = new Date().toISOString();
  const heard = { isActivated: true, lastActive: now, firstContact: now, lastData: now, records: 1_204 };
  answer(listAccountDevices, { devices: [sampleDevice(heard)] });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(row().textContent).toMatch(/Records1,204, last /));
  expect(row().textContent).not.toContain('Never');
  vi.useRealTimers();
});

test('badges are printed for everybody or for those who are picked, on the labels that are chosen', async () => {
  const people = [
    sampleEmployee(1001, { firstName: 'Thandi', lastName: 'Mokoena' }),
    sampleEmployee(1002, { firstName: 'Pieter', lastName: 'Botha' }),
    sampleEmployee(1003, { isActive: false }),
  ];
  answer(listAccountEmployees, { employees: people });
  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('button', { name: 'Print badges' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Print badges' }));
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Print 2 badges' }).disabled).toBe(false),
  );
  const codes = () => screen.getAllByRole('img', { name: /^Badge /, hidden: true });
  expect(codes().map((code) => code.getAttribute('aria-label'))).toEqual(['Badge 1001', 'Badge 1002']);
  const page = () => codes()[0]?.closest('[data-paper]');
  expect(page()?.getAttribute('data-paper')).toBe('A4');
  // A badge shows only name, number and account; the line shows whether the printer kept the scale.
  expect(page()?.textContent).toMatch(/^Thandi Mokoena1001.*Pieter Botha1002.*this is 100 mm$/);
  dialog.getByText(/Use matte film\./);

  await app.user.click(dialog.getByRole('combobox', { name: 'Labels' }));
  await app.user.click(await screen.findByRole('option', { name: /Letter labels/ }));
  expect(page()?.getAttribute('data-paper')).toBe('letter');
  // The first label was used before, so nine remain on the sheet.
  fireEvent.change(dialog.getByLabelText('First label'), { target: { value: '10' } });
  await waitFor(() => expect(document.querySelectorAll('[data-paper]')).toHaveLength(2));
  await app.user.click(dialog.getByRole('combobox', { name: 'Employees' }));
  await app.user.click(await screen.findByRole('option', { name: /1002 Pieter Botha/ }));
  dialog.getByRole('button', { name: 'Print 1 badge' });
  expect(codes()).toHaveLength(1);
});

test('a USB file is previewed before it is stored; one named after another terminal is asked about', async () => {
  const device = sampleDevice({
    deviceType: 'ADMS',
    kind: 'adms',
    description: 'Gate terminal',
    serialNumber: 'CQUG1111',
  });
  answer(listAccountDevices, { devices: [device] });
  answer(getDeviceRecorder, recorder);
  answer(getDeviceOptions, {
    directions: 'found',
    sendsDirections: false,
    timeZone: null,
    make: 'adms',
    hasSecretPath: false,
    secretPath: null,
  });
  const asked = answer(readUsbFile, {
    added: 2,
    known: 1,
    waiting: 1,
    unmatched: { pins: ['77'], punches: 1 },
    refused: 1,
    lines: [{ line: 4, reason: 'bad-time', raw: 'x' }],
    first: '2026-10-01 07:00:00',
    last: '2026-11-18 16:00:00',
    otherSerial: 'CQUG9999',
    otherNumbers: '1 and 3, not 2',
  });
  const app = renderApp(TAB);
  await app.user.click(await screen.findByRole('button', { name: 'Connection log' }));
  const region = await screen.findByRole('region', { name: 'USB file' });
  const file = new File(['punches'], 'CQUG9999_attlog.dat');
  fireEvent.change(document.querySelector('input[type="file"][accept*=".dat"]') as HTMLInputElement, {
    target: { files: [file] },
  });
  const held = await within(region).findByRole('status', { name: 'What the file holds' });
  for (const text of [/2 new punches, 1 known already/, /1 older than 45 days/, /no employee has: 77/, /line 4/])
    expect(within(held).getByText(text)).toBeTruthy();
  expect(
    within(region).getByText(/this one is CQUG1111. Its lines are of device number 1 and 3, not 2\.$/),
  ).toBeTruthy();
  act(() => showPseudo());
  expect(literalsIn(region, /CQUG\d+(_attlog\.dat)?|\d and \d, not \d|Gate terminal/g)).toEqual([]);
  act(showEnglish);
  const store = within(region).getByRole('button', { name: 'Store 2 punches' });
  expect(store).toHaveProperty('disabled', true);
  await app.user.click(within(region).getByRole('checkbox', { name: 'It is from Gate terminal' }));
  await app.user.click(store);
  expect(await within(region).findByText('2 punches stored, 1 known already.')).toBeTruthy();
  const body = { text: 'punches', fileName: 'CQUG9999_attlog.dat' };
  expect(asked.map((each) => each.body)).toEqual([
    { ...body, commit: false },
    { ...body, commit: true, isSure: true },
  ]);
});
