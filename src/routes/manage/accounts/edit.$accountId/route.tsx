import { useLingui } from '@lingui/react/macro';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getAccount } from '#contract/access/accounts.ts';
import { accountQuery } from '../../../../features/operations/accounts/accounts.queries.ts';
import { accountName } from '../../../../lib/accountName.ts';
import { FailedNote } from '../../../../ui/Missing.tsx';
import { PageTitle } from '../../../../ui/PageTitle.tsx';
import { EditTabs, TabOutlet } from '../../-EditTabs.tsx';
import classes from '../../-manage.module.css';
import { Permitted } from '../../-Permitted.tsx';
import { accountTabs } from '../-accountTabs.ts';

export const Route = createFileRoute('/manage/accounts/edit/$accountId')({ component: Page });

function Page() {
  return (
    <Permitted calls={[getAccount]}>
      <EditAccount />
    </Permitted>
  );
}

/** An account with its tabs; each tab is a route below this one. */
function EditAccount() {
  const { t } = useLingui();
  const { accountId } = Route.useParams();
  const account = useQuery(accountQuery(accountId));
  const tabs = accountTabs(accountId);
  const name = account.data ? accountName(account.data.name) : t`Account`;
  return (
    <Stack gap="md">
      <div className={classes.heading}>
        <PageTitle>{name}</PageTitle>
        <p className={classes.sub}>{account.data?.code ?? '\u00a0'}</p>
      </div>
      <EditTabs label={name} tabs={tabs}>
        {account.data ? (
          <TabOutlet tabs={tabs} />
        ) : account.isError ? (
          <FailedNote
            text={t`Failed to load account details. Please try again.`}
            onRetry={() => void account.refetch()}
          />
        ) : (
          <Skeleton h={360} aria-label={t`Loading account`} />
        )}
      </EditTabs>
    </Stack>
  );
}
