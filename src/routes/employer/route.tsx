import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { requireArea } from '../../shell/session/guard.ts';
import { movedTo } from './-moved.ts';

/** The employer area: employers with the Dashboard module (spec section 6). */
export const Route = createFileRoute('/employer')({
  beforeLoad: ({ location }) => {
    requireArea('employer', location.href);
    const href = movedTo(location.pathname, location.searchStr);
    if (href) throw redirect({ href, replace: true });
  },
  component: Outlet,
});
