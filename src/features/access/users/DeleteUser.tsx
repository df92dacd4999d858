import { Trans, useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { deleteUser, type User } from '#contract/access/users.ts';
import { ConfirmedButton } from '../../../shell/ConfirmedButton.tsx';
import { useMayCall, useSession } from '../../../state/session.ts';
import { deleteUserMutation } from './users.queries.ts';

/** Deletes a user, never oneself; `onDeleted` leads back to the list. */
export function DeleteUser({ user, onDeleted }: { user: User; onDeleted: () => void }) {
  const { t } = useLingui();
  const remove = useMutation(deleteUserMutation(user._id));
  const mayDelete = useMayCall(deleteUser);
  const isSelf = useSession()?.info.userId === user._id;
  if (!mayDelete) return null;

  return (
    <ConfirmedButton
      icon={<IconTrash size={18} aria-hidden />}
      reason={isSelf ? t`You cannot delete your own user.` : undefined}
      title={t`Delete User`}
      question={t`Delete ${user.firstName} ${user.lastName} (${user.username})?`}
      consequences={[t`The user is logged out at once and can no longer log in`]}
      busy={remove.isPending}
      onConfirm={(close) =>
        remove.mutate(undefined, {
          onSuccess: () => {
            close();
            onDeleted();
          },
        })
      }
    >
      <Trans>Delete User</Trans>
    </ConfirmedButton>
  );
}
