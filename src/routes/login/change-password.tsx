import { createFileRoute, redirect } from '@tanstack/react-router';
import { ChangePasswordForm } from '../../features/access/login/ChangePasswordForm.tsx';
import { StandalonePage } from '../../shell/StandalonePage.tsx';
import { session, useSession } from '../../state/session.ts';
import { redirectSearch } from './-search.ts';
import { useEnter } from './-useEnter.ts';

export const Route = createFileRoute('/login/change-password')({
  validateSearch: redirectSearch,
  beforeLoad: () => {
    if (!session.get()) throw redirect({ to: '/login', replace: true });
  },
  component: ChangePassword,
});

function ChangePassword() {
  const { redirect: wanted } = Route.useSearch();
  const current = useSession();
  const enter = useEnter(wanted);
  if (!current) return null;
  const goOn = () => {
    const renewed = session.get();
    if (renewed) enter(renewed);
  };
  return (
    <StandalonePage>
      <ChangePasswordForm session={current} onChanged={goOn} onCancel={goOn} />
    </StandalonePage>
  );
}
