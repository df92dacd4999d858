import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { createAccount } from '#contract/access/accounts.ts';
import { AccountForm } from '../../../features/operations/accounts/AccountForm.tsx';
import { createAccountMutation } from '../../../features/operations/accounts/accounts.queries.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { EditTabs } from '../-EditTabs.tsx';
import classes from '../-manage.module.css';
import { Permitted } from '../-Permitted.tsx';
import { accountTabs } from './-accountTabs.ts';

export const Route = createFileRoute('/manage/accounts/new')({ component: Page });

function Page() {
  return (
    <Permitted calls={[createAccount]}>
      <NewAccount />
    </Permitted>
  );
}

/** The tabs of an account that is not saved yet: only General works. */
function NewAccount() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const create = useMutation(createAccountMutation);
  return (
    <Stack gap="md">
      <PageTitle>{t`New Account`}</PageTitle>
      <EditTabs label={t`New Account`} tabs={accountTabs(undefined)}>
        <Stack gap="md" className={classes.form}>
          <Alert color="indigo" variant="light" icon={<IconInfoCircle aria-hidden />}>
            <Trans>Save the account first: the other tabs work once it is saved.</Trans>
          </Alert>
          <AccountForm
            onSubmit={async (input) => {
              const { _id } = await create.mutateAsync(input);
              await navigate({
                to: '/manage/accounts/edit/$accountId/general',
                params: { accountId: _id },
                replace: true,
              });
            }}
          />
        </Stack>
      </EditTabs>
    </Stack>
  );
}
