import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import '../../styles/forms.css';
import { Outlet } from '@tanstack/react-router';
import { listAccounts } from '#contract/access/accounts.ts';
import { listUsers } from '#contract/access/users.ts';
import { AreaShell } from '../../shell/AreaShell.tsx';
import { mayCall, useSession } from '../../state/session.ts';

const SECTIONS = [
  { label: msg`Accounts`, to: '/manage/accounts', call: listAccounts },
  { label: msg`Users`, to: '/manage/users', call: listUsers },
] as const;

/** The frame of every administration screen. */
export function Manage() {
  const { t } = useLingui();
  const session = useSession();
  return (
    <AreaShell
      sections={SECTIONS.filter(({ call }) => mayCall(session, call)).map((one) => ({ ...one, label: t(one.label) }))}
    >
      <Outlet />
    </AreaShell>
  );
}
