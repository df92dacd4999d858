import { createFileRoute } from '@tanstack/react-router';
import { LoginForm } from '../../features/login/LoginForm.tsx';
import { LonePage } from '../../shell/LonePage.tsx';
import { redirectSearch } from './-search.ts';
import { useEnter } from './-useEnter.ts';

export const Route = createFileRoute('/login/')({ validateSearch: redirectSearch, component: Login });

function Login() {
  const { redirect } = Route.useSearch();
  const enter = useEnter(redirect);
  const navigate = Route.useNavigate();
  const barred = () => void navigate({ to: '/nologin', search: { reason: 'invalid-role' }, replace: true });
  return (
    <LonePage>
      <LoginForm onSignedIn={enter} onBarred={barred} />
    </LonePage>
  );
}
