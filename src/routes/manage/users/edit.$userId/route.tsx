import { useLingui } from '@lingui/react/macro';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getAccount } from '#contract/access/accounts.ts';
import { getUser } from '#contract/access/users.ts';
import { userQuery } from '../../../../features/access/users/users.queries.ts';
import { accountQuery } from '../../../../features/operations/accounts/accounts.queries.ts';
import { AnchorLink } from '../../../../shell/links.ts';
import { useMayCall } from '../../../../state/session.ts';
import { FailedNote } from '../../../../ui/Missing.tsx';
import { PageTitle } from '../../../../ui/PageTitle.tsx';
import { EditTabs, TabOutlet } from '../../-EditTabs.tsx';
import classes from '../../-manage.module.css';
import { Permitted } from '../../-Permitted.tsx';
import { userTabs } from '../-userTabs.ts';

export const Route = createFileRoute('/manage/users/edit/$userId')({ component: Page });

function Page() {
  return (
    <Permitted calls={[getUser]}>
      <EditUser />
    </Permitted>
  );
}

/** A user with its tabs; each tab is a route below this one. */
function EditUser() {
  const { t } = useLingui();
  const { userId } = Route.useParams();
  const user = useQuery(userQuery(userId));
  const maySeeAccount = useMayCall(getAccount);
  const tabs = userTabs(userId);
  const name = user.data ? `${user.data.firstName} ${user.data.lastName}` : t`User`;
  return (
    <Stack gap="md">
      <div className={classes.heading}>
        <PageTitle>{name}</PageTitle>
        <div className={classes.sub}>
          {user.data && user.data.role !== 'admin' && maySeeAccount ? (
            <OfAccount accountId={user.data.accountId} />
          ) : (
            user.data?.username
          )}
        </div>
      </div>
      <EditTabs label={name} tabs={tabs}>
        {user.data ? (
          <div className={classes.form}>
            <TabOutlet tabs={tabs} />
          </div>
        ) : user.isError ? (
          <FailedNote text={t`Failed to load user details. Please try again.`} onRetry={() => void user.refetch()} />
        ) : (
          <Skeleton h={300} aria-label={t`Loading user`} />
        )}
      </EditTabs>
    </Stack>
  );
}

/** The way back to the account that the user belongs to. */
function OfAccount({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const account = useQuery(accountQuery(accountId));
  if (account.isLoadingError)
    return (
      <FailedNote
        text={t`Failed to load user account details. Please try again.`}
        onRetry={() => void account.refetch()}
      />
    );
  if (!account.data) return <Skeleton h="1.55rem" w="12rem" />;
  return (
    <AnchorLink to="/manage/accounts/edit/$accountId/users" params={{ accountId }}>
      {account.data.name}
    </AnchorLink>
  );
}
