import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { PasswordForm } from '../../../../features/access/users/PasswordForm.tsx';
import { userQuery } from '../../../../features/access/users/users.queries.ts';
import { useSession } from '../../../../state/session.ts';

export const Route = createFileRoute('/manage/users/edit/$userId/password')({ component: Password });

function Password() {
  const { userId } = Route.useParams();
  const { data: user } = useQuery(userQuery(userId));
  const isSelf = useSession()?.info.userId === userId;
  return user ? <PasswordForm key={user._id} user={user} isSelf={isSelf} /> : null;
}
