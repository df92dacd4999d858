import { Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { DeleteUser } from '../../../../features/access/users/DeleteUser.tsx';
import { UserForm } from '../../../../features/access/users/UserForm.tsx';
import { updateUserMutation, userQuery } from '../../../../features/access/users/users.queries.ts';
import { useSession } from '../../../../state/session.ts';
import { Activity } from '../../../../ui/Activity.tsx';

export const Route = createFileRoute('/manage/users/edit/$userId/general')({ component: General });

function General() {
  const { userId } = Route.useParams();
  const { data: user } = useQuery(userQuery(userId));
  const update = useMutation(updateUserMutation(userId));
  const isSelf = useSession()?.info.userId === userId;
  const navigate = useNavigate();
  if (!user) return null;
  const backToList = () =>
    user.role === 'admin'
      ? navigate({ to: '/manage/users/all', ignoreBlocker: true })
      : navigate({
          to: '/manage/accounts/edit/$accountId/users',
          params: { accountId: user.accountId },
          ignoreBlocker: true,
        });
  return (
    <Stack gap="md">
      <UserForm
        key={user._id}
        user={user}
        accountId={user.accountId}
        role={user.role}
        isSelf={isSelf}
        onSubmit={(values) => update.mutateAsync(values)}
      >
        <DeleteUser user={user} onDeleted={() => void backToList()} />
      </UserForm>
      <Activity {...user} />
    </Stack>
  );
}
