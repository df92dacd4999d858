import { createFileRoute } from '@tanstack/react-router';
import { AccountStatistics } from '../../../../features/operations/statistics/AccountStatistics.tsx';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/stats')({ component: Statistics });

function Statistics() {
  const { accountId } = Route.useParams();
  return <AccountStatistics accountId={accountId} />;
}
