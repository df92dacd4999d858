import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createUser } from '#contract/access/users.ts';
import { UserForm } from '../../../features/access/users/UserForm.tsx';
import { newUser } from '../../../features/access/users/userForm.ts';
import { createUserMutation } from '../../../features/access/users/users.queries.ts';
import { mailStatusQuery } from '../../../features/reports/mail/mail.queries.ts';
import { useSession } from '../../../state/session.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { EditTabs } from '../-EditTabs.tsx';
import classes from '../-manage.module.css';
import { Permitted } from '../-Permitted.tsx';
import { userTabs } from './-userTabs.ts';

type Props = {
  accountId: string;
  kind: 'admin' | 'employer';
  /** Shown in the tabs of the account, below its name. */
  nested?: boolean;
};

/** A user that is not saved yet: only General works. */
export function NewUser(props: Props) {
  return (
    <Permitted calls={[createUser]}>
      <Page {...props} />
    </Permitted>
  );
}

function Page({ accountId, kind: role, nested }: Props) {
  const { t } = useLingui();
  const mine = useSession()?.info.permissions.api ?? [];
  const navigate = useNavigate();
  const create = useMutation(createUserMutation);
  const mail = useQuery(mailStatusQuery);
  const title = role === 'admin' ? t`New Admin User` : t`New User`;
  return (
    <Stack gap="md">
      <PageTitle nested={nested}>{title}</PageTitle>
      <EditTabs label={title} tabs={userTabs(undefined)}>
        <Stack gap="md" className={classes.form}>
          <Alert color="indigo" variant="light" icon={<IconInfoCircle aria-hidden />}>
            <Trans>Save the user first: the other tabs work once it is saved.</Trans>
          </Alert>
          <UserForm
            accountId={accountId}
            role={role}
            isWithoutMail={mail.data?.hasServer === false}
            onSubmit={async (values, preset) => {
              const { _id } = await create.mutateAsync(newUser(values, { accountId, role, preset }, mine));
              await navigate({ to: '/manage/users/edit/$userId/general', params: { userId: _id }, replace: true });
            }}
          />
        </Stack>
      </EditTabs>
    </Stack>
  );
}
