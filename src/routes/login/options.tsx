import { createFileRoute, redirect } from '@tanstack/react-router';
import { lazy } from 'react';
import { StandalonePage } from '../../shell/StandalonePage.tsx';
import { session, useSession } from '../../state/session.ts';
import { redirectSearch } from './-search.ts';
import { useEnter } from './-useEnter.ts';

const LogInOptions = lazy(() => import('../../features/signIn/LogInOptions.tsx'));

export const Route = createFileRoute('/login/options')({
  validateSearch: redirectSearch,
  beforeLoad: () => {
    if (!session.get()) throw redirect({ to: '/login', replace: true });
  },
  component: Options,
});

function Options() {
  const { redirect: wanted } = Route.useSearch();
  const current = useSession();
  const enter = useEnter(wanted);
  if (!current) return null;
  return (
    <StandalonePage>
      <LogInOptions onClose={() => enter(current)} />
    </StandalonePage>
  );
}
