import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { createSyncKey, getAccountSettings } from '#contract/access/accountSettings.ts';
import { getAccount } from '#contract/access/accounts.ts';
import { listAccountUsers } from '#contract/access/users.ts';
import { resetDashboardState } from '#contract/figures/stats.ts';
import { listAccountDevices } from '#contract/intake/devices.ts';
import { importPieces } from '#contract/intake/payroll.ts';
import { getSetup } from '#contract/office/setup.ts';
import { getTotalAlertsSent } from '#contract/operations/accountStatistics.ts';
import { listBackups, startBackup, uploadRestore } from '#contract/operations/backups.ts';
import { listAudit } from '#contract/platform/audit.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { EditTab } from '../-EditTabs.tsx';

const EDIT = '/manage/accounts/edit/$accountId';
/** The tabs of an account and the calls of which one must be permitted to see them. */
const TABS = [
  { label: msg`General`, to: `${EDIT}/general`, calls: [getAccount] },
  { label: msg`Users`, to: `${EDIT}/users`, calls: [listAccountUsers] },
  { label: msg`Set up`, to: `${EDIT}/setup`, calls: [getSetup] },
  { label: msg`Devices`, to: `${EDIT}/devices`, calls: [listAccountDevices] },
  { label: msg`Statistics`, to: `${EDIT}/stats`, calls: [getTotalAlertsSent] },
  {
    label: msg`Data Management`,
    to: `${EDIT}/data-management`,
    calls: [listBackups, startBackup, uploadRestore, resetDashboardState, importPieces],
  },
  { label: msg`Settings`, to: `${EDIT}/settings`, calls: [getAccountSettings, createSyncKey] },
  { label: msg`Activity`, to: `${EDIT}/activity`, calls: [listAudit] },
] as const satisfies { label: MessageDescriptor; to: string; calls: readonly Endpoint[] }[];

/** The tabs of an account; all but General are disabled until it is saved (`accountId` absent). */
export const accountTabs = (accountId: string | undefined): EditTab[] =>
  TABS.map(({ label: words, to, calls }, i) => {
    const label = t(words);
    if (accountId) return { label, link: { to, params: { accountId } }, calls };
    return { label, link: i === 0 ? { to: '/manage/accounts/new' } : null, calls };
  });
