import { createFileRoute, redirect } from '@tanstack/react-router';
import { homeOf, session } from '../state/session.ts';

/** To the log-in, or home for who is signed in (shortcuts and the logo lead here). */
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    const current = session.get();
    throw redirect(current ? { ...homeOf(current), replace: true } : { to: '/login', replace: true });
  },
});
