import { createFileRoute, redirect } from '@tanstack/react-router';
import { session } from '../../session/session.ts';
import { Manage } from './-Manage.tsx';

/** The administrator area: administrators only (spec sections 2 and 6). */
export const Route = createFileRoute('/manage')({
  beforeLoad: ({ location }) => {
    const current = session.get();
    if (!current)
      throw redirect({ to: '/nologin', search: { reason: 'invalid-session', redirect: location.href }, replace: true });
    if (current.info.role !== 'admin')
      throw redirect({ to: '/nologin', search: { reason: 'invalid-role' }, replace: true });
  },
  component: Manage,
});
