import { useLingui } from '@lingui/react/macro';
import { Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { TimeZoneNotice } from '../../../../features/access/accountSettings/TimeZoneNotice.tsx';
import { AccountForm } from '../../../../features/operations/accounts/AccountForm.tsx';
import {
  accountContentsQuery,
  accountQuery,
  updateAccountMutation,
} from '../../../../features/operations/accounts/accounts.queries.ts';
import { DeleteAccount } from '../../../../features/operations/accounts/DeleteAccount.tsx';
import { MetadataWarning } from '../../../../features/operations/accounts/MetadataWarning.tsx';
import { Activity } from '../../../../ui/Activity.tsx';
import classes from '../../-manage.module.css';
import { FirstSteps } from '../-FirstSteps.tsx';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/general')({ component: General });

function General() {
  const { t } = useLingui();
  const { accountId } = Route.useParams();
  const { data: account } = useQuery(accountQuery(accountId));
  const contents = useQuery(accountContentsQuery(accountId));
  const update = useMutation(updateAccountMutation(accountId));
  const navigate = useNavigate();
  if (!account) return null;
  // Decided before the form is shown, which may start with the next steps.
  if (contents.isPending) return <Skeleton h={360} aria-label={t`Loading account`} />;
  const isSystem = account.code === 'system';
  return (
    <Stack gap="md" className={classes.form}>
      <MetadataWarning account={account} />
      {!isSystem && <TimeZoneNotice accountId={accountId} />}
      {contents.data && !isSystem && <FirstSteps account={account} contents={contents.data} />}
      <AccountForm key={account._id} account={account} onSubmit={update.mutateAsync}>
        {!isSystem && (
          <DeleteAccount
            account={account}
            onDeleted={() => void navigate({ to: '/manage/accounts/all', ignoreBlocker: true })}
          />
        )}
      </AccountForm>
      <Activity {...account} />
    </Stack>
  );
}
