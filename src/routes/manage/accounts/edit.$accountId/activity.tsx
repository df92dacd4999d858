import { createFileRoute } from '@tanstack/react-router';
import { AuditTrail } from '../../../../features/operations/audit/AuditTrail.tsx';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/activity')({ component: AccountActivity });

function AccountActivity() {
  const { accountId } = Route.useParams();
  return <AuditTrail accountId={accountId} />;
}
