import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { accountQuery } from '../../../../features/accounts/accounts.queries.ts';
import { accountName } from '../../../../lib/accountName.ts';
import { ErrorNote } from '../../../../ui/ErrorNote.tsx';
import { PageTitle } from '../../../../ui/PageTitle.tsx';
import { EditTabs } from '../../-EditTabs.tsx';
import classes from '../../-manage.module.css';
import { accountTabs } from '../-accountTabs.ts';

export const Route = createFileRoute('/manage/accounts/edit/$accountId')({ component: EditAccount });

/** An account with its tabs; each tab is a route below this one. */
function EditAccount() {
  const { accountId } = Route.useParams();
  const account = useQuery(accountQuery(accountId));
  const name = account.data ? accountName(account.data.name) : 'Account';
  return (
    <Stack gap="md">
      <div className={classes.heading}>
        <PageTitle>{name}</PageTitle>
        <p className={classes.sub}>{account.data?.code ?? '\u00a0'}</p>
      </div>
      <EditTabs label={name} tabs={accountTabs(accountId)}>
        {account.data ? (
          <Outlet />
        ) : account.isError ? (
          <ErrorNote text="Failed to load account details. Please try again." onRetry={() => void account.refetch()} />
        ) : (
          <Skeleton h={360} aria-label="Loading account" />
        )}
      </EditTabs>
    </Stack>
  );
}
