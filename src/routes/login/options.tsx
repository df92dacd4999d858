import { createFileRoute, redirect } from '@tanstack/react-router';
import { lazy, useCallback } from 'react';
import { StandalonePage } from '../../shell/StandalonePage.tsx';
import { session, useSession } from '../../state/session.ts';
import { redirectSearch } from './-search.ts';
import { useEnter } from './-useEnter.ts';

const LogInOptions = lazy(() => import('../../features/access/signIn/LogInOptions.tsx'));

export const Route = createFileRoute('/login/options')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...redirectSearch(search),
    ...(typeof search.signOn === 'string' && { signOn: search.signOn }),
  }),
  beforeLoad: () => {
    if (!session.get()) throw redirect({ to: '/login', replace: true });
  },
  component: Options,
});

function Options() {
  const { redirect: wanted, signOn } = Route.useSearch();
  const navigate = Route.useNavigate();
  const linked = useCallback(
    () => void navigate({ search: ({ signOn: _, ...others }) => others, replace: true }),
    [navigate],
  );
  const current = useSession();
  const enter = useEnter(wanted);
  if (!current) return null;
  return (
    <StandalonePage>
      <LogInOptions onClose={() => enter(current)} arrived={signOn} onLinked={linked} />
    </StandalonePage>
  );
}
