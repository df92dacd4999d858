import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import { Suspense } from 'react';
import { session } from '../session/session.ts';
import { NotFound } from '../shell/NotFound.tsx';
import { Notifications } from '../shell/Notifications.tsx';
import { useRouteFocus } from '../shell/routeFocus.ts';

export type RouterContext = { queryClient: QueryClient };

export const Route = createRootRouteWithContext<RouterContext>()({
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
  return (
    <>
      <Suspense>
        <Outlet />
      </Suspense>
      <Notifications />
    </>
  );
}
