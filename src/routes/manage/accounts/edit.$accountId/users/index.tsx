import { createFileRoute } from '@tanstack/react-router';
import { AccountUsers } from '../../../../../features/users/AccountUsers.tsx';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/users/')({ component: Users });

function Users() {
  const { accountId } = Route.useParams();
  return <AccountUsers accountId={accountId} />;
}
