import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { GrantsForm } from '../../../../features/access/users/GrantsForm.tsx';
import { userQuery } from '../../../../features/access/users/users.queries.ts';

export const Route = createFileRoute('/manage/users/edit/$userId/settings')({ component: Settings });

function Settings() {
  const { userId } = Route.useParams();
  const { data: user } = useQuery(userQuery(userId));
  return user ? <GrantsForm key={user._id} user={user} /> : null;
}
