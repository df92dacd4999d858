import { msg, plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Account, accountContents } from '#contract/access/accounts.ts';
import { ConfirmedButton } from '../../../shell/ConfirmedButton.tsx';
import { useMay } from '../../../state/session.ts';
import { accountContentsQuery, deleteAccountMutation } from './accounts.queries.ts';

/** Deletes an account after its consequences were listed and acknowledged; `onDeleted` returns to the list. */
export function DeleteAccount({ account, onDeleted }: { account: Account; onDeleted: () => void }) {
  const { t } = useLingui();
  const [isAsked, { open: setAsked }] = useDisclosure();
  const contents = useQuery({ ...accountContentsQuery(account._id), enabled: isAsked });
  const remove = useMutation(deleteAccountMutation(account._id));
  const mayDelete = useMay('Account.DELETE');
  if (!mayDelete) return null;

  return (
    <ConfirmedButton
      icon={<IconTrash size={18} aria-hidden />}
      title={t`Delete Account`}
      question={
        <Trans>
          <strong>{account.name}</strong> ({account.code}) and everything in it is deleted for good:
        </Trans>
      }
      consequences={
        contents.data ? namedContents(contents.data) : contents.isError ? [t(ALL)] : [t`Counting what is in it`]
      }
      tick={t`I understand the consequences.`}
      busy={remove.isPending}
      onAsk={setAsked}
      onConfirm={(close) =>
        remove.mutate(undefined, {
          onSuccess: () => {
            close();
            onDeleted();
          },
        })
      }
    >
      <Trans>Delete Account</Trans>
    </ConfirmedButton>
  );
}

/** Shown when the counts could not be loaded. */
const ALL = msg`all users, devices, employees, clock records, alerts and backups`;

const namedContents = (contents: z.infer<typeof accountContents>) => [
  t`${plural(contents.users, { one: '# user', other: '# users' })}`,
  t`${plural(contents.devices, { one: '# device', other: '# devices' })}`,
  t`${plural(contents.employees, { one: '# employee', other: '# employees' })}`,
  t`${plural(contents.clockRecords, { one: '# clock record', other: '# clock records' })}`,
  t`${plural(contents.alerts, { one: '# alert', other: '# alerts' })}`,
  t`${plural(contents.backups, { one: '# backup', other: '# backups' })}`,
];
