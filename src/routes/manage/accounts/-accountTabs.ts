import type { EditTab } from '../-EditTabs.tsx';

const LABELS = ['General', 'Users', 'Devices', 'Statistics', 'Data Management', 'Settings', 'Activity'] as const;

/** The tabs of an account; all but General are disabled until it is saved (`accountId` absent). */
export function accountTabs(accountId: string | undefined): EditTab[] {
  const edit = '/manage/accounts/edit/$accountId';
  if (!accountId)
    return LABELS.map((label) => ({ label, link: label === 'General' ? { to: '/manage/accounts/new' } : null }));
  const params = { accountId };
  return [
    { label: 'General', link: { to: `${edit}/general`, params } },
    { label: 'Users', link: { to: `${edit}/users`, params } },
    { label: 'Devices', link: { to: `${edit}/devices`, params } },
    { label: 'Statistics', link: { to: `${edit}/stats`, params } },
    { label: 'Data Management', link: { to: `${edit}/data-management`, params } },
    { label: 'Settings', link: { to: `${edit}/settings`, params } },
    { label: 'Activity', link: { to: `${edit}/activity`, params } },
  ];
}
