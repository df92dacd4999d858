import '../../styles/forms.css';
import { Outlet } from '@tanstack/react-router';
import { listAccounts } from '#contract/accounts.ts';
import { listUsers } from '#contract/users.ts';
import { AreaShell } from '../../shell/AreaShell.tsx';
import { mayCall, useSession } from '../../state/session.ts';

const SECTIONS = [
  { label: 'Accounts', to: '/manage/accounts', call: listAccounts },
  { label: 'Users', to: '/manage/users', call: listUsers },
] as const;

/** The frame of every administration screen. */
export function Manage() {
  const session = useSession();
  return (
    <AreaShell sections={SECTIONS.filter(({ call }) => mayCall(session, call))}>
      <Outlet />
    </AreaShell>
  );
}
