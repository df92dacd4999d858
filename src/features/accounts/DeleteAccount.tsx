import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Account, accountContents } from '#contract/accounts.ts';
import { counted } from '../../lib/figures.ts';
import { ConfirmedButton } from '../../shell/ConfirmedButton.tsx';
import { useMay } from '../../state/session.ts';
import { accountContentsQuery, deleteAccountMutation } from './accounts.queries.ts';

/** Deletes an account after its consequences were listed and acknowledged; `onDeleted` returns to the list. */
export function DeleteAccount({ account, onDeleted }: { account: Account; onDeleted: () => void }) {
  const [isAsked, { open: setAsked }] = useDisclosure();
  const contents = useQuery({ ...accountContentsQuery(account._id), enabled: isAsked });
  const remove = useMutation(deleteAccountMutation(account._id));
  const mayDelete = useMay('Account.DELETE');
  if (!mayDelete) return null;

  return (
    <ConfirmedButton
      icon={<IconTrash size={18} aria-hidden />}
      title="Delete Account"
      question={
        <>
          <strong>{account.name}</strong> ({account.code}) and everything in it is deleted for good:
        </>
      }
      consequences={contents.data ? namedContents(contents.data) : contents.isError ? ALL : ['Counting what is in it']}
      tick="I understand the consequences."
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
      Delete Account
    </ConfirmedButton>
  );
}

/** Shown when the counts could not be loaded. */
const ALL = ['all users, devices, employees, clock records, alerts and backups'];

const namedContents = (contents: z.infer<typeof accountContents>) => [
  counted(contents.users, 'user', 'users'),
  counted(contents.devices, 'device', 'devices'),
  counted(contents.employees, 'employee', 'employees'),
  counted(contents.clockRecords, 'clock record', 'clock records'),
  counted(contents.alerts, 'alert', 'alerts'),
  counted(contents.backups, 'backup', 'backups'),
];
