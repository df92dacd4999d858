import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Group, Stack } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '#contract/access/accounts.ts';
import { createUser, type User } from '#contract/access/users.ts';
import { ButtonLink } from '../../../shell/links.ts';
import { useMayCall } from '../../../state/session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { ROW_HEIGHT } from '../../../ui/rows.ts';
import { VirtualList } from '../../../ui/VirtualList.tsx';
import { SetupLink } from './SetupLink.tsx';
import { UserRow } from './UserRow.tsx';
import { accountUsersQuery } from './users.queries.ts';

/** The Users tab of an account; device users are hidden by default. */
export function AccountUsers({ accountId, account }: { accountId: string; account: Account | undefined }) {
  const { t } = useLingui();
  const users = useQuery(accountUsersQuery(accountId));
  const [withDevices, setWithDevices] = useState(false);
  const mayCreate = useMayCall(createUser);

  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Checkbox
          label={t`Show device users`}
          checked={withDevices}
          onChange={(event) => setWithDevices(event.currentTarget.checked)}
        />
        <Group gap="sm">
          {account && account.code !== 'system' && <SetupLink account={account} />}
          {mayCreate && (
            <ButtonLink
              to="/manage/accounts/edit/$accountId/users/new"
              params={{ accountId }}
              leftSection={<IconUserPlus size={18} aria-hidden />}
            >
              <Trans>New User</Trans>
            </ButtonLink>
          )}
        </Group>
      </Group>
      <Loaded
        query={users}
        failed={t`Failed to load account users. Please try again later.`}
        height={ROW_HEIGHT * 3}
        label={t`users`}
      >
        {(all) => <Users users={all.users.filter(({ role }) => withDevices || role !== 'device')} />}
      </Loaded>
    </Stack>
  );
}

function Users({ users }: { users: readonly User[] }) {
  const { t } = useLingui();
  if (users.length === 0) return <EmptyState text={t`No users matching your search criteria were found.`} />;
  return (
    <VirtualList label={t`Users`} rows={users} rowHeight={ROW_HEIGHT} rowKey={({ _id }) => _id}>
      {(user) => <UserRow user={user} />}
    </VirtualList>
  );
}
