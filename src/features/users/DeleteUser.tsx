import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { deleteUser, type User } from '#contract/users.ts';
import { useOfflineReason } from '../../state/reachability.ts';
import { useMayCall, useSession } from '../../state/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { deleteUserMutation } from './users.queries.ts';

/** Deletes a user, never oneself; `onDeleted` leads back to the list. */
export function DeleteUser({ user, onDeleted }: { user: User; onDeleted: () => void }) {
  const [asking, dialog] = useDisclosure();
  const offline = useOfflineReason();
  const remove = useMutation(deleteUserMutation(user._id));
  const mayDelete = useMayCall(deleteUser);
  const isSelf = useSession()?.info.userId === user._id;
  if (!mayDelete) return null;

  return (
    <>
      <ReasonButton
        variant="subtle"
        color="red"
        c={isSelf ? undefined : 'var(--tb-absent)'}
        leftSection={<IconTrash size={18} aria-hidden />}
        reason={isSelf ? 'You cannot delete your own user.' : undefined}
        onClick={dialog.open}
      >
        Delete User
      </ReasonButton>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title="Delete User"
        question={`Delete ${user.firstName} ${user.lastName} (${user.username})?`}
        consequences={['The user is logged out at once and can no longer log in']}
        action="Delete User"
        reason={offline}
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              dialog.close();
              onDeleted();
            },
          })
        }
      />
    </>
  );
}
