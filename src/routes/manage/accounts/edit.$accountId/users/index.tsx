import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { accountQuery } from '../../../../../features/accounts/accounts.queries.ts';
import { AccountUsers } from '../../../../../features/users/AccountUsers.tsx';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/users/')({ component: Users });

function Users() {
  const { accountId } = Route.useParams();
  const { data: account } = useQuery(accountQuery(accountId));
  return <AccountUsers accountId={accountId} account={account} />;
}
