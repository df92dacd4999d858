import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Notifications } from '../shell/Notifications.tsx';
import { NotFound } from '../shell/NotFound.tsx';
import { useRouteFocus } from '../shell/routeFocus.ts';

export type RouterContext = { queryClient: QueryClient };

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root, notFoundComponent: NotFound });

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
