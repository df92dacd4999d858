import '../../styles/forms.css';
import { Outlet } from '@tanstack/react-router';
import { AreaShell } from '../../shell/AreaShell.tsx';

const TABS = [
  { label: 'Accounts', to: '/manage/accounts' },
  { label: 'Users', to: '/manage/users' },
] as const;

/** What every screen of the administrator stands in. */
export function Manage() {
  return (
    <AreaShell tabs={TABS}>
      <Outlet />
    </AreaShell>
  );
}
