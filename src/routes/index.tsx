import { createFileRoute, redirect } from '@tanstack/react-router';
import { homeOf, session } from '../state/session.ts';

/** Leads to the log-in page, or to the home page of a user who is logged in (shortcuts and the logo open it). */
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    const current = session.get();
    throw redirect(current ? { ...homeOf(current), replace: true } : { to: '/login', replace: true });
  },
});
