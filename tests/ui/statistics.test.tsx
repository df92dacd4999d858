import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getAccount } from '#contract/access/accounts.ts';
import { getAccountStatistics, getAccountsHealth, getTotalAlertsSent } from '#contract/operations/accountStatistics.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount } from '#tests/support/manageSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const TAB = `/manage/accounts/edit/${idOf(1)}/stats`;
const overview = {
  employees: 120,
  activeEmployees: 118,
  clockRecords: 5_000,
  unmatchedClockRecords: 17,
  pieceworkEntries: 2_000,
  devices: 5,
  devicesOnline: 4,
  lastClockRecordAt: null,
  lastSyncAt: null,
  backupBytes: 1_536,
  dataVersion: 77,
};

beforeEach(() => {
  signedIn({ role: 'admin' });
  answer(getAccount, sampleAccount());
});

test('shows the total alerts sent and what an operator asks next', async () => {
  answer(getTotalAlertsSent, { total: 1_234 });
  answer(getAccountStatistics, overview);
  renderApp(TAB);
  const tile = await screen.findByRole('region', { name: 'Total alerts sent' });
  expect(await screen.findByText('1,234')).toBeTruthy();
  expect(tile.textContent).toContain('1,234');
  for (const text of ['118 active', '4 online', '17 not matched yet', '1.5 KB'])
    expect(screen.getByText(text)).toBeTruthy();
});

test('statistics that cannot be loaded say so once', async () => {
  answer(getTotalAlertsSent, refused(503, 'UNAVAILABLE', 'Away.'));
  answer(getAccountStatistics, refused(503, 'UNAVAILABLE', 'Away.'));
  renderApp(TAB);
  expect(await screen.findAllByText('Failed to load statistics')).toHaveLength(1);
});

test('the health of all accounts is one list, the worst first, which each column sorts', async () => {
  const account = (n: number, name: string, warnings: string[], people: number) => ({
    _id: idOf(n),
    name,
    code: `A${n}`,
    isActive: true,
    people,
    devices: 6,
    devicesOnline: 4,
    lastRecordAt: null,
    lastBackupAt: null,
    warnings,
  });
  const accounts = [account(2, 'Oak', ['No record for four days.'], 5), account(1, 'Fir', [], 120)];
  answer(getAccountsHealth, { accounts });
  const { user } = renderApp('/manage/accounts/health');
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getByRole('link').textContent);
  expect(await screen.findByText('1 account needs attention')).toBeTruthy();
  expect(names()).toEqual(['Oak', 'Fir']);
  expect(screen.getAllByText('4 of 6')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'People' }));
  expect(names()).toEqual(['Fir', 'Oak']);
});
