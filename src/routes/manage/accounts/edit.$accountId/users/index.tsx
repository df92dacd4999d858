import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { AccountUsers } from '../../../../../features/access/users/AccountUsers.tsx';
import { accountQuery } from '../../../../../features/operations/accounts/accounts.queries.ts';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/users/')({ component: Users });

function Users() {
  const { accountId } = Route.useParams();
  const { data: account } = useQuery(accountQuery(accountId));
  return <AccountUsers accountId={accountId} account={account} />;
}
