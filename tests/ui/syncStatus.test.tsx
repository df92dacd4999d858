import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listOwnDevices, triggerSync } from '#contract/intake/devices.ts';
import { getSyncStatus } from '#contract/operations/accountStatistics.ts';
import DevicesDialog from '#src/features/figures/syncStatus/DevicesDialog.tsx';
import PayrollDialog from '#src/features/figures/syncStatus/PayrollDialog.tsx';
import { SyncTiles } from '#src/features/figures/syncStatus/SyncTiles.tsx';
import { reachability } from '#src/state/reachability.ts';
import { NOW, sampleDevices, sampleStatus, TODAY } from '#tests/support/dashboardSamples.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleDevice } from '#tests/support/manageSamples.ts';
import { literalsIn, showEnglish, showPseudo } from '#tests/support/pseudo.ts';
import { theDay } from '#tests/support/theDay.ts';
import { renderWith, signedIn } from '#tests/support/ui.tsx';

/** Names of the samples, and what the server says. */
const OWN = /\b(PayPro|Harvest|Gate [AB])\b/g;
function expectNoLiteral(root: HTMLElement) {
  act(() => showPseudo());
  expect(literalsIn(root, OWN)).toEqual([]);
}
afterEach(() => act(showEnglish));
const nothing = () => undefined;
const devices = (concerned?: string) =>
  renderWith(<DevicesDialog day={theDay()} today={TODAY} concerned={concerned} onClose={nothing} />);

beforeEach(() => {
  signedIn();
  answer(getSyncStatus, sampleStatus());
  answer(listOwnDevices, { devices: sampleDevices() });
});

describe('tiles', () => {
  test('count and last sync; count and online', async () => {
    renderWith(<SyncTiles day={theDay()} today={TODAY} onPayroll={nothing} onDevices={nothing} />);
    expect(await screen.findByText('Last sync 09:30')).toBeTruthy();
    expect(screen.getByText('1 online')).toBeTruthy();
    expectNoLiteral(document.body);
  });

  test('an empty state is shown in words', async () => {
    answer(getSyncStatus, { payrollSystems: [], devices: [] });
    renderWith(<SyncTiles day={theDay()} today={TODAY} onPayroll={nothing} onDevices={nothing} />);
    expect(await screen.findByText('None connected yet')).toBeTruthy();
    expect(screen.getByText('None enrolled yet')).toBeTruthy();
    expectNoLiteral(document.body);
  });

  test('a failed load is said on both', async () => {
    answer(getSyncStatus, () => refused(500, 'INTERNAL', 'Broken'));
    renderWith(<SyncTiles day={theDay()} today={TODAY} onPayroll={nothing} onDevices={nothing} />);
    expect(await screen.findByText('Failed to load devices')).toBeTruthy();
    expect(screen.getByText('Failed to load statistics')).toBeTruthy();
  });
});

test('payroll systems are listed with their last sync', async () => {
  answer(
    getSyncStatus,
    sampleStatus({
      payrollSystems: [
        { id: idOf(300), name: 'PayPro', lastSync: '2026-11-19T07:30:00.000Z' },
        { id: idOf(301), name: 'Harvest', lastSync: null },
      ],
    }),
  );
  renderWith(<PayrollDialog day={theDay()} today={TODAY} onClose={nothing} />);
  expect((await screen.findByText('PayPro')).closest('li')?.textContent).toBe('PayProLast sync 19 Nov, 09:30');
  expect(screen.getByText('Harvest').closest('li')?.textContent).toBe('HarvestNever synced');
  expectNoLiteral(document.body);
});

