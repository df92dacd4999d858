import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { RouteFailure } from './shell/RouteFailure.tsx';

/** The router over the generated tree; tests give it a memory history. */
export const makeRouter = (queryClient: QueryClient, options: { history?: Parameters<typeof createRouter>[0]['history'] } = {}) =>
  createRouter({
    routeTree,
    context: { queryClient },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteFailure,
    ...options,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
