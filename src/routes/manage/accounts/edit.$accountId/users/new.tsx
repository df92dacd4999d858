import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { accountQuery } from '../../../../../features/operations/accounts/accounts.queries.ts';
import { NewUser } from '../../../users/-NewUser.tsx';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/users/new')({ component: NewAccountUser });

/** A user under a non-system account is an employer (spec section 6). */
function NewAccountUser() {
  const { accountId } = Route.useParams();
  const { data: account } = useQuery(accountQuery(accountId));
  if (!account) return null;
  return <NewUser nested accountId={accountId} kind={account.code === 'system' ? 'admin' : 'employer'} />;
}
