import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { RouteFailure } from './shell/RouteFailure.tsx';

type Options = { history?: Parameters<typeof createRouter>[0]['history'] };

/** The router over the generated tree; tests give it a memory history. */
export const makeRouter = (options: Options = {}) =>
  createRouter({
    routeTree,
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
  interface HistoryState {
    /** The entry before this one is the page that opened its dialog: going back closes it. */
    opened?: true;
    /** Why a session ended: the log-in page says it. */
    reason?: string;
  }
}
