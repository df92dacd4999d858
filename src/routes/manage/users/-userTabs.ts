import { t } from '@lingui/core/macro';
import { getUser, makeInvitationLink, updateUser } from '#contract/access/users.ts';
import type { EditTab } from '../-EditTabs.tsx';

/** The tabs of a user; Password and Settings are disabled until it is saved (`userId` absent). */
export function userTabs(userId: string | undefined): EditTab[] {
  const edit = '/manage/users/edit/$userId';
  const params = { userId: userId ?? '' };
  return [
    { label: t`General`, link: userId ? { to: `${edit}/general`, params } : { to: '.' }, calls: [getUser] },
    {
      label: t`Password`,
      link: userId ? { to: `${edit}/password`, params } : null,
      calls: [updateUser, makeInvitationLink],
    },
    { label: t`Settings`, link: userId ? { to: `${edit}/settings`, params } : null, calls: [getUser] },
  ];
}
