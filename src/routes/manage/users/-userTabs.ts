import type { EditTab } from '../-EditTabs.tsx';

/** The tabs of a user; Password and Settings are disabled until it is saved (`userId` absent). */
export function userTabs(userId: string | undefined): EditTab[] {
  if (!userId)
    return [
      { label: 'General', link: { to: '.' } },
      { label: 'Password', link: null },
      { label: 'Settings', link: null },
    ];
  const params = { userId };
  return [
    { label: 'General', link: { to: '/manage/users/edit/$userId/general', params } },
    { label: 'Password', link: { to: '/manage/users/edit/$userId/password', params } },
    { label: 'Settings', link: { to: '/manage/users/edit/$userId/settings', params } },
  ];
}