describe('the devices dialog', () => {
  test('lists each device: offline since when, or online; those that are offline first', async () => {
    devices();
    await screen.findByText('Gate B');
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows[0]).toBe('Gate BTerminal. Last sync 06:05Offline since 06:10');
    expect(rows[1]).toBe('Gate APhone or tablet. Last sync 09:39OnlineRequest sync');
    expect(screen.getByText('1 of 2 devices online')).toBeTruthy();
    expectNoLiteral(document.body);
  });

  test('without a connection nobody is shown as online: they were, and when', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
    try {
      devices();
      await screen.findByText('Gate B');
      act(() => reachability.lost());
      expect(screen.getByText('Online at 09:40')).toBeTruthy();
      expect(screen.getByText('1 of 2 devices online at 09:40')).toBeTruthy();
      expect(screen.queryByText('Online')).toBeNull();
      expectNoLiteral(document.body);
    } finally {
      vi.useRealTimers();
    }
  });

  test('only online V2 devices that are not standalone can be asked', async () => {
    const kinds = [
      sampleDevice({ _id: idOf(1), description: 'Can', deviceType: 'V2' }),
      sampleDevice({ _id: idOf(2), description: 'Terminal', deviceType: 'ADMS', kind: 'adms' }),
      sampleDevice({ _id: idOf(3), description: 'Alone', deviceType: 'V2', kind: 'standalone', isOffline: true }),
      sampleDevice({ _id: idOf(4), description: 'Old', deviceType: 'V1' }),
      sampleDevice({ _id: idOf(5), description: 'Away', deviceType: 'V2' }),
    ];
    answer(listOwnDevices, { devices: kinds });
    answer(
      getSyncStatus,
      sampleStatus({ devices: kinds.map(({ _id }) => ({ id: _id, online: _id !== idOf(5), lastSync: null })) }),
    );
    devices();
    await screen.findByText('Can');
    const asks = screen.getAllByRole('button', { name: 'Request sync' });
    expect(asks.map((button) => button.closest('li')?.textContent)).toEqual([expect.stringContaining('Can')]);
  });

  test('Request sync asks the device and says so', async () => {
    const asked = answer(triggerSync, { ok: true });
    const { user } = devices();
    await user.click(await screen.findByRole('button', { name: 'Request sync' }));
    expect(await screen.findByText('Sync request sent to device')).toBeTruthy();
    expect(asked.map(({ params }) => params.deviceId)).toEqual([idOf(201)]);
  });

  test('a refusal is shown', async () => {
    answer(triggerSync, () => refused(409, 'CONFLICT', 'The device is offline.'));
    const { user } = devices();
    await user.click(await screen.findByRole('button', { name: 'Request sync' }));
    expect(await screen.findByText('The device is offline.')).toBeTruthy();
    expect(screen.queryByText('Sync request sent to device')).toBeNull();
  });

  test('Sync all online asks every device that can be asked', async () => {
    const both = sampleDevices().map((device) => ({ ...device, deviceType: 'V2' as const, isOffline: false }));
    answer(listOwnDevices, { devices: both });
    answer(
      getSyncStatus,
      sampleStatus({ devices: both.map(({ _id }) => ({ id: _id, online: true, lastSync: null })) }),
    );
    const asked = answer(triggerSync, { ok: true });
    const { user } = devices();
    await user.click(await screen.findByRole('button', { name: 'Sync all online' }));
    expect(await screen.findByText('Sending sync requests to all online devices')).toBeTruthy();
    await waitFor(() => expect(asked.length).toBe(2));
  });

  test('without Device.REQUEST_SYNC there is no sync button', async () => {
    signedIn({}, ['Account.GET_SYNC_STATUSES']);
    devices();
    await screen.findByText('Gate A');
    expect(screen.queryByRole('button', { name: 'Request sync' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Sync all online' })).toBeNull();
  });

  test('offline the buttons are disabled', async () => {
    const asked = answer(triggerSync, { ok: true });
    const { user } = devices();
    const button = await screen.findByRole('button', { name: 'Request sync' });
    reachability.lost();
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await user.click(button);
    expect(asked).toEqual([]);
  });

  test('no devices, and a failed load', async () => {
    answer(getSyncStatus, { payrollSystems: [], devices: [] });
    answer(listOwnDevices, { devices: [] });
    const empty = devices();
    expect(await screen.findByText('No devices found.')).toBeTruthy();
    empty.unmount();
    answer(listOwnDevices, () => refused(500, 'INTERNAL', 'Broken'));
    devices();
    const dialog = await screen.findByRole('dialog', { name: 'Devices' });
    expect(await within(dialog).findByText('Failed to load devices')).toBeTruthy();
  });

  test('opened at one device, it is marked, and says where to read what to do', async () => {
    devices(idOf(202));
    const row = (await screen.findByText('Gate B')).closest('li');
    expect(row?.getAttribute('aria-current')).toBe('true');
    const links = screen.getAllByRole('link', { name: 'What to do' });
    expect(links.map((link) => [link.getAttribute('href'), row?.contains(link)])).toEqual([
      ['/help/guide/terminals.html#when-it-is-silent', true],
    ]);
  });
});
