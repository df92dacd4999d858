import { createFileRoute } from '@tanstack/react-router';
import { useSession } from '../../../state/session.ts';
import { NewUser } from './-NewUser.tsx';

export const Route = createFileRoute('/manage/users/new')({ component: NewAdminUser });

/** An administrator belongs to the account of administrators: one's own. */
function NewAdminUser() {
  const accountId = useSession()?.info.accountId;
  return accountId ? <NewUser accountId={accountId} kind="admin" /> : null;
}
