import { createSyncKey, getAccountSettings } from '#contract/accountSettings.ts';
import { getTotalAlertsSent } from '#contract/accountStatistics.ts';
import { getAccount } from '#contract/accounts.ts';
import { listAudit } from '#contract/audit.ts';
import { listBackups, startBackup, uploadRestore } from '#contract/backups.ts';
import { listAccountDevices } from '#contract/devices.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { importPieces } from '#contract/payroll.ts';
import { getSetup } from '#contract/setup.ts';
import { resetDashboardState } from '#contract/stats.ts';
import { listAccountUsers } from '#contract/users.ts';
import type { EditTab } from '../-EditTabs.tsx';

const EDIT = '/manage/accounts/edit/$accountId';
/** The tabs of an account and the calls of which one must be permitted to see them. */
const TABS = [
  { label: 'General', to: `${EDIT}/general`, calls: [getAccount] },
  { label: 'Users', to: `${EDIT}/users`, calls: [listAccountUsers] },
  { label: 'Set up', to: `${EDIT}/setup`, calls: [getSetup] },
  { label: 'Devices', to: `${EDIT}/devices`, calls: [listAccountDevices] },
  { label: 'Statistics', to: `${EDIT}/stats`, calls: [getTotalAlertsSent] },
  {
    label: 'Data Management',
    to: `${EDIT}/data-management`,
    calls: [listBackups, startBackup, uploadRestore, resetDashboardState, importPieces],
  },
  { label: 'Settings', to: `${EDIT}/settings`, calls: [getAccountSettings, createSyncKey] },
  { label: 'Activity', to: `${EDIT}/activity`, calls: [listAudit] },
] as const satisfies { label: string; to: string; calls: readonly Endpoint[] }[];

/** The tabs of an account; all but General are disabled until it is saved (`accountId` absent). */
export const accountTabs = (accountId: string | undefined): EditTab[] =>
  TABS.map(({ label, to, calls }) => {
    if (accountId) return { label, link: { to, params: { accountId } }, calls };
    return { label, link: label === 'General' ? { to: '/manage/accounts/new' } : null, calls };
  });
