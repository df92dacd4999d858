import { createFileRoute, Outlet } from '@tanstack/react-router';
import { requireArea } from '../../shell/session/guard.ts';

/** The employer area: employers with the Dashboard module (spec section 6). */
export const Route = createFileRoute('/employer')({
  beforeLoad: ({ location }) => {
    requireArea('employer', location.href);
  },
  component: Outlet,
});
