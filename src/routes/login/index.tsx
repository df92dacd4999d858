import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { LoginForm } from '../../features/login/LoginForm.tsx';
import { safeRedirect } from '../../session/guard.ts';
import { homeOf, type Session } from '../../session/session.ts';
import { LonePage } from '../../shell/LonePage.tsx';

export const Route = createFileRoute('/login/')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search.redirect === 'string' ? { redirect: search.redirect } : {},
  component: Login,
});

function Login() {
  const { redirect } = Route.useSearch();
  const navigate = useNavigate();
  const { history } = useRouter();
  const enter = (session: Session) => {
    const wanted = safeRedirect(redirect);
    const home = homeOf(session);
    if (session.info.mustChangePassword) return navigate({ to: '/login/change-password', replace: true });
    // A deep link is honoured only inside the user's own area.
    if (wanted && wanted.startsWith(home.to)) return history.replace(wanted);
    return navigate({ ...home, replace: true });
  };
  return (
    <LonePage>
      <LoginForm onSignedIn={(session) => void enter(session)} />
    </LonePage>
  );
}
