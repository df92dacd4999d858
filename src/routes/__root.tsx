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
const StepUpDialog = lazy(() => import('../features/signIn/StepUpDialog.tsx'));
const AREA = /^\/(employer|manage)\b/;

export const Route = createRootRoute({
  beforeLoad: async ({ location: { pathname } }) => {
    // A password that somebody else gave is changed before anything else can be reached.
    if (session.get()?.info.mustChangePassword && !/^\/(login|nologin)\b/.test(pathname))
      throw redirect({ to: '/login/change-password', replace: true });
    // Before React asks for them: what it has to wait for it shows 300 ms later at the earliest.
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
