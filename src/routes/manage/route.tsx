import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../../shell/session/guard.ts';
import { Manage } from './-Manage.tsx';

/** The administrator area: administrators only (spec sections 2 and 6). */
export const Route = createFileRoute('/manage')({
  beforeLoad: ({ location }) => {
    requireArea('admin', location.href);
  },
  component: Manage,
});
