import { Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import type { User } from '#contract/access/users.ts';
import { RowLink } from '../../../shell/RowLink.ts';
import { ROLE_LABEL } from './userForm.ts';

/** Name, role badge (uppercase), email and, in the list of all, the account; opens the edit page. */
export function UserRow({ user, account }: { user: User; account?: string }) {
  const { t } = useLingui();
  return (
    <RowLink
      to="/manage/users/edit/$userId/general"
      params={{ userId: user._id }}
      name={`${user.firstName} ${user.lastName}`.trim()}
      detail={account ? `${account} · ${user.email}` : user.email}
      badges={
        <>
          {!user.isActive && (
            <Badge variant="default">
              <Trans context="user">Inactive</Trans>
            </Badge>
          )}
          <Badge variant={user.role === 'admin' ? 'light' : 'default'}>{t(ROLE_LABEL[user.role]).toUpperCase()}</Badge>
        </>
      }
    />
  );
}
