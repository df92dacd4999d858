import { createRootRoute, lazyRouteComponent, Outlet, redirect, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { queryClient } from '../api/client.ts';
import { NotFound } from '../shell/NotFound.tsx';
import { Notifications } from '../shell/Notifications.tsx';
import { useRouteFocus } from '../shell/routeFocus.ts';
import { session } from '../state/session.ts';
import { useStepUp } from '../state/stepUp.ts';

/** The query client and its library: only the areas need them. */
const Queries = lazyRouteComponent(() => import('../api/Queries.tsx'));
const StepUpDialog = lazy(() => import('../features/access/signIn/StepUpDialog.tsx'));
const AREA = /^\/(employer|manage)\b/;

export const Route = createRootRoute({
  beforeLoad: async ({ location: { pathname } }) => {
    // A password that another user has set must be changed before anything else.
    if (session.get()?.info.mustChangePassword && !/^\/(login|nologin)\b/.test(pathname))
      throw redirect({ to: '/login/change-password', replace: true });
    // Loaded before React renders them, because React would show a component that had to wait at least 300 ms later.
    if (AREA.test(pathname)) await Promise.all([Queries.preload?.(), queryClient()]);
  },
  component: Root,
  notFoundComponent: NotFound,
});

function Root() {
  useRouteFocus();
  const answer = useStepUp();
  const inArea = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => AREA.test(routeId)),
  });
  return (
    <>
      <Suspense>
        {inArea ? (
          <Queries>
            <Outlet />
          </Queries>
        ) : (
          <Outlet />
        )}
      </Suspense>
      {answer && (
        <Suspense>
          <StepUpDialog onAnswer={answer} />
        </Suspense>
      )}
      <Notifications />
    </>
  );
}
