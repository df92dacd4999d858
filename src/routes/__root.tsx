import { createRootRoute, Outlet, redirect, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { session } from '../session/session.ts';
import { NotFound } from '../shell/NotFound.tsx';
import { Notifications } from '../shell/Notifications.tsx';
import { useRouteFocus } from '../shell/routeFocus.ts';

/** The query client and its library: only the areas need them. */
const Queries = lazy(() => import('../api/Queries.tsx'));

export const Route = createRootRoute({
  beforeLoad: ({ location: { pathname } }) => {
    // A password that somebody else gave is changed before anything else can be reached.
    if (session.get()?.info.mustChangePassword && !/^\/(login|nologin)\b/.test(pathname))
      throw redirect({ to: '/login/change-password', replace: true });
  },
  component: Root,
  notFoundComponent: NotFound,
});

function Root() {
  useRouteFocus();
  const inArea = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => /^\/(employer|manage)/.test(routeId)),
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
      <Notifications />
    </>
  );
}
